import { getRouteApi } from '@tanstack/react-router'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import type { AgentsSearch, DetailTab } from './agents-search.ts'

const route = getRouteApi('/org/$orgSlug/agents')

export interface AgentsView {
  search: AgentsSearch
  /** Changes the address; `replace` makes no step to go back to. The list stays where it was scrolled to. */
  change: ChangeSearch<AgentsSearch>
  openAgent: (id: string, tab?: DetailTab) => void
  closeAgent: () => void
}

const closed = { agent: undefined, tab: undefined, run: undefined, runStatus: undefined, period: undefined } as const

/** What the page shows, read from the address, and how to change it. */
export function useAgentsView(): AgentsView {
  const search = route.useSearch()
  const change = changeSearch<AgentsSearch>(route.useNavigate())
  return {
    search,
    change,
    openAgent: (id, tab) => change({ ...closed, agent: id, tab }),
    closeAgent: () => change(closed),
  }
}
