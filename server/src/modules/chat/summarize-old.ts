import { chatLimits } from '@imperium/contract/chat.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAgent } from '../agents/index.ts'
import { listChatMessages } from '../messages/index.ts'
import { queueSummary } from './queue-turn.ts'
import { openRuns } from './sessions-store.ts'
import type { SessionRow } from './sessions-store.ts'

/** Messages that stay word for word when older ones are summarised. */
const keptMessages = 16

/** Has what is older than the window summarised, once there is enough of it. */
export async function summarizeOld(platform: Platform, tx: OrgTx, session: SessionRow): Promise<void> {
  const { id, agentId, conversationId, summarizedUntil } = session
  const rows = await listChatMessages(tx, conversationId, { after: summarizedUntil, limit: chatLimits.window })
  if (rows.length < chatLimits.window || (await openRuns(tx, id, 'summary')).length > 0) return
  const until = rows.at(-keptMessages - 1)?.id
  const agent = await findAgent(tx, agentId)
  if (until && agent) await queueSummary(platform, tx, session, { kind: 'summary', until, model: agent.model })
}
