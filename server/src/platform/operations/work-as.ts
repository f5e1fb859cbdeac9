import type { Caller, Membership } from '../auth/auth-context.ts'
import { mayDo, viewerOf } from '../auth/rights.ts'
import { newId } from '../ids.ts'
import type { Platform } from '../platform.ts'
import type { OrgContext } from './context.ts'

/** A member as a job's data keeps them: what their request allowed when it was made. */
export interface Principal {
  caller: Omit<Caller, 'authenticatedAt' | 'passwordChangedAt'>
  org: Membership
  actorName: string
  ipAddress: string
  userAgent: string
}

/** The member of a request, for a job that goes on in their name. */
export const principalOf = ({ caller, org, actor, ipAddress, userAgent }: Omit<OrgContext, 'tx'>): Principal => {
  const { authenticatedAt: _at, passwordChangedAt: _changed, ...rest } = caller
  return { caller: rest, org, actorName: actor.name, ipAddress, userAgent }
}

/** The context of work that a job does in a member's name: no request, no cookies, no API key. */
export const contextOf = (
  platform: Platform,
  { caller, org, actorName, ipAddress, userAgent }: Principal,
  signal: AbortSignal,
): Omit<OrgContext, 'tx'> => ({
  requestId: newId(),
  method: 'POST',
  ipAddress,
  userAgent,
  log: platform.log,
  fromBrowser: false,
  viaV1: false,
  header: () => undefined,
  headers: () => ({}),
  allowOrigin: () => undefined,
  setSessionCookie: () => undefined,
  readCookie: () => undefined,
  setCookie: () => undefined,
  search: () => '',
  audit: () => undefined,
  signal: () => signal,
  caller: { ...caller, authenticatedAt: platform.clock.now(), passwordChangedAt: null },
  org,
  role: org.role,
  key: null,
  may: (permission) => mayDo(org, null, permission),
  viewer: viewerOf(org, caller.userId),
  actor: { kind: 'user', id: caller.userId, name: actorName },
  inOrg: (work) => platform.db.withOrg(org.id, work, viewerOf(org, caller.userId)),
})
