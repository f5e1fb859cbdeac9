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
type InvoiceStatus = 'Draft' | 'Pending' | 'Paid' | 'Overdue' | 'Void'

/** The page's state in the URL. */
export interface OrdersSearch extends ListSearch<OrderStatus> {
  /** The order of the open panel. */
  order?: string
}
export interface InvoicesSearch extends ListSearch<InvoiceStatus> {
  /** The invoice of the open panel. */
  invoice?: string
  /** The invoice that is shown as it is printed. */
  print?: string
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
    status: oneOf(['Draft', 'Pending', 'Paid', 'Overdue', 'Void'], search['status']),
    invoice: textOf(search['invoice'], 40),
    print: textOf(search['print'], 40),
  })
