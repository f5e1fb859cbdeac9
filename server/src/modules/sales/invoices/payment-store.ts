import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { totalColumns } from '../documents/document-columns.ts'

type Payment = SalesInvoiceDetail['payments'][number]

export async function insertPayment(tx: OrgTx, invoiceId: string, payment: Payment): Promise<void> {
  await tx
    .insertInto('sales_payments')
    .values({ org_id: tx.orgId, invoice_id: invoiceId, ...payment })
    .execute()
}

export async function listPayments(tx: OrgTx, invoiceId: string): Promise<Payment[]> {
  const rows = await tx
    .selectFrom('sales_payments')
    .select(['id', 'date', 'amount', 'withheld', 'method', 'reference'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  // Written with a method of the contract.
  return rows as Payment[]
}

/** A line as the invoice has it, with what the note takes of it. */
export interface CreditedLine extends SalesLine {
  position: number
}

const before = { unit: '', discountBasisPoints: 0, discountAmount: 0, taxCategory: 'standard', orderLine: null, productId: null } as const

/** Written by `insertCreditNote`; notes from before there were discounts and units have none of their fields. */
export const creditedLines = (stored: unknown): CreditedLine[] =>
  (stored as CreditedLine[]).map((line) => ({ ...before, ...line, taxable: line.taxable ?? line.amount }))

interface NewCreditNote {
  id: string
  number: string
  date: string
  reason: string
}

export async function insertCreditNote(
  tx: OrgTx,
  invoiceId: string,
  note: NewCreditNote,
  lines: readonly CreditedLine[],
  totals: ReturnType<typeof totalColumns>,
): Promise<void> {
  await tx
    .insertInto('sales_credit_notes')
    .values({ org_id: tx.orgId, invoice_id: invoiceId, ...note, ...totals, lines: JSON.stringify(lines) })
    .execute()
}

export async function listCreditNotes(tx: OrgTx, invoiceId: string) {
  const rows = await tx.selectFrom('sales_credit_notes').selectAll().where('invoice_id', '=', invoiceId).orderBy('id').execute()
  return rows.map((row) => ({ ...row, lines: creditedLines(row.lines) }))
}
