import type { z } from 'zod'
import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { sql } from 'kysely'
import { lowestId } from '../../platform/ids.ts'
import { isWithin } from '../../platform/local-days.ts'
import type { Cuts } from '../../platform/local-days.ts'
import type { CountedPart, CountedRow } from '../../platform/resources/counted-row.ts'

const wholeId = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i

/** The newest runs of agents with the text in their name, or the run with that id. */
export async function searchRuns(tx: OrgTx, q: string, limit: number): Promise<z.infer<typeof SearchHit>[]> {
  const pattern = likePattern(q)
  const rows = await tx
    .selectFrom('runs')
    .select(['id', 'agent_id', 'agent_name', 'status', 'created_at'])
    .where((eb) => (wholeId.test(q) ? eb('id', '=', q) : eb('agent_name', 'ilike', pattern)))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    kind: 'run',
    id: row.id,
    title: row.agent_name,
    detail: row.status.charAt(0).toUpperCase() + row.status.slice(1),
    at: row.created_at.toISOString(),
    link: `agents?agent=${row.agent_id}&tab=history&run=${row.id}`,
  }))
}

/** Whether a workflow started this run. */
export async function isRunOfWorkflow(tx: OrgTx, id: string): Promise<boolean> {
  const row = await tx.selectFrom('runs').select('trigger').where('id', '=', id).executeTakeFirst()
  return row?.trigger === 'workflow'
}

export async function findNotedRun(tx: OrgTx, id: string): Promise<{ name: string; path: string } | null> {
  const row = await tx.selectFrom('runs').select(['agent_id', 'agent_name']).where('id', '=', id).executeTakeFirst()
  return row ? { name: row.agent_name, path: `agents?agent=${row.agent_id}&tab=history&run=${id}` } : null
}

/** Whether a member's run of an agent besides these (demo data) has completed. */
export async function hasCompletedRun(tx: OrgTx, userId: string, exceptAgents: readonly string[]): Promise<boolean> {
  const row = await tx
    .selectFrom('runs')
    .select('id')
    .where('started_by_user', '=', userId)
    .where('trigger', '=', 'web')
    .where('status', '=', 'completed')
    .$if(exceptAgents.length > 0, (query) => query.where('agent_id', 'not in', exceptAgents))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

/** A run that waited for a decision may have begun so long before it ended. Ids name the partitions to read. */
const longestRunMs = 31 * 86_400_000

/** Runs that ended within the cuts and are still kept, newest first. */
export async function listEndedRuns(
  tx: OrgTx,
  cuts: Cuts,
  part: CountedPart<'agent' | 'model'> | null,
  limit: number,
): Promise<CountedRow[]> {
  const endedAt = sql`finished_at`
  const column = part?.split === 'agent' ? sql`agent_id::text` : sql`model`
  const { rows } = await sql<Record<'id' | 'label' | 'detail' | 'agentId', string> & { at: Date; latencyMs: number; costMicros: number }>`
    select id, finished_at as at, agent_name as label, status as detail, agent_id as "agentId", cost_micros::bigint as "costMicros",
      coalesce(extract(epoch from finished_at - coalesce(started_at, created_at)) * 1000, 0)::bigint as "latencyMs"
    from app.runs
    where id >= ${lowestId((cuts.at[0]?.getTime() ?? 0) - longestRunMs)}::uuid and finished_at is not null and ${isWithin(endedAt, cuts)}
      and ${part === null ? sql`true` : sql`${column} = ${part.key}`}
    order by finished_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map(({ agentId, latencyMs, costMicros, ...row }) => {
    const [completed, failed] = [Number(row.detail === 'completed'), Number(row.detail === 'failed')]
    const finished = completed + failed
    return {
      ...row,
      id: `${agentId} ${row.id}`,
      values: { runs: 1, completed, failed, finished, latencyMs: finished * latencyMs, costMicros },
    }
  })
}
