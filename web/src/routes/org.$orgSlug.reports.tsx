import { createFileRoute } from '@tanstack/react-router'
import { ReportsPage, parseReportsSearch } from '../features/reports/index.ts'

export const Route = createFileRoute('/org/$orgSlug/reports')({ validateSearch: parseReportsSearch, component: ReportsPage })
