import { z } from 'zod'
import { Id, Timestamp, line, text } from '../kit/fields.ts'
import { create, get, list, operations, post, remove, update } from '../kit/operations.ts'
import {
  Amount,
  Currency,
  detailFields,
  documentBody,
  documentFields,
  missingLettersField,
  versionField,
  sendQuery,
} from './sales-documents.ts'
import { SalesDocument } from './sales-invoices.ts'
import { OrderStatus } from './sales-orders.ts'

export const quotationStatuses = ['Draft', 'Sent', 'Accepted', 'Declined', 'Expired'] as const
export const QuotationStatus = z.enum(quotationStatuses)
export type QuotationStatus = z.infer<typeof QuotationStatus>

export const SalesQuotation = z
  .object({
    ...documentFields,
    number: z.string(),
    status: QuotationStatus,
    date: z.iso.date(),
    /** The last day on which it can be accepted. */
    validUntil: z.iso.date(),
    /** How many lines it has. */
    items: z.int(),
    sentAt: Timestamp.nullable(),
    decidedAt: Timestamp.nullable(),
  })
  .meta({ id: 'SalesQuotation' })
export type SalesQuotation = z.infer<typeof SalesQuotation>

export const SalesQuotationDetail = SalesQuotation.extend({
  ...detailFields,
  /** The name that the customer accepted or declined with, or the member. */
  decidedBy: z.string(),
  declineReason: z.string(),
  order: z.object({ id: Id, number: z.string(), status: OrderStatus }).nullable(),
  /** The page where the customer accepts or declines; null: a draft. */
  publicUrl: z.string().nullable(),
  missingLetters: missingLettersField,
}).meta({ id: 'SalesQuotationDetail' })
export type SalesQuotationDetail = z.infer<typeof SalesQuotationDetail>

const fields = {
  ...documentBody,
  /** Today in the organization's time zone unless given. */
  date: z.iso.date().optional(),
  /** By the sales settings unless given. */
  validUntil: z.iso.date().optional(),
}
export const SalesQuotationBody = z.strictObject(fields)
export type SalesQuotationBody = z.infer<typeof SalesQuotationBody>
export const UpdateSalesQuotationBody = z.strictObject({ ...fields, ...versionField })
export type UpdateSalesQuotationBody = z.infer<typeof UpdateSalesQuotationBody>

export const SalesQuotationStats = z
  .object({
    total: z.int(),
    sent: z.int(),
    accepted: z.int(),
    /** Of quotations that wait for an answer, in the organization's currency. */
    openAmount: Amount,
    currency: Currency,
  })
  .meta({ id: 'SalesQuotationStats' })
export type SalesQuotationStats = z.infer<typeof SalesQuotationStats>

const filter = { q: text(200).optional(), status: QuotationStatus.optional() }

export const salesQuotations = operations(
  'sales-quotations',
  { read: 'sales:read', write: 'sales:write' },
  {
    list: list('/sales-quotations', 'List quotations', { row: SalesQuotation, filter, v1: true }),
    stats: get('/sales-quotations/stats', 'Count quotations by status', { reply: SalesQuotationStats, v1: true }),
    exportList: get('/sales-quotations/export', 'Quotations as CSV: all, or those that the filter finds', {
      recentSignIn: true,
      access: 'sales:write',
      query: z.strictObject(filter),
      file: 'text/csv',
      errors: [503],
      rate: { max: 10, perSeconds: 60 },
      transaction: false,
      audited: true,
    }),
    create: create('/sales-quotations', 'Draft a quotation; it gets the next number of its series', {
      body: SalesQuotationBody,
      reply: SalesQuotationDetail,
      errors: [404, 409],
      idempotent: true,
      v1: true,
    }),
    read: get('/sales-quotations/:id', 'Read a quotation', { reply: SalesQuotationDetail, v1: true }),
    update: update('/sales-quotations/:id', 'Replace the contents of a draft', {
      body: UpdateSalesQuotationBody,
      reply: SalesQuotationDetail,
      v1: true,
    }),
    remove: remove('/sales-quotations/:id', 'Delete a draft', { v1: true }),
    send: post(
      '/sales-quotations/:id/send',
      'Send a quotation to its customer by email, SMS or WhatsApp, with the page where they accept or decline',
      {
        query: sendQuery,
        reply: SalesQuotationDetail,
        errors: [409],
        v1: true,
      },
    ),
    accept: post('/sales-quotations/:id/accept', 'Accept a sent quotation for the customer: it becomes an order', {
      reply: SalesQuotationDetail,
      errors: [409],
      v1: true,
    }),
    decline: post('/sales-quotations/:id/decline', 'Decline a sent quotation for the customer', {
      body: z.strictObject({ reason: line(300).default('') }),
      reply: SalesQuotationDetail,
      errors: [409],
      v1: true,
    }),
    copy: create('/sales-quotations/:id/copy', 'Draft a new quotation with the same contents', { reply: SalesQuotationDetail, v1: true }),
    revokeLink: post('/sales-quotations/:id/revoke-link', 'Revoke the links that were sent or copied so far; there is a new one', {
      reply: SalesQuotationDetail,
      errors: [409],
      v1: true,
    }),
    document: get('/sales-quotations/:id/document', 'The quotation as an HTML document without scripts', {
      reply: SalesDocument,
      v1: true,
    }),
    pdf: get('/sales-quotations/:id/pdf', 'The quotation as PDF', {
      file: 'application/pdf',
      transaction: false,
      errors: [503],
      rate: { max: 60, perSeconds: 60 },
    }),
  },
)
