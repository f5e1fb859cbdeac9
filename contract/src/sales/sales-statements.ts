import { z } from 'zod'
import { Id } from '../kit/fields.ts'
import { get, operations } from '../kit/operations.ts'
import { Amount, Currency } from './sales-documents.ts'

const query = z.strictObject({
  contactId: Id,
  from: z.iso.date(),
  to: z.iso.date(),
  /** That of the sales settings unless given. */
  currency: Currency.optional(),
})
export type StatementQuery = z.infer<typeof query>

export const SalesStatement = z
  .object({
    contactId: Id,
    customer: z.string(),
    from: z.iso.date(),
    to: z.iso.date(),
    currency: Currency,
    /** What was due before `from`; less than zero: paid in advance. */
    opening: Amount,
    entries: z
      .array(
        z.object({
          date: z.iso.date(),
          kind: z.enum(['invoice', 'credit', 'payment']),
          invoiceId: Id,
          /** Of the document; of a payment that of its invoice. */
          number: z.string(),
          /** What it adds to the balance: less than zero for payments and credit notes. */
          amount: Amount,
          balance: Amount,
        }),
      )
      .max(1_000),
    closing: Amount,
  })
  .meta({ id: 'SalesStatement' })
export type SalesStatement = z.infer<typeof SalesStatement>

export const salesStatements = operations('sales-statements', 'sales:read', {
  read: get('/sales-statements', 'Statement of a customer’s account: invoices, credit notes and payments with the balance', {
    query,
    reply: SalesStatement,
    errors: [404, 409],
    v1: true,
  }),
  pdf: get('/sales-statements/pdf', 'Statement of a customer’s account as PDF', {
    query,
    file: 'application/pdf',
    transaction: false,
    errors: [404, 409, 503],
    rate: { max: 60, perSeconds: 60 },
  }),
})
