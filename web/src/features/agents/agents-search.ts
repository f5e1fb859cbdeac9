import type { Period, RunStatus } from '@imperium/contract/runs.ts'
import { flagOf, oneOf, textOf, textsOf, withoutBlanks } from '../../lib/search-params.ts'

export const detailTabs = ['overview', 'run', 'history', 'settings'] as const
export type DetailTab = (typeof detailTabs)[number]

/** Everything the agents page shows, as it stands in the address. A link to it shows the same to everybody. */
export interface AgentsSearch {
  q?: string
  status?: string
  model?: string
  /** Name of a sort of the contract, with `-` in front for descending. The newest come first unless given. */
  sort?: string
  view?: 'grid'
  /** The agent whose details are open. */
  agent?: string
  tab?: DetailTab
  /** The run that is open in the details. */
  run?: string
  /** Filter of the run history. */
  runStatus?: RunStatus
  period?: Period
  create?: true
}

/** Reads the address of the page; what makes no sense is left out. Imports no schema: it is part of the first chunk. */
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
