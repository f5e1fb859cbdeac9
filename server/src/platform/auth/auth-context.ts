import { sql } from 'kysely'
import { LRUCache } from 'lru-cache'
import { atMost } from '../jobs/at-most.ts'
import type { Preferences } from '@imperium/contract/auth/auth.ts'
import type { Language } from '@imperium/contract/languages.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import { recordAudit } from '../audit/audit.ts'
import type { AuditEntry } from '../audit/audit.ts'
import type { Clock } from '../clock.ts'
import { createBatchedLookup } from './batched-lookup.ts'
import { constantTimeEqual, deriveHandle, hashToken, isToken } from '../crypto/crypto.ts'
import type { AuthTx, Database } from '../db/database.ts'
import { forbidden, limited, unauthenticated } from '../errors.ts'
import type { AppError } from '../errors.ts'
import { signal } from '../events/live.ts'
import type { Live } from '../events/live.ts'
import { createLocalLimiter } from './rate-limit.ts'
import { accessChanged } from './access-signals.ts'
import { grantsOf } from './grants.ts'
import type { Grant } from './grants.ts'

/** One organization of the caller, as the caller sees it. */
export type Membership = Omit<Organization, 'grantedPermissions'> & {
  storageLimitBytes: number
  apiCallsLimit: number
  /** Members without a second factor can only set one up. */
  requiresTwoFactor: boolean
  /** Members with an older password can only change it; null: a password never expires. */
  passwordMaxAgeDays: number | null
  /** What assignments add to the role now. */
  grants?: readonly Grant[] | null
}

/** The user of a request: an account with a live session, and its organizations. */
export interface Caller {
  sessionId: string
  familyId: string
  transport: 'cookie' | 'bearer'
  userId: string
  email: string
  firstName: string
  lastName: string
  createdAt: string
  currentOrgId: string | null
  memberships: Membership[]
  /** Whether the account's address is verified. */
  emailVerified: boolean
  hasSecondFactor: boolean
  /** When the user of this session last authenticated. */
  authenticatedAt: Date
  /** How they proved it when the session began. */
  method: 'password' | 'passkey' | 'register' | 'invitation' | 'reset' | 'google' | 'github' | 'sso'
  /** The organization that opened this session by its provider, which reaches no other; null for the user's own sign-in. */
  ssoOrgId: string | null
  preferences: Preferences
  /** Null for an account without a password: nothing expires. */
  passwordChangedAt: Date | null
  /** When the account is erased, unless its owner keeps it. */
  deletesAt: string | null
}

export interface Credentials {
  cookieToken: string | undefined
  bearer: string | undefined
  isWrite: boolean
  /** `Sec-Fetch-Site`, and whether `Origin`, if sent, is one of ours. */
  fetchSite: string | undefined
  originIsOurs: boolean
  /** The client's network: look-ups of unknown tokens are limited per network. */
  network: string
  /** Origin of the request, for the record of refusals. */
  origin?: Pick<AuditEntry, 'ipAddress' | 'userAgent' | 'requestId'>
}

export interface AuthContext {
  /** @throws 401 without a live session; 403 for a write from another site's page (SEC-16). */
  authenticate(credentials: Credentials): Promise<Caller>
  /** Checks again the caller of a response that is still streaming; does not count as activity. @throws 401 once the session has ended. */
  recheckCaller(credentials: Credentials): Promise<Caller>
  /** Drops a user's cache entries in this process immediately; other processes follow by signal. */
  invalidate(userId: string): void
}

interface SessionRow {
  session_id: string
  family_id: string
  transport: 'cookie' | 'bearer'
  user_id: string
  email: string
  first_name: string
  last_name: string
  user_created_at: Date
  token_hash: Buffer
  is_live: boolean
  ended_reason: string | null
  current_org_id: string | null
  memberships: (Omit<Membership, 'role'> & { role: Role })[]
  email_verified: boolean
  has_second_factor: boolean
  authenticated_at: Date
  method: Caller['method']
  sso_org_id: string | null
  language: Language
  time_zone: string | null
  date_format: Preferences['dateFormat']
  time_format: Preferences['timeFormat']
  deletes_at: Date | null
  password_changed_at: Date | null
}

const cacheMs = 3_000
/** Last activity is written at most this often per session: a write per request would cost more than the request. */
const touchEveryMs = 60_000
/** Unknown tokens of one network per minute before 429. */
const mostUnknownPerMinute = 120

export function createAuthContext(db: Database, live: Live, clock: Clock, idleHours: number): AuthContext {
  const byToken = new LRUCache<string, Caller>({ ...atMost(20_000), ttl: cacheMs })
  const touch = createTouch(db, clock)
  const guesses = createGuessCount(clock)
  let cleared = 0
  const invalidate = (userId: string) => {
    cleared += 1
    for (const [key, caller] of byToken.entries()) if (caller.userId === userId) byToken.delete(key)
  }
  live.on(accessChanged, (message) => invalidate(message.userId))
  live.onGap(() => {
    cleared += 1
    byToken.clear()
  })

  const lookUpRow = createBatchedLookup((hashes) => findSessions(db, hashes, clock.now(), idleHours))
  const find = async (token: string): Promise<Caller | SessionRow | null> => {
    if (!isToken(token)) return null
    const hash = hashToken(token)
    const key = hash.toString('base64url')
    const known = byToken.get(key)
    if (known) return known
    const before = cleared
    const row = await lookUpRow(hash)
    if (!row?.is_live) return row ?? null
    const caller = toCaller(row)
    // A value read before an access change must not be cached after it.
    if (before === cleared) byToken.set(key, caller)
    return caller
  }

  /** Recorded within the last minute: limits how often the audit log gets the same entry. */
  const recentlyWarned = new LRUCache<string, true>({ ...atMost(10_000), ttl: 60_000 })
  const lookUp = async (token: string, { network, origin, cookieToken }: Credentials): Promise<Caller> => {
    if (!isToken(token)) throw unauthenticated()
    const found = await find(token)
    if (!found || isEnded(found)) {
      const excess = guesses.count(network)
      if (found?.ended_reason === 'refreshed' && !(excess && recentlyWarned.has(found.family_id)))
        await endFamilyOfReusedToken(db, found, origin, recentlyWarned)
      // A browser without a session must reach the sign-in page, even when its network is over the limit.
      throw found || cookieToken ? unauthenticated() : (excess ?? unauthenticated())
    }
    await touch(found.sessionId)
    return found
  }

  return {
    invalidate,
    recheckCaller: async ({ cookieToken, bearer }) => {
      const caller = await find(cookieToken ?? bearer ?? '')
      if (!caller || isEnded(caller)) throw unauthenticated()
      return caller
    },
    authenticate: async (credentials) => {
      const { cookieToken, bearer, isWrite, fetchSite, originIsOurs } = credentials
      if (cookieToken) {
        // Both halves, and they must match: a page of another site can make the browser send the cookie, but cannot know the handle.
        if (!bearer || !constantTimeEqual(bearer, deriveHandle(cookieToken))) throw unauthenticated()
        const caller = await lookUp(cookieToken, credentials)
        if (caller.transport !== 'cookie') throw unauthenticated()
        const foreign = !originIsOurs || (fetchSite !== undefined && fetchSite !== 'same-origin' && fetchSite !== 'none')
        if (isWrite && foreign) {
          if (!recentlyWarned.has(caller.sessionId)) await recordForeignPage(db, caller, credentials.origin)
          recentlyWarned.set(caller.sessionId, true)
          throw forbidden('This request did not come from our site.')
        }
        return caller
      }
      if (!bearer) throw unauthenticated()
      const caller = await lookUp(bearer, credentials)
      if (caller.transport !== 'bearer') throw unauthenticated()
      return caller
    },
  }
}

/** Writes when a session was last active, now and then. */
function createTouch(db: Database, clock: Clock) {
  const touched = new LRUCache<string, number>(atMost(50_000))
  return async (sessionId: string): Promise<void> => {
    const now = clock.now()
    if (now.getTime() - (touched.get(sessionId) ?? -Infinity) < touchEveryMs) return
    touched.set(sessionId, now.getTime())
    await sql`update auth.sessions set last_active_at = ${now} where id = ${sessionId}`.execute(db.authLookup)
  }
}

const isEnded = (found: Caller | SessionRow): found is SessionRow => 'is_live' in found

/**
 * Counts a network's unknown tokens. The look-up always comes first, so failures of others never reject a valid token;
 * `createBatchedLookup` limits what a failure costs.
 */
export function createGuessCount(clock: Clock) {
  const limiter = createLocalLimiter()
  return {
    /** Returns the error to throw above the limit; null below it. */
    count: (network: string): AppError | null => {
      const { allowed, resetSeconds } = limiter(network, mostUnknownPerMinute, 60, clock.now().getTime())
      return allowed ? null : limited(resetSeconds)
    },
  }
}

/** A token that a refresh already exchanged was copied: all sessions of its sign-in end immediately, with an audit entry (R17). */
async function endFamilyOfReusedToken(
  db: Database,
  family: Pick<SessionRow, 'family_id' | 'user_id'>,
  origin: Credentials['origin'],
  reported: LRUCache<string, true>,
): Promise<void> {
  await db.withAuth(async (tx) => {
    const { rows } = await sql`update auth.sessions set ended_at = now(), ended_reason = 'token reused'
      where ended_at is null and family_id = ${family.family_id} returning id`.execute(tx)
    if (rows.length > 0) await signal(tx, accessChanged({ userId: family.user_id }))
    // Every further use is on the record too, but once a minute.
    else if (reported.has(family.family_id)) return
    reported.set(family.family_id, true)
    const actor = { kind: 'anonymous' as const, id: null, name: 'Anonymous' }
    const target = { kind: 'user', id: family.user_id }
    await recordAudit(tx, null, { actor, action: 'auth.tokenReused', target, outcome: 'refused', ...origin })
  })
}

/** A page of another site had both halves of the session: recorded whatever the outcome. */
async function recordForeignPage(db: Database, caller: Caller, origin: Credentials['origin']): Promise<void> {
  const actor = { kind: 'user' as const, id: caller.userId, name: `${caller.firstName} ${caller.lastName}` }
  const target = { kind: 'user', id: caller.userId }
  await db.withAuth((tx) => recordAudit(tx, null, { actor, action: 'auth.foreignPage', target, outcome: 'refused', ...origin }))
}

// One statement: sessions, users and all memberships with their organizations. An unknown hash costs one search in a unique index.
async function findSessions(db: Database, hashes: readonly Buffer[], now: Date, idleHours: number): Promise<Map<string, SessionRow>> {
  const isLive = sql`u.status = 'ACTIVE' and s.ended_at is null and s.expires_at > ${now}
      and s.last_active_at > ${new Date(now.getTime() - idleHours * 3_600_000)}`
  const { rows } = await sql<SessionRow>`
    select s.id as session_id, s.token_hash, ${isLive} as is_live, s.ended_reason, s.family_id, s.transport, s.current_org_id, u.id as user_id,
           u.email, u.first_name, u.last_name, u.created_at as user_created_at, u.email_verified_at is not null as email_verified,
           u.second_factor_at is not null as has_second_factor,
           s.authenticated_at, s.method, s.sso_org_id, u.language, u.time_zone, u.date_format, u.time_format, u.deletes_at,
           p.changed_at as password_changed_at, coalesce(m.list, '[]'::json) as memberships
    from auth.sessions s
    join auth.users u on u.id = s.user_id
    left join auth.user_passwords p on p.user_id = u.id
    left join lateral (${membershipsOf(sql`u.id`, sql`s.sso_org_id`)}) m on true
    where s.token_hash = any(${hashes}::bytea[])`.execute(db.authLookup)
  return new Map(rows.map((row) => [row.token_hash.toString('base64url'), row]))
}

function toCaller(row: SessionRow): Caller {
  return {
    sessionId: row.session_id,
    familyId: row.family_id,
    transport: row.transport,
    userId: row.user_id,
    email: row.email,
    firstName: row.first_name,
    lastName: row.last_name,
    createdAt: row.user_created_at.toISOString(),
    currentOrgId: row.current_org_id,
    memberships: row.memberships,
    emailVerified: row.email_verified,
    hasSecondFactor: row.has_second_factor,
    authenticatedAt: row.authenticated_at,
    method: row.method,
    ssoOrgId: row.sso_org_id,
    preferences: { language: row.language, timeZone: row.time_zone, dateFormat: row.date_format, timeFormat: row.time_format },
    passwordChangedAt: row.password_changed_at,
    deletesAt: row.deletes_at?.toISOString() ?? null,
  }
}

/**
 * A subquery of one column `list`: the user's organizations that the session reaches, as JSON in the contract's shape plus limits.
 * With `ssoOrgId` only that one; else all but those that require their own provider for this address, except for the owner (ADR 13).
 */
export const membershipsOf = (userId: ReturnType<typeof sql>, ssoOrgId?: ReturnType<typeof sql>) => sql`
  select json_agg(json_build_object(
    'id', o.id, 'name', o.name, 'slug', o.slug, 'planType', o.plan_type, 'role', m.role,
    'status', case when o.deletes_at is null then o.status else 'SUSPENDED' end, 'billingCycle', o.billing_cycle,
    'maxUsers', o.max_users, 'maxAgents', o.max_agents, 'timeZone', o.time_zone, 'monthlyBudgetMicros', o.monthly_budget_micros,
    'billingEmail', o.billing_email, 'storageLimitBytes', o.storage_limit_bytes, 'apiCallsLimit', o.api_calls_limit,
    'requiresTwoFactor', o.require_two_factor, 'passwordMaxAgeDays', sp.password_max_age_days,
    'grants', ${grantsOf(sql`m.org_id`, sql`m.user_id`)},
    'deletesAt', to_char(o.deletes_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'createdAt', to_char(o.created_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"'),
    'updatedAt', to_char(o.updated_at at time zone 'UTC', 'YYYY-MM-DD"T"HH24:MI:SS.MS"Z"')) order by o.name, o.id) as list
  from auth.memberships m join auth.organizations o on o.id = m.org_id left join auth.security_policies sp on sp.org_id = o.id
  where m.user_id = ${userId} and m.status = 'ACTIVE'${ssoOrgId ? reachedBy(ssoOrgId) : sql``}`

const reachedBy = (ssoOrgId: ReturnType<typeof sql>) => sql`
    and case when ${ssoOrgId}::uuid is not null then m.org_id = ${ssoOrgId}::uuid
             else m.role = 'OWNER' or not exists (
               select 1 from auth.users person where person.id = m.user_id and split_part(person.email, '@', 2) = any (o.sso_required_domains)) end`

/**
 * The organization of a request: the hint (id or slug) selects one of the caller's; any other gets the same response as an unknown
 * one (R8). Without a hint it is the session's current one.
 */
export function chooseOrganization(caller: Caller, hint: string | undefined): Membership | null {
  // The id takes precedence: a slug may look like another organization's id.
  if (hint) return caller.memberships.find((each) => each.id === hint) ?? caller.memberships.find((each) => each.slug === hint) ?? null
  return caller.memberships.find((each) => each.id === caller.currentOrgId) ?? caller.memberships[0] ?? null
}

/** Makes an organization the current one of a session and of the user's next sign-in. */
export async function setCurrentOrganization(tx: AuthTx, sessionId: string, userId: string, orgId: string): Promise<void> {
  await tx.updateTable('auth.sessions').set({ current_org_id: orgId }).where('id', '=', sessionId).execute()
  await tx.updateTable('auth.users').set({ last_org_id: orgId }).where('id', '=', userId).execute()
}

/** Whether a password is older than an organization allows. A session of its own provider has none. */
export const isPasswordExpired = (
  org: Membership,
  { passwordChangedAt, ssoOrgId }: Pick<Caller, 'passwordChangedAt' | 'ssoOrgId'>,
  now: Date,
): boolean =>
  org.passwordMaxAgeDays !== null &&
  passwordChangedAt !== null &&
  ssoOrgId === null &&
  now.getTime() - passwordChangedAt.getTime() > org.passwordMaxAgeDays * 86_400_000
