import { createFileRoute } from '@tanstack/react-router'
import { OrdersPage, parseOrdersSearch } from '../features/sales/index.ts'

export const Route = createFileRoute('/org/$orgSlug/sales-order')({ validateSearch: parseOrdersSearch, component: OrdersPage })
