import { afterAll, beforeAll, expect, test } from 'vitest'
import pg from 'pg'
import { deriveHandle } from '../crypto/crypto.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { retryConflicts } from './retry-conflicts.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
})
afterAll(() => t.close())

interface Row {
  action: string
  outcome: string
  actor_kind: string
  actor_id: string | null
  ip_address: string | null
  user_agent: string | null
  request_id: string | null
}
const rowsOf = async (requestId: string) =>
  (await t.owner.query<Row>('select * from app.audit_log where request_id = $1', [requestId])).rows
const createAgent = (token: string) => t.call('POST', '/api/agents', { token, body: { name: 'Writer', type: 'SALES' } })

test('records a write that fails by our error, though its transaction was rolled back', async () => {
  await t.owner.query('alter table app.agents rename to agents_away')
  const { status, body } = await createAgent(user.token)
  await t.owner.query('alter table app.agents_away rename to agents')
  expect(status).toBe(500)
  expect(await rowsOf(body.requestId)).toEqual([
    expect.objectContaining({ action: 'agents.create', outcome: 'failed', actor_id: user.userId, actor_kind: 'user' }),
  ])
})

test('so is one that opens its own transactions, and a refusal inside of a handler', async () => {
  await t.owner.query('alter table app.ai_providers rename to providers_away')
  const body = { providerId: user.orgId, modelId: 'gpt-4' }
  const response = await t.call('POST', '/api/ai-models/test', { token: user.token, body })
  await t.owner.query('alter table app.providers_away rename to ai_providers')
  expect(response.status).toBe(500)
  expect(await rowsOf(response.body.requestId)).toEqual([expect.objectContaining({ action: 'ai-models.test', outcome: 'failed' })])
  const viewer = await t.addMember(user.orgId, 'VIEWER')
  const refused = await createAgent(viewer.token)
  expect(refused.status).toBe(403)
  expect(await rowsOf(refused.body.requestId)).toEqual([expect.objectContaining({ outcome: 'refused', actor_id: viewer.userId })])
})

test('a mistake of the caller is no failure: no row', async () => {
  const wrong = await t.call('POST', '/api/agents', { token: user.token, body: { name: '' } })
  expect(wrong.status).toBe(422)
  expect(await rowsOf(wrong.body.requestId)).toEqual([])
})

test('a public write that fails is on the platform’s record', async () => {
  await t.owner.query('alter table auth.user_passwords rename to passwords_away')
  const { status, body } = await t.call('POST', '/api/auth/login', { body: { email: user.email, password: testPassword } })
  await t.owner.query('alter table auth.passwords_away rename to user_passwords')
  expect(status).toBe(500)
  expect(await rowsOf(body.requestId)).toEqual([
    expect.objectContaining({ action: 'auth.login', outcome: 'failed', actor_kind: 'anonymous' }),
  ])
})

test('a page of another site that holds the session is refused, and that is known', async () => {
  const login = await t.app.inject({
    method: 'POST',
    url: '/api/auth/login',
    headers: { origin: 'http://localhost:3000', 'sec-fetch-site': 'same-origin', host: 'localhost:3000' },
    payload: { email: user.email, password: testPassword },
  })
  const cookie = login.cookies.find((each) => each.name.includes('session'))
  const send = () =>
    t.app.inject({
      method: 'POST',
      url: '/api/auth/logout',
      headers: {
        cookie: `${cookie?.name}=${cookie?.value}`,
        authorization: `Bearer ${deriveHandle(cookie?.value ?? '')}`,
        origin: 'https://evil.example',
        'sec-fetch-site': 'cross-site',
        'user-agent': 'Evil',
      },
    })
  const response = await send()
  expect(response.statusCode).toBe(403)
  expect(await rowsOf(response.json<{ requestId: string }>().requestId)).toEqual([
    expect.objectContaining({ action: 'auth.foreignPage', outcome: 'refused', actor_id: user.userId, user_agent: 'Evil' }),
  ])
  // Once a minute, so that the record cannot be flooded.
  expect(await rowsOf((await send()).json<{ requestId: string }>().requestId)).toEqual([])
})

test('records the reuse of an exchanged token with its origin', async () => {
  const { token } = (await t.call<{ token: string }>('POST', '/api/auth/login', { body: { email: user.email, password: testPassword } }))
    .body.data
  await t.call('POST', '/api/auth/refresh', { token })
  const reused = await t.call('GET', '/api/auth/profile', { token, headers: { 'user-agent': 'Thief' } })
  expect(reused.status).toBe(401)
  expect(await rowsOf(reused.body.requestId)).toEqual([
    expect.objectContaining({ action: 'auth.tokenReused', ip_address: '127.0.0.1', user_agent: 'Thief' }),
  ])
})

test('a deadlock is tried again, and one that stays is 503 with Retry-After', async () => {
  const deadlock = () => Object.assign(new pg.DatabaseError('deadlock detected', 0, 'error'), { code: '40P01' })
  let tries = 0
  expect(
    await retryConflicts(async () => {
      tries += 1
      if (tries < 3) throw deadlock()
      return 'done'
    }),
  ).toBe('done')
  tries = 0
  await expect(
    retryConflicts(async () => {
      tries += 1
      throw deadlock()
    }),
  ).rejects.toThrow('deadlock')
  expect(tries).toBe(3)
  tries = 0
  await expect(
    retryConflicts(async () => {
      tries += 1
      throw new Error('another')
    }),
  ).rejects.toThrow('another')
  expect(tries).toBe(1)

  await t.owner.query(`create function app.always_deadlock() returns trigger language plpgsql as
    $$ begin raise exception 'deadlock detected' using errcode = '40P01'; end $$;
    create trigger deadlock before insert on app.agents for each row execute function app.always_deadlock()`)
  const response = await createAgent(user.token)
  await t.owner.query('drop trigger deadlock on app.agents; drop function app.always_deadlock()')
  expect(response.status).toBe(503)
  expect(response.headers['retry-after']).toBe('2')
  expect((await createAgent(user.token)).status).toBe(201)
})
