import { createFileRoute } from '@tanstack/react-router'
import { InvoicesPage, parseInvoicesSearch } from '../features/sales/index.ts'

export const Route = createFileRoute('/org/$orgSlug/sales-invoice')({ validateSearch: parseInvoicesSearch, component: InvoicesPage })
