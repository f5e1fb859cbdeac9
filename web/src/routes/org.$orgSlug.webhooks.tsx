import { createFileRoute } from '@tanstack/react-router'
import { WebhooksPage, parseWebhooksSearch } from '../features/webhooks/index.ts'

export const Route = createFileRoute('/org/$orgSlug/webhooks')({ validateSearch: parseWebhooksSearch, component: WebhooksPage })
