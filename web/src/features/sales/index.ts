import { lazyRouteComponent } from '@tanstack/react-router'

export {
  parseExpensesSearch,
  parseInvoicesSearch,
  parseOrdersSearch,
  parseProductsSearch,
  parseQuotationsSearch,
  parseRecurringSearch,
  parseRegistersSearch,
} from './sales-search.ts'
export const QuotationsPage = lazyRouteComponent(() => import('./quotations/quotations-page.tsx'), 'QuotationsPage')
export const OrdersPage = lazyRouteComponent(() => import('./orders/orders-page.tsx'), 'OrdersPage')
export const InvoicesPage = lazyRouteComponent(() => import('./invoices/invoices-page.tsx'), 'InvoicesPage')
export const RecurringPage = lazyRouteComponent(() => import('./recurring/recurring-page.tsx'), 'RecurringPage')
export const ProductsPage = lazyRouteComponent(() => import('./products/products-page.tsx'), 'ProductsPage')
export const ExpensesPage = lazyRouteComponent(() => import('./expenses/expenses-page.tsx'), 'ExpensesPage')
export const RegistersPage = lazyRouteComponent(() => import('./registers/registers-page.tsx'), 'RegistersPage')
