import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'

export interface CampaignFigures {
  running: number
  scheduled: number
  sends: number
  sent: number
  sentBefore: number
  delivered: number
  opened: number
  clicked: number
  responded: number
  costMicros: number
}

/** Campaigns that are under way, and the counters of sends that began in the period. `sentBefore`: of the period before it. */
export async function campaignFigures(tx: OrgTx, period: { previousFrom: Date; from: Date; to: Date }): Promise<CampaignFigures> {
  const inPeriod = sql`where s.started_at >= ${period.from}`
  const { rows } = await sql<CampaignFigures>`
    select c.*, s.* from (
      select count(*) filter (where status = 'running') as running, count(*) filter (where status = 'scheduled') as scheduled
      from app.campaigns where deleted_at is null
    ) c cross join (
      select count(distinct s.id) filter (${inPeriod}) as sends,
        coalesce(sum(k.sent) filter (${inPeriod}), 0)::bigint as sent,
        coalesce(sum(k.sent) filter (where s.started_at < ${period.from}), 0)::bigint as "sentBefore",
        coalesce(sum(k.delivered) filter (${inPeriod}), 0)::bigint as delivered,
        coalesce(sum(k.opened) filter (${inPeriod}), 0)::bigint as opened,
        coalesce(sum(k.clicked) filter (${inPeriod}), 0)::bigint as clicked,
        coalesce(sum(k.responded) filter (${inPeriod}), 0)::bigint as responded,
        coalesce(sum(k.cost_micros) filter (${inPeriod}), 0)::bigint as "costMicros"
      from app.campaign_sends s
      join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id and c.deleted_at is null
      left join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id
      where s.started_at >= ${period.previousFrom} and s.started_at < ${period.to}
    ) s`.execute(tx)
  const row = rows[0]
  if (!row) throw new Error('A count without a row.')
  return row
}
