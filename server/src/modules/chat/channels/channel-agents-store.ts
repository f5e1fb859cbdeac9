import { sql } from 'kysely'
import type { AgentChannel, NewChannelAgentBody } from '@imperium/contract/channels/channel-agents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'

/** What is stored as JSON: all but what the row has a column for. */
export type ChannelAgentSettings = Omit<NewChannelAgentBody, 'channel' | 'accountId' | 'senderId' | 'agentId'>

export interface ChannelAgentRow {
  id: string
  channel: AgentChannel
  accountId: string | null
  senderId: string | null
  agentId: string
  settings: ChannelAgentSettings
  updatedAt: Date
}

const selectRows = (tx: OrgTx) =>
  tx
    .selectFrom('channel_agents')
    .select(['id', 'channel', 'settings', 'account_id as accountId', 'sender_id as senderId', 'agent_id as agentId'])
    .select('updated_at as updatedAt')

// Parsed by the contract before it was written.
const toRows = (rows: object[]): ChannelAgentRow[] => rows as ChannelAgentRow[]

export const listChannelAgents = async (tx: OrgTx, limit: number): Promise<ChannelAgentRow[]> =>
  toRows(await selectRows(tx).orderBy('channel').orderBy('id').limit(limit).execute())

export async function findChannelAgent(tx: OrgTx, id: string, isForUpdate = false): Promise<ChannelAgentRow | undefined> {
  const rows = await selectRows(tx)
    .where('id', '=', id)
    .$if(isForUpdate, (query) => query.forUpdate())
    .execute()
  return toRows(rows)[0]
}

type Place = Pick<ChannelAgentRow, 'channel' | 'accountId' | 'senderId'>

/** Who answers what came in there: the row of the address, else of the account, else of the channel. A row that is off says: no agent. */
export async function findChannelAgentFor(tx: OrgTx, { channel, accountId, senderId }: Place): Promise<ChannelAgentRow | undefined> {
  const rows = await selectRows(tx)
    .where('channel', '=', channel)
    .where(sql<boolean>`(account_id is null or account_id = ${accountId}::uuid) and (sender_id is null or sender_id = ${senderId}::uuid)`)
    .orderBy(sql`sender_id is not null`, 'desc')
    .orderBy(sql`account_id is not null`, 'desc')
    .limit(1)
    .execute()
  const row = toRows(rows)[0]
  return row?.settings.enabled ? row : undefined
}

export async function hasPlace(tx: OrgTx, { channel, accountId, senderId }: Place, exceptId: string | null): Promise<boolean> {
  const row = await tx
    .selectFrom('channel_agents')
    .select('id')
    .where('channel', '=', channel)
    .where(sql<boolean>`account_id is not distinct from ${accountId}::uuid and sender_id is not distinct from ${senderId}::uuid`)
    .where(sql<boolean>`id is distinct from ${exceptId}::uuid`)
    .executeTakeFirst()
  return row !== undefined
}

export async function insertChannelAgent(tx: OrgTx, row: Omit<ChannelAgentRow, 'updatedAt'>): Promise<void> {
  const { id, channel, accountId, senderId, agentId, settings } = row
  await tx
    .insertInto('channel_agents')
    .values({
      org_id: tx.orgId,
      id,
      channel,
      account_id: accountId,
      sender_id: senderId,
      agent_id: agentId,
      settings: JSON.stringify(settings),
    })
    .execute()
}

export async function updateChannelAgent(tx: OrgTx, row: Omit<ChannelAgentRow, 'updatedAt' | 'channel'>): Promise<void> {
  const { id, accountId, senderId, agentId, settings } = row
  await tx
    .updateTable('channel_agents')
    .set({
      account_id: accountId,
      sender_id: senderId,
      agent_id: agentId,
      settings: JSON.stringify(settings),
      updated_at: sql`clock_timestamp()`,
    })
    .where('id', '=', id)
    .execute()
}

export async function deleteChannelAgent(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('channel_agents').where('id', '=', id).execute()
}

/** The answers for contacts of this channel that have not ended. */
export async function openRunsOfChannelAgent(tx: OrgTx, id: string): Promise<string[]> {
  const { rows } = await sql<{ id: string }>`
    select t.run_id as id from app.chat_turns t join app.chat_sessions s on s.org_id = t.org_id and s.id = t.session_id
    join app.runs r on r.org_id = t.org_id and r.id = t.run_id
    where s.channel_agent_id = ${id} and t.kind = 'answer' and t.is_open and r.status in ('queued', 'running') order by t.run_id`.execute(
    tx,
  )
  return rows.map((row) => row.id)
}

/** How often agents were asked to answer a contact since a moment. */
export async function countTurnsFor(tx: OrgTx, contactId: string, since: Date): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*)::int as count from app.chat_turns t join app.chat_sessions s on s.org_id = t.org_id and s.id = t.session_id
    join app.conversations c on c.org_id = s.org_id and c.id = s.conversation_id
    where c.contact_id = ${contactId} and t.kind = 'answer' and t.run_id >= app.uuid_floor(${since}::timestamptz)`.execute(tx)
  return rows[0]?.count ?? 0
}
