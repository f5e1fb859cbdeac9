import { sql } from 'kysely'
import type { Insertable, SqlBool } from 'kysely'
import { SalesExpense } from '@imperium/contract/sales/sales-expenses.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { likePattern } from '../../../platform/db/like-pattern.ts'
import type { DB } from '../../../platform/db/types.gen.ts'
import { listStatement } from '../../../platform/resources/list-statement.ts'
import { replyOf } from '../../../platform/resources/reply-of.ts'

export const toExpense = replyOf(SalesExpense)

const selectExpenses = (tx: OrgTx) =>
  tx
    .selectFrom('sales_expenses')
    .select(['id', 'status', 'supplier', 'supplier_tax_id', 'supplier_country', 'number', 'date', 'due_date', 'currency', 'net', 'tax'])
    .select(['amount', 'notes', 'source', 'created_at', 'updated_at'])

/** Newest first; those whose supplier or number contains the text. */
export const expensePage = listStatement((tx, { q, limit, after }: { q?: string | undefined; limit: number; after: string | null }) =>
  selectExpenses(tx)
    .$if(Boolean(q), (query) => query.where(sql<SqlBool>`(supplier ilike ${likePattern(q ?? '')} or number ilike ${likePattern(q ?? '')})`))
    .$if(after !== null, (query) => query.where('id', '<', after ?? ''))
    .orderBy('id', 'desc')
    .limit(limit),
)

export const lockExpense = (tx: OrgTx, id: string) => selectExpenses(tx).where('id', '=', id).forUpdate().executeTakeFirst()

/** False where this invoice of the supplier is an expense already. */
export async function insertExpense(tx: OrgTx, expense: Omit<Insertable<DB['sales_expenses']>, 'org_id'>): Promise<boolean> {
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('sales_expenses')
    .values({ org_id: tx.orgId, ...expense })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return numInsertedOrUpdatedRows !== 0n
}

export async function markRecorded(tx: OrgTx, id: string, updatedAt: Date): Promise<void> {
  await tx.updateTable('sales_expenses').set({ status: 'Recorded', updated_at: updatedAt }).where('id', '=', id).execute()
}

export async function deleteExpense(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('sales_expenses').where('id', '=', id).execute()
}
