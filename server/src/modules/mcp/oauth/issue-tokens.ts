import { mcpLimits } from '@imperium/contract/mcp/mcp.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { createAccessToken } from '../../api-keys/index.ts'
import { endAccess } from './connect.ts'
import { lockConnection, rotateRefresh, wasUsed } from './connection-store.ts'
import { isSame, newSecret, readSecret, sha256 } from './secret.ts'

export interface Tokens {
  access_token: string
  token_type: 'Bearer'
  expires_in: number
  refresh_token: string
  scope: string
}

type Connection = NonNullable<Awaited<ReturnType<typeof lockConnection>>>

interface Exchange {
  code: string
  codeVerifier: string
  redirectUri: string
  clientId: string
}

/** Exchanges a code, once; null when it is refused. A second use ends what the first one gave. */
export async function exchangeCode(platform: Platform, { code, codeVerifier, redirectUri, clientId }: Exchange): Promise<Tokens | null> {
  const secret = readSecret('code', code)
  if (!secret) return null
  const now = platform.clock.now()
  return platform.db.withOrg(secret.orgId, async (tx) => {
    const row = await lockConnection(tx, secret.connectionId)
    if (!row || row.ended_at || row.is_past || !isSame(row.code_hash, secret.hash)) return null
    if (row.refresh_hash) return refuseReuse(tx, row, now)
    const isProved =
      isSame(row.client_hash, sha256(clientId)) &&
      row.redirect_uri === redirectUri &&
      sha256(codeVerifier).toString('base64url') === row.code_challenge
    if (!isProved || row.code_expires_at <= now) return null
    return issue(tx, row, now)
  })
}

/** Rotates a refresh token; null when it is refused. Any that was used before ends the connection (R17). */
export async function refresh(platform: Platform, { token, clientId }: { token: string; clientId: string }): Promise<Tokens | null> {
  const secret = readSecret('refresh', token)
  if (!secret) return null
  const now = platform.clock.now()
  return platform.db.withOrg(secret.orgId, async (tx) => {
    const row = await lockConnection(tx, secret.connectionId)
    if (!row || row.ended_at || row.is_past || !isSame(row.client_hash, sha256(clientId))) return null
    if (!isSame(row.refresh_hash, secret.hash)) return (await wasUsed(tx, row.id, secret.hash)) ? refuseReuse(tx, row, now) : null
    if (!row.refresh_expires_at || row.refresh_expires_at <= now) return null
    return issue(tx, row, now)
  })
}

/** Revocation by the assistant itself, by its refresh token: whatever the token, the answer is the same (RFC 7009). */
export async function revokeByToken(platform: Platform, token: string): Promise<void> {
  const secret = readSecret('refresh', token)
  if (!secret) return
  await platform.db.withOrg(secret.orgId, async (tx) => {
    const row = await lockConnection(tx, secret.connectionId)
    if (row && isSame(row.refresh_hash, secret.hash)) await endAccess(tx, row.id, platform.clock.now())
  })
}

async function refuseReuse(tx: OrgTx, { id }: Connection, now: Date): Promise<null> {
  await endAccess(tx, id, now)
  return null
}

async function issue(tx: OrgTx, row: Connection, now: Date): Promise<Tokens> {
  const next = newSecret('refresh', tx.orgId, row.id)
  await rotateRefresh(tx, row.id, next.hash, row.refresh_hash, now, new Date(now.getTime() + mcpLimits.refreshTokenDays * 86_400_000))
  const scopes = row.scopes as KeyScope[]
  const connected = {
    connectionId: row.id,
    name: `${row.client_name} (${row.user_name})`,
    userId: row.user_id,
    userName: row.user_name,
    scopes,
  }
  const plain = await createAccessToken(tx, connected, now, mcpLimits.accessTokenMinutes)
  return {
    access_token: plain,
    token_type: 'Bearer',
    expires_in: mcpLimits.accessTokenMinutes * 60,
    refresh_token: next.plain,
    scope: scopes.join(' '),
  }
}
