import { sql } from 'kysely'
import type { RawBuilder } from 'kysely'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { InboundEntry } from '@imperium/contract/channels/senders.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { RemoteMedia } from './remote-media.ts'

export type InboundKind = 'message' | 'status' | 'bounce' | 'complaint' | 'other'

/** The data parsed from an item, as far as its source provides it. */
export interface InboundData {
  /** The identity that our message was sent with (`OutgoingMessage.identity`), if the source returns it. */
  identity?: string
  /** Message-IDs of ours that it is about: the original of a report, In-Reply-To and References of a reply; the likeliest first. */
  messageIds?: string[]
  /** The token of `b+<token>@...` that it was sent to. */
  verpToken?: string
  /** The provider's name for the message of ours that it is about. */
  providerId?: string
  /** RFC 3463 (`5.1.1`) or the provider's own code. */
  statusCode?: string
  /** For a bounce: the address is at fault, so no later message can succeed. */
  isPermanent?: boolean
  /** The recipient opted out at the provider. */
  isOptOut?: boolean
  /** For a `status`: the new state of the message. */
  status?: 'sent' | 'delivered' | 'delayed' | 'opened' | 'clicked' | 'bounced' | 'failed' | 'unsubscribed'
  /** The text of the other server or provider. */
  diagnostic?: string
  /** The recipient of our message. */
  originalRecipient?: string
  /** Written by a machine (RFC 3834): an absence note is no reply. */
  isAutoReply?: boolean
  /** A reply's words above its quotation, for keywords ("STOP"); for SMS and WhatsApp, what it says with its files. */
  replyText?: string
  /** Where answers to an email go, if not to its sender. */
  replyTo?: string
  /** More addresses that the email names for answers: told in its text, and not written to. */
  otherReplyTo?: string[]
  senderName?: string
  /** For an email: the receiving server authenticated the From domain. */
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
    // The table's checks limit the columns to these values.
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
 * Parsed from an email, without a provider's signature. Any sender can write to our mailbox, so an address in it proves nothing;
 * proof is an identifier that only a recipient of our message knows (return path, Message-ID).
 */
export const isUnsigned = ({ channel, externalId }: Pick<InboundItem, 'channel' | 'externalId'>): boolean =>
  channel === 'email' && externalId.startsWith('mail:')

/** The contact was erased: no content is left. */
export const isErased = ({ externalId }: Pick<InboundItem, 'externalId'>): boolean => externalId.startsWith('erased:')

/** The sender is authentic: reported by a provider, or an email from a domain that the receiving server authenticated. */
export const isFromItsSender = (item: Pick<InboundItem, 'channel' | 'externalId' | 'data'>): boolean =>
  !isUnsigned(item) || item.data.isSenderVerified === true

/** Links the item to its contact: it is exported and erased with the contact, even if the contact's address changes. */
export async function linkInbound(tx: OrgTx, id: string, contactId: string): Promise<void> {
  await tx.updateTable('inbound_items').set({ contact_id: contactId }).where('id', '=', id).where('contact_id', 'is', null).execute()
}

/** The item was processed completely; settled items are erased later. `contactId`: its contact, if known. */
export async function settleInbound(tx: OrgTx, id: string, now: Date, contactId: string | null): Promise<void> {
  await sql`
    update inbound_items set handled_at = coalesce(handled_at, ${now}), contact_id = coalesce(contact_id, ${contactId}::uuid) where id = ${id}`.execute(
    tx,
  )
}

/** Marks the item as matched. False if it was marked before: of two parallel calls, only one continues. */
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
  /** The time that the source reports; now unless given. */
  at?: Date | undefined
}

/** PostgreSQL keeps no NUL and no half of a surrogate pair. */
const storable = (text: string, most: number): string => text.slice(0, most).toWellFormed().replaceAll('\u0000', '')

/** An item of an erased contact keeps a digest of its name, so that a repeated report is recognised and not stored again. */
const erasedName = (externalId: RawBuilder<string>) => sql<string>`'erased:' || encode(sha256(convert_to(${externalId}, 'UTF8')), 'hex')`

/** The new item's id; null if its source reported it before. */
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

/** Items linked to these contacts, or from or about their addresses: for export and erasure. */
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

/** Addresses that items of these contacts came from or were about. */
export async function listInboundAddresses(tx: OrgTx, contactIds: readonly string[]): Promise<string[]> {
  const { rows } = await sql<{ address: string }>`
    select distinct address from app.inbound_items i
    cross join lateral (values (case when i.kind = 'message' then lower(i.sender) end), (lower(i.data->>'originalRecipient'))) as named(address)
    where i.contact_id = any(${[...contactIds]}::uuid[]) and address <> ''`.execute(tx)
  return rows.map(({ address }) => address)
}

const emptyCounts = {
  external_id: erasedName(sql.ref('external_id')),
  sender: '',
  recipient: '',
  subject: '',
  body_text: '',
  data: '{}',
  contact_id: null,
}

/** Keeps figures and erases everything that identifies the contact. Returns the files that are no longer used. */
export async function eraseInboundOf(tx: OrgTx, contactIds: readonly string[], addresses: readonly string[]): Promise<string[]> {
  const rows = await tx.selectFrom('inbound_items').select(['id', 'data']).where(ofPeople(contactIds, addresses)).forUpdate().execute()
  if (rows.length === 0) return []
  await tx
    .updateTable('inbound_items')
    .set(emptyCounts)
    .where(
      'id',
      'in',
      rows.map(({ id }) => id),
    )
    .execute()
  return rows.flatMap(({ data }) => ((data as InboundData).attachments ?? []).map(({ fileId }) => fileId))
}

/** A report that arrived after its contact was erased: it is settled and stored as erased. Reports have no files. */
export async function eraseReport(tx: OrgTx, id: string, now: Date): Promise<void> {
  await tx
    .updateTable('inbound_items')
    .set({ ...emptyCounts, handled_at: now })
    .where('id', '=', id)
    .where('kind', '<>', 'message')
    .execute()
}
