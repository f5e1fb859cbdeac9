import type { Platform } from '../../../platform/platform.ts'
import { reapTick } from '../../../platform/leases/reap-tick.ts'
import { liveRuns, settleReaped } from './live-runs-store.ts'
import type { Tick } from '../../../platform/tick.ts'
import { admitOrphaned, deleteExpiredRows } from './ticks-store.ts'

const cleanUpEveryMs = 600_000
const admitEveryMs = 60_000

/** Periodic work of the engine: runs of dead workers, expired start keys and payloads, stuck queues. */
export const engineTicks = (platform: Platform): Tick[] => [
  reapTick(platform, liveRuns, { byClock: true, also: settleReaped }),
  { name: 'sweep-workflow-rows', everyMs: cleanUpEveryMs, run: () => deleteExpiredRows(platform) },
  { name: 'admit-forgotten-workflow-runs', everyMs: admitEveryMs, run: () => admitOrphaned(platform) },
]
