import { connect } from 'node:net'
import type { AddressInfo } from 'node:net'
import { sql } from 'kysely'
import pg from 'pg'
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest'
import { createAuthContext } from '../platform/auth/auth-context.ts'
import { newToken } from '../platform/crypto/crypto.ts'
import { rolePassword } from '../platform/db/roles.ts'
import { newId } from '../platform/ids.ts'
import { addressGroup } from '../platform/auth/rate-limit.ts'
import { createTestApp, testPassword } from './test-app.ts'
import type { TestApp, TestUser } from './test-app.ts'
import { testEncryptionKey } from './test-secrets.ts'

// Attacks that need more than one call; those that every operation must bear are in testing/matrix.

let t: TestApp
let port: number
beforeAll(async () => {
  t = await createTestApp()
  await t.app.listen({ port: 0, host: '127.0.0.1' })
  port = (t.app.server.address() as AddressInfo).port
})
afterAll(() => t.close())

/** Opens the stream of unread counts; `over` tells whether it ends within the next eight seconds. */
async function listen(token: string, path = '/api/notifications/events') {
  const response = await fetch(`http://127.0.0.1:${port}${path}`, {
    headers: { authorization: `Bearer ${token}`, accept: 'text/event-stream' },
  })
  const reader = response.body?.getReader()
  const first = await reader?.read()
  const drain = (async () => {
    while (reader && !(await reader.read()).done);
  })()
  const over = async () => {
    const late = new Promise<'open'>((resolve) => setTimeout(() => resolve('open'), 8_000).unref())
    return (await Promise.race([drain, late])) !== 'open'
  }
  return { status: response.status, first: Buffer.from(first?.value ?? []).toString(), over, close: () => reader?.cancel() }
}

async function startQueuedRun({ token }: TestUser): Promise<string> {
  const agent = await t.call<{ id: string }>('POST', '/api/agents', {
    token,
    body: { name: 'A', description: 'A', type: 'LEAD_GENERATOR' },
  })
  if (agent.status !== 201) throw new Error(JSON.stringify(agent.body))
  const run = await t.call<{ runId: string }>('POST', `/api/agents/${agent.body.data.id}/execute`, { token, body: { input: 'hi' } })
  return run.body.data.runId
}

describe('event streams', () => {
  // No worker runs here, so the stream does not end with its run.
  test("SEC-12: ends a run's stream with its session and keeps it when a change removes no right", async () => {
    const user = await t.register()
    const stream = await listen(user.token, `/api/runs/${await startQueuedRun(user)}/events`)
    expect(stream.first).toContain(': open')
    expect((await t.call('POST', `/api/organizations/${user.slug}/switch`, { token: user.token })).status).toBe(200)
    let isOver = false
    void stream.over().then(() => (isOver = true))
    await new Promise((resolve) => setTimeout(resolve, 300))
    expect(isOver).toBe(false)
    await t.call('POST', '/api/auth/logout', { token: user.token })
    expect(await stream.over()).toBe(true)
  })

  test.each([
    ['removed', 'delete from auth.memberships where user_id = $1'],
    ['disabled', `update auth.users set status = 'DISABLED' where id = $1`],
    ['expired', `update auth.sessions set expires_at = now() where user_id = $1`],
  ])('SEC-12, R12: %s past the application, both streams end', async (_name, change) => {
    const user = await t.register()
    const streams = await Promise.all([listen(user.token, `/api/runs/${await startQueuedRun(user)}/events`), listen(user.token)])
    expect(streams.map((each) => each.status)).toEqual([200, 200])
    await t.owner.query(change, [user.userId])
    const ended = await Promise.all(streams.map((each) => each.over()))
    expect(ended).toEqual([true, true])
  })

  test('SEC-45: one account holds at most 200 streams, and gets a place back as one ends', async () => {
    const { token } = await t.register()
    const open = await Promise.all(Array.from({ length: 200 }, () => listen(token)))
    expect(new Set(open.map((each) => each.status))).toEqual(new Set([200]))
    expect((await t.call('GET', '/api/notifications/events', { token })).status).toBe(429)
    await open.pop()?.close()
    const again = async () => {
      const stream = await listen(token)
      open.push(stream)
      return stream.status
    }
    await expect.poll(again, { timeout: 25_000 }).toBe(200)
    for (const each of open) await each.close()
  })
})

describe('sessions', () => {
  test('SEC-12: removes a session from the cache of another process immediately on logout', async () => {
    const { token } = await t.register()
    // As in a second process: a separate cache that receives the same signals.
    const other = createAuthContext(t.platform.db, t.platform.live, t.platform.clock, 12)
    const credentials = {
      cookieToken: undefined,
      bearer: token,
      isWrite: false,
      fetchSite: undefined,
      originIsOurs: true,
      network: '127.0.0.1',
    }
    await other.authenticate(credentials)
    await t.call('POST', '/api/auth/logout', { token })
    await expect(other.authenticate(credentials)).rejects.toMatchObject({ status: 401 })
  })

  test('R17, SEC-38: a copied token ends its family on the very next request, and leaves a record', async () => {
    const { token, userId } = await t.register()
    const next = await t.call<{ token: string }>('POST', '/api/auth/refresh', { token })
    const fresh = next.body.data.token
    expect((await t.call('GET', '/api/auth/profile', { token: fresh })).status).toBe(200)
    expect((await t.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    expect((await t.call('GET', '/api/auth/profile', { token: fresh })).status).toBe(401)
    const { rows } = await t.owner.query(`select outcome from app.audit_log where action = 'auth.tokenReused' and target_id = $1`, [userId])
    expect(rows).toEqual([{ outcome: 'refused' }])
  })

  test('SEC-11: refreshing ends 30 days after the sign-in', async () => {
    const { token, userId } = await t.register()
    const day = 86_400_000
    const familyOf = (ageMs: number) =>
      `${(Date.now() - ageMs)
        .toString(16)
        .padStart(12, '0')
        .replace(/^(.{8})/, '$1-')}${newId().slice(13)}`
    await t.owner.query('update auth.sessions set family_id = $2 where user_id = $1', [userId, familyOf(29.5 * day)])
    const late = await t.call<{ token: string; expiresAt: string }>('POST', '/api/auth/refresh', { token })
    expect(late.status).toBe(200)
    expect(Date.parse(late.body.data.expiresAt) - Date.now()).toBeLessThan(0.51 * day)
    await t.owner.query('update auth.sessions set family_id = $2 where user_id = $1', [userId, familyOf(30.1 * day)])
    t.platform.auth.invalidate(userId)
    expect((await t.call('POST', '/api/auth/refresh', { token: late.body.data.token })).status).toBe(401)
  })

  test('R70: does not restart the count on a refresh or a second sign-in', async () => {
    const strict = await createTestApp({ env: { RATE_LIMIT_APP_PER_MINUTE: '5' } })
    try {
      const { token } = await strict.register()
      let current = token
      const statuses: number[] = []
      for (let i = 0; i < 6; i++) {
        const next = await strict.call<{ token: string }>('POST', '/api/auth/refresh', { token: current })
        statuses.push(next.status)
        if (next.status === 200) current = next.body.data.token
      }
      expect(statuses).toEqual([200, 200, 200, 200, 200, 429])
    } finally {
      await strict.close()
    }
    const { token, email } = await t.register()
    const again = await t.call<{ token: string }>('POST', '/api/auth/login', { body: { email, password: testPassword } })
    const create = (as: string) => t.call('POST', '/api/organizations', { token: as, body: { name: 'More' } })
    for (let i = 0; i < 10; i++) expect((await create(token)).status).toBe(201)
    expect((await create(again.body.data.token)).status).toBe(429)
  })

  test('SEC-4: of IPv6 the network counts, not the address', () => {
    expect(addressGroup('2001:db8:1:2::9')).toBe(addressGroup('2001:db8:1:2:ffff:1:2:3'))
    expect(addressGroup('2001:db8::1')).toBe('2001:db8:0:0::/64')
    expect(addressGroup('2001:db8:1:3::9')).not.toBe(addressGroup('2001:db8:1:2::9'))
    expect(addressGroup('::ffff:192.0.2.1')).toBe('192.0.2.1')
    expect(addressGroup('::1')).toBe('0:0:0:0::/64')
    expect(addressGroup('2001:db8:1:2::9', 48)).toBe(addressGroup('2001:db8:1:ffff::1', 48))
    expect(addressGroup('2001:db8:2:2::9', 48)).not.toBe(addressGroup('2001:db8:1:2::9', 48))
  })

  test('R15: refuses a malformed token without a query', async () => {
    for (const token of ['x', `${newToken()}x`, 'null', 'undefined', `${newToken().slice(1)}'`]) {
      expect((await t.call('GET', '/api/auth/profile', { token })).status).toBe(401)
    }
  })
})

describe('organizations', () => {
  test('R8: prefers an id to a slug that looks like it', async () => {
    const victim = await t.register()
    const trap = await t.register({ organizationName: '0 first by name' })
    await t.owner.query('update auth.organizations set slug = $1 where id = $2', [victim.orgId, trap.orgId])
    await t.owner.query(`insert into auth.memberships (org_id, user_id, role) values ($1, $2, 'MEMBER')`, [trap.orgId, victim.userId])
    t.platform.auth.invalidate(victim.userId)
    const { body } = await t.call<{ organization: { id: string } }>('GET', '/api/auth/profile', {
      token: victim.token,
      headers: { 'x-tenant': victim.orgId },
    })
    expect(body.data.organization.id).toBe(victim.orgId)
  })

  test('R69: keeps the monthly limit of API calls under 30 concurrent calls', async () => {
    const { token, orgId } = await t.register()
    await t.owner.query('update auth.organizations set api_calls_limit = 5 where id = $1', [orgId])
    const statuses = await Promise.all(Array.from({ length: 30 }, async () => (await t.call('GET', '/api/v1/agents', { token })).status))
    expect(statuses.filter((status) => status === 200)).toHaveLength(5)
    expect(statuses.filter((status) => status === 429)).toHaveLength(25)
  })

  test('R7: an idempotency key is its caller’s own', async () => {
    const owner = await t.register()
    const member = await t.addMember(owner.orgId, 'MEMBER')
    const create = (token: string, name: string) =>
      t.call<{ id: string }>('POST', '/api/agents', {
        token,
        body: { name, description: 'A', type: 'LEAD_GENERATOR' },
        headers: { 'idempotency-key': 'one' },
      })
    const first = await create(owner.token, 'A')
    expect(first.status).toBe(201)
    expect((await create(owner.token, 'A')).body.data.id).toBe(first.body.data.id)
    expect((await create(owner.token, 'B')).status).toBe(409)
    const other = await create(member.token, 'A')
    expect(other.status).toBe(201)
    expect(other.body.data.id).not.toBe(first.body.data.id)
  })

  test('SEC-38: records a refused write with its target', async () => {
    const owner = await t.register()
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    const target = newId()
    expect((await t.call('DELETE', `/api/agents/${target}`, { token: viewer.token })).status).toBe(403)
    const { rows } = await t.owner.query(
      `select actor_id, outcome, target_id from app.audit_log where org_id = $1 and action = 'agents.remove'`,
      [owner.orgId],
    )
    expect(rows).toEqual([{ actor_id: viewer.userId, outcome: 'refused', target_id: target }])
  })
})

describe('the surface', () => {
  const metrics = async (headers: Record<string, string>) => (await t.call('GET', '/metrics', { headers })).status

  test('R25: metrics are for this machine, and for no proxy or rebound name on it', async () => {
    expect(await metrics({ host: 'localhost:3000' })).toBe(200)
    for (const headers of [
      { host: 'evil.example' },
      { 'x-forwarded-for': '203.0.113.7' },
      { forwarded: 'for=203.0.113.7' },
      { 'x-real-ip': '203.0.113.7' },
    ])
      expect(await metrics({ host: 'localhost', ...headers })).toBe(404)
    const open = await createTestApp({ env: { PUBLIC_URL: 'https://imperium.example', PAYMENTS: 'off' } })
    expect((await open.call('GET', '/metrics', { headers: { host: 'localhost' } })).status).toBe(404)
    await open.close()
  })

  test.each(['/.git/config', '/.env', '/.env.local', '/.well-known/x', '/API/agents', '/api'])('R25: %s is no page', async (path) => {
    expect((await t.call('GET', path)).status).toBe(404)
  })

  test('SEC-35: applies the same policy to a response for an unreadable address', async () => {
    const { status, headers } = await t.call('GET', '/%')
    expect(status).toBe(400)
    expect(headers).toMatchObject({ 'content-security-policy': "default-src 'none';frame-ancestors 'none'", 'x-frame-options': 'DENY' })
  })

  test('R25: a request that is sent by halves is closed', async () => {
    const { server } = t.app
    const limits = { headersTimeout: server.headersTimeout, requestTimeout: server.requestTimeout }
    // The server looks every five seconds: together less than 30.
    expect(limits).toEqual({ headersTimeout: 15_000, requestTimeout: 20_000 })
    onTestFinished(() => void Object.assign(server, limits))
    Object.assign(server, { headersTimeout: 100, requestTimeout: 100 })
    const close = (text: string) =>
      new Promise<void>((resolve) => {
        const socket = connect(port, '127.0.0.1', () => socket.write(text))
        socket.on('error', () => undefined).on('data', () => undefined)
        socket.on('close', () => resolve())
      })
    await Promise.all([
      close('GET / HTTP/1.1\r\nHost: x\r\nA'),
      close('POST /api/auth/login HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 100\r\n\r\n{'),
    ])
  })
})

describe('database roles', () => {
  const as = async (role: 'imperium_app' | 'imperium_query' | 'imperium_auth', statement: string): Promise<string> => {
    const client = new pg.Client({ ...t.connection, user: role, password: rolePassword(role, testEncryptionKey) })
    await client.connect()
    try {
      await client.query(statement)
      return 'done'
    } catch (error) {
      return error instanceof pg.DatabaseError ? (error.code ?? '') : String(error)
    } finally {
      await client.end()
    }
  }

  test.each(['auth.users', 'auth.user_passwords', 'auth.sessions', 'auth.login_events', 'app.audit_heads'])(
    'R61: the role of tenants may not read %s',
    async (table) => {
      expect(await as('imperium_app', `select 1 from ${table}`)).toBe('42501')
      expect(await as('imperium_query', `select 1 from ${table}`)).toBe('42501')
    },
  )

  test('SEC-38: prevents forging the audit chain through a custom trigger', async () => {
    const attempt = `create temporary table forged (like app.audit_log); create trigger chain before insert on forged for each row execute function app.audit_chain()`
    for (const role of ['imperium_app', 'imperium_auth'] as const) expect(await as(role, attempt)).toBe('42501')
    expect(await as('imperium_app', `update app.audit_log set actor_name = 'x'`)).toBe('42501')
    expect(await as('imperium_app', 'delete from app.audit_log')).toBe('42501')
  })
})

// Without a listener on the connection itself the error would end the process: a frozen PostgreSQL did that to ours.
test('R49: ends only the transaction of a connection that breaks while in use', async () => {
  const broken = t.platform.db.withAuth(async (tx) => {
    const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(tx)
    await t.owner.query('select pg_terminate_backend($1)', [rows[0]?.pid])
    await new Promise((resolve) => setTimeout(resolve, 200))
    await sql`select 1`.execute(tx)
  })
  await expect(broken).rejects.toThrow(/terminat|connection error/i)
  expect((await t.call('GET', '/ready')).status).toBe(200)
  await t.register()
})
