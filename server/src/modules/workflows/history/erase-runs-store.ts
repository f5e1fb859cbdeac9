import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { erasedBySystem } from '../../../platform/retention.ts'
import type { KeptHistory } from '../../../platform/retention.ts'

// Ids are UUIDv7: they begin with their time.
const floor = (moment: Date) => sql`app.uuid_floor(${moment}::timestamptz)`

/** Organizations after the id `after` that have a workflow run from before `moment`. One index probe for each. */
export async function organizationsWithWorkflowRunsBefore(
  tx: SystemTx,
  moment: Date,
  after: string | null,
  limit: number,
): Promise<string[]> {
  const next = (from: ReturnType<typeof sql>) =>
    sql`(select r.org_id from workflow_runs r where ${from} and r.id < ${floor(moment)} order by r.org_id limit 1)`
  const { rows } = await sql<{ org_id: string }>`
    with recursive found (org_id) as (
      ${next(after === null ? sql`true` : sql`r.org_id > ${after}::uuid`)}
      union all
      select ${next(sql`r.org_id > found.org_id`)} from found where found.org_id is not null
    )
    select org_id from found where org_id is not null limit ${limit}`.execute(tx)
  return rows.map((row) => row.org_id)
}

/**
 * Erases up to `limit` ended runs of one organization from before `moment`, with their steps and values; returns their number. Open runs
 * stay.
 */
export async function eraseWorkflowRunsBefore(tx: SystemTx, orgId: string, moment: Date, limit: number): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    with expired as materialized (
      select id from workflow_runs where org_id = ${orgId} and id < ${floor(moment)} and status in ('success', 'failed', 'cancelled')
      order by id limit ${limit} for update skip locked
    ), steps as (
      delete from workflow_steps where org_id = ${orgId} and run_id in (select id from expired)
    ), payloads as (
      delete from workflow_payloads where org_id = ${orgId} and run_id in (select id from expired)
    ), approvals as (
      delete from workflow_approvals where org_id = ${orgId} and run_id in (select id from expired)
    ), gone as (
      delete from workflow_runs where org_id = ${orgId} and id in (select id from expired) returning 1
    )
    select count(*)::int as erased from gone`.execute(tx)
  return rows[0]?.erased ?? 0
}

/** Drops whole months of runs that began before `moment`, which must be a year ago; months with an open run wait. */
export async function dropWorkflowMonths(tx: SystemTx, moment: Date): Promise<number> {
  const { rows } = await sql<{ months: number }>`select app.drop_workflow_months(${moment}::timestamptz) as months`.execute(tx)
  return rows[0]?.months ?? 0
}

/** Workflow runs that a user started. */
export const exportWorkflowRuns = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('workflow_runs')
    .select([
      ...(['org_id as organizationId', 'id', 'workflow_id as workflowId', 'workflow_name as workflowName', 'status', 'trigger'] as const),
      ...(['input', 'started_at as startedAt', 'ended_at as endedAt'] as const),
    ])
    .where('triggered_by_user', '=', userId)
    .orderBy('id')
    .execute()

/** Finished runs of workflows, with what went in and came out. */
export const workflowRunHistory: KeptHistory = {
  period: 'runs',
  organizations: organizationsWithWorkflowRunsBefore,
  eraseSome: erasedBySystem(eraseWorkflowRunsBefore, 200),
  dropMonths: dropWorkflowMonths,
}
