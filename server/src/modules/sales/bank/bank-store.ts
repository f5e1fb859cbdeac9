import type { Insertable } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { DB } from '../../../platform/db/types.gen.ts'
import { listStatement } from '../../../platform/resources/list-statement.ts'

type Own<T> = Omit<Insertable<T>, 'org_id'>

/** False where the file was read before. */
export async function insertStatement(tx: OrgTx, statement: Own<DB['sales_bank_statements']>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sales_bank_statements')
    .values({ org_id: tx.orgId, ...statement })
    .onConflict((on) => on.columns(['org_id', 'digest']).doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

/** How many of them are new. */
export async function insertBankLines(tx: OrgTx, lines: readonly Own<DB['sales_bank_lines']>[]): Promise<number> {
  if (lines.length === 0) return 0
  const rows = lines.map((line) => ({ org_id: tx.orgId, ...line }))
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sales_bank_lines')
    .values(rows)
    .onConflict((on) => on.columns(['org_id', 'fingerprint']).doNothing())
    .executeTakeFirst()
  return Number(numInsertedOrUpdatedRows ?? 0n)
}

const selectLines = (tx: OrgTx) =>
  tx
    .selectFrom('sales_bank_lines as l')
    .leftJoin('sales_invoices as i', (join) => join.onRef('i.org_id', '=', 'l.org_id').onRef('i.id', '=', 'l.invoice_id'))
    .select(['l.id', 'l.date', 'l.amount', 'l.currency', 'l.party', 'l.party_account', 'l.text', 'l.status', 'l.invoice_id'])
    .select(['i.number as invoice_number', 'l.created_at'])

/** Newest first. */
export const bankLinePage = listStatement(
  (tx, { status, limit, after }: { status?: 'Open' | 'Matched' | 'Ignored' | undefined; limit: number; after: string | null }) =>
    selectLines(tx)
      .$if(status !== undefined, (query) => query.where('l.status', '=', status ?? ''))
      .$if(after !== null, (query) => query.where('l.id', '<', after ?? ''))
      .orderBy('l.id', 'desc')
      .limit(limit),
)

export const lockBankLine = (tx: OrgTx, id: string) => selectLines(tx).where('l.id', '=', id).forUpdate('l').executeTakeFirst()

export async function decideBankLine(
  tx: OrgTx,
  id: string,
  decision:
    | { status: 'Matched'; invoice_id: string; payment_id: string | null; decided_at: Date }
    | { status: 'Ignored'; decided_at: Date },
): Promise<void> {
  await tx.updateTable('sales_bank_lines').set(decision).where('id', '=', id).execute()
}

/** Invoices that entries may pay. */
export const openInvoices = (tx: OrgTx, limit: number) =>
  tx
    .selectFrom('sales_invoices')
    .select(['id', 'number', 'customer', 'currency', 'amount', 'paid', 'credited', 'released'])
    .where('status', 'in', ['Pending', 'Overdue'])
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
