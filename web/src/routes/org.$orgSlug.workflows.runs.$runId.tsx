import { createFileRoute } from '@tanstack/react-router'
import { WorkflowRunPage, parseRunSearch } from '../features/workflows/index.ts'

export const Route = createFileRoute('/org/$orgSlug/workflows/runs/$runId')({
  validateSearch: parseRunSearch,
  component: WorkflowRunPage,
})
