import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { FindSegmentUsers } from '../contacts/index.ts'

/** Campaigns whose audience names one of the segments. A completed one needs it no longer; every other may still ask who is in it. */
export const campaignsOfSegments: FindSegmentUsers = async (tx: OrgTx, segmentIds) => {
  const { rows } = await sql<{ segment_id: string; id: string; name: string; status: string }>`
    select n.segment_id, c.id, c.name, c.status
    from app.campaigns c
    cross join lateral (
      select distinct value as segment_id
      from jsonb_array_elements_text(
        coalesce(c.definition #> '{audience,include}', '[]'::jsonb) || coalesce(c.definition #> '{audience,exclude}', '[]'::jsonb)) value
    ) n
    where c.deleted_at is null and n.segment_id = any(${segmentIds}::text[])
    order by c.created_at desc`.execute(tx)
  return rows.map(({ segment_id, id, name, status }) => ({
    segmentId: segment_id,
    kind: 'campaign',
    id,
    name,
    blocks: status !== 'completed',
  }))
}
