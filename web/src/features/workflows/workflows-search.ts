// Lists of the contract are written out here: this file is in the first chunk, and the contract of workflows is not.
import { flagOf, momentOf, oneOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'
const statuses = ['draft', 'active', 'paused'] as const
export const workflowsTabs = ['mine', 'templates', 'history'] as const
export type WorkflowsTab = (typeof workflowsTabs)[number]
export const workflowTabs = ['overview', 'runs', 'approvals', 'versions', 'notes'] as const
export type WorkflowTab = (typeof workflowTabs)[number]
const sorts = ['createdAt', 'updatedAt', 'name', 'executions', 'lastRun'] as const
const periods = ['day', 'week', 'month'] as const
export type Period = (typeof periods)[number]

/** The URL state of the lists of workflows, templates and runs. */
export interface WorkflowsSearch {
  /** My Workflows unless given. */
  tab?: WorkflowsTab
  q?: string
  status?: (typeof statuses)[number]
  /** Newest first unless given. */
  sort?: (typeof sorts)[number]
  create?: true
  /** The approval of the open dialog. */
  approval?: string
  /** History: runs of one workflow, of one status, one trigger, one period. */
  workflow?: string
  run?: string
  trigger?: string
  period?: Period
  /** History: runs that began then or later (ISO 8601). */
  since?: string
  /** The previewed template. */
  template?: string
}

/** The URL state of a workflow's page. */
export interface WorkflowSearch {
  /** The overview unless given. */
  tab?: WorkflowTab
  run?: string
  trigger?: string
  period?: Period
  approval?: string
  start?: true
}

const runsOf = (search: Record<string, unknown>) => ({
  ...textsOf(search, ['run', 'trigger', 'approval']),
  period: oneOf(periods, search['period']),
})

export const parseWorkflowsSearch = (search: Record<string, unknown>): WorkflowsSearch =>
  withoutBlanks<WorkflowsSearch>({
    tab: oneOf(workflowsTabs.slice(1), search['tab']),
    ...textsOf(search, ['q', 'workflow', 'template']),
    since: momentOf(search['since']),
    status: oneOf(statuses, search['status']),
    sort: oneOf(sorts, search['sort']),
    create: flagOf(search['create']),
    ...runsOf(search),
  })

export const parseWorkflowSearch = (search: Record<string, unknown>): WorkflowSearch =>
  withoutBlanks<WorkflowSearch>({
    tab: oneOf(workflowTabs.slice(1), search['tab']),
    ...runsOf(search),
    start: flagOf(search['start']),
  })

/** The URL state of a run's page: the selected step. */
export const parseRunSearch = (search: Record<string, unknown>): { step?: string } =>
  withoutBlanks<{ step?: string }>(textsOf(search, ['step']))
export const parseCredentialsSearch = (search: Record<string, unknown>): { create?: true; edit?: string } =>
  withoutBlanks<{ create?: true; edit?: string }>({ create: flagOf(search['create']), ...textsOf(search, ['edit']) })
