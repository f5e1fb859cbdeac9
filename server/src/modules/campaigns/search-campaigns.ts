import { sql } from 'kysely'
import type { SearchHit } from '@imperium/contract/search.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'

/** Campaigns with the text in name or description: exact names first, then those that begin with it. */
export async function searchCampaigns(tx: OrgTx, q: string, limit: number): Promise<SearchHit[]> {
  const pattern = likePattern(q)
  const rows = await tx
    .selectFrom('campaigns')
    .select(['id', 'name', 'description'])
    .where('deleted_at', 'is', null)
    .where((eb) => eb.or([eb('name', 'ilike', pattern), eb('description', 'ilike', pattern)]))
    .orderBy(
      sql`case when lower(name) = lower(${q}) then 0 when name ilike ${pattern.slice(1)} then 1 when name ilike ${pattern} then 2 else 3 end`,
    )
    .orderBy('name')
    .orderBy('id')
    .limit(limit)
    .execute()
  return rows.map(({ id, name, description }) => ({
    kind: 'campaign',
    id,
    title: name,
    detail: description.slice(0, 120),
    link: `campaigns/${id}`,
  }))
}
