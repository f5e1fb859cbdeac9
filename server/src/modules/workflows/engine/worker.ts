import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import { LeaseRunner } from '../../../platform/leases/lease-runner.ts'
import { nameWorker } from '../../../platform/jobs/worker-name.ts'
import type { Platform } from '../../../platform/platform.ts'
import type { Committer } from './committer.ts'
import { Drive } from './drive-run.ts'
import type { DriveNeeds } from './drive-run.ts'
import { liveRuns, fillInUpdates } from './live-runs-store.ts'
import type { LeaseUpdate } from './live-runs-store.ts'
import type { Programs } from './programs.ts'
import { loadClaimedRun } from './load-claimed-run.ts'
import { workflowRunChanged } from './workflow-signals.ts'

/** Runs in this process at a time: most of them wait for the world. */
const usualCapacity = 1_000

export interface WorkerNeeds {
  platform: Platform
  programs: Programs
  committer: Committer
  onWritten: DriveNeeds['onWritten']
  capacity?: number
}

export interface Worker {
  owner: string
  /** Works on a run that was written, or will be, as leased by this owner; resolves when it is left or ended. */
  keep(drive: Drive): Promise<void>
  inFlight(): number
  isStopping(): boolean
  /** Takes no more runs, and hands back what is still in flight after this time. */
  stop(graceMs: number): Promise<void>
}

/** Takes runs that are due and works on them, many at a time, until it is stopped. */
export function createWorker({ platform, programs, committer, onWritten, capacity = usualCapacity }: WorkerNeeds): Worker {
  const owner = nameWorker()
  const runner = new LeaseRunner({
    platform,
    owner,
    table: liveRuns,
    slots: capacity,
    byClock: true,
    load: fillInUpdates,
    run: async (run, lease) => {
      const session = await loadClaimedRun(platform, programs, run)
      return new Drive({ platform, committer, onWritten, owner }, session, run.row.signals).run(lease)
    },
  })
  const off = platform.live.on(workflowRunChanged, ({ orgId, runId, ready }) => {
    if (!ready) return
    const lease = runner.find({ run_id: runId })
    if (!lease) return runner.notify()
    passOnRequests(platform, { orgId, runId, lease, owner }).then(
      (isOurs) => isOurs || runner.notify(),
      (error: unknown) => platform.log.warn({ err: error, orgId, runId }, 'what came for a run of a workflow could not be read'),
    )
  })
  runner.begin()
  return {
    owner,
    keep: (drive) => {
      const { orgId, runId, basis } = drive.session
      return runner.hold({ orgId, key: { run_id: runId }, epoch: basis.epoch }, (lease) => drive.run(lease))
    },
    inFlight: () => runner.size,
    isStopping: () => runner.isStopping,
    stop: async (graceMs) => {
      await runner.stop(graceMs)
      off()
    },
  }
}

/** Passes the requests for a run in flight on to its worker; false when another worker has it. */
async function passOnRequests(
  { db }: Platform,
  { orgId, runId, lease, owner }: { orgId: string; runId: string; lease: LeaseHandle<LeaseUpdate>; owner: string },
): Promise<boolean> {
  const row = await db.withOrg(orgId, (tx) =>
    tx
      .selectFrom('workflow_live')
      .select(['cancel_requested', 'pause_requested', 'signalled', 'lease_owner'])
      .where('run_id', '=', runId)
      .executeTakeFirst(),
  )
  if (row?.lease_owner !== owner) return false
  lease.update?.(row)
  return true
}
