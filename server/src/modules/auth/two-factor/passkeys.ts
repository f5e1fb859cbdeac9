import type { AuthenticationResponseJSON, RegistrationResponseJSON } from '@simplewebauthn/server'
import type { z } from 'zod'
import type {
  NewPasskeyCredential,
  PasskeyAssertion,
  PasskeyCreationOptions,
  PasskeyRequestOptions,
} from '@imperium/contract/auth/passkeys.ts'
import type { Passkey } from '@imperium/contract/auth/two-factor.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { Caller } from '../../../platform/auth/auth-context.ts'
import type { AuthTx } from '../../../platform/db/database.ts'
import { idToBytes } from '../../../platform/ids.ts'
import type { PublicContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { ceremonyMs } from './challenge-store.ts'
import { findPasskey, listPasskeys, markPasskeyUsed } from './store.ts'
import type { PasskeyRow } from './store.ts'

/** Loaded with the first passkey: at rest it would only take memory. */
const webauthn = () => import('@simplewebauthn/server')

/** ES256, EdDSA, RS256: what authenticators make, best first. */
const algorithms = [-7, -8, -257]

/** The site that our passkeys are bound to: this host, and responses from its pages only. */
const siteOf = ({ config }: Platform) => {
  const { hostname, origin } = new URL(config.publicUrl)
  return { rpID: hostname, origin }
}

const userHandle = (userId: string): Uint8Array<ArrayBuffer> => Uint8Array.from(idToBytes(userId))

const describe = (row: Pick<PasskeyRow, 'credential_id' | 'transports'>) => ({
  id: row.credential_id.toString('base64url'),
  transports: row.transports,
})

const withoutEmpty = (list: readonly { id: string; transports?: string[] }[] = []) =>
  list.map(({ id, transports }) => ({ id, type: 'public-key' as const, ...(transports?.length ? { transports } : {}) }))

/** Options for a passkey that can sign in alone: discoverable, with user verification, no attestation. */
export async function creationOptions(
  platform: Platform,
  caller: Caller,
  existing: readonly PasskeyRow[],
  rpName: string,
): Promise<PasskeyCreationOptions> {
  const options = await (
    await webauthn()
  ).generateRegistrationOptions({
    rpName,
    rpID: siteOf(platform).rpID,
    userID: userHandle(caller.userId),
    userName: caller.email,
    userDisplayName: `${caller.firstName} ${caller.lastName}`.trim(),
    timeout: ceremonyMs,
    attestationType: 'none',
    excludeCredentials: existing.map(describe),
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    supportedAlgorithmIDs: algorithms,
  })
  return {
    challenge: options.challenge,
    rp: { id: siteOf(platform).rpID, name: options.rp.name },
    user: options.user,
    pubKeyCredParams: options.pubKeyCredParams.map(({ alg }) => ({ alg, type: 'public-key' as const })),
    timeout: ceremonyMs,
    attestation: 'none',
    excludeCredentials: withoutEmpty(existing.map(describe)),
    authenticatorSelection: { residentKey: 'required', requireResidentKey: true, userVerification: 'required' },
  }
}

/** Options of a browser's request to an authenticator. Without `existing` it offers every passkey for this site. */
export async function requestOptions(
  platform: Platform,
  userVerification: PasskeyRequestOptions['userVerification'],
  existing: readonly PasskeyRow[] = [],
): Promise<PasskeyRequestOptions> {
  const { rpID } = siteOf(platform)
  const { challenge } = await (await webauthn()).generateAuthenticationOptions({ rpID, timeout: ceremonyMs, userVerification })
  return { challenge, rpId: rpID, timeout: ceremonyMs, userVerification, allowCredentials: withoutEmpty(existing.map(describe)) }
}

/** The challenge for the passkeys of an account; null if it has none. */
export async function createPasskeyRequest(platform: Platform, tx: AuthTx, userId: string): Promise<PasskeyRequestOptions | null> {
  const existing = await listPasskeys(tx, userId)
  return existing.length > 0 ? requestOptions(platform, 'preferred', existing) : null
}

export interface MadePasskey {
  credentialId: Buffer
  publicKey: Buffer
  counter: number
  transports: string[]
  backedUp: boolean
}

/** The passkey that an authenticator created for our challenge; null for any response that does not prove one. */
export async function judgeCreation(
  platform: Platform,
  credential: z.output<typeof NewPasskeyCredential>,
  challenge: string,
): Promise<MadePasskey | null> {
  const { rpID, origin } = siteOf(platform)
  const { verifyRegistrationResponse } = await webauthn()
  const verified = await verifyRegistrationResponse({
    response: credential as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: true,
    supportedAlgorithmIDs: algorithms,
  }).catch(refused(platform))
  if (!verified?.verified) return null
  const { credential: made, credentialBackedUp } = verified.registrationInfo
  return {
    credentialId: Buffer.from(made.id, 'base64url'),
    publicKey: Buffer.from(made.publicKey),
    counter: made.counter,
    transports: (credential.response.transports ?? []).filter((each) => /^[a-z-]+$/.test(each)),
    backedUp: credentialBackedUp,
  }
}

interface Result {
  credential: z.output<typeof PasskeyAssertion>
  challenge: string
  /** The required account of the passkey; null: the passkey identifies the account. */
  userId: string | null
  /** True if the device must have verified its holder, so that the passkey counts as two factors. */
  userVerification: boolean
}

/**
 * The passkey that answered our challenge, marked as used; null for a response that proves none. A signature counter that went
 * back means a copied authenticator: refused and audited.
 */
export async function judgeAssertion(platform: Platform, context: PublicContext, tx: AuthTx, response: Result): Promise<PasskeyRow | null> {
  const { credential, challenge, userId } = response
  const row = await findPasskey(tx, Buffer.from(credential.id, 'base64url'))
  if (!row || (userId !== null && row.user_id !== userId)) return null
  const handle = credential.response.userHandle
  if (handle ? handle !== Buffer.from(userHandle(row.user_id)).toString('base64url') : userId === null) return null
  const { rpID, origin } = siteOf(platform)
  const { verifyAuthenticationResponse } = await webauthn()
  const verified = await verifyAuthenticationResponse({
    response: credential as AuthenticationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: origin,
    expectedRPID: rpID,
    requireUserVerification: response.userVerification,
    // The counter is checked below, after the signature: before that it means nothing.
    credential: { id: credential.id, publicKey: Uint8Array.from(row.public_key), counter: 0 },
  }).catch(refused(platform))
  if (!verified?.verified) return null
  const { newCounter, credentialBackedUp } = verified.authenticationInfo
  if ((newCounter > 0 || row.counter > 0) && newCounter <= row.counter) {
    await recordCopy(tx, context, row, newCounter)
    return null
  }
  await markPasskeyUsed(tx, row.id, newCounter, credentialBackedUp, platform.clock.now())
  return row
}

/** The library throws for every invalid input, malformed bytes included. */
const refused =
  ({ log }: Platform) =>
  (error: unknown) => {
    log.info({ err: error }, 'an answer of an authenticator was refused')
    return null
  }

const recordCopy = (tx: AuthTx, context: PublicContext, row: PasskeyRow, counter: number) =>
  recordAudit(tx, null, {
    actor: { kind: 'anonymous', id: null, name: 'Anonymous' },
    action: 'two-factor.passkeyCounterWentBack',
    target: { kind: 'passkey', id: row.id, name: row.name },
    outcome: 'refused',
    ipAddress: context.ipAddress,
    userAgent: context.userAgent,
    requestId: context.requestId,
    before: { counter: row.counter },
    after: { counter },
  })

export const toPasskey = (row: PasskeyRow): Passkey => ({
  id: row.id,
  name: row.name,
  createdAt: row.created_at.toISOString(),
  lastUsedAt: row.last_used_at?.toISOString() ?? null,
  backedUp: row.backed_up,
})
