import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import {
  constantTimeEqual,
  createKeyRing,
  createPasswordHasher,
  deriveHandle,
  hashToken,
  hashTokenHex,
  newKey,
  newToken,
  parseKey,
  PasswordQueueFullError,
  SealError,
} from './crypto.ts'

describe('key ring (SEC-36)', () => {
  const oldKey = newKey()
  const currentKey = newKey()
  const notify = createKeyRing({ current: currentKey, previous: [oldKey] })

  it('opens what it sealed, for any text and associated data', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), fc.string(), (text, aad) => {
        expect(notify.decrypt(notify.encrypt(text, aad), aad)).toBe(text)
      }),
    )
  })

  it('seals the same text to different values and never shows it', () => {
    const sealed = notify.encrypt('sk-very-secret', 'row-1')
    expect(sealed).not.toBe(notify.encrypt('sk-very-secret', 'row-1'))
    expect(sealed).not.toContain('sk-very-secret')
    expect(sealed).toMatch(/^v1\.[0-9a-f]{8}\.[\w-]{80}\.[\w-]{16}\.[\w-]+$/)
  })

  it('refuses another place, a change of any character, and a malformed value', () => {
    const sealed = notify.encrypt('secret', 'row-1')
    expect(() => notify.decrypt(sealed, 'row-2')).toThrow(SealError)
    expect(() => notify.rewrap(sealed, 'row-2')).toThrow(SealError)
    for (let at = 0; at < sealed.length - 1; at += 1) {
      const changed = sealed.slice(0, at) + (sealed[at] === 'A' ? 'B' : 'A') + sealed.slice(at + 1)
      expect(() => notify.decrypt(changed, 'row-1')).toThrow(SealError)
    }
    for (const bad of ['', 'v1', 'v1.a.b.c', `${sealed}.x`, 'v1.00000000.AA.AA.AA'])
      expect(() => notify.decrypt(bad, 'row-1')).toThrow(SealError)
  })

  it('opens with a previous key, reports it, and moves the data key to the current one', () => {
    const before = createKeyRing({ current: oldKey }).encrypt('secret', 'row-1')
    expect(notify.needsRotation(before)).toBe(true)
    expect(notify.decrypt(before, 'row-1')).toBe('secret')
    const after = notify.rewrap(before, 'row-1')
    expect(notify.needsRotation(after)).toBe(false)
    expect(after.split('.').slice(3)).toEqual(before.split('.').slice(3))
    expect(createKeyRing({ current: currentKey }).decrypt(after, 'row-1')).toBe('secret')
    expect(() => createKeyRing({ current: oldKey }).decrypt(after, 'row-1')).toThrow(/not configured/)
  })

  it('reads a key as hex or base64 and refuses the rest without repeating it', () => {
    const hex = parseKey(currentKey).toString('hex')
    expect(createKeyRing({ current: hex }).currentKeyId).toBe(notify.currentKeyId)
    expect(() => parseKey('correct horse')).toThrow(/32 bytes/)
    expect(() => parseKey('correct horse')).not.toThrow(/correct horse/)
  })
})

describe('passwords', () => {
  const cheap = { memoryKib: 64, passes: 1 }

  it('hashes with argon2id, 19 MiB, two passes, and verifies', async () => {
    const { hash, verify, burn } = createPasswordHasher()
    const stored = await hash('correct horse battery')
    expect(stored).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
    expect(await verify('correct horse battery', stored)).toBe(true)
    expect(await verify('correct horse batterz', stored)).toBe(false)
    expect(await burn('correct horse battery')).toBe(false)
  })

  it('treats two Unicode spellings of one password as equal and never truncates a long one', async () => {
    const hasher = createPasswordHasher(cheap)
    expect(await hasher.verify('Zoe\u0308 und Gru\u0308n', await hasher.hash('Zoë und Grün'))).toBe(true)
    const long = 'a'.repeat(127)
    expect(await hasher.verify(`${long}b`, await hasher.hash(`${long}c`))).toBe(false)
  })

  it('reports a hash made with other settings', async () => {
    const hasher = createPasswordHasher(cheap)
    const stored = await hasher.hash('x')
    expect(hasher.needsRehash(stored)).toBe(false)
    expect(createPasswordHasher({ ...cheap, passes: 2 }).needsRehash(stored)).toBe(true)
    await expect(hasher.verify('x', 'plain text')).rejects.toThrow(/malformed/)
  })

  it('refuses what does not fit in the queue and recovers afterwards', async () => {
    const hasher = createPasswordHasher({ memoryKib: 4096, passes: 2, concurrency: 1, maxWaiting: 2 })
    const results = await Promise.allSettled(Array.from({ length: 6 }, () => hasher.hash('x')))
    expect(results.map((result) => result.status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled', 'rejected', 'rejected', 'rejected'])
    const refused = results[5]
    expect(refused?.status === 'rejected' && refused.reason).toBeInstanceOf(PasswordQueueFullError)
    expect(await hasher.verify('x', await hasher.hash('x'))).toBe(true)
  })
})

describe('tokens', () => {
  it('creates 256-bit tokens, hashes them, and derives a handle that differs from the token', () => {
    const token = newToken()
    expect(Buffer.from(token, 'base64url')).toHaveLength(32)
    expect(newToken()).not.toBe(token)
    expect(hashToken(token)).toHaveLength(32)
    expect(hashTokenHex(token)).toBe(hashToken(token).toString('hex'))
    expect(deriveHandle(token)).toBe(deriveHandle(token))
    expect(deriveHandle(token)).not.toBe(deriveHandle(newToken()))
    expect(deriveHandle(token)).not.toContain(token.slice(0, 8))
  })

  it('compares in constant time', () => {
    expect(constantTimeEqual('abc', 'abc')).toBe(true)
    expect(constantTimeEqual('abc', 'abd')).toBe(false)
    expect(constantTimeEqual('abc', 'abcd')).toBe(false)
  })
})
