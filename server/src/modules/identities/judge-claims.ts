import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Worded } from '@imperium/contract/kit/message.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { findAccount, findAccountById } from '../auth/index.ts'
import type { Account } from '../auth/index.ts'
import { listMemberships } from '../organizations/index.ts'
import { nameOf } from './sign-in-providers.ts'
import type { SignInProvider } from './sign-in-providers.ts'
import type { Claims } from './provider-client.ts'
import { findConnection, listVerifiedDomains } from './sso-store.ts'
import type { Connection } from './sso-store.ts'
import { findIdentity, findIdentityOf } from './store.ts'

export interface Refusal extends Worded {
  kind: 'refused'
  code: 'account_disabled' | 'email_not_verified' | 'account_exists' | 'not_your_domain' | 'not_available'
}
/** The result of a provider's claims: an account to open, an account to connect first, a new one, or a refusal. */
export type Verdict =
  | { kind: 'known'; account: Account; identityId: string }
  | { kind: 'connect'; account: Account }
  | { kind: 'new'; email: string }
  | Refusal

/** An organization's provider with the email domains that it may vouch for; null for the other providers. */
export interface SsoRules {
  connection: Connection
  domains: string[]
}

export const readSsoRules = async (platform: Platform, signInProvider: SignInProvider): Promise<SsoRules | null> =>
  signInProvider.provider === 'sso'
    ? platform.db.withOrg(signInProvider.ssoOrgId, async (tx) => {
        const connection = await findConnection(tx)
        return connection?.enabled ? { connection, domains: await listVerifiedDomains(tx) } : null
      })
    : null

/**
 * Decides by issuer and subject; an address alone never opens or connects an existing account (SEC-8). One exception: an address in the
 * organization's verified domain, for an account that is already a member and not the owner (ADR 13).
 */
export async function judgeClaims(tx: AuthTx, signInProvider: SignInProvider, rules: SsoRules | null, claims: Claims): Promise<Verdict> {
  const refusedBySso = signInProvider.provider === 'sso' ? refuseBySso(rules, claims) : null
  if (refusedBySso) return refusedBySso
  // Read before the identity: a concurrent arrival creates both in one transaction, and must not be found here by the address alone.
  const existing = claims.email ? await findAccount(tx, claims.email) : undefined
  const identity = await findIdentity(tx, signInProvider, claims)
  if (identity) {
    const account = await findAccountById(tx, identity.user_id)
    return account?.status === 'ACTIVE' ? { kind: 'known', account, identityId: identity.id } : disabled
  }
  if (!claims.email || (signInProvider.provider !== 'sso' && claims.emailVerified !== true)) return notVerified(signInProvider)
  if (!existing) return { kind: 'new', email: claims.email }
  if (existing.status !== 'ACTIVE') return disabled
  return (await mayConnectMember(tx, signInProvider, existing)) ? { kind: 'connect', account: existing } : exists(signInProvider)
}

/** The provider speaks for addresses of the organization's proved domains, and must vouch for them itself. */
export function refuseBySso(rules: SsoRules | null, claims: Claims): Refusal | null {
  if (!rules) return { kind: 'refused', code: 'not_available', message: 'Single sign-on is not available for your organization.' }
  const domain = claims.email?.split('@')[1] ?? ''
  if (!rules.domains.includes(domain))
    return { kind: 'refused', code: 'not_your_domain', message: 'Your email address does not belong to this organization.' }
  const vouched = claims.emailVerified ?? rules.connection.trustsAddresses
  return vouched ? null : notVerified({ provider: 'sso', ssoOrgId: rules.connection.orgId })
}

/**
 * A member's first sign-in by the organization's provider. Not the owner: administrators choose the provider and must not become
 * the owner by it. Not a member who is connected with another identity at the provider.
 */
async function mayConnectMember(tx: AuthTx, signInProvider: SignInProvider, account: Account): Promise<boolean> {
  if (signInProvider.provider !== 'sso' || (await findIdentityOf(tx, account.id, signInProvider))) return false
  const membership = (await listMemberships(tx, account.id)).find((each) => each.id === signInProvider.ssoOrgId)
  return membership !== undefined && membership.role !== 'OWNER'
}

const disabled: Refusal = { kind: 'refused', code: 'account_disabled', message: 'This account is disabled.' }
const notVerified = (signInProvider: SignInProvider): Refusal => ({
  kind: 'refused',
  code: 'email_not_verified',
  ...worded(
    signInProvider.provider === 'sso'
      ? "Your organization's provider does not confirm your email address."
      : message('Your email address at {provider} is not verified. Verify it there and try again.', { provider: nameOf(signInProvider) }),
  ),
})
const exists = (signInProvider: SignInProvider): Refusal => ({
  kind: 'refused',
  code: 'account_exists',
  ...message('An account with this email already exists. Sign in with your password and connect {provider} in your profile.', {
    provider: nameOf(signInProvider),
  }),
})
