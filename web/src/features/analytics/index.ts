import { lazyRouteComponent } from '@tanstack/react-router'

export { parseAnalyticsSearch } from './analytics-search.ts'
export { definitionsQuery } from './api.ts'
export { formatMetric, keyOfResult, nameOfResult } from './format-metric.ts'
export { MetricChart } from './metric-chart.tsx'
export { PinnedViews } from './views/pinned-views.tsx'
export const AnalyticsPage = lazyRouteComponent(() => import('./analytics-page.tsx'), 'AnalyticsPage')
