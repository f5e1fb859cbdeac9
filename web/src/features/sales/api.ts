import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { InvoicesSearch, OrdersSearch } from './sales-search.ts'

const silent = { meta: { silent: true } }
export const invalidates = [['sales-orders'], ['sales-invoices']] as const

export const orderFilter = ({ q, status }: OrdersSearch) => ({ ...(q ? { q } : {}), ...(status ? { status } : {}) })
export const ordersQuery = (search: OrdersSearch) => ({
  ...pages(salesOrders.list, { query: { limit: 50, ...orderFilter(search) } }),
  ...silent,
})
export const orderStatsQuery = { ...query(salesOrders.stats), ...silent }
export const orderQuery = (id: string) => ({ ...query(salesOrders.read, { params: { id } }), ...silent })

export const invoiceFilter = ({ q, status }: InvoicesSearch) => ({ ...(q ? { q } : {}), ...(status ? { status } : {}) })
export const invoicesQuery = (search: InvoicesSearch) => ({
  ...pages(salesInvoices.list, { query: { limit: 50, ...invoiceFilter(search) } }),
  ...silent,
})
export const invoiceStatsQuery = { ...query(salesInvoices.stats), ...silent }
export const invoiceQuery = (id: string) => ({ ...query(salesInvoices.read, { params: { id } }), ...silent })
export const documentQuery = (id: string, creditNoteId: string | undefined) =>
  creditNoteId === undefined
    ? { ...query(salesInvoices.document, { params: { id } }), ...silent }
    : { ...query(salesInvoices.creditDocument, { params: { id, creditNoteId } }), ...silent }

export const settingsQuery = { ...query(salesSettings.read), ...silent }

const orderFailure = t('The order could not be changed')
export const confirmMutation = mutation(salesOrders.confirm, { success: t('Order confirmed'), failure: orderFailure, invalidates })
export const completeMutation = mutation(salesOrders.complete, { success: t('Order completed'), failure: orderFailure, invalidates })
export const cancelMutation = mutation(salesOrders.cancel, { success: t('Order cancelled'), failure: orderFailure, invalidates })
export const invoiceOrderMutation = mutation(salesOrders.createInvoice, {
  success: t('Invoice drafted'),
  failure: t('The invoice could not be created'),
  invalidates,
})

export const issueMutation = mutation(salesInvoices.issue, {
  success: t('Invoice issued'),
  failure: t('The invoice could not be issued'),
  invalidates,
})
export const sendMutation = mutation(salesInvoices.send, { success: t('Invoice sent'), failure: t('The invoice could not be sent') })
export const removeMutation = mutation(salesInvoices.remove, {
  success: t('Draft deleted'),
  failure: t('The draft could not be deleted'),
  invalidates,
})
