import { sql } from 'kysely'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { organizationsWith } from '../../../platform/db/organizations-with.ts'
import { campaignsInSegments } from '../../segments/index.ts'
import { counted } from '../reports/counted.ts'
import { noVariant, splitSends, variantOfRecipient } from '../reports/recipients-store.ts'
import { erasedByOrganization } from '../../../platform/retention.ts'
import type { KeptHistory } from '../../../platform/retention.ts'

/** Organizations with a send that ended before `moment` and still has recipients. */
const organizationsWithSendsBefore = (tx: SystemTx, moment: Date, after: string | null, limit: number): Promise<string[]> =>
  organizationsWith(tx, 'campaign_sends', sql`not r.recipients_gone and r.finished_at is not null and r.finished_at < ${moment}`, {
    after,
    limit,
  })

/**
 * Erases up to `limit` recipients of one send that ended before `moment`, with their events and texts, and adds their counts to the send's
 * history. Passes over campaigns that a segment names: it needs their recipients. @returns how many; null where no send is left.
 */
export async function eraseRecipientsBefore(tx: OrgTx, moment: Date, limit: number): Promise<number | null> {
  const sendId = await lockSend(tx, moment, await campaignsInSegments(tx))
  if (sendId === null) return null
  const erased = await eraseSome(tx, sendId, limit)
  // Events that arrived while their recipient was erased.
  const isGone = erased < limit && (await eraseEvents(tx, sendId, limit)) < limit
  await tx
    .updateTable('campaign_sends')
    .set({ recipients_erased_at: sql`coalesce(recipients_erased_at, now())`, recipients_gone: isGone })
    .where('id', '=', sendId)
    .execute()
  return erased
}

/** Locks the send with its campaign, so that it cannot be sent again meanwhile. One that is being worked on waits for the next run. */
async function lockSend(tx: OrgTx, moment: Date, kept: readonly string[]): Promise<string | null> {
  const { rows } = await sql<{ id: string }>`
    select s.id from app.campaign_sends s join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
    where not s.recipients_gone and s.finished_at is not null and s.finished_at < ${moment} and s.status in ('completed', 'cancelled')
      and s.campaign_id <> all(${[...kept]}::uuid[])
    order by s.finished_at limit 1 for update of c, s skip locked`.execute(tx)
  return rows[0]?.id ?? null
}

const names = sql.join(counted.map((name) => sql.ref(name)))
const sumsOfMarks = sql.join(counted.map((name) => sql`count(*) filter (where t.kind = ${name})`))
const addedTo = sql.join(counted.map((name) => sql`${sql.ref(name)} = m.${sql.ref(name)} + excluded.${sql.ref(name)}`))
const moments = sql.join(counted.map((name) => sql.ref(`r.${name}_at`)))
const marks = sql.join(counted.map((name) => sql`(${name}, g.${sql.ref(`${name}_at`)})`))

const addLinks = (sendId: string, orgId: string) => sql`
  insert into app.campaign_past_links as l (org_id, send_id, link, clicks, people)
  select ${orgId}::uuid, ${sendId}::uuid, h.link, count(*), count(distinct h.contact_id) from heard h
  where h.type = 'clicked' and not h.machine and h.link is not null group by h.link order by h.link
  on conflict (org_id, send_id, link) do update set clicks = l.clicks + excluded.clicks, people = l.people + excluded.people`

async function eraseSome(tx: OrgTx, sendId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    with split as materialized (${splitSends([sendId])}), gone as (
      delete from app.campaign_recipients where send_id = ${sendId} and contact_id = any(array(
        select contact_id from app.campaign_recipients where send_id = ${sendId} order by contact_id limit ${limit}
      )) returning *
    ), heard as (
      delete from app.campaign_events e
      -- Nothing came back before it was sent: months before that are not looked at.
      where e.send_id = ${sendId} and e.id > ${sendId} and e.contact_id = any(array(select contact_id from gone))
      returning e.contact_id, e.type, e.machine, e.link
    ), written as (
      delete from app.campaign_drafts d using gone g where d.send_id = ${sendId} and d.contact_id = g.contact_id
      returning g.chunk, d.cost_micros
    ), unlinked as (
      update app.campaign_short_links l set contact_id = null from gone g
      where l.org_id = g.org_id and l.contact_id = g.contact_id and l.send_id = g.send_id
    ), told as (
      select r.status, r.reason, coalesce(${variantOfRecipient}, ${noVariant}) as variant, ${moments}
      from gone r left join split p on p.id = r.send_id
    ), marked as (
      insert into app.campaign_past_marks as m (org_id, send_id, variant, at, ${names})
      select ${tx.orgId}::uuid, ${sendId}::uuid, g.variant, date_bin('15 minutes', t.at, 'epoch'), ${sumsOfMarks}
      from told g cross join lateral (values ${marks}) t(kind, at) where t.at is not null group by 3, 4 order by 3, 4
      on conflict (org_id, send_id, variant, at) do update set ${addedTo}
    ), ended as (
      insert into app.campaign_past_ends as e (org_id, send_id, variant, status, reason, people)
      -- What a server said may hold an address.
      select ${tx.orgId}::uuid, ${sendId}::uuid, g.variant, g.status, case when g.reason ~ '^[a-z_]+$' then g.reason else '' end, count(*)
      from told g group by 3, 4, 5 order by 3, 4, 5
      on conflict (org_id, send_id, variant, status, reason) do update set people = e.people + excluded.people
    ), linked as (
      ${addLinks(sendId, tx.orgId)}
    ), paid as (
      update app.campaign_chunks k set cost_micros = k.cost_micros + w.micros
      from (select chunk, sum(cost_micros) as micros from written group by chunk) w
      where k.send_id = ${sendId} and k.chunk = w.chunk and w.micros > 0
    )
    select count(*)::int as erased from gone`.execute(tx)
  return rows[0]?.erased ?? 0
}

async function eraseEvents(tx: OrgTx, sendId: string, limit: number): Promise<number> {
  const { rows } = await sql<{ erased: number }>`
    with heard as (
      delete from app.campaign_events where send_id = ${sendId} and id = any(array(
        select id from app.campaign_events where send_id = ${sendId} limit ${limit}
      )) returning contact_id, type, machine, link
    ), linked as (
      ${addLinks(sendId, tx.orgId)}
    )
    select count(*)::int as erased from heard`.execute(tx)
  return rows[0]?.erased ?? 0
}

/** Drops the partitions of months in which no organization has recipients left, to free disk space. @returns how many. */
export async function dropEmptyMonths(tx: SystemTx, moment: Date): Promise<number> {
  const { rows } = await sql<{ months: number }>`select app.drop_empty_campaign_months(${moment}::timestamptz) as months`.execute(tx)
  return rows[0]?.months ?? 0
}

/** Recipients of campaigns and what they did; the figures stay. */
export const recipientHistory: KeptHistory = {
  period: 'history',
  organizations: organizationsWithSendsBefore,
  eraseSome: erasedByOrganization((_tools, tx, end) => eraseRecipientsBefore(tx, end, 500)),
  dropMonths: dropEmptyMonths,
}
