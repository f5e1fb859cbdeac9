import { support, supportLimits } from '@imperium/contract/support.ts'
import type { TicketDetail } from '@imperium/contract/support.ts'
import { notFound } from '../../platform/errors.ts'
import { bindOperations } from '../../platform/operations/context.ts'
import type { OrgContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { found } from '../../platform/resources/checks.ts'
import { latestFirst, readPage } from '../../platform/resources/read-page.ts'
import { findDesk } from './desk-store.ts'
import { productVersion } from './product-version.ts'
import { findTicket, findTicketFile, listTicketMessages, ticketsFor, toTicket } from './store.ts'
import { closeTicket, createTicket, readerOf, replyToTicket, uploadTicketFile } from './write-tickets.ts'

/** @throws 404 for a ticket of others, unless a manager asks. */
async function showTicket(context: OrgContext, id: string): Promise<TicketDetail> {
  const { tx, caller } = context
  const { version, request_ids: requestIds, ...row } = found(await findTicket(tx, readerOf(context), id))
  const messages = await listTicketMessages(tx, id, supportLimits.messages)
  return {
    ...toTicket(row, caller.userId),
    version,
    requestIds,
    messages: messages.map((message) => ({
      id: message.id,
      origin: message.origin,
      authorName: message.author_name,
      isMine: message.author_id === caller.userId,
      body: message.body,
      createdAt: message.created_at.toISOString(),
      attachments: (message.files ?? []).map(({ id: fileId, name, type, size }) => ({ id: fileId, name, type, size })),
    })),
  }
}

export const supportOperations = (platform: Platform) =>
  bindOperations(support, {
    overview: async () => ({
      hasDesk: (await platform.db.withSystem(findDesk)) !== null,
      email: platform.config.supportEmail ?? null,
      version: productVersion,
    }),
    list: async ({ query }, context) => {
      const { tx, caller } = context
      const list = { tx, list: 'support', query }
      const tickets = ticketsFor(tx, readerOf(context), query.status)
      const { rows, nextCursor } = await readPage(platform.cursors, list, tickets, latestFirst('last_message_at', 'id'))
      return { rows: rows.map((row) => toTicket(row, caller.userId)), nextCursor }
    },
    read: ({ params }, context) => showTicket(context, params.id),
    create: async ({ body }, context) => showTicket(context, await createTicket(platform, context, body)),
    reply: async ({ params, body }, context) => {
      await replyToTicket(platform, context, params.id, body)
      return showTicket(context, params.id)
    },
    close: async ({ params }, context) => {
      await closeTicket(platform, context, params.id)
      return showTicket(context, params.id)
    },
    attach: ({ query, body }, context) => uploadTicketFile(platform, context, { name: query.name, bytes: body.bytes }),
    attachment: async ({ params }, context) => {
      const { org, caller } = context
      const file = await platform.db.withOrg(org.id, async (tx) => {
        const row = found(await findTicketFile(tx, params.id))
        const mayRead = row.ticket_id ? await findTicket(tx, readerOf(context), row.ticket_id) : row.uploaded_by === caller.userId
        if (!mayRead) throw notFound()
        return row
      })
      return { content: platform.files.read(org.id, file.file_id), fileName: file.name }
    },
  })
