import { sql } from 'kysely'
import { OrgNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { NodeType } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

interface NodeFields {
  name: string
  slug: string
  type: NodeType
  description: string
}

/** A node as a rule needs it. */
export interface NodeRow extends NodeFields {
  id: string
  parent_id: string | null
  level: number
  user_count: number
  updated_at: Date
}

export const toNode = replyOf(OrgNode)

/** People with a role on the node or below it: each counts once. */
const userCounts = sql`
  select p.ancestor_id as node_id, count(distinct a.user_id)::int as users
  from assignments a join org_node_paths p on p.org_id = a.org_id and p.descendant_id = a.node_id
  group by p.ancestor_id`

const columns = sql`n.id, n.parent_id, n.name, n.slug, n.type, n.description, n.updated_at`

/** All nodes, each after its parent; neighbours by name. */
export async function listNodes(tx: OrgTx): Promise<Omit<NodeRow, 'level'>[]> {
  const { rows } = await sql<Omit<NodeRow, 'level'>>`
    with counted as (${userCounts})
    select ${columns}, coalesce(c.users, 0) as user_count
    from org_nodes n left join counted c on c.node_id = n.id
    order by lower(n.name), n.id`.execute(tx)
  return rows
}

export async function findNode(tx: OrgTx, id: string): Promise<NodeRow | undefined> {
  const { rows } = await sql<NodeRow>`
    select ${columns},
      (select max(p.distance) from org_node_paths p where p.org_id = n.org_id and p.descendant_id = n.id) as level,
      (select count(distinct a.user_id)::int from org_node_paths p join assignments a on a.org_id = p.org_id and a.node_id = p.descendant_id
        where p.org_id = n.org_id and p.ancestor_id = n.id) as user_count
    from org_nodes n where n.id = ${id}`.execute(tx)
  return rows[0]
}

export const findRoot = (tx: OrgTx) => tx.selectFrom('org_nodes').select('id').where('parent_id', 'is', null).executeTakeFirst()

export const insertNode = (tx: OrgTx, id: string, parentId: string | null, fields: NodeFields) =>
  tx
    .insertInto('org_nodes')
    .values({ org_id: tx.orgId, id, parent_id: parentId, ...fields })
    .execute()

export const setNode = (tx: OrgTx, id: string, fields: NodeFields, now: Date) =>
  tx
    .updateTable('org_nodes')
    .set({ ...fields, updated_at: now })
    .where('id', '=', id)
    .execute()

export const setParent = (tx: OrgTx, id: string, parentId: string, now: Date) =>
  tx.updateTable('org_nodes').set({ parent_id: parentId, updated_at: now }).where('id', '=', id).execute()

export const deleteNode = (tx: OrgTx, id: string) => tx.deleteFrom('org_nodes').where('id', '=', id).execute()

export const listChildren = (tx: OrgTx, id: string) =>
  tx.selectFrom('org_nodes').select(['id', 'name', 'type']).where('parent_id', '=', id).orderBy('name').execute()

/** Whether the node is the other one or stands below it. */
export const isWithin = async (tx: OrgTx, id: string, otherId: string): Promise<boolean> =>
  (await tx
    .selectFrom('org_node_paths')
    .select('distance')
    .where('descendant_id', '=', id)
    .where('ancestor_id', '=', otherId)
    .executeTakeFirst()) !== undefined

/** How many levels stand below the node. */
export async function heightOf(tx: OrgTx, id: string): Promise<number> {
  const { height } = await tx
    .selectFrom('org_node_paths')
    .select((e) => e.fn.max('distance').as('height'))
    .where('ancestor_id', '=', id)
    .executeTakeFirstOrThrow()
  return height
}

export async function listSlugs(tx: OrgTx, exceptId = ''): Promise<Set<string>> {
  const rows = await tx.selectFrom('org_nodes').select(['id', 'slug']).execute()
  return new Set(rows.filter(({ id }) => id !== exceptId).map(({ slug }) => slug))
}

/** The node and all below it. */
export async function countBelow(tx: OrgTx, id: string): Promise<number> {
  const { count } = await tx
    .selectFrom('org_node_paths')
    .select(sql<number>`count(*)::int`.as('count'))
    .where('ancestor_id', '=', id)
    .executeTakeFirstOrThrow()
  return count
}
