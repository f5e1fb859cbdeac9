import { createFileRoute } from '@tanstack/react-router'
import { AssistantsPage } from '../features/mcp/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/assistants')({ component: AssistantsPage })
