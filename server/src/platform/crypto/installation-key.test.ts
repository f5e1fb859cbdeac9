import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { testSecrets } from '../../testing/test-secrets.ts'
import { createAddressHash } from './address-hash.ts'
import { createKeyRing, newKey } from './crypto.ts'
import { readInstallationKey, rewrapInstallationKey } from './installation-key.ts'
import { StartError } from '../start-error.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const ringOf = (current: string, previous: string[] = []) => createKeyRing({ current, previous })

test('gives every process the same key, created once and sealed in the database', async () => {
  const { rows } = await t.owner.query<{ sealed: string }>('select sealed from app.installation_keys')
  expect(rows).toHaveLength(1)
  const keyRing = ringOf(testSecrets.encryptionKey)
  const [one, other] = await Promise.all([readInstallationKey(t.platform.db, keyRing), readInstallationKey(t.platform.db, keyRing)])
  expect(one).toBe(other)
  expect(Buffer.from(one, 'base64')).toHaveLength(32)
  expect(rows[0]?.sealed).not.toContain(one)
  expect(createAddressHash(one)('a@example.com')).toEqual(t.platform.hashAddress('a@example.com'))
})

test('uses one key when two processes start first concurrently', async () => {
  await t.owner.query('delete from app.installation_keys')
  const keyRing = ringOf(testSecrets.encryptionKey)
  const keys = await Promise.all(Array.from({ length: 4 }, () => readInstallationKey(t.platform.db, keyRing)))
  expect(new Set(keys).size).toBe(1)
})

test('a rotation of the operator key seals it anew and changes no hash; without either key the start is refused', async () => {
  const before = await readInstallationKey(t.platform.db, ringOf(testSecrets.encryptionKey))
  const fresh = newKey()
  const both = ringOf(fresh, [testSecrets.encryptionKey])
  expect(await t.platform.db.withSystem((tx) => rewrapInstallationKey({ keyRing: both }, tx))).toBe(1)
  expect(await t.platform.db.withSystem((tx) => rewrapInstallationKey({ keyRing: both }, tx))).toBe(0)
  // The old key is not in the ring.
  expect(await readInstallationKey(t.platform.db, ringOf(fresh))).toBe(before)
  await expect(readInstallationKey(t.platform.db, ringOf(newKey()))).rejects.toThrow(StartError)
  expect(await readInstallationKey(t.platform.db, ringOf(fresh))).toBe(before)
})
