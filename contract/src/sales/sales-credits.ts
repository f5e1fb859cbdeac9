import { z } from 'zod'
import { Id, line } from '../kit/fields.ts'
import { create, get, operations, post } from '../kit/operations.ts'
import { Amount, Currency, salesLimits } from './sales-documents.ts'
import { PaymentMethod, SalesInvoiceDetail } from './sales-invoices.ts'

const creditMoveKinds = ['advance', 'overpaid', 'credited', 'applied', 'refunded'] as const

const CreditMove = z.object({
  id: Id,
  kind: z.enum(creditMoveKinds),
  currency: Currency,
  /** More than zero: owed to the customer. */
  amount: Amount,
  date: z.iso.date(),
  /** Receipt voucher of an advance. */
  number: z.string().nullable(),
  /** Where it came from, or what it was applied to. */
  invoiceId: Id.nullable(),
  invoiceNumber: z.string().nullable(),
  method: z.string(),
  reference: z.string(),
})
export type CreditMove = z.infer<typeof CreditMove>

export const CustomerCredit = z
  .object({
    contactId: Id,
    customer: z.string(),
    /** Currencies are never added up. */
    balances: z.array(z.object({ currency: Currency, balance: Amount })).max(20),
    /** The latest. */
    moves: z.array(CreditMove).max(200),
  })
  .meta({ id: 'CustomerCredit' })
export type CustomerCredit = z.infer<typeof CustomerCredit>

const amount = z.int('Amount is required').min(1, 'Must be more than 0').max(salesLimits.total)
export const AdvanceBody = z.strictObject({
  contactId: Id,
  amount,
  /** That of the sales settings unless given. */
  currency: Currency.optional(),
  method: PaymentMethod,
  /** Today in the organization's time zone unless given. */
  date: z.iso.date().optional(),
  reference: line(120).default(''),
})
export type AdvanceBody = z.infer<typeof AdvanceBody>

export const RefundCreditBody = z.strictObject({
  contactId: Id,
  amount,
  currency: Currency,
  method: PaymentMethod,
  date: z.iso.date().optional(),
  reference: line(120).default(''),
})
export type RefundCreditBody = z.infer<typeof RefundCreditBody>

export const ApplyCreditBody = z.strictObject({
  /** All of the balance that the invoice can take unless given. */
  amount: amount.optional(),
})
export type ApplyCreditBody = z.infer<typeof ApplyCreditBody>

export const salesCredits = operations(
  'sales-credits',
  { read: 'sales:read', write: 'sales:write' },
  {
    read: get('/sales-credits', 'Credit balance of a customer: advances, overpayments and credit notes of paid invoices', {
      query: z.strictObject({ contactId: Id }),
      reply: CustomerCredit,
      errors: [404],
      v1: true,
    }),
    advance: create('/sales-credits/advances', 'Record an advance of a customer; it gets a receipt voucher', {
      body: AdvanceBody,
      reply: CustomerCredit,
      errors: [404],
      idempotent: true,
      v1: true,
    }),
    refund: post('/sales-credits/refunds', 'Record that a credit balance was paid back', {
      access: 'sales:manage',
      body: RefundCreditBody,
      reply: CustomerCredit,
      errors: [404, 409],
      status: 201,
      idempotent: true,
    }),
    apply: post('/sales-invoices/:id/apply-credit', 'Pay an invoice from the credit balance of its customer', {
      body: ApplyCreditBody.default({}),
      reply: SalesInvoiceDetail,
      errors: [409],
      status: 201,
      idempotent: true,
      v1: true,
    }),
  },
)
