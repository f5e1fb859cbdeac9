import { sql } from 'kysely'
import type { EInvoice } from '@imperium/contract/sales/sales-invoices.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

export async function findEInvoice(tx: OrgTx, invoiceId: string): Promise<EInvoice | null> {
  const row = await tx
    .selectFrom('sales_e_invoices')
    .select(['irn', 'ack_number as ackNumber', 'signed_qr as signedQr'])
    .select(sql<string>`to_char(ack_date, 'YYYY-MM-DD')`.as('ackDate'))
    .where('invoice_id', '=', invoiceId)
    .executeTakeFirst()
  return row ?? null
}

/** False where another invoice has the reference number. */
export async function saveEInvoice(tx: OrgTx, invoiceId: string, { irn, ackNumber, ackDate, signedQr }: EInvoice): Promise<boolean> {
  const taken = await tx
    .selectFrom('sales_e_invoices')
    .select('irn')
    .where('irn', '=', irn)
    .where('invoice_id', '<>', invoiceId)
    .executeTakeFirst()
  if (taken) return false
  const columns = { irn, ack_number: ackNumber, ack_date: ackDate, signed_qr: signedQr }
  await tx
    .insertInto('sales_e_invoices')
    .values({ org_id: tx.orgId, invoice_id: invoiceId, ...columns })
    .onConflict((on) => on.columns(['org_id', 'invoice_id']).doUpdateSet(columns))
    .execute()
  return true
}
