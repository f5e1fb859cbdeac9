import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { InboundEntry } from '@imperium/contract/channels/senders.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { RemoteMedia } from './remote-media.ts'

export type InboundKind = 'message' | 'status' | 'bounce' | 'complaint' | 'other'

/** What was read out of an item, as far as its source said it. */
export interface InboundData {
  /** The identity that the message of ours went out under (`OutgoingMessage.identity`), where its source gives it back. */
  identity?: string
  /** Message-IDs of ours that it is about: the original of a report, In-Reply-To and References of a reply; the likeliest first. */
  messageIds?: string[]
  /** The token of `b+<token>@...` that it was sent to. */
  verpToken?: string
  /** The provider's name for the message of ours that it is about. */
  providerId?: string
  /** RFC 3463 (`5.1.1`) or the provider's own code. */
  statusCode?: string
  /** A bounce: the address is at fault, so that no later message can succeed. */
  isPermanent?: boolean
  /** The recipient has told the provider that they want nothing more. */
  isOptOut?: boolean
  /** Of a `status`: what became of the message. */
  status?: 'sent' | 'delivered' | 'delayed' | 'opened' | 'clicked' | 'bounced' | 'failed' | 'unsubscribed'
  /** The other side's words. */
  diagnostic?: string
  /** Whom the message of ours was for. */
  originalRecipient?: string
  /** Written by a machine (RFC 3834): an absence note is no reply. */
  isAutoReply?: boolean
  /** The text of a reply without what it quotes. */
  replyText?: string
  senderName?: string
  /** A mail: the receiving server authenticated the domain that it says it comes from. */
  isSenderVerified?: boolean
  attachments?: { fileId: string; name: string; contentType: string; sizeBytes: number }[]
  /** Files that the provider keeps. */
  remoteMedia?: RemoteMedia[]
}

export interface InboundItem {
  id: string
  accountId: string | null
  channel: Channel
  kind: InboundKind
  externalId: string
  /** Email address or E.164 number. */
  sender: string
  recipient: string
  subject: string
  text: string
  data: InboundData
  at: Date
  handledAt: Date | null
}

export async function readInboundItem(tx: OrgTx, id: string): Promise<InboundItem | null> {
  const row = await tx.selectFrom('inbound_items').selectAll().where('id', '=', id).executeTakeFirst()
  if (!row) return null
  return {
    id: row.id,
    accountId: row.account_id,
    // The table's checks hold these to our words.
    channel: row.channel as Channel,
    kind: row.kind as InboundKind,
    externalId: row.external_id,
    sender: row.sender,
    recipient: row.recipient,
    subject: row.subject,
    text: row.body_text,
    data: row.data as InboundData,
    at: row.at,
    handledAt: row.handled_at,
  }
}

/**
 * Read out of a mail, and not told by a provider under its signature. Anybody can write one to our mailbox: what it says of addresses
 * proves nothing; what proves something is a name that only who got our message knows (return path, Message-ID).
 */
export const isUnsigned = ({ channel, externalId }: Pick<InboundItem, 'channel' | 'externalId'>): boolean =>
  channel === 'email' && externalId.startsWith('mail:')

/** Whose person was erased: nothing of it is left to be read. */
export const isErased = ({ externalId }: Pick<InboundItem, 'externalId'>): boolean => externalId.startsWith('erased:')

/** It comes from whom it says: told by a provider, or a mail whose domain the receiving server has authenticated. */
export const isFromItsSender = (item: Pick<InboundItem, 'channel' | 'externalId' | 'data'>): boolean =>
  !isUnsigned(item) || item.data.isSenderVerified === true

/** Whose it is: it is exported and erased with them, whatever address they have by then. */
export async function linkInbound(tx: OrgTx, id: string, contactId: string): Promise<void> {
  await tx.updateTable('inbound_items').set({ contact_id: contactId }).where('id', '=', id).where('contact_id', 'is', null).execute()
}

/** It was read, and what follows from it was done: what is settled is erased with time. `contactId`: whose it is, where that is known. */
export async function settleInbound(tx: OrgTx, id: string, now: Date, contactId: string | null): Promise<void> {
  await sql`
    update inbound_items set handled_at = coalesce(handled_at, ${now}), contact_id = coalesce(contact_id, ${contactId}::uuid) where id = ${id}`.execute(
    tx,
  )
}

/** Somebody knows what it belongs to now. False where somebody did before: of two at once, one goes on. */
export async function markInboundHandled(tx: OrgTx, id: string, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('inbound_items')
    .set({ handled_at: now })
    .where('id', '=', id)
    .where('handled_at', 'is', null)
    .executeTakeFirst()
  return numUpdatedRows === 1n
}

export interface NewInboundItem {
  accountId: string | null
  channel: Channel
  kind: InboundKind
  externalId: string
  sender: string
  recipient: string
  subject: string
  text: string
  data: InboundData
  /** When its source says that it happened; now unless given. */
  at?: Date | undefined
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair. */
const storable = (text: string, most: number): string => text.slice(0, most).toWellFormed().replaceAll('\u0000', '')

/** Of an item whose person was erased, a digest of its name stays: told of once more, it is known and not taken again. */
const erasedName = (externalId: RawBuilder<string>) => sql<string>`'erased:' || encode(sha256(convert_to(${externalId}, 'UTF8')), 'hex')`

/** The new item's id; null where its source had told of it before. */
export async function insertInbound(tx: OrgTx, item: NewInboundItem): Promise<string | null> {
  const known = await tx
    .selectFrom('inbound_items')
    .select('id')
    .where('channel', '=', item.channel)
    .where('external_id', '=', erasedName(sql`${storable(item.externalId, 500)}::text`))
    .executeTakeFirst()
  if (known) return null
  const row = await tx
    .insertInto('inbound_items')
    .values({
      org_id: tx.orgId,
      id: newId(),
      account_id: item.accountId,
      channel: item.channel,
      kind: item.kind,
      external_id: storable(item.externalId, 500),
      sender: storable(item.sender, 320),
      recipient: storable(item.recipient, 320),
      subject: storable(item.subject, 500),
      body_text: storable(item.text, 100_000),
      data: JSON.stringify(item.data, (_key, value: unknown) => (typeof value === 'string' ? storable(value, 100_000) : value)),
      ...(item.at ? { at: item.at } : {}),
    })
    .onConflict((on) => on.columns(['org_id', 'channel', 'external_id']).doNothing())
    .returning('id')
    .executeTakeFirst()
  return row?.id ?? null
}

/** Newest first, after a cursor's item. */
export async function listInbound(
  tx: OrgTx,
  { kind, limit, after }: { kind: InboundKind | undefined; limit: number; after: [string, string] | null },
): Promise<{ rows: InboundEntry[]; last: [string, string] | null }> {
  const rows = await tx
    .selectFrom('inbound_items as i')
    .leftJoin('channel_accounts as a', (join) => join.onRef('a.org_id', '=', 'i.org_id').onRef('a.id', '=', 'i.account_id'))
    .selectAll('i')
    .select('a.name as account_name')
    // Text keeps the microseconds that a Date loses.
    .select(sql<string>`i.at::text`.as('at_text'))
    .$if(kind !== undefined, (query) => query.where('i.kind', '=', kind ?? ''))
    .$if(after !== null, (query) => query.where(sql<boolean>`(i.at, i.id) < (${after?.[0]}::timestamptz, ${after?.[1]}::uuid)`))
    .orderBy('i.at', 'desc')
    .orderBy('i.id', 'desc')
    .limit(limit + 1)
    .execute()
  const shown = rows.slice(0, limit)
  const last = rows.length > limit ? shown.at(-1) : undefined
  return {
    rows: shown.map((row) => ({
      id: row.id,
      channel: row.channel as Channel,
      kind: row.kind as InboundKind,
      accountName: row.account_name,
      sender: row.sender,
      recipient: row.recipient,
      subject: row.subject,
      preview: ((row.data as InboundData).diagnostic ?? row.body_text).replaceAll(/\s+/g, ' ').trim().slice(0, 200).toWellFormed(),
      statusCode: (row.data as InboundData).statusCode ?? null,
      at: row.at.toISOString(),
      isHandled: row.handled_at !== null,
    })),
    last: last ? [last.at_text, last.id] : null,
  }
}

/** What is known to be these people's, or came from or is about their addresses: for their export and their erasure. */
const ofPeople = (contactIds: readonly string[], addresses: readonly string[]) =>
  sql<boolean>`(contact_id = any(${[...contactIds]}::uuid[]) or lower(sender) = any(${[...addresses]}) or lower(recipient) = any(${[...addresses]})
    or lower(data->>'originalRecipient') = any(${[...addresses]}))`

export const listInboundOf = (tx: OrgTx, contactIds: readonly string[], addresses: readonly string[]) =>
  tx
    .selectFrom('inbound_items')
    .select(['channel', 'kind', 'sender', 'recipient', 'subject', 'body_text', 'at'])
    .where(ofPeople(contactIds, addresses))
    .orderBy('at')
    .limit(10_000)
    .execute()

/** Addresses that items of these people came from or were about. */
export async function listInboundAddresses(tx: OrgTx, contactIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from app.inbound_items i
    cross join lateral (values (case when i.kind = 'message' then lower(i.sender) end), (lower(i.data->>'originalRecipient'))) as named(address)
    where i.contact_id = any(${[...contactIds]}::uuid[]) and address <> ''`.execute(tx)
  return rows.map(({ address }) => address)
}

const nothingOfAnybody = {
  external_id: erasedName(sql.ref('external_id')),
  sender: '',
  recipient: '',
  subject: '',
  body_text: '',
  data: '{}',
  contact_id: null,
}

/** Figures stay; nothing that names the person does. Answers the files that are left over. */
export async function eraseInboundOf(tx: OrgTx, contactIds: readonly string[], addresses: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('inbound_items').select(['id', 'data']).where(ofPeople(contactIds, addresses)).forUpdate().execute()
  if (rows.length === 0) return []
  await tx
    .updateTable('inbound_items')
    .set(nothingOfAnybody)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.flatMap(({ data }) => ((data as InboundData).attachments ?? []).map(({ fileId }) => fileId))
}

/** A report that came when the person whom it is about had been erased: settled, and as erasing would have left it. Reports have no files. */
export async function eraseReport(tx: OrgTx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('inbound_items')
    .set({ ...nothingOfAnybody, handled_at: now })
    .where('id', '=', id)
    .where('kind', '<>', 'message')
    .execute()
}
