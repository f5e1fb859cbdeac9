import { createFileRoute } from '@tanstack/react-router'
import { AgentKeysPage, parseKeysSearch } from '../features/api-keys/index.ts'

export const Route = createFileRoute('/org/$orgSlug/agent-api-keys')({
  validateSearch: parseKeysSearch,
  component: AgentKeysPage,
})
