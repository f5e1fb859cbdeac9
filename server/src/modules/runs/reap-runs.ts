import type { Platform } from '../../platform/platform.ts'
import { advanceJob } from './start-run.ts'
import { listOwners, takeOrphans } from './store.ts'
import { isWorkerDead } from '../../platform/jobs/worker-name.ts'

/**
 * Finds runs whose worker is gone and queues them again. A worker of this machine is known to be dead by its process id, at once;
 * one of another machine by its lease, which it stopped extending.
 */
export async function reapRuns(platform: Platform): Promise<number> {
  return platform.db.withSystem(async (tx) => {
    const dead = (await listOwners(tx)).filter(isWorkerDead)
    const orphans = await takeOrphans(tx, dead)
    for (const { id, org_id: orgId, lease_owner: owner } of orphans) {
      await platform.jobs.send(tx, advanceJob, { orgId, runId: id })
      platform.log.warn({ runId: id, orgId, owner }, 'a run without a worker was queued again')
    }
    return orphans.length
  })
}
