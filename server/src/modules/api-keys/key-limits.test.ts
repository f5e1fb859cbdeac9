import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { CreatedApiKey } from '@imperium/contract/api-keys.ts'
import { apiKeysChanged } from '../../platform/auth/access-signals.ts'
import { newApiKey } from '../../platform/crypto/api-key-format.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { listedKey, makeAgent, makeAgentKey, makeKey, outcome } from './test-keys.ts'

const hour = 3_600_000
let nowMs = Date.now()
let t: TestApp
let owner: TestUser
beforeAll(async () => {
  const clock = { now: () => new Date(nowMs) }
  t = await createTestApp({ clock, env: { RATE_LIMIT_API_PER_HOUR: '300', TRUSTED_PROXIES: '127.0.0.1' } })
  owner = await t.register()
})
afterAll(() => t.close())

/** Advances the clock for keys, but keeps the users signed in. */
async function pass(ms: number): Promise<void> {
  nowMs += ms
  const now = new Date(nowMs)
  await t.owner.query(
    `update auth.sessions set last_active_at = $1, authenticated_at = $1, expires_at = $1::timestamptz + interval '1 day'`,
    [now],
  )
  t.platform.auth.invalidate(owner.userId)
}
const revoke = (id: string) => t.call('DELETE', `/api/api-keys/${id}`, { token: owner.token })
const rotate = async (id: string, overlapHours?: number) => {
  const body = overlapHours === undefined ? {} : { overlapHours }
  return (await t.call<CreatedApiKey>('POST', `/api/api-keys/${id}/rotate`, { token: owner.token, body })).body.data
}
/** A call from `ip` through our trusted proxy. */
const from = async (plainKey: string, ip: string) => {
  const { status, body } = await t.call('GET', '/api/v1/agents', { token: plainKey, headers: { 'x-forwarded-for': ip } })
  return status === 200 ? 200 : `${status} ${body.code}`
}

describe('addresses', () => {
  test('outside the list are refused, IPv4, IPv6 and one in the clothes of the other', async () => {
    const { plainKey } = await makeKey(t, owner, { allowedAddresses: ['203.0.113.0/24', '2001:db8::/48'] })
    for (const ip of ['203.0.113.9', '::ffff:203.0.113.9', '2001:db8::5', '2001:DB8:0:ff::1'])
      expect([ip, await from(plainKey, ip)]).toEqual([ip, 200])
    for (const ip of ['203.0.114.9', '::ffff:203.0.114.9', '2001:db8:1::5', '10.0.0.1'])
      expect([ip, await from(plainKey, ip)]).toEqual([ip, '403 ADDRESS_NOT_ALLOWED'])
  })

  test('cannot be claimed by a header that no trusted proxy sent', async () => {
    const { plainKey } = await makeKey(t, owner, { allowedAddresses: ['203.0.113.9'] })
    const direct = async (headers: Record<string, string>) =>
      (
        await t.app.inject({
          url: '/api/v1/agents',
          remoteAddress: '198.51.100.1',
          headers: { authorization: `Bearer ${plainKey}`, ...headers },
        })
      ).statusCode
    for (const name of ['x-forwarded-for', 'x-real-ip', 'x-client-ip', 'forwarded', 'cf-connecting-ip', 'true-client-ip'])
      expect([name, await direct({ [name]: name === 'forwarded' ? 'for=203.0.113.9' : '203.0.113.9' })]).toEqual([name, 403])
    // The nearest address that is not our proxy counts, whatever the client wrote before it.
    expect(await from(plainKey, '203.0.113.9, 198.51.100.1')).toBe('403 ADDRESS_NOT_ALLOWED')
    expect(await from(plainKey, '198.51.100.1, 203.0.113.9')).toBe(200)
  })

  test('a changed list binds the next request', async () => {
    const made = await makeKey(t, owner)
    expect(await from(made.plainKey, '10.0.0.1')).toBe(200)
    await t.call('PATCH', `/api/api-keys/${made.id}`, { token: owner.token, body: { allowedAddresses: ['10.0.0.2'] } })
    expect([await from(made.plainKey, '10.0.0.1'), await from(made.plainKey, '10.0.0.2')]).toEqual(['403 ADDRESS_NOT_ALLOWED', 200])
  })
})

describe('rates (R70)', () => {
  test('counts requests per key exactly, with headers and a Retry-After', async () => {
    const tight = await makeKey(t, owner, { rateLimitPerHour: 10 })
    const wide = await makeKey(t, owner)
    const responses = await Promise.all(Array.from({ length: 30 }, () => t.call('GET', '/api/v1/agents', { token: tight.plainKey })))
    expect(responses.filter((each) => each.status === 200)).toHaveLength(10)
    const refused = responses.find((each) => each.status === 429)!
    expect(refused.body.code).toBe('RATE_LIMITED')
    expect(refused.headers).toMatchObject({ 'x-ratelimit-limit': '10', 'x-ratelimit-remaining': '0' })
    expect(Number(refused.headers['retry-after'])).toBeGreaterThan(3_500)
    const other = await t.call('GET', '/api/v1/agents', { token: wide.plainKey })
    expect(other.headers).toMatchObject({ 'x-ratelimit-limit': '300', 'x-ratelimit-remaining': '299' })
    await pass(hour)
    expect(await outcome(t, tight.plainKey)).toBe(200)
  })

  test('of unknown keys are bounded for each network, and good keys of it go on', async () => {
    const made = await makeKey(t, owner)
    expect(await from(made.plainKey, '192.0.2.77')).toBe(200)
    const responses = []
    for (let tries = 0; tries < 130; tries++) responses.push(await from(newApiKey('organization'), '192.0.2.77'))
    expect([responses[0], responses.at(-1)]).toEqual(['401 UNAUTHENTICATED', '429 RATE_LIMITED'])
    expect([await from(made.plainKey, '192.0.2.77'), await from(newApiKey('agent'), '192.0.2.78')]).toEqual([200, '401 UNAUTHENTICATED'])
  })

  test("calls count to the month's plan and are refused when it is used up", async () => {
    const user = await t.register()
    const made = await makeKey(t, user)
    await t.owner.query('update auth.organizations set api_calls_limit = 5 where id = $1', [user.orgId])
    const responses = await Promise.all(Array.from({ length: 12 }, () => outcome(t, made.plainKey)))
    expect(responses.filter((each) => each === 200)).toHaveLength(5)
    expect(responses.filter((each) => each === '429 PLAN_LIMIT')).toHaveLength(7)
    await t.platform.calls.flush()
    const { rows } = await t.owner.query<{ calls: number }>(
      'select sum(api_calls)::int as calls from app.usage_pending where org_id = $1',
      [user.orgId],
    )
    expect(rows[0]?.calls).toBe(5)
  })

  test('of members in the app do not count to the plan', async () => {
    const user = await t.register()
    await t.owner.query('update auth.organizations set api_calls_limit = 1 where id = $1', [user.orgId])
    const agentId = await makeAgent(t, user)
    const start = () => t.call('POST', `/api/agents/${agentId}/execute`, { token: user.token, body: { input: 'Go' } })
    expect([(await start()).status, (await start()).status]).toEqual([202, 202])
    const viaV1 = () => t.call('GET', '/api/v1/agents', { token: user.token })
    expect([(await viaV1()).status, (await viaV1()).status]).toEqual([200, 429])
  })
})

describe('use', () => {
  test('is counted exactly, in few writes', async () => {
    const made = await makeKey(t, owner)
    const other = await makeAgentKey(t, owner, await makeAgent(t, owner))
    await t.platform.keys.flush()
    await pass(1_000)
    await Promise.all(Array.from({ length: 60 }, (_each, index) => outcome(t, index % 3 ? made.plainKey : other.plainKey)))
    await Promise.all([t.platform.keys.flush(), t.platform.keys.flush()])
    expect(await listedKey(t, owner, made.id)).toMatchObject({ usageCount: 40, lastUsed: new Date(nowMs).toISOString() })
    // Refused for its scope, and used all the same.
    expect((await listedKey(t, owner, other.id)).usageCount).toBe(20)
    const second = await t.openOther()
    await Promise.all([
      ...Array.from({ length: 20 }, () => outcome(second, made.plainKey)),
      ...Array.from({ length: 20 }, () => outcome(t, made.plainKey)),
    ])
    await Promise.all([t.platform.keys.flush(), second.close()])
    expect((await listedKey(t, owner, made.id)).usageCount).toBe(80)
  })

  test('from a wrong address is none', async () => {
    const made = await makeKey(t, owner, { allowedAddresses: ['203.0.113.1'] })
    await from(made.plainKey, '203.0.113.2')
    expect(await listedKey(t, owner, made.id)).toMatchObject({ usageCount: 0, lastUsed: null })
  })
})

describe('time', () => {
  test('ends a key at its expiry, cached or not, and reactivates it when the expiry is extended', async () => {
    const made = await makeKey(t, owner, { expiresAt: new Date(nowMs + hour).toISOString() })
    await pass(hour - 1)
    expect(await outcome(t, made.plainKey)).toBe(200)
    await pass(1)
    expect(await outcome(t, made.plainKey)).toBe('401 API_KEY_INACTIVE')
    expect(await listedKey(t, owner, made.id)).toMatchObject({ status: 'inactive', inactiveReason: 'expired' })
    const body = { expiresAt: null }
    expect((await t.call('PATCH', `/api/api-keys/${made.id}`, { token: owner.token, body })).status).toBe(200)
    expect(await outcome(t, made.plainKey)).toBe(200)
  })

  test('keeps a rotated key valid for its overlap beside the new one', async () => {
    const old = await makeKey(t, owner, { allowedAddresses: ['127.0.0.0/8'], rateLimitPerHour: 50, scopes: ['agents:read'] })
    const next = await rotate(old.id)
    expect(next).toMatchObject({
      name: old.name,
      scopes: ['agents:read'],
      allowedAddresses: ['127.0.0.0/8'],
      rateLimitPerHour: 50,
      usageCount: 0,
    })
    expect(next.plainKey).not.toBe(old.plainKey)
    await pass(24 * hour - 1)
    expect([await outcome(t, old.plainKey), await outcome(t, next.plainKey)]).toEqual([200, 200])
    await pass(1)
    expect([await outcome(t, old.plainKey), await outcome(t, next.plainKey)]).toEqual(['401 API_KEY_INACTIVE', 200])
    expect(await listedKey(t, owner, old.id)).toMatchObject({ inactiveReason: 'rotated', rotatesUntil: new Date(nowMs).toISOString() })
    const last = await rotate(next.id, 0)
    expect([await outcome(t, next.plainKey), await outcome(t, last.plainKey)]).toEqual(['401 API_KEY_INACTIVE', 200])
  })
})

describe('revoking', () => {
  test('takes the keys before it along, and twice is once', async () => {
    const first = await makeKey(t, owner)
    const second = await rotate(first.id, 168)
    const third = await rotate(second.id, 168)
    const all = () => Promise.all([first, second, third].map((each) => outcome(t, each.plainKey)))
    expect(await all()).toEqual([200, 200, 200])
    expect([(await revoke(third.id)).status, (await revoke(third.id)).status]).toEqual([200, 200])
    expect(new Set(await all())).toEqual(new Set(['401 API_KEY_INACTIVE']))
    expect(await listedKey(t, owner, first.id)).toMatchObject({ status: 'inactive', inactiveReason: 'revoked' })
  })

  test('of the old one leaves the new one', async () => {
    const old = await makeKey(t, owner)
    const next = await rotate(old.id)
    await revoke(old.id)
    expect([await outcome(t, old.plainKey), await outcome(t, next.plainKey)]).toEqual(['401 API_KEY_INACTIVE', 200])
  })

  test("applies in other processes immediately, and ends the key's open stream", async () => {
    const other = await t.openOther()
    const made = await makeKey(t, owner)
    const agentId = await makeAgent(t, owner)
    expect(await outcome(other, made.plainKey)).toBe(200)
    const run = await other.call<{ runId: string }>('POST', `/api/v1/agents/${agentId}/execute`, {
      token: made.plainKey,
      body: { input: 'x' },
    })
    const stream = await other.app.inject({
      url: `/api/v1/runs/${run.body.data.runId}/events`,
      headers: { authorization: `Bearer ${made.plainKey}` },
      payloadAsStream: true,
    })
    const ended = (async () => {
      for await (const _chunk of stream.stream());
    })()
    // The signal ends it, not the age of the cache: other listeners of the signal were there before.
    const signalled = new Promise<void>((resolve) => {
      other.platform.live.on(apiKeysChanged, ({ orgId }) => void (orgId === owner.orgId && resolve()))
    })
    await revoke(made.id)
    await signalled
    expect(await outcome(other, made.plainKey)).toBe('401 API_KEY_INACTIVE')
    await ended
    await other.close()
  })

  test('never leaves the key active when it is used at the same moment', async () => {
    const keys = await Promise.all(Array.from({ length: 5 }, () => makeKey(t, owner)))
    await Promise.all(keys.flatMap((each) => [outcome(t, each.plainKey), revoke(each.id), outcome(t, each.plainKey)]))
    for (const each of keys) expect(await outcome(t, each.plainKey)).toBe('401 API_KEY_INACTIVE')
  })

  test('allows a key only reads in a suspended organization', async () => {
    const user = await t.register()
    await pass(0)
    const made = await makeKey(t, user)
    await t.owner.query(`update auth.organizations set status = 'SUSPENDED' where id = $1`, [user.orgId])
    t.platform.auth.invalidate(user.userId)
    expect(await outcome(t, made.plainKey, '/api/v1/agents', 'POST', { name: 'x', type: 'SALES' })).toBe('403 ORGANIZATION_SUSPENDED')
    expect(await outcome(t, made.plainKey)).toBe(200)
    expect((await t.call('DELETE', `/api/api-keys/${made.id}`, { token: user.token })).status).toBe(200)
    expect(await outcome(t, made.plainKey)).toBe('401 API_KEY_INACTIVE')
  })
})
