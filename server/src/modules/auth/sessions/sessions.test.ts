import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import type { LoginRecord, Session } from '@imperium/contract/auth/auth.ts'
import { createPasswordHasher } from '../../../platform/crypto/crypto.ts'
import { zeroId } from '../../../platform/ids.ts'
import { createTestApp, testPassword } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { issueToken } from '../one-time-token-store.ts'
import { describeLocation } from './describe-location.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ hashes: 'real', env: { RATE_LIMIT_LOGIN: '4', RATE_LIMIT_LOGIN_ADDRESS: '60', TRUSTED_PROXIES: '127.0.0.1' } })
  await t.startWorkers()
})
afterAll(() => t.close())
afterEach(() => vi.restoreAllMocks())

let network = 0
/** An address in a new network. */
const elsewhere = () => {
  network += 1
  return `198.${18 + (network >> 16)}.${(network >> 8) & 255}.${network & 255}`
}
const browser = { origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }
const firefox = 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0'

const login = (email: string, password: string, ip: string, headers: Record<string, string> = {}) =>
  t.call<Session>('POST', '/api/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': ip, ...headers } })
const deviceCookie = (headers: Record<string, unknown>) =>
  /imperium_device=[^;]+/.exec([headers['set-cookie']].flat().join('\n'))?.[0] ?? ''
const mailsTo = async (email: string, subject: string) =>
  (await t.owner.query('select body_text from app.sandbox_mail where recipient = $1 and subject = $2', [email, subject])).rows

describe('SEC-4: guesses of others', () => {
  /** Guesses from so many networks that new ones are refused. */
  async function besiege({ email }: TestUser): Promise<void> {
    const tries = await Promise.all(Array.from({ length: 200 }, () => login(email, 'Wrong-Horse-42!', elsewhere())))
    expect(tries.some(({ status }) => status === 429)).toBe(true)
    expect((await login(email, testPassword, elsewhere())).status).toBe(429)
  }

  test('from 200 networks keep the owner out neither of a known network, nor of a known browser, nor after a reset', async () => {
    const owner = await t.register()
    const home = elsewhere()
    const first = await login(owner.email, testPassword, home, { ...browser, 'user-agent': firefox })
    const cookie = deviceCookie(first.headers)
    expect(cookie).not.toBe('')
    await besiege(owner)
    expect((await login(owner.email, testPassword, home)).status).toBe(200)
    // While travelling: from a new network, with a known browser.
    expect((await login(owner.email, testPassword, elsewhere(), { ...browser, cookie })).status).toBe(200)
    const token = await t.platform.db.withAuth((tx) =>
      issueToken(tx, { userId: owner.userId, purpose: 'reset-password', email: owner.email, minutes: 30, now: new Date() }),
    )
    const body = { token, password: 'Tangerine-Walrus-1!' }
    const reset = await t.call('POST', '/api/auth/reset-password', { body, headers: { 'x-forwarded-for': elsewhere(), ...browser } })
    expect(reset.status).toBe(200)
    await Promise.all(Array.from({ length: 60 }, () => login(owner.email, 'Wrong-Horse-42!', elsewhere())))
    expect((await login(owner.email, body.password, elsewhere(), { ...browser, cookie: deviceCookie(reset.headers) })).status).toBe(200)
  }, 120_000)

  test('a browser that is known may not guess without end, and its cookie helps no other account', async () => {
    const owner = await t.register()
    const cookie = deviceCookie((await login(owner.email, testPassword, elsewhere(), browser)).headers)
    const statuses = []
    for (let i = 0; i < 6; i++) statuses.push((await login(owner.email, 'Wrong-Horse-42!', elsewhere(), { ...browser, cookie })).status)
    expect(statuses).toEqual([401, 401, 401, 401, 429, 429])
    const victim = await t.register()
    await besiege(victim)
    expect((await login(victim.email, testPassword, elsewhere(), { ...browser, cookie })).status).toBe(429)
  }, 120_000)

  test.each(['imperium_device=x', 'imperium_device=v1.a.b.c.d', `imperium_device=${'A'.repeat(3_000)}`])(
    'a made-up cookie %# helps nothing',
    async (cookie) => {
      const victim = await t.register()
      for (let i = 0; i < 20; i++) await login(victim.email, 'Wrong-Horse-42!', elsewhere())
      expect((await login(victim.email, testPassword, elsewhere(), { ...browser, cookie })).status).toBe(429)
    },
  )

  test('the refusals of a quarter of an hour leave one row of the record for each limit, not one each', async () => {
    const { email, userId } = await t.register()
    const ip = elsewhere()
    for (let i = 0; i < 12; i++) await login(email, 'Wrong-Horse-42!', ip)
    const { rows } = await t.owner.query(
      `select 1 from app.audit_log where action = 'auth.login' and target_id = $1 and outcome = 'refused' and after->>'reason' = 'too many attempts'`,
      [userId],
    )
    expect(rows).toHaveLength(1)
  })

  test('does not count correct sign-ins of one office against its limit', async () => {
    const { email } = await t.register()
    const office = elsewhere()
    for (let i = 0; i < 70; i++) expect((await login(email, testPassword, office)).status).toBe(200)
  }, 60_000)
})

test('SEC-5: does the same work and gives the same response for a known and an unknown account', async () => {
  // A separate app: here only the sign-in opens transactions, no worker in between.
  const quiet = await createTestApp()
  const { email } = await quiet.register()
  const measure = async (address: string) => {
    const [verify, burn] = [vi.spyOn(quiet.platform.passwords, 'verify'), vi.spyOn(quiet.platform.passwords, 'burn')]
    const queries = vi.spyOn(quiet.platform.db, 'withAuth')
    const { status, headers, body } = await quiet.call('POST', '/api/auth/login', { body: { email: address, password: 'Wrong-Horse-42!' } })
    const { 'x-request-id': _id, date: _date, 'x-ratelimit-remaining': _left, ...rest } = headers
    const made = { hashes: verify.mock.calls.length + burn.mock.calls.length, transactions: queries.mock.calls.length }
    vi.restoreAllMocks()
    return { ...made, status, headers: rest, body: { ...body, requestId: '' } }
  }
  const known = await measure(email)
  expect(known).toMatchObject({ status: 401, hashes: 1 })
  expect(await measure('nobody-at-all@example.com')).toEqual(known)
  await quiet.close()
})

describe('history', () => {
  test('lists registration, sign-ins and failures, newest first, in pages, to the user only', async () => {
    const person = await t.register()
    await login(person.email, 'Wrong-Horse-42!', '203.0.113.77', { 'user-agent': firefox })
    await login(person.email, testPassword, '192.168.7.7')
    const page = (query: string, token = person.token) => t.call<LoginRecord[]>('GET', `/api/auth/login-history${query}`, { token })
    const { body } = await page('')
    expect(body.data.map(({ status, method, reason, location }) => [status, method, reason, location])).toEqual([
      ['success', 'password', null, 'Private network'],
      ['failed', 'password', 'wrong password', null],
      ['success', 'register', null, 'This machine'],
    ])
    expect(body.data[1]).toMatchObject({ ipAddress: '203.0.113.77', browser: 'Firefox', device: 'Windows' })
    const first = await page('?limit=2')
    expect(first.body.data).toHaveLength(2)
    const second = await page(`?limit=2&cursor=${first.body.page?.nextCursor}`)
    expect(second.body.data.map(({ method }) => method)).toEqual(['register'])
    const stranger = await t.register()
    expect((await page(`?cursor=${first.body.page?.nextCursor}`, stranger.token)).status).toBe(422)
    expect((await page('', stranger.token)).body.data).toHaveLength(1)
  })

  test('warns by email and event of a sign-in from a new browser and network, not if one of them is known', async () => {
    const person = await t.register()
    const subject = 'New sign-in to your account'
    const known = elsewhere()
    const first = await login(person.email, testPassword, known, { ...browser, 'user-agent': firefox })
    await expect.poll(() => mailsTo(person.email, subject)).toHaveLength(1)
    expect((await mailsTo(person.email, subject))[0].body_text).toMatch(
      new RegExp(`Firefox · Windows[\\s\\S]*${known.replaceAll('.', '\\.')}`),
    )
    await login(person.email, testPassword, known)
    await login(person.email, testPassword, elsewhere(), { ...browser, cookie: deviceCookie(first.headers) })
    await login(person.email, 'Wrong-Horse-42!', elsewhere())
    const { rows } = await t.owner.query(`select payload from app.outbox where org_id = $1 and type = 'user.signedInFromNewDevice'`, [
      person.orgId,
    ])
    expect(rows.map(({ payload }) => payload)).toEqual([{ userId: person.userId }])
    expect(await mailsTo(person.email, subject)).toHaveLength(1)
  })
})

describe('sessions', () => {
  const isLive = async (token: string) => (await t.call('GET', '/api/auth/profile', { token })).status === 200

  test('ends all other sessions, and keeps the current one and those of other users', async () => {
    const person = await t.register()
    const stranger = await t.register()
    const others = []
    for (let i = 0; i < 3; i++) others.push((await login(person.email, testPassword, '127.0.0.1')).body.data.token)
    const { body } = await t.call('DELETE', '/api/auth/sessions', { token: person.token })
    expect(body.data).toEqual({ ended: 3 })
    expect(await Promise.all([...others, person.token, stranger.token].map(isLive))).toEqual([false, false, false, true, true])
  })

  test('SEC-10, SEC-14: a confirmed password gives a new token, and the old one is over without ending the family', async () => {
    const person = await t.register()
    await t.owner.query(`update auth.sessions set authenticated_at = now() - interval '1 day' where user_id = $1`, [person.userId])
    t.platform.auth.invalidate(person.userId)
    const confirm = (password: string) => t.call<Session>('POST', '/api/auth/reauthenticate', { token: person.token, body: { password } })
    expect((await t.call('POST', '/api/auth/2fa/setup', { token: person.token })).body.code).toBe('REAUTHENTICATION_REQUIRED')
    expect((await confirm('Wrong-Horse-42!')).body.errors?.[0]?.path).toBe('password')
    const { token } = (await confirm(testPassword)).body.data
    expect((await t.call('POST', '/api/auth/2fa/setup', { token })).status).toBe(200)
    expect([await isLive(person.token), await isLive(token)]).toEqual([false, true])
  })

  test.each([
    ['DELETE', '/api/auth/sessions'],
    ['DELETE', `/api/auth/sessions/${zeroId}`],
    ['POST', '/api/profile/export'],
    ['GET', `/api/profile/export/${zeroId}`],
    ['PATCH', '/api/security/two-factor'],
    ['PUT', '/api/security/policy'],
    ['POST', `/api/security/sso/domains/${zeroId}/verify`],
  ])('SEC-14: asks for reauthentication when the last one is old: %s %s', async (method, path) => {
    const person = await t.register()
    await t.owner.query(`update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [person.userId])
    t.platform.auth.invalidate(person.userId)
    const { status, body } = await t.call(method, path, { token: person.token })
    expect([status, body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
  })

  test('guesses at the password in a stolen session are limited, and do not stop the owner in another', async () => {
    const person = await t.register()
    const stolen = (await login(person.email, testPassword, '127.0.0.1')).body.data.token
    const guess = (token: string, password: string) => t.call('POST', '/api/auth/reauthenticate', { token, body: { password } })
    const statuses = []
    for (let i = 0; i < 5; i++) statuses.push((await guess(stolen, 'Wrong-Horse-42!')).status)
    expect(statuses).toEqual([422, 422, 422, 422, 429])
    expect((await guess(person.token, testPassword)).status).toBe(200)
  })

  test('answers 429 after 120 unknown tokens per minute from one network; valid tokens are not limited', async () => {
    const person = await t.register()
    const headers = { 'x-forwarded-for': elsewhere() }
    expect((await t.call('GET', '/api/auth/profile', { token: person.token, headers })).status).toBe(200)
    const forged = (i: number) => t.call('GET', '/api/auth/profile', { token: String(i).padStart(43, 'A'), headers })
    const statuses = []
    for (let i = 0; i < 125; i++) statuses.push((await forged(i)).status)
    expect([statuses.slice(0, 120).every((status) => status === 401), statuses.slice(120)]).toEqual([true, Array(5).fill(429)])
    t.platform.auth.invalidate(person.userId)
    expect((await t.call('GET', '/api/auth/profile', { token: person.token, headers })).status).toBe(200)
  })
})

test.each([
  ['127.0.0.1', 'This machine'],
  ['::1', 'This machine'],
  ['::ffff:127.0.0.1', 'This machine'],
  ['10.1.2.3', 'Private network'],
  ['172.31.255.255', 'Private network'],
  ['172.32.0.1', null],
  ['fd12::1', 'Private network'],
  ['fe80::1%eth0', 'Private network'],
  ['203.0.113.9', null],
  ['2001:db8::1', null],
  ['', null],
])('the address %s is in: %s', (address, location) => {
  expect(describeLocation(address)).toBe(location)
})

test('ASVS 7.2.4: ends the earlier session at a new sign-in in the same browser, and keeps that of another browser', async () => {
  const { email } = await t.register()
  const begin = async (cookie?: string) => {
    const response = await login(email, testPassword, elsewhere(), { ...browser, ...(cookie ? { cookie } : {}) })
    const own = /imperium_session=[^;]+/.exec([response.headers['set-cookie']].flat().join('\n'))?.[0] ?? ''
    return { cookie: own, handle: response.body.data.token }
  }
  const profile = async ({ cookie, handle }: { cookie: string; handle: string }) =>
    (await t.call('GET', '/api/auth/profile', { token: handle, headers: { ...browser, cookie } })).status
  const [first, other] = [await begin(), await begin()]
  expect([await profile(first), await profile(other)]).toEqual([200, 200])
  const second = await begin(first.cookie)
  expect([await profile(first), await profile(second), await profile(other)]).toEqual([401, 200, 200])
})

test('ASVS 11.2.2: a hash of older settings is renewed at the sign-in, and stays as old as it is', async () => {
  const { email, userId } = await t.register()
  const read = async () =>
    (
      await t.owner.query<{ hash: string; changed_at: Date }>('select hash, changed_at from auth.user_passwords where user_id = $1', [
        userId,
      ])
    ).rows[0]
  const weak = await createPasswordHasher({ memoryKib: 4_096, passes: 1 }).hash(testPassword)
  await t.owner.query('update auth.user_passwords set hash = $2 where user_id = $1', [userId, weak])
  const before = await read()
  expect((await login(email, 'Wrong-Horse-42!', elsewhere())).status).toBe(401)
  expect(await read()).toEqual(before)
  expect((await login(email, testPassword, elsewhere())).status).toBe(200)
  const after = await read()
  expect([after?.hash.includes('m=19456,t=2'), after?.changed_at]).toEqual([true, before?.changed_at])
  expect((await login(email, testPassword, elsewhere())).status).toBe(200)
  expect(await read()).toEqual(after)
})
