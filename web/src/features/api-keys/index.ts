import { lazyRouteComponent } from '@tanstack/react-router'

export { parseKeysSearch } from './keys-search.ts'
export const OrganizationKeysPage = lazyRouteComponent(() => import('./organization-keys-page.tsx'), 'OrganizationKeysPage')
export const AgentKeysPage = lazyRouteComponent(() => import('./agent-keys-page.tsx'), 'AgentKeysPage')
