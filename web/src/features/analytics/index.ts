import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { parseAnalyticsSearch } from './analytics-search.ts'
export { definitionsQuery } from './api.ts'
export { formatMetric, keyOfResult, nameOfResult } from './format-metric.ts'
export { MetricChart } from './metric-chart.tsx'
export const PinnedViews = lazy(async () => ({ default: (await import('./views/pinned-views.tsx')).PinnedViews }))
export const AnalyticsPage = lazyRouteComponent(() => import('./analytics-page.tsx'), 'AnalyticsPage')
