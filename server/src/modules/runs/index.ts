import { collectInEach } from '../../platform/collect-in-each.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { Module, ModuleFactory } from '../../platform/module.ts'
import { onEvent } from '../../platform/events/events.ts'
import { accompanyContacts } from '../contacts/index.ts'
import { runCompanion } from './accompany-contacts.ts'
import { cancelUnfinished } from './cancel-run.ts'
import { createExecutor } from './executor.ts'
import type { Executor } from './executor.ts'
import { exportRuns } from './export-person.ts'
import { reapRuns } from './reap-runs.ts'
import { runOperations } from './routes.ts'
import { advanceJob } from './start-run.ts'

export { toldRuns } from './accompany-contacts.ts'
export { cancelIfUnfinished } from './cancel-run.ts'
export { dropRunMonths, eraseRunsBefore, organizationsWithRunsBefore } from './erase-runs.ts'
export { forgetRuns } from './forget-runs.ts'
export { isRunOfWorkflow, searchRuns } from './queries.ts'
export { queueRun } from './start-run.ts'
export { findRuns } from './store.ts'

const reapEveryMs = 2_000

export const runsModule: ModuleFactory = (platform): Module => {
  // Lives from the start of the workers to their end; a process without them only queues runs.
  let executor: Executor | undefined
  accompanyContacts(platform, runCompanion(platform))
  const advance: JobDefinition<{ orgId: string; runId: string }> = {
    name: advanceJob,
    lane: 'interactive',
    run: async ({ orgId, runId }) => executor?.begin(orgId, runId),
  }
  return {
    name: 'runs',
    tables: ['runs', 'run_steps', 'run_events'],
    operations: runOperations(platform),
    exportPerson: async ({ userId, orgIds }) => ({ runs: await collectInEach(platform.db, orgIds, (tx) => exportRuns(tx, userId)) }),
    jobs: [advance as unknown as JobDefinition],
    events: [
      onEvent({
        event: 'agent.deleted',
        name: 'runs.cancelOfDeletedAgent',
        run: ({ orgId, payload }) => cancelUnfinished(platform, orgId, payload.agentId),
      }),
    ],
    ticks: [{ name: 'reap-runs', everyMs: reapEveryMs, run: () => reapRuns(platform) }],
    startWorker: async () => {
      const started = createExecutor(platform)
      executor = started
      const off = platform.live.on((message) => message.kind === 'cancel' && started.cancel(message.runId))
      return {
        stop: async (graceMs) => {
          await started.stop(graceMs)
          off()
        },
      }
    },
  }
}
