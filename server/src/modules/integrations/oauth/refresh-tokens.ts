import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'
import { openSecrets, sealSecrets } from '../connection-secrets.ts'
import type { OAuth } from '../kit/auth.ts'
import { ServiceError } from '../kit/service-error.ts'
import { claimRefresh, faultColumns, faultOf, findConnection, noFault, writeConnection } from '../store.ts'
import type { ConnectionRow } from '../store.ts'
import { requestTokens } from './token-request.ts'

const refreshBeforeMs = 5 * 60_000
const claimMs = 45_000
const waitMs = 250

interface Given {
  orgId: string
  row: ConnectionRow
  auth: OAuth
  secrets: Record<string, string>
  signal: AbortSignal
}

/** Secrets with an access token that is good for some minutes, refreshed where it is not: by one at a time. @throws ServiceError */
export async function freshTokens(platform: Platform, { orgId, row, auth, secrets, signal }: Given): Promise<Record<string, string>> {
  const now = platform.clock.now()
  const leftMs = (row.expires_at?.getTime() ?? Infinity) - now.getTime()
  if (leftMs > refreshBeforeMs || !secrets['refreshToken']) return secrets
  const isMine = await platform.db.withOrg(orgId, (tx) => claimRefresh(tx, row.id, now, new Date(now.getTime() + claimMs)))
  if (isMine) return refresh(platform, { orgId, row, auth, secrets, signal })
  // Still good: another process is about to replace it.
  if (leftMs > 10_000) return secrets
  return awaitRefreshed(platform, orgId, row, signal)
}

async function refresh(platform: Platform, { orgId, row, auth, signal }: Given): Promise<Record<string, string>> {
  // Read again: the one before may have replaced the refresh token just now.
  const current = await platform.db.withOrg(orgId, (tx) => findConnection(tx, row.id))
  if (!current) throw new ServiceError('This connection does not exist any more')
  const secrets = openSecrets(platform, current)
  const fields = current.fields as Record<string, string>
  const outside = { httpOut: platform.httpOut, allow: platform.config.egressAllow, now: () => platform.clock.now() }
  try {
    const grant = { grant_type: 'refresh_token', refresh_token: secrets['refreshToken'] ?? '' }
    const tokens = await requestTokens(outside, auth, { ...fields, ...secrets }, grant, signal)
    const next = { ...secrets, accessToken: tokens.accessToken, refreshToken: tokens.refreshToken || (secrets['refreshToken'] ?? '') }
    const change = {
      secrets: sealSecrets(platform, row.id, next),
      expires_at: tokens.expiresAt,
      fields: JSON.stringify({ ...fields, ...tokens.kept }),
      refreshing_until: null,
      status: 'connected',
      ...noFault,
    }
    await platform.db.withOrg(orgId, (tx) => writeConnection(tx, row.id, change))
    return next
  } catch (error) {
    const failing = error instanceof ServiceError && error.status === 401 ? { status: 'failing', ...faultColumns(error.text) } : {}
    await platform.db.withOrg(orgId, (tx) => writeConnection(tx, row.id, { refreshing_until: null, ...failing }))
    throw error
  }
}

async function awaitRefreshed(platform: Platform, orgId: string, row: ConnectionRow, signal: AbortSignal): Promise<Record<string, string>> {
  for (let waitedMs = 0; waitedMs < claimMs; waitedMs += waitMs) {
    await sleep(waitMs, undefined, { signal })
    const current = await platform.db.withOrg(orgId, (tx) => findConnection(tx, row.id))
    if (!current) break
    if ((current.expires_at?.getTime() ?? 0) > (row.expires_at?.getTime() ?? 0)) return openSecrets(platform, current)
    if (current.status === 'failing') throw new ServiceError(faultOf(current) ?? 'The connection fails', { status: 401 })
  }
  throw new ServiceError('The access could not be renewed in time', { isRetryable: true })
}
