import { sql } from 'kysely'
import { Ticket } from '@imperium/contract/support.ts'
import type { CreateTicketBody, TicketMessage } from '@imperium/contract/support.ts'
import type { Attachment } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'

/** Who asks: a manager sees the tickets of all members, others their own. */
export interface TicketReader {
  userId: string
  seesAll: boolean
}

export type TicketStatus = Ticket['status']

interface TicketRow {
  author_id: string | null
  desk_org: string | null
}

const columns = ['id', 'subject', 'category', 'status', 'author_id', 'author_name', 'desk_org', 'last_message_at', 'created_at'] as const

export const toTicket = replyOf(Ticket, ({ author_id: authorId, desk_org: desk }: TicketRow, userId: string) => ({
  isMine: authorId === userId,
  isHandedOver: desk !== null,
}))

export const ticketsFor = (tx: OrgTx, { userId, seesAll }: TicketReader, status: TicketStatus | undefined) =>
  tx
    .selectFrom('support_tickets')
    .select(columns)
    .$if(!seesAll, (query) => query.where('author_id', '=', userId))
    .$if(status !== undefined, (query) => query.where('status', '=', status ?? ''))

export const findTicket = (tx: OrgTx, { userId, seesAll }: TicketReader, id: string) =>
  tx
    .selectFrom('support_tickets')
    .select([...columns, 'version', 'request_ids'])
    .where('id', '=', id)
    .$if(!seesAll, (query) => query.where('author_id', '=', userId))
    .executeTakeFirst()

/** A ticket for the product itself, which asks for no reader. */
export const readTicket = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('support_tickets')
    .select([...columns, 'version', 'request_ids'])
    .where('id', '=', id)
    .executeTakeFirst()

interface NewTicket extends Pick<CreateTicketBody, 'category' | 'subject' | 'requestIds'> {
  id: string
  authorId: string
  authorName: string
  version: string
  at: Date
}

export async function insertTicket(tx: OrgTx, ticket: NewTicket): Promise<void> {
  const { id, authorId, authorName, category, subject, requestIds, version, at } = ticket
  await tx
    .insertInto('support_tickets')
    .values({
      org_id: tx.orgId,
      id,
      author_id: authorId,
      author_name: authorName,
      category,
      subject,
      version,
      request_ids: requestIds,
      last_message_at: at,
      created_at: at,
    })
    .execute()
}

interface NewTicketMessage {
  id: string
  ticketId: string
  origin: TicketMessage['origin']
  authorId: string | null
  authorName: string
  body: string
  at: Date
}

/** Writes a message, which sets the status of its ticket. False if it is stored already. */
export async function insertTicketMessage(tx: OrgTx, message: NewTicketMessage): Promise<boolean> {
  const { id, ticketId, origin, authorId, authorName, body, at } = message
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto('support_messages')
    .values({ org_id: tx.orgId, id, ticket_id: ticketId, origin, author_id: authorId, author_name: authorName, body, created_at: at })
    .onConflict((on) => on.columns(['org_id', 'id']).doNothing())
    .executeTakeFirst()
  if (!numInsertedOrUpdatedRows) return false
  await tx
    .updateTable('support_tickets')
    .set({ status: origin === 'desk' ? 'answered' : 'open', last_message_at: at, updated_at: at })
    .where('id', '=', ticketId)
    .execute()
  return true
}

export async function setStatus(tx: OrgTx, id: string, status: TicketStatus, at: Date): Promise<void> {
  await tx.updateTable('support_tickets').set({ status, updated_at: at }).where('id', '=', id).execute()
}

interface MessageRow {
  id: string
  origin: TicketMessage['origin']
  author_id: string | null
  author_name: string
  body: string
  created_at: Date
  files: (Attachment & { fileId: string })[] | null
}

/** The newest messages of a ticket, in the order in which they were written. */
export async function listTicketMessages(tx: OrgTx, ticketId: string, limit: number): Promise<MessageRow[]> {
  const { rows } = await sql<MessageRow>`
    select * from (
      select m.id, m.origin, m.author_id, m.author_name, m.body, m.created_at,
        (select jsonb_agg(jsonb_build_object('id', f.id, 'name', f.name, 'type', f.content_type, 'size', f.size_bytes, 'fileId', f.file_id) order by f.id)
         from app.support_attachments f where f.message_id = m.id) as files
      from app.support_messages m where m.ticket_id = ${ticketId} order by m.id desc limit ${limit}) newest
    order by id`.execute(tx)
  return rows
}

export interface NewTicketFile {
  id: string
  messageId: string | null
  fileId: string
  name: string
  type: string
  size: number
  uploadedBy: string | null
}

export async function insertTicketFile(tx: OrgTx, { id, messageId, fileId, name, type, size, uploadedBy }: NewTicketFile): Promise<void> {
  await tx
    .insertInto('support_attachments')
    .values({
      org_id: tx.orgId,
      id,
      message_id: messageId,
      file_id: fileId,
      name,
      content_type: type,
      size_bytes: size,
      uploaded_by: uploadedBy,
    })
    .execute()
}

/** Attaches the member's own uploads to a message and keeps them with it. @throws 422 for any other file. */
export async function claimTicketFiles(tx: OrgTx, messageId: string, userId: string, ids: readonly string[]): Promise<void> {
  if (ids.length === 0) return
  const { rows } = await sql<{ id: string }>`
    with taken as (
      update app.support_attachments set message_id = ${messageId}
      where id = any(${[...ids]}::uuid[]) and message_id is null and uploaded_by = ${userId} returning org_id, file_id
    )
    update app.files f set expires_at = null from taken t where f.org_id = t.org_id and f.id = t.file_id returning f.id`.execute(tx)
  if (rows.length !== new Set(ids).size) throw invalid([{ path: 'attachmentIds', message: 'A file is missing: attach it again.' }])
}

export const findTicketFile = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('support_attachments as f')
    .leftJoin('support_messages as m', (join) => join.onRef('m.org_id', '=', 'f.org_id').onRef('m.id', '=', 'f.message_id'))
    .select(['f.file_id', 'f.name', 'f.uploaded_by', 'm.ticket_id'])
    .where('f.id', '=', id)
    .executeTakeFirst()

export const exportTickets = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('support_tickets')
    .select(['created_at', 'category', 'subject', 'status', 'version', 'request_ids'])
    .where('author_id', '=', userId)
    .orderBy('id')
    .execute()

export const exportTicketMessages = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx.selectFrom('support_messages').select(['created_at', 'ticket_id', 'body']).where('author_id', '=', userId).orderBy('id').execute()

export const exportTicketFiles = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('support_attachments')
    .select(['created_at', 'name', 'size_bytes'])
    .where('uploaded_by', '=', userId)
    .orderBy('id')
    .execute()
