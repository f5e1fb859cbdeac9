import { runEvents } from '@imperium/contract/events/runs.ts'
import type { PayloadOf } from '@imperium/contract/kit/event.ts'
import { createGroupCommit } from '../../platform/db/group-commit.ts'
import type { GroupCommit } from '../../platform/db/group-commit.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { signal } from '../../platform/events/live.ts'
import { meterAll } from '../../platform/metering/metering.ts'
import type { UsageEntry } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import { settleIn } from '../ai-models/index.ts'
import type { Settlement } from '../ai-models/index.ts'
import { writeChanges } from './change-store.ts'
import type { RunChange } from './change-store.ts'
import { runChanged } from './run-signals.ts'

type RunEvents = typeof runEvents
export type Emitted = { [K in keyof RunEvents]: { event: RunEvents[K]; payload: PayloadOf<RunEvents[K]> } }[keyof RunEvents]

export interface RunWrite extends RunChange {
  usage?: UsageEntry | undefined
  /** Calls of models that end with this. */
  settles?: readonly Settlement[] | undefined
  emitted?: Emitted | undefined
}

/** False: a newer worker has the run, and nothing of it was written. */
export type RunWriter = GroupCommit<RunWrite, boolean>

/** The changes of an organization's runs share commits. */
export const createRunWriter = (platform: Pick<Platform, 'db' | 'events'>): RunWriter =>
  createGroupCommit(
    platform.db,
    (tx, writes) => writeRunsIn(platform, tx, writes),
    ({ events }) => JSON.stringify(events).length,
  )

/** Writes changes of different runs, their meter rows and events. For each, whether it was written. */
export async function writeRunsIn({ events }: Pick<Platform, 'events'>, tx: OrgTx, writes: readonly RunWrite[]): Promise<boolean[]> {
  const written = await writeChanges(tx, writes)
  const kept = writes.filter(({ runId }) => written.has(runId))
  const emitAll = <E extends Emitted['event']>(event: E) =>
    events.emitAll(
      tx,
      event,
      kept.flatMap(({ emitted }) => (emitted?.event === event ? [emitted.payload as PayloadOf<E>] : [])),
    )
  // Sent together; a failure of one fails the whole transaction.
  await Promise.all([
    meterAll(
      tx,
      kept.flatMap(({ usage }) => usage ?? []),
    ),
    settleIn(
      tx,
      kept.flatMap(({ settles }) => settles ?? []),
    ),
    ...Object.values(runEvents).map(emitAll),
    ...kept.map(({ runId }) => signal(tx, runChanged({ orgId: tx.orgId, runId }))),
  ])
  return writes.map(({ runId }) => written.has(runId))
}
