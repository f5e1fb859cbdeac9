import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import type { Session, User } from '@imperium/contract/auth/auth.ts'
import { deriveHandle, hashToken } from '../../platform/crypto/crypto.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ hashes: 'real' })
})
afterAll(() => t.close())

const registration = (over: Record<string, unknown> = {}) => ({
  email: `r${Math.floor(performance.now() * 1000)}@example.com`,
  password: testPassword,
  firstName: 'Ana',
  lastName: 'Kovač',
  organizationName: 'Acme Robotics',
  ...over,
})
const browser = { origin: 'http://localhost:3000', host: 'localhost:3000', 'sec-fetch-site': 'same-origin' }
const cookieOf = (headers: Record<string, unknown>) => /imperium_session=([^;]*)/.exec(String(headers['set-cookie']))?.[1] ?? ''

// First of all, before any registration (ASVS 6.3.2).
test('a new installation has no account, no organization and no key', async () => {
  const { rows } = await t.owner.query(
    'select (select count(*)::int from auth.users) as users, (select count(*)::int from auth.organizations) as organizations, (select count(*)::int from app.api_keys) as keys',
  )
  expect(rows).toEqual([{ users: 0, organizations: 0, keys: 0 }])
})

describe('registration', () => {
  test('creates account, organization, first rows and session in one request', async () => {
    const { status, body } = await t.call<Session>('POST', '/api/auth/register', { body: registration({ timeZone: 'Asia/Kolkata' }) })
    expect(status).toBe(201)
    expect(body.data.user).toMatchObject({ role: 'OWNER', firstName: 'Ana', lastName: 'Kovač' })
    expect(body.data.organization).toMatchObject({
      slug: 'acme-robotics',
      planType: 'FREE',
      maxAgents: 5,
      maxUsers: 10,
      timeZone: 'Asia/Kolkata',
      status: 'ACTIVE',
    })
    const configs = await t.call<{ isDefault: boolean }[]>('GET', '/api/ai-models/configs', { token: body.data.token })
    expect(configs.body.data.filter((each) => each.isDefault)).toHaveLength(1)
  })

  test('answers 422 for every rule of the form, with its own message on its own field', async () => {
    const wrong: [Record<string, unknown>, string, string][] = [
      [{ email: 'nobody' }, 'email', 'Please enter a valid email address'],
      [{ password: 'Short-1a' }, 'password', 'Password must be at least 12 characters'],
      [{ password: 'ALL-UPPERCASE-42' }, 'password', 'Password must contain at least one lowercase letter'],
      [{ password: 'all-lowercase-42' }, 'password', 'Password must contain at least one uppercase letter'],
      [{ password: 'No-Numbers-Here!' }, 'password', 'Password must contain at least one number'],
      [{ password: 'NoSpecials12345' }, 'password', 'Password must contain at least one special character (!@#$%^&*)'],
      [{ firstName: ' ' }, 'firstName', 'First name is required'],
      [{ lastName: '' }, 'lastName', 'Last name is required'],
      [{ organizationName: '' }, 'organizationName', 'Organization name is required'],
    ]
    for (const [over, path, message] of wrong) {
      const { status, body } = await t.call('POST', '/api/auth/register', { body: registration(over) })
      expect([status, body.errors]).toEqual([422, expect.arrayContaining([{ path, message }])])
    }
  })

  // R13: fields that the server owns cannot be set.
  test.each(['role', 'planType', 'status', 'maxAgents', 'org_id', 'confirmPassword'])('refuses the field %s', async (field) => {
    const { status, body } = await t.call('POST', '/api/auth/register', { body: registration({ [field]: 'OWNER' }) })
    expect([status, body.errors?.[0]?.path]).toEqual([422, field])
  })

  test('allows one account per address, whatever its spelling, even for two concurrent registrations', async () => {
    const email = `race${Date.now()}@example.com`
    const responses = await Promise.all(
      [email, email.toUpperCase(), ` ${email} `].map((each) =>
        t.call('POST', '/api/auth/register', { body: registration({ email: each }) }),
      ),
    )
    expect(responses.map((each) => each.status).toSorted((a, b) => a - b)).toEqual([201, 409, 409])
  })

  test('numbers a taken slug, refuses or avoids reserved ones, and rejects a requested slug that is taken', async () => {
    const again = await t.call<Session>('POST', '/api/auth/register', { body: registration() })
    expect(again.body.data.organization?.slug).toMatch(/^acme-robotics-\d+$/)
    const reserved = await t.call<Session>('POST', '/api/auth/register', { body: registration({ organizationName: 'Support' }) })
    expect(reserved.body.data.organization?.slug).toBe('support-2')
    const wished = await t.call('POST', '/api/auth/register', { body: registration({ organizationSlug: 'docs' }) })
    expect([wished.status, wished.body.errors]).toEqual([422, [{ path: 'organizationSlug', message: 'This name is reserved' }]])
    const taken = await t.call('POST', '/api/auth/register', { body: registration({ organizationSlug: 'acme-robotics' }) })
    expect([taken.status, taken.body.errors?.[0]?.path]).toEqual([409, 'slug'])
    const script = await t.call<Session>('POST', '/api/auth/register', { body: registration({ organizationName: '株式会社' }) })
    expect(script.body.data.organization?.slug).toMatch(/^org(-\d+)?$/)
  })

  test('SEC-1: 128 characters are taken to the last one, 129 are refused', async () => {
    const longest = 'Violet-Kettle-7!'.repeat(8)
    const wanted = registration({ password: longest, email: 'longest@example.com' })
    const tooLong = await t.call('POST', '/api/auth/register', { body: { ...wanted, password: `${longest}x` } })
    expect([tooLong.status, tooLong.body.errors?.[0]?.path]).toEqual([422, 'password'])
    const terms = Array.from({ length: 16 }, (_each, index) => `Kettle${index}-${String.fromCodePoint(0x3b1 + index)}`)
    const password = terms.join('').slice(0, 127) + '!'
    expect(password).toHaveLength(128)
    expect((await t.call('POST', '/api/auth/register', { body: { ...wanted, password } })).status).toBe(201)
    const signIn = (typed: string) => t.call('POST', '/api/auth/login', { body: { email: wanted.email, password: typed } })
    expect((await signIn(`${password.slice(0, -1)}?`)).status).toBe(401)
    expect((await signIn(password)).status).toBe(200)
  })

  // R14: a huge password costs no hashing.
  test('a password of 200 KB is refused before it is hashed', async () => {
    const hash = vi.spyOn(t.platform.passwords, 'hash')
    onTestFinished(() => hash.mockRestore())
    const { status } = await t.call('POST', '/api/auth/register', { body: registration({ password: `Aa1!${'x'.repeat(200_000)}` }) })
    expect(status).toBe(422)
    expect(hash).not.toHaveBeenCalled()
    expect((await t.call('POST', '/api/auth/register', { body: registration() })).status).toBe(201)
    expect(hash).toHaveBeenCalledOnce()
  })
})

describe('sign-in', () => {
  test('SEC-5: answers a wrong password and an unknown account identically', async () => {
    const { email } = await t.register()
    const wrong = await t.call('POST', '/api/auth/login', { body: { email, password: 'Wrong-Horse-42!' } })
    const unknown = await t.call('POST', '/api/auth/login', { body: { email: 'nobody@example.com', password: testPassword } })
    expect([wrong.status, wrong.body.error, wrong.body.code]).toEqual([unknown.status, unknown.body.error, unknown.body.code])
    expect(wrong.status).toBe(401)
  })

  test('stores only hashes of password and token', async () => {
    const { token, userId } = await t.register()
    const { rows } = await t.owner.query(
      'select s.token_hash, p.hash from auth.sessions s join auth.user_passwords p using (user_id) where user_id = $1',
      [userId],
    )
    expect(rows[0].token_hash).toEqual(hashToken(token))
    expect(rows[0].hash).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  })

  test('a browser gets an httpOnly cookie and only the handle; both are needed, and they must match', async () => {
    const { email } = await t.register()
    const login = await t.call<Session>('POST', '/api/auth/login', { body: { email, password: testPassword }, headers: browser })
    const cookie = cookieOf(login.headers)
    expect(String(login.headers['set-cookie'])).toMatch(/HttpOnly; SameSite=Lax/)
    expect(login.body.data.token).toBe(deriveHandle(cookie))
    const get = (headers: Record<string, string>) => t.call('GET', '/api/auth/profile', { headers })
    const handle = { authorization: `Bearer ${login.body.data.token}` }
    const withCookie = { cookie: `imperium_session=${cookie}` }
    expect((await get({ ...withCookie, ...handle })).status).toBe(200)
    expect((await get(withCookie)).status).toBe(401)
    expect((await get(handle)).status).toBe(401)
    expect((await get({ ...withCookie, authorization: 'Bearer something' })).status).toBe(401)
    // The cookie's token is no bearer token.
    expect((await get({ authorization: `Bearer ${cookie}` })).status).toBe(401)
  })

  test('SEC-16: rejects a write from a page of another site, whatever it sends', async () => {
    const { email } = await t.register()
    const login = await t.call<Session>('POST', '/api/auth/login', { body: { email, password: testPassword }, headers: browser })
    const own = {
      cookie: `imperium_session=${cookieOf(login.headers)}`,
      authorization: `Bearer ${login.body.data.token}`,
      host: 'localhost:3000',
    }
    const create = (headers: Record<string, string>) =>
      t.call('POST', '/api/organizations', { body: { name: 'Other' }, headers: { ...own, ...headers } })
    expect((await create({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await create({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    expect((await create({ origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin' })).status).toBe(201)
  })

  test('SEC-4: guesses are limited per account, and another address is not locked out with it', async () => {
    const strict = await createTestApp({ env: { RATE_LIMIT_LOGIN: '3', TRUSTED_PROXIES: '127.0.0.1' } })
    try {
      const { email } = await strict.register()
      const tryAs = (ip: string, password: string) =>
        strict.call('POST', '/api/auth/login', { body: { email, password }, headers: { 'x-forwarded-for': ip } })
      for (let i = 0; i < 3; i++) expect((await tryAs('203.0.113.7', 'Wrong-Horse-42!')).status).toBe(401)
      const limited = await tryAs('203.0.113.7', testPassword)
      expect([limited.status, Number(limited.headers['retry-after']) > 0]).toEqual([429, true])
      expect((await tryAs('198.51.100.9', testPassword)).status).toBe(200)
    } finally {
      await strict.close()
    }
  })

  // R20, SEC-23: without a configured proxy the header is not trusted.
  test('X-Forwarded-For does not move the limit', async () => {
    const strict = await createTestApp({ env: { RATE_LIMIT_LOGIN: '3' } })
    try {
      const { email } = await strict.register()
      const statuses = []
      for (let i = 0; i < 5; i++)
        statuses.push(
          (
            await strict.call('POST', '/api/auth/login', {
              body: { email, password: 'Wrong-Horse-42!' },
              headers: { 'x-forwarded-for': `203.0.113.${i}` },
            })
          ).status,
        )
      expect(statuses).toEqual([401, 401, 401, 429, 429])
    } finally {
      await strict.close()
    }
  })
})

describe('sessions', () => {
  test('SEC-12: logout ends the session on the next request, in every process', async () => {
    const other = await createTestApp()
    const { token } = await t.register()
    expect((await t.call('GET', '/api/auth/profile', { token })).status).toBe(200)
    expect((await t.call('POST', '/api/auth/logout', { token })).status).toBe(200)
    expect((await t.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    await other.close()
  })

  test('R17: a refreshed token works once; using it again ends the whole family', async () => {
    const { token } = await t.register()
    const next = await t.call<Session>('POST', '/api/auth/refresh', { token })
    expect((await t.call('GET', '/api/auth/profile', { token: next.body.data.token })).status).toBe(200)
    expect((await t.call('POST', '/api/auth/refresh', { token })).status).toBe(401)
    t.platform.auth.invalidate(next.body.data.user.id)
    expect((await t.call('GET', '/api/auth/profile', { token: next.body.data.token })).status).toBe(401)
  })

  test('gives one new session for two concurrent refreshes', async () => {
    const { token } = await t.register()
    const responses = await Promise.all([1, 2, 3].map(() => t.call('POST', '/api/auth/refresh', { token })))
    expect(responses.filter((each) => each.status === 200)).toHaveLength(1)
  })

  test('the list shows the own sessions with the current one marked; one can be ended, a stranger cannot end it', async () => {
    const user = await t.register()
    const second = await t.call<Session>('POST', '/api/auth/login', {
      body: { email: user.email, password: testPassword },
      headers: { 'user-agent': 'Mozilla/5.0 (X11; Linux x86_64) Firefox/140.0' },
    })
    const list = await t.call<{ id: string; isCurrent: boolean; browser: string; device: string }[]>('GET', '/api/auth/sessions', {
      token: user.token,
    })
    expect(list.body.data).toHaveLength(2)
    const firefox = list.body.data.find((each) => each.browser === 'Firefox')
    expect(firefox).toMatchObject({ device: 'Linux', isCurrent: false })
    const stranger = await t.register()
    expect((await t.call('DELETE', `/api/auth/sessions/${firefox?.id}`, { token: stranger.token })).status).toBe(404)
    expect((await t.call('DELETE', `/api/auth/sessions/${firefox?.id}`, { token: user.token })).status).toBe(200)
    expect((await t.call('GET', '/api/auth/profile', { token: second.body.data.token })).status).toBe(401)
  })

  test('SEC-11: idle and absolute limits end a session', async () => {
    for (const change of ["expires_at = now() - interval '1 second'", "last_active_at = now() - interval '13 hours'"]) {
      const { token, userId } = await t.register()
      await t.owner.query(`update auth.sessions set ${change} where user_id = $1`, [userId])
      expect((await t.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    }
  })

  test('the profile names user, role and current organization', async () => {
    const { token, slug } = await t.register()
    const { body } = await t.call<User>('GET', '/api/auth/profile', { token })
    expect(body.data).toMatchObject({ role: 'OWNER', organization: { slug } })
  })
})
