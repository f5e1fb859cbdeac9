import { createFileRoute } from '@tanstack/react-router'
import { WorkflowsPage, parseWorkflowsSearch, prefetchWorkflows } from '../features/workflows/index.ts'

export const Route = createFileRoute('/org/$orgSlug/workflows/')({
  validateSearch: parseWorkflowsSearch,
  // Only the list's parameters: opening a dialog does not refetch the list.
  loaderDeps: ({ search: { tab, q, status, sort } }) => ({
    ...(tab ? { tab } : {}),
    ...(q ? { q } : {}),
    ...(status ? { status } : {}),
    ...(sort ? { sort } : {}),
  }),
  loader: ({ deps }) => prefetchWorkflows(deps),
  component: WorkflowsPage,
})
