import { createFileRoute } from '@tanstack/react-router'
import { ActivityPage, parseActivitySearch } from '../features/activity/index.ts'

export const Route = createFileRoute('/org/$orgSlug/activity')({ validateSearch: parseActivitySearch, component: ActivityPage })
