import { createFileRoute } from '@tanstack/react-router'
import { WorkflowEditorPage } from '../features/workflows/index.ts'

export const Route = createFileRoute('/org/$orgSlug/workflows/$workflowId/edit')({ component: WorkflowEditorPage })
