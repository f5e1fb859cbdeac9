import { runEvents } from '@imperium/contract/events/runs.ts'
import { meter } from '../../platform/metering/metering.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { cancelIfUnfinished } from './cancel-run.ts'
import { blankRuns, endRunningRun } from './erase-store.ts'
import { removeRunFiles } from './outputs/run-files-store.ts'
import { findRun, findRunForUpdate, insertEvents, toRun, usedBy } from './store.ts'
import { runCancelRequested, runChanged } from './run-signals.ts'

/** Removes input, output and tool data from runs about an erased contact; the figures stay. Unfinished runs are cancelled immediately. */
export async function eraseAgentRuns(platform: Platform, tx: OrgTx, runIds: readonly string[]): Promise<void> {
  const ids = [...new Set(runIds)].toSorted()
  if (ids.length === 0) return
  for (const id of ids) await endNow(platform, tx, id)
  await blankRuns(tx, ids)
  await removeRunFiles(platform, tx, ids)
  for (const runId of ids) await signal(tx, runChanged({ orgId: tx.orgId, runId }))
}

async function endNow(platform: Platform, tx: OrgTx, id: string): Promise<void> {
  const row = await findRunForUpdate(tx, id)
  if (row?.status !== 'running') return cancelIfUnfinished(platform, tx, id)
  const seq = Math.max(2, row.next_event_seq)
  await endRunningRun(tx, id, seq + 1)
  // Its worker stops sooner by this; without, it finds out at its next write.
  await signal(tx, runCancelRequested({ orgId: tx.orgId, runId: id }))
  await meter(tx, {
    ...usedBy(row),
    agentId: row.agent_id,
    ...(row.config_id ? { configId: row.config_id } : {}),
    model: row.model,
    runs: 1,
    cancelled: 1,
  })
  const about = { runId: id, agentId: row.agent_id, agentName: row.agent_name, startedByUser: row.started_by_user }
  await platform.events.emit(tx, runEvents.cancelled, about)
  const ended = await findRun(tx, id)
  if (ended) await insertEvents(tx, id, [{ seq, event: { type: 'done', run: toRun(ended) } }])
}
