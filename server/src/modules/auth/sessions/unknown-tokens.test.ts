import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatedApiKey } from '@imperium/contract/api-keys.ts'
import type { Session } from '@imperium/contract/auth/auth.ts'
import { keyScopes } from '@imperium/contract/permissions.ts'
import { newApiKey } from '../../../platform/crypto/api-key-format.ts'
import { createTestApp, testPassword } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

// All requests come from one address here, as behind an untrusted proxy, and the limits are the defaults.
let t: TestApp
let person: TestUser
let plainKey: string
beforeAll(async () => {
  const env = {
    RATE_LIMIT_LOGIN: '10',
    RATE_LIMIT_LOGIN_ADDRESS: '100',
    RATE_LIMIT_APP_PER_MINUTE: '1200',
    RATE_LIMIT_API_PER_HOUR: '1000',
  }
  t = await createTestApp({ env })
  person = await t.register()
  const body = { name: 'Reader', scopes: keyScopes }
  plainKey = (await t.call<CreatedApiKey>('POST', '/api/api-keys', { token: person.token, body })).body.data.plainKey
})
afterAll(() => t.close())

type Process = Pick<TestApp, 'call'>
const profile = async ({ call }: Process, token: string, headers: Record<string, string> = {}) =>
  (await call('GET', '/api/auth/profile', { token, headers })).status
const forge = (i: number) => String(i).padStart(43, 'A')
const sendUnknown = async (process: Process, count = 200) => {
  const sessions = await Promise.all(Array.from({ length: count }, (_, i) => profile(process, forge(i))))
  const keys = Array.from({ length: count }, () => process.call('GET', '/api/v1/agents', { token: newApiKey('organization') }))
  return { sessions, keys: (await Promise.all(keys)).map(({ status }) => status) }
}
const signIn = (process: Process) =>
  process.call<Session>('POST', '/api/auth/login', { body: { email: person.email, password: testPassword } })

describe('after 200 unknown tokens and keys from one address', () => {
  test('answers a valid session, a valid key and a sign-in without cached entries', async () => {
    await sendUnknown(t)
    t.platform.auth.invalidate(person.userId)
    expect(await profile(t, person.token)).toBe(200)
    expect((await t.call('GET', '/api/v1/agents', { token: plainKey })).status).toBe(200)
    const { status, body } = await signIn(t)
    expect(status).toBe(200)
    expect(await profile(t, body.data.token)).toBe(200)
  })

  test('answers all three in a second process, or after a restart', async () => {
    const other = await t.openOther()
    try {
      await sendUnknown(other)
      expect(await profile(other, person.token)).toBe(200)
      expect((await other.call('GET', '/api/v1/agents', { token: plainKey })).status).toBe(200)
      const { status, body } = await signIn(other)
      expect([status, await profile(other, body.data.token)]).toEqual([200, 200])
    } finally {
      await other.close()
    }
  })

  test('answers valid tokens that arrive among unknown ones', async () => {
    const tokens = await Promise.all(Array.from({ length: 5 }, async () => (await signIn(t)).body.data.token))
    const [unknown, ...valid] = await Promise.all([sendUnknown(t), ...tokens.map((token) => profile(t, token))])
    expect(valid).toEqual(Array(5).fill(200))
    expect(new Set(unknown.sessions)).toEqual(new Set([429]))
  })

  test('answers 429 for further unknown tokens, and 401 for an ended session', async () => {
    const { sessions, keys } = await sendUnknown(t, 3)
    expect([sessions, keys]).toEqual([Array(3).fill(429), Array(3).fill(429)])
    const { token } = (await signIn(t)).body.data
    await t.call('POST', '/api/auth/logout', { token })
    expect(await profile(t, token)).toBe(401)
  })
})
