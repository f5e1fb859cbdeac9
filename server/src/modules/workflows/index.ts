import type { ModuleFactory } from '../../platform/module.ts'
import { workflowOperations } from './definitions/routes.ts'
import { hearEvents } from './triggers/hear-event.ts'
import { workflowHookOperations } from './triggers/routes.ts'
import { runSchedules } from './triggers/run-schedules.ts'

export { contentOfWorkflow } from './definitions/export-workflow.ts'
export { createWorkflowFrom } from './definitions/import-workflow.ts'
export { searchWorkflows } from './definitions/search-workflows.ts'

const schedulesEveryMs = 1_000

export const workflowsModule: ModuleFactory = (platform) => ({
  name: 'workflows',
  tables: [
    'workflows',
    'workflow_versions',
    'workflow_totals',
    'workflow_triggers',
    'workflow_runs',
    'workflow_live',
    'workflow_steps',
    'workflow_payloads',
    'workflow_waits',
    'workflow_signals',
    'workflow_starts',
    'workflow_approvals',
    'workflow_credentials',
  ],
  operations: [...workflowOperations(platform), ...workflowHookOperations(platform)],
  events: [hearEvents(platform)],
  ticks: [{ name: 'workflow-schedules', everyMs: schedulesEveryMs, run: () => runSchedules(platform) }],
})
