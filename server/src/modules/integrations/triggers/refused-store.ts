import { sql } from 'kysely'
import type { Insertable } from 'kysely'
import { refusedItemLimits } from '@imperium/contract/integrations/refused-items.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import type { IntegrationRefusedItems } from '../../../platform/db/types.gen.ts'
import { isInUse } from '../../organizations/index.ts'

const columns = [
  ...(['id', 'workflow_id', 'item_id', 'start_key', 'started_by', 'data', 'is_shortened', 'reason', 'reason_key'] as const),
  ...(['retry_at', 'refused_at'] as const),
] as const
const selectItems = (tx: OrgTx, workflowId: string) =>
  tx.selectFrom('integration_refused_items').select(columns).where('workflow_id', '=', workflowId)
export type RefusedRow = Awaited<ReturnType<ReturnType<typeof selectItems>['executeTakeFirstOrThrow']>>

export const insertRefused = (tx: OrgTx, items: readonly Omit<Insertable<IntegrationRefusedItems>, 'org_id'>[]) =>
  tx
    .insertInto('integration_refused_items')
    .values(items.map((item) => ({ org_id: tx.orgId, ...item })))
    .onConflict((conflict) => conflict.doNothing())
    .execute()

/** Items of a workflow that wait for a limit, and what they take. */
export async function measureWaiting(tx: OrgTx, workflowId: string): Promise<{ count: number; bytes: number }> {
  const { rows } = await sql<{ count: number; bytes: number }>`
    select count(*)::int as count, coalesce(sum(bytes), 0)::float8 as bytes from app.integration_refused_items
    where org_id = ${tx.orgId} and workflow_id = ${workflowId} and retry_at is not null`.execute(tx)
  return rows[0] ?? { count: 0, bytes: 0 }
}

/** Of those that wait for nothing only the newest stay; the others are counted. */
export async function dropOldest(tx: OrgTx, workflowId: string): Promise<void> {
  await sql`
    with gone as (
      delete from app.integration_refused_items where org_id = ${tx.orgId} and id in (
        select id from app.integration_refused_items where org_id = ${tx.orgId} and workflow_id = ${workflowId} and retry_at is null
        order by id desc offset ${refusedItemLimits.others})
      returning 1
    )
    update app.integration_subscriptions set items_dropped = items_dropped + (select count(*) from gone)
    where workflow_id = ${workflowId} and exists (select from gone)`.execute(tx)
}

/** All of a workflow, counted: those of a trigger that it has no longer. */
export async function dropRefusedOf(tx: OrgTx, workflowId: string): Promise<void> {
  await sql`
    with gone as (
      delete from app.integration_refused_items where org_id = ${tx.orgId} and workflow_id = ${workflowId} returning 1
    )
    update app.integration_subscriptions set items_dropped = items_dropped + (select count(*) from gone)
    where workflow_id = ${workflowId} and exists (select from gone)`.execute(tx)
}

/** The oldest first. */
export const listRefused = (tx: OrgTx, workflowId: string): Promise<RefusedRow[]> =>
  selectItems(tx, workflowId).orderBy('id').limit(refusedItemLimits.listed).execute()

export const lockRefused = (tx: OrgTx, workflowId: string, id: string) =>
  selectItems(tx, workflowId).where('id', '=', id).forUpdate().executeTakeFirst()

/** With the last one goes what the trigger says of them. */
export async function deleteRefused(tx: OrgTx, { id, workflow_id: workflowId }: Pick<RefusedRow, 'id' | 'workflow_id'>): Promise<void> {
  await tx.deleteFrom('integration_refused_items').where('id', '=', id).execute()
  await sql`
    update app.integration_subscriptions set error = null, error_key = null where workflow_id = ${workflowId} and failures = 0
      and not exists (select from app.integration_refused_items where org_id = ${tx.orgId} and workflow_id = ${workflowId})`.execute(tx)
}

export const lockDue = (tx: OrgTx, workflowId: string, now: Date, limit: number): Promise<RefusedRow[]> =>
  selectItems(tx, workflowId).where('retry_at', '<=', now).orderBy('id').limit(limit).forUpdate().skipLocked().execute()

interface Change {
  reason: string
  reason_key: string | null
  retry_at: Date | null
}

export const changeRefused = (tx: OrgTx, id: string, change: Change) =>
  tx.updateTable('integration_refused_items').set(change).where('id', '=', id).execute()

/** What a limit still refuses is tried again together. */
export const postponeDue = (tx: OrgTx, workflowId: string, now: Date, change: Change) =>
  tx.updateTable('integration_refused_items').set(change).where('workflow_id', '=', workflowId).where('retry_at', '<=', now).execute()

export async function dueWorkflows(tx: SystemTx, now: Date, limit: number): Promise<{ orgId: string; workflowId: string }[]> {
  const { rows } = await sql<{ orgId: string; workflowId: string }>`
    select org_id as "orgId", workflow_id as "workflowId" from app.integration_refused_items where retry_at <= ${now} and ${isInUse(sql.ref('integration_refused_items.org_id'))}
    group by org_id, workflow_id order by min(retry_at) limit ${limit}`.execute(tx)
  return rows
}

/** Deletes what was refused before this time, and counts it with its trigger. */
export async function expireRefused(tx: SystemTx, before: Date): Promise<void> {
  await sql`
    with gone as (
      delete from app.integration_refused_items where refused_at < ${before} returning org_id, workflow_id
    ), sums as (
      select org_id, workflow_id, count(*) as count from gone group by org_id, workflow_id
    )
    update app.integration_subscriptions s set items_dropped = s.items_dropped + sums.count from sums
    where s.org_id = sums.org_id and s.workflow_id = sums.workflow_id`.execute(tx)
}
