import { createFileRoute } from '@tanstack/react-router'
import { RecurringPage, parseRecurringSearch } from '../features/sales/index.ts'

export const Route = createFileRoute('/org/$orgSlug/sales-recurring')({ validateSearch: parseRecurringSearch, component: RecurringPage })
