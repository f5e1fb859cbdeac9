import { getRouteApi } from '@tanstack/react-router'
import type { AgentsSearch, AgentsSearchChange, DetailTab } from './agents-search.ts'
import { withoutBlanks } from '../../lib/search-params.ts'

const route = getRouteApi('/org/$orgSlug/agents')

export interface AgentsView {
  search: AgentsSearch
  /** Changes the address; `replace` makes no step to go back to. The list stays where it was scrolled to. */
  change: (next: AgentsSearchChange, replace?: boolean) => void
  openAgent: (id: string, tab?: DetailTab) => void
  closeAgent: () => void
}

const closed = { agent: undefined, tab: undefined, run: undefined, runStatus: undefined, period: undefined } as const

/** What the page shows, read from the address, and how to change it. */
export function useAgentsView(): AgentsView {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change = (next: AgentsSearchChange, replace = false) =>
    void navigate({ search: (now) => withoutBlanks({ ...now, ...next }), replace, resetScroll: false })
  return {
    search,
    change,
    openAgent: (id, tab) => change({ ...closed, agent: id, tab }),
    closeAgent: () => change(closed),
  }
}
