import { wallAt } from '@imperium/contract/kit/wall-clock.ts'
import { startOfToday } from '../../../platform/local-days.ts'
import { sql } from 'kysely'
import type { SqlBool } from 'kysely'
import type { CampaignAnalytics, CampaignSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { RecipientStatus } from '@imperium/contract/campaigns/campaigns.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { notFound } from '../../../platform/errors.ts'
import { noStats, percentOf } from '../campaign-stats.ts'
import { findCampaign } from '../store.ts'
import { statsOfCampaigns } from '../campaign-stats.ts'
import { counted } from './counted.ts'
import { listSends, splitSends, variantOfRecipient } from './recipients-store.ts'

type Counted = Record<(typeof counted)[number], number>

const hourMs = 3_600_000
/** While a send is younger than this, its numbers are shown by the hour. */
const hourlyForMs = 3 * 24 * hourMs

const buckets = 1_000

const sums = sql.join(counted.map((name) => sql`sum(${sql.ref(name)})::int as ${sql.ref(name)}`))

/** Event times of recipients, also of erased ones, by hour or day in the organization's time zone. */
async function readSeries(tx: OrgTx, sendIds: readonly string[], bucket: 'hour' | 'day', timeZone: string) {
  // Offsets of zones are multiples of a quarter of an hour, so each one lies in one hour and one day.
  const { rows } = await sql<Counted & { at: Date }>`
    select each.at as at, ${sums}
    from (
      select date_bin('15 minutes', t.at, 'epoch') as at,
        ${sql.join(counted.map((name) => sql`count(*) filter (where t.kind = ${name}) as ${sql.ref(name)}`))}
      from app.campaign_recipients r
      cross join lateral (values ${sql.join(counted.map((name) => sql`(${name}, r.${sql.ref(`${name}_at`)})`))}) t(kind, at)
      where r.send_id = any(${[...sendIds]}::uuid[]) and t.at is not null
      group by 1
      union all
      select at, ${sql.join(counted.map((name) => sql.ref(name)))} from app.campaign_past_marks where send_id = any(${[...sendIds]}::uuid[])
    ) each
    group by 1 order by 1 desc limit ${buckets * 96}`.execute(tx)
  return bucketed(rows, (at) => (bucket === 'day' ? startOfToday(at, timeZone) : startOfHour(at, timeZone)))
}

const startOfHour = (at: Date, timeZone: string): Date => new Date(at.getTime() - (wallAt(at.getTime(), timeZone) % hourMs))

/** The newest buckets, oldest first. Rows come newest first. */
function bucketed(rows: readonly (Counted & { at: Date })[], startOf: (at: Date) => Date): (Counted & { at: string })[] {
  const found = new Map<string, Counted & { at: string }>()
  for (const { at, ...counts } of rows) {
    const start = startOf(at).toISOString()
    const before = found.get(start)
    if (!before && found.size === buckets) break
    if (!before) found.set(start, { at: start, ...counts })
    else for (const name of counted) before[name] += counts[name]
  }
  return [...found.values()].toReversed()
}

type VariantRow = CampaignAnalytics['variants'][number]

/** Each variant with its name in the sent version. A later version may use the number for another message: variants are grouped by name. */
async function readVariants(tx: OrgTx, sends: readonly CampaignSend[]): Promise<VariantRow[]> {
  const rows = await variantRows(
    tx,
    sends.map(({ id }) => id),
  )
  const named = new Map<string, Omit<VariantRow, 'responseRate'>>()
  for (const { id, ab } of sends) {
    const names = ab?.names ?? ['A']
    for (const { sendId, ...row } of rows) {
      if (sendId !== id) continue
      const name = names[row.variant] ?? `${row.variant}`
      // A is the message itself, whatever name another has; of two variants with one name the first stays the first.
      const key = row.variant === 0 ? '' : `${names.slice(1, row.variant).filter((each) => each === name).length} ${name}`
      const before = named.get(key)
      named.set(key, before ? added(before, row) : { ...row, name })
    }
  }
  return [...named.values()].map((row) => ({ ...row, responseRate: percentOf(row.responded, row.sent) }))
}

const added = <T extends Counted & { total: number }>(to: T, row: Counted & { total: number }): T => ({
  ...to,
  total: to.total + row.total,
  ...Object.fromEntries(counted.map((name) => [name, to[name] + row[name]])),
})

async function variantRows(tx: OrgTx, sendIds: readonly string[]) {
  const ofSends = sql<SqlBool>`send_id = any(${[...sendIds]}::uuid[])`
  // Recipients that wait for the winner of a test have no variant yet, or never got one.
  const { rows } = await sql<Counted & { sendId: string; variant: number; total: number }>`
    with split as materialized (${splitSends(sendIds)})
    select send_id as "sendId", variant, sum(total)::int as total, ${sums} from (
      select r.send_id, ${variantOfRecipient} as variant, count(*) as total,
        ${sql.join(counted.map((name) => sql`count(${sql.ref(`${name}_at`)}) as ${sql.ref(name)}`))}
      from app.campaign_recipients r left join split p on p.id = r.send_id where r.send_id = any(${[...sendIds]}::uuid[]) group by 1, 2
      union all
      select send_id, variant, 0, ${sql.join(counted.map((name) => sql.ref(name)))} from app.campaign_past_marks where ${ofSends}
      union all
      select send_id, variant, people, ${sql.join(counted.map(() => sql`0`))} from app.campaign_past_ends where ${ofSends}
    ) each where variant >= 0 group by send_id, variant order by send_id, variant`.execute(tx)
  return rows
}

/** Erased recipients are counted per send: their identities are no longer known. */
async function readLinks(tx: OrgTx, sendIds: readonly string[]) {
  const { rows } = await sql<{ url: string; clicks: number; people: number }>`
    select url, sum(clicks)::int as clicks, sum(people)::int as people from (
      select l.url, count(*) as clicks, count(distinct e.contact_id) as people
      from app.campaign_events e
      join app.campaign_sends s on s.org_id = e.org_id and s.id = e.send_id
      join app.campaign_links l on l.org_id = s.org_id and l.campaign_id = s.campaign_id and l.version = s.version and l.no = e.link
      where e.send_id = any(${[...sendIds]}::uuid[]) and e.type = 'clicked' and not e.machine
      group by l.url
      union all
      select l.url, p.clicks, p.people
      from app.campaign_past_links p
      join app.campaign_sends s on s.org_id = p.org_id and s.id = p.send_id
      join app.campaign_links l on l.org_id = s.org_id and l.campaign_id = s.campaign_id and l.version = s.version and l.no = p.link
      where p.send_id = any(${[...sendIds]}::uuid[])
    ) each group by url order by clicks desc, url limit 1000`.execute(tx)
  return rows
}

async function readReasons(tx: OrgTx, sendIds: readonly string[]) {
  const sent = sql<SqlBool>`send_id = any(${[...sendIds]}::uuid[]) and status in ('skipped', 'failed', 'bounced', 'held')`
  const { rows } = await sql<{ status: RecipientStatus; reason: string; count: number }>`
    select status, reason, sum(people)::int as count from (
      select status, coalesce(reason, '') as reason, count(*) as people from app.campaign_recipients where ${sent} group by 1, 2
      union all
      select status, reason, people from app.campaign_past_ends where ${sent}
    ) each group by 1, 2 order by count desc limit 200`.execute(tx)
  return rows
}

/** Of one occurrence, or of all. @throws 404. */
export async function readAnalytics(
  tx: OrgTx,
  campaignId: string,
  { sendId, bucket, timeZone, now }: { sendId?: string | undefined; bucket?: 'hour' | 'day' | undefined; timeZone: string; now: Date },
): Promise<CampaignAnalytics> {
  if (!(await findCampaign(tx, campaignId))) throw notFound()
  const sends = await listSends(tx, campaignId, { sendId })
  if (sendId !== undefined && sends.length === 0) throw notFound()
  const ids = sends.map((send) => send.id)
  const oldest = sends.at(-1)?.startedAt
  const by = bucket ?? (oldest && now.getTime() - Date.parse(oldest) > hourlyForMs ? 'day' : 'hour')
  const whole = async () => (await statsOfCampaigns(tx, [campaignId])).get(campaignId) ?? noStats()
  const [stats, series, variants, links, reasons] = await Promise.all([
    sendId === undefined ? whole() : (sends[0]?.stats ?? noStats()),
    readSeries(tx, ids, by, timeZone),
    readVariants(tx, sends),
    readLinks(tx, ids),
    readReasons(tx, ids),
  ])
  return { stats, timeZone, bucket: by, series, variants, links, reasons }
}
