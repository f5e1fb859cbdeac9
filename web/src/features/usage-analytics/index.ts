import { lazyRouteComponent } from '@tanstack/react-router'

export { parseUsageSearch } from './usage-search.ts'
export const UsagePage = lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage')
