import type { SignInResponse } from '@imperium/contract/auth/auth.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import type { Caller } from '../../platform/auth/auth-context.ts'
import { hashToken, newToken } from '../../platform/crypto/crypto.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { forbidden } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { PublicContext } from '../../platform/operations/context.ts'
import type { Platform } from '../../platform/platform.ts'
import { listMemberships } from '../organizations/index.ts'
import { dateReaderOf } from './date-reader.ts'
import { startSession } from './start-session.ts'
import type { SessionOwner } from './start-session.ts'
import { recordSignIn } from './sessions/record-sign-in.ts'
import { insertChallenge, listFactors } from './store.ts'
import type { Account } from './store.ts'

const challengeMs = 10 * 60_000

export interface ProvedIdentity {
  account: Account
  method: Caller['method']
  /** The proof covered two factors: a passkey with user verification. */
  isStrong?: boolean
  /** The organization to begin in; by default the last one used. */
  orgId?: string
}

/**
 * Completes every sign-in after the first factor: if the account has a second factor, it is asked for now, whatever the method
 * (SEC-6), and the response is a challenge, not a session; else the session begins. The account must be active.
 */
export async function completeSignIn(
  platform: Platform,
  context: PublicContext,
  tx: AuthTx,
  { account, method, isStrong = false, orgId }: ProvedIdentity,
): Promise<SignInResponse> {
  if (account.second_factor_at && !isStrong) return requestSecondFactor(platform, tx, { account, method, ...(orgId ? { orgId } : {}) })
  const ssoOrgId = method === 'sso' ? (orgId ?? null) : null
  const memberships = await listMemberships(tx, account.id, ssoOrgId)
  await refuseWithoutReach(tx, account.id, memberships.length)
  const wished = orgId ?? account.last_org_id
  const organization = memberships.find((each) => each.id === wished) ?? memberships[0] ?? null
  const person = { id: account.id, email: account.email, reader: dateReaderOf(account) }
  await recordSignIn(platform, context, tx, { person, method, orgId: organization?.id ?? null })
  const session = await startSession(platform, context, tx, {
    user: ownerOfAccount(account),
    organization,
    method,
    ssoOrgId,
    ...proofOf(method, isStrong),
  })
  const actor = { kind: 'user' as const, id: account.id, name: `${account.first_name} ${account.last_name}` }
  await recordAudit(tx, null, {
    actor,
    action: 'auth.login',
    target: { kind: 'user', id: account.id },
    ipAddress: context.ipAddress,
    userAgent: context.userAgent,
    requestId: context.requestId,
    // A sign-in by an organization's provider is valid for that organization only.
    after: { method, ...(ssoOrgId ? { orgId: ssoOrgId } : {}) },
  })
  return session
}

/** An organization's provider proves the user to that organization, but not for the user's own account (SEC-14, ADR 13). */
const proofOf = (method: Caller['method'], isStrong: boolean) => (method === 'sso' && !isStrong ? { authenticatedAt: new Date(0) } : {})

/** If all organizations of a user require their own provider, the session would be empty: refuse with a reason instead. */
async function refuseWithoutReach(tx: AuthTx, userId: string, reached: number): Promise<void> {
  if (reached > 0 || (await listMemberships(tx, userId)).length === 0) return
  throw forbidden('Your organization requires single sign-on.', 'SSO_REQUIRED')
}

async function requestSecondFactor(platform: Platform, tx: AuthTx, { account, method, orgId }: ProvedIdentity): Promise<SignInResponse> {
  const factors = await listFactors(tx, account.id)
  const token = newToken()
  const expiresAt = new Date(platform.clock.now().getTime() + challengeMs)
  await insertChallenge(tx, {
    id: newId(),
    kind: 'second-factor',
    userId: account.id,
    tokenHash: hashToken(token),
    method,
    webauthnChallenge: null,
    orgId: orgId ?? null,
    expiresAt,
  })
  const methods = (['totp', 'passkey', 'recovery'] as const).filter((factor) => factors[factor])
  return { challenge: { token, methods, expiresAt: expiresAt.toISOString() } }
}

export const ownerOfAccount = (account: Account): SessionOwner => ({
  id: account.id,
  email: account.email,
  firstName: account.first_name,
  lastName: account.last_name,
  createdAt: account.created_at.toISOString(),
  emailVerified: account.email_verified_at !== null,
  hasSecondFactor: account.second_factor_at !== null,
  passwordChangedAt: account.password_changed_at,
  // The table's checks limit these to the values of the contract.
  preferences: {
    language: account.language,
    timeZone: account.time_zone,
    dateFormat: account.date_format,
    timeFormat: account.time_format,
  } as SessionOwner['preferences'],
  deletesAt: account.deletes_at?.toISOString() ?? null,
})
