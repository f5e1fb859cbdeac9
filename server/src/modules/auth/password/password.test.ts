import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session, User } from '@imperium/contract/auth/auth.ts'
import type { SecurityPolicy } from '@imperium/contract/auth/security.ts'
import { createTestApp, testPassword } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { issueToken } from '../one-time-token-store.ts'
import type { TokenPurpose } from '../one-time-token-store.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
  // Operations have their own limits in the contract; here one address calls each many times.
  const { limiter } = t.platform
  Object.assign(t.platform, { limiter: (...[key, max, ...rest]: Parameters<typeof limiter>) => limiter(key, max * 1_000, ...rest) })
})
afterAll(() => t.close())

let count = 0
const another = () => `Tangerine-Walrus-${++count}!`

const mailsTo = async (email: string, subject: string): Promise<string[]> =>
  (
    await t.owner.query<{ body_text: string }>(
      'select body_text from app.sandbox_mail where recipient = $1 and subject = $2 order by accepted_at',
      [email, subject],
    )
  ).rows.map((row) => row.body_text)
const tokenIn = (mail: string | undefined) => /#token=([\w-]{43})/.exec(mail ?? '')?.[1] ?? ''
const login = (email: string, password: string) => t.call<Session>('POST', '/api/auth/login', { body: { email, password } })
const linkFor = ({ userId, email }: TestUser, purpose: TokenPurpose = 'reset-password', now = new Date()) =>
  t.platform.db.withAuth((tx) => issueToken(tx, { userId, purpose, email, minutes: 30, now }))
const reset = (token: unknown, password: string) => t.call('POST', '/api/auth/reset-password', { body: { token, password } })
const isLive = async (token: string) => (await t.call('GET', '/api/auth/profile', { token })).status === 200

describe('forgotten password', () => {
  test('resets by an emailed link: the new password works, the old one and all sessions end, the address is verified', async () => {
    const person = await t.register()
    const request = await t.call('POST', '/api/auth/forgot-password', { body: { email: person.email } })
    expect([request.status, request.body.data]).toEqual([200, null])
    await expect.poll(() => mailsTo(person.email, 'Reset your password')).toHaveLength(1)
    const password = another()
    const token = tokenIn((await mailsTo(person.email, 'Reset your password'))[0])
    const done = await reset(token, password)
    expect([done.status, JSON.stringify(done.body)]).toEqual([200, expect.not.stringContaining(token)])
    expect(await isLive(person.token)).toBe(false)
    expect((await login(person.email, testPassword)).status).toBe(401)
    const { status, body } = await login(person.email, password)
    expect([status, body.data.user.emailVerified]).toEqual([200, true])
    await expect.poll(() => mailsTo(person.email, 'Your password was changed')).toHaveLength(1)
    // Once: it is used up, also for a password that would be right.
    expect((await reset(token, another())).body.errors?.[0]?.path).toBe('token')
  })

  test('SEC-5, R18: answers known and unknown addresses identically, and sends nothing to an unknown one', async () => {
    const { email } = await t.register()
    const ask = async (address: string) => {
      const { status, headers, body } = await t.call('POST', '/api/auth/forgot-password', { body: { email: address } })
      const { 'x-request-id': _id, date: _date, 'x-ratelimit-remaining': _left, ...rest } = headers
      return { status, headers: rest, body: { ...body, requestId: '' } }
    }
    expect(await ask(email)).toEqual(await ask('nobody-at-all@example.com'))
    await expect.poll(() => mailsTo(email, 'Reset your password')).toHaveLength(1)
    expect(await mailsTo('nobody-at-all@example.com', 'Reset your password')).toEqual([])
  })

  test('limits reset emails to three per hour, without revealing it in the response', async () => {
    const { email } = await t.register()
    for (let i = 0; i < 5; i++) expect((await t.call('POST', '/api/auth/forgot-password', { body: { email } })).status).toBe(200)
    await expect
      .poll(async () => {
        const { rows } = await t.owner.query<{ open: string }>(
          `select count(*) as open from pgboss.job where name in ('auth.mailResetLink', 'platform.deliverLetter') and state in ('created', 'active', 'retry')`,
        )
        return Number(rows[0]?.open)
      })
      .toBe(0)
    expect(await mailsTo(email, 'Reset your password')).toHaveLength(3)
  })

  test('R19: accepts one of two concurrent resets with one link', async () => {
    const person = await t.register()
    const token = await linkFor(person)
    const passwords = [another(), another(), another()]
    const responses = await Promise.all(passwords.map((password) => reset(token, password)))
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 422, 422])
    const opened = await Promise.all(passwords.map(async (password) => (await login(person.email, password)).status))
    expect(opened).toEqual(responses.map(({ status }) => (status === 200 ? 200 : 401)))
  })

  // R19, GHSA-f6hc-c5jr-878p: an invalid token never matches.
  test.each([null, '', ' ', 'x', [], {}, 0, 'null', 'undefined', '%', 'A'.repeat(43)])('the token %j opens nothing', async (token) => {
    expect((await reset(token, another())).status).toBe(422)
  })

  test.each<TokenPurpose>(['verify-email', 'change-email', 'delete-account'])(
    'a link of another purpose (%s) resets nothing',
    async (purpose) => {
      const person = await t.register()
      expect((await reset(await linkFor(person, purpose), another())).status).toBe(422)
      expect((await login(person.email, testPassword)).status).toBe(200)
    },
  )

  test('ends a link after 30 minutes, on a newer request, and when the address changes', async () => {
    const late = await t.register()
    const old = await linkFor(late, 'reset-password', new Date(Date.now() - 31 * 60_000))
    expect((await reset(old, another())).status).toBe(422)
    const first = await linkFor(late)
    const second = await linkFor(late)
    expect((await reset(first, another())).status).toBe(422)
    await t.owner.query(`update auth.users set email = 'moved-' || email where id = $1`, [late.userId])
    expect((await reset(second, another())).status).toBe(422)
  })

  test('a refused password leaves the link good; a disabled account stays closed', async () => {
    const person = await t.register()
    const token = await linkFor(person)
    expect((await reset(token, 'Password1234!')).body.errors).toEqual([
      { path: 'password', message: 'This password is too common or has appeared in data breaches' },
    ])
    await t.owner.query(`update auth.users set status = 'DISABLED' where id = $1`, [person.userId])
    expect((await reset(token, another())).status).toBe(422)
    await t.owner.query(`update auth.users set status = 'ACTIVE' where id = $1`, [person.userId])
    expect((await reset(token, another())).status).toBe(200)
  })

  test('keeps the second factor and asks for it at the next sign-in', async () => {
    const person = await t.register()
    await t.owner.query('update auth.users set second_factor_at = now() where id = $1', [person.userId])
    const password = another()
    expect((await reset(await linkFor(person), password)).status).toBe(200)
    const { body } = await login(person.email, password)
    expect(body.data).toMatchObject({ challenge: { token: expect.any(String) } })
    expect(body.data).not.toHaveProperty('token')
  })

  test('the database keeps only the hash of a link, and the queue no address in clear', async () => {
    const person = await t.register()
    const token = await linkFor(person)
    const { rows } = await t.owner.query('select row_to_json(o)::text as row from auth.one_time_tokens o where user_id = $1', [
      person.userId,
    ])
    expect(JSON.stringify(rows)).not.toContain(token)
    // While effects are held, the job waits.
    t.platform.hold.set({ since: new Date(), reason: 'a test', dataUntil: null })
    await t.call('POST', '/api/auth/forgot-password', { body: { email: person.email } })
    const { rows: jobs } = await t.owner.query(`select data::text from pgboss.job where name = 'auth.mailResetLink'`)
    t.platform.hold.set(null)
    expect(jobs.length).toBeGreaterThan(0)
    expect(JSON.stringify(jobs)).not.toContain(person.email)
  })
})

describe('change of password', () => {
  const change = (token: string, body: object) => t.call<Session>('POST', '/api/auth/change-password', { token, body })

  test('SEC-3, SEC-10, SEC-13: needs the current password, ends other sessions, gives this one a new token', async () => {
    const person = await t.register()
    const other = (await login(person.email, testPassword)).body.data.token
    const newPassword = another()
    for (const currentPassword of ['Wrong-Horse-42!', undefined, ''])
      expect((await change(person.token, { currentPassword, newPassword })).body.errors).toEqual([
        { path: 'currentPassword', message: 'The current password is incorrect' },
      ])
    const { status, body } = await change(person.token, { currentPassword: testPassword, newPassword })
    expect(status).toBe(200)
    expect(await Promise.all([person.token, other, body.data.token].map(isLive))).toEqual([false, false, true])
    expect((await login(person.email, newPassword)).status).toBe(200)
    await expect.poll(() => mailsTo(person.email, 'Your password was changed')).toHaveLength(1)
  })

  test('accepts one of two concurrent changes', async () => {
    const person = await t.register()
    const other = (await login(person.email, testPassword)).body.data.token
    const responses = await Promise.all(
      [person.token, other].map((token) => change(token, { currentPassword: testPassword, newPassword: another() })),
    )
    expect(responses.filter(({ status }) => status === 200)).toHaveLength(1)
  })

  test('none of the last five is taken again, the sixth is', async () => {
    const person = await t.register()
    let { token } = person
    const used = [testPassword]
    for (let i = 0; i < 5; i++) {
      const newPassword = another()
      const { status, body } = await change(token, { currentPassword: used.at(-1), newPassword })
      expect(status).toBe(200)
      token = body.data.token
      used.push(newPassword)
    }
    for (const newPassword of used.slice(1))
      expect((await change(token, { currentPassword: used.at(-1), newPassword })).body.errors?.[0]?.message).toMatch(
        /^This password was used before/,
      )
    expect((await change(token, { currentPassword: used.at(-1), newPassword: testPassword })).status).toBe(200)
  })

  test('SEC-2: rejects names of user and organization, in registration too', async () => {
    const person = await t.register({ organizationName: 'Northwind Traders' })
    const { body } = await change(person.token, { currentPassword: testPassword, newPassword: 'Northwind-2026!' })
    expect(body.errors).toEqual([{ path: 'newPassword', message: 'This password is made of your name, email address or organization' }])
    const registration = {
      email: 'x1@example.com',
      firstName: 'Ana',
      lastName: 'Li',
      organizationName: 'Zebrafish',
      password: 'Zebrafish-2026!',
    }
    expect((await t.call('POST', '/api/auth/register', { body: registration })).body.errors?.[0]?.path).toBe('password')
  })

  test('an account without a password sets one, only soon after a sign-in', async () => {
    const person = await t.register()
    await t.owner.query('delete from auth.user_passwords where user_id = $1', [person.userId])
    t.platform.auth.invalidate(person.userId)
    expect((await t.call<User>('GET', '/api/auth/profile', { token: person.token })).body.data.hasPassword).toBe(false)
    await t.owner.query(`update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [person.userId])
    t.platform.auth.invalidate(person.userId)
    const newPassword = another()
    expect((await change(person.token, { newPassword })).body.code).toBe('REAUTHENTICATION_REQUIRED')
    await t.owner.query('update auth.sessions set authenticated_at = now() where user_id = $1', [person.userId])
    t.platform.auth.invalidate(person.userId)
    expect((await change(person.token, { newPassword })).status).toBe(200)
    expect((await login(person.email, newPassword)).status).toBe(200)
  })
})

describe('policy', () => {
  const read = (token: string) => t.call<SecurityPolicy>('GET', '/api/security/policy', { token })
  const write = async (token: string, change: Partial<SecurityPolicy>) => {
    const { updatedAt: _at, ...policy } = (await read(token)).body.data
    return t.call<SecurityPolicy>('PUT', '/api/security/policy', { token, body: { ...policy, ...change } })
  }

  test('begins with the specified defaults, rejects a stale write, and audits the changes', async () => {
    const { token, orgId } = await t.register()
    const { body } = await read(token)
    expect(body.data).toMatchObject({ passwordMinLength: 12, requireSpecial: true, passwordMaxAgeDays: 90, passwordHistory: 5 })
    expect((await write(token, { passwordMinLength: 16, updatedAt: body.data.updatedAt })).status).toBe(200)
    expect((await write(token, { passwordMinLength: 18, updatedAt: body.data.updatedAt })).body.code).toBe('STALE_WRITE')
    const { rows } = await t.owner.query(
      `select before->>'minLength' as b, after->>'minLength' as a from app.audit_log where org_id = $1 and action = 'security.updatePolicy' and outcome = 'success'`,
      [orgId],
    )
    expect(rows).toEqual([{ b: '12', a: '16' }])
  })

  test('the strictest of all organizations counts for the next password', async () => {
    const strict = await t.register()
    await write(strict.token, { passwordMinLength: 20 })
    const member = await t.register()
    await write(member.token, { requireSpecial: false, passwordHistory: 0 })
    await t.owner.query(`insert into auth.memberships (org_id, user_id, role) values ($1, $2, 'MEMBER')`, [strict.orgId, member.userId])
    const { body } = await t.call('GET', '/api/auth/password-policy', { token: member.token })
    expect(body.data).toMatchObject({ passwordMinLength: 20, requireSpecial: true, passwordHistory: 5 })
    const refused = await t.call('POST', '/api/auth/change-password', {
      token: member.token,
      body: { currentPassword: testPassword, newPassword: 'Otter-Canyon-771' },
    })
    expect(refused.body.errors).toEqual([{ path: 'newPassword', message: 'Password must be at least 20 characters' }])
  })

  test('signs in with an expired password, but opens nothing of the organization until it is changed', async () => {
    const person = await t.register()
    await t.owner.query(`update auth.user_passwords set changed_at = now() - interval '91 days' where user_id = $1`, [person.userId])
    const { status, body } = await login(person.email, testPassword)
    expect([status, body.data.user.mustChangePassword]).toEqual([200, true])
    const { token } = body.data
    expect((await t.call('GET', '/api/agents', { token })).body.code).toBe('PASSWORD_EXPIRED')
    const changed = await t.call<Session>('POST', '/api/auth/change-password', {
      token,
      body: { currentPassword: testPassword, newPassword: another() },
    })
    expect([changed.status, changed.body.data.user.mustChangePassword]).toEqual([200, false])
    expect((await t.call('GET', '/api/agents', { token: changed.body.data.token })).status).toBe(200)
  })

  test('keeps an old password valid where expiry is switched off', async () => {
    const person = await t.register()
    await write(person.token, { passwordMaxAgeDays: null })
    await t.owner.query(`update auth.user_passwords set changed_at = now() - interval '900 days' where user_id = $1`, [person.userId])
    const { token } = (await login(person.email, testPassword)).body.data
    expect((await t.call('GET', '/api/agents', { token })).status).toBe(200)
  })
})

describe('verification of the address', () => {
  test('the link of the registration proves it, once; another purpose or a moved address does not', async () => {
    const person = await t.register()
    const verify = (token: string, as = person) => t.call('POST', '/api/auth/verify-email', { token: as.token, body: { token } })
    await expect.poll(() => mailsTo(person.email, 'Verify your email address')).toHaveLength(1)
    expect((await verify(await linkFor(person))).status).toBe(422)
    const token = tokenIn((await mailsTo(person.email, 'Verify your email address'))[0])
    expect((await verify(token)).status).toBe(200)
    expect((await verify(token)).status).toBe(422)
    const { body } = await t.call<User>('GET', '/api/auth/profile', { token: person.token })
    expect(body.data.emailVerified).toBe(true)
    expect((await t.call('POST', '/api/auth/resend-verification', { token: person.token })).body.data).toEqual({ sent: false })
    const moved = await t.register()
    const link = await linkFor(moved, 'verify-email')
    await t.owner.query(`update auth.users set email = 'moved-' || email where id = $1`, [moved.userId])
    expect((await verify(link, moved)).status).toBe(422)
  })

  test("disables the earlier link when sent again, and writes in the user's language", async () => {
    const email = 'lena@example.com'
    const body = { email, password: testPassword, firstName: 'Lena', lastName: 'Maus', organizationName: 'Nordlicht', language: 'de' }
    const { token } = (await t.call<Session>('POST', '/api/auth/register', { body })).body.data
    expect((await t.call('POST', '/api/auth/resend-verification', { token })).body.data).toEqual({ sent: true })
    await expect.poll(() => mailsTo(email, 'Bestätigen Sie Ihre E-Mail-Adresse')).toHaveLength(2)
    const [first, second] = (await mailsTo(email, 'Bestätigen Sie Ihre E-Mail-Adresse')).map(tokenIn)
    const statuses = []
    for (const link of [first, second])
      statuses.push((await t.call('POST', '/api/auth/verify-email', { token, body: { token: link } })).status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 422])
  })
})
