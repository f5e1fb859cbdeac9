import { createFileRoute } from '@tanstack/react-router'
import { AnalyticsPage, parseAnalyticsSearch } from '../features/analytics/index.ts'

export const Route = createFileRoute('/org/$orgSlug/analytics')({ validateSearch: parseAnalyticsSearch, component: AnalyticsPage })
