import { createFileRoute } from '@tanstack/react-router'
import { RightsPage, parseRightsSearch } from '../features/hierarchy/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/rights')({ validateSearch: parseRightsSearch, component: RightsPage })
