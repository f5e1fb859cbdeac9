import { chatLimits } from '@imperium/contract/chat.ts'
import type { ChatMessage, ChatStatus, ChatThread } from '@imperium/contract/chat.ts'
import type { Platform } from '../../platform/platform.ts'
import { listChatMessages } from '../messages/index.ts'
import type { ChatRow } from '../messages/index.ts'
import { isOpenAt } from './opening-hours.ts'
import { findSession, openRuns, sourcesOf } from './sessions-store.ts'
import type { SessionRow, Source } from './sessions-store.ts'
import type { OpenChat } from './visitor.ts'

export const toChatMessage = (row: ChatRow, sources: ReadonlyMap<string, Source[]>): ChatMessage => ({
  id: row.id,
  from: row.direction === 'inbound' ? 'visitor' : row.by_agent ? 'agent' : 'person',
  sender: row.direction === 'inbound' ? '' : row.sender_name,
  text: row.body,
  at: row.at.toISOString(),
  sources: sources.get(row.id) ?? [],
})

type Shown = Pick<OpenChat, 'tx' | 'settings' | 'organization'>

export async function statusOf(
  platform: Platform,
  { tx, settings, organization }: Shown,
  session: SessionRow | undefined,
): Promise<ChatStatus> {
  return {
    state: session && session.state !== 'none' ? session.state : 'agent',
    isAnswering: session !== undefined && session.state === 'agent' && (await openRuns(tx, session.id, 'answer')).length > 0,
    hasFailed: session?.hasFailed ?? false,
    isOpen: isOpenAt(settings.openingHours, platform.clock.now(), organization.timeZone),
    hasEmail: session?.email != null,
  }
}

/** The visitor's conversation after a message; all of it without one. */
export async function readThread(platform: Platform, chat: Shown, sessionId: string, after: string | null = null): Promise<ChatThread> {
  const { tx } = chat
  const session = await findSession(tx, sessionId)
  // Before the messages: an answer that arrives in between is shown, and never looks as if there were none.
  const status = await statusOf(platform, chat, session)
  const rows = session ? await listChatMessages(tx, session.conversationId, { after, limit: chatLimits.shown }) : []
  const sources = rows.some(({ by_agent: isByAgent }) => isByAgent) ? await sourcesOf(tx, sessionId) : new Map<string, Source[]>()
  return { messages: rows.map((row) => toChatMessage(row, sources)), status }
}
