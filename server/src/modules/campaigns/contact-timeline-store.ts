import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { OrgTx } from '../../platform/db/database.ts'
import { idOf, microsOf, momentOf } from '../contacts/index.ts'
import type { TimelineItem, TimelinePage, TimelineSource } from '../contacts/index.ts'
import { findRuns } from '../runs/index.ts'

type Read = TimelineSource['read']

const micros = (moment: string): RawBuilder<number> => sql`(extract(epoch from ${sql.ref(moment)}) * 1000000)::int8`
/** One of several ids at a time: an index gives the newest of one contact without looking at the others. */
const each = (ids: readonly string[]) => sql`unnest(${[...ids]}::uuid[]) as who(id)`

/** A deleted campaign keeps its name in the timeline but has no link. */
const linkTo = (id: string, isGone: boolean): Pick<TimelineItem, 'link'> => (isGone ? {} : { link: { kind: 'campaign', id } })

interface SentRow {
  sendId: string
  contactId: string
  micros: number
  deliveredAt: Date | null
  address: string
  title: string
  campaignId: string
  channel: string
  isGone: boolean
}

/** Sent messages. If acceptance means delivery no later event follows, so the entry itself contains the delivery. */
const readSent: Read = async (tx, { ids }, { before, limit }) => {
  const { rows } = await sql<SentRow>`
    select told.*, c.name as title, c.channel, c.deleted_at is not null as "isGone" from ${each(ids)}
    cross join lateral (
      select r.org_id, r.send_id as "sendId", r.contact_id as "contactId", ${micros('r.sent_at')} as micros, r.campaign_id as "campaignId",
        case when r.delivered_at = r.sent_at then r.delivered_at end as "deliveredAt", r.address
      from app.campaign_recipients r
      where r.contact_id = who.id and r.sent_at is not null
        and (r.sent_at, r.send_id, r.contact_id) < (${momentOf(before)}::timestamptz, ${before.id}::uuid, ${before.sub}::uuid)
      order by r.sent_at desc, r.send_id desc limit ${limit}
    ) told
    join app.campaigns c on c.org_id = told.org_id and c.id = told."campaignId"
    order by told.micros desc, told."sendId" desc, told."contactId" desc limit ${limit}`.execute(tx)
  return rows.map(({ sendId, contactId, micros: atMicros, deliveredAt, address, title, campaignId, channel, isGone }) => ({
    id: sendId,
    sub: contactId,
    atMicros,
    type: 'campaign.sent',
    title,
    detail: { campaignId, channel, address, delivered: deliveredAt !== null },
    ...linkTo(campaignId, isGone),
  }))
}

interface UnsentRow {
  sendId: string
  contactId: string
  status: string
  reason: string | null
  detail: string | null
  title: string
  campaignId: string
  channel: string
  isGone: boolean
}

/** An unsent recipient has no time of its own: the time of its send counts, which is the start of the send's id. */
const readUnsent: Read = async (tx, { ids }, { before, limit }) => {
  const bound = idOf(before)
  const { rows } = await sql<UnsentRow>`
    select told.*, c.name as title, c.channel, c.deleted_at is not null as "isGone" from ${each(ids)}
    cross join lateral (
      select r.org_id, r.send_id as "sendId", r.contact_id as "contactId", r.status, r.reason, r.detail, r.campaign_id as "campaignId"
      from app.campaign_recipients r
      where r.contact_id = who.id and r.sent_at is null and r.status in ('skipped', 'failed', 'held')
        and (r.send_id, r.contact_id) < (${bound.id}::uuid, ${bound.sub}::uuid)
      order by r.sent_at desc, r.send_id desc limit ${limit}
    ) told
    join app.campaigns c on c.org_id = told.org_id and c.id = told."campaignId"
    order by told."sendId" desc, told."contactId" desc limit ${limit}`.execute(tx)
  return rows.map(({ sendId, contactId, status, reason, detail, title, campaignId, channel, isGone }) => ({
    id: sendId,
    sub: contactId,
    atMicros: microsOf(sendId),
    type: `campaign.${status}`,
    title,
    detail: { campaignId, channel, reason, detail },
    ...linkTo(campaignId, isGone),
  }))
}

interface EventRow {
  id: string
  micros: number
  type: string
  said: string
  reason: string | null
  detail: string | null
  url: string | null
  title: string
  campaignId: string
  channel: string
  isGone: boolean
}

/** Events after the send, without those caused by machines. The reason of an immediate bounce is stored with the recipient. */
const readEvents: Read = async (tx, { ids }, { before, limit }) => {
  const { rows } = await sql<EventRow>`
    select told.*, r.reason, r.detail, l.url, c.name as title, c.id as "campaignId", c.channel, c.deleted_at is not null as "isGone" from ${each(ids)}
    cross join lateral (
      select e.org_id, e.id, ${micros('e.at')} as micros, e.type, e.detail as said, e.send_id, e.contact_id, e.link
      from app.campaign_events e
      where e.contact_id = who.id and not e.machine and (e.at, e.id) < (${momentOf(before)}::timestamptz, ${before.id}::uuid)
      order by e.at desc, e.id desc limit ${limit}
    ) told
    join app.campaign_sends s on s.org_id = told.org_id and s.id = told.send_id
    join app.campaigns c on c.org_id = s.org_id and c.id = s.campaign_id
    left join app.campaign_links l on l.org_id = s.org_id and l.campaign_id = s.campaign_id and l.version = s.version and l.no = told.link
    left join app.campaign_recipients r on r.org_id = told.org_id and r.send_id = told.send_id and r.contact_id = told.contact_id
      and told.type in ('bounced', 'failed')
    order by told.micros desc, told.id desc limit ${limit}`.execute(tx)
  return rows.map(({ id, micros: atMicros, type, said: content, reason, detail, url, title, campaignId, channel, isGone }) => ({
    id,
    atMicros,
    type: `campaign.${type}`,
    title,
    detail: { campaignId, channel, ...(url ? { url } : {}), ...detailsOf(type, content, reason, detail) },
    ...linkTo(campaignId, isGone),
  }))
}

/**
 * The text of an event: for bounces, failures and delays the reason. For other events it is a provider's mark or our request id: hidden.
 */
const detailsOf = (type: string, content: string, reason: string | null, detail: string | null): Record<string, unknown> =>
  type === 'bounced' || type === 'failed' || type === 'delayed' ? { reason, detail: content || detail } : {}

/** Agents that wrote to the contact for a campaign or for a sample. */
const readRuns: Read = async (tx, { ids }, page) => {
  const drafts = await draftRuns(tx, ids, page)
  const runs = await findRuns(
    tx,
    drafts.map(({ runId }) => runId),
  )
  return drafts.map(({ runId, isSample, title, campaignId, isGone }): TimelineItem => {
    const run = runs.get(runId)
    return {
      id: runId,
      atMicros: microsOf(runId),
      type: isSample ? 'agent.sampled' : 'agent.drafted',
      title,
      actor: run?.agentName ?? '',
      detail: { campaignId, status: run?.status ?? null },
      // Runs expire with the organization's retention; the written message stays with the campaign.
      ...(run ? { link: { kind: 'agent-run', id: runId, agentId: run.agentId } } : linkTo(campaignId, isGone)),
    }
  })
}

interface DraftRun {
  runId: string
  isSample: boolean
  title: string
  campaignId: string
  isGone: boolean
}

async function draftRuns(tx: OrgTx, ids: readonly string[], { before, limit }: TimelinePage): Promise<DraftRun[]> {
  const bound = idOf(before).id
  const { rows } = await sql<DraftRun>`
    select told."runId", told."isSample", c.name as title, c.id as "campaignId", c.deleted_at is not null as "isGone" from (
      select d.org_id, d.run_id as "runId", false as "isSample", s.campaign_id from ${each(ids)}
      cross join lateral (
        select org_id, run_id, send_id from app.campaign_drafts
        where contact_id = who.id and run_id is not null and run_id < ${bound}::uuid order by run_id desc limit ${limit}
      ) d
      join app.campaign_sends s on s.org_id = d.org_id and s.id = d.send_id
      union all
      select m.org_id, m.run_id, true, m.campaign_id from ${each(ids)}
      cross join lateral (
        select org_id, run_id, campaign_id from app.campaign_samples
        where contact_id = who.id and run_id < ${bound}::uuid order by run_id desc limit ${limit}
      ) m
    ) told
    join app.campaigns c on c.org_id = told.org_id and c.id = told.campaign_id
    order by told."runId" desc limit ${limit}`.execute(tx)
  return rows
}

export const campaignTimeline: readonly TimelineSource[] = [
  { name: 'campaign-event', kind: 'campaigns', permission: 'campaigns:read', read: readEvents },
  { name: 'campaign-sent', kind: 'campaigns', permission: 'campaigns:read', read: readSent },
  { name: 'campaign-unsent', kind: 'campaigns', permission: 'campaigns:read', read: readUnsent },
  { name: 'campaign-run', kind: 'agents', permission: 'runs:read', read: readRuns },
]
