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

/** What was paid of an invoice and then credited is owed to the customer; negative: the customer's credit pays an invoice. */
export const postCredit = (tx: OrgTx, { id, currency, amount }: Booked & { amount: number }): Promise<void> =>
  postEntry(tx, {
    cause: { kind: 'sales-credit', id },
    currency,
    postings: [
      { account: 'sales:receivable', amount },
      { account: 'sales:overpaid', amount: -amount },
    ],
  })

/** Money that customers gave in advance or got back (less than zero). */
export const postDeposit = (tx: OrgTx, { id, currency, amount }: Booked & { amount: number }): Promise<void> =>
  postEntry(tx, {
    cause: { kind: 'sales-credit', id },
    currency,
    postings: [
      { account: 'sales:received', amount },
      { account: 'sales:overpaid', amount: -amount },
    ],
  })

/** A payment of what is due; what the customer withheld for the state (TDS) is a claim against it. */
export const postPayment = (tx: OrgTx, { id, currency, amount, withheld }: Booked & { amount: number; withheld: number }): Promise<void> =>
  postEntry(tx, {
    cause: { kind: 'sales-payment', id },
    currency,
    postings: [
      { account: 'sales:received', amount: amount - withheld },
      { account: 'sales:withheld', amount: withheld },
      { account: 'sales:receivable', amount: -amount },
    ],
  })

/** Money that came beyond what was due. */
export const postOverpaid = (tx: OrgTx, { id, currency, amount }: Booked & { amount: number }): Promise<void> =>
  postEntry(tx, {
    cause: { kind: 'sales-payment', id },
    currency,
    postings: [
      { account: 'sales:received', amount },
      { account: 'sales:overpaid', amount: -amount },
    ],
  })
