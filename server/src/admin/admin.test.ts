import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { planLimits } from '@imperium/contract/plans.ts'
import { runAdmin } from '../testing/run-admin.ts'
import { createTestApp, testPassword } from '../testing/test-app.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'
import { testEncryptionKey } from '../testing/test-secrets.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register({ organizationName: 'Acme Robotics' })
})
afterAll(() => t.close())

const admin = (...args: string[]) => {
  const { host, port, user: owner, database } = t.connection
  const DATABASE_URL = `postgres://${owner}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  return runAdmin(args, { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
}
const createAgent = () => t.call('POST', '/api/agents', { token: user.token, body: { name: 'Writer', type: 'SALES' } })
const organization = async () =>
  (await t.call<{ organization: Record<string, unknown> }>('GET', '/api/auth/profile', { token: user.token })).body.data.organization

test('help and mistakes: a sentence and an exit code', async () => {
  expect(await admin('--help')).toMatchObject({ code: 0, output: expect.stringContaining('organizations set <slug>') })
  expect(await admin('organization', 'list')).toMatchObject({ code: 2, output: expect.stringContaining('There is no command') })
  expect(await admin('organizations', 'set')).toMatchObject({ code: 2, output: expect.stringContaining('Usage: npm run admin') })
  for (const args of [
    ['--plan', 'GOLD'],
    ['--status', 'GONE'],
    ['--max-agents', '-1'],
    ['--max-users', '1.5'],
    ['--api-calls', '99999999999'],
  ])
    expect((await admin('organizations', 'set', user.slug, ...args)).code).not.toBe(0)
  expect(await admin('organizations', 'set', 'nobody', '--plan', 'EMPEROR')).toMatchObject({
    code: 1,
    output: expect.stringContaining('There is no organization "nobody"'),
  })
  expect(await organization()).toMatchObject({ planType: 'FREE', maxAgents: 5, status: 'ACTIVE' })
}, 60_000)

test('with DATABASE_URL, backup and restore name the tools of the database', async () => {
  expect(await admin('backup', '/var/tmp/never.tar.gz')).toMatchObject({ code: 1, output: expect.stringContaining('pg_dump') })
  expect(await admin('restore', '/var/tmp/never.tar.gz')).toMatchObject({ code: 1, output: expect.stringContaining('pg_restore') })
})

test('sets plan, limits and status in the running server and audits them', async () => {
  expect((await admin('organizations', 'set', user.slug, '--plan', 'emperor', '--max-users', '7')).code).toBe(0)
  // The server caches sessions for 3 seconds; the signal drops this one from the cache.
  await vi.waitFor(async () => expect(await organization()).toMatchObject({ planType: 'EMPEROR', maxAgents: 1000, maxUsers: 7 }), {
    timeout: 25_000,
  })
  expect((await admin('organizations', 'set', user.slug, '--status', 'SUSPENDED')).code).toBe(0)
  await vi.waitFor(async () => expect((await createAgent()).body.code).toBe('ORGANIZATION_SUSPENDED'), { timeout: 25_000 })
  await admin('organizations', 'set', user.slug, '--status', 'ACTIVE')
  await vi.waitFor(async () => expect((await createAgent()).status).toBe(201), { timeout: 25_000 })
  const { rows } = await t.owner.query(
    "select actor_kind, action, before, after from app.audit_log where org_id = $1 and action = 'organizations.set' order by seq limit 1",
    [user.orgId],
  )
  expect(rows[0]).toMatchObject({
    actor_kind: 'operator',
    before: { plan_type: 'FREE', max_agents: 5, max_users: 10 },
    after: { plan_type: 'EMPEROR', max_users: 7, api_calls_limit: planLimits.EMPEROR.apiCallsPerMonth },
  })
  const { output } = await admin('organizations', 'list', '--json')
  expect(JSON.parse(output)).toContainEqual(expect.objectContaining({ slug: user.slug, plan: 'EMPEROR', users: 1, maxUsers: 7 }))
}, 60_000)

test('ends the sessions of one account or of all; a disabled account cannot sign in until it is active again', async () => {
  const other = await t.register()
  const profile = async (token: string) => (await t.call('GET', '/api/auth/profile', { token })).status
  const signIn = (email: string) => t.call<{ token: string }>('POST', '/api/auth/login', { body: { email, password: testPassword } })
  expect((await admin('sessions', 'end')).code).toBe(2)
  expect((await admin('sessions', 'end', other.email, '--all')).code).toBe(2)
  expect(await admin('sessions', 'end', 'nobody@example.com')).toMatchObject({ code: 1, output: expect.stringContaining('no account') })
  expect(await admin('sessions', 'end', other.email.toUpperCase())).toMatchObject({ code: 0, output: '1 session(s) ended.' })
  await vi.waitFor(async () => expect(await profile(other.token)).toBe(401), { timeout: 25_000 })
  expect(await profile(user.token)).toBe(200)

  expect((await admin('users', 'set', other.email, '--status', 'gone')).code).toBe(2)
  const { token } = (await signIn(other.email)).body.data
  expect((await admin('users', 'set', other.email, '--status', 'disabled')).output).toContain('ACTIVE -> DISABLED')
  await vi.waitFor(async () => expect(await profile(token)).toBe(401), { timeout: 25_000 })
  expect((await signIn(other.email)).status).toBe(401)
  await admin('users', 'set', other.email, '--status', 'ACTIVE')
  expect((await signIn(other.email)).status).toBe(200)

  expect((await admin('sessions', 'end', '--all')).output).toMatch(/^[2-9] session/)
  await vi.waitFor(async () => expect(await profile(user.token)).toBe(401), { timeout: 25_000 })
  user = { ...user, token: (await signIn(user.email)).body.data.token }
  const { rows } = await t.owner.query(
    "select action from app.audit_log where actor_kind = 'operator' and action ~ '^(auth|users)' order by seq",
  )
  expect(rows.map((row) => row.action)).toEqual(['auth.endSessions', 'users.set', 'users.set', 'auth.endSessions'])
}, 60_000)

test('keys are not rotated under a running server', async () => {
  expect(await admin('keys', 'rotate')).toMatchObject({ code: 1, output: expect.stringContaining('ENCRYPTION_KEY_PREVIOUS') })
  const { host, port, user: owner, database } = t.connection
  const DATABASE_URL = `postgres://${owner}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const env = { DATABASE_URL, ENCRYPTION_KEY: Buffer.alloc(32, 7).toString('base64'), ENCRYPTION_KEY_PREVIOUS: testEncryptionKey }
  expect(await runAdmin(['keys', 'rotate'], env)).toMatchObject({ code: 1, output: expect.stringContaining('Imperium is running') })
  // Nothing was changed: the server still signs in to its database.
  expect((await createAgent()).status).toBe(201)
})

test('lists accounts, prints a link that sets a new password, and deletes an organization within 30 days', async () => {
  const other = await t.register()
  const { output } = await admin('users', 'list', '--json')
  expect(JSON.parse(output)).toContainEqual(expect.objectContaining({ email: other.email, status: 'ACTIVE', organizations: [other.slug] }))
  expect((await admin('users', 'list')).output).toContain('SECOND FACTOR')

  expect(await admin('users', 'reset-password', 'nobody@example.com')).toMatchObject({
    code: 1,
    output: expect.stringContaining('no active'),
  })
  const link = await admin('users', 'reset-password', other.email.toUpperCase())
  const [, token] = /\/reset-password#token=([\w-]{43})$/.exec(link.output) ?? []
  const password = 'Quiet-Harbour-71-Lantern'
  expect((await t.call('POST', '/api/auth/reset-password', { body: { token, password } })).status).toBe(200)
  expect((await t.call('POST', '/api/auth/login', { body: { email: other.email, password } })).status).toBe(200)

  expect((await admin('organizations', 'delete', other.slug)).code).toBe(2)
  expect((await admin('organizations', 'delete', 'nobody', '--confirm', 'nobody')).code).toBe(1)
  const first = await admin('organizations', 'delete', other.slug, '--confirm', other.slug)
  expect(first).toMatchObject({ code: 0, output: expect.stringContaining('read-only now') })
  expect((await admin('organizations', 'delete', other.slug, '--confirm', other.slug)).output).toBe(first.output)
  const { rows } = await t.owner.query("select deletes_at > now() + interval '29 days' as waits from auth.organizations where slug = $1", [
    other.slug,
  ])
  expect(rows).toEqual([{ waits: true }])
}, 60_000)

test('the doctor says what is wrong, a line each', async () => {
  const { host, port, user: owner, database } = t.connection
  const DATABASE_URL = `postgres://${owner}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const env = {
    DATABASE_URL,
    ENCRYPTION_KEY: testEncryptionKey,
    DATA_DIR: '/var/tmp',
    SMTP_URL: 'smtp://127.0.0.1:1',
    PUBLIC_URL: 'https://127.0.0.1:1',
  }
  const { code, output } = await runAdmin(['doctor'], env)
  expect(code).toBe(1)
  expect(output).toMatch(/^ok {5}database /m)
  expect(output).toMatch(/^ok {5}clock /m)
  for (const about of ['leader', 'mail', 'public address', 'proxy']) expect(output).toMatch(new RegExp(`^WRONG  ${about} `, 'm'))
})

/** Makes a change that only a superuser can make, past every grant and trigger, verifies, and undoes it. */
async function whileTampered(change: string, values: unknown[]): Promise<{ code: number; output: string }> {
  const client = await t.owner.connect()
  try {
    await client.query('create table public.kept as select * from app.audit_log')
    await client.query("set session_replication_role = 'replica'")
    const { rowCount } = await client.query(change, values)
    expect(rowCount).toBe(1)
    return await admin('audit', 'verify')
  } finally {
    await client.query('delete from app.audit_log')
    await client.query('insert into app.audit_log select * from public.kept')
    await client.query('drop table public.kept')
    await client.query("set session_replication_role = 'origin'")
    client.release()
  }
}

test('the audit chain: whole as it is, and every kind of tampering is found', async () => {
  for (let each = 0; each < 6; each++) await createAgent()
  expect(await admin('audit', 'verify')).toMatchObject({ code: 0, output: expect.stringMatching(/^Whole: \d+ chains/) })
  expect((await admin('audit', 'verify', '--org', user.slug)).output).toContain('Whole: 1 chains')
  expect((await admin('audit', 'verify', '--org', 'nobody')).code).toBe(1)

  const { rows } = await t.owner.query<{ last: number }>('select max(seq)::int as last from app.audit_log where org_id = $1', [user.orgId])
  const last = rows[0]?.last ?? 0
  const id = [user.orgId]
  const changed = await whileTampered("update app.audit_log set actor_name = 'Somebody else' where org_id = $1 and seq = 3", id)
  expect(changed).toMatchObject({
    code: 1,
    output: expect.stringMatching(/BROKEN {2}acme-robotics: row 3 .* was changed after it was written/),
  })
  const resealed = await whileTampered(
    "update app.audit_log a set outcome = 'failed', hash = app.audit_digest(b) from app.audit_log b where a.org_id = $1 and a.seq = 3 and b.org_id = a.org_id and b.seq = 2",
    id,
  )
  expect(resealed).toMatchObject({ code: 1, output: expect.stringContaining('BROKEN') })
  const removed = await whileTampered('delete from app.audit_log where org_id = $1 and seq = 3', id)
  expect(removed).toMatchObject({ code: 1, output: expect.stringMatching(/row 4 .* comes after row 2: rows were removed/) })
  const first = await whileTampered('delete from app.audit_log where org_id = $1 and seq = 1', id)
  expect(first).toMatchObject({ code: 1, output: expect.stringMatching(/row 2 .* comes after row 0/) })
  const newest = await whileTampered('delete from app.audit_log where org_id = $1 and seq = $2', [user.orgId, last])
  expect(newest).toMatchObject({ code: 1, output: expect.stringContaining('the newest rows were removed') })
  const putIn = await whileTampered(
    `insert into app.audit_log select org_id, seq + 1, at, actor_kind, actor_id, actor_name, 'agents.remove', target_kind, target_id, target_name, outcome,
       ip_address, request_id, before, after, hash, sha256('made up') from app.audit_log where org_id = $1 and seq = $2`,
    [user.orgId, last],
  )
  expect(putIn).toMatchObject({ code: 1, output: expect.stringContaining('BROKEN') })
  expect((await admin('audit', 'verify')).code).toBe(0)
}, 90_000)
