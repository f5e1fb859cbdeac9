import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import { isWithin, stretchOf } from '../../../platform/local-days.ts'
import type { Cuts, StretchRow } from '../../../platform/local-days.ts'
import type { CountedPart, CountedRow } from '../../../platform/resources/counted-row.ts'

const noSends = { sends: 0, sent: 0, delivered: 0, opened: 0, clicked: 0, responded: 0, bounced: 0, unsubscribed: 0, costMicros: 0 }
type SendFigures = typeof noSends

export interface CampaignFigures extends Omit<SendFigures, 'bounced' | 'unsubscribed'> {
  running: number
  scheduled: number
  sentBefore: number
}

/** Campaigns that are under way, and the counters of sends that began in the period. `sentBefore`: of the period before it. */
export async function campaignFigures(tx: OrgTx, period: { previousFrom: Date; from: Date; to: Date }): Promise<CampaignFigures> {
  const { rows } = await sql<{ running: number; scheduled: number }>`
    select count(*) filter (where status = 'running') as running, count(*) filter (where status = 'scheduled') as scheduled
    from app.campaigns where deleted_at is null`.execute(tx)
  const found = await countSends(tx, { at: [period.previousFrom, period.from, period.to], dates: [] })
  const valuesOf = (at: number) => ({ ...noSends, ...found.find(({ stretch }) => stretch === at)?.values })
  const { bounced: _bounced, unsubscribed: _unsubscribed, ...current } = valuesOf(1)
  return { running: rows[0]?.running ?? 0, scheduled: rows[0]?.scheduled ?? 0, ...current, sentBefore: valuesOf(0).sent }
}

const sendSplits = {
  campaign: sql`c.id::text`,
  channel: sql`c.channel`,
  user: sql`c.created_by`,
} satisfies Record<string, RawBuilder<unknown>>

/** Counters of the sends that began in each stretch, of campaigns that are not deleted. Opens and clicks are those of people. */
export async function countSends(tx: OrgTx, cuts: Cuts, split: keyof typeof sendSplits | null = null): Promise<StretchRow[]> {
  const startedAt = sql`s.started_at`
  const { rows } = await sql<SendFigures & { stretch: number; key: string }>`
    select ${stretchOf(startedAt, cuts)} as stretch, ${split === null ? sql`''` : sendSplits[split]} as key, count(distinct s.id) as sends,
      coalesce(sum(k.sent), 0)::bigint as sent, coalesce(sum(k.delivered), 0)::bigint as delivered,
      coalesce(sum(k.opened), 0)::bigint as opened, coalesce(sum(k.clicked), 0)::bigint as clicked,
      coalesce(sum(k.responded), 0)::bigint as responded, coalesce(sum(k.bounced), 0)::bigint as bounced,
      coalesce(sum(k.unsubscribed), 0)::bigint as unsubscribed, coalesce(sum(k.cost_micros), 0)::bigint as "costMicros"
    from app.campaign_sends s
    join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id and c.deleted_at is null
    left join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id
    where ${isWithin(startedAt, cuts)} group by 1, 2`.execute(tx)
  return rows.map(({ stretch, key, ...values }) => ({ stretch, key, values }))
}

/** The same sends one by one, newest first. */
export async function listCountedSends(
  tx: OrgTx,
  cuts: Cuts,
  part: CountedPart<keyof typeof sendSplits> | null,
  limit: number,
): Promise<CountedRow[]> {
  const startedAt = sql`s.started_at`
  const { rows } = await sql<SendFigures & Record<'id' | 'label' | 'detail', string> & { at: Date }>`
    select c.id, s.started_at as at, c.name as label, c.channel as detail, 1 as sends,
      coalesce(sum(k.sent), 0)::bigint as sent, coalesce(sum(k.delivered), 0)::bigint as delivered,
      coalesce(sum(k.opened), 0)::bigint as opened, coalesce(sum(k.clicked), 0)::bigint as clicked,
      coalesce(sum(k.responded), 0)::bigint as responded, coalesce(sum(k.bounced), 0)::bigint as bounced,
      coalesce(sum(k.unsubscribed), 0)::bigint as unsubscribed, coalesce(sum(k.cost_micros), 0)::bigint as "costMicros"
    from app.campaign_sends s
    join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id and c.deleted_at is null
    left join app.campaign_chunks k on k.org_id = s.org_id and k.send_id = s.id
    where ${isWithin(startedAt, cuts)} and ${part === null ? sql`true` : sql`${sendSplits[part.split]} = ${part.key}`}
    group by c.id, c.name, c.channel, s.id, s.started_at order by s.started_at desc, s.id desc limit ${limit}`.execute(tx)
  return rows.map(({ id, at, label, detail, ...values }) => ({ id, at, label, detail, values }))
}
