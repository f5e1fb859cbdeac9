import { Identity } from '@imperium/contract/auth/identities.ts'
import { hashToken } from '../../platform/crypto/crypto.ts'
import type { AuthTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { replyOf } from '../../platform/resources/reply-of.ts'
import type { SignInProvider } from './sign-in-providers.ts'
import type { Claims } from './provider-client.ts'

export interface NewFlow {
  id: string
  signInProvider: SignInProvider
  /** The user who connects an identity; null for a sign-in. */
  userId: string | null
  stateHash: Buffer
  browserHash: Buffer
  sealedProof: string
  createdAt: Date
  expiresAt: Date
}

export async function insertFlow(tx: AuthTx, flow: NewFlow): Promise<void> {
  await tx
    .insertInto('auth.sign_in_flows')
    .values({
      id: flow.id,
      provider: flow.signInProvider.provider,
      sso_org_id: flow.signInProvider.ssoOrgId,
      purpose: flow.userId ? 'link' : 'sign-in',
      user_id: flow.userId,
      state_hash: flow.stateHash,
      browser_hash: flow.browserHash,
      sealed_proof: flow.sealedProof,
      created_at: flow.createdAt,
      expires_at: flow.expiresAt,
    })
    .execute()
}

/**
 * The flow of a response: state, browser and provider must all match. Consumes the state, once, also in a race.
 * A response with the wrong cookie or at the wrong callback consumes nothing.
 */
export async function consumeFlow(tx: AuthTx, response: { state: string; browser: string; signInProvider: SignInProvider; now: Date }) {
  return tx
    .updateTable('auth.sign_in_flows')
    .set({ returned_at: response.now })
    .where('state_hash', '=', hashToken(response.state))
    .where('browser_hash', '=', hashToken(response.browser))
    .where('provider', '=', response.signInProvider.provider)
    .where('sso_org_id', 'is not distinct from', response.signInProvider.ssoOrgId)
    .where('returned_at', 'is', null)
    .where('expires_at', '>', response.now)
    .returning(['id', 'user_id', 'sealed_proof'])
    .executeTakeFirst()
}

export async function keepOutcome(tx: AuthTx, id: string, claims: Claims): Promise<void> {
  await tx
    .updateTable('auth.sign_in_flows')
    .set({ outcome: JSON.stringify(claims) })
    .where('id', '=', id)
    .execute()
}

/** The unused result for this browser; once, also in a race. `userId` null: a sign-in. */
export async function consumeOutcome(
  tx: AuthTx,
  flow: { browser: string; userId: string | null; now: Date },
): Promise<{ signInProvider: SignInProvider; claims: Claims } | null> {
  const row = await tx
    .updateTable('auth.sign_in_flows')
    .set({ finished_at: flow.now })
    .where('browser_hash', '=', hashToken(flow.browser))
    .where('user_id', 'is not distinct from', flow.userId)
    .where('outcome', 'is not', null)
    .where('finished_at', 'is', null)
    .where('expires_at', '>', flow.now)
    .returning(['provider', 'sso_org_id', 'outcome'])
    .executeTakeFirst()
  // As `insertFlow` and `keepOutcome` wrote them.
  return row
    ? { signInProvider: { provider: row.provider, ssoOrgId: row.sso_org_id } as SignInProvider, claims: row.outcome as unknown as Claims }
    : null
}

export async function deleteOldFlows(tx: AuthTx, before: Date): Promise<void> {
  await tx.deleteFrom('auth.sign_in_flows').where('expires_at', '<', before).execute()
}

const columns = ['id', 'user_id', 'provider', 'sso_org_id', 'issuer', 'subject', 'email', 'connected_at', 'last_used_at'] as const
export type IdentityRow = NonNullable<Awaited<ReturnType<typeof findIdentity>>>

/** The account of an identity, at the provider that proved it. */
export const findIdentity = (tx: AuthTx, signInProvider: SignInProvider, who: { issuer: string; subject: string }) =>
  tx
    .selectFrom('auth.identities')
    .select(columns)
    .where('issuer', '=', who.issuer)
    .where('subject', '=', who.subject)
    .where('sso_org_id', 'is not distinct from', signInProvider.ssoOrgId)
    .executeTakeFirst()

/** The identity of an account at a provider. */
export const findIdentityOf = (tx: AuthTx, userId: string, signInProvider: SignInProvider) =>
  tx
    .selectFrom('auth.identities')
    .select(columns)
    .where('user_id', '=', userId)
    .where('provider', '=', signInProvider.provider)
    .where('sso_org_id', 'is not distinct from', signInProvider.ssoOrgId)
    .executeTakeFirst()

export const listIdentities = (tx: AuthTx, userId: string): Promise<IdentityRow[]> =>
  tx.selectFrom('auth.identities').select(columns).where('user_id', '=', userId).orderBy('connected_at').limit(200).execute()

/** Undefined if the identity, or another of this account at this provider, exists already. */
export async function insertIdentity(
  tx: AuthTx,
  userId: string,
  signInProvider: SignInProvider,
  claims: Claims,
  now: Date,
): Promise<IdentityRow | undefined> {
  return tx
    .insertInto('auth.identities')
    .values({
      id: newId(),
      user_id: userId,
      provider: signInProvider.provider,
      sso_org_id: signInProvider.ssoOrgId,
      issuer: claims.issuer,
      subject: claims.subject,
      email: claims.email ?? '',
      connected_at: now,
    })
    .onConflict((on) => on.doNothing())
    .returning(columns)
    .executeTakeFirst()
}

/** A sign-in used it; the address shown follows that at the provider. */
export async function touchIdentity(tx: AuthTx, id: string, email: string | null, now: Date): Promise<void> {
  await tx
    .updateTable('auth.identities')
    .set({ last_used_at: now, ...(email ? { email } : {}) })
    .where('id', '=', id)
    .execute()
}

export async function deleteIdentity(tx: AuthTx, id: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('id', '=', id).execute()
}

export async function deleteIdentityOf(tx: AuthTx, userId: string, signInProvider: SignInProvider): Promise<void> {
  await tx
    .deleteFrom('auth.identities')
    .where('user_id', '=', userId)
    .where('provider', '=', signInProvider.provider)
    .where('sso_org_id', 'is not distinct from', signInProvider.ssoOrgId)
    .execute()
}

/** Disconnects an account from every provider, with its pending attempts. */
export async function deleteIdentitiesOf(tx: AuthTx, userId: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('user_id', '=', userId).execute()
  await tx.deleteFrom('auth.sign_in_flows').where('user_id', '=', userId).execute()
}

/** Disconnects all users from an organization's provider. */
export async function deleteIdentitiesOfSso(tx: AuthTx, orgId: string): Promise<void> {
  await tx.deleteFrom('auth.identities').where('sso_org_id', '=', orgId).execute()
}

export const toIdentity = replyOf(Identity, (_row: IdentityRow, organizationName: string | null) => ({ organizationName }))
