import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'

const active = ['ACTIVE', 'RUNNING'] as const

export async function countActive(tx: OrgTx): Promise<number> {
  const { count } = await tx
    .selectFrom('agents')
    .select(sql<number>`count(*)`.as('count'))
    .where('status', 'in', active)
    .where('deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
  return count
}

/** Active agents without the `kept` that were changed last. */
export async function activeBeyond(tx: OrgTx, kept: number): Promise<string[]> {
  const rows = await tx
    .selectFrom('agents')
    .select('id')
    .where('status', 'in', active)
    .where('deleted_at', 'is', null)
    .orderBy('updated_at', 'desc')
    .orderBy('id', 'desc')
    .offset(kept)
    .execute()
  return rows.map(({ id }) => id)
}
