import { z } from 'zod'
import { SalesImport, importLimits, importQuery, importTypes } from './sales-imports.ts'
import { Id, line, required, text } from '../kit/fields.ts'
import { messageKey } from '../kit/message-fields.ts'
import { create, get, list, operations, post, put, remove, update } from '../kit/operations.ts'
import {
  Amount,
  Currency,
  detailFields,
  documentBody,
  documentFields,
  missingLettersField,
  salesLimits,
  versionField,
  sendQuery,
} from './sales-documents.ts'

export const invoiceStatuses = ['Draft', 'Pending', 'Paid', 'Overdue', 'Credited', 'Void'] as const
export const InvoiceStatus = z.enum(invoiceStatuses)
export type InvoiceStatus = z.infer<typeof InvoiceStatus>

export const paymentMethods = ['Bank transfer', 'UPI', 'Card', 'Cash', 'Cheque', 'Online', 'Other'] as const
export const PaymentMethod = z.enum(paymentMethods)
/** What a payment may have come by: also the credit balance of the customer. */
const settledBy = [...paymentMethods, 'Credit balance'] as const
const SettledBy = z.enum(settledBy)

export const SalesInvoice = z
  .object({
    ...documentFields,
    /** Serial of the financial year, at most 16 characters; null: a draft. */
    number: z.string().nullable(),
    orderId: Id.nullable(),
    orderRef: z.string().nullable(),
    status: InvoiceStatus,
    /** Day of issue; null: a draft. */
    date: z.iso.date().nullable(),
    /** Of a draft, null: by the payment term, from the day of issue. */
    dueDate: z.iso.date().nullable(),
    reverseCharge: z.boolean(),
    /** Reference of the customer, which European e-invoices carry as BT-10. */
    buyerReference: z.string(),
    /** Of a document in another currency: what one unit of it is in the organization's own; null: none is named. */
    exchangeRate: z.number().nullable(),
    paid: Amount,
    credited: Amount,
    /** Of what was paid and then credited, what went to the credit balance of the customer. */
    released: Amount,
    /** Of the last payment. */
    paymentMethod: SettledBy.nullable(),
  })
  .meta({ id: 'SalesInvoice' })
export type SalesInvoice = z.infer<typeof SalesInvoice>

export const SalesDocument = z.object({ html: z.string() }).meta({ id: 'SalesDocument' })

export const SalesPayment = z
  .object({
    id: Id,
    date: z.iso.date(),
    /** With what was withheld. */
    amount: Amount,
    /** Tax that the customer withheld and paid to the state (TDS). */
    withheld: Amount,
    method: SettledBy,
    reference: z.string(),
  })
  .meta({ id: 'SalesPayment' })
export type SalesPayment = z.infer<typeof SalesPayment>

export const SalesCreditNote = z
  .object({ id: Id, number: z.string(), date: z.iso.date(), reason: z.string(), amount: Amount })
  .meta({ id: 'SalesCreditNote' })

/** A calendar month: 2026-12. */
export const Month = z.string().regex(/^20\d\d-(0[1-9]|1[0-2])$/, 'Write months as 2026-12')

/** What the invoice registration portal (IRP) answers. */
export const EInvoice = z.object({
  irn: z.string(),
  ackNumber: z.string(),
  ackDate: z.iso.date(),
  signedQr: z.string(),
})
export type EInvoice = z.infer<typeof EInvoice>

const EInvoiceBody = z.strictObject({
  irn: z
    .string()
    .trim()
    .toLowerCase()
    .regex(/^[0-9a-f]{64}$/, 'An invoice reference number has 64 hexadecimal digits')
    .meta({ examples: ['0123456789abcdef'.repeat(4)] }),
  ackNumber: z
    .string()
    .trim()
    .regex(/^\d{1,20}$/, 'Use digits only')
    .meta({ examples: ['112010036563310'] }),
  ackDate: z.iso.date(),
  /** The signed text that the code on the invoice shows. */
  signedQr: z
    .string()
    .trim()
    .min(1, 'The signed code is required')
    .max(2_000)
    .regex(/^[\w.=+/-]+$/, 'This is no signed code'),
})
export type EInvoiceBody = z.output<typeof EInvoiceBody>

export const SalesInvoiceDetail = SalesInvoice.extend({
  ...detailFields,
  payments: z.array(SalesPayment).max(500),
  creditNotes: z.array(SalesCreditNote).max(100),
  /** Null: not registered. */
  eInvoice: EInvoice.nullable(),
  voidReason: z.string(),
  /** Of a draft: what keeps it from being issued as a tax invoice (rule 46 of the CGST Rules), by field; empty: nothing. */
  missing: z.array(z.object({ path: z.string(), message: z.string(), ...messageKey })).max(300),
  /** What customers paid online beyond what was due: to be paid back at the provider. */
  overpaid: Amount,
  /** The page where the customer sees, downloads and pays it; null: a draft. */
  payUrl: z.string().nullable(),
  missingLetters: missingLettersField,
}).meta({ id: 'SalesInvoiceDetail' })
export type SalesInvoiceDetail = z.infer<typeof SalesInvoiceDetail>

const fields = {
  ...documentBody,
  dueDate: z.iso.date().nullable().default(null),
  reverseCharge: z.boolean().default(false),
  buyerReference: line(60).default(''),
  exchangeRate: z.number().min(0.000001, 'Must be more than 0').max(1_000_000).nullable().default(null),
}
export const SalesInvoiceBody = z.strictObject(fields)
export type SalesInvoiceBody = z.infer<typeof SalesInvoiceBody>

export const UpdateSalesInvoiceBody = z.strictObject({ ...fields, ...versionField })
export type UpdateSalesInvoiceBody = z.infer<typeof UpdateSalesInvoiceBody>

export const SalesPaymentBody = z.strictObject({
  /** What it settles of the invoice, with what was withheld. */
  amount: z.int('Amount is required').min(1, 'Must be more than 0').max(salesLimits.total),
  /** Tax that the customer withheld (TDS), a part of the amount. */
  withheld: z.int().min(0).max(salesLimits.total).default(0),
  method: PaymentMethod,
  /** Today in the organization's time zone unless given. */
  date: z.iso.date().optional(),
  reference: line(120).default(''),
})
export type SalesPaymentBody = z.infer<typeof SalesPaymentBody>

export const SalesCreditBody = z.strictObject({
  reason: required(300, 'Reason is required'),
  /** Lines of the invoice by their place from 1, and how much of each; left out: all that was not credited yet. */
  lines: z
    .array(z.strictObject({ line: z.int().min(1).max(salesLimits.lines), quantity: z.number().min(0.001).max(salesLimits.quantity) }))
    .min(1)
    .max(salesLimits.lines)
    .optional(),
  /** Whether counted products go back to the stock. */
  restock: z.boolean().default(true),
})
export type SalesCreditBody = z.infer<typeof SalesCreditBody>

export const SalesInvoiceStats = z
  .object({
    total: z.int(),
    draft: z.int(),
    paid: z.int(),
    pending: z.int(),
    overdue: z.int(),
    credited: z.int(),
    /** Amounts in the organization's currency. */
    paidAmount: Amount,
    pendingAmount: Amount,
    overdueAmount: Amount,
    currency: Currency,
  })
  .meta({ id: 'SalesInvoiceStats' })
export type SalesInvoiceStats = z.infer<typeof SalesInvoiceStats>

const filter = { q: text(200).optional(), status: InvoiceStatus.optional() }

export const salesInvoices = operations(
  'sales-invoices',
  { read: 'sales:read', write: 'sales:write' },
  {
    list: list('/sales-invoices', 'List sales invoices', { row: SalesInvoice, filter, v1: true }),
    stats: get('/sales-invoices/stats', 'Count sales invoices by status', { reply: SalesInvoiceStats, v1: true }),
    exportList: get('/sales-invoices/export', 'Sales invoices as CSV: all, or those that the filter finds', {
      recentSignIn: true,
      access: 'sales:write',
      query: z.strictObject(filter),
      file: 'text/csv',
      errors: [503],
      rate: { max: 10, perSeconds: 60 },
      transaction: false,
      audited: true,
    }),
    exportGst: get('/sales-invoices/gstr1', 'Issued invoices and credit notes of a month in the shape of GSTR-1', {
      recentSignIn: true,
      access: 'sales:write',
      query: z.strictObject({ month: Month }),
      file: 'application/json',
      errors: [409],
      rate: { max: 10, perSeconds: 60 },
      audited: true,
    }),
    setEInvoice: put('/sales-invoices/:id/e-invoice', 'Keep what the invoice registration portal answered; it is printed on the invoice', {
      body: EInvoiceBody,
      reply: SalesInvoiceDetail,
      errors: [409],
      v1: true,
    }),
    importList: post('/sales-invoices/import', 'Draft invoices from CSV or XLSX; rows with faults are named', {
      upload: importTypes,
      query: importQuery,
      reply: SalesImport,
      bodyLimit: importLimits.bodyLimit,
      rate: importLimits.rate,
    }),
    create: create('/sales-invoices', 'Draft a sales invoice', {
      body: SalesInvoiceBody,
      reply: SalesInvoiceDetail,
      errors: [404],
      idempotent: true,
      v1: true,
    }),
    read: get('/sales-invoices/:id', 'Read a sales invoice', { reply: SalesInvoiceDetail, v1: true }),
    update: update('/sales-invoices/:id', 'Replace the contents of a draft; an issued invoice answers 409', {
      body: UpdateSalesInvoiceBody,
      reply: SalesInvoiceDetail,
      v1: true,
    }),
    remove: remove('/sales-invoices/:id', 'Delete a draft; an issued invoice answers 409', { v1: true }),
    issue: post('/sales-invoices/:id/issue', 'Issue a draft: it gets its serial and cannot be changed any more', {
      reply: SalesInvoiceDetail,
      errors: [409],
      v1: true,
    }),
    send: post('/sales-invoices/:id/send', 'Send an issued invoice to its customer by email, or its link by SMS or WhatsApp', {
      query: sendQuery,
      reply: SalesInvoiceDetail,
      errors: [409],
      v1: true,
    }),
    recordPayment: post('/sales-invoices/:id/payments', 'Record a payment of an issued invoice, in full or in part', {
      body: SalesPaymentBody,
      reply: SalesInvoiceDetail,
      errors: [409],
      v1: true,
      status: 201,
      idempotent: true,
    }),
    credit: post('/sales-invoices/:id/credit', 'Issue a credit note for an invoice, in full or for some of its lines', {
      access: 'sales:manage',
      body: SalesCreditBody,
      reply: SalesInvoiceDetail,
      errors: [409],
      status: 201,
      idempotent: true,
    }),
    findMissingLetters: post('/sales-invoices/missing-letters', 'Find the characters of a text that no font of a PDF has', {
      access: 'sales:read',
      body: z.strictObject({ text: text(2_000) }),
      reply: z.object({ missingLetters: missingLettersField }),
      audited: false,
    }),
    void: post('/sales-invoices/:id/void', 'Void an unpaid invoice; its serial stays used', {
      access: 'sales:manage',
      body: z.strictObject({ reason: required(300, 'Reason is required') }),
      reply: SalesInvoiceDetail,
      errors: [409],
    }),
    revokeLink: post('/sales-invoices/:id/revoke-link', 'Revoke the links that were sent or copied so far; there is a new one', {
      reply: SalesInvoiceDetail,
      errors: [409],
      v1: true,
    }),
    document: get('/sales-invoices/:id/document', 'The invoice as an HTML document without scripts', { reply: SalesDocument, v1: true }),
    pdf: get('/sales-invoices/:id/pdf', 'The invoice as PDF', {
      file: 'application/pdf',
      transaction: false,
      errors: [503],
      rate: { max: 60, perSeconds: 60 },
    }),
    creditPdf: get('/sales-invoices/:id/credit-notes/:creditNoteId/pdf', 'A credit note as PDF', {
      params: z.strictObject({ id: Id, creditNoteId: Id }),
      file: 'application/pdf',
      transaction: false,
      errors: [503],
      rate: { max: 60, perSeconds: 60 },
    }),
    remind: post('/sales-invoices/:id/remind', 'Remind the customer of an open invoice by email, SMS or WhatsApp, with the link to pay', {
      query: sendQuery,
      reply: SalesInvoiceDetail,
      errors: [409],
      v1: true,
    }),
    creditDocument: get('/sales-invoices/:id/credit-notes/:creditNoteId/document', 'A credit note as an HTML document without scripts', {
      params: z.strictObject({ id: Id, creditNoteId: Id }),
      reply: SalesDocument,
      v1: true,
    }),
  },
)
