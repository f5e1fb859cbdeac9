import { lazyRouteComponent } from '@tanstack/react-router'

export { prefetchDashboard, validateDashboardSearch } from './search.ts'
export const DashboardPage = lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage')
