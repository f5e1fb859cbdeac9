import { lazyRouteComponent } from '@tanstack/react-router'

export { parseReportsSearch } from './reports-search.ts'
export const ReportsPage = lazyRouteComponent(() => import('./reports-page.tsx'), 'ReportsPage')
