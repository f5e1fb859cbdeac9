import { isFinished } from '@imperium/contract/runs.ts'
import type { RunEvent, RunStatus } from '@imperium/contract/runs.ts'
import { createWakeup } from '../../platform/events/wakeup.ts'
import type { StreamItem } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findRun, listEvents } from './store.ts'
import { eventFor } from './history/shown-to.ts'
import type { May } from './history/shown-to.ts'
import { runChanged } from './run-signals.ts'

/** Without signals (the listening connection was lost), events are polled at least this often. */
const pollEveryMs = 2_000

/** The events of a run after a number, first the stored ones, then each as it is written, until the last. */
export async function* followRun(
  platform: Platform,
  orgId: string,
  { runId, may }: { runId: string; may: May },
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<StreamItem<RunEvent>> {
  let seq = afterSeq
  const wakeup = createWakeup(signal)
  const off = platform.live.on(runChanged, (message) => message.runId === runId && wakeup.notify())
  try {
    while (!signal.aborted) {
      const signalled = wakeup.next(pollEveryMs)
      const { events, status, needs } = await platform.db.withOrg(orgId, async (tx) => {
        const run = await findRun(tx, runId)
        const found = await listEvents(tx, runId, seq)
        return { status: run?.status as RunStatus | undefined, needs: run?.needs ?? [], events: found }
      })
      for (const { seq: id, event } of events) {
        const shown = eventFor(may, event, needs)
        if (shown) yield { id, data: shown }
        seq = id
        if (event.type === 'done') return
      }
      // The run has ended and no event will follow: the caller already had the last one.
      if (events.length === 0 && (!status || isFinished(status))) return
      if (events.length === 0) await signalled
    }
  } finally {
    off()
    wakeup.close()
  }
}
