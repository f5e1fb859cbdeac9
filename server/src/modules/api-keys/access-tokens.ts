import { newApiKey } from '../../platform/crypto/api-key-format.ts'
import { hashToken } from '../../platform/crypto/crypto.ts'
import { apiKeysChanged } from '../../platform/auth/access-signals.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { signal } from '../../platform/events/live.ts'
import { newId } from '../../platform/ids.ts'
import type { KeyScope } from '@imperium/contract/permissions.ts'
import { deleteEndedTokens, insertKey, revokeTokensOf } from './store.ts'

interface Connected {
  connectionId: string
  /** In the audit log: which assistant, for which member. */
  name: string
  userId: string
  userName: string
  scopes: readonly KeyScope[]
}

/** An access token of a connected assistant for `/mcp`: its user's rights bound it at every use. */
export async function createAccessToken(
  tx: OrgTx,
  { connectionId, name, userId, userName, scopes }: Connected,
  now: Date,
  minutes: number,
) {
  await deleteEndedTokens(tx, now)
  const plainKey = newApiKey('mcp')
  await insertKey(tx, {
    id: newId(),
    name,
    kind: 'mcp',
    agentId: null,
    scopes,
    expiresAt: new Date(now.getTime() + minutes * 60_000).toISOString(),
    allowedAddresses: [],
    rateLimitPerHour: null,
    prefix: plainKey.slice(0, 8),
    last4: plainKey.slice(-4),
    hash: hashToken(plainKey),
    createdBy: userId,
    createdByName: userName,
    connectionId,
  })
  return plainKey
}

/** They stop working in every process once this transaction commits. */
export async function revokeAccessTokens(tx: OrgTx, connectionId: string): Promise<void> {
  await revokeTokensOf(tx, connectionId)
  await signal(tx, apiKeysChanged({ orgId: tx.orgId }))
}
