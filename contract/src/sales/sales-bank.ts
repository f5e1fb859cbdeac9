import { z } from 'zod'
import { Id, Timestamp, line } from '../kit/fields.ts'
import { list, operations, post } from '../kit/operations.ts'
import { Amount } from './sales-documents.ts'

const BankProposal = z.object({
  invoiceId: Id,
  number: z.string(),
  customer: z.string(),
  due: Amount,
  /** What speaks for it. */
  matches: z.array(z.enum(['reference', 'amount', 'customer'])).max(3),
})

export const SalesBankLine = z
  .object({
    id: Id,
    date: z.iso.date(),
    /** More than zero: money that came. */
    amount: Amount,
    currency: z.string(),
    /** Who paid, or was paid. */
    party: z.string(),
    partyAccount: z.string(),
    text: z.string(),
    status: z.enum(['Open', 'Matched', 'Ignored']),
    invoiceId: Id.nullable(),
    invoiceNumber: z.string().nullable(),
    /** Open invoices that it may pay, the likeliest first; a person confirms one. */
    proposals: z.array(BankProposal).max(5),
    createdAt: Timestamp,
  })
  .meta({ id: 'SalesBankLine' })
export type SalesBankLine = z.infer<typeof SalesBankLine>

export const SalesBankStatement = z
  .object({
    id: Id,
    fileName: z.string(),
    format: z.enum(['camt.053', 'MT940', 'OFX']),
    account: z.string(),
    currency: z.string(),
    firstOn: z.iso.date().nullable(),
    lastOn: z.iso.date().nullable(),
    /** Entries that were new; the others came with an earlier statement. */
    added: z.int(),
    known: z.int(),
  })
  .meta({ id: 'SalesBankStatement' })
export type SalesBankStatement = z.infer<typeof SalesBankStatement>

export const bankFileTypes = ['application/octet-stream', 'application/xml', 'text/xml', 'text/plain', 'application/x-ofx'] as const

export const salesBank = operations(
  'sales-bank',
  { read: 'sales:read', write: 'sales:write' },
  {
    list: list('/sales-bank/lines', 'List entries of bank statements with the invoices that they may pay', {
      row: SalesBankLine,
      filter: { status: z.enum(['Open', 'Matched', 'Ignored']).optional() },
      v1: true,
    }),
    importStatement: post('/sales-bank/statements', 'Read a bank statement: camt.053, MT940 or OFX; entries that are known are left out', {
      upload: bankFileTypes,
      query: z.strictObject({ name: line(200).default('') }),
      reply: SalesBankStatement,
      errors: [409],
      bodyLimit: 4 * 1024 * 1024,
      rate: { max: 20, perSeconds: 60 },
      status: 201,
    }),
    match: post('/sales-bank/lines/:id/match', 'Confirm that an entry pays an invoice; more than is due becomes credit of the customer', {
      body: z.strictObject({ invoiceId: Id }),
      reply: SalesBankLine,
      errors: [409],
      v1: true,
    }),
    ignore: post('/sales-bank/lines/:id/ignore', 'Set an entry aside that pays no invoice', {
      reply: SalesBankLine,
      errors: [409],
      v1: true,
    }),
  },
)
