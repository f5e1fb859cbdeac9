import { sql } from 'kysely'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import { signal } from '../../../platform/events/live.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { bindRun } from '../engine/bound-by-keys-store.ts'
import { cancelRuns } from '../engine/cancel-runs.ts'
import { decisionKey } from '../engine/run-session.ts'
import { storeSignals } from '../engine/send-signal.ts'
import { findLive, findRun } from './store.ts'
import type { RunRow } from './store.ts'
import { workflowRunChanged } from '../engine/workflow-signals.ts'

type Context = Pick<OrgContext, 'tx' | 'audit' | 'key'>

/** An open run, with its row locked. @throws 404; 409 when it has ended */
async function openRun({ tx, audit }: Context, id: string): Promise<{ run: RunRow; status: string }> {
  const run = await findRun(tx, id)
  if (!run) throw notFound()
  const live = await tx.selectFrom('workflow_live').select('status').where('run_id', '=', id).forUpdate().executeTakeFirst()
  if (!live) throw conflict('This run has ended.')
  audit({ targetId: id, targetName: run.workflow_name })
  return { run, status: live.status }
}

export async function cancelRun(platform: Platform, context: Context, id: string): Promise<void> {
  await openRun(context, id)
  await cancelRuns(platform, context.tx, { runId: id })
}

/** Immediately when no worker has the run, otherwise after the steps in flight. */
export async function pauseRun(context: Context, id: string): Promise<void> {
  const { tx } = context
  const { status } = await openRun(context, id)
  if (status === 'paused' || status === 'quarantined') throw conflict('This run is already paused.')
  if (status === 'queued') throw conflict('This run is queued and has not started yet. Cancel it instead.')
  const isHeld = status === 'leased'
  await tx
    .updateTable('workflow_live')
    .set({ pause_requested: true, ...(isHeld ? {} : { status: 'paused' }) })
    .where('run_id', '=', id)
    .execute()
  if (!isHeld) await tx.updateTable('workflow_runs').set({ status: 'paused' }).where('id', '=', id).execute()
  await report(tx, id)
}

/** Resumes a run that was paused, or quarantined after worker crashes. */
export async function resumeRun(platform: Platform, context: Context, id: string): Promise<void> {
  const { tx } = context
  const { status } = await openRun(context, id)
  if (status !== 'paused' && status !== 'quarantined' && status !== 'leased') throw conflict('This run is not paused.')
  await bindRun(tx, id, context.key)
  // The history status changes together with the state, so that the worker sees the change.
  await sql`
    update app.workflow_live set pause_requested = false, crashes = 0, wake_at = ${platform.clock.now()},
      status = case when status = 'leased' then status else 'ready' end,
      state = case when status = 'leased' then state else jsonb_set(state, '{status}', '"running"') end
    where org_id = ${tx.orgId} and run_id = ${id}`.execute(tx)
  if (status !== 'leased') await tx.updateTable('workflow_runs').set({ status: 'running', error: null }).where('id', '=', id).execute()
  await report(tx, id)
}

const report = (tx: OrgTx, runId: string): Promise<void> => signal(tx, workflowRunChanged({ orgId: tx.orgId, runId, ready: true }))

/** Records a member's decision about a step with an unknown outcome. @throws 404; 409 when no decision is pending */
export async function decideStep(
  platform: Platform,
  context: Context,
  { id, seq }: { id: string; seq: number },
  { decision, output }: { decision: 'done' | 'again' | 'failed'; output: Json },
): Promise<void> {
  const { tx } = context
  await openRun(context, id)
  const step = await tx.selectFrom('workflow_steps').select('status').where('run_id', '=', id).where('seq', '=', seq).executeTakeFirst()
  if (!step) throw notFound()
  const live = await findLive(tx, id)
  const token = Object.entries(live?.state?.tokens ?? {}).find(([, each]) => each.seq === seq && each.phase === 'held')?.[0]
  if (step.status !== 'unknown' || token === undefined)
    throw conflict('The outcome of this step is known, or its run does not wait for it.')
  const left = await storeSignals(platform, tx, [{ runId: id, token: Number(token) }], decisionKey, { decision, output })
  if (left === 0) throw conflict('This step was already decided.')
  await bindRun(tx, id, context.key)
}
