import { z } from 'zod'
import { Id, Timestamp, line, text } from '../kit/fields.ts'
import { list, operations, post, remove } from '../kit/operations.ts'
import { Amount } from './sales-documents.ts'

export const SalesExpense = z
  .object({
    id: Id,
    status: z.enum(['Draft', 'Recorded']),
    supplier: z.string(),
    supplierTaxId: z.string(),
    supplierCountry: z.string(),
    /** Of the supplier's invoice. */
    number: z.string(),
    date: z.iso.date(),
    dueDate: z.iso.date().nullable(),
    currency: z.string(),
    net: Amount,
    tax: Amount,
    /** With tax; less than zero: a credit note. */
    amount: Amount,
    notes: z.string(),
    /** Syntax of the e-invoice that it was read from. */
    source: z.enum(['', 'UBL', 'CII', 'Factur-X']),
    createdAt: Timestamp,
    updatedAt: Timestamp,
  })
  .meta({ id: 'SalesExpense' })
export type SalesExpense = z.infer<typeof SalesExpense>

export const salesExpenses = operations(
  'sales-expenses',
  { read: 'sales:read', write: 'sales:write' },
  {
    list: list('/sales-expenses', 'List expenses, newest first', { row: SalesExpense, filter: { q: text(200).optional() }, v1: true }),
    importEInvoice: post('/sales-expenses/e-invoices', 'Read an incoming e-invoice (UBL or CII of EN 16931) into a draft expense', {
      upload: ['application/xml', 'text/xml', 'application/octet-stream'],
      query: z.strictObject({ name: line(200).default('') }),
      reply: SalesExpense,
      bodyLimit: 4 * 1024 * 1024,
      rate: { max: 20, perSeconds: 60 },
      errors: [409],
      status: 201,
    }),
    record: post('/sales-expenses/:id/record', 'Record a draft expense: it is checked and cannot be deleted any more', {
      reply: SalesExpense,
      errors: [409],
      v1: true,
    }),
    remove: remove('/sales-expenses/:id', 'Delete a draft expense', { v1: true }),
  },
)
