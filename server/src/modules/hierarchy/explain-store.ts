import { sql } from 'kysely'
import { grantsOf } from '../../platform/auth/grants.ts'
import type { Rights } from '../../platform/auth/rights.ts'
import type { OrgTx } from '../../platform/db/database.ts'

/** The rights of an active member. */
export async function rightsIn(tx: OrgTx, userId: string): Promise<Rights | undefined> {
  const { rows } = await sql<Rights>`
    select p.role, ${grantsOf(sql`${tx.orgId}::uuid`, sql`p.user_id`)} as grants from auth.org_people() p
    where p.user_id = ${userId}::uuid`.execute(tx)
  return rows[0]
}

/** The person's assignments on the node or above it, the nearest first. */
export async function reasonsFor(tx: OrgTx, userId: string, nodeId: string) {
  const { rows } = await sql<{ right: string; nodeName: string; endsAt: Date | null }>`
    select coalesce(s.name, a.role) as right, n.name as "nodeName", a.ends_at as "endsAt"
    from assignments a
    join org_node_paths p on p.org_id = a.org_id and p.ancestor_id = a.node_id and p.descendant_id = ${nodeId}
    join org_nodes n on n.org_id = a.org_id and n.id = a.node_id
    left join permission_sets s on s.org_id = a.org_id and s.id = a.permission_set_id
    where a.user_id = ${userId} and app.is_current(a.starts_at, a.ends_at)
    order by p.distance, a.id limit 49`.execute(tx)
  return rows.map(({ endsAt, ...row }) => ({ by: 'assignment' as const, ...row, endsAt: endsAt?.toISOString() ?? null }))
}
