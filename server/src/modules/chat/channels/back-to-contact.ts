import { conflict } from '../../../platform/errors.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { changeSession } from '../sessions-store.ts'
import type { SessionRow } from '../sessions-store.ts'
import { startReply } from './answer-contact.ts'
import { findChannelAgent } from './channel-agents-store.ts'

/** The agent answers the contact again, beginning with what is not answered yet. @throws 409 where no agent is on the channel. */
export async function backToContact(platform: Platform, tx: OrgTx, session: SessionRow): Promise<void> {
  const place = session.channelAgentId === null ? undefined : await findChannelAgent(tx, session.channelAgentId)
  if (!place?.settings.enabled) throw conflict('No agent answers on this channel now.')
  if (session.state === 'agent') return
  await changeSession(tx, session.id, { state: 'agent', agentId: place.agentId })
  await startReply(platform, tx, place, { ...session, state: 'agent', agentId: place.agentId })
}
