import type { OrgTx } from '../../platform/db/database.ts'
import { signal } from '../../platform/events/live.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { announceVisitor, personNeeded, setChatStatus, writeChatMessage } from '../messages/index.ts'
import { chatChanged } from './chat-signal.ts'
import { changeSession } from './sessions-store.ts'
import type { SessionRow } from './sessions-store.ts'
import { provenName } from './visitor.ts'

/** Waits for a person from now on: the conversation is open, members are notified, and the agent is silent. */
export async function waitForPerson(platform: Platform, tx: OrgTx, session: SessionRow, note: string, agentName: string): Promise<void> {
  const { id, conversationId } = session
  const messageId = newId()
  await changeSession(tx, id, { state: 'waiting', hasFailed: false })
  await writeChatMessage(tx, {
    id: messageId,
    conversationId,
    direction: 'internal',
    senderName: agentName,
    body: note,
    isByAgent: true,
    at: platform.clock.now(),
  })
  await setChatStatus(tx, conversationId, 'open')
  if (session.channelAgentId === null) await announceVisitor(platform, tx, { conversationId, messageId, from: provenName(session) })
  else await platform.events.emit(tx, personNeeded, { conversationId, messageId, from: agentName })
  await signal(tx, chatChanged({ orgId: tx.orgId, sessionId: id }))
}
