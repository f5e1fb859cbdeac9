import type { SalesLine } from '@imperium/contract/sales/sales-documents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { toLine } from './document-columns.ts'
import type { LineColumns } from './document-columns.ts'

/** The lines of each kind of document; all have the same columns. */
type LineTable = 'sales_quotation_lines' | 'sales_order_lines' | 'sales_invoice_lines'

export const lineRowsOf = (tx: OrgTx, table: LineTable, documentId: string) =>
  tx
    .selectFrom(table)
    .select([
      'position',
      'description',
      'code',
      'product_id',
      'thousandths',
      'unit',
      'unit_price',
      'discount_basis_points',
      'discount_amount',
    ])
    .select(['tax_basis_points', 'tax_category', 'order_line', 'amount', 'taxable'])
    .where('document_id', '=', documentId)
    .orderBy('position')
    .execute()

export const linesOf = async (tx: OrgTx, table: LineTable, documentId: string): Promise<SalesLine[]> =>
  (await lineRowsOf(tx, table, documentId)).map(toLine)

export async function insertLines(tx: OrgTx, table: LineTable, documentId: string, lineRows: readonly LineColumns[]): Promise<void> {
  const rows = lineRows.map((line) => ({ org_id: tx.orgId, document_id: documentId, ...line }))
  await tx.insertInto(table).values(rows).execute()
}

export async function replaceLines(tx: OrgTx, table: LineTable, documentId: string, lineRows: readonly LineColumns[]): Promise<void> {
  await tx.deleteFrom(table).where('document_id', '=', documentId).execute()
  await insertLines(tx, table, documentId, lineRows)
}
