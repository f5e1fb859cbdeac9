import { chatLimits } from '@imperium/contract/chat.ts'
import { channelAgentLimits } from '@imperium/contract/channels/channel-agents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import type { Platform } from '../../../platform/platform.ts'
import { findAgent } from '../../agents/index.ts'
import { listChatMessages, readAnswerable, sendAgentReply, setChatStatus, writeChatMessage } from '../../messages/index.ts'
import type { ContactMessage } from '../../messages/index.ts'
import { findProfile } from '../../organizations/index.ts'
import { visitorCost } from '../../runs/index.ts'
import type { EndedVisitorRun } from '../../runs/index.ts'
import { isOpenAt, startOfDay } from '../opening-hours.ts'
import { queueTurn } from '../queue-turn.ts'
import { changeSession, closeTurn, findSession, findSessionOf, insertSession, lockSession, openRuns } from '../sessions-store.ts'
import type { SessionRow, TurnRow } from '../sessions-store.ts'
import { summarizeOld } from '../summarize-old.ts'
import { waitForPerson } from '../wait-for-person.ts'
import { countTurnsFor, findChannelAgent, findChannelAgentFor } from './channel-agents-store.ts'
import type { ChannelAgentRow } from './channel-agents-store.ts'
import { signReply } from './contact-texts.ts'
import { dropDraft, putDraft } from './drafts-store.ts'
import { guardReply } from './guard-reply.ts'
import { questionOf } from './question-of.ts'

/** Every conversation has one session; what is done to it waits for each other. */
export async function openSessionOf(
  tx: OrgTx,
  conversationId: string,
  { agentId, state }: Pick<SessionRow, 'agentId' | 'state'>,
): Promise<SessionRow> {
  await lockSession(tx, `of:${conversationId}`)
  const known = await findSessionOf(tx, conversationId)
  const id = known?.id ?? newId()
  if (known) await lockSession(tx, id)
  else await insertSession(tx, { id, agentId, conversationId, language: 'en', state })
  const session = await findSession(tx, id)
  if (!session) throw new Error('the session was just written')
  return session
}

async function worksNow(platform: Platform, tx: OrgTx, { agentId, settings }: ChannelAgentRow): Promise<boolean> {
  const { hours, hoursMode, dailyBudgetMicros } = settings
  const zone = (await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC'
  const now = platform.clock.now()
  if (hours !== null && isOpenAt(hours, now, zone) !== (hoursMode === 'within')) return false
  if (dailyBudgetMicros === null) return true
  return (await visitorCost(tx, agentId, startOfDay(now, zone), 'message')) < dailyBudgetMicros
}

async function isBelowDailyLimit(platform: Platform, tx: OrgTx, { settings }: ChannelAgentRow, contactId: string): Promise<boolean> {
  const zone = (await findProfile(tx, tx.orgId))?.timeZone ?? 'UTC'
  return (await countTurnsFor(tx, contactId, startOfDay(platform.clock.now(), zone))) < settings.perDay
}

/** Answers of agents at the end of a conversation, without a person between them. */
async function repliesInRow(tx: OrgTx, conversationId: string): Promise<number> {
  const rows = await listChatMessages(tx, conversationId, { limit: channelAgentLimits.inRow.max * 4 })
  const replies = rows.filter(({ direction }) => direction === 'outbound')
  return replies.length - 1 - replies.findLastIndex(({ by_agent: isByAgent }) => !isByAgent)
}

/** Queues the agent's answer to what the contact wrote last. @returns false where no answer follows: people answer. */
export async function startReply(platform: Platform, tx: OrgTx, place: ChannelAgentRow, session: SessionRow): Promise<boolean> {
  const { conversationId } = session
  const found = await readAnswerable(platform, tx, conversationId)
  // A contact who opted out gets no reply, nor does a sender who is no contact.
  if (!found?.contact || found.blocked || !(await worksNow(platform, tx, place))) return false
  if (!(await isBelowDailyLimit(platform, tx, place, found.contact.id))) return false
  const rows = await listChatMessages(tx, conversationId, { after: session.summarizedUntil, limit: chatLimits.window })
  const { last, input } = questionOf(rows, found.row.channel === 'email' ? found.row.subject : '')
  if (!last) return false
  if (session.mode === 'auto' && (await repliesInRow(tx, conversationId)) >= place.settings.inRow) {
    const name = (await findAgent(tx, place.agentId))?.name ?? ''
    await waitForPerson(platform, tx, session, 'The agent has answered several times in a row. A person continues.', name)
    return false
  }
  const by = { trigger: 'message', startedBy: 'Contact', startedByUser: null } as const
  return queueTurn(platform, tx, { agentId: place.agentId, sessionId: session.id, kind: 'answer', messageId: last.id, input, by })
}

/** Offers a contact's message to the agent of its channel. @returns true where the agent answers by itself. */
export async function receiveForAgent(platform: Platform, tx: OrgTx, message: ContactMessage): Promise<boolean> {
  const { conversationId, contactId, isVerified, wasDone } = message
  const place = await findChannelAgentFor(tx, message)
  // Someone who is no contact cannot be written to.
  if (!place || contactId === null) return false
  const before = await openSessionOf(tx, conversationId, { agentId: place.agentId, state: 'agent' })
  const state = before.state === 'none' || wasDone ? 'agent' : before.state
  // The sender of an unverified email can be forged: no automatic reply.
  const mode = isVerified ? place.settings.mode : 'draft'
  const session: SessionRow = { ...before, state, mode, agentId: place.agentId, channelAgentId: place.id }
  await changeSession(tx, session.id, { state, mode, agentId: place.agentId, channelAgentId: place.id, hasFailed: false })
  if (state !== 'agent') return false
  // The answer that is being written is followed by one to this message.
  if ((await openRuns(tx, session.id, 'answer')).length > 0) return mode === 'auto'
  return (await startReply(platform, tx, place, session)) && mode === 'auto'
}

async function send(
  platform: Platform,
  tx: OrgTx,
  { conversationId }: SessionRow,
  { agentName, text }: { agentName: string; text: string },
): Promise<string | null> {
  const found = await readAnswerable(platform, tx, conversationId)
  if (!found) return null
  const organization = (await findProfile(tx, tx.orgId))?.name ?? ''
  const { channel } = found.row
  const signed = signReply({ text, channel, locale: found.contact?.locale ?? null, agent: agentName, organization })
  return sendAgentReply(platform, tx, { conversationId, agentName, text: signed })
}

/** The draft that a member asked for, or a note that there is none. */
async function deliverRequestedDraft(platform: Platform, tx: OrgTx, session: SessionRow, run: EndedVisitorRun): Promise<void> {
  const { conversationId } = session
  const body = guardReply(run.output ?? '', run.given)
  await closeTurn(tx, run.runId)
  if (run.status === 'cancelled') return
  if (run.status === 'completed' && body) return keepDraft(tx, session, run, body)
  await noteNoDraft(platform, tx, conversationId, run.agentName)
}

async function noteNoDraft(platform: Platform, tx: OrgTx, conversationId: string, senderName: string): Promise<void> {
  const note = { direction: 'internal', senderName, body: 'The agent could not write a draft.', isByAgent: true } as const
  await writeChatMessage(tx, { id: newId(), conversationId, at: platform.clock.now(), ...note })
}

const keepDraft = (tx: OrgTx, { conversationId }: SessionRow, { runId, agentName, citations }: EndedVisitorRun, body: string) =>
  putDraft(tx, { conversationId, agentName, runId, body, sources: citations.map(({ number, title }) => ({ number, title })) })

/** What an agent wrote for a contact is sent, becomes a draft, or hands the conversation to a person. */
export async function deliverToContact(
  platform: Platform,
  tx: OrgTx,
  session: SessionRow,
  { turn, run }: { turn: TurnRow; run: EndedVisitorRun },
): Promise<void> {
  if (turn.kind === 'draft') return deliverRequestedDraft(platform, tx, session, run)
  const { conversationId, mode } = session
  const place = session.channelAgentId === null ? undefined : await findChannelAgent(tx, session.channelAgentId)
  const body = guardReply(run.output ?? '', run.given)
  await closeTurn(tx, run.runId)
  // A person answers by now.
  if (session.state !== 'agent') return
  // Members were not called while the agent answered by itself.
  if (run.status === 'cancelled' || !place?.settings.enabled)
    return mode === 'auto' ? waitForPerson(platform, tx, session, 'The answer was stopped.', run.agentName) : undefined
  const hasFailed = run.status === 'failed' || (body === '' && run.handedOver === null)
  if (hasFailed && mode === 'auto') return waitForPerson(platform, tx, session, 'The agent could not answer.', run.agentName)
  const later = await listChatMessages(tx, conversationId, { after: turn.messageId, limit: 50 })
  const isNewer = later.some(({ direction }) => direction === 'inbound')
  // Everything that the contact wrote meanwhile gets one answer.
  if (isNewer && run.handedOver === null) {
    await dropDraft(tx, conversationId)
    await startReply(platform, tx, place, session)
    return
  }
  // Members answer anyway: the next message gets a draft again.
  if (hasFailed) return noteNoDraft(platform, tx, conversationId, run.agentName)
  const sent = mode === 'auto' && body ? await send(platform, tx, session, { agentName: run.agentName, text: body }) : null
  if (sent) await closeTurn(tx, run.runId, { id: sent, sources: run.citations.map(({ number, title }) => ({ number, title })) })
  if (run.handedOver !== null) return waitForPerson(platform, tx, session, run.handedOver, run.agentName)
  // A member who has replied meanwhile needs no draft.
  if (mode === 'draft' && later.length === 0) await keepDraft(tx, session, run, body)
  if (sent) await setChatStatus(tx, conversationId, 'closed')
  await summarizeOld(platform, tx, session)
}
