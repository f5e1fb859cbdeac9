import { sql } from 'kysely'
import type { WorkflowStats } from '@imperium/contract/workflows/workflows.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

/** The tiles: the success rate is the average over the workflows with runs, each counting the same. */
export async function countWorkflows(tx: OrgTx): Promise<WorkflowStats> {
  const ended = sql`nullif(t.succeeded + t.failed, 0)`
  return tx
    .selectFrom('workflows as w')
    .leftJoin('workflow_totals as t', (join) => join.onRef('t.org_id', '=', 'w.org_id').onRef('t.workflow_id', '=', 'w.id'))
    .select([
      sql<number>`count(*)`.as('total'),
      sql<number>`count(*) filter (where w.status = 'active')`.as('active'),
      sql<number>`coalesce(sum(t.executions), 0)::bigint`.as('executions'),
      sql<number | null>`round(avg(100.0 * t.succeeded / ${ended}), 1)::float8`.as('successRate'),
    ])
    .where('w.deleted_at', 'is', null)
    .executeTakeFirstOrThrow()
}
