import { createFileRoute } from '@tanstack/react-router'
import { UsagePage, parseUsageSearch } from '../features/usage-analytics/index.ts'

export const Route = createFileRoute('/org/$orgSlug/settings/analytics')({
  validateSearch: parseUsageSearch,
  component: UsagePage,
})
