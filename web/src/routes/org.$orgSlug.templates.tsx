import { createFileRoute } from '@tanstack/react-router'
import { TemplatesPage, parseTemplatesSearch } from '../features/templates/index.ts'
import { WorkflowGraph } from '../features/workflows/index.ts'

export const Route = createFileRoute('/org/$orgSlug/templates')({
  validateSearch: parseTemplatesSearch,
  loader: () => void TemplatesPage.preload?.(),
  // Workflows show templates and templates show workflows: they are joined here to avoid a circular import.
  component: () => <TemplatesPage graph={WorkflowGraph} />,
})
