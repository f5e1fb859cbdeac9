import type { TaxedLine } from '@imperium/contract/sales/compute-tax.ts'
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
    .select(['id', 'date', 'amount', 'method', 'reference'])
    .where('invoice_id', '=', invoiceId)
    .orderBy('id')
    .execute()
  // Written with a method of the contract.
  return rows as Payment[]
}

export interface CreditedLine extends TaxedLine {
  position: number
  description: string
  code: string
  productId?: string | null
  amount: number
}

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
  // Written by `insertCreditNote`.
  return rows.map((row) => ({ ...row, lines: row.lines as unknown as CreditedLine[] }))
}
