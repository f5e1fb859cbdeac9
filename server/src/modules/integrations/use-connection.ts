import type { Role } from '@imperium/contract/permissions.ts'
import type { JsonValue } from '../../platform/llm/types.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAction } from './actions-of.ts'
import { connectors } from './connectors/index.ts'
import { openSecrets } from './connection-secrets.ts'
import { isDiscovered } from './kit/connector.ts'
import type { OpenConnection, Outside } from './kit/open-connection.ts'
import { InputError } from './kit/read-input.ts'
import { runAction } from './kit/run-action.ts'
import { ServiceError, isRefused } from './kit/service-error.ts'
import { freshTokens, renewTokens } from './oauth/refresh-tokens.ts'
import { markFailing } from './mark-failing.ts'
import { faultOf, findConnection, markUsed, writeConnection } from './store.ts'
import type { ConnectionRow } from './store.ts'

/** Behind a run: a person, by the role of now (null after leaving), or nothing but the automation itself. */
export type ConnectionUser = { kind: 'person'; role: Role | null } | { kind: 'automation' }

export interface ActionCall {
  orgId: string
  connectionId: string
  action: string
  input: unknown
  user: ConnectionUser
  /** Same for every try of the same execution. */
  identity: string
  signal: AbortSignal
}

export const outsideOf = ({ httpOut, config, clock, hold }: Platform): Outside => ({
  httpOut,
  allow: config.egressAllow,
  isHeld: hold.isOn,
  now: () => clock.now(),
})

export const mayUse = (
  { roles, is_for_automation: isForAutomation }: Pick<ConnectionRow, 'roles' | 'is_for_automation'>,
  user: ConnectionUser,
) => (user.kind === 'automation' ? isForAutomation : user.role !== null && roles.includes(user.role))

/** Of one connection, over all runs of a process. */
const mostPerSecond = 20

/** Runs an action of a connection. @throws ServiceError with words for the run; InputError. */
export async function performAction(platform: Platform, call: ActionCall): Promise<JsonValue> {
  const { orgId, connectionId, input, identity, signal } = call
  const row = await platform.db.withOrg(orgId, (tx) => findConnection(tx, connectionId))
  if (!row) throw new ServiceError('This connection does not exist any more')
  if (!mayUse(row, call.user)) throw new ServiceError('This connection is not shared with the role behind this run', { status: 403 })
  const action = findAction(row, call.action)
  if (!action) throw new ServiceError('This connection has no such action any more')
  // The server changed what it says of its tools, and no person has accepted that yet.
  const connector = connectors.get(row.connector)
  if (connector && isDiscovered(connector) && row.status === 'failing') throw new ServiceError(faultOf(row) ?? 'The connection fails')
  return withConnection(platform, orgId, row, signal, (connection) =>
    runAction(outsideOf(platform), connection, action, input, { identity, signal }),
  )
}

/** Opens a connection for one piece of work, within its limits, and keeps what came of it. @throws ServiceError */
export async function withConnection<T>(
  platform: Platform,
  orgId: string,
  row: ConnectionRow,
  signal: AbortSignal,
  work: (connection: OpenConnection) => Promise<T>,
): Promise<T> {
  const now = platform.clock.now()
  const pausedMs = (row.paused_until?.getTime() ?? 0) - now.getTime()
  if (pausedMs > 0) throw new ServiceError('The service asked to be called later', { isRetryable: true, retryAfterMs: pausedMs })
  const state = platform.limiter(`integration:${row.id}`, mostPerSecond, 1, now.getTime())
  if (!state.allowed) throw new ServiceError('Too many calls of this connection at once', { isRetryable: true, retryAfterMs: 1_000 })
  try {
    const result = await work(await openConnection(platform, orgId, row, signal))
    await platform.db.withOrg(orgId, (tx) => markUsed(tx, row.id, platform.clock.now()))
    return result
  } catch (error) {
    if (error instanceof ServiceError) await keepRefusal(platform, orgId, row, error)
    throw error
  }
}

export async function openConnection(platform: Platform, orgId: string, row: ConnectionRow, signal: AbortSignal): Promise<OpenConnection> {
  const connector = connectors.get(row.connector)
  const auth = connector?.auth[row.auth]
  if (!connector || !auth) throw new ServiceError('This integration is no longer part of Imperium')
  if (row.status === 'waiting') throw new ServiceError('The sign-in at the service is not complete')
  const secrets = openSecrets(platform, row)
  const plain = row.fields as Record<string, string>
  if (auth.kind !== 'oauth2') return { connector, auth, fields: { ...plain, ...secrets } }
  const tokens = await freshTokens(platform, { orgId, row, auth, secrets, signal })
  const connection: OpenConnection = {
    connector,
    auth,
    fields: { ...plain, ...tokens },
    renew: async (refused) => {
      if (connection.fields['accessToken'] !== refused) return true
      if (isRenewed) return false
      isRenewed = true
      const renewed = await renewTokens(platform, { orgId, row, auth, signal }, refused)
      if (renewed) connection.fields = { ...plain, ...renewed }
      return renewed !== null
    },
  }
  let isRenewed = false
  return connection
}

/** What a refusal says of the connection: when it may be called again, and that its credentials do not work. */
export async function keepRefusal(platform: Platform, orgId: string, row: ConnectionRow, error: ServiceError): Promise<void> {
  const { db, clock } = platform
  const now = clock.now()
  const isFailing = isRefused(error) && error.status === 401
  if (error.retryAfterMs === null && !isFailing) return
  const until = error.retryAfterMs === null ? null : new Date(now.getTime() + error.retryAfterMs)
  await db.withOrg(orgId, async (tx) => {
    if (until) await writeConnection(tx, row.id, { paused_until: until })
    if (isFailing) await markFailing(platform, tx, row.id, { text: error.text })
  })
}

export { InputError, ServiceError }
