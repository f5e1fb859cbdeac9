import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { lowestId } from '../../../platform/ids.ts'
import { isWithin } from '../../../platform/local-days.ts'
import type { Cuts } from '../../../platform/local-days.ts'
import type { CountedPart, CountedRow } from '../../../platform/resources/counted-row.ts'

/** A run that waited for a decision may have begun so long before it ended. Ids name the partitions to read. */
const longestRunMs = 31 * 86_400_000

/** Runs that ended within the cuts and are still kept, newest first. */
export async function listEndedRuns(
  tx: OrgTx,
  cuts: Cuts,
  part: CountedPart<'agent' | 'model'> | null,
  limit: number,
): Promise<CountedRow[]> {
  const column = part?.split === 'agent' ? sql`agent_id::text` : sql`model`
  const { rows } = await sql<Record<'id' | 'label' | 'detail' | 'agentId', string> & { at: Date; latencyMs: number; costMicros: number }>`
    select id, finished_at as at, agent_name as label, status as detail, agent_id as "agentId", cost_micros::bigint as "costMicros",
      coalesce(extract(epoch from finished_at - coalesce(started_at, created_at)) * 1000, 0)::bigint as "latencyMs"
    from app.runs
    where id >= ${lowestId((cuts.at[0]?.getTime() ?? 0) - longestRunMs)}::uuid and finished_at is not null and ${isWithin(sql`finished_at`, cuts)}
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
