import { lazyRouteComponent } from '@tanstack/react-router'
import type { TeamSearch } from './team-search.ts'

export { parseTeamSearch } from './team-search.ts'
export const TeamPage = lazyRouteComponent(() => import('./team-page.tsx'), 'TeamPage')

/** Prefetches the first page, the counts and the code without waiting. Keeps the code out of the first chunk. */
export function prefetchTeam(search: TeamSearch): void {
  import('./api.ts').then(
    ({ prefetchTeamPage }) => prefetchTeamPage(search),
    (error: unknown) => console.warn('The team could not be read ahead.', error),
  )
}
