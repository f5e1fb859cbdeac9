import { workflowApprovals } from '@imperium/contract/workflows/workflow-approvals.ts'
import { workflowCredentials } from '@imperium/contract/workflows/workflow-credentials.ts'
import { workflowRuns } from '@imperium/contract/workflows/workflow-runs.ts'
import { workflows } from '@imperium/contract/workflows/workflows.ts'
import { testStates } from '../../testing/screen-states.ts'

testStates('workflows', {
  place: 'workflows',
  heading: 'Workflows',
  list: workflows.list,
  others: (api) => {
    api.give(workflows.stats, { total: 0, active: 0, executions: 0, successRate: null })
    api.give(workflowApprovals.list, [])
  },
  loadFailed: 'Failed to load workflows',
  empty: { data: [], texts: /^No workflows/ },
  noMatch: { place: 'workflows?q=zzz', texts: 'No workflows match' },
})

testStates('credentials of workflows', {
  place: 'settings/credentials',
  heading: 'Credentials',
  list: workflowCredentials.list,
  loadFailed: 'Credentials could not be loaded',
  empty: { data: [], texts: 'No credentials yet' },
})

testStates('runs of workflows', {
  place: 'workflows?tab=history',
  heading: 'Workflows',
  list: workflowRuns.list,
  others: (api) => {
    api.give(workflowApprovals.list, [])
    api.give(workflows.stats, { total: 0, active: 0, executions: 0, successRate: null })
    api.give(workflows.list, [])
  },
  loadFailed: 'Runs could not be loaded',
  empty: { data: [], texts: /^No runs/ },
  noMatch: { place: 'workflows?tab=history&run=failed', texts: 'No runs match' },
})
