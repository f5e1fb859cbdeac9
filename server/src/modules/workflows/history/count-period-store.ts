import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { lowestId } from '../../../platform/ids.ts'

export interface WorkflowFigures {
  active: number
  runs: number
  runsBefore: number
  succeeded: number
  failed: number
  costMicros: number
}

/** Runs that began in the period. `runsBefore`: in the one before it. Ids are bounded too: they name the partitions to read. */
export async function workflowFigures(tx: OrgTx, period: { previousFrom: Date; from: Date; to: Date }): Promise<WorkflowFigures> {
  const inPeriod = sql`where started_at >= ${period.from}`
  const { rows } = await sql<WorkflowFigures>`
    select w.*, r.* from (
      select count(*) filter (where status = 'active') as active from app.workflows where deleted_at is null
    ) w cross join (
      select count(*) filter (${inPeriod}) as runs,
        count(*) filter (where started_at < ${period.from}) as "runsBefore",
        count(*) filter (where started_at >= ${period.from} and status = 'success') as succeeded,
        count(*) filter (where started_at >= ${period.from} and status = 'failed') as failed,
        coalesce(sum(cost_micros) filter (${inPeriod}), 0)::bigint as "costMicros"
      from app.workflow_runs
      where id >= ${lowestId(period.previousFrom.getTime())}::uuid and started_at >= ${period.previousFrom} and started_at < ${period.to}
    ) r`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('A count without a row.')
  return row
}
