import { createFileRoute } from '@tanstack/react-router'
import { OrganizationKeysPage, parseKeysSearch } from '../features/api-keys/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/api-keys')({
  validateSearch: parseKeysSearch,
  component: OrganizationKeysPage,
})
