import { lazyRouteComponent } from '@tanstack/react-router'

export { parseWebhooksSearch } from './webhooks-search.ts'
export const WebhooksPage = lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage')
