import { sql } from 'kysely'
import type { TimelineKind, TimelineLink } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Permission } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { isId } from '../../../platform/ids.ts'
import { momentOf } from './timeline.ts'
import type { TimelineItem, TimelinePage, TimelineSource } from './timeline.ts'

export interface StoredEvent {
  id: string
  type: string
  at: Date
  actor: string
  data: Record<string, unknown>
}

/** As the column `kind` says it: a part of the words that events of the product begin with. */
type EventKind = 'contact' | 'consent' | 'message' | 'agent' | 'event'

interface EventRow {
  id: string
  micros: number
  type: string
  actor: string
  data: Record<string, unknown>
}

async function eventsBefore(tx: OrgTx, contactId: string, kind: EventKind, { before, limit }: TimelinePage): Promise<EventRow[]> {
  const { rows } = await sql<EventRow>`
    select id, (extract(epoch from at) * 1000000)::int8 as micros, type, actor_name as actor, data from app.contact_events
    where contact_id = ${contactId} and kind = ${kind} and (at, id) < (${momentOf(before)}::timestamptz, ${before.id}::uuid)
    order by at desc, id desc limit ${limit}`.execute(tx)
  return rows
}

const linked = (kind: TimelineLink['kind'], id: unknown): { link?: TimelineLink } =>
  typeof id === 'string' && isId(id) ? { link: { kind, id } } : {}

/** Ids that lead somewhere are links, and no facts of an event. */
function toItem({ id, micros, type, actor, data }: EventRow): TimelineItem {
  const item = { id, atMicros: micros, type, title: '', actor, detail: data }
  if (type === 'contact.imported' || type === 'contact.importUndone') return { ...item, ...linked('import', data['importId']) }
  if (type === 'contact.tagged' && data['segmentId']) return { ...item, ...linked('segment', data['segmentId']) }
  if (type === 'message.absence') return { ...item, title: String(data['subject'] ?? ''), ...linked('campaign', data['campaignId']) }
  if (type === 'consent.asked') return { ...item, title: String(data['purpose'] ?? '') }
  if (type !== 'message.agentMail') return item
  const { link } = linked('agent-run', data['runId'])
  const agentId = data['agentId']
  return { ...item, title: String(data['subject'] ?? ''), ...(link ? { link: { ...link, ...(isAgent(agentId) ? { agentId } : {}) } } : {}) }
}

const isAgent = (id: unknown): id is string => typeof id === 'string' && isId(id)

const eventSource = (name: string, from: EventKind, kind: TimelineKind, permission: Permission): TimelineSource => ({
  name,
  kind,
  permission,
  read: async (tx, { contactId }, page) => (await eventsBefore(tx, contactId, from, page)).map(toItem),
})

/** What this module's own events tell, for itself and for modules that keep no rows of what they tell. */
export const ownSources: readonly TimelineSource[] = [
  eventSource('contact', 'contact', 'contact', 'contacts:read'),
  eventSource('event', 'event', 'events', 'contacts:read'),
  eventSource('consent-letter', 'consent', 'consent', 'consents:read'),
  eventSource('absence', 'message', 'messages', 'messages:read'),
  eventSource('agent-mail', 'agent', 'agents', 'runs:read'),
  {
    name: 'past',
    kind: 'campaigns',
    permission: 'campaigns:read',
    read: async (tx, { ids }, page) => (await pastBefore(tx, ids, page)).map(toPast),
  },
]

interface PastRow {
  id: string
  micros: number
}

/** Messages of campaigns whose recipients are no longer kept: where they were, the history says that there were some. */
async function pastBefore(tx: OrgTx, ids: readonly string[], { before, limit }: TimelinePage): Promise<PastRow[]> {
  const { rows } = await sql<PastRow>`
    select contact_id as id, (extract(epoch from sent_at) * 1000000)::int8 as micros from app.contact_past
    where contact_id = any(${[...ids]}::uuid[]) and (sent_at, contact_id) < (${momentOf(before)}::timestamptz, ${before.id}::uuid)
    order by sent_at desc, contact_id desc limit ${limit}`.execute(tx)
  return rows
}

const toPast = ({ id, micros }: PastRow): TimelineItem => ({ id, atMicros: micros, type: 'campaign.past', title: '', detail: {} })

/** The same with all that is known, for the person's export. */
export const listPast = (tx: OrgTx, ids: readonly string[]): Promise<object[]> =>
  tx
    .selectFrom('contact_past')
    .select(['sent_at', 'delivered_at', 'opened_at', 'clicked_at', 'responded_at', 'bounced_at', 'unsubscribed_at', 'complained_at'])
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()

/** All events of a contact, newest first, for the person's export. */
export async function listEvents(tx: OrgTx, contactId: string, limit: number): Promise<StoredEvent[]> {
  const rows = await tx
    .selectFrom('contact_events')
    .select(['id', 'type', 'at', 'actor_name', 'data'])
    .where('contact_id', '=', contactId)
    .orderBy('at', 'desc')
    .orderBy('id', 'desc')
    .limit(limit)
    .execute()
  return rows.map((row) => ({
    id: row.id,
    type: row.type,
    at: row.at,
    actor: row.actor_name,
    // Written as an object, by `recordContactEvents` alone.
    data: row.data as Record<string, unknown>,
  }))
}

export async function moveEvents(tx: OrgTx, from: string, into: string): Promise<void> {
  await tx.updateTable('contact_events').set({ contact_id: into }).where('contact_id', '=', from).execute()
}

export async function deleteEvents(tx: OrgTx, ids: readonly string[]): Promise<void> {
  await tx
    .deleteFrom('contact_events')
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...ids]))))
    .execute()
}
