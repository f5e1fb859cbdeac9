import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { Session } from '@imperium/contract/auth/auth.ts'
import type { PasskeyRequestOptions } from '@imperium/contract/auth/passkeys.ts'
import type { FactorChange, TwoFactorStatus } from '@imperium/contract/auth/two-factor.ts'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { createSoftwareAuthenticator } from '../../../testing/software-authenticator.ts'
import type { Twist } from '../../../testing/software-authenticator.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import {
  verifyCode,
  beginPasskey,
  beginPasskeySignIn,
  beginSignIn,
  enterPassword,
  expectData,
  finishPasskey,
  emailsTo,
  liftAddressLimits,
  registerWithApp,
  registerWithPasskey,
} from '../../../testing/two-factor-person.ts'

const clock = createFakeClock()
let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ clock })
  liftAddressLimits(t)
})
afterAll(() => t.close())

const post = <T>(path: string, body?: unknown, token?: string) =>
  t.call<T>('POST', `/api/auth/${path}`, { body, ...(token ? { token } : {}) })
const finishSignIn = (token: string, credential: unknown) => post<Session>('passkey', { token, credential })
const status = async (token: string) => expectData(await t.call<TwoFactorStatus>('GET', '/api/auth/2fa', { token }))
const newAuthenticator = () => createSoftwareAuthenticator(t.platform.config.publicUrl)
const ceremonyMs = 5 * 60_000

describe('adding a passkey', () => {
  test('asks for a discoverable key with user verification and no attestation; issues recovery codes with the first factor', async () => {
    const person = await t.register()
    const { token, options } = await beginPasskey(t, person.token)
    expect(options).toMatchObject({
      rp: { id: 'localhost', name: 'Imperium' },
      user: { id: Buffer.from(person.userId.replaceAll('-', ''), 'hex').toString('base64url'), name: person.email },
      pubKeyCredParams: [-7, -8, -257].map((alg) => ({ alg, type: 'public-key' })),
      attestation: 'none',
      excludeCredentials: [],
      timeout: ceremonyMs,
      authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    })
    const authenticator = newAuthenticator()
    const added = await finishPasskey(t, person.token, { token, credential: authenticator.create(options), name: '  Work laptop ' })
    expect(added.status).toBe(201)
    expect(added.body.data.recoveryCodes).toHaveLength(10)
    const { session, passkey } = added.body.data
    expect(passkey.name).toBe('Work laptop')
    expect(await status(session.token)).toMatchObject({
      enabled: true,
      authenticatorSince: null,
      passkeys: [{ name: 'Work laptop', lastUsedAt: null }],
    })
    expect((await t.call('GET', '/api/auth/profile', { token: person.token })).status).toBe(401)
    expect((await emailsTo(t, person.email)).map((each) => each.subject)).toContain('A passkey was added')
    // The next registration lists existing passkeys, so that the authenticator does not create a second one.
    const next = await beginPasskey(t, session.token)
    expect(next.options.excludeCredentials).toHaveLength(1)
    const second = expectData(
      await finishPasskey(t, session.token, { token: next.token, credential: newAuthenticator().create(next.options) }),
    )
    expect(second.recoveryCodes).toBeNull()
  })

  test.each(['ES256', 'EdDSA', 'RS256'] as const)('%s', async (algorithm) => {
    const person = await registerWithPasskey(t, { algorithm })
    const { token, options } = await beginPasskeySignIn(t)
    expect((await finishSignIn(token, person.authenticator.get(options))).status).toBe(200)
  })

  test.each<[string, Twist]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['of another port', { origin: 'http://localhost:4444' }],
    ['for another site', { rpId: 'evil.example' }],
    ['to another question', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['without user verification', { userVerified: false }],
    ['without presence', { userPresent: false }],
    ['of another ceremony', { type: 'webauthn.get' }],
  ])('rejects the response %s and consumes the challenge', async (_name, twist) => {
    const person = await t.register()
    const { token, options } = await beginPasskey(t, person.token)
    const authenticator = newAuthenticator()
    const refused = await finishPasskey(t, person.token, { token, credential: authenticator.create(options, twist) })
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'credential'])
    expect((await finishPasskey(t, person.token, { token, credential: authenticator.create(options) })).status).toBe(409)
    expect(await status(person.token)).toMatchObject({ enabled: false, passkeys: [], recoveryCodesLeft: 0 })
  })

  test("rejects another user's challenge, an expired one and a repeated response", async () => {
    const [person, other] = [await t.register(), await t.register()]
    const foreign = await beginPasskey(t, other.token)
    expect(
      (await finishPasskey(t, person.token, { token: foreign.token, credential: newAuthenticator().create(foreign.options) })).status,
    ).toBe(409)
    const old = await beginPasskey(t, person.token)
    clock.advance(ceremonyMs + 1)
    expect((await finishPasskey(t, person.token, { token: old.token, credential: newAuthenticator().create(old.options) })).status).toBe(
      409,
    )
    const { token, options } = await beginPasskey(t, person.token)
    const credential = newAuthenticator().create(options)
    const responses = await Promise.all(Array.from({ length: 8 }, () => finishPasskey(t, person.token, { token, credential })))
    expect(responses.filter((each) => each.status === 201)).toHaveLength(1)
    // A ceremony of one kind is none of another.
    const signIn = await beginPasskeySignIn(t)
    const { session } = responses.find((each) => each.status === 201)?.body.data ?? { session: { token: '' } }
    expect((await finishPasskey(t, session.token, { token: signIn.token, credential })).status).toBe(409)
  })

  test('a passkey of one account cannot be added to another', async () => {
    const [person, other] = [await t.register(), await t.register()]
    const authenticator = newAuthenticator()
    const first = await beginPasskey(t, person.token)
    const credential = authenticator.create(first.options)
    expect((await finishPasskey(t, person.token, { token: first.token, credential })).status).toBe(201)
    const second = await beginPasskey(t, other.token)
    // The same credential id, as in a response copied to the other user's challenge.
    const client = Buffer.from(
      JSON.stringify({ type: 'webauthn.create', challenge: second.options.challenge, origin: 'http://localhost:3000', crossOrigin: false }),
    )
    const copied = { ...credential, response: { ...credential.response, clientDataJSON: client.toString('base64url') } }
    expect((await finishPasskey(t, other.token, { token: second.token, credential: copied })).status).toBe(409)
    expect(await status(other.token)).toMatchObject({ enabled: false, passkeys: [] })
  })
})

describe('passkey-only sign-in', () => {
  test('counts as two factors: starts a session that is freshly authenticated', async () => {
    const person = await registerWithPasskey(t)
    const { token, options } = await beginPasskeySignIn(t)
    expect(options).toMatchObject({ rpId: 'localhost', userVerification: 'required', allowCredentials: [] })
    const session = expectData(await finishSignIn(token, person.authenticator.get(options)))
    expect(session.user.id).toBe(person.userId)
    expect((await post('2fa/setup', undefined, session.token)).status).toBe(200)
    const { rows } = await t.owner.query('select method from auth.sessions where user_id = $1 order by created_at desc limit 1', [
      person.userId,
    ])
    expect(rows[0].method).toBe('passkey')
    expect((await status(session.token)).passkeys[0]?.lastUsedAt).not.toBeNull()
  })

  test.each<[string, Twist]>([
    ['of another origin', { origin: 'https://evil.example' }],
    ['for another site', { rpId: 'evil.example' }],
    ['to another question', { challenge: Buffer.alloc(32, 1).toString('base64url') }],
    ['without user verification', { userVerified: false }],
    ['without presence', { userPresent: false }],
    ['of another ceremony', { type: 'webauthn.create' }],
    ['with the handle of somebody else', { userHandle: Buffer.alloc(16, 1).toString('base64url') }],
    ['without a handle', { userHandle: null }],
  ])('rejects and audits the response %s', async (_name, twist) => {
    const person = await registerWithPasskey(t)
    const { token, options } = await beginPasskeySignIn(t)
    const refused = await finishSignIn(token, person.authenticator.get(options, twist))
    expect([refused.status, refused.body.code]).toEqual([401, 'INVALID_CREDENTIALS'])
    expect((await finishSignIn(token, person.authenticator.get(options))).status).toBe(401)
    const { rows } = await t.owner.query(
      "select count(*)::int as n from auth.login_events where reason = 'wrong passkey' and at > now() - interval '1 minute'",
    )
    expect(rows[0].n).toBeGreaterThan(0)
  })

  test('rejects a wrong signature, an unknown key, a removed key and a disabled account identically', async () => {
    const [person, other] = [await registerWithPasskey(t), await registerWithPasskey(t)]
    const attempt = async (change: (credential: ReturnType<typeof person.authenticator.get>) => unknown) => {
      const { token, options } = await beginPasskeySignIn(t)
      const { status: code, body } = await finishSignIn(token, change(person.authenticator.get(options)))
      return [code, body.error]
    }
    const refusal = [401, 'That passkey was not accepted. Try again, or sign in with your password.']
    const { options } = await beginPasskeySignIn(t)
    const foreign = other.authenticator.get(options)
    expect(await attempt((own) => ({ ...own, response: { ...own.response, signature: foreign.response.signature } }))).toEqual(refusal)
    expect(await attempt((own) => ({ ...own, id: 'AAAA', rawId: 'AAAA' }))).toEqual(refusal)
    expect(await attempt((own) => ({ ...own, response: { ...own.response, authenticatorData: 'AAAA' } }))).toEqual(refusal)
    expect(await attempt((own) => own)).toEqual([200, undefined])
    await t.owner.query("update auth.users set status = 'DISABLED' where id = $1", [person.userId])
    expect(await attempt((own) => own)).toEqual(refusal)
    await t.owner.query("update auth.users set status = 'ACTIVE' where id = $1", [person.userId])
    await t.owner.query('delete from auth.passkeys where user_id = $1', [person.userId])
    expect(await attempt((own) => own)).toEqual(refusal)
  })

  test('accepts a response once, also of eight concurrent ones, and only for five minutes', async () => {
    const person = await registerWithPasskey(t)
    const { token, options } = await beginPasskeySignIn(t)
    const credential = person.authenticator.get(options)
    const responses = await Promise.all(Array.from({ length: 8 }, () => finishSignIn(token, credential)))
    expect(responses.filter((each) => each.status === 200)).toHaveLength(1)
    expect((await finishSignIn(token, credential)).status).toBe(401)
    const late = await beginPasskeySignIn(t)
    clock.advance(ceremonyMs + 1)
    expect((await finishSignIn(late.token, person.authenticator.get(late.options))).status).toBe(401)
  })

  test('rejects and audits a counter that does not grow, as a copied key; allows keys without a counter', async () => {
    const person = await registerWithPasskey(t, { counter: 7 })
    for (const [counter, expected] of [
      [8, 200],
      [8, 401],
      [3, 401],
      [0, 401],
      [20, 200],
    ] as const) {
      const { token, options } = await beginPasskeySignIn(t)
      expect((await finishSignIn(token, person.authenticator.get(options, { counter }))).status).toBe(expected)
    }
    const { rows } = await t.owner.query(
      "select before, after from app.audit_log where action = 'two-factor.passkeyCounterWentBack' and target_id = $1 order by seq",
      [person.passkeyId],
    )
    expect(rows).toEqual([8, 3, 0].map((counter) => ({ before: { counter: 8 }, after: { counter } })))
    const synced = await registerWithPasskey(t, { counter: 0 })
    for (let i = 0; i < 2; i++) {
      const { token, options } = await beginPasskeySignIn(t)
      expect((await finishSignIn(token, synced.authenticator.get(options, { counter: 0 }))).status).toBe(200)
    }
  })
})

describe('a passkey as second step', () => {
  const begin = (challengeToken: string) => post<{ options: PasskeyRequestOptions }>('2fa/verify/passkey/begin', { challengeToken })
  const finish = (challengeToken: string, credential: unknown) => post<Session>('2fa/verify/passkey', { challengeToken, credential })

  test('asks for a passkey after the password, lists the own keys, and opens a session', async () => {
    const person = await registerWithPasskey(t)
    const { challenge } = expectData(await enterPassword(t, person.email))
    expect(challenge.methods).toEqual(['passkey', 'recovery'])
    const { options } = expectData(await begin(challenge.token))
    expect(options.allowCredentials).toHaveLength(1)
    // The password was the other factor: presence is enough.
    expect((await finish(challenge.token, person.authenticator.get(options, { userVerified: false, userHandle: null }))).status).toBe(200)
    expect((await begin(challenge.token)).body.code).toBe('CHALLENGE_EXPIRED')
  })

  test("rejects and counts another user's passkey, a challenge never issued, a consumed one and an expired one", async () => {
    const [person, other] = [await registerWithPasskey(t), await registerWithPasskey(t)]
    const token = await beginSignIn(t, person.email)
    const own = expectData(await begin(token)).options
    expect((await finish(token, other.authenticator.get(own))).body.code).toBe('WRONG_FACTOR')
    expect((await finish(token, person.authenticator.get(own))).body.code).toBe('WRONG_FACTOR')
    const late = expectData(await begin(token)).options
    clock.advance(ceremonyMs + 1)
    expect((await finish(token, person.authenticator.get(late))).body.code).toBe('WRONG_FACTOR')
    const wrong = expectData(await begin(token)).options
    expect((await finish(token, person.authenticator.get(wrong, { origin: 'https://evil.example' }))).body.code).toBe('WRONG_FACTOR')
    const last = expectData(await begin(token)).options
    expect((await finish(token, person.authenticator.get(last, { rpId: 'evil.example' }))).body.code).toBe('CHALLENGE_EXPIRED')
    expect((await begin(token)).body.code).toBe('CHALLENGE_EXPIRED')
  })

  test('accepts a recovery code when the passkey is lost; asks for nothing without passkeys', async () => {
    const person = await registerWithPasskey(t)
    expect((await verifyCode(t, await beginSignIn(t, person.email), person.recoveryCodes[0] ?? '')).status).toBe(200)
    const withApp = await registerWithApp(t)
    expect((await begin(await beginSignIn(t, withApp.email))).body.code).toBe('WRONG_FACTOR')
  })
})

describe('managing passkeys', () => {
  test('renames and removes only own passkeys; removing the last one ends the factor', async () => {
    const [person, other] = [await registerWithPasskey(t), await registerWithPasskey(t)]
    const at = `/api/auth/2fa/passkeys/${person.passkeyId}`
    expect((await t.call('PATCH', at, { token: other.token, body: { name: 'Mine' } })).status).toBe(404)
    expect((await t.call('DELETE', at, { token: other.token })).status).toBe(404)
    expect((await t.call('PATCH', at, { token: person.token, body: { name: 'Phone' } })).body.data).toMatchObject({ name: 'Phone' })
    expect((await t.call('PATCH', at, { token: person.token, body: { name: '' } })).status).toBe(422)
    const { session } = expectData(await t.call<FactorChange>('DELETE', at, { token: person.token }))
    expect(await status(session.token)).toMatchObject({ enabled: false, passkeys: [], recoveryCodesLeft: 0 })
    expect('token' in expectData(await enterPassword(t, person.email))).toBe(true)
    expect((await emailsTo(t, person.email)).map((each) => each.subject)).toContain('A passkey was removed')
  })

  test('an account has at most twenty', async () => {
    const person = await registerWithPasskey(t)
    await t.owner.query(
      `insert into auth.passkeys (id, user_id, credential_id, public_key, counter, name, backed_up)
       select gen_random_uuid(), $1::uuid, decode(md5($1::text || n), 'hex'), '\\x00', 0, 'Key ' || n, false from generate_series(1, 19) n`,
      [person.userId],
    )
    expect((await post('2fa/passkeys/begin', undefined, person.token)).status).toBe(409)
  })
})

describe('reauthentication', () => {
  const begin = (token: string) => post<{ token: string; options: PasskeyRequestOptions }>('reauthenticate/passkey/begin', undefined, token)

  test('SEC-10, SEC-14: a passkey opens sensitive acts again under a new token', async () => {
    const person = await registerWithPasskey(t)
    await t.owner.query("update auth.sessions set authenticated_at = now() - interval '1 hour' where user_id = $1", [person.userId])
    t.platform.auth.invalidate(person.userId)
    expect((await post('2fa/setup', undefined, person.token)).status).toBe(403)
    const { token, options } = expectData(await begin(person.token))
    const credential = person.authenticator.get(options)
    const session = expectData(await post<Session>('reauthenticate/passkey', { token, credential }, person.token))
    expect((await post('2fa/setup', undefined, session.token)).status).toBe(200)
    expect((await t.call('GET', '/api/auth/profile', { token: person.token })).status).toBe(401)
    expect((await post('reauthenticate/passkey', { token, credential }, session.token)).status).toBe(409)
  })

  test("rejects a wrong response and another user's challenge", async () => {
    const [person, other] = [await registerWithPasskey(t), await registerWithPasskey(t)]
    const own = expectData(await begin(person.token))
    const wrong = await post('reauthenticate/passkey', { token: own.token, credential: other.authenticator.get(own.options) }, person.token)
    expect(wrong.status).toBe(422)
    const foreign = expectData(await begin(other.token))
    const taken = { token: foreign.token, credential: other.authenticator.get(foreign.options) }
    expect((await post('reauthenticate/passkey', taken, person.token)).status).toBe(409)
    const plain = await t.register()
    expect((await begin(plain.token)).status).toBe(409)
  })
})
