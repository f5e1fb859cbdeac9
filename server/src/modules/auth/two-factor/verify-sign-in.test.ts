import fc from 'fast-check'
import { TOTP } from 'otpauth'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '@imperium/contract/auth/auth.ts'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import {
  verifyCode,
  beginSignIn,
  codeAt,
  enterPassword,
  expectData,
  liftAddressLimits,
  emailsTo,
  registerWithApp,
  wrongCodeFor,
} from '../../../testing/two-factor-person.ts'
import { matchStep, newTotpSecret } from './totp.ts'

const clock = createFakeClock()
let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ clock })
  liftAddressLimits(t)
})
afterAll(() => t.close())

const nextStep = () => clock.advance(30_000)

describe('the second step', () => {
  test('SEC-6: answers the password alone with a challenge that lists the factors and is no session', async () => {
    const person = await registerWithApp(t)
    const { status, body, headers } = await enterPassword(t, person.email, { origin: 'http://localhost:3000', host: 'localhost:3000' })
    expect(status).toBe(200)
    expect(body.data).toEqual({ challenge: { token: expect.any(String), methods: ['totp', 'recovery'], expiresAt: expect.any(String) } })
    expect(headers['set-cookie']).toBeUndefined()
    const { token } = body.data.challenge
    expect((await t.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    expect((await t.call('POST', '/api/auth/refresh', { token })).status).toBe(401)
    const session = expectData(await verifyCode(t, token, codeAt(t, person.secret)))
    expect(session.user).toMatchObject({ id: person.userId, twoFactorEnabled: true })
    expect((await t.call('GET', '/api/auth/profile', { token: session.token })).status).toBe(200)
    const { rows } = await t.owner.query('select method from auth.sessions where user_id = $1 order by created_at desc limit 1', [
      person.userId,
    ])
    expect(rows[0].method).toBe('password')
  })

  test('R22: a code works once, in the same sign-in or another, and no earlier one after it', async () => {
    const person = await registerWithApp(t)
    const [first, second] = [await beginSignIn(t, person.email), await beginSignIn(t, person.email)]
    const code = codeAt(t, person.secret)
    const ahead = codeAt(t, person.secret, 1)
    expect((await verifyCode(t, first, ahead)).status).toBe(200)
    expect((await verifyCode(t, second, ahead)).body.code).toBe('WRONG_FACTOR')
    expect((await verifyCode(t, second, code)).body.code).toBe('WRONG_FACTOR')
    expect((await verifyCode(t, first, code)).body.code).toBe('CHALLENGE_EXPIRED')
    clock.advance(60_000)
    expect((await verifyCode(t, second, codeAt(t, person.secret))).status).toBe(200)
  })

  test.each([
    ['one sign-in', 1],
    ['eight sign-ins', 8],
  ])('opens one session for eight concurrent right codes to %s', async (_name, signIns) => {
    const person = await registerWithApp(t)
    const tokens = await Promise.all(Array.from({ length: signIns }, () => beginSignIn(t, person.email)))
    const code = codeAt(t, person.secret)
    const responses = await Promise.all(Array.from({ length: 8 }, (_, at) => verifyCode(t, tokens[at % signIns] ?? '', code)))
    expect(responses.filter((each) => each.status === 200)).toHaveLength(1)
    expect(responses.filter((each) => each.status === 401)).toHaveLength(7)
  })

  test('accepts a recovery code once, also of eight concurrent ones, and reports its use by email', async () => {
    const person = await registerWithApp(t)
    const [code = '', other = ''] = person.recoveryCodes
    const tokens = await Promise.all(Array.from({ length: 8 }, () => beginSignIn(t, person.email)))
    const responses = await Promise.all(tokens.map((token) => verifyCode(t, token, code)))
    expect(responses.filter((each) => each.status === 200)).toHaveLength(1)
    expect((await emailsTo(t, person.email)).filter((each) => each.subject === 'A recovery code was used')).toHaveLength(1)
    expect((await verifyCode(t, await beginSignIn(t, person.email), code)).status).toBe(401)
    expect((await verifyCode(t, await beginSignIn(t, person.email), other)).status).toBe(200)
    const { rows } = await t.owner.query(
      "select count(*)::int as used from app.audit_log where action = 'two-factor.takeRecoveryCode' and actor_id = $1",
      [person.userId],
    )
    expect(rows[0].used).toBe(2)
  })

  test('rejects codes of another user', async () => {
    const [person, other] = [await registerWithApp(t), await registerWithApp(t)]
    const waiting = await beginSignIn(t, person.email)
    expect((await verifyCode(t, waiting, codeAt(t, other.secret))).status).toBe(401)
    expect((await verifyCode(t, waiting, other.recoveryCodes[0] ?? '')).status).toBe(401)
    // No code of the other user was consumed by it.
    expect((await verifyCode(t, await beginSignIn(t, other.email), other.recoveryCodes[0] ?? '')).status).toBe(200)
  })

  test('ends a challenge after ten minutes, for an unknown token, and for an account disabled or reset meanwhile', async () => {
    const expect401 = async (person: TestUser & { secret: string }, token: string) => {
      const { status, body } = await verifyCode(t, token, codeAt(t, person.secret))
      expect([status, body.code, body.error]).toEqual([401, 'CHALLENGE_EXPIRED', 'This sign-in has expired. Please sign in again.'])
    }
    const person = await registerWithApp(t)
    await expect401(person, 'x'.repeat(43))
    await expect401(person, 'null')
    const old = await beginSignIn(t, person.email)
    clock.advance(10 * 60_000 + 1)
    await expect401(person, old)
    const waiting = await beginSignIn(t, person.email)
    await t.owner.query("update auth.users set status = 'DISABLED' where id = $1", [person.userId])
    await expect401(person, waiting)
    await t.owner.query("update auth.users set status = 'ACTIVE', second_factor_at = null where id = $1", [person.userId])
    await expect401(person, waiting)
  })
})

describe('guessing', () => {
  test('R22: ends the sign-in after five wrong codes, audits each, and warns the user once', async () => {
    const person = await registerWithApp(t)
    const wrong = wrongCodeFor(t, person.secret)
    for (let round = 0; round < 2; round++) {
      const waiting = await beginSignIn(t, person.email)
      for (let i = 0; i < 4; i++) expect((await verifyCode(t, waiting, wrong)).body.code).toBe('WRONG_FACTOR')
      expect((await verifyCode(t, waiting, wrong)).body).toMatchObject({
        code: 'CHALLENGE_EXPIRED',
        error: 'Too many wrong answers. Please sign in again.',
      })
      await t.owner.query("delete from auth.rate_hits where key not like '%warned%'")
      expect((await verifyCode(t, waiting, codeAt(t, person.secret))).body.code).toBe('CHALLENGE_EXPIRED')
    }
    const { rows } = await t.owner.query(
      `select (select count(*)::int from auth.login_events where user_id = $1 and not success and reason = 'wrong second factor') as events,
              (select count(*)::int from app.audit_log where target_id = $1::text and action = 'two-factor.verify' and outcome = 'refused') as audited`,
      [person.userId],
    )
    expect(rows[0]).toEqual({ events: 10, audited: 10 })
    expect((await emailsTo(t, person.email)).filter((each) => each.subject === 'Wrong codes at your sign-in')).toHaveLength(1)
  })

  test('counts eight concurrent wrong codes as eight, and checks none after the fifth', async () => {
    const person = await registerWithApp(t)
    const waiting = await beginSignIn(t, person.email)
    const wrong = wrongCodeFor(t, person.secret)
    const responses = await Promise.all(Array.from({ length: 8 }, () => verifyCode(t, waiting, wrong)))
    expect(responses.filter((each) => each.body.code === 'WRONG_FACTOR')).toHaveLength(4)
    expect(responses.filter((each) => each.body.code === 'CHALLENGE_EXPIRED')).toHaveLength(4)
  })

  test('SEC-4: ten wrong codes in a quarter of an hour delay more, over all challenges; recovery codes stay open', async () => {
    const person = await registerWithApp(t)
    const wrong = wrongCodeFor(t, person.secret)
    for (let i = 0; i < 10; i++) expect((await verifyCode(t, await beginSignIn(t, person.email), wrong)).status).toBe(401)
    const waiting = await beginSignIn(t, person.email)
    const limited = await verifyCode(t, waiting, codeAt(t, person.secret))
    expect([limited.status, Number(limited.headers['retry-after']) <= 900]).toEqual([429, true])
    // Nor by the reauthentication of a signed-in user.
    expect((await t.call('POST', '/api/auth/reauthenticate/code', { token: person.token, body: { code: wrong } })).status).toBe(429)
    expect((await t.call('POST', '/api/auth/2fa/disable', { token: person.token, body: { code: wrong } })).status).toBe(429)
    expect((await verifyCode(t, waiting, person.recoveryCodes[0] ?? '')).status).toBe(200)
    // Another user is not affected.
    const other = await registerWithApp(t)
    expect((await verifyCode(t, await beginSignIn(t, other.email), codeAt(t, other.secret))).status).toBe(200)
  })

  test('a right code forgives the wrong ones before it', async () => {
    const person = await registerWithApp(t)
    const wrong = wrongCodeFor(t, person.secret)
    for (let round = 0; round < 3; round++) {
      const waiting = await beginSignIn(t, person.email)
      for (let i = 0; i < 4; i++) expect((await verifyCode(t, waiting, wrong)).status).toBe(401)
      nextStep()
      expect((await verifyCode(t, waiting, codeAt(t, person.secret))).status).toBe(200)
    }
  })
})

describe('the window of codes', () => {
  test('property: accepts a code within one step of its own, and returns its step', () => {
    const holds = fc.check(
      fc.property(
        fc.integer({ min: 1e9, max: 4e9 }),
        fc.integer({ min: -5, max: 5 }),
        fc.integer({ min: 0, max: 29 }),
        (seconds, steps, within) => {
          const secret = newTotpSecret()
          const step = Math.floor(seconds / 30)
          const now = new Date((step * 30 + within) * 1_000)
          const code = new TOTP({ secret }).generate({ timestamp: (step + steps) * 30_000 })
          const right = [-1, 0, 1].filter((each) => new TOTP({ secret }).generate({ timestamp: (step + each) * 30_000 }) === code)
          const found = matchStep(secret, code, now)
          // Two steps may have the same code by chance: then either is right.
          return right.length === 0 ? found === null && Math.abs(steps) > 1 : found !== null && right.includes(found - step)
        },
      ),
      { numRuns: 500 },
    )
    expect(holds.counterexample).toBeNull()
  })

  test('property: accepts each step once and never after a later one, for codes of near steps in any order', async () => {
    const person = await registerWithApp(t)
    // A step must not end between the making of a code and its check.
    await clock.whileStopped(() =>
      fc.assert(
        fc.asyncProperty(fc.array(fc.integer({ min: -2, max: 2 }), { minLength: 1, maxLength: 6 }), async (order) => {
          clock.advance(10 * 30_000)
          await t.owner.query('delete from auth.rate_hits')
          const used = new Map<string, Session>()
          let latest = -2
          for (const steps of order) {
            const { status, body } = await verifyCode(t, await beginSignIn(t, person.email), codeAt(t, person.secret, steps))
            const isRight = Math.abs(steps) <= 1 && steps > latest
            expect([steps, status]).toEqual([steps, isRight ? 200 : 401])
            if (!isRight) continue
            latest = steps
            expect(used.has(body.data.token)).toBe(false)
            used.set(body.data.token, body.data)
          }
        }),
        { numRuns: 12 },
      ),
    )
  }, 60_000)
})
