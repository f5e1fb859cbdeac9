import { createFileRoute } from '@tanstack/react-router'
import { openBelowDashboard } from '../features/organizations/index.ts'

export const Route = createFileRoute('/dashboard/$')({
  beforeLoad: ({ params, location }) => openBelowDashboard(params._splat ?? '', location.searchStr, location),
})
