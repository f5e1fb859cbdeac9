import { lazyRouteComponent } from '@tanstack/react-router'

export { parseIntegrationsSearch } from './integrations-search.ts'
export const IntegrationsPage = lazyRouteComponent(() => import('./integrations-page.tsx'), 'IntegrationsPage')
