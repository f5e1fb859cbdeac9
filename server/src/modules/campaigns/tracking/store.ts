import { sql } from 'kysely'
import { storedText } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { isStillThere } from '../../contacts/index.ts'

export const eventTypes = ['delivered', 'opened', 'clicked', 'responded', 'bounced', 'complained', 'unsubscribed', 'failed'] as const
/** `delayed`: the receiver still retries. Stored for the contact's history; it changes and counts nothing. */
export type EventType = (typeof eventTypes)[number] | 'delayed'

export interface RecipientRow {
  campaign_id: string
  chunk: number
  status: string
  reason: string | null
  address: string
  /** How its provider calls the last copy that it accepted. */
  provider_id: string | null
  /** Repeats after an unknown outcome: with at least one, the message may have been sent. */
  copies: number
  sent_at: Date | null
  delivered_at: Date | null
  opened_at: Date | null
  clicked_at: Date | null
  responded_at: Date | null
  bounced_at: Date | null
  complained_at: Date | null
  unsubscribed_at: Date | null
}

/**
 * Reads and locks the recipient until the transaction ends; null where the contact was erased: the row stays for the numbers, and is not
 * changed any more.
 */
export async function lockRecipient(tx: OrgTx, sendId: string, contactId: string): Promise<RecipientRow | undefined> {
  const held = await lockRecipientRow(tx, sendId, contactId)
  return held && !held.isErased ? held.row : undefined
}

/** The same, and whether its contact still exists. */
export async function lockRecipientRow(
  tx: OrgTx,
  sendId: string,
  contactId: string,
): Promise<{ row: RecipientRow; isErased: boolean } | null> {
  const row = await lockRow(tx, sendId, contactId)
  // Checked after locking: erasing locks the row until its end, and a new statement sees what was committed before it began.
  return row ? { row, isErased: !(await isStillThere(tx, contactId)) } : null
}

const lockRow = (tx: OrgTx, sendId: string, contactId: string): Promise<RecipientRow | undefined> =>
  tx
    .selectFrom('campaign_recipients')
    .select(['campaign_id', 'chunk', 'status', 'reason', 'address', 'provider_id', 'copies', 'sent_at', 'delivered_at'])
    .select(['opened_at', 'clicked_at', 'responded_at', 'bounced_at', 'complained_at', 'unsubscribed_at'])
    .where('send_id', '=', sendId)
    .where('contact_id', '=', contactId)
    .forUpdate()
    .executeTakeFirst()

export interface NewEvent {
  id: string
  sendId: string
  contactId: string
  type: EventType
  at: Date
  machine: boolean
  link: number | null
  detail: string
}

/** The length of a detail that is stored, and compared. */
const kept = (detail: string): string => detail.slice(0, 500)

export async function insertEvent(tx: OrgTx, event: NewEvent): Promise<void> {
  const { id, sendId, contactId, type, at, machine, link, detail } = event
  await tx
    .insertInto('campaign_events')
    .values({ org_id: tx.orgId, id, send_id: sendId, contact_id: contactId, type, at, machine, link, detail: kept(detail) })
    .execute()
}

export type Counter = Exclude<EventType, 'delayed'> | 'sent' | 'metered' | 'held' | 'skipped' | 'undelivered'

/** Writes what changed of a recipient, and the same change of its chunk's numbers, in one statement each. */
export async function writeRecipient(
  tx: OrgTx,
  place: { sendId: string; contactId: string; chunk: number },
  set: Partial<RecipientRow> & { detail?: string | null },
  counts: Partial<Record<Counter, number>>,
): Promise<void> {
  if (Object.keys(set).length > 0) {
    await tx
      .updateTable('campaign_recipients')
      .set(set)
      .where('send_id', '=', place.sendId)
      .where('contact_id', '=', place.contactId)
      .execute()
  }
  const changed = Object.entries(counts).filter(([, by]) => by !== 0)
  if (changed.length === 0) return
  await tx
    .updateTable('campaign_chunks')
    .set(Object.fromEntries(changed.map(([name, by]) => [name, sql`${sql.ref(name)} + ${by}`])))
    .where('send_id', '=', place.sendId)
    .where('chunk', '=', place.chunk)
    .execute()
}

/** Clicks of a recipient since a moment, including those of machines. */
export async function recentClicks(
  tx: OrgTx,
  sendId: string,
  contactId: string,
  since: Date,
): Promise<{ link: number; machine: boolean }[]> {
  const rows = await tx
    .selectFrom('campaign_events')
    .select(['link', 'machine'])
    .where('send_id', '=', sendId)
    .where('contact_id', '=', contactId)
    .where('type', '=', 'clicked')
    .where('at', '>=', since)
    .execute()
  return rows.map(({ link, machine }) => ({ link: link ?? 0, machine }))
}

/** Marks the recipient's clicks and openings since a moment as a machine's. */
export async function markMachine(tx: OrgTx, sendId: string, contactId: string, since: Date): Promise<void> {
  await tx
    .updateTable('campaign_events')
    .set({ machine: true })
    .where('send_id', '=', sendId)
    .where('contact_id', '=', contactId)
    .where('type', 'in', ['clicked', 'opened'])
    .where('machine', '=', false)
    .where('at', '>=', since)
    .execute()
}

/** First human event of a type that is left. */
export async function firstHuman(tx: OrgTx, sendId: string, contactId: string, type: EventType): Promise<Date | null> {
  const { at } = await tx
    .selectFrom('campaign_events')
    .select((eb) => eb.fn.min<Date | null>('at').as('at'))
    .where('send_id', '=', sendId)
    .where('contact_id', '=', contactId)
    .where('type', '=', type)
    .where('machine', '=', false)
    .executeTakeFirstOrThrow()
  return at
}

/** The organization of a send: a token alone does not name its tenant. */
export async function findOrgOfSend(tx: SystemTx, sendId: string): Promise<string | null> {
  const row = await tx.selectFrom('campaign_sends').select('org_id').where('id', '=', sendId).executeTakeFirst()
  return row?.org_id ?? null
}

export async function findLink(tx: OrgTx, sendId: string, no: number): Promise<string | null> {
  const row = await tx
    .selectFrom('campaign_sends as s')
    .innerJoin('campaign_links as l', (join) =>
      join.onRef('l.org_id', '=', 's.org_id').onRef('l.campaign_id', '=', 's.campaign_id').onRef('l.version', '=', 's.version'),
    )
    .select('l.url')
    .where('s.id', '=', sendId)
    .where('l.no', '=', no)
    .executeTakeFirst()
  return row?.url ?? null
}

/** The same by the version, with the channel of its campaign. */
export async function findLinkOf(
  tx: OrgTx,
  { campaignId, version }: { campaignId: string; version: number },
  no: number,
): Promise<{ url: string; channel: string } | null> {
  const row = await tx
    .selectFrom('campaign_links as l')
    .innerJoin('campaigns as c', (join) => join.onRef('c.org_id', '=', 'l.org_id').onRef('c.id', '=', 'l.campaign_id'))
    .select(['l.url', 'c.channel'])
    .where('l.campaign_id', '=', campaignId)
    .where('l.version', '=', version)
    .where('l.no', '=', no)
    .executeTakeFirst()
  return row ?? null
}

/** The recipient of a message by what its provider calls it, newest first. */
export async function findByProviderId(tx: OrgTx, providerId: string): Promise<{ sendId: string; contactId: string } | null> {
  const row = await tx
    .selectFrom('campaign_recipients')
    .select(['send_id', 'contact_id'])
    .where('provider_id', '=', providerId)
    .orderBy('send_id', 'desc')
    .executeTakeFirst()
  return row ? { sendId: row.send_id, contactId: row.contact_id } : null
}

/**
 * The newest message to one of these contacts in a period, by the account where given: a reply without a reference is about it.
 * A chunk that was sent by several accounts matches each of them.
 */
export async function findLastSentTo(
  tx: OrgTx,
  contactIds: readonly string[],
  { channel, accountId, since, until }: { channel: string; accountId: string | null; since: Date; until: Date },
): Promise<{ sendId: string; contactId: string; sentAt: Date } | null> {
  const row = await tx
    .selectFrom('campaign_recipients as r')
    .innerJoin('campaigns as c', (join) => join.onRef('c.org_id', '=', 'r.org_id').onRef('c.id', '=', 'r.campaign_id'))
    .innerJoin('campaign_chunks as k', (join) =>
      join.onRef('k.org_id', '=', 'r.org_id').onRef('k.send_id', '=', 'r.send_id').onRef('k.chunk', '=', 'r.chunk'),
    )
    .select(['r.send_id', 'r.contact_id', sql<Date>`r.sent_at`.as('sent_at')])
    .where((eb) => eb('r.contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .where('c.channel', '=', channel)
    // Older chunks have no recorded account.
    .$if(accountId !== null, (query) => query.where(sql<boolean>`(k.account_ids is null or ${accountId}::uuid = any(k.account_ids))`))
    .where('r.sent_at', '>=', since)
    .where('r.sent_at', '<=', until)
    .orderBy('r.sent_at', 'desc')
    .executeTakeFirst()
  return row ? { sendId: row.send_id, contactId: row.contact_id, sentAt: row.sent_at } : null
}

/** The contact id under which a contact got the message of a send: it may be that of a contact merged into it. */
export async function findNameIn(tx: OrgTx, sendId: string, contactIds: readonly string[]): Promise<string | null> {
  const row = await tx
    .selectFrom('campaign_recipients')
    .select('contact_id')
    .where('send_id', '=', sendId)
    .where((eb) => eb('contact_id', '=', eb.fn.any(eb.val([...contactIds]))))
    .orderBy('sent_at', (order) => order.desc().nullsLast())
    .executeTakeFirst()
  return row?.contact_id ?? null
}

/** Whether the same event was recorded for this message. Events from before its last retry are about another copy. */
export async function hasEvent(tx: OrgTx, sendId: string, contactId: string, type: EventType, detail: string): Promise<boolean> {
  // By event ids, which hold our time of writing: `at` is the provider's time.
  const { rows } = await sql`
    select from app.campaign_events e
    where e.send_id = ${sendId} and e.contact_id = ${contactId} and e.type = ${type} and e.detail = ${kept(detail)}
      and not exists (
        select from app.campaign_events again
        where again.send_id = e.send_id and again.contact_id = e.contact_id and again.type = 'retried' and again.id > e.id)
    limit 1`.execute(tx)
  return rows.length > 0
}

/** Whether an event with this id, the inbound item's, was written. */
export async function hasEventOf(tx: OrgTx, itemId: string): Promise<boolean> {
  const row = await tx.selectFrom('campaign_events').select('id').where('id', '=', itemId).executeTakeFirst()
  return row !== undefined
}

export async function campaignNames(tx: OrgTx, ids: readonly string[]): Promise<Map<string, string>> {
  if (ids.length === 0) return new Map()
  const rows = await tx.selectFrom('campaigns').select(['id', 'name']).where('id', 'in', ids).execute()
  return new Map(rows.map((row) => [row.id, row.name]))
}

export async function channelOf(tx: OrgTx, campaignId: string): Promise<string | undefined> {
  return (await tx.selectFrom('campaigns').select('channel').where('id', '=', campaignId).executeTakeFirst())?.channel
}

/** Why a campaign was paused, to be worded for its reader; null if it is not. */
export async function readPauseReason(tx: OrgTx, id: string): Promise<Text | null> {
  const row = await tx.selectFrom('campaigns').select(['pause_reason', 'pause_reason_key']).where('id', '=', id).executeTakeFirst()
  return row?.pause_reason ? storedText(row.pause_reason, row.pause_reason_key) : null
}

/** The creator of a campaign; null for a program, or a deleted account. */
export async function campaignMaker(tx: OrgTx, id: string): Promise<string | null> {
  const row = await tx.selectFrom('campaigns').select('created_by_user').where('id', '=', id).executeTakeFirst()
  return row?.created_by_user ?? null
}
