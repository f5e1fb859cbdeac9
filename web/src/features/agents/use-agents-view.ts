import { getRouteApi } from '@tanstack/react-router'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import type { AgentsSearch, DetailTab } from './agents-search.ts'

const route = getRouteApi('/org/$orgSlug/agents')

export interface AgentsView {
  search: AgentsSearch
  /** Changes the URL; `replace` adds no history entry. Keeps the scroll position of the list. */
  change: ChangeSearch<AgentsSearch>
  openAgent: (id: string, tab?: DetailTab) => void
  closeAgent: () => void
}

const closed = { agent: undefined, tab: undefined, run: undefined, runStatus: undefined, period: undefined } as const

/** The page's state from the URL, and functions to change it. */
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
