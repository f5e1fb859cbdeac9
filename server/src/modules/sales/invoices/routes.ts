import { salesInvoices } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesInvoice } from '@imperium/contract/sales/sales-invoices.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { csvAmount } from '../documents/csv-amount.ts'
import { exportDocuments } from '../documents/export-documents.ts'
import { importDocuments } from '../documents/import-documents.ts'
import { readById } from '../documents/read-by-id.ts'
import { revokeInvoiceLink } from '../links/revoke-link.ts'
import { lettersWithoutFont } from '../printing/letters-without-font.ts'
import { pdfResponse } from '../printing/pdf-of-document.ts'
import { printedCreditNote, printedInvoice } from '../printing/printed-documents.ts'
import { renderDocument } from '../printing/render-document.ts'
import { createInvoice, removeInvoice, updateInvoice } from './draft-invoice.ts'
import { exportGst } from './export-gst.ts'
import { invoicePage, invoiceStats, toInvoice } from './invoice-store.ts'
import { issueInvoice } from './issue-invoice.ts'
import { readInvoice } from './read-invoice.ts'
import { sendInvoice } from './send-invoice.ts'
import { setEInvoice } from './set-e-invoice.ts'
import { creditInvoice } from './credit-invoice.ts'
import { recordPayment, voidInvoice } from './settle-invoice.ts'

const columns = {
  Invoice: ({ number }: SalesInvoice) => number,
  Customer: ({ customer }: SalesInvoice) => customer,
  Email: ({ customerEmail }: SalesInvoice) => customerEmail,
  'Tax ID': ({ customerTaxId }: SalesInvoice) => customerTaxId,
  Order: ({ orderRef }: SalesInvoice) => orderRef,
  Date: ({ date }: SalesInvoice) => date,
  'Due date': ({ dueDate }: SalesInvoice) => dueDate,
  Status: ({ status }: SalesInvoice) => status,
  'Payment method': ({ paymentMethod }: SalesInvoice) => paymentMethod,
  Currency: ({ currency }: SalesInvoice) => currency,
  Subtotal: ({ subtotal }: SalesInvoice) => csvAmount(subtotal),
  Tax: ({ tax }: SalesInvoice) => csvAmount(tax),
  Amount: ({ amount }: SalesInvoice) => csvAmount(amount),
  Paid: ({ paid }: SalesInvoice) => csvAmount(paid),
  Credited: ({ credited }: SalesInvoice) => csvAmount(credited),
}

export const invoiceOperations = (platform: Platform) =>
  bindOperations(salesInvoices, {
    list: ({ query }, { tx }) => readById(platform, tx, 'sales-invoices', query, invoicePage, toInvoice),
    stats: (_input, { tx }) => invoiceStats(tx),
    exportList: ({ query }, context) =>
      exportDocuments(platform, context, query, { name: 'sales-invoices', columns, read: invoicePage, toReply: toInvoice }),
    exportGst: ({ query }, { tx, audit }) => {
      audit({ targetName: query.month })
      return exportGst(tx, query.month)
    },
    setEInvoice: ({ params, body }, context) => setEInvoice(platform, context, params.id, body),
    importList: ({ body: { bytes }, query: { check } }, context) =>
      importDocuments({
        context,
        bytes,
        check: check === 'true',
        create: ({ body: { date: _date, ...body }, dueDate = null }) =>
          createInvoice(platform, context, { ...body, dueDate, reverseCharge: false, buyerReference: '', exchangeRate: null }),
      }),
    create: ({ body }, context) => createInvoice(platform, context, body),
    read: async ({ params }, context) => {
      const invoice = await readInvoice(platform, context.tx, params.id)
      return context.may('sales:write') ? invoice : { ...invoice, payUrl: null }
    },
    update: ({ params, body }, context) => updateInvoice(platform, context, params.id, body),
    remove: ({ params }, context) => removeInvoice(context, params.id),
    issue: ({ params }, context) => issueInvoice(platform, context, params.id),
    send: ({ params, query: { via } }, context) =>
      sendInvoice(platform, context, { id: params.id, kind: 'invoice', via, fallback: context.caller.preferences.language }),
    remind: ({ params, query: { via } }, context) =>
      sendInvoice(platform, context, { id: params.id, kind: 'reminder', via, fallback: context.caller.preferences.language }),
    revokeLink: async ({ params }, context) => {
      await revokeInvoiceLink(platform, context, params.id)
      return readInvoice(platform, context.tx, params.id)
    },
    recordPayment: ({ params, body }, context) => recordPayment(platform, context, params.id, body),
    credit: ({ params, body }, context) => creditInvoice(platform, context, params.id, body),
    findMissingLetters: ({ body }) => Promise.resolve({ missingLetters: lettersWithoutFont([body.text]) }),
    void: ({ params, body }, context) => voidInvoice(platform, context, params.id, body.reason),
    document: async ({ params }, { tx, caller }) => ({
      html: renderDocument(await printedInvoice(tx, params.id, caller.preferences.language)),
    }),
    pdf: ({ params }, { inOrg, caller }) => pdfResponse(inOrg, (tx) => printedInvoice(tx, params.id, caller.preferences.language)),
    creditDocument: async ({ params }, { tx, caller }) => ({
      html: renderDocument(await printedCreditNote(tx, params.id, params.creditNoteId, caller.preferences.language)),
    }),
    creditPdf: ({ params }, { inOrg, caller }) =>
      pdfResponse(inOrg, (tx) => printedCreditNote(tx, params.id, params.creditNoteId, caller.preferences.language)),
  })
