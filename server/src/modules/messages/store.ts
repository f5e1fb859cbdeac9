import { sql, type RawBuilder } from 'kysely'
import { can, roles } from '@imperium/contract/permissions.ts'
import type { Box, Message, Priority, Reply } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { likePattern } from '../../platform/db/like-pattern.ts'
import { zeroId } from '../../platform/ids.ts'
import type { Delivery } from './delivery.ts'
import { countMessagesIn } from './history/count-period-store.ts'

/** The viewer: an API key sees the conversations with contacts and none between members; what it wrote is its own. */
export interface Viewer {
  userId: string
  contactsOnly: boolean
  /** The id of the calling key. */
  keyId: string | null
}

/** Roles that may reply, and so be assigned a conversation. */
export const answeringRoles = roles.filter((role) => can(role, 'messages:write'))

export interface MessageFilter {
  box?: Box | undefined
  q?: string | undefined
  priority?: Priority | undefined
  unread?: boolean | undefined
  flagged?: boolean | undefined
  contactId?: string | undefined
  status?: Message['status'] | undefined
  channel?: NonNullable<Message['channel']> | undefined
  assigned?: 'me' | 'nobody' | undefined
  campaignId?: string | undefined
}

// Conversations with contacts and support tickets are visible to all members with messages:read; those between members only to participants.
export const visibleTo = ({ userId, contactsOnly }: Viewer) => sql`
  app.conversations v left join app.conversation_members s
    on s.org_id = v.org_id and s.conversation_id = v.id and s.user_id = ${userId}
  where (v.kind = 'contact' or (not ${contactsOnly} and (v.kind = 'support' or s.role = 'participant')))
    and (s.deleted_until is null or exists (select from app.messages d where d.org_id = v.org_id and d.conversation_id = v.id and d.id > s.deleted_until))`

/** Written by others: only such messages put a conversation in the inbox, and only they can be unread. */
const byOthers = (userId: string) => sql`m.sender_user is distinct from ${userId} and m.direction <> 'outbound'`

const received = (userId: string) =>
  sql<boolean>`exists (select from app.messages m where m.org_id = v.org_id and m.conversation_id = v.id and ${byOthers(userId)})`
const isBy = ({ userId, keyId }: Viewer, message: RawBuilder<unknown>) =>
  keyId === null
    ? sql<boolean>`${message}.sender_user is not distinct from ${userId}`
    : sql<boolean>`${message}.sender_key is not distinct from ${keyId}::uuid`
const written = (viewer: Viewer) =>
  sql<boolean>`exists (select from app.messages m where m.org_id = v.org_id and m.conversation_id = v.id and ${isBy(viewer, sql`m`)})`
// Closed with an agent's answer last: no member has to read it.
const isWithAgent = sql`(v.channel is not distinct from 'chat' or (select l.by_agent and l.direction = 'outbound' from app.messages l
  where l.org_id = v.org_id and l.conversation_id = v.id order by l.id desc limit 1))`
const isUnread = (
  userId: string,
) => sql<boolean>`(exists (select from app.messages m where m.org_id = v.org_id and m.conversation_id = v.id and ${byOthers(userId)}
    and m.id > coalesce(s.read_until, ${zeroId}::uuid)) and not (v.status = 'closed' and ${isWithAgent}))`

function inBox(box: Box, viewer: Viewer): RawBuilder<unknown> {
  if (box === 'all') return sql`true`
  if (box === 'archived') return sql`coalesce(s.archived, false)`
  return sql`not coalesce(s.archived, false) and ${box === 'sent' ? written(viewer) : received(viewer.userId)}`
}

function matching(filter: MessageFilter, viewer: Viewer): RawBuilder<unknown> {
  const { box, q, priority, unread, flagged, contactId, status, channel, assigned, campaignId } = filter
  const parts: RawBuilder<unknown>[] = []
  if (box) parts.push(inBox(box, viewer))
  if (priority) parts.push(sql`v.priority = ${priority}`)
  if (unread !== undefined) parts.push(unread ? isUnread(viewer.userId) : sql`not ${isUnread(viewer.userId)}`)
  if (flagged !== undefined) parts.push(sql`coalesce(s.flagged, false) = ${flagged}`)
  if (contactId) parts.push(sql`v.contact_id = ${contactId}`)
  if (status) parts.push(sql`v.status = ${status}`)
  if (channel) parts.push(sql`v.channel = ${channel}`)
  // Conversations between members have no assignee.
  if (assigned) parts.push(assigned === 'me' ? sql`v.assignee_id = ${viewer.userId}` : sql`v.kind <> 'internal' and v.assignee_id is null`)
  if (campaignId) parts.push(sql`v.campaign_id = ${campaignId}`)
  if (q)
    parts.push(sql`(v.subject ilike ${likePattern(q)} or exists (select from app.messages m where m.org_id = v.org_id and m.conversation_id = v.id
      and (m.body ilike ${likePattern(q)} or m.subject ilike ${likePattern(q)} or m.sender_name ilike ${likePattern(q)} or m.address ilike ${likePattern(q)})))`)
  return parts.length ? sql`and ${sql.join(parts, sql` and `)}` : sql``
}

interface Row {
  id: string
  kind: Message['kind']
  subject: string
  priority: Priority
  channel: Message['channel']
  contact_id: string | null
  campaign_id: string | null
  send_id: string | null
  status: Message['status']
  assignee_id: string | null
  assignee_name: string | null
  window_until: Date | null
  account_id: string | null
  unread: boolean
  flagged: boolean
  archived: boolean
  sort_key: string
  last_message_at: Date
  sender_name: string
  sender_email: string
  body: string
  message_count: number
  has_attachments: boolean
  others: { name: string; email: string }[] | null
  is_mine: boolean
  direction: MessageRow['direction']
  sender_verified: boolean
  contact_address: string | null
  /** For an unknown sender: the name that the last inbound message gave. */
  stranger_name: string | null
}

/** Conversations with the data of a list row: the newest message, the size, the participants. */
const listRows = (viewer: Viewer, where: RawBuilder<unknown>, tail: RawBuilder<unknown>) => sql<Row>`
  with v as (
    select v.*, ${isUnread(viewer.userId)} as unread, coalesce(s.flagged, false) as flagged, coalesce(s.archived, false) as archived
    from ${visibleTo(viewer)} ${where} ${tail}
  )
  select v.id, v.kind, v.subject, v.priority, v.channel, v.contact_id, v.campaign_id, v.send_id, v.status, v.assignee_id, v.window_until, v.account_id,
    v.unread, v.flagged, v.archived, v.last_message_at::text as sort_key, v.last_message_at, l.sender_name, left(l.body, 300) as body,
    case when l.direction = 'inbound' then l.address else coalesce(p.email, '') end as sender_email,
    ${isBy(viewer, sql`l`)} as is_mine, l.direction, l.sender_verified,
    (select coalesce(nullif(c.reply_to, ''), c.address) from app.messages c where c.org_id = v.org_id and c.conversation_id = v.id and c.address <> '' order by c.id desc limit 1) as contact_address,
    case when v.kind <> 'internal' and v.contact_id is null then (select c.sender_name from app.messages c
      where c.org_id = v.org_id and c.conversation_id = v.id and c.direction = 'inbound' order by c.id desc limit 1) end as stranger_name,
    n.message_count, n.has_attachments, a.name as assignee_name, o.others
  from v
  cross join lateral (select * from app.messages m where m.org_id = v.org_id and m.conversation_id = v.id order by m.id desc limit 1) l
  cross join lateral (
    select count(*)::int as message_count, exists (select from app.message_attachments f join app.messages fm on fm.org_id = f.org_id and fm.id = f.message_id
      where f.org_id = v.org_id and fm.conversation_id = v.id) as has_attachments
    from app.messages m where m.org_id = v.org_id and m.conversation_id = v.id) n
  left join auth.org_members() p on p.user_id = l.sender_user
  left join auth.org_members() a on a.user_id = v.assignee_id
  left join lateral (
    select jsonb_agg(jsonb_build_object('name', t.name, 'email', t.email) order by t.name) as others
    from app.conversation_members cm join auth.org_members() t on t.user_id = cm.user_id
    where cm.org_id = v.org_id and cm.conversation_id = v.id and cm.role = 'participant' and cm.user_id is distinct from l.sender_user) o on true
  order by v.last_message_at desc, v.id desc
`

export type ConversationRow = Row

export async function listConversations(
  tx: OrgTx,
  viewer: Viewer,
  page: { filter: MessageFilter; limit: number; after: [string, string] | null },
): Promise<{ rows: Row[]; last: [string, string] | null }> {
  const after = page.after ? sql`and (v.last_message_at, v.id) < (${page.after[0]}::timestamptz, ${page.after[1]}::uuid)` : sql``
  const tail = sql`order by v.last_message_at desc, v.id desc limit ${page.limit + 1}`
  const { rows } = await listRows(viewer, sql`${matching(page.filter, viewer)} ${after}`, tail).execute(tx)
  const shown = rows.slice(0, page.limit)
  const last = rows.length > page.limit ? shown.at(-1) : undefined
  return { rows: shown, last: last ? [last.sort_key, last.id] : null }
}

export async function findConversation(tx: OrgTx, viewer: Viewer, id: string): Promise<Row | undefined> {
  const { rows } = await listRows(viewer, sql`and v.id = ${id}`, sql``).execute(tx)
  return rows[0]
}

export async function countMessages(tx: OrgTx, viewer: Viewer, todayFrom: Date) {
  const { userId } = viewer
  const { rows } = await sql<{ total: number; unread: number; flagged: number; sent_today: number }>`
    select count(*)::int as total, (count(*) filter (where ${isUnread(userId)} and ${received(userId)} and not coalesce(s.archived, false)))::int as unread,
      (count(*) filter (where coalesce(s.flagged, false)))::int as flagged,
      (select count(*)::int from app.messages m where ${isBy(viewer, sql`m`)} and m.direction in ('internal', 'outbound')
        and (not ${viewer.contactsOnly} or m.direction = 'outbound')
        and m.at >= ${todayFrom}) as sent_today
    from ${visibleTo(viewer)}`.execute(tx)
  const row = rows[0]
  return { total: row?.total ?? 0, unread: row?.unread ?? 0, flagged: row?.flagged ?? 0, sentToday: row?.sent_today ?? 0 }
}

type InboxFigures = Record<'open' | 'unread' | 'unassigned' | 'received' | 'receivedBefore', number>

/** The open inbox by the filters of the list, and messages of contacts in the period and in the one before it. */
export async function inboxFigures(tx: OrgTx, viewer: Viewer, period: { previousFrom: Date; from: Date; to: Date }): Promise<InboxFigures> {
  const { rows } = await sql<Pick<InboxFigures, 'open' | 'unread' | 'unassigned'>>`
    select count(*) as open, count(*) filter (where ${isUnread(viewer.userId)}) as unread,
      count(*) filter (where v.kind <> 'internal' and v.assignee_id is null) as unassigned
    from ${visibleTo(viewer)} ${matching({ box: 'inbox', status: 'open' }, viewer)}`.execute(tx)
  const found = await countMessagesIn(tx, { at: [period.previousFrom, period.from, period.to], dates: [] })
  const receivedIn = (at: number) => found.find(({ stretch }) => stretch === at)?.values['received'] ?? 0
  return { open: 0, unread: 0, unassigned: 0, ...rows[0], received: receivedIn(1), receivedBefore: receivedIn(0) }
}

export interface MessageRow {
  id: string
  direction: 'internal' | 'inbound' | 'outbound'
  sender_user: string | null
  sender_key: string | null
  sender_name: string
  sender_email: string | null
  address: string
  body: string
  status: Reply['status']
  detail: string
  detail_key: unknown
  external_id: string | null
  sender_verified: boolean
  by_agent: boolean
  quoted_from: number | null
  subject: string
  at: Date
  files: { id: string; name: string; type: string; size: number }[] | null
}

/** The newest 500 messages of a conversation, in the order in which they were written. */
export async function listMessages(tx: OrgTx, conversationId: string): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select * from (
      select m.id, m.direction, m.sender_user, m.sender_key, m.sender_name, p.email as sender_email, m.address, m.body, m.status, m.detail, m.detail_key, m.external_id, m.sender_verified, m.by_agent, m.quoted_from, m.subject, m.at,
        (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.content_type, 'size', f.size_bytes) order by f.id)
         from app.message_attachments f where f.org_id = m.org_id and f.message_id = m.id) as files
      from app.messages m left join auth.org_members() p on p.user_id = m.sender_user
      where m.conversation_id = ${conversationId} order by m.id desc limit 500) newest
    order by id`.execute(tx)
  return rows
}

export async function listParticipants(tx: OrgTx, conversationId: string): Promise<{ id: string; name: string; email: string }[]> {
  const { rows } = await sql<{ id: string; name: string; email: string }>`
    select p.user_id as id, p.name, p.email from app.conversation_members s join auth.org_members() p on p.user_id = s.user_id
    where s.conversation_id = ${conversationId} and s.role = 'participant' order by p.name limit 100`.execute(tx)
  return rows
}

export interface ActiveMember {
  id: string
  name: string
  email: string
  canAnswer: boolean
}

export async function findActiveMembers(
  tx: OrgTx,
  filter: { ids?: readonly string[]; q?: string; except?: string; limit: number },
): Promise<ActiveMember[]> {
  const { ids, q, except, limit } = filter
  const { rows } = await sql<ActiveMember>`
    select user_id as id, name, email, role = any(${answeringRoles}::text[]) as "canAnswer" from auth.org_members() where status = 'ACTIVE'
      ${ids ? sql`and user_id = any(${[...ids]}::uuid[])` : sql``}
      ${q ? sql`and (name ilike ${likePattern(q)} or email ilike ${likePattern(q)})` : sql``}
      ${except ? sql`and user_id <> ${except}` : sql``}
    order by name limit ${limit}`.execute(tx)
  return rows
}

export interface NewConversation {
  id: string
  kind: Message['kind']
  subject: string
  priority: Priority
  channel: Message['channel']
  contactId: string | null
  campaignId?: string | null
  sendId?: string | null
  /** The account for replies; null: the default. */
  accountId?: string | null
  senderId?: string | null
  windowUntil?: Date | null
}

export async function insertConversation(
  tx: OrgTx,
  { id, kind, subject, priority, channel, contactId, ...rest }: NewConversation,
): Promise<void> {
  const { campaignId = null, sendId = null, accountId = null, senderId = null, windowUntil = null } = rest
  await tx
    .insertInto('conversations')
    .values({
      org_id: tx.orgId,
      id,
      kind,
      subject,
      priority,
      channel,
      contact_id: contactId,
      campaign_id: campaignId,
      send_id: sendId,
      account_id: accountId,
      sender_id: senderId,
      window_until: windowUntil,
    })
    .execute()
}

export async function insertParticipants(tx: OrgTx, conversationId: string, userIds: readonly string[]): Promise<void> {
  await tx
    .insertInto('conversation_members')
    .values(userIds.map((userId) => ({ org_id: tx.orgId, conversation_id: conversationId, user_id: userId, role: 'participant' })))
    .onConflict((on) => on.doNothing())
    .execute()
}

export interface NewMessage {
  id: string
  conversationId: string
  direction: MessageRow['direction']
  senderUser: string | null
  /** The key that wrote it. */
  senderKey?: string | null
  senderName: string
  address: string
  body: string
  status: MessageRow['status']
  externalId: string | null
  inReplyTo: string | null
  /** False for an inbound email with an unverified sender; true unless given. */
  senderVerified?: boolean
  /** Written by an AI agent. */
  byAgent?: boolean
  /** An inbound message that does not open the conversation. */
  keepsStatus?: boolean
  /** Where the quotation begins with which an email ends. */
  quotedFrom?: number | null
  /** Where answers go, if not to `address`. */
  replyTo?: string
  subject?: string
  /** Outbound: delivery data besides the text. */
  delivery?: Delivery
  at: Date
}

/** Writes a message and updates the conversation: it is the newest, it is open again, and it leaves all archives. */
export async function insertMessage(tx: OrgTx, message: NewMessage): Promise<void> {
  await tx
    .insertInto('messages')
    .values({
      org_id: tx.orgId,
      id: message.id,
      conversation_id: message.conversationId,
      direction: message.direction,
      sender_user: message.senderUser,
      sender_key: message.senderKey ?? null,
      sender_name: message.senderName,
      address: message.address,
      body: message.body,
      status: message.status,
      external_id: message.externalId,
      in_reply_to: message.inReplyTo,
      sender_verified: message.senderVerified ?? true,
      by_agent: message.byAgent ?? false,
      quoted_from: message.quotedFrom ?? null,
      reply_to: message.replyTo ?? '',
      subject: message.subject ?? '',
      delivery: message.delivery ? JSON.stringify(message.delivery) : null,
      at: message.at,
    })
    .execute()
  await tx
    .updateTable('conversations')
    .set({
      last_message_at: message.at,
      updated_at: sql`clock_timestamp()`,
      ...(message.direction === 'inbound' && !message.keepsStatus ? { status: 'open' } : {}),
    })
    .where('id', '=', message.conversationId)
    .execute()
  await tx
    .updateTable('conversation_members')
    .set({ archived: false })
    .where('conversation_id', '=', message.conversationId)
    .where('archived', '=', true)
    .$if(message.senderUser !== null, (query) => query.where('user_id', '<>', message.senderUser ?? zeroId))
    .execute()
}

export interface MarkChange {
  readUntil?: string | null
  flagged?: boolean
  archived?: boolean
  deletedUntil?: string
}

/** A member's state for a conversation, created with the first mark. */
export async function markConversation(tx: OrgTx, id: string, userId: string, change: MarkChange): Promise<void> {
  const { readUntil, flagged, archived, deletedUntil } = change
  const set = {
    ...(readUntil === undefined ? {} : { read_until: readUntil }),
    ...(flagged === undefined ? {} : { flagged }),
    ...(archived === undefined ? {} : { archived }),
    ...(deletedUntil === undefined ? {} : { deleted_until: deletedUntil }),
  }
  if (Object.keys(set).length === 0) return
  await tx
    .insertInto('conversation_members')
    .values({ org_id: tx.orgId, conversation_id: id, user_id: userId, role: 'reader', ...set })
    .onConflict((on) => on.columns(['org_id', 'conversation_id', 'user_id']).doUpdateSet(set))
    .execute()
}
