import { createFileRoute, redirect } from '@tanstack/react-router'
import { openBelowDashboard } from '../features/organizations/index.ts'

/** `?category=api` is the API reference, which needs no session. */
export const Route = createFileRoute('/dashboard/docs')({
  beforeLoad: ({ location }) => {
    if (new URLSearchParams(location.searchStr).get('category') === 'api') throw redirect({ to: '/api-reference', replace: true })
    return openBelowDashboard('docs', location.searchStr, location)
  },
})
