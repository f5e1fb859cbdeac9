import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { SearchHit } from '@imperium/contract/search.ts'
import type { z } from 'zod'
import type { OrgTx } from '../../platform/db/database.ts'
import { isWithin, stretchOf } from '../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../platform/local-days.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import type { CountedPart, CountedRow } from '../../platform/resources/counted-row.ts'

/** Dashboard counts over [since, before): agents created in the period, and agents that existed at its start (and still do). */
export async function agentCounts(tx: OrgTx, period: { since: Date; before: Date }) {
  return tx
    .selectFrom('agents')
    .where('deleted_at', 'is', null)
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where status in ('ACTIVE', 'RUNNING'))`.as('active'),
      sql<number>`count(*) filter (where created_at >= ${period.since} and created_at < ${period.before})`.as('createdInPeriod'),
      sql<number>`count(*) filter (where created_at < ${period.since})`.as('existedBefore'),
    ])
    .executeTakeFirstOrThrow()
}

const agentSplits = { user: sql`created_by`, 'agent-type': sql`type` } satisfies Record<string, RawBuilder<unknown>>

/** Agents that were created in each stretch; one that was deleted later was created too. */
export async function countCreatedAgents(tx: OrgTx, cuts: Cuts, split: keyof typeof agentSplits | null = null): Promise<StretchRow[]> {
  const at = sql`created_at`
  const { rows } = await sql<{ stretch: number; key: string; created: number }>`
    select ${stretchOf(at, cuts)} as stretch, ${split === null ? sql`''` : agentSplits[split]} as key, count(*) as created
    from app.agents where ${isWithin(at, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, created }) => ({ stretch, key, values: { created } }))
}

/** Names by id, of deleted agents too: their runs stay in the history. */
export async function agentNames(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('agents').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

export async function hasAgentNamed(tx: OrgTx, name: string): Promise<boolean> {
  const row = await tx.selectFrom('agents').select('id').where('name', '=', name).where('deleted_at', 'is', null).executeTakeFirst()
  return row !== undefined
}

/** Agents with the text in their name or description: exact name matches first, then names that begin with it. */
export async function searchAgents(tx: OrgTx, q: string, limit: number): Promise<z.infer<typeof SearchHit>[]> {
  const rows = await tx
    .selectFrom('agents')
    .select(['id', 'name', 'description', 'type'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('name', 'ilike', likePattern(q)), eb('description', 'ilike', likePattern(q))]))
    .orderBy(
      sql`case when lower(name) = lower(${q}) then 0 when name ilike ${likePattern(q).slice(1)} then 1 when name ilike ${likePattern(q)} then 2 else 3 end`,
    )
    .orderBy('name')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    kind: 'agent',
    id: row.id,
    title: row.name,
    detail: row.description.slice(0, 120),
    link: `agents?agent=${row.id}`,
  }))
}

/** Monthly budgets of agents; those without one are left out. */
export async function budgetsOf(tx: OrgTx, agentIds: readonly string[]): Promise<Map<string, number>> {
  if (agentIds.length === 0) return new Map()
  const { rows } = await sql<{ id: string; budget: number }>`
    select id, monthly_budget_micros as budget from app.agents
    where id = any(${[...agentIds]}::uuid[]) and monthly_budget_micros is not null`.execute(tx)
  return new Map(rows.map(({ id, budget }) => [id, budget]))
}

/** Agents that were created within the cuts, newest first. */
export async function listCreatedAgents(
  tx: OrgTx,
  cuts: Cuts,
  part: CountedPart<keyof typeof agentSplits> | null,
  limit: number,
): Promise<CountedRow[]> {
  const at = sql`created_at`
  const { rows } = await sql<Record<'id' | 'label' | 'detail', string> & { at: Date }>`
    select id, created_at as at, name as label, created_by as detail from app.agents
    where ${isWithin(at, cuts)} and ${part === null ? sql`true` : sql`${agentSplits[part.split]} = ${part.key}`}
    order by created_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map((row) => ({ ...row, values: { created: 1 } }))
}
