import { lazyRouteComponent } from '@tanstack/react-router'
import { lazy } from 'react'

export { prefetchDashboard, validateDashboardSearch } from './search.ts'
export const HeldBanner = lazy(async () => ({ default: (await import('./held-banner.tsx')).HeldBanner }))
export const DashboardPage = lazyRouteComponent(() => import('./dashboard-page.tsx'), 'DashboardPage')
