import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { listLiveEntities } from '../entities/index.ts'
import { recordsBeginning } from './record-store.ts'

/** A statement for each: the search is asked at every key. */
const mostEntities = 20

/** Hits of the search over everything: records whose title begins with the text. */
export async function searchRecords(tx: OrgTx, q: string, limit: number): Promise<SearchHit[]> {
  const hits: SearchHit[] = []
  for (const entity of (await listLiveEntities(tx)).slice(0, mostEntities)) {
    const rows = await recordsBeginning(tx, entity, q, limit)
    hits.push(
      ...rows.map(({ id, label }) => ({
        kind: 'record' as const,
        id,
        title: label,
        detail: entity.displayName,
        link: `records/${entity.name}?record=${id}`,
      })),
    )
    if (hits.length >= limit) break
  }
  return hits.slice(0, limit)
}
