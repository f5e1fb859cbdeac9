import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Session } from '@imperium/contract/auth/auth.ts'
import { createTestApp, testPassword } from './test-app.ts'
import type { TestApp } from './test-app.ts'
import { codeAt, registerWithApp, beginSignIn, verifyCode, expectData, liftAddressLimits } from './two-factor-person.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
  liftAddressLimits(t)
})
afterAll(() => t.close())

/** Rows of any table that contain one of the secrets. */
async function scan(secrets: Record<string, string>) {
  const { rows } = await t.owner.query<{ rel: string }>(
    `select format('%I.%I', n.nspname, c.relname) as rel from pg_class c join pg_namespace n on n.oid=c.relnamespace where n.nspname in ('app','auth','pgboss') and c.relkind='r'`,
  )
  const found: string[] = []
  for (const { rel } of rows) {
    const data = await t.owner.query<{ x: string }>(`select x::text as x from ${rel} x`)
    for (const row of data.rows)
      for (const [name, secret] of Object.entries(secrets))
        if (row.x.includes(secret)) found.push(`${name} in ${rel}: ${row.x.slice(0, 200)}`)
  }
  return found
}

// Audit log, queue, outbox, counters and tokens included; mail of the sandbox is sealed until it is delivered, and no worker runs here.
test('R62, SEC-36: stores no sign-in secret in plain form in the database', async () => {
  const p = await registerWithApp(t)
  const waiting = await beginSignIn(t, p.email)
  const session = expectData(await verifyCode(t, waiting, codeAt(t, p.secret)))
  const key = expectData(
    await t.call<{ plainKey: string; id: string }>('POST', '/api/api-keys', {
      token: session.token,
      body: { name: 'k', scopes: ['agents:read'] },
    }),
  )
  const agent = expectData(
    await t.call<{ id: string }>('POST', '/api/agents', { token: session.token, body: { name: 'A', type: 'SALES' } }),
  )
  const akey = expectData(
    await t.call<{ plainKey: string; id: string }>('POST', '/api/agent-api-keys', {
      token: session.token,
      body: { name: 'ak', agentId: agent.id },
    }),
  )
  const rot = expectData(await t.call<{ plainKey: string }>('POST', `/api/api-keys/${key.id}/rotate`, { token: session.token, body: {} }))
  const sso = await t.call('PUT', '/api/security/sso', {
    token: session.token,
    body: {
      issuer: 'https://idp.example',
      clientId: 'c',
      clientSecret: 'sso-client-secret-123456',
      defaultRole: 'MEMBER',
      enabled: false,
      enforced: false,
      trustsAddresses: false,
    },
  })
  expect(sso.status).toBe(200)
  const bad = await t.call('POST', '/api/auth/login', { body: { email: p.email, password: 'Typed-Wrong-Secret-1!' } })
  expect(bad.status).toBe(401)
  await t.call('POST', '/api/auth/forgot-password', { body: { email: p.email } })
  await t.call('POST', '/api/profile/email', { token: session.token, body: { email: 'new-home@example.com' } })
  const re = await t.call<Session>('POST', '/api/auth/reauthenticate/code', { token: session.token, body: { code: p.recoveryCodes[1] } })
  const token = re.body.data.token
  await t.call('POST', '/api/auth/change-password', {
    token,
    body: { currentPassword: 'Typed-Wrong-Secret-2!', newPassword: 'Typed-New-Secret-3!' },
  })
  await t.call('POST', '/api/auth/2fa/enable', { token, body: { code: 'nonsense-code-zz' } })
  const found = await scan({
    password: testPassword,
    'a wrong password': 'Typed-Wrong-Secret-1!',
    'a wrong password of a confirmation': 'Typed-Wrong-Secret-2!',
    'the seed of an authenticator app': p.secret,
    'a recovery code': p.recoveryCodes[0] ?? '-',
    'a recovery code as it is typed': p.recoveryCodes[0]?.replaceAll('-', '') ?? '-',
    'a session': session.token,
    'a session that goes on': token,
    'a sign-in that waits': waiting,
    'a key': key.plainKey,
    'the key of an agent': akey.plainKey,
    'a rotated key': rot.plainKey,
    'a client secret': 'sso-client-secret-123456',
    'a wrong code': 'nonsense-code-zz',
  })
  expect(found).toEqual([])
})
