import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '@imperium/contract/auth/auth.ts'
import { newId } from '../../platform/ids.ts'
import { newPushTarget } from '../../testing/push-target.ts'
import { createSoftwareAuthenticator } from '../../testing/software-authenticator.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import {
  beginPasskey,
  beginPasskeySignIn,
  beginSignIn,
  verifyCode,
  codeAt,
  expectData,
  finishPasskey,
  liftAddressLimits,
  registerWithApp,
} from '../../testing/two-factor-person.ts'
import { issueToken } from './one-time-token-store.ts'
import type { TokenPurpose } from './one-time-token-store.ts'

// An attacker registers with the address of another person, prepares access, and waits until the owner of the address arrives.

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
  liftAddressLimits(t)
})
afterAll(() => t.close())

const linkFor = ({ userId, email }: Pick<TestUser, 'userId' | 'email'>, purpose: TokenPurpose, to = email) =>
  t.platform.db.withAuth((tx) => issueToken(tx, { userId, purpose, email: to, minutes: 30, now: new Date() }))
const reset = async (person: TestUser) => {
  const token = await linkFor(person, 'reset-password')
  const password = `Tangerine-Walrus-7${newId().slice(-6)}!`
  const { status } = await t.call('POST', '/api/auth/reset-password', { body: { token, password } })
  expect(status).toBe(200)
  return password
}
const rowsOf = async (userId: string) => {
  const { rows } = await t.owner.query<Record<string, number>>(
    `select (select count(*)::int from auth.passkeys where user_id = $1) as passkeys, (select count(*)::int from auth.totp_credentials where user_id = $1) as apps,
      (select count(*)::int from auth.recovery_codes where user_id = $1) as codes, (select count(*)::int from auth.identities where user_id = $1) as identities,
      (select count(*)::int from auth.push_subscriptions where user_id = $1) as browsers,
      (select count(*)::int from auth.sessions where user_id = $1 and ended_at is null) as sessions`,
    [userId],
  )
  return rows[0]
}

/** Sets up every kind of access to an account, with its session. */
async function prepareEverything(person: TestUser) {
  const wished = { name: 'Integration', scopes: ['agents:read'] }
  const { plainKey } = expectData(await t.call<{ plainKey: string }>('POST', '/api/api-keys', { token: person.token, body: wished }))
  expectData(await t.call('POST', '/api/notifications/push', { token: person.token, body: newPushTarget() }))
  await t.owner.query(
    `insert into auth.identities (id, user_id, provider, issuer, subject, email) values ($1, $2, 'google', 'https://accounts.google.com', gen_random_uuid()::text, 'm@example.com')`,
    [newId(), person.userId],
  )
  const authenticator = createSoftwareAuthenticator(t.platform.config.publicUrl)
  const { token, options } = await beginPasskey(t, person.token)
  const added = expectData(await finishPasskey(t, person.token, { token, credential: authenticator.create(options) }))
  const { secret } = expectData(await t.call<{ secret: string }>('POST', '/api/auth/2fa/setup', { token: added.session.token }))
  expectData(await t.call('POST', '/api/auth/2fa/enable', { token: added.session.token, body: { code: codeAt(t, secret, -1) } }))
  const signInAgain = async () => {
    const question = await beginPasskeySignIn(t)
    return t.call('POST', '/api/auth/passkey', { body: { token: question.token, credential: authenticator.get(question.options) } })
  }
  return { plainKey, signInAgain }
}

/** The status, or the error code, of a program's call with a key. */
async function outcome(plainKey: string): Promise<number | string> {
  const { status, body } = await t.call('GET', '/api/v1/agents', { token: plainKey })
  return status < 300 ? status : `${status} ${body.code}`
}

const unprove = (userId: string) => t.owner.query('update auth.users set email_verified_at = null where id = $1', [userId])

describe('the first proof of an address by a reset', () => {
  test('removes all access set up before it: sessions, factors, connected accounts, keys, browsers', async () => {
    const stranger = await t.register()
    await unprove(stranger.userId)
    const { plainKey, signInAgain } = await prepareEverything(stranger)
    expect(await outcome(plainKey)).toBe(200)
    const password = await reset(stranger)
    expect(await rowsOf(stranger.userId)).toEqual({ passkeys: 0, apps: 0, codes: 0, identities: 0, browsers: 0, sessions: 0 })
    expect((await signInAgain()).status).toBe(401)
    expect(await outcome(plainKey)).toBe('401 API_KEY_INACTIVE')
    const owner = await t.call<Session>('POST', '/api/auth/login', { body: { email: stranger.email, password } })
    expect([owner.status, owner.body.data.user]).toMatchObject([200, { emailVerified: true, twoFactorEnabled: false }])
  })

  test('SEC-7: keeps the second factor and the rest of the account at a later verification', async () => {
    const person = await t.register()
    const { plainKey, signInAgain } = await prepareEverything(person)
    await reset(person)
    expect(await rowsOf(person.userId)).toEqual({ passkeys: 1, apps: 1, codes: 10, identities: 1, browsers: 1, sessions: 0 })
    expect((await signInAgain()).status).toBe(200)
    expect(await outcome(plainKey)).toBe(200)
  })
})

describe('links emailed to users who did not ask for them', () => {
  test.each([
    ['verify-email', '/api/auth/verify-email'],
    ['change-email', '/api/auth/confirm-email'],
  ] as const)('prove nothing (%s) unless the account itself opens them', async (purpose, path) => {
    const stranger = await t.register()
    await unprove(stranger.userId)
    const wanted = purpose === 'verify-email' ? stranger.email : `victim-${newId()}@example.com`
    const link = await linkFor(stranger, purpose, wanted)
    const bystander = await t.register()
    const open = (token?: string) => t.call('POST', path, { ...(token ? { token } : {}), body: { token: link } })
    expect((await open()).status).toBe(401)
    expect((await open(bystander.token)).status).toBe(422)
    const read = async () =>
      (
        await t.owner.query<{ email: string; proved: boolean }>(
          'select email, email_verified_at is not null as proved from auth.users where id = $1',
          [stranger.userId],
        )
      ).rows[0]
    expect(await read()).toEqual({ email: stranger.email, proved: false })
    // The link still works for a user who has both, the link and the session.
    expect((await open(stranger.token)).status).toBe(200)
    expect(await read()).toEqual({ email: wanted, proved: true })
  })
})

describe('ends pending changes begun with the earlier password', () => {
  const change = (person: TestUser) =>
    t.call<Session>('POST', '/api/auth/change-password', {
      token: person.token,
      body: { currentPassword: testPassword, newPassword: `Otter-Canyon-${newId().slice(-6)}!` },
    })

  test.each(['reset', 'change'] as const)('links to another address, another password, and the end of the account: %s', async (how) => {
    const person = await t.register()
    const elsewhere = await linkFor(person, 'change-email', `thief-${newId()}@example.com`)
    const ending = await linkFor(person, 'delete-account')
    const other = how === 'change' ? await linkFor(person, 'reset-password') : null
    const { token } =
      how === 'change'
        ? expectData(await change(person))
        : expectData(await t.call<Session>('POST', '/api/auth/login', { body: { email: person.email, password: await reset(person) } }))
    for (const [path, body] of [
      ['/api/auth/confirm-email', { token: elsewhere }],
      ['/api/auth/confirm-deletion', { token: ending }],
      ...(other ? [['/api/auth/reset-password', { token: other, password: 'Tangerine-Walrus-77!' }] as const] : []),
    ] as const)
      expect([path, (await t.call('POST', path, { token, body })).status]).toEqual([path, 422])
    const { rows } = await t.owner.query<{ email: string }>('select email from auth.users where id = $1', [person.userId])
    expect(rows).toEqual([{ email: person.email }])
  })

  test.each(['reset', 'change'] as const)('a sign-in that waits for its second factor: %s', async (how) => {
    const person = await registerWithApp(t)
    const waiting = await beginSignIn(t, person.email)
    if (how === 'reset') await reset(person)
    else expectData(await change(person))
    const { status, body } = await verifyCode(t, waiting, codeAt(t, person.secret))
    expect([status, body.code]).toEqual([401, 'CHALLENGE_EXPIRED'])
  })
})
