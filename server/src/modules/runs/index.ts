import { agentEvents } from '@imperium/contract/events/agents.ts'
import { runEvents } from '@imperium/contract/events/runs.ts'
import { collectInEach } from '../../platform/collect-in-each.ts'
import { reapTick } from '../../platform/leases/reap-tick.ts'
import type { Module, ModuleFactory } from '../../platform/module.ts'
import { onEvent } from '../../platform/events/events.ts'
import { extendContacts } from '../contacts/index.ts'
import { runContactExtension } from './contact-extension.ts'
import { cancelUnfinished } from './cancel-run.ts'
import { createExecutor } from './executor.ts'
import { exportRuns } from './export-person.ts'
import { runOperations } from './routes.ts'
import { listHeldRuns, runLeases } from './store.ts'
import { takeNotesOn } from '../notes/index.ts'
import { searchIn } from '../search/index.ts'
import { findNotedRun, searchRuns } from './queries.ts'
import { runCancelRequested } from './run-signals.ts'
import { runsActs } from './acts.ts'
import { offerQueryTable } from '../../platform/llm/query-tables.ts'
import { keepForRetention } from '../../platform/retention.ts'
import { runsQuery, runStepsQuery } from './tools/query-tables.ts'
import { runHistory } from './erase-runs-store.ts'

export { listRunsWithSteps } from './contact-extension.ts'
export { askToStop, cancelIfUnfinished } from './cancel-run.ts'
export { eraseAgentRuns } from './erase-agent-runs.ts'
export { listEndedRuns } from './history/ended-runs-store.ts'
export { hasCompletedRun, isRunOfWorkflow } from './queries.ts'
export { queueRun } from './start-run.ts'
export { recordPastRuns, removeRunsOf } from './history/past-runs-store.ts'
export type { PastRun } from './history/past-runs-store.ts'
export { hiddenResult, runFor } from './history/shown-to.ts'
export { findRuns } from './store.ts'
export { giveTools, giveVisitorTools } from './tools/offer-tools.ts'
export type { FindTools } from './tools/offer-tools.ts'
export { readableBy } from './tools/readable-by.ts'
export { offerTool } from './tools/tool.ts'
export type { OfferedTool } from './tools/tool.ts'
export { followRun } from './follow-run.ts'
export { onVisitorRun } from './visitors/visitor-chats.ts'
export { visitorCost } from './visitors/visitor-cost-store.ts'
export type { EndedVisitorRun, VisitorContext } from './visitors/visitor-chats.ts'
export { rightsOfMember, roleOfMember } from './tools/reader-store.ts'

export const runsModule: ModuleFactory = (platform): Module => ({
  name: 'runs',
  tables: ['runs', 'run_steps', 'run_events', 'run_files', 'run_uploads'],
  reads: ['model_calls'],
  acts: runsActs,
  emits: Object.values(runEvents),
  extensions: [
    keepForRetention(runHistory),
    extendContacts(runContactExtension(platform)),
    takeNotesOn({ subject: 'run', permission: 'runs:read', find: findNotedRun }),
    searchIn({ permission: 'runs:read', order: 70, find: searchRuns }),
    offerQueryTable(runsQuery),
    offerQueryTable(runStepsQuery),
  ],
  operations: runOperations(platform),
  exportPerson: async ({ userId, orgIds }) => ({ runs: await collectInEach(platform.db, orgIds, (tx) => exportRuns(tx, userId)) }),
  events: [
    onEvent({
      event: agentEvents.deleted,
      name: 'runs.cancelOfDeletedAgent',
      worksAtRest: 'only cancels',
      run: ({ orgId, payload }) => cancelUnfinished(platform, orgId, payload.agentId),
    }),
  ],
  listHeldWork: listHeldRuns,
  leases: [runLeases],
  ticks: [reapTick(platform, runLeases)],
  startWorker: async () => {
    const started = createExecutor(platform)
    started.begin()
    const off = platform.live.on(runCancelRequested, (message) => started.cancel(message.runId))
    return {
      stop: async (graceMs) => {
        await started.stop(graceMs)
        off()
      },
    }
  },
})
