import type { Permission } from '@imperium/contract/permissions.ts'
import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { searchAgents } from '../agents/index.ts'
import { searchAiModels } from '../ai-models/index.ts'
import { searchCampaigns } from '../campaigns/index.ts'
import { searchContacts } from '../contacts/index.ts'
import { searchMessages } from '../messages/index.ts'
import { searchRuns } from '../runs/index.ts'
import { searchWorkflows } from '../workflows/index.ts'

/** Whose boxes are searched. */
type Viewer = Parameters<typeof searchMessages>[3]

type Source = (tx: OrgTx, q: string, limit: number, viewer: Viewer) => Promise<SearchHit[]>

const sources: readonly { permission: Permission; find: Source }[] = [
  { permission: 'agents:read', find: searchAgents },
  { permission: 'contacts:read', find: searchContacts },
  { permission: 'campaigns:read', find: searchCampaigns },
  { permission: 'workflows:read', find: searchWorkflows },
  { permission: 'messages:read', find: searchMessages },
  { permission: 'ai-models:read', find: searchAiModels },
  { permission: 'runs:read', find: searchRuns },
]

/** What the caller may read and the text is found in, best first: the same words, their beginning, a word's beginning, within. */
export async function findEverywhere(
  tx: OrgTx,
  { may, viewer }: { may: (permission: Permission) => boolean; viewer: Viewer },
  q: string,
  limit: number,
): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
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
  // A run carries its agent's name: the agent itself comes first.
  return hit.kind === 'run' && hit.id !== text ? match + runsComeLater : match
}
