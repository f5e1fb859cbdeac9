import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type {
  PlaygroundCall,
  PlaygroundCollection,
  PlaygroundToken,
  ReferenceOperation,
  SavedRequest,
} from '@imperium/contract/api-playground.ts'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
})
afterAll(() => t.close())

const mint = (scopes: string[], user = owner) =>
  t.call<PlaygroundToken>('POST', '/api/playground/token', { token: user.token, body: { scopes } })
const tokenFor = async (scopes: string[], user = owner) => (await mint(scopes, user)).body.data.token
const as = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const collection = async (name: string) =>
  (await t.call<PlaygroundCollection>('POST', '/api/playground/collections', { token: owner.token, body: { name } })).body.data
const draft = { method: 'GET', path: '/api/v1/agents', pathValues: {}, query: [], headers: [], body: '' }
const save = (collectionId: string, change: object = {}) =>
  t.call<SavedRequest>('POST', '/api/playground/requests', {
    token: owner.token,
    body: { ...draft, collectionId, name: 'Saved', ...change },
  })

describe('token', () => {
  test('may do what was chosen, below /api/v1 only', async () => {
    const token = await tokenFor(['agents:read'])
    expect((await t.call('GET', '/api/v1/agents?limit=10', as(token))).status).toBe(200)
    expect((await t.call('GET', '/api/v1/campaigns', as(token))).status).toBe(403)
    expect((await t.call('POST', '/api/v1/agents', { ...as(token), body: { name: 'No', type: 'SALES' } })).status).toBe(403)
    expect((await t.call('GET', '/api/agents', as(token))).status).toBe(401)
  })

  test('cannot have more scopes than its maker, and loses what the maker loses', async () => {
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    const refused = await mint(['agents:read', 'agents:write'], viewer)
    expect([refused.status, refused.body.errors?.[0]?.path]).toEqual([422, 'scopes.1'])
    // Made without a fresh sign-in, it cannot stand in place of one, also for the owner.
    const inPlaceOfSignIn = await mint(['agents:read', 'team:roles'])
    expect([inPlaceOfSignIn.status, inPlaceOfSignIn.body.errors?.[0]?.path]).toEqual([422, 'scopes.1'])
    const member = await t.addMember(owner.orgId, 'MEMBER')
    const token = await tokenFor(['agents:write'], member)
    const create = (name: string) => t.call('POST', '/api/v1/agents', { ...as(token), body: { name, type: 'SALES' } })
    expect((await create('By a member')).status).toBe(201)
    const demoted = await t.call('PATCH', `/api/team/members/${member.userId}`, { token: owner.token, body: { role: 'VIEWER' } })
    expect(demoted.status).toBe(200)
    await vi.waitFor(async () => expect((await create('By a viewer')).status).toBe(403), 25_000)
  })

  test('ends after ten minutes', async () => {
    const before = Date.now()
    const { token, expiresAt } = (await mint(['agents:read'])).body.data
    const mintedAt = Date.parse(expiresAt) - 600_000
    expect(mintedAt).toBeGreaterThanOrEqual(before)
    expect(mintedAt).toBeLessThanOrEqual(Date.now())
    await t.owner.query(`update app.api_keys set expires_at = now() - interval '1 second' where kind = 'playground' and org_id = $1`, [
      owner.orgId,
    ])
    const ended = await t.call('GET', '/api/v1/agents', as(token))
    expect([ended.status, ended.body.code]).toEqual([401, 'API_KEY_INACTIVE'])
  })

  test('ends with its sign-in: signed out, or signed out from elsewhere by hand or by a new password', async () => {
    const use = (token: string) => t.call('GET', '/api/v1/agents', as(token))
    const password = { currentPassword: testPassword, newPassword: 'Another-kettle-of-7-Herrings!' }
    const ends: ((here: string, there: string) => Promise<{ status: number }>)[] = [
      (_here, there) => t.call('POST', '/api/auth/logout', { token: there }),
      (here) => t.call('DELETE', '/api/auth/sessions', { token: here }),
      (here) => t.call('POST', '/api/auth/change-password', { token: here, body: password }),
    ]
    for (const end of ends) {
      const person = await t.register()
      const signIn = await t.call<{ token: string }>('POST', '/api/auth/login', { body: { email: person.email, password: testPassword } })
      const there = { ...person, token: signIn.body.data.token }
      const [token, kept] = [await tokenFor(['agents:read'], there), await tokenFor(['agents:read'], person)]
      // The row is in the cache of keys by now.
      expect((await use(token)).status).toBe(200)
      expect((await end(person.token, there.token)).status).toBe(200)
      await vi.waitFor(async () => expect((await use(token)).body.code).toBe('API_KEY_INACTIVE'), 25_000)
      expect((await use(kept)).status).toBe(200)
    }
  })

  test('goes on when its session is refreshed', async () => {
    const person = await t.register()
    const token = await tokenFor(['agents:read'], person)
    expect((await t.call('POST', '/api/auth/refresh', { token: person.token })).status).toBe(200)
    expect((await t.call('GET', '/api/v1/agents', as(token))).status).toBe(200)
  })

  test('reaches no other organization', async () => {
    const other = await t.register()
    const made = await t.call<{ id: string }>('POST', '/api/agents', { token: other.token, body: { name: 'Theirs', type: 'SALES' } })
    const token = await tokenFor(['agents:read'])
    expect((await t.call('GET', `/api/v1/agents/${made.body.data.id}`, as(token))).status).toBe(404)
    const hinted = await t.call('GET', '/api/v1/agents', { headers: { authorization: `Bearer ${token}`, 'x-tenant': other.orgId } })
    expect(hinted.status).toBe(404)
  })

  test('is no API key of any list, cannot make keys or tokens, and is named as playground in the audit log', async () => {
    const token = await tokenFor(['agents:write'])
    const keys = await t.call<{ name: string }[]>('GET', '/api/api-keys', { token: owner.token })
    expect(keys.body.data).toEqual([])
    expect((await t.call('POST', '/api/playground/token', { ...as(token), body: { scopes: ['agents:read'] } })).status).toBe(401)
    expect((await t.call('POST', '/api/v1/agents', { ...as(token), body: { name: 'Tried', type: 'SALES' } })).status).toBe(201)
    const { rows } = await t.owner.query<{ actor_kind: string; actor_name: string }>(
      `select actor_kind, actor_name from app.audit_log where org_id = $1 and action = 'agents.create' and target_name = 'Tried'`,
      [owner.orgId],
    )
    expect(rows).toEqual([{ actor_kind: 'api_key', actor_name: expect.stringMatching(/^API playground: /) as string }])
  })

  test('does not restart the hourly count', async () => {
    const remaining = async (token: string) =>
      Number((await t.app.inject({ url: '/api/v1/agents', ...as(token) })).headers['x-ratelimit-remaining'])
    const first = await remaining(await tokenFor(['agents:read']))
    expect(await remaining(await tokenFor(['agents:read']))).toBe(first - 1)
  })

  test('is deleted an hour after its end, by the next one', async () => {
    await tokenFor(['agents:read'])
    await t.owner.query(`update app.api_keys set expires_at = now() - interval '2 hours' where kind = 'playground' and org_id = $1`, [
      owner.orgId,
    ])
    await tokenFor(['agents:read'])
    const { rows } = await t.owner.query(`select id from app.api_keys where kind = 'playground' and org_id = $1`, [owner.orgId])
    expect(rows).toHaveLength(1)
  })
})

describe('saved requests', () => {
  test('are created, read, changed, moved and deleted, with their collection', async () => {
    const [first, second] = [await collection('First'), await collection('Second')]
    const saved = (await save(first.id, { query: [{ enabled: true, key: 'limit', value: '10' }] })).body.data
    expect(saved).toMatchObject({ name: 'Saved', query: [{ enabled: true, key: 'limit', value: '10' }] })
    const moved = await t.call<SavedRequest>('PATCH', `/api/playground/requests/${saved.id}`, {
      token: owner.token,
      body: { collectionId: second.id, name: 'Moved', updatedAt: saved.updatedAt },
    })
    expect(moved.body.data).toMatchObject({ collectionId: second.id, name: 'Moved', path: '/api/v1/agents' })
    const stale = await t.call('PATCH', `/api/playground/requests/${saved.id}`, {
      token: owner.token,
      body: { name: 'Late', updatedAt: saved.updatedAt },
    })
    expect(stale.status).toBe(409)
    const lists = (await t.call<PlaygroundCollection[]>('GET', '/api/playground/collections', { token: owner.token })).body.data
    expect(lists.map(({ name, requests }) => [name, requests.map((each) => each.name)])).toEqual([
      ['First', []],
      ['Second', ['Moved']],
    ])
    expect((await t.call('DELETE', `/api/playground/collections/${second.id}`, { token: owner.token })).status).toBe(200)
    expect((await t.call('GET', `/api/playground/requests/${saved.id}`, { token: owner.token })).status).toBe(404)
  })

  test('keep no secrets in headers, parameters, paths and bodies', async () => {
    const token = await tokenFor(['agents:read'])
    const { id } = await collection('Secrets')
    const saved = await save(id, {
      method: 'POST',
      path: '/api/v1/agents?token=abcdefghij&limit=5',
      headers: [
        { enabled: true, key: 'Authorization', value: `Bearer ${token}` },
        { enabled: true, key: 'X-Note', value: `uses ${token}` },
        { enabled: true, key: 'Accept', value: 'application/json' },
      ],
      query: [{ enabled: true, key: 'api_key', value: 'abc' }],
      body: JSON.stringify({ name: 'Kept', password: 'hunter2', nested: { clientSecret: 'x' } }),
    })
    expect(saved.status).toBe(201)
    expect(JSON.stringify(saved.body.data)).not.toMatch(/hunter2|abcdefghij|imp_try_/)
    expect(saved.body.data).toMatchObject({
      path: '/api/v1/agents?token=[redacted]&limit=5',
      headers: [{ value: '[redacted]' }, { value: 'uses [redacted]' }, { value: 'application/json' }],
      query: [{ value: '[redacted]' }],
    })
    expect(JSON.parse(saved.body.data.body)).toEqual({ name: 'Kept', password: '[redacted]', nested: { clientSecret: '[redacted]' } })
  })

  test('keep no secrets that a body holds in lists, in pairs of a name and a value, in headers, or twice', async () => {
    const { id } = await collection('Nested secrets')
    const bodyOf = async (body: string) => (await save(id, { body })).body.data.body
    const deep = {
      apiKeys: ['s-one', { inner: 's-two', count: 3 }],
      list: [
        { key: 'Authorization', value: 's-three' },
        { name: 'api_key', value: ['s-four'] },
        { name: 'color', value: 'red' },
      ],
      headers: [{ key: 'X-Custom', value: 's-five', enabled: true }],
      key: 'kind',
      token: 12345,
    }
    expect(JSON.parse(await bodyOf(JSON.stringify(deep)))).toEqual({
      apiKeys: ['[redacted]', { inner: '[redacted]', count: '[redacted]' }],
      list: [
        { key: 'Authorization', value: '[redacted]' },
        { name: 'api_key', value: ['[redacted]'] },
        { name: 'color', value: 'red' },
      ],
      headers: [{ key: 'X-Custom', value: '[redacted]', enabled: true }],
      key: '[redacted]',
      token: '[redacted]',
    })
    // Of a name that stands twice, JSON keeps the last.
    expect(await bodyOf('{"password":"s-six","password":""}')).not.toContain('s-six')
    expect(await bodyOf('{"note":"Bearer s-seven-s-seven","note":"fine"}')).not.toContain('s-seven')
  })

  test('are shared with members, changed by no viewer, and unknown to other organizations', async () => {
    const { id } = await collection('Shared')
    const saved = (await save(id)).body.data
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    expect((await t.call('GET', `/api/playground/requests/${saved.id}`, { token: viewer.token })).status).toBe(200)
    expect((await t.call('DELETE', `/api/playground/requests/${saved.id}`, { token: viewer.token })).status).toBe(403)
    const other = await t.register()
    expect((await t.call('GET', `/api/playground/requests/${saved.id}`, { token: other.token })).status).toBe(404)
    const intoForeign = await t.call('POST', '/api/playground/requests', {
      token: other.token,
      body: { ...draft, collectionId: id, name: 'Intruder' },
    })
    expect(intoForeign.status).toBe(404)
  })

  test('refuse a path outside of the public API', async () => {
    const { id } = await collection('Paths')
    expect((await save(id, { path: '/api/agents' })).body.errors?.[0]?.path).toBe('path')
    expect((await save(id, { path: 'https://example.com/api/v1' })).status).toBe(422)
  })
})

test('keeps the last hundred calls of each person, for that person', async () => {
  const member = await t.addMember(owner.orgId, 'VIEWER')
  const record = (path: string) =>
    t.call('POST', '/api/playground/history', {
      token: member.token,
      body: { method: 'GET', path, status: 200, durationMs: 5, sizeBytes: 10 },
    })
  for (let at = 0; at <= 100; at++) await record(`/api/v1/agents?limit=${at}&token=verysecret`)
  const history = (user: TestUser) => t.call<PlaygroundCall[]>('GET', '/api/playground/history?limit=200', { token: user.token })
  const kept = (await history(member)).body.data
  expect([kept.length, kept[0]?.path, kept.at(-1)?.path]).toEqual([
    100,
    '/api/v1/agents?limit=100&token=[redacted]',
    '/api/v1/agents?limit=1&token=[redacted]',
  ])
  expect((await history(owner)).body.data).toEqual([])
  expect((await t.call('DELETE', '/api/playground/history', { token: member.token })).status).toBe(200)
  expect((await history(member)).body.data).toEqual([])
})

describe('public API', () => {
  test('lists its operations without a session, and describes each part by itself', async () => {
    const all = (await t.call<ReferenceOperation[]>('GET', '/api/reference', {})).body.data
    expect(all).toContainEqual(
      expect.objectContaining({
        id: 'agents.remove',
        method: 'DELETE',
        path: '/api/v1/agents/{id}',
        scope: 'agents:write',
        isDestructive: true,
      }),
    )
    expect(all.some(({ path }) => path.includes('playground'))).toBe(false)
    const { status, body } = await t.call<{ paths: object; components: { schemas: object } }>('GET', '/api/reference/agents', {})
    expect(status).toBe(200)
    expect(Object.keys(body.data.paths)).toEqual([...new Set(all.filter(({ tag }) => tag === 'agents').map(({ path }) => path))])
    expect(Object.keys(body.data.components.schemas)).toContain('Agent')
    expect((await t.call('GET', '/api/reference/no-such-part', {})).status).toBe(404)
  })

  test('answers analytics and users with limit and offset or a cursor', async () => {
    const token = await tokenFor(['dashboard:read', 'team:read'])
    const analytics = await t.call('GET', '/api/v1/analytics?limit=10&offset=0', as(token))
    expect(analytics.body.data).toMatchObject({ days: 7, overview: { totalUsers: expect.any(Number) as number }, agents: [] })
    const invited = await t.call('POST', '/api/team/invitations', {
      token: owner.token,
      body: { email: 'new@example.com', role: 'VIEWER' },
    })
    expect(invited.status).toBe(201)
    const first = await t.call<{ status: string }[]>('GET', '/api/v1/users?limit=1', as(token))
    expect(first.body.data).toMatchObject([{ role: 'OWNER' }])
    const rest = await t.call<{ status: string }[]>('GET', `/api/v1/users?cursor=${first.body.page?.nextCursor}`, as(token))
    expect(rest.body.data.length).toBeGreaterThan(0)
    expect(rest.body.data.map(({ status }) => status)).not.toContain('PENDING')
  })
})

test('an erasure takes the saved requests and calls that name the person, and no others', async () => {
  const { id } = (
    await t.call<{ id: string }>('POST', '/api/contacts', {
      token: owner.token,
      body: { email: 'Emu+old@people.example', firstName: 'Emu' },
    })
  ).body.data
  const { id: collectionId } = await collection('Of people')
  const saved = [
    await save(collectionId, { name: 'By id', path: `/api/v1/contacts/${id}` }),
    await save(collectionId, { name: 'By body', method: 'POST', path: '/api/v1/contacts', body: '{"email":"emu+old@people.example"}' }),
    await save(collectionId, { name: 'Of somebody else', path: '/api/v1/contacts' }),
  ]
  expect(saved.map(({ status }) => status)).toEqual([201, 201, 201])
  for (const path of ['/api/v1/contacts?q=emu%2Bold%40people.example', '/api/v1/contacts?q=other%40people.example'])
    await t.owner.query(
      `insert into app.playground_calls (org_id, id, user_id, method, path, status, duration_ms, size_bytes)
       values ($1, gen_random_uuid(), $2, 'GET', $3, 200, 1, 1)`,
      [owner.orgId, owner.userId, path],
    )
  expect((await t.call('DELETE', `/api/contacts/${id}`, { token: owner.token })).status).toBe(200)
  const { rows } = await t.owner.query<{ what: string }>(
    `select name as what from app.playground_requests where collection_id = $1
     union all select path from app.playground_calls where path like '%people.example'`,
    [collectionId],
  )
  expect(rows.map(({ what }) => what)).toEqual(['Of somebody else', '/api/v1/contacts?q=other%40people.example'])
})
