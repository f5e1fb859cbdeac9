import { sql } from 'kysely'
import type { WorkflowDefinition } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { workflowRunChanged } from './workflow-signals.ts'

type Concurrency = NonNullable<WorkflowDefinition['settings']['concurrency']>

/** Serializes all transactions that start or end runs with this key. */
export async function lockKey(tx: OrgTx, workflowId: string, key: string): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${workflowId}:${key}`}, 0))`.execute(tx)
}

const runsOf = async (tx: OrgTx, workflowId: string, key: string): Promise<number> => {
  const { rows } = await sql<{ runs: number }>`
    select count(*)::int as runs from app.workflow_live
    where org_id = ${tx.orgId} and workflow_id = ${workflowId} and concurrency_key = ${key} and status <> 'queued' and not cancel_requested`.execute(
    tx,
  )
  return rows[0]?.runs ?? 0
}

/** Whether a run with this key may start now or waits in the queue. @throws 409 when the workflow refuses runs above the limit. */
export async function admit(
  platform: Platform,
  tx: OrgTx,
  workflowId: string,
  { limit, onLimit }: Concurrency,
  key: string,
): Promise<'ready' | 'queued'> {
  await lockKey(tx, workflowId, key)
  if ((await runsOf(tx, workflowId, key)) < limit) return 'ready'
  if (onLimit === 'skip') throw conflict('This workflow has reached its limit of concurrent runs.', 'CONCURRENCY_LIMIT')
  if (onLimit === 'queue') return 'queued'
  const { rows } = await sql<{ run_id: string }>`
    update app.workflow_live set cancel_requested = true, wake_at = ${platform.clock.now()}, status = case when status = 'leased' then status else 'ready' end
    where org_id = ${tx.orgId} and run_id = (
      select run_id from app.workflow_live where org_id = ${tx.orgId} and workflow_id = ${workflowId} and concurrency_key = ${key}
        and status <> 'queued' and not cancel_requested order by run_id limit 1)
    returning run_id`.execute(tx)
  for (const { run_id: runId } of rows) await signal(tx, workflowRunChanged({ orgId: tx.orgId, runId, ready: true }))
  return 'ready'
}

/** Starts the oldest queued run when a slot is free. The caller holds the key's lock. */
export async function admitNext(
  platform: Platform,
  tx: OrgTx,
  workflowId: string,
  { key, limit }: { key: string; limit: number },
): Promise<void> {
  const free = limit - (await runsOf(tx, workflowId, key))
  if (free <= 0) return
  const { rows } = await sql<{ run_id: string }>`
    update app.workflow_live set status = 'ready', wake_at = ${platform.clock.now()} where org_id = ${tx.orgId} and run_id in (
      select run_id from app.workflow_live where org_id = ${tx.orgId} and workflow_id = ${workflowId} and concurrency_key = ${key}
        and status = 'queued' order by run_id limit ${free})
    returning run_id`.execute(tx)
  for (const { run_id: runId } of rows) await signal(tx, workflowRunChanged({ orgId: tx.orgId, runId, ready: true }))
}
