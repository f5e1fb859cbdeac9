import { sql } from 'kysely'
import type { PlacedKind } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { rowsOf } from './placed-nouns.ts'
import type { PlacedNoun } from './placed-nouns.ts'

/** A subquery `(node_id, kind, count)` of all nouns, of the nodes that `nodes` selects. */
const countsIn = (nouns: readonly PlacedNoun[], nodes: ReturnType<typeof sql>) =>
  sql.join(
    nouns.map(
      (noun) => sql`select t.node_id, ${noun.kind}::text as kind, count(*)::int as count ${rowsOf(noun)}
        and t.node_id in (${nodes}) group by t.node_id`,
    ),
    sql` union all `,
  )

export async function countIn(tx: OrgTx, nouns: readonly PlacedNoun[], nodeId: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ kind: PlacedKind; count: number }>`
    select kind, sum(count)::int as count from (${countsIn(nouns, sql`${nodeId}::uuid`)}) counted group by kind`.execute(tx)
  return new Map(rows.map(({ kind, count }) => [kind, count]))
}

/** Moves everything of one node to another; null: to none. */
export async function replaceNode(tx: OrgTx, nouns: readonly PlacedNoun[], from: string, to: string | null): Promise<void> {
  for (const { table } of nouns) await sql`update ${sql.table(table)} set node_id = ${to}::uuid where node_id = ${from}::uuid`.execute(tx)
}

/** Of the rows with these ids those that the caller sees; all of them must be, before they are moved. */
export async function countSeen(tx: OrgTx, noun: PlacedNoun, ids: readonly string[]): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count ${rowsOf(noun)} and t.id = any(${[...ids]}::uuid[])`.execute(tx)
  return rows[0]?.count ?? 0
}

export async function place(tx: OrgTx, { table }: PlacedNoun, ids: readonly string[], nodeId: string | null): Promise<number> {
  const { numAffectedRows } = await sql`
    update ${sql.table(table)} set node_id = ${nodeId}::uuid
    where id = any(${[...ids]}::uuid[]) and node_id is distinct from ${nodeId}::uuid`.execute(tx)
  return Number(numAffectedRows ?? 0)
}

export async function findPlacement(
  tx: OrgTx,
  noun: PlacedNoun,
  id: string,
): Promise<{ nodeId: string | null; nodeName: string | null } | undefined> {
  const { rows } = await sql<{ nodeId: string | null; nodeName: string | null }>`
    select t.node_id as "nodeId", (select n.name from org_nodes n where n.org_id = t.org_id and n.id = t.node_id) as "nodeName"
    ${rowsOf(noun)} and t.id = ${id}::uuid`.execute(tx)
  return rows[0]
}

/** Whether an assignment of the viewer shows them the node, within the scope of the transaction. */
export async function isVisibleNode(tx: OrgTx, nodeId: string): Promise<boolean> {
  if (!tx.viewer) return true
  const { rows } = await sql`select 1 from app.visible_nodes() as id where id = ${nodeId}::uuid`.execute(tx)
  return rows.length > 0
}

interface Effect {
  userId: string
  name: string
  nodes: number
  contacts: number
  agents: number
  campaigns: number
  workflows: number
  records: number
}

/**
 * Who would see more and who less if `id` moved below `parentId`. People on a node above the one place and not above the other are affected;
 * what an assignment inside the moved part shows them stays. Owners and admins see everything.
 */
export async function effectsOfMove(
  tx: OrgTx,
  nouns: readonly PlacedNoun[],
  { id, formerId, parentId }: { id: string; formerId: string; parentId: string },
): Promise<(Effect & { gains: boolean })[]> {
  const sumOf = (kind: PlacedKind) => sql`coalesce(sum(c.count) filter (where c.kind = ${kind}), 0)::int`
  const { rows } = await sql<Effect & { gains: boolean }>`
    with moved as (select p.descendant_id as id from org_node_paths p where p.ancestor_id = ${id}),
    counted as (${countsIn(nouns, sql`select id from moved`)}),
    people as (
      select distinct a.user_id, a.node_id from assignments a
      where a.node_id is not null and app.is_current(a.starts_at, a.ends_at)
        and a.user_id not in (
          select m.user_id from assignments m where m.node_id is null and m.role = 'ADMIN' and app.is_current(m.starts_at, m.ends_at))
    ),
    before as (select distinct user_id from people where node_id in (select p.ancestor_id from org_node_paths p where p.descendant_id = ${formerId})),
    after as (select distinct user_id from people where node_id in (select p.ancestor_id from org_node_paths p where p.descendant_id = ${parentId})),
    affected as (
      select user_id, false as gains from before where user_id not in (select user_id from after)
      union all select user_id, true from after where user_id not in (select user_id from before)
    ),
    kept as (
      select distinct h.user_id, p.descendant_id as id from people h
      join org_node_paths p on p.ancestor_id = h.node_id where h.node_id in (select id from moved)
    ),
    changed as (
      select e.user_id, e.gains, m.id from affected e cross join moved m
      where not exists (select from kept k where k.user_id = e.user_id and k.id = m.id)
    )
    select p.user_id as "userId", p.first_name || ' ' || p.last_name as name, e.gains, count(distinct e.id)::int as nodes,
      ${sumOf('contact')} as contacts, ${sumOf('agent')} as agents, ${sumOf('campaign')} as campaigns, ${sumOf('workflow')} as workflows,
      ${sumOf('record')} as records
    from changed e join auth.org_people() p using (user_id) left join counted c on c.node_id = e.id
    where p.role not in ('OWNER', 'ADMIN')
    group by p.user_id, p.first_name, p.last_name, e.gains
    order by name, p.user_id`.execute(tx)
  return rows
}
