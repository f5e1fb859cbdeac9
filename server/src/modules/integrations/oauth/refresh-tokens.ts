import { setTimeout as sleep } from 'node:timers/promises'
import type { Platform } from '../../../platform/platform.ts'
import { openSecrets, sealSecrets } from '../connection-secrets.ts'
import type { OAuth } from '../kit/auth.ts'
import { ServiceError } from '../kit/service-error.ts'
import { markFailing } from '../mark-failing.ts'
import { claimRefresh, faultOf, findConnection, lockConnection, works, writeConnection } from '../store.ts'
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

/**
 * The fields of an open connection with the tokens that follow a refused one; null where there are none. Another caller
 * that was refused meanwhile gets the same. @throws ServiceError where the provider refuses to renew it
 */
export async function renewTokens(platform: Platform, { orgId, row, auth, signal }: Omit<Given, 'secrets'>, refused: string) {
  const now = platform.clock.now()
  const current = await platform.db.withOrg(orgId, (tx) => findConnection(tx, row.id))
  if (!current) throw new ServiceError('This connection does not exist any more')
  const secrets = openSecrets(platform, current)
  if (!secrets['refreshToken']) return null
  if (secrets['accessToken'] !== refused) return secrets
  const isMine = await platform.db.withOrg(orgId, (tx) => claimRefresh(tx, row.id, now, new Date(now.getTime() + claimMs)))
  return isMine ? refresh(platform, { orgId, row, auth, signal }, true) : awaitRefreshed(platform, orgId, row, { refused, signal })
}

/** Secrets with an access token that is good for some minutes, refreshed where it is not: by one at a time. @throws ServiceError */
export async function freshTokens(platform: Platform, { orgId, row, auth, secrets, signal }: Given): Promise<Record<string, string>> {
  const now = platform.clock.now()
  const leftMs = (row.expires_at?.getTime() ?? Infinity) - now.getTime()
  if (leftMs > refreshBeforeMs || !secrets['refreshToken']) return secrets
  const isMine = await platform.db.withOrg(orgId, (tx) => claimRefresh(tx, row.id, now, new Date(now.getTime() + claimMs)))
  if (isMine) return refresh(platform, { orgId, row, auth, signal })
  // Still good: another process is about to replace it.
  if (leftMs > 10_000) return secrets
  return awaitRefreshed(platform, orgId, row, { refused: secrets['accessToken'] ?? '', signal })
}

async function refresh(
  platform: Platform,
  { orgId, row, auth, signal }: Omit<Given, 'secrets'>,
  isRefused = false,
): Promise<Record<string, string>> {
  // Read again: the one before may have replaced the refresh token just now.
  const current = await platform.db.withOrg(orgId, (tx) => findConnection(tx, row.id))
  if (!current) throw new ServiceError('This connection does not exist any more')
  const secrets = openSecrets(platform, current)
  const fields = current.fields as Record<string, string>
  const outside = {
    httpOut: platform.httpOut,
    allow: platform.config.egressAllow,
    isHeld: platform.hold.isOn,
    now: () => platform.clock.now(),
  }
  try {
    const grant = { grant_type: 'refresh_token', refresh_token: secrets['refreshToken'] ?? '' }
    const tokens = await requestTokens(outside, auth, { ...fields, ...secrets }, grant, signal)
    const renewed = { accessToken: tokens.accessToken, refreshToken: tokens.refreshToken || (secrets['refreshToken'] ?? '') }
    return await platform.db.withOrg(orgId, async (tx) => {
      // Meanwhile a member may have changed the other secrets.
      const locked = await lockConnection(tx, row.id)
      if (!locked) throw new ServiceError('This connection does not exist any more')
      const now = openSecrets(platform, locked)
      if (now['refreshToken'] !== secrets['refreshToken'])
        throw new ServiceError('The connection was changed meanwhile', { isRetryable: true })
      const next = { ...now, ...renewed }
      await writeConnection(tx, row.id, {
        secrets: sealSecrets(platform, row.id, next),
        expires_at: tokens.expiresAt,
        fields: JSON.stringify({ ...(locked.fields as Record<string, string>), ...tokens.kept }),
        refreshing_until: null,
        // New tokens prove nothing where the service refused the ones before: its next test does.
        ...(isRefused ? {} : works),
      })
      return next
    })
  } catch (error) {
    await platform.db.withOrg(orgId, async (tx) => {
      await writeConnection(tx, row.id, { refreshing_until: null })
      if (error instanceof ServiceError && error.status === 401) await markFailing(platform, tx, row.id, { text: error.text })
    })
    throw error
  }
}

async function awaitRefreshed(
  platform: Platform,
  orgId: string,
  row: ConnectionRow,
  { refused, signal }: { refused: string; signal: AbortSignal },
): Promise<Record<string, string>> {
  for (let waitedMs = 0; waitedMs < claimMs; waitedMs += waitMs) {
    await sleep(waitMs, undefined, { signal })
    const current = await platform.db.withOrg(orgId, (tx) => findConnection(tx, row.id))
    if (!current) break
    const secrets = openSecrets(platform, current)
    if (secrets['accessToken'] !== refused) return secrets
    if (current.status === 'failing') throw new ServiceError(faultOf(current) ?? 'The connection fails', { status: 401 })
  }
  throw new ServiceError('The access could not be renewed in time', { isRetryable: true })
}
