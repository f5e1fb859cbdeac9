import { z } from 'zod'
import { Session } from './auth.ts'
import { create, get, operations, patch, post, remove, update } from '../kit/operations.ts'
import { Id, Timestamp, required } from '../kit/fields.ts'
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

export const twoFactor = operations('two-factor', 'signed-in', {
  read: get('/auth/2fa', 'Read which second factors the signed-in user has', { reply: TwoFactorStatus }),
  setup: post('/auth/2fa/setup', 'Create a secret for an authenticator app; nothing is on until a code of it was confirmed', {
    recentSignIn: true,
    reply: z.object({ uri: z.string(), secret: z.string() }),
  }),
  enable: post('/auth/2fa/enable', 'Confirm the authenticator app with a code; it is asked at every sign-in from now on', {
    recentSignIn: true,
    body: z.strictObject({ code: Code }),
    reply: FactorChange,
    errors: [409, 429],
    transaction: false,
  }),
  disable: post('/auth/2fa/disable', 'Remove the authenticator app, with a last code of it or a recovery code', {
    recentSignIn: true,
    body: z.strictObject({ code: Code }),
    reply: FactorChange,
    errors: [409, 429],
    transaction: false,
  }),
  renewRecoveryCodes: post('/auth/2fa/recovery-codes', 'Create new recovery codes; the old ones stop working', {
    recentSignIn: true,
    reply: FactorChange,
    errors: [409],
  }),
  verify: post('/auth/2fa/verify', 'Finish a sign-in with a code of the authenticator app or a recovery code', {
    access: 'public',
    rate: perAddress,
    body: z.strictObject({ challengeToken: Token, code: Code }),
    reply: Session,
    errors: [401],
    transaction: false,
  }),
  beginVerifyPasskey: post('/auth/2fa/verify/passkey/begin', 'Start the second factor with a passkey', {
    access: 'public',
    rate: perAddress,
    body: z.strictObject({ challengeToken: Token }),
    reply: z.object({ options: PasskeyRequestOptions }),
    errors: [401],
    transaction: false,
  }),
  verifyPasskey: post('/auth/2fa/verify/passkey', 'Finish a sign-in with a passkey', {
    access: 'public',
    rate: perAddress,
    body: z.strictObject({ challengeToken: Token, credential: PasskeyAssertion }),
    reply: Session,
    errors: [401],
    transaction: false,
  }),
  beginPasskeySignIn: post('/auth/passkey/begin', 'Start sign-in with a passkey only', {
    access: 'public',
    rate: perAddress,
    reply: begun(PasskeyRequestOptions),
    transaction: false,
  }),
  passkeySignIn: post('/auth/passkey', 'Sign in with a passkey alone: it is had, and its holder was verified by the device', {
    access: 'public',
    rate: perAddress,
    body: z.strictObject({ token: Token, credential: PasskeyAssertion }),
    reply: Session,
    errors: [401],
    transaction: false,
  }),
  beginPasskey: post('/auth/2fa/passkeys/begin', 'Start adding a passkey', {
    recentSignIn: true,
    reply: begun(PasskeyCreationOptions),
    errors: [409],
  }),
  addPasskey: create('/auth/2fa/passkeys', 'Add the passkey that the authenticator made', {
    recentSignIn: true,
    body: z.strictObject({ token: Token, name: PasskeyName, credential: NewPasskeyCredential }),
    reply: FactorChange.extend({ passkey: Passkey }),
    transaction: false,
  }),
  renamePasskey: patch('/auth/2fa/passkeys/:id', 'Rename a passkey', {
    body: z.strictObject({ name: PasskeyName }),
    reply: Passkey,
  }),
  removePasskey: remove('/auth/2fa/passkeys/:id', 'Remove a passkey', { recentSignIn: true, reply: FactorChange }),
  reauthenticateWithCode: post(
    '/auth/reauthenticate/code',
    'Confirm your identity with a code of the authenticator app or a recovery code',
    {
      body: z.strictObject({ code: Code }),
      reply: Session,
      errors: [409, 429],
      transaction: false,
    },
  ),
  beginReauthenticateWithPasskey: post('/auth/reauthenticate/passkey/begin', 'Start confirming your identity with a passkey', {
    reply: begun(PasskeyRequestOptions),
    errors: [409],
  }),
  reauthenticateWithPasskey: post('/auth/reauthenticate/passkey', 'Confirm your identity with a passkey', {
    body: z.strictObject({ token: Token, credential: PasskeyAssertion }),
    reply: Session,
    errors: [409],
    transaction: false,
  }),
  readPolicy: get('/security/two-factor', 'Read whether the organization requires a second factor', {
    access: 'security:read',
    reply: TwoFactorPolicy,
  }),
  setPolicy: update('/security/two-factor', 'Require a second factor of every member, or stop requiring it', {
    access: 'security:manage',
    recentSignIn: true,
    body: z.strictObject({ required: z.boolean() }),
    reply: TwoFactorPolicy,
  }),
})
