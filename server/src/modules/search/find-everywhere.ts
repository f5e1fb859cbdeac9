import type { Permission } from '@imperium/contract/permissions.ts'
import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { searchSources } from './search-sources.ts'
import type { SearchViewer } from './search-sources.ts'

/** Results that the caller may read, best first: exact text, its prefix, the prefix of a word, a substring. */
export async function findEverywhere(
  platform: Platform,
  tx: OrgTx,
  { may, viewer }: { may: (permission: Permission) => boolean; viewer: SearchViewer },
  q: string,
  limit: number,
): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  const sources = searchSources.of(platform).toSorted((a, b) => a.order - b.order)
  for (const { permission, find } of sources) if (may(permission)) hits.push(...(await find(tx, q, limit, viewer)))
  // The sort is stable: equals stay in the order of the sources, and there as each source ranked them.
  return hits
    .map((hit) => ({ hit, rank: rankOf(hit, q) }))
    .sort((a, b) => a.rank - b.rank)
    .slice(0, limit)
    .map(({ hit }) => hit)
}

const runsComeLater = 0.5

function rankOf(hit: SearchHit, q: string): number {
  const title = hit.title.toLowerCase()
  const text = q.toLowerCase()
  const match =
    title === text || hit.id === text ? 0 : title.startsWith(text) ? 1 : title.includes(` ${text}`) ? 2 : title.includes(text) ? 3 : 4
  // A run has the name of its agent: list the agent first.
  return hit.kind === 'run' && hit.id !== text ? match + runsComeLater : match
}
