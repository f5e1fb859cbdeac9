import type { Period, RunStatus } from '@imperium/contract/runs.ts'

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

/** New values for some of the parameters; undefined removes one. */
export type AgentsSearchChange = { [K in keyof AgentsSearch]?: AgentsSearch[K] | undefined }

/** A parameter as text: the router reads `?q=42` as a number. */
function textOf(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'boolean' ? String(value) : value
  return typeof text === 'string' && text.trim() !== '' ? text : undefined
}

const oneOf = <const T extends string>(allowed: readonly T[], value: unknown): T | undefined => allowed.find((each) => each === value)

/** Leaves out what is undefined, so that an address holds only what differs from the usual. */
export function withoutBlanks(search: AgentsSearchChange): AgentsSearch {
  return Object.fromEntries(Object.entries(search).filter(([, value]) => value !== undefined))
}

/** Reads the address of the page; what makes no sense is left out. Imports no schema: it is part of the first chunk. */
export function parseAgentsSearch(search: Record<string, unknown>): AgentsSearch {
  return withoutBlanks({
    q: textOf(search['q'])?.slice(0, 200),
    status: textOf(search['status'])?.toUpperCase(),
    model: textOf(search['model']),
    sort: textOf(search['sort']),
    view: oneOf(['grid'], search['view']),
    agent: textOf(search['agent']),
    tab: oneOf(detailTabs, search['tab']),
    run: textOf(search['run']),
    runStatus: oneOf(['queued', 'running', 'completed', 'failed', 'cancelled'], search['runStatus']),
    period: oneOf(['7d', '30d', '90d'], search['period']),
    create: search['create'] === true || search['create'] === 'true' ? true : undefined,
  })
}
