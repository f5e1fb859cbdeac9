import type { OrgTx } from '../../../platform/db/database.ts'

/** False when this level was announced this month. */
export async function noteLimit(tx: OrgTx, notice: { limit: string; level: 80 | 100; month: string }): Promise<boolean> {
  const result = await tx
    .insertInto('limit_notices')
    .values({ org_id: tx.orgId, limit_name: notice.limit, month: notice.month, level: notice.level })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return Boolean(result.numInsertedOrUpdatedRows)
}
