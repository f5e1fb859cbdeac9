import { sql } from 'kysely'
import { likePattern } from '../../platform/db/like-pattern.ts'
import type { RelationTargets } from '../entities/index.ts'

/** Members as records may name them. */
export const memberTargets: RelationTargets = {
  name: 'members',
  permission: 'records:read',
  labels: async (tx, ids) => {
    const { rows } = await sql<{ id: string; label: string }>`
      select user_id as id, first_name || ' ' || last_name as label from auth.org_people() where user_id = any(${[...ids]}::uuid[])`.execute(
      tx,
    )
    return new Map(rows.map(({ id, label }) => [id, label]))
  },
  find: async (tx, q, limit) => {
    const { rows } = await sql<{ id: string; label: string }>`
      select user_id as id, first_name || ' ' || last_name as label from auth.org_people()
      where first_name || ' ' || last_name ilike ${likePattern(q)} order by 2, 1 limit ${limit}`.execute(tx)
    return rows
  },
}
