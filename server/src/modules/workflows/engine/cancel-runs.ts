import type { OrgTx } from '../../../platform/db/database.ts'
import type { JobDefinition } from '../../../platform/jobs/jobs.ts'
import { signal } from '../../../platform/events/live.ts'
import type { Platform } from '../../../platform/platform.ts'
import { cancelIfUnfinished } from '../../runs/index.ts'
import type { Abandoned } from '../core/machine.ts'
import { workflowRunChanged } from './workflow-signals.ts'

/** Requests the end of runs; a worker ends them immediately, or after the steps in flight. */
export async function cancelRuns(platform: Platform, tx: OrgTx, which: { workflowId: string } | { runId: string }): Promise<void> {
  const found = await tx
    .updateTable('workflow_live')
    .set((eb) => ({
      cancel_requested: true,
      wake_at: platform.clock.now(),
      status: eb.case().when('status', '=', 'leased').then('leased').else('ready').end(),
    }))
    .$if('workflowId' in which, (query) => query.where('workflow_id', '=', 'workflowId' in which ? which.workflowId : ''))
    .$if('runId' in which, (query) => query.where('run_id', '=', 'runId' in which ? which.runId : ''))
    .returning('run_id')
    .execute()
  for (const { run_id: runId } of found) await signal(tx, workflowRunChanged({ orgId: tx.orgId, runId, ready: true }))
}

const cancelAbandonedName = 'workflows.cancelAbandoned'

interface CancelAbandonedData {
  orgId: string
  abandoned: readonly Abandoned[]
}

/** Queues the cancellation of abandoned work for after the commit: the end of that work needs rows that this transaction locks. */
export async function queueCancelOfAbandoned(platform: Platform, tx: OrgTx, abandoned: readonly Abandoned[]): Promise<void> {
  if (abandoned.length > 0) await platform.jobs.send<CancelAbandonedData>(tx, cancelAbandonedName, { orgId: tx.orgId, abandoned })
}

/** Idempotent: work that has ended meanwhile stays unchanged. */
export const cancelAbandonedJob = (platform: Platform): JobDefinition<CancelAbandonedData> => ({
  name: cancelAbandonedName,
  lane: 'interactive',
  worksAtRest: 'ends work that was given up, and begins none',
  run: async ({ orgId, abandoned }) => {
    for (const { kind, id } of abandoned)
      await platform.db.withOrg(orgId, (tx) =>
        kind === 'run' ? cancelIfUnfinished(platform, tx, id) : cancelRuns(platform, tx, { runId: id }),
      )
  },
})
