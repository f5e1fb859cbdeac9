import { createFileRoute } from '@tanstack/react-router'
import { DomainsPage } from '../features/domains/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/domains')({ component: DomainsPage })
