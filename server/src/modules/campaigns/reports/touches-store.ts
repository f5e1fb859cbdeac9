import { sql } from 'kysely'
import type { FunnelStep } from '@imperium/contract/analytics/attribution.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

/** What brought a contact nearer, at a moment. */
export interface Touch {
  contactId: string
  at: Date
  kind: 'campaign' | 'agent'
  key: string
}

/** Clicks and answers of people. What was sent or opened is no touch. */
export async function campaignTouches(tx: OrgTx, contactIds: readonly string[], from: Date): Promise<Touch[]> {
  if (contactIds.length === 0) return []
  const { rows } = await sql<Touch>`
    select r.contact_id as "contactId", least(r.clicked_at, r.responded_at) as at, 'campaign' as kind, r.campaign_id as key
    from app.campaign_recipients r
    where r.contact_id = any(${[...contactIds]}::uuid[]) and least(r.clicked_at, r.responded_at) >= ${from}`.execute(tx)
  return rows
}

const columns = {
  delivered: sql`r.delivered_at`,
  opened: sql`r.opened_at`,
  clicked: sql`r.clicked_at`,
  responded: sql`r.responded_at`,
}
export type CampaignStep = Exclude<FunnelStep, 'sent' | 'invoiced'>

interface Entered {
  from: Date
  to: Date
  days: number
  campaignId: string | null
  steps: readonly CampaignStep[]
  limit: number
}

/** A contact whose first message of the period went out at `entered`, and when each step was first reached behind the one before it. */
interface PathOfContact {
  contactId: string
  entered: Date
  /** As many as there are steps; null from the first that was not reached in time. */
  reached: (Date | null)[]
}

export async function pathsOfContacts(tx: OrgTx, { from, to, days, campaignId, steps, limit }: Entered): Promise<PathOfContact[]> {
  const ofCampaign = campaignId === null ? sql`true` : sql`r.campaign_id = ${campaignId}`
  const isOfKept = sql`exists (select from app.campaigns c where c.org_id = r.org_id and c.id = r.campaign_id and c.deleted_at is null) and ${ofCampaign}`
  const lateral = steps.map(
    (step, at) => sql`
    left join lateral (
      select min(${columns[step]}) as at from app.campaign_recipients r
      where r.contact_id = e.contact_id and ${isOfKept} and ${columns[step]} >= ${at === 0 ? sql`e.entered` : sql.raw(`s${at - 1}.at`)}
        and ${columns[step]} < e.entered + make_interval(days => ${days})
    ) ${sql.raw(`s${at}`)} on true`,
  )
  const { rows } = await sql<{ contactId: string; entered: Date; reached: (string | null)[] }>`
    select e.contact_id as "contactId", e.entered, to_json(array[${sql.join(steps.length > 0 ? steps.map((_, at) => sql.raw(`s${at}.at`)) : [sql`null`])}]::timestamptz[]) as reached
    from (
      select r.contact_id, min(r.sent_at) as entered from app.campaign_recipients r
      where r.sent_at >= ${from} and r.sent_at < ${to} and ${isOfKept} group by 1 limit ${limit}
    ) e ${sql.join(lateral, sql` `)}`.execute(tx)
  return rows.map(({ reached, ...row }) => ({ ...row, reached: steps.map((_, at) => (reached[at] ? new Date(reached[at]) : null)) }))
}
