import { supportLimits } from '@imperium/contract/support.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAttachment, readTicketConversation, ticketConversationChanged } from '../messages/index.ts'
import { copyFile } from './copy-file.ts'
import { findCustomer } from './desk-store.ts'
import { insertTicketFile, insertTicketMessage, listTicketMessages, readTicket, setStatus } from './store.ts'
import { prepareNews } from './notify-author.ts'

/** Brings answers and the state of the operator's conversation to the member's organization; a repeat changes nothing. */
export const copyReplies = (platform: Platform) =>
  onEvent({
    event: ticketConversationChanged,
    name: 'support.copyReplies',
    worksAtRest: 'members may still ask the operator',
    run: async ({ orgId: desk, payload: { conversationId } }) => {
      const { db } = platform
      const read = await db.withOrg(desk, async (tx) => ({
        customer: await findCustomer(tx, conversationId),
        conversation: await readTicketConversation(tx, conversationId),
      }))
      const { customer, conversation } = read
      if (customer === null || conversation === null) return
      const before = await db.withOrg(customer, async (tx) => ({
        ticket: await readTicket(tx, conversationId),
        known: new Set((await listTicketMessages(tx, conversationId, supportLimits.messages)).map(({ id }) => id)),
      }))
      // A desk writes only in tickets that were handed to it.
      if (!before.ticket || before.ticket.desk_org !== desk) return
      for (const reply of conversation.messages.filter(({ id, direction }) => direction === 'outbound' && !before.known.has(id)))
        await copyReply(platform, { desk, customer, ticket: before.ticket }, reply)
      await db.withOrg(customer, async (tx) => {
        const ticket = await readTicket(tx, conversationId)
        const isClosed = ticket?.status === 'closed'
        if (ticket && isClosed !== (conversation.status === 'closed'))
          await setStatus(tx, ticket.id, isClosed ? 'answered' : 'closed', platform.clock.now())
      })
    },
  })

interface Copying {
  desk: string
  customer: string
  ticket: NonNullable<Awaited<ReturnType<typeof readTicket>>>
}

type DeskReply = NonNullable<Awaited<ReturnType<typeof readTicketConversation>>>['messages'][number]

async function copyReply(platform: Platform, { desk, customer, ticket }: Copying, reply: DeskReply): Promise<void> {
  const { db } = platform
  const copied: { file: DeskReply['files'][number]; fileId: string }[] = []
  for (const file of reply.files) {
    const { file_id: fileId } = await db.withOrg(desk, (tx) => findAttachment(tx, file.id))
    const copy = await copyFile(platform, { orgId: desk, fileId }, customer, file)
    if (copy !== null) copied.push({ file, fileId: copy })
  }
  const { id, from, body, at } = reply
  const { id: ticketId, author_id: userId, subject } = ticket
  const news = userId
    ? await prepareNews(platform, { orgId: customer, desk }, { ticketId, messageId: id, userId, subject, from, body })
    : null
  await db.withOrg(customer, async (tx) => {
    const isNew = await insertTicketMessage(tx, { id, ticketId, origin: 'desk', authorId: null, authorName: from, body, at })
    if (!isNew) return
    for (const { file, fileId } of copied) {
      await insertTicketFile(tx, { ...file, messageId: id, fileId, uploadedBy: null })
      await platform.files.keepUntil(tx, fileId, null)
    }
    await news?.(tx)
  })
}
