import { sql } from 'kysely'
import { mcpLimits } from '@imperium/contract/mcp/mcp.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'
import { listPage, newestFirst } from '../../../platform/resources/read-page.ts'

export interface NewConnection {
  id: string
  userId: string
  userName: string
  clientName: string
  clientHash: Buffer
  redirectUri: string
  scopes: readonly KeyScope[]
  codeHash: Buffer
  codeChallenge: string
  codeExpiresAt: Date
}

const columns = ['id', 'user_id', 'user_name', 'client_name', 'redirect_uri', 'scopes', 'created_at', 'last_used_at'] as const
const secrets = ['client_hash', 'code_hash', 'code_challenge', 'code_expires_at', 'refresh_hash'] as const

/**
 * Whether a connection is over by itself: its longest time has passed, or its member has ended all sessions since (a reset password, a
 * changed factor).
 */
const isPast = sql<boolean>`(created_at < now() - ${mcpLimits.connectionDays} * interval '1 day'
  or created_at <= coalesce(auth.connections_ended_at(user_id), '-infinity'))`

export async function insertConnection(tx: OrgTx, connection: NewConnection): Promise<void> {
  await tx
    .insertInto('mcp_connections')
    .values({
      org_id: tx.orgId,
      id: connection.id,
      user_id: connection.userId,
      user_name: connection.userName,
      client_name: connection.clientName,
      client_hash: connection.clientHash,
      redirect_uri: connection.redirectUri,
      scopes: [...connection.scopes],
      code_hash: connection.codeHash,
      code_challenge: connection.codeChallenge,
      code_expires_at: connection.codeExpiresAt,
    })
    .execute()
}

/** Those that were given a token and have not ended; of one member, or of all. */
export const standingPage = listPage(newestFirst('id'), (tx, { userId }: { userId: string | null }) =>
  tx
    .selectFrom('mcp_connections')
    .select(columns)
    .where('ended_at', 'is', null)
    .where(sql<boolean>`not ${isPast}`)
    .where('refresh_hash', 'is not', null)
    .$if(userId !== null, (query) => query.where('user_id', '=', userId ?? '')),
)

export type ConnectionRow = Awaited<ReturnType<typeof standingPage>>['rows'][number]

/** A connection with its secrets, held until the transaction ends. */
export const lockConnection = (tx: OrgTx, id: string) =>
  tx
    .selectFrom('mcp_connections')
    .select([...columns, ...secrets, 'refresh_expires_at', 'ended_at', isPast.as('is_past')])
    .where('id', '=', id)
    .forUpdate()
    .executeTakeFirst()

/** `used`: the token that is exchanged for the next one; null for the first. */
export async function rotateRefresh(tx: OrgTx, id: string, hash: Buffer, used: Buffer | null, now: Date, expiresAt: Date): Promise<void> {
  if (used)
    await tx.insertInto('mcp_used_refresh_tokens').values({ org_id: tx.orgId, connection_id: id, hash: used, used_at: now }).execute()
  await tx
    .updateTable('mcp_connections')
    .set({ refresh_hash: hash, refresh_expires_at: expiresAt, last_used_at: now })
    .where('id', '=', id)
    .execute()
}

/** Whether the connection has had this token before. */
export const wasUsed = async (tx: OrgTx, id: string, hash: Buffer): Promise<boolean> =>
  (await tx
    .selectFrom('mcp_used_refresh_tokens')
    .select('used_at')
    .where('connection_id', '=', id)
    .where('hash', '=', hash)
    .executeTakeFirst()) !== undefined

/** Tokens that had long expired by themselves. */
export const deleteUsedBefore = (tx: SystemTx, moment: Date) =>
  tx.deleteFrom('mcp_used_refresh_tokens').where('used_at', '<', moment).execute()

export async function endConnection(tx: OrgTx, id: string, now: Date): Promise<void> {
  await tx.updateTable('mcp_connections').set({ ended_at: now }).where('id', '=', id).where('ended_at', 'is', null).execute()
}

export const connectionsOfUser = async (tx: OrgTx, userId: string): Promise<string[]> => {
  const rows = await tx.selectFrom('mcp_connections').select('id').where('user_id', '=', userId).where('ended_at', 'is', null).execute()
  return rows.map(({ id }) => id)
}

/** Codes that were never exchanged, a day later. */
export const deleteUnused = (tx: OrgTx, now: Date) =>
  tx
    .deleteFrom('mcp_connections')
    .where('refresh_hash', 'is', null)
    .where('code_expires_at', '<', new Date(now.getTime() - 86_400_000))
    .execute()

export const exportConnections = (tx: OrgTx, userId: string): Promise<object[]> =>
  tx
    .selectFrom('mcp_connections')
    .select(['org_id as organizationId', 'id', 'client_name as clientName', 'scopes', 'created_at as createdAt', 'ended_at as endedAt'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute()
