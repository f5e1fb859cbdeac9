/**
 * Sealed secrets, passwords and tokens, all on `node:crypto`. Envelope encryption: each value has its own data key (AES-256-GCM), and
 * the operator's key encrypts only that. So a rotation rewrites 60 bytes a row and never the value.
 */
import {
  createCipheriv,
  createDecipheriv,
  createHash,
  createHmac,
  hash as digest,
  hkdfSync,
  randomBytes,
  timingSafeEqual,
} from 'node:crypto'
import { createGate } from '../jobs/gate.ts'
import { createRecentCount } from '../jobs/recent-count.ts'
import type { RecentCount } from '../jobs/recent-count.ts'
import { hashOnThread, mostHashThreads, sharedHashThreads } from './hash-threads.ts'

const SEAL_VERSION = 'v1'
const KEY_BYTES = 32
const IV_BYTES = 12
const TAG_BYTES = 16

/** A sealed value could not be opened: unknown key, wrong row (associated data), or changed bytes. Never includes which bytes. */
export class SealError extends Error {
  override readonly name = 'SealError'
}

/** The password queue is full. Answer 503 with `Retry-After: retryAfterSeconds`, about the time that a full queue takes. */
export class PasswordQueueFullError extends Error {
  override readonly name = 'PasswordQueueFullError'
  readonly retryAfterSeconds = 4
  constructor() {
    super('Too many sign-ins at the same time. Please try again in a moment.')
  }
}

interface RingKey {
  readonly id: string
  readonly wrappingKey: Buffer
}

export interface KeyRing {
  /** Id of the key that new values are sealed with (8 hex characters, not secret). */
  readonly currentKeyId: string
  /** Seals text. `aad` binds it to its place (table, column and row id): the same `aad` is needed to open it. */
  encrypt(plaintext: string, aad: string): string
  /** Opens a sealed value. Throws `SealError`. */
  decrypt(sealed: string, aad: string): string
  /** True when the value is sealed with a previous key. Throws `SealError` on a malformed value. */
  needsRotation(sealed: string): boolean
  /** Re-encrypts the data key under the current key; the value's own ciphertext stays as it is. Throws `SealError`. */
  rewrap(sealed: string, aad: string): string
}

/**
 * Reads a 256-bit key as written in configuration: 64 hexadecimal characters, or base64/base64url of 32 bytes.
 * Throws an error that does not repeat the text.
 */
export const parseKey = (text: string): Buffer => {
  const trimmed = text.trim()
  if (/^[0-9a-f]{64}$/i.test(trimmed)) return Buffer.from(trimmed, 'hex')
  if (/^[A-Za-z0-9+/_-]{43}=?$/.test(trimmed)) return Buffer.from(trimmed, 'base64')
  throw new Error('An encryption key must be 32 bytes, written as 64 hexadecimal characters or as base64.')
}

/** Creates a new key in the format of `parseKey`. */
export const newKey = (): string => randomBytes(KEY_BYTES).toString('base64')

const toRingKey = (text: string): RingKey => {
  const key = parseKey(text)
  return {
    id: createHash('sha256').update('imperium key id\0').update(key).digest('hex').slice(0, 8),
    wrappingKey: Buffer.from(hkdfSync('sha256', key, '', 'imperium data-key wrapping v1', KEY_BYTES)),
  }
}

const sealBytes = (key: Buffer, iv: Buffer, plain: Buffer, aad: string): Buffer => {
  const cipher = createCipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(aad))
  return Buffer.concat([cipher.update(plain), cipher.final(), cipher.getAuthTag()])
}

const openBytes = (key: Buffer, iv: Buffer, sealed: Buffer, aad: string): Buffer => {
  if (iv.length !== IV_BYTES || sealed.length < TAG_BYTES) throw new SealError('The sealed value is malformed.')
  const decipher = createDecipheriv('aes-256-gcm', key, iv, { authTagLength: TAG_BYTES }).setAAD(Buffer.from(aad))
  decipher.setAuthTag(sealed.subarray(-TAG_BYTES))
  try {
    return Buffer.concat([decipher.update(sealed.subarray(0, -TAG_BYTES)), decipher.final()])
  } catch (cause) {
    throw new SealError('The sealed value does not open with this key and place.', { cause })
  }
}

/** The version and key id are authenticated, so that neither can be replaced. */
const wrapAad = (keyId: string, aad: string) => `${SEAL_VERSION}.${keyId}.${aad}`

const wrapDataKey = (key: RingKey, dataKey: Buffer, aad: string): string => {
  const iv = randomBytes(IV_BYTES)
  return Buffer.concat([iv, sealBytes(key.wrappingKey, iv, dataKey, wrapAad(key.id, aad))]).toString('base64url')
}

const parseSealed = (sealed: string) => {
  const [version, keyId, wrapped, iv, ciphertext, ...rest] = sealed.split('.')
  if (version !== SEAL_VERSION || !keyId || !wrapped || !iv || !ciphertext || rest.length > 0) {
    throw new SealError('The sealed value is malformed.')
  }
  return { keyId, wrapped, iv, ciphertext }
}

/**
 * Creates the ring of operator keys: `current` seals, `previous` keys only open. Keys are in the format of `parseKey`.
 * A sealed value is `v1.<keyId>.<wrappedDataKey>.<iv>.<ciphertext and tag>`, each part base64url.
 */
export const createKeyRing = (keys: { current: string; previous?: readonly string[] }): KeyRing => {
  const current = toRingKey(keys.current)
  const byId = new Map([current, ...(keys.previous ?? []).map(toRingKey)].map((key) => [key.id, key]))

  const unwrapDataKey = (keyId: string, wrapped: string, aad: string): Buffer => {
    const key = byId.get(keyId)
    if (!key)
      throw new SealError(`The sealed value needs the encryption key ${JSON.stringify(keyId.slice(0, 8))}, which is not configured.`)
    const bytes = Buffer.from(wrapped, 'base64url')
    return openBytes(key.wrappingKey, bytes.subarray(0, IV_BYTES), bytes.subarray(IV_BYTES), wrapAad(keyId, aad))
  }

  return {
    currentKeyId: current.id,
    encrypt(plaintext, aad) {
      const dataKey = randomBytes(KEY_BYTES)
      const iv = randomBytes(IV_BYTES)
      const ciphertext = sealBytes(dataKey, iv, Buffer.from(plaintext), aad)
      const wrapped = wrapDataKey(current, dataKey, aad)
      return [SEAL_VERSION, current.id, wrapped, iv.toString('base64url'), ciphertext.toString('base64url')].join('.')
    },
    decrypt(sealed, aad) {
      const { keyId, wrapped, iv, ciphertext } = parseSealed(sealed)
      const dataKey = unwrapDataKey(keyId, wrapped, aad)
      return openBytes(dataKey, Buffer.from(iv, 'base64url'), Buffer.from(ciphertext, 'base64url'), aad).toString('utf8')
    },
    needsRotation: (sealed) => parseSealed(sealed).keyId !== current.id,
    rewrap(sealed, aad) {
      const { keyId, wrapped, iv, ciphertext } = parseSealed(sealed)
      const dataKey = unwrapDataKey(keyId, wrapped, aad)
      return [SEAL_VERSION, current.id, wrapDataKey(current, dataKey, aad), iv, ciphertext].join('.')
    },
  }
}

export type PasswordCost = Partial<Pick<PasswordHasherOptions, 'memoryKib' | 'passes'>>

interface PasswordHasherOptions {
  memoryKib: number
  passes: number
  /** Concurrent hashes, each with its own thread and `memoryKib`. Default: half of the processors under other load, else all. */
  concurrency?: number
  /** Hashes that may wait; more are rejected with `PasswordQueueFullError`, so that a flood of sign-ins cannot pile up. */
  maxWaiting: number
  /** Requests of all kinds, those that ask for a hash included. */
  requests?: RecentCount
}

export interface PasswordHasher {
  /** Hashes with a random salt into `$argon2id$v=19$m=..,t=..,p=1$<salt>$<hash>`. */
  hash(password: string): Promise<string>
  /** Compares in constant time. Throws on a stored value that is not a hash of ours. */
  verify(password: string, stored: string): Promise<boolean>
  /** Takes the time of a `verify` for an account that does not exist, and returns false (SEC-5). */
  burn(password: string): Promise<false>
  /** True when the stored hash was made with other settings: hash again at the next sign-in. */
  needsRehash(stored: string): boolean
}

const DEFAULT_HASHER: PasswordHasherOptions = { memoryKib: 19_456, passes: 2, maxWaiting: 64 }
/** Caps the pause, which grows with the time of a hash: on a busy machine sign-ins would otherwise stall. */
const MAX_PAUSE_MS = 100
/** Other requests in the last second above which sign-ins slow down; an idle installation stays below. */
const COMPETING_REQUESTS = 20
const HASH_BYTES = 32
const SALT_BYTES = 16
const HASH_FORM = /^\$argon2id\$v=19\$m=(\d{1,7}),t=(\d{1,3}),p=1\$([A-Za-z0-9+/]{22,})\$([A-Za-z0-9+/]{43,})$/

const withoutPadding = (bytes: Buffer) => bytes.toString('base64').replace(/=+$/, '')

const parseHash = (stored: string) => {
  const [, memory, passes, salt, hash] = HASH_FORM.exec(stored) ?? []
  if (!memory || !passes || !salt || !hash) throw new Error('The stored password hash is malformed.')
  return { memoryKib: Number(memory), passes: Number(passes), salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

/**
 * Creates an argon2id hasher with a bounded queue; one per process, so that the bound holds. Defaults from OWASP (19 MiB, 2 passes, 1
 * lane).
 */
export const createPasswordHasher = (options: Partial<PasswordHasherOptions> = {}): PasswordHasher => {
  const settings = { ...DEFAULT_HASHER, ...options }
  const request = createRecentCount()
  const compete = () => (settings.requests?.read() ?? 0) - request.read() > COMPETING_REQUESTS
  const places = () => settings.concurrency ?? (compete() ? sharedHashThreads : mostHashThreads)
  // Under other load a thread hashes a third of the time: a flood of sign-ins then uses a third of a core instead of a whole one.
  const pauseMs = (tookMs: number) => (compete() ? Math.min(2 * tookMs, MAX_PAUSE_MS) : 0)
  const enter = createGate(places, settings.maxWaiting, () => new PasswordQueueFullError(), pauseMs)

  const compute = (password: string, salt: Buffer, cost: { memoryKib: number; passes: number; bytes: number }): Promise<Buffer> => {
    request.add()
    return enter(() =>
      hashOnThread({
        // NFKC: the same password typed on another keyboard or system must give the same bytes.
        message: password.normalize('NFKC'),
        nonce: salt,
        parallelism: 1,
        tagLength: cost.bytes,
        memory: cost.memoryKib,
        passes: cost.passes,
      }),
    )
  }

  return {
    async hash(password) {
      const salt = randomBytes(SALT_BYTES)
      const hash = await compute(password, salt, { ...settings, bytes: HASH_BYTES })
      return `$argon2id$v=19$m=${settings.memoryKib},t=${settings.passes},p=1$${withoutPadding(salt)}$${withoutPadding(hash)}`
    },
    async verify(password, stored) {
      const { memoryKib, passes, salt, hash } = parseHash(stored)
      return timingSafeEqual(await compute(password, salt, { memoryKib, passes, bytes: hash.length }), hash)
    },
    async burn(password) {
      await compute(password, randomBytes(SALT_BYTES), { ...settings, bytes: HASH_BYTES })
      return false
    },
    needsRehash(stored) {
      const { memoryKib, passes } = parseHash(stored)
      return memoryKib !== settings.memoryKib || passes !== settings.passes
    },
  }
}

/** A new secret token: 256 random bits as 43 characters of base64url. */
export const newToken = (): string => randomBytes(32).toString('base64url')

/** Whether a text has the form of `newToken`: any other text, also an empty one, needs no look-up (R19). */
export const isToken = (text: string): boolean => /^[\w-]{43}$/.test(text)

/** SHA-256 of a token, the only form in which the database keeps it. The token has 256 random bits, so no salt is needed. */
export const hashToken = (token: string): Buffer => digest('sha256', token, 'buffer')

/** `hashToken` as 64 hexadecimal characters. */
export const hashTokenHex = (token: string): string => hashToken(token).toString('hex')

/** Compares two texts in constant time. Lengths may differ. */
export const constantTimeEqual = (left: string, right: string): boolean => timingSafeEqual(hashToken(left), hashToken(right))

/**
 * The non-secret handle of a session token (43 characters): the browser's scripts send it as bearer, and the server compares it
 * with the cookie's token, so it is also the CSRF token. The token cannot be derived from it.
 */
export const deriveHandle = (token: string): string => createHmac('sha256', token).update('imperium session handle v1').digest('base64url')
