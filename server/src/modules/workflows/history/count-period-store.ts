import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { lowestId } from '../../../platform/ids.ts'
import { isWithin, stretchOf } from '../../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../../platform/local-days.ts'
import type { CountedPart, CountedRow } from '../../../platform/resources/counted-row.ts'

const noRuns = { runs: 0, succeeded: 0, failed: 0, ended: 0, costMicros: 0 }

export interface WorkflowFigures extends Omit<typeof noRuns, 'ended'> {
  active: number
  runsBefore: number
}

export async function countActiveWorkflows(tx: OrgTx): Promise<number> {
  const { rows } = await sql<{ active: number }>`
    select count(*) filter (where status = 'active') as active from app.workflows where deleted_at is null`.execute(tx)
  return rows[0]?.active ?? 0
}

/** Runs that began in the period. `runsBefore`: in the one before it. */
export async function workflowFigures(tx: OrgTx, period: { previousFrom: Date; from: Date; to: Date }): Promise<WorkflowFigures> {
  const active = await countActiveWorkflows(tx)
  const found = await countWorkflowRuns(tx, { at: [period.previousFrom, period.from, period.to], dates: [] })
  const valuesOf = (at: number) => ({ ...noRuns, ...found.find(({ stretch }) => stretch === at)?.values })
  const { ended: _ended, ...current } = valuesOf(1)
  return { active, ...current, runsBefore: valuesOf(0).runs }
}

const runSplits = { workflow: sql`workflow_id::text`, trigger: sql`trigger` } satisfies Record<string, RawBuilder<unknown>>

/** Runs that began in each stretch. Ids are bounded too: they name the partitions to read. */
export async function countWorkflowRuns(tx: OrgTx, cuts: Cuts, split: keyof typeof runSplits | null = null): Promise<StretchRow[]> {
  const startedAt = sql`started_at`
  const { rows } = await sql<typeof noRuns & { stretch: number; key: string }>`
    select ${stretchOf(startedAt, cuts)} as stretch, ${split === null ? sql`''` : runSplits[split]} as key, count(*) as runs,
      count(*) filter (where status = 'success') as succeeded, count(*) filter (where status = 'failed') as failed,
      count(*) filter (where status in ('success', 'failed')) as ended, coalesce(sum(cost_micros), 0)::bigint as "costMicros"
    from app.workflow_runs
    where id >= ${lowestId(cuts.at[0]?.getTime() ?? 0)}::uuid and ${isWithin(startedAt, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, ...values }) => ({ stretch, key, values }))
}

/** The same runs one by one, newest first. */
export async function listCountedRuns(
  tx: OrgTx,
  cuts: Cuts,
  part: CountedPart<keyof typeof runSplits> | null,
  limit: number,
): Promise<CountedRow[]> {
  const startedAt = sql`started_at`
  const { rows } = await sql<Record<'id' | 'label' | 'detail', string> & { at: Date; costMicros: number }>`
    select id, started_at as at, workflow_name as label, status as detail, cost_micros::bigint as "costMicros" from app.workflow_runs
    where id >= ${lowestId(cuts.at[0]?.getTime() ?? 0)}::uuid and ${isWithin(startedAt, cuts)}
      and ${part === null ? sql`true` : sql`${runSplits[part.split]} = ${part.key}`}
    order by started_at desc, id desc limit ${limit}`.execute(tx)
  return rows.map(({ costMicros, ...row }) => {
    const [succeeded, failed] = [Number(row.detail === 'success'), Number(row.detail === 'failed')]
    return { ...row, values: { runs: 1, succeeded, failed, ended: succeeded + failed, costMicros } }
  })
}
