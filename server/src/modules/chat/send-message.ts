import { chooseLanguage } from '@imperium/contract/languages.ts'
import type { ChatStatus, SentChatMessage } from '@imperium/contract/chat.ts'
import { conflict } from '../../platform/errors.ts'
import { signal } from '../../platform/events/live.ts'
import { newId } from '../../platform/ids.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { announceVisitor, findByKey, findChat, setChatStatus, startChat, writeChatMessage } from '../messages/index.ts'
import { chatChanged } from './chat-signal.ts'
import { queueReply } from './queue-turn.ts'
import { changeSession, findSession, insertSession, lockSession, openRuns, touchSession } from './sessions-store.ts'
import type { SessionRow } from './sessions-store.ts'
import { statusOf, toChatMessage } from './thread.ts'
import { limitVisitor, provenName, readVisitor, visitorName, withVisitorChat } from './visitor.ts'
import type { OpenChat, Visitor } from './visitor.ts'

const subjectLength = 80

/** The visitor's conversation, begun with these words where there is none yet; locked until the transaction ends. */
export async function openSession({ tx, agent }: OpenChat, visitor: Visitor, firstWords: string): Promise<SessionRow> {
  await lockSession(tx, visitor.sessionId)
  const known = await findSession(tx, visitor.sessionId)
  if (known) return known
  const conversationId = newId()
  const subject = firstWords.replaceAll(/\s+/g, ' ').trim()
  await startChat(tx, conversationId, subject.length > subjectLength ? `${subject.slice(0, subjectLength - 1)}…` : subject)
  await insertSession(tx, { id: visitor.sessionId, agentId: agent.id, conversationId, language: chooseLanguage(visitor.language) })
  const session = await findSession(tx, visitor.sessionId)
  if (!session) throw new Error('the session was just written')
  return session
}

/** A conversation that a member has marked as done is the agent's again. */
async function afterDone(chat: OpenChat, session: SessionRow): Promise<SessionRow> {
  if (session.state === 'agent') return session
  const conversation = await findChat(chat.tx, session.conversationId)
  if (conversation?.status !== 'closed') return session
  await changeSession(chat.tx, session.id, { state: 'agent' })
  return { ...session, state: 'agent' }
}

/** @throws 401, 403, 404; 409 while the agent answers; 429. */
export const sendMessage = (
  platform: Platform,
  { publicId, text, key }: { publicId: string; text: string; key: string },
  context: PublicContext,
): Promise<SentChatMessage> => {
  const visitor = readVisitor(platform, publicId, context)
  return withVisitorChat(platform, publicId, context, async (chat) => {
    const { tx } = chat
    await limitVisitor(platform, chat, visitor.sessionId, context.ipAddress)
    const session = await afterDone(chat, await openSession(chat, visitor, text))
    const { conversationId, state } = session
    const shown = async (): Promise<ChatStatus> => statusOf(platform, chat, await findSession(tx, session.id))
    const same = await findByKey(tx, conversationId, key)
    if (same) return { message: toChatMessage(same, new Map()), status: await shown(), notice: null }
    if (state === 'agent' && (await openRuns(tx, session.id, 'answer')).length > 0)
      throw conflict('The answer before is still being written. Wait for it, or stop it.')
    const at = platform.clock.now()
    const id = newId()
    const senderName = session.email ?? visitorName
    await writeChatMessage(tx, {
      id,
      conversationId,
      direction: 'inbound',
      senderName,
      address: session.email ?? '',
      isProved: session.emailProvedAt !== null,
      body: text,
      isByAgent: false,
      key,
      at,
    })
    await touchSession(tx, session.id, at)
    await changeSession(tx, session.id, { hasFailed: false })
    const notice = state === 'agent' ? await queueReply(platform, chat, session, { id, text }) : null
    if (state !== 'agent' || notice) {
      await setChatStatus(tx, conversationId, 'open')
      await announceVisitor(platform, tx, { conversationId, messageId: id, from: provenName(session) })
    }
    await signal(tx, chatChanged({ orgId: tx.orgId, sessionId: session.id }))
    const message = toChatMessage(
      { id, direction: 'inbound', sender_name: senderName, body: text, by_agent: false, sender_verified: true, at },
      new Map(),
    )
    return { message, status: await shown(), notice }
  })
}
