import type { OrgTx } from '../../../platform/db/database.ts'

/** The names of workflows by id; without those that were deleted. */
export async function workflowNames(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('workflows').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}
