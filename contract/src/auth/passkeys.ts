import { z } from 'zod'

/** Bytes as WebAuthn's JSON writes them. An attestation of an unusual authenticator holds a chain of certificates. */
const Bytes = z
  .string()
  .min(1)
  .max(16_384)
  .regex(/^[\w-]+$/, 'Must be base64url')
const CredentialId = Bytes.max(1_368)
const transports = z.array(z.string().max(32)).max(16)
const extensionResults = z.record(z.string().max(64), z.unknown())

/** What `navigator.credentials.create()` gave, as its `toJSON()` writes it. */
export const NewPasskeyCredential = z.strictObject({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: Bytes,
    attestationObject: Bytes,
    authenticatorData: Bytes.optional(),
    transports: transports.optional(),
    publicKeyAlgorithm: z.int().optional(),
    publicKey: Bytes.optional(),
  }),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: extensionResults,
})

/** What `navigator.credentials.get()` gave, as its `toJSON()` writes it. */
export const PasskeyAssertion = z.strictObject({
  id: CredentialId,
  rawId: CredentialId,
  type: z.literal('public-key'),
  response: z.strictObject({
    clientDataJSON: Bytes,
    authenticatorData: Bytes,
    signature: Bytes,
    userHandle: Bytes.max(128).nullish(),
  }),
  authenticatorAttachment: z.string().max(32).nullish(),
  clientExtensionResults: extensionResults,
})

const Descriptor = z.object({ id: z.string(), type: z.literal('public-key'), transports: z.array(z.string()).optional() })

/** `PublicKeyCredentialCreationOptionsJSON`: for `PublicKeyCredential.parseCreationOptionsFromJSON()`. */
export const PasskeyCreationOptions = z
  .object({
    challenge: z.string(),
    rp: z.object({ id: z.string(), name: z.string() }),
    user: z.object({ id: z.string(), name: z.string(), displayName: z.string() }),
    pubKeyCredParams: z.array(z.object({ alg: z.int(), type: z.literal('public-key') })),
    timeout: z.int(),
    attestation: z.literal('none'),
    excludeCredentials: z.array(Descriptor),
    authenticatorSelection: z.object({
      residentKey: z.literal('required'),
      requireResidentKey: z.boolean(),
      userVerification: z.literal('required'),
    }),
  })
  .meta({ id: 'PasskeyCreationOptions' })
export type PasskeyCreationOptions = z.infer<typeof PasskeyCreationOptions>

/** `PublicKeyCredentialRequestOptionsJSON`: for `PublicKeyCredential.parseRequestOptionsFromJSON()`. */
export const PasskeyRequestOptions = z
  .object({
    challenge: z.string(),
    rpId: z.string(),
    timeout: z.int(),
    userVerification: z.enum(['required', 'preferred']),
    /** Empty: the authenticator knows which account its passkey is for. */
    allowCredentials: z.array(Descriptor),
  })
  .meta({ id: 'PasskeyRequestOptions' })
export type PasskeyRequestOptions = z.infer<typeof PasskeyRequestOptions>
