import { createHash, generateKeyPairSync, randomBytes, sign } from 'node:crypto'
import type { KeyObject } from 'node:crypto'

// A software authenticator (WebAuthn, level 3): creates passkeys and signs with them as a device would, or with deliberate errors.

type Algorithm = 'ES256' | 'EdDSA' | 'RS256'
type Cbor = number | string | Uint8Array | Map<Cbor, Cbor>

/** Deliberate errors of an assertion. */
export interface Twist {
  origin?: string
  rpId?: string
  challenge?: string
  userVerified?: boolean
  userPresent?: boolean
  counter?: number
  userHandle?: string | null
  type?: string
  algorithm?: Algorithm
}

export interface SoftwareAuthenticator {
  /** `navigator.credentials.create()`, as JSON. */
  create(options: { challenge: string; user: { id: string } }, twist?: Twist): CreatedCredential
  /** `navigator.credentials.get()` with the newest passkey, as JSON. */
  get(options: { challenge: string }, twist?: Twist): Assertion
}

export interface CreatedCredential {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; attestationObject: string; transports: string[] }
  clientExtensionResults: Record<string, never>
}

export interface Assertion {
  id: string
  rawId: string
  type: 'public-key'
  response: { clientDataJSON: string; authenticatorData: string; signature: string; userHandle?: string }
  clientExtensionResults: Record<string, never>
}

export function createSoftwareAuthenticator(publicUrl: string): SoftwareAuthenticator {
  const { origin, hostname } = new URL(publicUrl)
  let made: { id: Buffer; privateKey: KeyObject; algorithm: Algorithm; userHandle: string } | undefined
  let counter = 0

  const clientData = (type: string, challenge: string, twist: Twist) =>
    Buffer.from(
      JSON.stringify({
        type: twist.type ?? type,
        challenge: twist.challenge ?? challenge,
        origin: twist.origin ?? origin,
        crossOrigin: false,
      }),
    )
  const authenticatorData = (twist: Twist, attested = Buffer.alloc(0)) => {
    const flags = (twist.userPresent === false ? 0 : 1) | (twist.userVerified === false ? 0 : 4) | (attested.length ? 64 : 0)
    const count = Buffer.alloc(4)
    count.writeUInt32BE(twist.counter ?? ++counter)
    return Buffer.concat([sha256(twist.rpId ?? hostname), Buffer.from([flags]), count, attested])
  }

  return {
    create: (options, twist = {}) => {
      const algorithm = twist.algorithm ?? 'ES256'
      const { privateKey, cose } = makeKey(algorithm)
      const id = randomBytes(32)
      made = { id, privateKey, algorithm, userHandle: options.user.id }
      const attested = Buffer.concat([Buffer.alloc(16), Buffer.from([0, id.length]), id, encode(cose)])
      const attestation = new Map<Cbor, Cbor>([
        ['fmt', 'none'],
        ['attStmt', new Map()],
        ['authData', authenticatorData(twist, attested)],
      ])
      return {
        id: id.toString('base64url'),
        rawId: id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: clientData('webauthn.create', options.challenge, twist).toString('base64url'),
          attestationObject: encode(attestation).toString('base64url'),
          transports: ['internal'],
        },
        clientExtensionResults: {},
      }
    },
    get: (options, twist = {}) => {
      if (!made) throw new Error('this authenticator has no passkey')
      const data = authenticatorData(twist)
      const client = clientData('webauthn.get', options.challenge, twist)
      const signature = sign(made.algorithm === 'EdDSA' ? null : 'sha256', Buffer.concat([data, sha256(client)]), made.privateKey)
      const userHandle = twist.userHandle === undefined ? made.userHandle : twist.userHandle
      return {
        id: made.id.toString('base64url'),
        rawId: made.id.toString('base64url'),
        type: 'public-key',
        response: {
          clientDataJSON: client.toString('base64url'),
          authenticatorData: data.toString('base64url'),
          signature: signature.toString('base64url'),
          ...(userHandle === null ? {} : { userHandle }),
        },
        clientExtensionResults: {},
      }
    },
  }
}

const sha256 = (value: string | Buffer) => createHash('sha256').update(value).digest()
const bytesOf = (value: string | undefined) => Buffer.from(value ?? '', 'base64url')

/** A key pair, its public half as COSE writes it (RFC 9053). */
function makeKey(algorithm: Algorithm): { privateKey: KeyObject; cose: Map<Cbor, Cbor> } {
  if (algorithm === 'ES256') {
    const { privateKey, publicKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const { x, y } = publicKey.export({ format: 'jwk' })
    const cose = new Map<Cbor, Cbor>([
      [1, 2],
      [3, -7],
      [-1, 1],
      [-2, bytesOf(x)],
      [-3, bytesOf(y)],
    ])
    return { privateKey, cose }
  }
  if (algorithm === 'EdDSA') {
    const { privateKey, publicKey } = generateKeyPairSync('ed25519')
    const cose = new Map<Cbor, Cbor>([
      [1, 1],
      [3, -8],
      [-1, 6],
      [-2, bytesOf(publicKey.export({ format: 'jwk' }).x)],
    ])
    return { privateKey, cose }
  }
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 })
  const { n, e } = publicKey.export({ format: 'jwk' })
  const cose = new Map<Cbor, Cbor>([
    [1, 3],
    [3, -257],
    [-1, bytesOf(n)],
    [-2, bytesOf(e)],
  ])
  return { privateKey, cose }
}

/** As much of CBOR (RFC 8949) as an authenticator writes. */
function encode(value: Cbor): Buffer {
  if (typeof value === 'number') return value >= 0 ? head(0, value) : head(1, -1 - value)
  if (typeof value === 'string') return Buffer.concat([head(3, Buffer.byteLength(value)), Buffer.from(value)])
  if (value instanceof Uint8Array) return Buffer.concat([head(2, value.length), value])
  return Buffer.concat([head(5, value.size), ...[...value].flatMap(([key, inner]) => [encode(key), encode(inner)])])
}

function head(major: number, size: number): Buffer {
  if (size < 24) return Buffer.from([(major << 5) | size])
  if (size < 256) return Buffer.from([(major << 5) | 24, size])
  return Buffer.from([(major << 5) | 25, size >> 8, size & 255])
}
