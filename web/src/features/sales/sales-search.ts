import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

interface ListSearch<Status> {
  q?: string
  status?: Status
  /** The form of a new one is open. */
  create?: true
  /** The form of the one with this id is open. */
  edit?: string
  settings?: true
}

type OrderStatus = 'Pending' | 'Confirmed' | 'Completed' | 'Cancelled'
type QuotationStatus = 'Draft' | 'Sent' | 'Accepted' | 'Declined' | 'Expired'
type InvoiceStatus = 'Draft' | 'Pending' | 'Paid' | 'Overdue' | 'Credited' | 'Void'

/** The page's state in the URL. */
export interface OrdersSearch extends ListSearch<OrderStatus> {
  /** The order of the open panel. */
  order?: string
}
export interface QuotationsSearch extends ListSearch<QuotationStatus> {
  /** The quotation of the open panel. */
  quotation?: string
}
export interface RecurringSearch extends ListSearch<never> {
  /** The recurring invoice of the open panel. */
  recurring?: string
}
export interface ProductsSearch extends ListSearch<never> {
  archived?: 'true'
}
export interface InvoicesSearch extends ListSearch<InvoiceStatus> {
  /** The invoice of the open panel. */
  invoice?: string
  /** The invoice that is shown as it is printed. */
  print?: string
  /** The statement of an account is asked for. */
  statement?: true
  /** Bank statements are shown. */
  bank?: true
}
export interface ExpensesSearch {
  q?: string
  /** The expense of the open panel. */
  expense?: string
}
export interface RegistersSearch {
  /** The panel of a customer is open: of this one, or of one to be chosen. */
  account?: true
  customer?: string
  /** The statement of an account is asked for. */
  statement?: true
  /** The ledger is asked for. */
  ledger?: true
  /** The chart of accounts is edited. */
  accounts?: true
}

const shared = (search: Record<string, unknown>) => ({
  q: textOf(search['q']),
  create: flagOf(search['create']),
  edit: textOf(search['edit'], 40),
  settings: flagOf(search['settings']),
})

/** Parses the page's URL and drops invalid values. */
export const parseOrdersSearch = (search: Record<string, unknown>): OrdersSearch =>
  withoutBlanks<OrdersSearch>({
    ...shared(search),
    status: oneOf(['Pending', 'Confirmed', 'Completed', 'Cancelled'], search['status']),
    order: textOf(search['order'], 40),
  })

export const parseInvoicesSearch = (search: Record<string, unknown>): InvoicesSearch =>
  withoutBlanks<InvoicesSearch>({
    ...shared(search),
    status: oneOf(['Draft', 'Pending', 'Paid', 'Overdue', 'Credited', 'Void'], search['status']),
    invoice: textOf(search['invoice'], 40),
    print: textOf(search['print'], 40),
    statement: flagOf(search['statement']),
    bank: flagOf(search['bank']),
  })

export const parseQuotationsSearch = (search: Record<string, unknown>): QuotationsSearch =>
  withoutBlanks<QuotationsSearch>({
    ...shared(search),
    status: oneOf(['Draft', 'Sent', 'Accepted', 'Declined', 'Expired'], search['status']),
    quotation: textOf(search['quotation'], 40),
  })

export const parseRecurringSearch = (search: Record<string, unknown>): RecurringSearch =>
  withoutBlanks<RecurringSearch>({ ...shared(search), status: undefined, recurring: textOf(search['recurring'], 40) })

export const parseProductsSearch = (search: Record<string, unknown>): ProductsSearch =>
  withoutBlanks<ProductsSearch>({ ...shared(search), status: undefined, archived: oneOf(['true'], search['archived']) })

export const parseExpensesSearch = (search: Record<string, unknown>): ExpensesSearch =>
  withoutBlanks<ExpensesSearch>({ q: textOf(search['q']), expense: textOf(search['expense'], 40) })

export const parseRegistersSearch = (search: Record<string, unknown>): RegistersSearch =>
  withoutBlanks<RegistersSearch>({
    account: flagOf(search['account']),
    customer: textOf(search['customer'], 40),
    statement: flagOf(search['statement']),
    ledger: flagOf(search['ledger']),
    accounts: flagOf(search['accounts']),
  })
