import { sql } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import type { FindSegmentUsers } from '../segments/index.ts'

/**
 * Campaigns whose audience or blocks name the segment, in the current version or that of a send that is not over. A completed campaign does
 * not need it any more; every other may still evaluate it.
 */
export const campaignsOfSegments: FindSegmentUsers = async (tx: OrgTx, segmentIds) => {
  const { rows } = await sql<{ segment_id: string; id: string; name: string; status: string }>`
    select n.segment_id, c.id, c.name, c.status
    from app.campaigns c
    cross join lateral (
      select c.definition -> 'audience' as audience, jsonb_build_array(c.definition -> 'content', c.definition -> 'ab') as contents
      union all
      select case when s.built_at is null and s.status in ('building', 'paused') then v.definition -> 'audience' end,
        jsonb_build_array(v.definition -> 'content', v.definition -> 'ab')
      from app.campaign_sends s
      join app.campaign_versions v on v.org_id = s.org_id and v.campaign_id = s.campaign_id and v.version = s.version
      where s.org_id = c.org_id and s.campaign_id = c.id and s.status not in ('completed', 'cancelled')
    ) d
    cross join lateral (
      select value as segment_id
      from jsonb_array_elements_text(coalesce(d.audience -> 'include', '[]'::jsonb) || coalesce(d.audience -> 'exclude', '[]'::jsonb)) value
      union
      select value #>> '{}' from jsonb_path_query(d.contents, '$.**.visibility.segmentId') value
    ) n
    where c.deleted_at is null and n.segment_id = any(${segmentIds}::text[])
    group by n.segment_id, c.id, c.name, c.status, c.created_at
    order by c.created_at desc`.execute(tx)
  return rows.map(({ segment_id, id, name, status }) => ({
    segmentId: segment_id,
    kind: 'campaign',
    id,
    name,
    blocks: status !== 'completed',
  }))
}
