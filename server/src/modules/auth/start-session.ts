import type { Preferences, Session, User } from '@imperium/contract/auth/auth.ts'
import { isPasswordExpired } from '../../platform/auth/auth-context.ts'
import type { Caller, Membership } from '../../platform/auth/auth-context.ts'
import { deriveHandle, hashToken, newToken } from '../../platform/crypto/crypto.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { unauthenticated } from '../../platform/errors.ts'
import { madeAtMs, newId } from '../../platform/ids.ts'
import { signal } from '../../platform/events/live.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { toOrganization } from '../organizations/index.ts'
import { endSessionByToken, insertSession } from './store.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

export interface SessionOwner {
  id: string
  email: string
  firstName: string
  lastName: string
  createdAt: string
  emailVerified: boolean
  hasSecondFactor: boolean
  /** Null for an account without a password. */
  passwordChangedAt: Date | null
  preferences: Preferences
  deletesAt: string | null
}

export interface SessionRequest {
  user: SessionOwner
  organization: Membership | null
  /** The family of the session that this one follows; a sign-in starts a new one. */
  familyId?: string
  /** A refresh keeps the transport. */
  transport?: 'cookie' | 'bearer'
  /** How the user authenticated. */
  method: Caller['method']
  /** The organization of the provider that vouched for the user: the session has access to no other. */
  ssoOrgId?: string | null
  /** Time of the last authentication; default now. A refresh does not count. */
  authenticatedAt?: Date
}

async function endSessionOf(tx: AuthTx, token: string | undefined, now: Date): Promise<void> {
  const userId = token ? await endSessionByToken(tx, hashToken(token), now) : null
  if (userId) await signal(tx, accessChanged({ userId }))
}

/** Refreshing ends this long after a sign-in; then the password is asked for again, or a stolen token would work forever (SEC-11). */
const mostOfFamilyMs = 30 * 86_400_000

/**
 * Starts a session with a new opaque 256-bit token, of which only the SHA-256 is stored. A browser gets the token as an httpOnly
 * cookie and only the handle in the response; every other client gets the token itself. So no script of a page can read a session.
 */
export async function startSession(platform: Platform, context: PublicContext, tx: AuthTx, request: SessionRequest): Promise<Session> {
  const token = newToken()
  const id = newId()
  const transport = request.transport ?? (context.fromBrowser ? 'cookie' : 'bearer')
  const createdAt = platform.clock.now()
  const familyId = request.familyId ?? id
  // A new sign-in in the same browser ends its earlier session (ASVS 7.2.4).
  if (transport === 'cookie' && !request.familyId) await endSessionOf(tx, context.readCookie('session'), createdAt)
  const endsMs = createdAt.getTime() + platform.config.sessionAbsoluteHours * 3_600_000
  const expiresAt = new Date(Math.min(endsMs, madeAtMs(familyId) + mostOfFamilyMs))
  if (expiresAt <= createdAt) throw unauthenticated()
  await insertSession(tx, {
    id,
    tokenHash: hashToken(token),
    familyId,
    userId: request.user.id,
    currentOrgId: request.organization?.id ?? null,
    transport,
    ipAddress: context.ipAddress,
    userAgent: context.userAgent,
    createdAt,
    expiresAt,
    method: request.method,
    ssoOrgId: request.ssoOrgId ?? null,
    authenticatedAt: request.authenticatedAt ?? createdAt,
  })
  if (transport === 'cookie') context.setSessionCookie(token, platform.config.sessionAbsoluteHours * 3_600)
  return {
    user: toUser(request.user, request.organization, {
      now: createdAt,
      ssoOrgId: request.ssoOrgId ?? null,
      isHeld: platform.hold.isOn(),
    }),
    organization: request.organization ? toOrganization(request.organization) : null,
    token: transport === 'cookie' ? deriveHandle(token) : token,
    expiresAt: expiresAt.toISOString(),
  }
}

export const toUser = (
  user: SessionOwner,
  organization: Membership | null,
  { now, ssoOrgId, isHeld }: { now: Date; ssoOrgId: string | null; isHeld: boolean },
): User => ({
  id: user.id,
  email: user.email,
  firstName: user.firstName,
  lastName: user.lastName,
  createdAt: user.createdAt,
  role: organization?.role ?? null,
  organization: organization ? toOrganization(organization) : null,
  emailVerified: user.emailVerified,
  twoFactorEnabled: user.hasSecondFactor,
  mustSetUpTwoFactor: Boolean(organization?.requiresTwoFactor) && !user.hasSecondFactor,
  hasPassword: user.passwordChangedAt !== null,
  mustChangePassword:
    organization !== null && isPasswordExpired(organization, { passwordChangedAt: user.passwordChangedAt, ssoOrgId }, now),
  preferences: user.preferences,
  deletesAt: user.deletesAt,
  isHeld,
})

export const ownerOfCaller = (caller: Caller): SessionOwner => ({ ...caller, id: caller.userId })
