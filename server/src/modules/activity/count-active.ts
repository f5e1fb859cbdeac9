import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { isWithin, stretchOf } from '../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../platform/local-days.ts'

/** People with an act in the organization's log in each stretch, each counted once. By role: the one that the person has now. */
export async function countActive(tx: OrgTx, cuts: Cuts, split: 'user' | 'role' | null = null): Promise<StretchRow[]> {
  const at = sql`a.at`
  const key = split === null ? sql`''` : split === 'user' ? sql`a.actor_id` : sql`coalesce(m.role, '')`
  const join = split === 'role' ? sql`left join auth.org_members() m on m.user_id::text = a.actor_id` : sql``
  const { rows } = await sql<{ stretch: number; key: string; active: number }>`
    select ${stretchOf(at, cuts)} as stretch, ${key} as key, count(distinct a.actor_id) as active
    from app.audit_log a ${join}
    where a.actor_kind = 'user' and a.actor_id is not null and ${isWithin(at, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key: found, active }) => ({ stretch, key: found, values: { active } }))
}
