import { LeaseRunner } from '../../platform/leases/lease-runner.ts'
import type { Platform } from '../../platform/platform.ts'
import { advanceRun } from './advance-run.ts'
import { createRunOpener } from './open-runs.ts'
import type { StopReason } from './run-context.ts'
import { provideExecutor } from './requested/executor-of.ts'
import { runLeases } from './store.ts'

interface ExecutorOptions {
  owner?: string
  leaseMs?: number
  beatEveryMs?: number
}

/** The share of slots for one organization, so that a flood of one tenant leaves slots to the others (SEC-45). */
const shareOfOne = 0.75
const retryMs = 5_000

export interface Executor {
  /** Starts polling for queued runs. */
  begin(): void
  /** Processes one run out of turn; resolves when it is claimed or there is nothing to claim. */
  take(orgId: string, runId: string): Promise<boolean>
  cancel(runId: string): void
  stop(graceMs: number): Promise<void>
}

/** Processes runs inside this process, up to the configured concurrency: they mostly wait for models. */
export function createExecutor(platform: Platform, { leaseMs = runLeases.leaseMs, ...options }: ExecutorOptions = {}): Executor {
  const { config, metrics } = platform
  const open = createRunOpener(platform)
  const runner = new LeaseRunner({
    platform,
    table: { ...runLeases, leaseMs },
    slots: config.workerConcurrency,
    perOrganization: Math.max(1, Math.floor(config.workerConcurrency * shareOfOne)),
    retryMs,
    ...options,
    run: async ({ row }, lease) => {
      lease.update = ({ is_cancelled: isCancelled }) => isCancelled && lease.abort('cancel' satisfies StopReason)
      metrics.activeRuns.inc()
      if (row.recoveries > 0) metrics.recoveries.inc()
      try {
        if (!(await advanceRun(await open(row), lease.signal))) return 0
      } finally {
        metrics.activeRuns.dec()
      }
    },
  })
  const executor: Executor = {
    begin: () => runner.begin(),
    take: (orgId, id) => runner.take(orgId, { id }),
    cancel: (id) => runner.find({ id })?.abort('cancel' satisfies StopReason),
    stop: (graceMs) => runner.stop(graceMs),
  }
  provideExecutor(platform, executor)
  return executor
}
