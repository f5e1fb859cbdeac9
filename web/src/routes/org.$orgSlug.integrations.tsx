import { createFileRoute } from '@tanstack/react-router'
import { IntegrationsPage, parseIntegrationsSearch } from '../features/integrations/index.ts'

export const Route = createFileRoute('/org/$orgSlug/integrations')({ validateSearch: parseIntegrationsSearch, component: IntegrationsPage })
