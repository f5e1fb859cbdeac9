import { createFileRoute } from '@tanstack/react-router'
import { WorkflowPage, parseWorkflowSearch } from '../features/workflows/index.ts'

export const Route = createFileRoute('/org/$orgSlug/workflows/$workflowId/')({
  validateSearch: parseWorkflowSearch,
  component: WorkflowPage,
})
