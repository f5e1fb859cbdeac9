import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../jobs/at-most.ts'
import type { InactiveReason } from '@imperium/contract/api-keys.ts'
import { isAddressAllowed } from '../text/address-list.ts'
import { isWellFormedApiKey } from '../crypto/api-key-format.ts'
import { createGuessCount, membershipsOf } from './auth-context.ts'
import type { Caller, Membership } from './auth-context.ts'
import { createBatchedLookup } from './batched-lookup.ts'
import type { Clock } from '../clock.ts'
import { hashToken } from '../crypto/crypto.ts'
import type { Database } from '../db/database.ts'
import { forbidden, unauthenticated } from '../errors.ts'
import { createKeyUsage } from './key-usage.ts'
import type { Live } from '../events/live.ts'
import type { Log } from '../log.ts'
import { addressGroup } from './rate-limit.ts'
import { accessChanged, apiKeysChanged } from './access-signals.ts'

/** The key of a request. */
export interface KeyIdentity {
  id: string
  name: string
  /** The only agent it may access; null for a key of the organization. */
  agentId: string | null
  scopes: readonly string[]
  /** Requests an hour; null for the general limit. */
  rateLimitPerHour: number | null
  /** Made within a sign-in and ending with it: all of a person count together, so that a new one does not restart the count. */
  isOfSession: boolean
  /** The connected AI assistant whose access token it is, for `/mcp` only; null for any other key. */
  connectionId: string | null
}

/** A valid key and the user that limits its rights: its creator as a member of its one organization. */
export interface KeyHolder {
  key: KeyIdentity
  caller: Caller
}

export interface KeyContext {
  /**
   * Counts one use.
   * @throws 401 for an unknown key, 429 for too many of them; 401 API_KEY_INACTIVE for one that no longer works; 403 ADDRESS_NOT_ALLOWED from elsewhere.
   */
  authenticate(plainKey: string, ipAddress: string): Promise<KeyHolder>
  /** The same check for a response that is still streaming; does not count as use. */
  recheckCaller(plainKey: string, ipAddress: string): Promise<KeyHolder>
  /** Writes the counted uses. */
  flush(): Promise<void>
  close(): Promise<void>
}

interface KeyRow {
  key_hash: Buffer
  id: string
  org_id: string
  of_session: boolean
  connection_id: string | null
  name: string
  agent_id: string | null
  scopes: string[]
  allowed_addresses: string[]
  rate_limit_per_hour: number | null
  created_at: Date
  expires_at: Date | null
  rotates_until: Date | null
  revoked_reason: 'revoked' | 'agent_deleted' | null
  created_by: string | null
  email: string | null
  first_name: string | null
  last_name: string | null
  user_status: string | null
  has_second_factor: boolean
  memberships: Membership[]
}

const cacheMs = 3_000

const reasons: Record<InactiveReason, string> = {
  revoked: 'This API key was revoked.',
  agent_deleted: 'The agent of this API key was deleted.',
  rotated: 'This API key was replaced by a new one.',
  expired: 'This API key has expired.',
  creator_removed: 'The person who made this API key no longer belongs to the organization.',
  creator_disabled: 'The account that made this API key is disabled.',
}

export function createKeyContext(db: Database, live: Live, clock: Clock, log: Log): KeyContext {
  const byHash = new LRUCache<string, KeyRow>({ ...atMost(20_000), ttl: cacheMs })
  const usage = createKeyUsage(db, clock, log)
  const guesses = createGuessCount(clock)
  let cleared = 0
  const invalidate = (matches: (row: KeyRow) => boolean) => {
    cleared += 1
    for (const [hash, row] of byHash.entries()) if (matches(row)) byHash.delete(hash)
  }
  const stops = [
    live.on(apiKeysChanged, ({ orgId }) => invalidate((row) => row.org_id === orgId)),
    live.on(accessChanged, ({ userId }) => invalidate((row) => row.created_by === userId)),
    live.onGap(() => invalidate(() => true)),
  ]

  const lookUpRow = createBatchedLookup((hashes) => findKeys(db, hashes))
  const find = async (plainKey: string): Promise<KeyRow | null> => {
    if (!isWellFormedApiKey(plainKey)) return null
    const hash = hashToken(plainKey)
    const known = byHash.get(hash.toString('base64url'))
    if (known) return known
    const before = cleared
    const row = (await lookUpRow(hash)) ?? null
    // A value read before a change must not be cached after it.
    if (row && before === cleared) byHash.set(hash.toString('base64url'), row)
    return row
  }
  const recheckCaller = async (plainKey: string, ipAddress: string): Promise<KeyHolder> => {
    const row = await find(plainKey)
    if (!row) throw guesses.count(addressGroup(ipAddress)) ?? unauthenticated('This API key is not valid.')
    const reason = inactiveReasonOf(row, clock.now())
    if (reason) throw unauthenticated(reasons[reason], 'API_KEY_INACTIVE')
    if (!isAddressAllowed(row.allowed_addresses, ipAddress))
      throw forbidden('This API key may not be used from this address.', 'ADDRESS_NOT_ALLOWED')
    return toHolder(row)
  }
  return {
    recheckCaller,
    authenticate: async (plainKey, ipAddress) => {
      const holder = await recheckCaller(plainKey, ipAddress)
      usage.count(holder.key.id)
      return holder
    },
    flush: usage.flush,
    close: async () => {
      for (const stop of stops) stop()
      await usage.close()
    },
  }
}

/** A key of a session, or of an assistant, was made in a session that reached its organization, also one of the organization's own provider. */
const reachedOrg = sql`case when k.of_session or k.connection_id is not null then k.org_id end`

/** A refresh goes on with another session of the same family; who signs out or is signed out has none left. */
const signedOut = sql`k.of_session and not exists (
      select from auth.sessions s where s.family_id = k.family_id and s.user_id = k.created_by and s.ended_at is null)`

/** An assistant that was connected before its member ended all sessions (a reset password, a changed factor) is over with them. */
const endedWithSessions = sql`k.connection_id is not null and u.connections_ended_at is not null
      and app.assistant_connected_at(k.org_id, k.connection_id) <= u.connections_ended_at`

// One statement: the keys, their creators, and the creators' current memberships.
async function findKeys(db: Database, hashes: readonly Buffer[]): Promise<Map<string, KeyRow>> {
  const { rows } = await sql<KeyRow>`
    select k.key_hash, k.id, k.org_id, k.of_session, k.connection_id, k.name, k.agent_id, k.scopes, k.allowed_addresses::text[] as allowed_addresses, k.rate_limit_per_hour, k.created_at,
           k.expires_at, k.rotates_until, case when (${signedOut}) or (${endedWithSessions}) then 'revoked' else k.revoked_reason end as revoked_reason, k.created_by, u.email, u.first_name, u.last_name, u.status as user_status,
           u.second_factor_at is not null as has_second_factor, coalesce(m.list, '[]'::json) as memberships
    from app.api_keys k
    left join auth.users u on u.id = k.created_by
    left join lateral (${membershipsOf(sql`k.created_by`, reachedOrg)}) m on true
    where k.key_hash = any(${hashes}::bytea[])`.execute(db.authLookup)
  return new Map(rows.map((row) => [row.key_hash.toString('base64url'), row]))
}

const membershipOf = (row: KeyRow) => row.memberships.find((each) => each.id === row.org_id)

function inactiveReasonOf(row: KeyRow, now: Date): InactiveReason | null {
  if (row.revoked_reason) return row.revoked_reason
  if (row.rotates_until && row.rotates_until <= now) return 'rotated'
  if (row.expires_at && row.expires_at <= now) return 'expired'
  if (row.user_status !== null && row.user_status !== 'ACTIVE') return 'creator_disabled'
  return membershipOf(row) ? null : 'creator_removed'
}

function toHolder(row: KeyRow): KeyHolder {
  const { id, name, agent_id: agentId, scopes, rate_limit_per_hour: rateLimitPerHour } = row
  return {
    key: { id, name, agentId, scopes, rateLimitPerHour, isOfSession: row.of_session, connectionId: row.connection_id },
    caller: {
      sessionId: id,
      familyId: id,
      transport: 'bearer',
      userId: row.created_by ?? '',
      email: row.email ?? '',
      firstName: row.first_name ?? '',
      lastName: row.last_name ?? '',
      createdAt: row.created_at.toISOString(),
      currentOrgId: row.org_id,
      // Only the key's own organization: any other in the request does not exist (R8).
      memberships: row.memberships.filter((each) => each.id === row.org_id),
      emailVerified: true,
      hasSecondFactor: row.has_second_factor,
      // A key does not authenticate a user: it is never a recent sign-in.
      authenticatedAt: new Date(0),
      method: 'password',
      // Password expiry does not apply to programs.
      passwordChangedAt: null,
      preferences: { language: 'en', timeZone: null, dateFormat: null, timeFormat: null },
      deletesAt: null,
      ssoOrgId: null,
    },
  }
}
