import { createFileRoute } from '@tanstack/react-router'
import { TeamPage, parseTeamSearch, prefetchTeam } from '../features/team/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/team')({
  validateSearch: parseTeamSearch,
  loaderDeps: ({ search: { q, role, status } }) => ({ ...(q ? { q } : {}), ...(role ? { role } : {}), ...(status ? { status } : {}) }),
  loader: ({ deps }) => prefetchTeam(deps),
  component: TeamPage,
})
