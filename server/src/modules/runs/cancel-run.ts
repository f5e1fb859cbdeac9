import { isFinished } from '@imperium/contract/runs.ts'
import type { Run, RunEvent } from '@imperium/contract/runs.ts'
import { runEvents } from '@imperium/contract/events/runs.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import { meter } from '../../platform/metering/metering.ts'
import type { KeyIdentity } from '../../platform/auth/key-context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { endQueuedRun, findRun, findRunForUpdate, insertEvents, listUnfinished, requestCancel, toRun, usedBy } from './store.ts'
import type { RunRow } from './store.ts'
import { runCancelRequested, runChanged } from './run-signals.ts'
import { endVisitorRun, isVisitorRun } from './visitors/visitor-chats.ts'

const endedSentences = {
  completed: 'This run has already completed.',
  failed: 'This run has already failed.',
  cancelled: 'This run has already been cancelled.',
} as const

/** For the key of an agent, runs of other agents do not exist (SEC-22). */
export const isOpenTo = (key: KeyIdentity | null, row: Pick<RunRow, 'agent_id'>): boolean => !key?.agentId || row.agent_id === key.agentId

/** Cancels a queued run immediately; asks the worker of a running one to stop. @throws 404; 409 if the run has ended. */
export async function cancelRun(platform: Platform, { tx, audit, key }: OrgContext, id: string): Promise<Run> {
  const row = await findRunForUpdate(tx, id)
  if (!row || !isOpenTo(key, row)) throw notFound()
  const run = toRun(row)
  if (isFinished(run.status)) throw conflict(endedSentences[run.status])
  audit({ targetName: run.agentName })
  // The worker of a running one says so itself.
  if (run.status === 'queued' && isVisitorRun(row))
    await endVisitorRun(platform, tx, {
      runId: id,
      agentName: run.agentName,
      status: 'cancelled',
      output: null,
      citations: [],
      handedOver: null,
      given: [],
    })
  return cancelHeld(platform, tx, row)
}

/** Cancels the unfinished runs of a deleted agent; its job runs after the deletion has committed. */
export async function cancelUnfinished(platform: Platform, orgId: string, agentId: string): Promise<void> {
  for (const id of await platform.db.withOrg(orgId, (tx) => listUnfinished(tx, agentId)))
    await platform.db.withOrg(orgId, (tx) => cancelIfUnfinished(platform, tx, id))
}

/** Asks the worker of a running run to stop, without a lock that could wait for this transaction. */
export const askToStop = (tx: OrgTx, runId: string): Promise<void> => signal(tx, runCancelRequested({ orgId: tx.orgId, runId }))

/** Cancels a run that is no longer needed; a finished or deleted run is left unchanged. */
export async function cancelIfUnfinished(platform: Platform, tx: OrgTx, id: string): Promise<void> {
  const row = await findRunForUpdate(tx, id)
  if (row && !isFinished(toRun(row).status)) await cancelHeld(platform, tx, row)
}

async function cancelHeld(platform: Platform, tx: OrgTx, row: RunRow): Promise<Run> {
  const run = toRun(row)
  const { id } = run
  if (run.status === 'running') {
    await requestCancel(tx, id)
    await signal(tx, runCancelRequested({ orgId: tx.orgId, runId: id }))
    return run
  }
  // Event 1 is the queueing; a run that is queued again after a crash has more events.
  const seq = Math.max(2, row.next_event_seq)
  await endQueuedRun(tx, id, seq + 1)
  await meter(tx, { ...usedBy(row), agentId: run.agentId, model: run.model, runs: 1, cancelled: 1 })
  const { agentId, agentName } = run
  await platform.events.emit(tx, runEvents.cancelled, { runId: id, agentId, agentName, startedByUser: row.started_by_user })
  const ended = await findRun(tx, id)
  if (!ended) throw notFound()
  const done: RunEvent = { type: 'done', run: toRun(ended) }
  await insertEvents(tx, id, [{ seq, event: done }])
  await signal(tx, runChanged({ orgId: tx.orgId, runId: id }))
  return toRun(ended)
}
