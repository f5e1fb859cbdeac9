import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session, User } from '@imperium/contract/auth/auth.ts'
import type { FactorChange, TwoFactorStatus } from '@imperium/contract/auth/two-factor.ts'
import { createKeyRing, newKey } from '../../../platform/crypto/crypto.ts'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { createTestApp, testPassword } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { testEncryptionKey } from '../../../testing/test-secrets.ts'
import {
  verifyCode,
  beginSignIn,
  codeAt,
  enterPassword,
  expectData,
  emailsTo,
  registerWithApp,
  wrongCodeFor,
} from '../../../testing/two-factor-person.ts'
import { rewrapTotpSecrets } from './rewrap-secrets.ts'
import { totpPlace } from './typed-codes.ts'

const clock = createFakeClock()
let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ clock, env: { RATE_LIMIT_LOGIN: '100000' } })
})
afterAll(() => t.close())

const status = async (token: string) => expectData(await t.call<TwoFactorStatus>('GET', '/api/auth/2fa', { token }))
const profile = async (token: string) => (await t.call<User>('GET', '/api/auth/profile', { token })).status
const post = <T>(path: string, token: string, body?: unknown) => t.call<T>('POST', `/api/auth/${path}`, { token, body })

describe('setting up an authenticator app', () => {
  test('enables nothing before a code is confirmed; then shows recovery codes once and stores only hashes', async () => {
    const person = await t.register()
    const { uri, secret } = expectData(await post<{ uri: string; secret: string }>('2fa/setup', person.token))
    expect(uri).toMatch(/^otpauth:\/\/totp\/Imperium:person.*\?issuer=Imperium&secret=[A-Z2-7]{32}&algorithm=SHA1&digits=6&period=30$/)
    expect(await status(person.token)).toMatchObject({ enabled: false, authenticatorSince: null, recoveryCodesLeft: 0 })
    expect('token' in expectData(await enterPassword(t, person.email))).toBe(true)

    const wrong = await post('2fa/enable', person.token, { code: wrongCodeFor(t, secret) })
    expect([wrong.status, wrong.body.errors]).toEqual([422, [{ path: 'code', message: 'That code is incorrect.' }]])
    const { session, recoveryCodes } = expectData(await post<FactorChange>('2fa/enable', person.token, { code: codeAt(t, secret) }))
    expect(session.user.twoFactorEnabled).toBe(true)
    expect(recoveryCodes).toHaveLength(10)
    // 24 characters of 5 bits each are 120 bits (SEC-6 asks for 112).
    for (const code of recoveryCodes ?? []) expect(code).toMatch(/^([A-Z2-7]{4}-){5}[A-Z2-7]{4}$/)
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await status(session.token)).toMatchObject({ enabled: true, recoveryCodesLeft: 10 })

    const { rows } = await t.owner.query(
      'select sealed_secret, pending_secret, (select json_agg(code_hash) from auth.recovery_codes r where r.user_id = c.user_id) as hashes from auth.totp_credentials c where user_id = $1',
      [person.userId],
    )
    expect(JSON.stringify(rows[0])).not.toContain(secret)
    for (const code of recoveryCodes ?? []) expect(JSON.stringify(rows[0])).not.toContain(code.replaceAll('-', ''))
    expect(t.platform.keyRing.decrypt(rows[0].sealed_secret, totpPlace(person.userId))).toBe(secret)
    expect(() => t.platform.keyRing.decrypt(rows[0].sealed_secret, totpPlace(person.orgId))).toThrow('does not open')
    expect((await emailsTo(t, person.email)).map((each) => each.subject)).toContain('Two-factor authentication is on')
  })

  test('SEC-10, SEC-13: the own token changes, all other sessions end', async () => {
    const person = await t.register()
    const elsewhere = expectData(await enterPassword(t, person.email)).token
    const { secret } = expectData(await post<{ secret: string }>('2fa/setup', person.token))
    const { session } = expectData(await post<FactorChange>('2fa/enable', person.token, { code: codeAt(t, secret) }))
    expect([await profile(session.token), await profile(person.token), await profile(elsewhere)]).toEqual([200, 401, 401])
    // A client that still sends the old token is refused, but does not end the new session.
    expect(await profile(person.token)).toBe(401)
    expect(await profile(session.token)).toBe(200)
  })

  test('SEC-14: requires authentication in the last ten minutes for every change of a factor', async () => {
    const person = await registerWithApp(t)
    await t.owner.query("update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1", [person.userId])
    t.platform.auth.invalidate(person.userId)
    for (const [path, body] of [
      ['2fa/setup'],
      ['2fa/enable', { code: '123456' }],
      ['2fa/disable', { code: '123456' }],
      ['2fa/recovery-codes'],
      ['2fa/passkeys/begin'],
    ] as [string, unknown][])
      expect((await post(path, person.token, body)).body.code).toBe('REAUTHENTICATION_REQUIRED')
    const again = expectData(await post<Session>('reauthenticate/code', person.token, { code: codeAt(t, person.secret) }))
    expect(again.token).not.toBe(person.token)
    expect(await profile(person.token)).toBe(401)
    expect((await post('2fa/setup', again.token)).status).toBe(200)
  })

  test('R22: refuses a change of a factor after a password alone, confirmed again or changed', async () => {
    const person = await registerWithApp(t)
    await t.owner.query("update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1", [person.userId])
    t.platform.auth.invalidate(person.userId)
    expect((await post('reauthenticate', person.token, { password: testPassword })).status).toBe(409)
    const body = { currentPassword: testPassword, newPassword: 'Tangerine-Walrus-4711!' }
    const { token } = expectData(await post<Session>('change-password', person.token, body))
    expect((await post('2fa/recovery-codes', token)).body.code).toBe('REAUTHENTICATION_REQUIRED')
  })

  test('a setup is good for half an hour, and only its newest secret', async () => {
    const person = await t.register()
    const first = expectData(await post<{ secret: string }>('2fa/setup', person.token)).secret
    const second = expectData(await post<{ secret: string }>('2fa/setup', person.token)).secret
    expect((await post('2fa/enable', person.token, { code: codeAt(t, first) })).status).toBe(422)
    await t.owner.query("update auth.totp_credentials set pending_at = pending_at - interval '31 minutes' where user_id = $1", [
      person.userId,
    ])
    expect((await post('2fa/enable', person.token, { code: codeAt(t, second) })).status).toBe(409)
  })

  test('another app takes the place of the first only when it is confirmed', async () => {
    const person = await registerWithApp(t)
    const next = expectData(await post<{ secret: string }>('2fa/setup', person.token)).secret
    const waiting = await beginSignIn(t, person.email)
    expect((await verifyCode(t, waiting, codeAt(t, next))).status).toBe(401)
    expect((await verifyCode(t, waiting, codeAt(t, person.secret))).status).toBe(200)
    const changed = expectData(await post<FactorChange>('2fa/enable', person.token, { code: codeAt(t, next) }))
    expect(changed.recoveryCodes).toBeNull()
    clock.advance(60_000)
    const later = await beginSignIn(t, person.email)
    expect((await verifyCode(t, later, codeAt(t, person.secret))).status).toBe(401)
    expect((await verifyCode(t, later, codeAt(t, next))).status).toBe(200)
  })

  test('accepts one of eight concurrent confirmations', async () => {
    const person = await t.register()
    const { secret } = expectData(await post<{ secret: string }>('2fa/setup', person.token))
    const code = codeAt(t, secret)
    const responses = await Promise.all(Array.from({ length: 8 }, () => post('2fa/enable', person.token, { code })))
    expect(responses.filter((each) => each.status === 200)).toHaveLength(1)
    expect(responses.every((each) => [200, 401, 409, 422].includes(each.status))).toBe(true)
  })
})

describe('taking it away', () => {
  test('R22: asks for a code or recovery code despite a recent sign-in; after the removal sign-in asks for none', async () => {
    const person = await registerWithApp(t)
    expect((await post('2fa/disable', person.token, { code: wrongCodeFor(t, person.secret) })).status).toBe(422)
    const { session } = expectData(await post<FactorChange>('2fa/disable', person.token, { code: codeAt(t, person.secret) }))
    expect(session.user.twoFactorEnabled).toBe(false)
    expect(await status(session.token)).toMatchObject({ enabled: false, authenticatorSince: null, recoveryCodesLeft: 0 })
    expect('token' in expectData(await enterPassword(t, person.email))).toBe(true)
    expect((await emailsTo(t, person.email)).map((each) => each.subject)).toContain('The authenticator app was removed')
    expect((await post('2fa/disable', session.token, { code: person.recoveryCodes[0] })).status).toBe(422)
  })

  test('a recovery code serves too; new ones end the old', async () => {
    const person = await registerWithApp(t)
    const renewed = expectData(await post<FactorChange>('2fa/recovery-codes', person.token))
    expect(renewed.recoveryCodes).toHaveLength(10)
    const { token } = renewed.session
    expect((await post('2fa/disable', token, { code: person.recoveryCodes[0] })).status).toBe(422)
    // As users type: without hyphens, in lower case.
    const typed = renewed.recoveryCodes?.[0]?.replaceAll('-', ' ').toLowerCase()
    expect((await post('2fa/disable', token, { code: typed })).status).toBe(200)
  })

  test('without a factor there are no recovery codes to make', async () => {
    const person = await t.register()
    expect((await post('2fa/recovery-codes', person.token)).status).toBe(409)
    expect((await post('reauthenticate/code', person.token, { code: '123456' })).status).toBe(409)
  })
})

test('SEC-36, R71: re-encrypts the secrets by keys rotate, and lists the unreadable ones', async () => {
  const person = await registerWithApp(t)
  const lost = await registerWithApp(t)
  await t.owner.query('update auth.totp_credentials set sealed_secret = $2 where user_id = $1', [
    lost.userId,
    createKeyRing({ current: newKey() }).encrypt('X', totpPlace(lost.userId)),
  ])
  const keyRing = createKeyRing({ current: newKey(), previous: [testEncryptionKey] })
  const rotate = () => t.platform.db.withAuth((tx) => rewrapTotpSecrets({ ...t.platform, keyRing }, tx))
  const { rows: before } = await t.owner.query('select count(*)::int as all from auth.totp_credentials')
  expect(await rotate()).toEqual({ rewrapped: before[0].all - 1, unreadable: [lost.userId] })
  expect(await rotate()).toEqual({ rewrapped: 0, unreadable: [lost.userId] })
  const { rows } = await t.owner.query('select sealed_secret from auth.totp_credentials where user_id = $1', [person.userId])
  expect(keyRing.decrypt(rows[0].sealed_secret, totpPlace(person.userId))).toBe(person.secret)
  expect(rows[0].sealed_secret).toContain(`.${keyRing.currentKeyId}.`)
  await t.owner.query('delete from auth.totp_credentials')
})
