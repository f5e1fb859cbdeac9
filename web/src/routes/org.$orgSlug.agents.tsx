import { createFileRoute } from '@tanstack/react-router'
import { AgentsPage, parseAgentsSearch, prefetchAgents } from '../features/agents/index.ts'

export const Route = createFileRoute('/org/$orgSlug/agents')({
  validateSearch: parseAgentsSearch,
  // Only the list's parameters: opening an agent does not refetch the list.
  loaderDeps: ({ search: { q, status, model, sort } }) => ({
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(model ? { model } : {}),
    ...(sort ? { sort } : {}),
  }),
  loader: ({ deps }) => prefetchAgents(deps),
  component: AgentsPage,
})
