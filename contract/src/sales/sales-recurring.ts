import { z } from 'zod'
import { Id, Timestamp, line, text } from '../kit/fields.ts'
import { create, get, list, operations, post, remove, update } from '../kit/operations.ts'
import { supplyTypes } from './compute-tax.ts'
import { Amount, Currency, SalesLineBody, documentBody, missingLettersField, salesLimits, versionField } from './sales-documents.ts'
import { InvoiceStatus } from './sales-invoices.ts'

export const recurrences = ['week', 'month', 'year'] as const

export const RecurringInvoice = z
  .object({
    id: Id,
    status: z.enum(['Active', 'Paused', 'Ended']),
    contactId: Id.nullable(),
    customer: z.string(),
    currency: Currency,
    amount: Amount,
    every: z.enum(recurrences),
    /** Every so many weeks, months or years. */
    interval: z.int(),
    startsOn: z.iso.date(),
    /** Null: ended. */
    nextOn: z.iso.date().nullable(),
    endsOn: z.iso.date().nullable(),
    /** `draft`: someone issues it; `send`: it is issued and emailed. */
    mode: z.enum(['draft', 'send']),
    made: z.int(),
    /** Why it was paused, or empty. */
    failure: z.string(),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'RecurringInvoice' })
export type RecurringInvoice = z.infer<typeof RecurringInvoice>

export const RecurringInvoiceDetail = RecurringInvoice.extend({
  customerEmail: z.string(),
  customerAddress: z.string(),
  customerTaxId: z.string(),
  customerCountry: z.string(),
  placeOfSupply: z.string().nullable(),
  supplyType: z.enum(supplyTypes),
  buyerReference: z.string(),
  exchangeRate: z.number().nullable(),
  discountBasisPoints: z.int(),
  discountAmount: Amount,
  reverseCharge: z.boolean(),
  notes: z.string(),
  lines: z.array(SalesLineBody.extend({ amount: Amount, taxable: Amount })).max(salesLimits.lines),
  invoices: z.array(z.object({ id: Id, number: z.string().nullable(), status: InvoiceStatus })).max(50),
  /** Of the invoices that it makes. */
  missingLetters: missingLettersField,
}).meta({ id: 'RecurringInvoiceDetail' })
export type RecurringInvoiceDetail = z.infer<typeof RecurringInvoiceDetail>

const fields = {
  ...documentBody,
  reverseCharge: z.boolean().default(false),
  buyerReference: line(60).default(''),
  exchangeRate: z.number().min(0.000001, 'Must be more than 0').max(1_000_000).nullable().default(null),
  every: z.enum(recurrences),
  interval: z.int().min(1, 'Must be more than 0').max(60).default(1),
  /** Day of the first invoice, from today on. */
  startsOn: z.iso.date('Start is required'),
  endsOn: z.iso.date().nullable().default(null),
  mode: z.enum(['draft', 'send']).default('draft'),
}
export const RecurringInvoiceBody = z.strictObject(fields)
export type RecurringInvoiceBody = z.infer<typeof RecurringInvoiceBody>
export const UpdateRecurringInvoiceBody = z.strictObject({ ...fields, ...versionField })
export type UpdateRecurringInvoiceBody = z.infer<typeof UpdateRecurringInvoiceBody>

export const salesRecurring = operations(
  'sales-recurring',
  { read: 'sales:read', write: 'sales:write' },
  {
    list: list('/sales-recurring', 'List recurring invoices', { row: RecurringInvoice, filter: { q: text(200).optional() }, v1: true }),
    create: create('/sales-recurring', 'Let an invoice be made every week, month or year', {
      body: RecurringInvoiceBody,
      reply: RecurringInvoiceDetail,
      errors: [404],
      v1: true,
    }),
    read: get('/sales-recurring/:id', 'Read a recurring invoice', { reply: RecurringInvoiceDetail, v1: true }),
    update: update('/sales-recurring/:id', 'Replace a recurring invoice; dates count from the new start', {
      body: UpdateRecurringInvoiceBody,
      reply: RecurringInvoiceDetail,
      v1: true,
    }),
    pause: post('/sales-recurring/:id/pause', 'Make no invoices until it goes on', {
      reply: RecurringInvoiceDetail,
      errors: [409],
      whileSuspended: true,
      v1: true,
    }),
    resume: post('/sales-recurring/:id/resume', 'Go on with the next day that is due; days that passed are skipped', {
      reply: RecurringInvoiceDetail,
      errors: [409],
      v1: true,
    }),
    remove: remove('/sales-recurring/:id', 'Delete a recurring invoice; invoices that it made stay', { v1: true }),
  },
)
