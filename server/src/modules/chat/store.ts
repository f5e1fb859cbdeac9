import { sql } from 'kysely'
import type { SaveChatBody } from '@imperium/contract/chat.ts'
import type { OrgTx, SystemTx } from '../../platform/db/database.ts'
import { isInUse } from '../organizations/index.ts'

/** What is stored of a chat besides the switch, which the agent has. */
export type ChatSettings = Omit<SaveChatBody, 'enabled' | 'updatedAt'>

export interface ChatRow {
  agentId: string
  publicId: string
  settings: ChatSettings
  updatedAt: Date
}

export async function findChatOf(tx: OrgTx, agentId: string, isForUpdate = false): Promise<ChatRow | null> {
  const row = await tx
    .selectFrom('agent_chats')
    .select(['agent_id', 'public_id', 'settings', 'updated_at'])
    .where('agent_id', '=', agentId)
    .$if(isForUpdate, (query) => query.forUpdate())
    .executeTakeFirst()
  if (!row) return null
  // Parsed by the contract before it was written.
  return {
    agentId: row.agent_id,
    publicId: row.public_id,
    settings: row.settings as unknown as ChatSettings,
    updatedAt: row.updated_at,
  }
}

/** What a public address leads to; null for none, and where the organization is suspended. */
export async function findPlace(tx: SystemTx, publicId: string): Promise<{ orgId: string; agentId: string } | null> {
  const row = await tx
    .selectFrom('agent_chats as c')
    .select(['c.org_id as orgId', 'c.agent_id as agentId'])
    .where('c.public_id', '=', publicId)
    .where(isInUse(sql.ref('c.org_id')))
    .executeTakeFirst()
  return row ?? null
}

export async function writeChat(tx: OrgTx, agentId: string, publicId: string, settings: ChatSettings): Promise<void> {
  const values = { settings: JSON.stringify(settings), updated_at: sql<Date>`clock_timestamp()` }
  await tx
    .insertInto('agent_chats')
    .values({ org_id: tx.orgId, agent_id: agentId, public_id: publicId, ...values })
    .onConflict((on) => on.columns(['org_id', 'agent_id']).doUpdateSet(values))
    .execute()
}
