import { LeaseRunner } from '../../platform/leases/lease-runner.ts'
import type { Platform } from '../../platform/platform.ts'
import { advanceRun, openRun } from './advance-run.ts'
import type { StopReason } from './run-context.ts'
import { runLeases } from './store.ts'

interface ExecutorOptions {
  owner?: string
  leaseMs?: number
  beatEveryMs?: number
}

/** Of one organization at a time, so that a flood of one tenant leaves slots to the others (SEC-45). */
const shareOfOne = 0.75
const retryMs = 5_000

export interface Executor {
  /** Begins to look for queued runs. */
  begin(): void
  /** Works on one run out of turn; resolves once it is claimed, or there is nothing to take. */
  take(orgId: string, runId: string): Promise<boolean>
  cancel(runId: string): void
  stop(graceMs: number): Promise<void>
}

/** Works on runs inside this process, as many at once as configured: they wait for models, not for us. */
export function createExecutor(platform: Platform, { leaseMs = runLeases.leaseMs, ...options }: ExecutorOptions = {}): Executor {
  const { config, metrics } = platform
  const runner = new LeaseRunner({
    platform,
    table: { ...runLeases, leaseMs },
    slots: config.workerConcurrency,
    perOrganization: Math.max(1, Math.floor(config.workerConcurrency * shareOfOne)),
    retryMs,
    ...options,
    run: async ({ row }, hand) => {
      hand.news = ({ is_cancelled: isCancelled }) => isCancelled && hand.abort('cancel' satisfies StopReason)
      metrics.runsInHand.inc()
      if (row.recoveries > 0) metrics.recoveries.inc()
      try {
        if (!(await advanceRun(await openRun(platform, row), hand.signal))) return 0
      } finally {
        metrics.runsInHand.dec()
      }
    },
  })
  return {
    begin: () => runner.begin(),
    take: (orgId, id) => runner.take(orgId, { id }),
    cancel: (id) => runner.find({ id })?.abort('cancel' satisfies StopReason),
    stop: (graceMs) => runner.stop(graceMs),
  }
}
