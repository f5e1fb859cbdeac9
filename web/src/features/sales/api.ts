import { salesBank } from '@imperium/contract/sales/sales-bank.ts'
import { salesCredits } from '@imperium/contract/sales/sales-credits.ts'
import { salesExpenses } from '@imperium/contract/sales/sales-expenses.ts'
import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import { salesOrders } from '@imperium/contract/sales/sales-orders.ts'
import { salesProducts } from '@imperium/contract/sales/sales-products.ts'
import { salesQuotations } from '@imperium/contract/sales/sales-quotations.ts'
import { salesRecurring } from '@imperium/contract/sales/sales-recurring.ts'
import { salesRegisters } from '@imperium/contract/sales/sales-registers.ts'
import { salesSettings } from '@imperium/contract/sales/sales-settings.ts'
import { mutation, pages, query } from '../../lib/api.ts'
import { t } from '../../lib/words.ts'
import type { ExpensesSearch, InvoicesSearch, OrdersSearch, ProductsSearch, QuotationsSearch, RecurringSearch } from './sales-search.ts'

const silent = { meta: { silent: true } }
export const invalidates = [
  ['sales-quotations'],
  ['sales-orders'],
  ['sales-invoices'],
  ['sales-products'],
  ['sales-recurring'],
  ['sales-credits'],
  ['sales-registers'],
  ['sales-statements'],
] as const

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
/** Documents as they are printed. */
export const documentQueries = {
  invoice: (id: string, _creditNoteId: string) => ({ ...query(salesInvoices.document, { params: { id } }), ...silent }),
  credit: (id: string, creditNoteId: string) => ({ ...query(salesInvoices.creditDocument, { params: { id, creditNoteId } }), ...silent }),
  quotation: (id: string, _creditNoteId: string) => ({ ...query(salesQuotations.document, { params: { id } }), ...silent }),
  order: (id: string, _creditNoteId: string) => ({ ...query(salesOrders.document, { params: { id } }), ...silent }),
}

export const quotationFilter = ({ q, status }: QuotationsSearch) => ({ ...(q ? { q } : {}), ...(status ? { status } : {}) })
export const quotationsQuery = (search: QuotationsSearch) => ({
  ...pages(salesQuotations.list, { query: { limit: 50, ...quotationFilter(search) } }),
  ...silent,
})
export const quotationStatsQuery = { ...query(salesQuotations.stats), ...silent }
export const quotationQuery = (id: string) => ({ ...query(salesQuotations.read, { params: { id } }), ...silent })

export const productFilter = ({ q, archived }: ProductsSearch) => ({ ...(q ? { q } : {}), ...(archived ? { archived } : {}) })
export const productsQuery = (search: ProductsSearch) => ({
  ...pages(salesProducts.list, { query: { limit: 50, ...productFilter(search) } }),
  ...silent,
})

export const recurringListQuery = ({ q }: RecurringSearch) => ({
  ...pages(salesRecurring.list, { query: { limit: 50, ...(q ? { q } : {}) } }),
  ...silent,
})
export const recurringQuery = (id: string) => ({ ...query(salesRecurring.read, { params: { id } }), ...silent })

export const paymentAccountQuery = { ...query(salesSettings.readPayments), ...silent }
export const settingsQuery = { ...query(salesSettings.read), ...silent }

const orderFailure = t('The order could not be changed')
export const confirmMutation = mutation(salesOrders.confirm, { success: t('Order confirmed'), failure: orderFailure, invalidates })
export const completeMutation = mutation(salesOrders.complete, { success: t('Order completed'), failure: orderFailure, invalidates })
export const cancelMutation = mutation(salesOrders.cancel, { success: t('Order cancelled'), failure: orderFailure, invalidates })
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

export const remindMutation = mutation(salesInvoices.remind, {
  success: t('Reminder sent'),
  failure: t('The reminder could not be sent'),
})

export const creditQuery = (contactId: string) => ({ ...query(salesCredits.read, { query: { contactId } }), ...silent })
export const applyCreditMutation = mutation(salesCredits.apply, {
  success: t('Credit balance applied'),
  failure: t('The credit balance could not be applied'),
  invalidates,
})

export const ageingQuery = { ...query(salesRegisters.ageing), ...silent }
export const chartQuery = { ...query(salesRegisters.readAccounts), ...silent }

export const expensesQuery = ({ q }: ExpensesSearch) => ({
  ...pages(salesExpenses.list, { query: { limit: 50, ...(q ? { q } : {}) } }),
  ...silent,
})
const expenseMeta = { failure: t('The expense could not be changed'), invalidates: [['sales-expenses']] }
export const recordExpenseMutation = mutation(salesExpenses.record, { ...expenseMeta, success: t('Expense recorded') })
export const removeExpenseMutation = mutation(salesExpenses.remove, { ...expenseMeta, success: t('Draft deleted') })

const bankMeta = { failure: t('The bank entry could not be decided'), invalidates: [...invalidates, ['sales-bank']] }
export const matchBankMutation = mutation(salesBank.match, { ...bankMeta, success: t('Payment recorded') })
export const ignoreBankMutation = mutation(salesBank.ignore, { ...bankMeta, success: t('Set aside') })

const linkFailure = t('The link could not be revoked')
export const revokeInvoiceLinkMutation = mutation(salesInvoices.revokeLink, {
  success: t('Link revoked'),
  failure: linkFailure,
  invalidates,
})
export const revokeQuotationLinkMutation = mutation(salesQuotations.revokeLink, {
  success: t('Link revoked'),
  failure: linkFailure,
  invalidates,
})

const quotationFailure = t('The quotation could not be changed')
const quotationMeta = { failure: quotationFailure, invalidates }
export const sendQuotationMutation = mutation(salesQuotations.send, { ...quotationMeta, success: t('Quotation sent') })
export const acceptMutation = mutation(salesQuotations.accept, { ...quotationMeta, success: t('Quotation accepted') })
export const declineMutation = mutation(salesQuotations.decline, { ...quotationMeta, success: t('Quotation declined') })
export const copyMutation = mutation(salesQuotations.copy, { ...quotationMeta, success: t('Quotation copied') })
export const removeQuotationMutation = mutation(salesQuotations.remove, { ...quotationMeta, success: t('Draft deleted') })

const recurringMeta = { failure: t('The recurring invoice could not be changed'), invalidates }
export const pauseMutation = mutation(salesRecurring.pause, { ...recurringMeta, success: t('Paused') })
export const resumeMutation = mutation(salesRecurring.resume, { ...recurringMeta, success: t('Goes on') })
export const removeRecurringMutation = mutation(salesRecurring.remove, { ...recurringMeta, success: t('Recurring invoice deleted') })

const productMeta = { failure: t('The product could not be changed'), invalidates }
export const archiveMutation = mutation(salesProducts.archive, { ...productMeta, success: t('Product archived') })
export const restoreMutation = mutation(salesProducts.restore, { ...productMeta, success: t('Product restored') })
