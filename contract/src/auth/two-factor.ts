import { z } from 'zod'
import { Session } from './auth.ts'
import { endpoint } from '../kit/endpoint.ts'
import { Id, Timestamp, idParams, required } from '../kit/fields.ts'
import { NewPasskeyCredential, PasskeyAssertion, PasskeyCreationOptions, PasskeyRequestOptions } from './passkeys.ts'

/** Six digits of the authenticator app, or a recovery code; spaces and hyphens in it do not count. */
const Code = z.string().trim().min(1, 'Enter the code').max(64, 'That code is too long')
const Token = z.string().min(1).max(200)
const PasskeyName = required(60, 'Name the passkey')

export const Passkey = z
  .object({ id: Id, name: z.string(), createdAt: Timestamp, lastUsedAt: Timestamp.nullable(), backedUp: z.boolean() })
  .meta({ id: 'Passkey' })
export type Passkey = z.infer<typeof Passkey>

export const TwoFactorStatus = z
  .object({
    enabled: z.boolean(),
    /** When the authenticator app was set up; null when there is none. */
    authenticatorSince: Timestamp.nullable(),
    recoveryCodesLeft: z.int(),
    passkeys: z.array(Passkey).max(50),
    /** The own organizations that require a second factor: while there are any, the last one cannot be taken away. */
    requiredBy: z.array(z.object({ id: Id, name: z.string() })).max(500),
  })
  .meta({ id: 'TwoFactorStatus' })
export type TwoFactorStatus = z.infer<typeof TwoFactorStatus>

/**
 * Reply to every change of a factor: all other sessions end, and this one continues with the new token of `session`.
 * Recovery codes are returned once: with the first factor and when they are renewed.
 */
export const FactorChange = z.object({ session: Session, recoveryCodes: z.array(z.string()).nullable() }).meta({ id: 'FactorChange' })
export type FactorChange = z.infer<typeof FactorChange>

/** A ceremony with an authenticator that has begun: send its token with the authenticator's response within five minutes. */
const begun = <T extends z.ZodType>(options: T) => z.object({ token: z.string(), options })

/** Guesses cost: each of these is also limited per account, see the server's `limit-guesses.ts`. */
const perAddress = { max: 60, perSeconds: 60 } as const

export const TwoFactorPolicy = z
  .object({
    required: z.boolean(),
    /** Active members without a second factor; while it is required they can only set one up. */
    membersWithout: z.int(),
  })
  .meta({ id: 'TwoFactorPolicy' })

export const twoFactor = {
  read: endpoint({
    id: 'two-factor.read',
    method: 'GET',
    path: '/auth/2fa',
    summary: 'Read which second factors the signed-in user has',
    access: 'signed-in',
    reply: TwoFactorStatus,
  }),
  setup: endpoint({
    id: 'two-factor.setup',
    method: 'POST',
    path: '/auth/2fa/setup',
    summary: 'Create a secret for an authenticator app; nothing is on until a code of it was confirmed',
    access: 'signed-in',
    recentSignIn: true,
    reply: z.object({ uri: z.string(), secret: z.string() }),
  }),
  enable: endpoint({
    id: 'two-factor.enable',
    method: 'POST',
    path: '/auth/2fa/enable',
    summary: 'Confirm the authenticator app with a code; it is asked at every sign-in from now on',
    access: 'signed-in',
    recentSignIn: true,
    body: z.strictObject({ code: Code }),
    reply: FactorChange,
    errors: [409, 429],
    transaction: false,
  }),
  disable: endpoint({
    id: 'two-factor.disable',
    method: 'POST',
    path: '/auth/2fa/disable',
    summary: 'Remove the authenticator app, with a last code of it or a recovery code',
    access: 'signed-in',
    recentSignIn: true,
    body: z.strictObject({ code: Code }),
    reply: FactorChange,
    errors: [409, 429],
    transaction: false,
  }),
  renewRecoveryCodes: endpoint({
    id: 'two-factor.renewRecoveryCodes',
    method: 'POST',
    path: '/auth/2fa/recovery-codes',
    summary: 'Create new recovery codes; the old ones stop working',
    access: 'signed-in',
    recentSignIn: true,
    reply: FactorChange,
    errors: [409],
  }),
  verify: endpoint({
    id: 'two-factor.verify',
    method: 'POST',
    path: '/auth/2fa/verify',
    summary: 'Finish a sign-in with a code of the authenticator app or a recovery code',
    access: 'public',
    rate: perAddress,
    body: z.strictObject({ challengeToken: Token, code: Code }),
    reply: Session,
    errors: [401],
    transaction: false,
  }),
  beginVerifyPasskey: endpoint({
    id: 'two-factor.beginVerifyPasskey',
    method: 'POST',
    path: '/auth/2fa/verify/passkey/begin',
    summary: 'Start the second factor with a passkey',
    access: 'public',
    rate: perAddress,
    body: z.strictObject({ challengeToken: Token }),
    reply: z.object({ options: PasskeyRequestOptions }),
    errors: [401],
    transaction: false,
  }),
  verifyPasskey: endpoint({
    id: 'two-factor.verifyPasskey',
    method: 'POST',
    path: '/auth/2fa/verify/passkey',
    summary: 'Finish a sign-in with a passkey',
    access: 'public',
    rate: perAddress,
    body: z.strictObject({ challengeToken: Token, credential: PasskeyAssertion }),
    reply: Session,
    errors: [401],
    transaction: false,
  }),
  beginPasskeySignIn: endpoint({
    id: 'two-factor.beginPasskeySignIn',
    method: 'POST',
    path: '/auth/passkey/begin',
    summary: 'Start sign-in with a passkey only',
    access: 'public',
    rate: perAddress,
    reply: begun(PasskeyRequestOptions),
    transaction: false,
  }),
  passkeySignIn: endpoint({
    id: 'two-factor.passkeySignIn',
    method: 'POST',
    path: '/auth/passkey',
    summary: 'Sign in with a passkey alone: it is had, and its holder was verified by the device',
    access: 'public',
    rate: perAddress,
    body: z.strictObject({ token: Token, credential: PasskeyAssertion }),
    reply: Session,
    errors: [401],
    transaction: false,
  }),
  beginPasskey: endpoint({
    id: 'two-factor.beginPasskey',
    method: 'POST',
    path: '/auth/2fa/passkeys/begin',
    summary: 'Start adding a passkey',
    access: 'signed-in',
    recentSignIn: true,
    reply: begun(PasskeyCreationOptions),
    errors: [409],
  }),
  addPasskey: endpoint({
    id: 'two-factor.addPasskey',
    method: 'POST',
    path: '/auth/2fa/passkeys',
    summary: 'Add the passkey that the authenticator made',
    access: 'signed-in',
    recentSignIn: true,
    body: z.strictObject({ token: Token, name: PasskeyName, credential: NewPasskeyCredential }),
    reply: FactorChange.extend({ passkey: Passkey }),
    status: 201,
    errors: [409],
    transaction: false,
  }),
  renamePasskey: endpoint({
    id: 'two-factor.renamePasskey',
    method: 'PATCH',
    path: '/auth/2fa/passkeys/:id',
    summary: 'Rename a passkey',
    access: 'signed-in',
    params: idParams,
    body: z.strictObject({ name: PasskeyName }),
    reply: Passkey,
    errors: [404],
  }),
  removePasskey: endpoint({
    id: 'two-factor.removePasskey',
    method: 'DELETE',
    path: '/auth/2fa/passkeys/:id',
    summary: 'Remove a passkey',
    access: 'signed-in',
    recentSignIn: true,
    params: idParams,
    reply: FactorChange,
    errors: [404, 409],
  }),
  reauthenticateWithCode: endpoint({
    id: 'two-factor.reauthenticateWithCode',
    method: 'POST',
    path: '/auth/reauthenticate/code',
    summary: 'Confirm who you are with a code of the authenticator app or a recovery code',
    access: 'signed-in',
    body: z.strictObject({ code: Code }),
    reply: Session,
    errors: [409, 429],
    transaction: false,
  }),
  beginReauthenticateWithPasskey: endpoint({
    id: 'two-factor.beginReauthenticateWithPasskey',
    method: 'POST',
    path: '/auth/reauthenticate/passkey/begin',
    summary: 'Begin to confirm who you are with a passkey',
    access: 'signed-in',
    reply: begun(PasskeyRequestOptions),
    errors: [409],
  }),
  reauthenticateWithPasskey: endpoint({
    id: 'two-factor.reauthenticateWithPasskey',
    method: 'POST',
    path: '/auth/reauthenticate/passkey',
    summary: 'Confirm who you are with a passkey',
    access: 'signed-in',
    body: z.strictObject({ token: Token, credential: PasskeyAssertion }),
    reply: Session,
    errors: [409],
    transaction: false,
  }),
  readPolicy: endpoint({
    id: 'two-factor.readPolicy',
    method: 'GET',
    path: '/security/two-factor',
    summary: 'Read whether the organization requires a second factor',
    access: 'security:read',
    reply: TwoFactorPolicy,
  }),
  setPolicy: endpoint({
    id: 'two-factor.setPolicy',
    method: 'PATCH',
    path: '/security/two-factor',
    summary: 'Require a second factor of every member, or no longer',
    access: 'security:manage',
    recentSignIn: true,
    body: z.strictObject({ required: z.boolean() }),
    reply: TwoFactorPolicy,
    errors: [409],
  }),
}
