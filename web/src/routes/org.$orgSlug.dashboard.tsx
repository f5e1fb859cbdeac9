import { createFileRoute } from '@tanstack/react-router'
import { DashboardPage, prefetchDashboard, validateDashboardSearch } from '../features/dashboard/index.ts'

export const Route = createFileRoute('/org/$orgSlug/dashboard')({
  validateSearch: validateDashboardSearch,
  loaderDeps: ({ search }) => search,
  loader: ({ deps }) => prefetchDashboard(deps),
  component: DashboardPage,
})
