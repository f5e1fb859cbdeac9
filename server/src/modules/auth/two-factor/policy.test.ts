import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { User } from '@imperium/contract/auth/auth.ts'
import type { FactorChange, TwoFactorStatus } from '@imperium/contract/auth/two-factor.ts'
import { runAdmin } from '../../../testing/run-admin.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { testEncryptionKey } from '../../../testing/test-secrets.ts'
import {
  beginSignIn,
  codeAt,
  enterPassword,
  expectData,
  emailsTo,
  liftAddressLimits,
  registerWithApp,
  registerWithPasskey,
} from '../../../testing/two-factor-person.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
  liftAddressLimits(t)
})
afterAll(() => t.close())

const setPolicy = (token: string, required: boolean) =>
  t.call<{ required: boolean; membersWithout: number }>('PATCH', '/api/security/two-factor', { token, body: { required } })
const agents = (token: string) => t.call('GET', '/api/agents', { token })
const profile = async (token: string) => expectData(await t.call<User>('GET', '/api/auth/profile', { token }))

test("SEC-6: requires it of the owner who switches it on and of every member's next request, and admits members who set it up", async () => {
  const plain = await t.register()
  const refused = await setPolicy(plain.token, true)
  expect([refused.status, refused.body.error]).toEqual([409, 'Set up two-factor authentication for your own account first.'])
  const owner = await registerWithApp(t)
  const member = await t.addMember(owner.orgId, 'MEMBER')
  // Both are in the cache of sessions.
  expect([(await agents(owner.token)).status, (await agents(member.token)).status]).toEqual([200, 200])
  expect((await setPolicy(member.token, true)).status).toBe(403)
  expect((await setPolicy(owner.token, true)).body.data).toEqual({ required: true, membersWithout: 1 })

  expect((await agents(owner.token)).status).toBe(200)
  expect((await agents(member.token)).body.code).toBe('TWO_FACTOR_REQUIRED')
  expect(await profile(member.token)).toMatchObject({ mustSetUpTwoFactor: true, twoFactorEnabled: false })
  const { secret } = expectData(await t.call<{ secret: string }>('POST', '/api/auth/2fa/setup', { token: member.token }))
  const { session } = expectData(
    await t.call<FactorChange>('POST', '/api/auth/2fa/enable', { token: member.token, body: { code: codeAt(t, secret) } }),
  )
  expect(session.user.mustSetUpTwoFactor).toBe(false)
  expect((await agents(session.token)).status).toBe(200)
  expect((await t.call('GET', '/api/security/two-factor', { token: owner.token })).body.data).toEqual({ required: true, membersWithout: 0 })

  const { rows } = await t.owner.query(
    "select before, after, actor_id from app.audit_log where org_id = $1 and action = 'two-factor.setPolicy' and outcome = 'success'",
    [owner.orgId],
  )
  expect(rows).toEqual([{ before: { requireTwoFactor: false }, after: { requireTwoFactor: true }, actor_id: owner.userId }])
})

test('the last factor cannot be taken away while it is required; an earlier one can, and the last one afterwards', async () => {
  const owner = await registerWithApp(t)
  await setPolicy(owner.token, true)
  const status = expectData(await t.call<TwoFactorStatus>('GET', '/api/auth/2fa', { token: owner.token }))
  expect(status.requiredBy).toMatchObject([{ id: owner.orgId }])
  const disable = (token: string, code: string | undefined) =>
    t.call<FactorChange>('POST', '/api/auth/2fa/disable', { token, body: { code } })
  const refused = await disable(owner.token, owner.recoveryCodes[0])
  expect([refused.status, refused.body.error]).toEqual([409, expect.stringContaining('requires two-factor authentication')])
  // Nothing happened: the code is still valid.
  await setPolicy(owner.token, false)
  expect((await disable(owner.token, owner.recoveryCodes[0])).status).toBe(200)

  const keyed = await registerWithPasskey(t)
  await setPolicy(keyed.token, true)
  const removal = await t.call('DELETE', `/api/auth/2fa/passkeys/${keyed.passkeyId}`, { token: keyed.token })
  expect(removal.status).toBe(409)
  const { secret } = expectData(await t.call<{ secret: string }>('POST', '/api/auth/2fa/setup', { token: keyed.token }))
  const { session } = expectData(
    await t.call<FactorChange>('POST', '/api/auth/2fa/enable', { token: keyed.token, body: { code: codeAt(t, secret) } }),
  )
  expect((await t.call('DELETE', `/api/auth/2fa/passkeys/${keyed.passkeyId}`, { token: session.token })).status).toBe(200)
})

test('keeps one of two last factors removed concurrently while one is required', async () => {
  const person = await registerWithPasskey(t)
  const { secret } = expectData(await t.call<{ secret: string }>('POST', '/api/auth/2fa/setup', { token: person.token }))
  const { session } = expectData(
    await t.call<FactorChange>('POST', '/api/auth/2fa/enable', { token: person.token, body: { code: codeAt(t, secret, -1) } }),
  )
  await setPolicy(session.token, true)
  await Promise.all([
    t.call('DELETE', `/api/auth/2fa/passkeys/${person.passkeyId}`, { token: session.token }),
    t.call('POST', '/api/auth/2fa/disable', { token: session.token, body: { code: codeAt(t, secret) } }),
  ])
  const { rows } = await t.owner.query(
    `select (select count(*) from auth.passkeys where user_id = $1)::int + (select count(*) from auth.totp_credentials where user_id = $1)::int as left,
            (select second_factor_at is not null from auth.users where id = $1) as asked`,
    [person.userId],
  )
  expect(rows[0].asked).toBe(true)
  expect(rows[0].left).toBeGreaterThan(0)
})

test('lets the operator reset a lost factor: ends sessions, notifies the user, audits', async () => {
  const person = await registerWithApp(t)
  const waiting = await beginSignIn(t, person.email)
  const { host, port, user, database } = t.connection
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const admin = (email: string) => runAdmin(['users', 'reset-two-factor', email], { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
  expect(await admin('nobody@example.com')).toMatchObject({ code: 1, output: expect.stringContaining('no active account') })
  expect(await admin(person.email.toUpperCase())).toMatchObject({
    code: 0,
    output: expect.stringContaining('removed the authenticator app'),
  })
  await vi.waitFor(async () => expect((await agents(person.token)).status).toBe(401), { timeout: 25_000 })
  expect((await t.call('POST', '/api/auth/2fa/verify', { body: { challengeToken: waiting, code: codeAt(t, person.secret) } })).status).toBe(
    401,
  )
  expect('token' in expectData(await enterPassword(t, person.email))).toBe(true)
  expect((await emailsTo(t, person.email)).map((each) => each.subject)).toContain('Your two-factor authentication was reset')
  const { rows } = await t.owner.query("select actor_kind, before from app.audit_log where action = 'two-factor.reset'")
  expect(rows).toEqual([{ actor_kind: 'operator', before: { authenticator: true, passkeys: 0, recoveryCodes: 10, sessions: 1 } }])
}, 60_000)
