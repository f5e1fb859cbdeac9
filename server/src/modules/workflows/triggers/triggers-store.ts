import { sql } from 'kysely'
import type { Insertable, Selectable } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import type { WorkflowTriggers } from '../../../platform/db/types.gen.ts'
import { isInUse } from '../../organizations/index.ts'

export type TriggerRow = Selectable<WorkflowTriggers>

export async function findTrigger(tx: OrgTx, workflowId: string): Promise<TriggerRow | null> {
  const row = await tx.selectFrom('workflow_triggers').selectAll().where('workflow_id', '=', workflowId).executeTakeFirst()
  return row ?? null
}

/** Writes the one trigger of a workflow, in the place of the one before. */
export async function replaceTrigger(tx: OrgTx, trigger: Omit<Insertable<WorkflowTriggers>, 'org_id'>): Promise<void> {
  await deleteTrigger(tx, trigger.workflow_id)
  await tx
    .insertInto('workflow_triggers')
    .values({ ...trigger, org_id: tx.orgId })
    .execute()
}

export async function deleteTrigger(tx: OrgTx, workflowId: string): Promise<void> {
  await tx.deleteFrom('workflow_triggers').where('workflow_id', '=', workflowId).execute()
}

/** Name of another workflow that has this path; null: it is free. */
export async function ownerOfPath(tx: OrgTx, path: string, workflowId: string): Promise<string | null> {
  const row = await tx
    .selectFrom('workflow_triggers as t')
    .innerJoin('workflows as w', (join) => join.onRef('w.org_id', '=', 't.org_id').onRef('w.id', '=', 't.workflow_id'))
    .select('w.name')
    .where('t.kind', '=', 'webhook')
    .where('t.path', '=', path)
    .where('t.workflow_id', '<>', workflowId)
    .executeTakeFirst()
  return row?.name ?? null
}

/** Locks the organization's paths until the transaction ends: of two workflows published under one path, the second is refused. */
export async function lockPaths(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended('workflow-paths:' || ${tx.orgId}, 0))`.execute(tx)
}

type Changeable = 'enabled' | 'next_at' | 'secret'

export async function writeTrigger(tx: OrgTx, workflowId: string, set: Partial<Pick<TriggerRow, Changeable>>): Promise<void> {
  await tx
    .updateTable('workflow_triggers')
    .set({ ...set, updated_at: sql`clock_timestamp()` })
    .where('workflow_id', '=', workflowId)
    .execute()
}

/** Schedules that are due, over all organizations that are not suspended. */
export async function listDue(tx: SystemTx, now: Date, limit: number): Promise<{ orgId: string; workflowId: string }[]> {
  const { rows } = await sql<{ orgId: string; workflowId: string }>`
    select t.org_id as "orgId", t.workflow_id as "workflowId" from app.workflow_triggers t
    where t.kind = 'schedule' and t.enabled and t.next_at <= ${now} and ${isInUse(sql`t.org_id`)}
    order by t.next_at limit ${limit}`.execute(tx)
  return rows
}

/** A due schedule, locked until the transaction ends; null when another process has it. */
export async function claimDue(tx: OrgTx, workflowId: string, now: Date): Promise<TriggerRow | null> {
  const row = await tx
    .selectFrom('workflow_triggers')
    .selectAll()
    .where('workflow_id', '=', workflowId)
    .where('kind', '=', 'schedule')
    .where('enabled', '=', true)
    .where('next_at', '<=', now)
    .forUpdate()
    .skipLocked()
    .executeTakeFirst()
  return row ?? null
}
