import { createFileRoute } from '@tanstack/react-router'
import { ProvidersPage, prefetchProviders, validateProvidersSearch } from '../features/ai-models/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/providers')({
  validateSearch: validateProvidersSearch,
  loader: prefetchProviders,
  component: ProvidersPage,
})
