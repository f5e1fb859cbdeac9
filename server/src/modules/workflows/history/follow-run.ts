import type { WorkflowRun } from '@imperium/contract/workflows/workflow-runs.ts'
import { createWakeup } from '../../../platform/events/wakeup.ts'
import type { StreamItem } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findRun, isEnded } from './store.ts'
import { workflowRunChanged } from '../engine/workflow-signals.ts'

/** Polling interval in case signals do not arrive: reports a change at least this often while the run is open. */
const pollEveryMs = 5_000
/** Shortest time between two reports of a run that changes fast. */
const pauseMs = 150

interface Changed {
  type: 'changed'
  status: WorkflowRun['status']
}

/** Reports changes of a run until it has ended; the client reads the details itself. */
export async function* followWorkflowRun(
  platform: Platform,
  orgId: string,
  runId: string,
  afterSeq: number,
  signal: AbortSignal,
): AsyncGenerator<StreamItem<Changed>> {
  let seq = afterSeq
  const wakeup = createWakeup(signal)
  const off = platform.live.on(workflowRunChanged, (message) => message.runId === runId && wakeup.notify())
  try {
    while (!signal.aborted) {
      const signalled = wakeup.next(pollEveryMs)
      const run = await platform.db.withOrg(orgId, (tx) => findRun(tx, runId))
      if (!run) return
      seq += 1
      yield { id: seq, data: { type: 'changed', status: run.status as Changed['status'] } }
      if (isEnded(run.status)) return
      await signalled
      await new Promise((resolve) => setTimeout(resolve, pauseMs))
    }
  } finally {
    off()
    wakeup.close()
  }
}
