import type { ModuleFactory } from '../../platform/module.ts'

export const workflowsModule: ModuleFactory = () => ({
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
  operations: [],
})
