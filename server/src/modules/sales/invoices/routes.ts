import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesInvoice } from '@imperium/contract/sales/sales-invoices.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csvExport } from '../../../platform/resources/csv-export.ts'
import { csvAmount } from '../documents/csv-amount.ts'
import { readById } from '../documents/read-by-id.ts'
import { printCreditNote, printInvoice } from '../printing/print-invoice.ts'
import { createInvoice, removeInvoice, updateInvoice } from './draft-invoice.ts'
import { invoicePage, invoiceStats, toInvoice } from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import { readInvoice } from './read-invoice.ts'
import { sendInvoice } from './send-invoice.ts'
import { creditInvoice, recordPayment, voidInvoice } from './settle-invoice.ts'

const batch = 1_000
const head = [
  'Invoice',
  'Customer',
  'Email',
  'Tax ID',
  'Order',
  'Date',
  'Due date',
  'Status',
  'Payment method',
  'Currency',
  'Subtotal',
  'Tax',
  'Amount',
  'Paid',
  'Credited',
]
const cells = (invoice: SalesInvoice) => [
  invoice.number,
  invoice.customer,
  invoice.customerEmail,
  invoice.customerTaxId,
  invoice.orderRef,
  invoice.date,
  invoice.dueDate,
  invoice.status,
  invoice.paymentMethod,
  invoice.currency,
  ...[invoice.subtotal, invoice.tax, invoice.amount, invoice.paid, invoice.credited].map(csvAmount),
]

export const invoiceOperations = (platform: Platform) =>
  bindOperations(salesInvoices, {
    list: ({ query }, { tx }) => readById(platform, tx, 'sales-invoices', query, invoicePage, toInvoice),
    stats: (_input, { tx }) => invoiceStats(tx),
    exportList: ({ query }, { inOrg, audit }) => {
      audit({ after: { filtered: Object.keys(query) } })
      return Promise.resolve(
        csvExport<SalesInvoice, string>({
          name: 'sales-invoices',
          now: platform.clock.now(),
          head,
          cells,
          read: (after) =>
            inOrg(async (tx) => {
              const rows = (await invoicePage(tx, { ...query, limit: batch, after })).map((row) => toInvoice(row))
              return { rows, next: rows.length < batch ? null : (rows.at(-1)?.id ?? null) }
            }),
        }),
      )
    },
    create: ({ body }, context) => createInvoice(context, body),
    read: ({ params }, { tx }) => readInvoice(tx, params.id),
    update: ({ params, body }, context) => updateInvoice(platform, context, params.id, body),
    remove: ({ params }, context) => removeInvoice(context, params.id),
    issue: ({ params }, context) => issueInvoice(platform, context, params.id),
    send: ({ params }, context) => sendInvoice(platform, context, params.id),
    recordPayment: ({ params, body }, context) => recordPayment(platform, context, params.id, body),
    credit: ({ params, body }, context) => creditInvoice(platform, context, params.id, body),
    void: ({ params, body }, context) => voidInvoice(platform, context, params.id, body.reason),
    document: async ({ params }, { tx, caller }) => ({ html: await printInvoice(tx, params.id, caller.preferences.language) }),
    creditDocument: async ({ params }, { tx, caller }) => ({
      html: await printCreditNote(tx, params.id, params.creditNoteId, caller.preferences.language),
    }),
  })
