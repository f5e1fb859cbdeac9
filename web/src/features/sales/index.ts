import { lazyRouteComponent } from '@tanstack/react-router'

export { parseInvoicesSearch, parseOrdersSearch } from './sales-search.ts'
export const OrdersPage = lazyRouteComponent(() => import('./orders/orders-page.tsx'), 'OrdersPage')
export const InvoicesPage = lazyRouteComponent(() => import('./invoices/invoices-page.tsx'), 'InvoicesPage')
