import type { ChatStatus } from '@imperium/contract/chat.ts'
import type { ChatState } from '@imperium/contract/messages.ts'
import { conflict, notFound } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { signal } from '../../platform/events/live.ts'
import type { OrgContext, PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAgent } from '../agents/index.ts'
import { findAnswerable, listChatMessages, nameVisitor, setChatStatus } from '../messages/index.ts'
import { findProfile } from '../organizations/index.ts'
import { cancelIfUnfinished } from '../runs/index.ts'
import { backToContact } from './channels/back-to-contact.ts'
import { chatChanged } from './chat-signal.ts'
import { isSpent, queueReply, queueSummary } from './queue-turn.ts'
import { openSession } from './send-message.ts'
import { changeSession, findSession, findSessionOf, lockSession, openRuns } from './sessions-store.ts'
import type { SessionRow } from './sessions-store.ts'
import { findChatOf } from './store.ts'
import { statusOf } from './thread.ts'
import { waitForPerson } from './wait-for-person.ts'
import { limitVisitor, readVisitor, withVisitorChat } from './visitor.ts'
import type { OpenChat } from './visitor.ts'

/**
 * The visitor claims an address: the conversation is shown under it as unproved, and is no contact's. One that was proved before gives way:
 * another person may type now than entered the code.
 */
export async function keepEmail({ tx }: Pick<OpenChat, 'tx'>, session: SessionRow, email: string): Promise<SessionRow> {
  const address = email.toLowerCase()
  if (session.email === address) return session
  await changeSession(tx, session.id, { email: address, emailProvedAt: null })
  await nameVisitor(tx, session.conversationId, { email: address, contactId: null, isProved: false })
  return { ...session, email: address, emailProvedAt: null }
}

/** Two messages need no summary. */
const worthSummary = 3

/** Ends the agent's answer in progress. Before the session is locked: the worker that ends a run locks the run first. */
async function cancelReplies(platform: Platform, tx: OrgTx, sessionId: string): Promise<void> {
  for (const run of await openRuns(tx, sessionId, 'answer')) await cancelIfUnfinished(platform, tx, run)
}

/** @throws 401, 403, 404, 429; 409 where the chat does not hand over. */
export const askForPerson = (
  platform: Platform,
  { publicId, email }: { publicId: string; email: string | null },
  context: PublicContext,
): Promise<ChatStatus> => {
  const visitor = readVisitor(platform, publicId, context)
  return withVisitorChat(platform, publicId, context, async (chat) => {
    const { tx, agent, settings } = chat
    if (!settings.handsOver) throw conflict('This chat does not hand over to people.')
    await limitVisitor(platform, chat, visitor.sessionId, context.ipAddress)
    await cancelReplies(platform, tx, visitor.sessionId)
    let session = await openSession(chat, visitor, 'A visitor asks for a person')
    if (email) session = await keepEmail(chat, session, email)
    if (session.state === 'agent') {
      const recent = await listChatMessages(tx, session.conversationId, { limit: worthSummary })
      const last = recent.at(-1)
      await waitForPerson(platform, tx, session, 'The visitor asks for a person.', agent.name)
      if (last && recent.length === worthSummary && !(await isSpent(platform, chat)))
        await queueSummary(platform, tx, session, { kind: 'handover', until: last.id, model: agent.model })
    }
    return statusOf(platform, chat, await findSession(tx, session.id))
  })
}

async function heldChat({ tx }: OrgContext, conversationId: string): Promise<{ session: SessionRow; subject: string }> {
  const conversation = await findAnswerable(tx, conversationId)
  const found = conversation && (await findSessionOf(tx, conversationId))
  if (!found) throw notFound()
  await lockSession(tx, found.id)
  const session = (await findSession(tx, found.id)) ?? found
  // No agent answers there: members ask for drafts.
  if (session.state === 'none') throw notFound()
  return { session, subject: conversation.subject }
}

/** @throws 404 unless it is a conversation with a visitor. */
export async function takeOver(platform: Platform, context: OrgContext, conversationId: string): Promise<{ state: ChatState }> {
  const { tx, audit } = context
  const answering = await findSessionOf(tx, conversationId)
  if (answering) await cancelReplies(platform, tx, answering.id)
  const { session, subject } = await heldChat(context, conversationId)
  await changeSession(tx, session.id, { state: 'person', hasFailed: false })
  await setChatStatus(tx, conversationId, 'open')
  await signal(tx, chatChanged({ orgId: tx.orgId, sessionId: session.id }))
  audit({ targetId: conversationId, targetName: subject, before: { state: session.state }, after: { state: 'person' } })
  return { state: 'person' }
}

async function backToVisitor(platform: Platform, tx: OrgTx, session: SessionRow): Promise<void> {
  const { agentId, conversationId } = session
  const [agent, chat, profile] = [await findAgent(tx, agentId), await findChatOf(tx, agentId), await findProfile(tx, tx.orgId)]
  if (!agent?.isPublic || !chat || !profile) throw conflict('The chat of this agent is turned off.')
  await changeSession(tx, session.id, { state: 'agent' })
  const [last] = await listChatMessages(tx, conversationId, { limit: 1 })
  const request = { tx, agent, settings: chat.settings, organization: { name: profile.name, timeZone: profile.timeZone } }
  const isWaiting = session.state !== 'agent' && last?.direction === 'inbound'
  const notice = isWaiting ? await queueReply(platform, request, session, { id: last.id, text: last.body }) : null
  await setChatStatus(tx, conversationId, notice ? 'open' : 'closed')
}

/** The agent answers again, starting with the unanswered messages. @throws 404; 409 where the chat was turned off. */
export async function handBack(platform: Platform, context: OrgContext, conversationId: string): Promise<{ state: ChatState }> {
  const { tx, audit } = context
  const { session, subject } = await heldChat(context, conversationId)
  await (session.channelAgentId === null ? backToVisitor : backToContact)(platform, tx, session)
  await signal(tx, chatChanged({ orgId: tx.orgId, sessionId: session.id }))
  audit({ targetId: conversationId, targetName: subject, before: { state: session.state }, after: { state: 'agent' } })
  return { state: 'agent' }
}
