import type { OrgTx } from '../../../platform/db/database.ts'
import { postEntry } from '../../../platform/ledger/ledger-store.ts'
import type { LedgerEntry } from '../../../platform/ledger/ledger-store.ts'

interface Totals {
  amount: number
  tax: number
  round_off: number
}

interface Booked {
  id: string
  currency: string
}

/** What a document says is owed, earned and taxed; a credit note and a void invoice take it back. */
const postingsOf = ({ amount, tax, round_off: rounding }: Totals, sign: 1 | -1) => [
  { account: 'sales:receivable', amount: sign * amount },
  { account: 'sales:income', amount: -sign * (amount - tax - rounding) },
  { account: 'sales:tax', amount: -sign * tax },
  { account: 'sales:rounding', amount: -sign * rounding },
]

const postDocument = (tx: OrgTx, kind: LedgerEntry['cause']['kind'], { id, currency }: Booked, totals: Totals, sign: 1 | -1) =>
  postEntry(tx, { cause: { kind, id }, currency, postings: postingsOf(totals, sign) })

export const postInvoice = (tx: OrgTx, invoice: Booked, totals: Totals): Promise<void> =>
  postDocument(tx, 'sales-invoice', invoice, totals, 1)
export const postVoid = (tx: OrgTx, invoice: Booked & Totals): Promise<void> => postDocument(tx, 'sales-void', invoice, invoice, -1)
export const postCreditNote = (tx: OrgTx, note: Booked, totals: Totals): Promise<void> =>
  postDocument(tx, 'sales-credit-note', note, totals, -1)

/** Money that came: for what is due, or beyond it, to be paid back. */
export const postReceived = (
  tx: OrgTx,
  { id, currency, amount }: Booked & { amount: number },
  as: 'sales:receivable' | 'sales:overpaid' = 'sales:receivable',
): Promise<void> =>
  postEntry(tx, {
    cause: { kind: 'sales-payment', id },
    currency,
    postings: [
      { account: 'sales:received', amount },
      { account: as, amount: -amount },
    ],
  })
