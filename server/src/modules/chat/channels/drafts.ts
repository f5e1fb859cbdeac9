import { chatLimits } from '@imperium/contract/chat.ts'
import type { Conversation } from '@imperium/contract/messages.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, forbidden, notFound } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAgent } from '../../agents/index.ts'
import { findAnswerable, listChatMessages, replyToConversation } from '../../messages/index.ts'
import { queueTurn } from '../queue-turn.ts'
import { findSessionOf, openRuns } from '../sessions-store.ts'
import { openSessionOf } from './answer-contact.ts'
import { findDraft, takeDraft } from './drafts-store.ts'
import { questionOf } from './question-of.ts'

type Drafting = Pick<Conversation, 'isDrafting' | 'draft'>

/** The draft of a conversation, and whether one is being written. */
export async function draftingOf(tx: OrgTx, conversationId: string): Promise<Drafting> {
  const session = await findSessionOf(tx, conversationId)
  if (!session) return { isDrafting: false, draft: null }
  const isRequested = (await openRuns(tx, session.id, 'draft')).length > 0
  const follows = session.mode === 'draft' && (await openRuns(tx, session.id, 'answer')).length > 0
  return { isDrafting: isRequested || follows, draft: await findDraft(tx, conversationId) }
}

async function answerable(tx: OrgTx, conversationId: string) {
  const conversation = await findAnswerable(tx, conversationId)
  if (!conversation) throw notFound()
  return conversation
}

/** @throws 403 for a caller who may not run agents; 404; 409 while a draft is being written, and for an agent that does not run. */
export async function askDraft(platform: Platform, context: OrgContext, conversationId: string, agentId: string): Promise<Drafting> {
  const { tx, may, caller, key, actor, audit } = context
  if (!may('agents:execute')) throw forbidden()
  const { subject, channel } = await answerable(tx, conversationId)
  const agent = await findAgent(tx, agentId)
  if (!agent) throw notFound('Agent not found.')
  const session = await openSessionOf(tx, conversationId, { agentId, state: 'none' })
  if ((await openRuns(tx, session.id, 'draft')).length > 0) throw conflict('A draft is being written already.')
  const rows = await listChatMessages(tx, conversationId, { after: session.summarizedUntil, limit: chatLimits.window })
  const last = rows.at(-1)
  if (!last) throw conflict('There is nothing to reply to.')
  const question = questionOf(rows, channel === 'email' ? subject : '')
  const isQueued = await queueTurn(platform, tx, {
    agentId,
    sessionId: session.id,
    kind: 'draft',
    messageId: last.id,
    input: question.last ? question.input : 'Write the next message to the contact.',
    by: { trigger: 'message', startedBy: actor.name, startedByUser: caller.userId, startedByKey: key?.id ?? null },
  })
  if (!isQueued) throw conflict('This agent does not run now.')
  audit({ targetId: conversationId, targetName: subject, after: { agent: agent.name } })
  return draftingOf(tx, conversationId)
}

/** Sends it as the caller's own reply, by the ordinary way. @throws 404; 409 for a draft that was sent or replaced, and what replies throw. */
export async function sendDraft(
  platform: Platform,
  context: OrgContext,
  { id, draftId, message }: { id: string; draftId: string; message: string },
): Promise<Drafting> {
  const { tx, caller, key } = context
  await answerable(tx, id)
  if (!(await takeDraft(tx, id, draftId))) throw conflict('This draft was sent, discarded or replaced.')
  const viewer = { userId: caller.userId, contactsOnly: key !== null, keyId: key?.id ?? null }
  await replyToConversation(platform, context, viewer, id, { message, attachmentIds: [], template: null })
  return draftingOf(tx, id)
}

/** @throws 404 for a draft that is not there (any more). */
export async function discardDraft(context: OrgContext, { id, draftId }: { id: string; draftId: string }): Promise<null> {
  const { tx, audit } = context
  const { subject } = await answerable(tx, id)
  if (!(await takeDraft(tx, id, draftId))) throw notFound()
  audit({ targetId: id, targetName: subject })
  return null
}
