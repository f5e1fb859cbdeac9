import { lazyRouteComponent } from '@tanstack/react-router'
import type { AgentsSearch } from './agents-search.ts'

export { parseAgentsSearch, parseRunsSearch } from './agents-search.ts'
export type { AgentsSearch } from './agents-search.ts'
export const AgentsPage = lazyRouteComponent(() => import('./list/agents-page.tsx'), 'AgentsPage')
export const RunsPage = lazyRouteComponent(() => import('./runs/runs-page.tsx'), 'RunsPage')

/** Prefetches the first page, the counts and the code without waiting. Keeps the code out of the first chunk. */
export function prefetchAgents(search: AgentsSearch): void {
  import('./api.ts').then(
    ({ prefetchAgentsPage }) => prefetchAgentsPage(search),
    (error: unknown) => console.warn('The agents could not be read ahead.', error),
  )
}
