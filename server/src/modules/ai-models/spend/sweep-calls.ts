import type { Platform } from '../../../platform/platform.ts'
import type { Tick } from '../../../platform/tick.ts'
import { forgetUnknown, sweepCalls } from './model-calls-store.ts'

const sweepEveryMs = 5_000

/** Ends the calls of processes that are gone: those that were not sent are free, those that were are metered as reserved. */
async function sweep({ db, log }: Pick<Platform, 'db' | 'log'>): Promise<void> {
  const swept = await db.withSystem((tx) => sweepCalls(tx))
  if (swept.freed + swept.unknown > 0) log.warn(swept, 'calls of models without a process were ended')
}

export const spendTicks = (platform: Pick<Platform, 'db' | 'log'>): Tick[] => [
  // On every worker, as the leases of runs: a process that hangs must not keep the budget of an organization.
  { name: 'end-lost-model-calls', everyMs: sweepEveryMs, everywhere: true, whileHeld: true, run: () => sweep(platform) },
  { name: 'forget-unknown-model-calls', everyMs: 3_600_000, run: () => platform.db.withSystem(forgetUnknown) },
]
