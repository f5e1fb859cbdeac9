import { z } from 'zod'
import { Id, line } from '../kit/fields.ts'
import { get, operations, put } from '../kit/operations.ts'
import { Amount, Currency } from './sales-documents.ts'

const AgeingRow = z.object({
  contactId: Id.nullable(),
  customer: z.string(),
  /** Currencies are never added up. */
  currency: Currency,
  /** Of open invoices, by the days since their due date. */
  notDue: Amount,
  to30: Amount,
  to60: Amount,
  to90: Amount,
  over90: Amount,
  total: Amount,
})

export const SalesAgeing = z
  .object({
    day: z.iso.date(),
    /** The largest first. */
    rows: z.array(AgeingRow).max(2_000),
  })
  .meta({ id: 'SalesAgeing' })
export type SalesAgeing = z.infer<typeof SalesAgeing>

export const ledgerAccounts = [
  'sales:receivable',
  'sales:income',
  'sales:tax',
  'sales:rounding',
  'sales:received',
  'sales:overpaid',
  'sales:withheld',
] as const

/** Numbers of the organization's own chart of accounts; empty: our own name is exported. */
const accountNumber = line(20)
  .regex(/^[A-Za-z0-9.-]*$/, 'Use letters, digits, dots and hyphens')
  .default('')
export const ChartOfAccounts = z
  .strictObject({
    'sales:receivable': accountNumber,
    'sales:income': accountNumber,
    'sales:tax': accountNumber,
    'sales:rounding': accountNumber,
    'sales:received': accountNumber,
    'sales:overpaid': accountNumber,
    'sales:withheld': accountNumber,
  })
  .meta({ id: 'ChartOfAccounts' })
export type ChartOfAccounts = z.infer<typeof ChartOfAccounts>

export const salesRegisters = operations('sales-registers', 'sales:read', {
  ageing: get('/sales-registers/ageing', 'What customers owe by the days since it was due', { reply: SalesAgeing, v1: true }),
  ledger: get('/sales-registers/ledger', 'Entries of the sales ledger as CSV, with the account numbers of the organization', {
    access: 'sales:write',
    recentSignIn: true,
    query: z.strictObject({ from: z.iso.date(), to: z.iso.date() }),
    file: 'text/csv',
    errors: [503],
    rate: { max: 10, perSeconds: 60 },
    transaction: false,
    audited: true,
  }),
  readAccounts: get('/sales-registers/accounts', 'Read the numbers of the own chart of accounts', { reply: ChartOfAccounts }),
  updateAccounts: put('/sales-registers/accounts', 'Set the numbers of the own chart of accounts', {
    access: 'sales:manage',
    body: ChartOfAccounts,
    reply: ChartOfAccounts,
  }),
})
