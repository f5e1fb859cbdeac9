import { lazyRouteComponent } from '@tanstack/react-router'

export { scopeLabels } from './key-labels.ts'
export { parseKeysSearch } from './keys-search.ts'
export const OrganizationKeysPage = lazyRouteComponent(() => import('./organization-keys-page.tsx'), 'OrganizationKeysPage')
export const AgentKeysPage = lazyRouteComponent(() => import('./agent-keys-page.tsx'), 'AgentKeysPage')
