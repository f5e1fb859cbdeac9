import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { listArticles } from '../store.ts'

/** Articles that every member may open: the search over everything does not know the role. */
export async function searchArticles(tx: OrgTx, q: string, limit: number, { userId }: { userId: string }): Promise<SearchHit[]> {
  const rows = await listArticles(tx, { role: 'VIEWER', mayWrite: false }, userId, { q, limit, after: null })
  return rows.map(({ id, title, excerpt }) => ({ kind: 'article', id, title, detail: excerpt, link: `docs?article=${id}` }))
}
