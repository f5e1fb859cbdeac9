import type { Period, RunStatus } from '@imperium/contract/runs.ts'
import { flagOf, momentOf, oneOf, textOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'

export const detailTabs = ['overview', 'chat', 'run', 'history', 'settings'] as const
export type DetailTab = (typeof detailTabs)[number]

/** The complete state of the agents page in the URL, so a link shows every member the same view. */
export interface AgentsSearch {
  q?: string
  status?: string
  model?: string
  /** Name of a contract sort, with `-` in front for descending. Default: newest first. */
  sort?: string
  view?: 'grid'
  /** The agent of the open details panel. */
  agent?: string
  tab?: DetailTab
  /** The run that is open in the details. */
  run?: string
  /** Filter of the run history. */
  runStatus?: RunStatus
  period?: Period
  create?: true
}

/** Parses the page's URL and drops invalid values. Imports no schema because it is part of the first chunk. */
export function parseAgentsSearch(search: Record<string, unknown>): AgentsSearch {
  return withoutBlanks<AgentsSearch>({
    ...textsOf(search, ['q', 'model', 'sort', 'agent', 'run']),
    status: textOf(search['status'])?.toUpperCase(),
    view: oneOf(['grid'], search['view']),
    tab: oneOf(detailTabs, search['tab']),
    runStatus: oneOf(['queued', 'running', 'completed', 'failed', 'cancelled'], search['runStatus']),
    period: oneOf(['7d', '30d', '90d'], search['period']),
    create: flagOf(search['create']),
  })
}

const runStatuses = ['queued', 'running', 'completed', 'failed', 'cancelled', 'open', 'ended'] as const

/** The URL state of the list of all runs. */
export interface RunsSearch {
  /** Part of an agent's name. */
  q?: string
  /** Id of the agent. */
  agent?: string
  status?: (typeof runStatuses)[number]
  /** Runs that were started then or later (ISO 8601). */
  since?: string
  period?: 'day' | 'week' | 'month'
  /** The run in the open panel. */
  run?: string
}

export const parseRunsSearch = (search: Record<string, unknown>): RunsSearch =>
  withoutBlanks<RunsSearch>({
    ...textsOf(search, ['q', 'agent', 'run']),
    status: oneOf(runStatuses, search['status']),
    since: momentOf(search['since']),
    period: oneOf(['day', 'week', 'month'], search['period']),
  })
