import { createFileRoute } from '@tanstack/react-router'
import { QuotationsPage, parseQuotationsSearch } from '../features/sales/index.ts'

export const Route = createFileRoute('/org/$orgSlug/sales-quotation')({ validateSearch: parseQuotationsSearch, component: QuotationsPage })
