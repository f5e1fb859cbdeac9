import { sql } from 'kysely'
import type { SendWait } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

/** Only the first due chunks of each send are read: counting all of half a million messages takes too long for a page. */
const mostChunks = 20
/** A rate limit makes chunks wait for moments all the time: not worth showing. */
const leastSeconds = 30

/**
 * What the open sends of a campaign wait for, by send: the messages of chunks that are not due for a while. A recipient without a time of
 * its own waits for the account.
 */
export async function waitsOf(tx: OrgTx, campaignId: string): Promise<Map<string, SendWait[]>> {
  const { rows } = await sql<{ send_id: string; reason: string | null; count: number; more: boolean; next_at: Date }>`
    with waiting as materialized (
      select k.send_id, k.chunk, k.next_at, count(*) over of_send as chunks,
        row_number() over (partition by k.send_id order by k.next_at, k.chunk) as no
      from app.campaign_sends s
      join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id
      where s.campaign_id = ${campaignId} and s.status in ('sending', 'testing') and k.status = 'ready'
        and k.next_at > now() + ${leastSeconds} * interval '1 second'
      window of_send as (partition by k.send_id)
    )
    select w.send_id, case when r.next_at > now() then r.reason end as reason, count(*)::int as count, bool_or(w.chunks > ${mostChunks}) as more,
      min(case when r.next_at > w.next_at then r.next_at else w.next_at end) as next_at
    from waiting w
    join app.campaign_recipients r on r.org_id = ${tx.orgId} and r.send_id = w.send_id and r.chunk = w.chunk and r.status in ('queued', 'sending')
    where w.no <= ${mostChunks}
    group by 1, 2 order by count desc, reason limit 100`.execute(tx)
  const waits = new Map<string, SendWait[]>()
  for (const { send_id, next_at, ...wait } of rows)
    waits.set(send_id, [...(waits.get(send_id) ?? []), { ...wait, nextAt: next_at.toISOString() }])
  return waits
}
