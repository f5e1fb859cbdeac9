import { afterAll, beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest'
import { keyScopes } from '@imperium/contract/permissions.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { closeSessions, connect, keyFor, listen } from './testing/connect.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
})
afterAll(async () => {
  await closeSessions()
  await t.close()
})

const keyWith = (scopes: readonly string[], user = owner) => keyFor(t, user.token, scopes)
const ask = (headers: Record<string, string>, url = '/mcp') =>
  t.app.inject({
    method: 'POST',
    url,
    headers: { accept: 'application/json, text/event-stream', 'content-type': 'application/json', ...headers },
    payload: { jsonrpc: '2.0', id: 1, method: 'tools/list', params: {} },
  })

describe('tools', () => {
  test('create an agent and run it, and refuse what the user may not do', async () => {
    const { plainKey } = await keyWith(['agents:read', 'agents:write', 'agents:execute', 'runs:read'])
    const { client, call } = await connect(t, plainKey)
    const { tools } = await client.listTools()
    const names = tools.map(({ name }) => name)
    expect(names).toEqual(expect.arrayContaining(['search_operations', 'call_operation', 'agents_create', 'agents_execute', 'runs_read']))
    expect(names).not.toContain('campaigns_send')
    expect(tools.find(({ name }) => name === 'agents_remove')?.annotations).toMatchObject({ destructiveHint: true, readOnlyHint: false })

    const created = await call('agents_create', { name: 'Made by an assistant', type: 'SALES' })
    expect(created).toMatchObject({ isError: false, data: { data: { name: 'Made by an assistant' } } })
    const { id } = created.data['data'] as { id: string }
    const run = await call('agents_execute', { id, input: 'Say hello' })
    expect(run).toMatchObject({ isError: false })
    expect(await call('agents_create', { name: '', nonsense: 1 })).toMatchObject({ isError: true, data: { code: 'VALIDATION_FAILED' } })
    for (const name of ['campaigns_list', 'call_operation'])
      await expect(call(name, name === 'call_operation' ? { name: 'webhooks_remove', arguments: { id } } : {})).rejects.toThrow(
        /Insufficient scope/,
      )
    const { rows } = await t.owner.query(
      `select actor_kind, outcome from app.audit_log where org_id = $1 and action in ('agents.create', 'webhooks.remove') and actor_kind = 'api_key' order by seq`,
      [owner.orgId],
    )
    expect(rows.map(({ outcome }) => outcome as string)).toEqual(['success', 'refused'])
  })

  test('are found by search beyond the listed ones, of the own scopes only', async () => {
    const { call, client } = await connect(t, (await keyWith(keyScopes)).plainKey)
    const { tools } = await client.listTools()
    expect(tools.length).toBeLessThanOrEqual(42)
    const found = await call('search_operations', { query: 'add suppressions' })
    const operations = found.data['operations'] as { name: string; inputSchema: object }[]
    expect(operations[0]?.name).toMatch(/^consents_addSuppression/)
    expect(tools.some(({ name }) => name === operations[0]?.name)).toBe(false)
    const narrow = await connect(t, (await keyWith(['agents:read'])).plainKey)
    expect((await narrow.call('search_operations', { query: 'suppressions' })).data['operations']).toEqual([])
    const sets = await connect(t, (await keyWith(keyScopes)).plainKey, '?tools=webhooks')
    const listed = (await sets.client.listTools()).tools.map(({ name }) => name)
    expect(listed).toContain('webhooks_rotateSecret')
    expect(listed).not.toContain('agents_list')
  })

  test('show nothing of another organization', async () => {
    const other = await t.register()
    const agent = await t.call<{ id: string }>('POST', '/api/agents', { token: other.token, body: { name: 'Foreign', type: 'SALES' } })
    const { call } = await connect(t, (await keyWith(['agents:read', 'agents:write'])).plainKey)
    const { id } = agent.body.data
    expect(await call('agents_read', { id })).toMatchObject({ isError: true, data: { status: 404 } })
    expect(await call('agents_remove', { id })).toMatchObject({ isError: true, data: { status: 404 } })
    expect((await call('agents_list', { q: 'Foreign' })).data['data']).toEqual([])
  })

  test('lose what their user loses, and end with the key', async () => {
    const admin = await t.addMember(owner.orgId, 'ADMIN')
    const { id, plainKey } = await keyWith(['agents:read', 'agents:write'], admin)
    const { call } = await connect(t, plainKey)
    expect((await call('agents_create', { name: 'By an admin', type: 'SALES' })).isError).toBe(false)
    await t.call('PATCH', `/api/team/members/${admin.userId}`, { token: owner.token, body: { role: 'VIEWER' } })
    await vi.waitFor(async () =>
      expect(await call('agents_create', { name: 'By a viewer', type: 'SALES' })).toMatchObject({ isError: true }),
    )
    await t.call('DELETE', `/api/api-keys/${id}`, { token: owner.token })
    await expect(call('agents_list')).rejects.toThrow('revoked')
  })
})

describe('one message', () => {
  const send = (authorization: string, payload: object) => {
    const headers = { authorization, accept: 'application/json, text/event-stream', 'content-type': 'application/json' }
    return t.app.inject({ method: 'POST', url: '/mcp', headers, payload })
  }
  const message = (method: string, params: object) => ({ jsonrpc: '2.0', id: 1, method, params })

  test('a request: an array of calls is refused, and calls none', async () => {
    const authorization = `Bearer ${(await keyWith(['agents:read', 'agents:write'])).plainKey}`
    const make = message('tools/call', { name: 'agents_create', arguments: { name: 'In an array', type: 'SALES' } })
    expect((await send(authorization, [make, make])).statusCode).toBe(400)
    expect((await t.owner.query(`select 1 from app.agents where name = 'In an array'`)).rowCount).toBe(0)
    expect((await send(authorization, make)).statusCode).toBe(200)
  })

  test.each([
    ['tools/call', { name: 'agents_create', arguments: {} }, 'agents:write'],
    ['tools/call', { name: 'call_operation', arguments: { name: 'webhooks_remove', arguments: {} } }, 'webhooks:manage'],
    ['resources/read', { uri: 'imperium://contacts/01a1fa6c-cad6-7339-b012-46a7176c58b9' }, 'contacts:read'],
    ['prompts/get', { name: 'lead-qualifier' }, 'templates:read'],
  ])('%s of %j without its scope answers 403 and names %s', async (method, params, scope) => {
    const reply = await send(`Bearer ${(await keyWith(['agents:read'])).plainKey}`, message(method, params))
    expect(reply.statusCode).toBe(403)
    const challenge = String(reply.headers['www-authenticate'])
    for (const part of ['error="insufficient_scope"', `scope="${scope}"`, '/.well-known/oauth-protected-resource/mcp'])
      expect(challenge).toContain(part)
  })
})

test('replacing the secret of a webhook shows a key none, and its maker one', async () => {
  const body = { name: 'Hook', url: 'https://hooks.example/in', events: ['contact.created'] }
  const { id } = (await t.call<{ id: string }>('POST', '/api/webhooks', { token: owner.token, body })).body.data
  const { plainKey } = await keyWith(['webhooks:read', 'webhooks:manage'])
  const rotate = (path: string, token: string) =>
    t.call<{ plainSecretKey: string }>('POST', `${path}/webhooks/${id}/rotate-secret`, { token, body: {} })
  const [byKey, byMember] = [await rotate('/api/v1', plainKey), await rotate('/api', owner.token)]
  expect([byKey.status, byKey.body.data.plainSecretKey]).toEqual([200, ''])
  expect(byMember.body.data.plainSecretKey).toMatch(/^whsec_/)
})

describe('the address', () => {
  test('answers 401 without a key and says where tokens come from', async () => {
    const response = await ask({})
    expect(response.statusCode).toBe(401)
    expect(response.headers['www-authenticate']).toContain('/.well-known/oauth-protected-resource/mcp')
    for (const authorization of [`Bearer ${owner.token}`, 'Bearer imp_org_nonsense', 'Basic eDp5'])
      expect((await ask({ authorization })).statusCode).toBe(401)
  })

  test('refuses a token of the playground, whose audience is another', async () => {
    const minted = await t.call<{ token: string }>('POST', '/api/playground/token', {
      token: owner.token,
      body: { scopes: ['agents:read'] },
    })
    expect((await ask({ authorization: `Bearer ${minted.body.data.token}` })).statusCode).toBe(401)
  })

  test('refuses pages of other machines on a local server, and other hosts everywhere', async () => {
    const authorization = `Bearer ${(await keyWith(['agents:read'])).plainKey}`
    expect((await ask({ authorization })).statusCode).toBe(200)
    const local = await ask({ authorization, origin: 'http://localhost:6274' })
    expect([local.statusCode, local.headers['access-control-allow-origin']]).toEqual([200, 'http://localhost:6274'])
    expect((await ask({ authorization, origin: 'https://evil.example' })).statusCode).toBe(403)
    expect((await ask({ authorization, origin: 'null' })).statusCode).toBe(403)
    expect((await ask({ authorization, host: 'evil.example' })).statusCode).toBe(403)
    expect((await fetch(`${await listen(t)}/mcp`, { headers: { authorization } })).status).toBe(405)
  })

  test('lets assistants in browsers come to a public server, with a token and without cookies', async () => {
    const authorization = `Bearer ${(await keyWith(['agents:read'])).plainKey}`
    const { config } = t.platform
    const { publicUrl } = config
    onTestFinished(() => void Object.assign(config, { publicUrl }))
    Object.assign(config, { publicUrl: 'https://imperium.example' })
    const [host, origin] = ['imperium.example', 'https://assistant.example']
    const preflight = await t.app.inject({
      method: 'OPTIONS',
      url: '/mcp',
      headers: { host, origin, 'access-control-request-method': 'POST', 'access-control-request-headers': 'authorization' },
    })
    expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, origin])
    expect(preflight.headers['access-control-allow-headers']).toContain('authorization')
    const sent = await ask({ authorization, host, origin })
    expect([sent.statusCode, sent.headers['access-control-allow-origin']]).toEqual([200, origin])
    // Where to sign in must be readable from there.
    const unsigned = await ask({ host, origin, cookie: `session=${owner.token}` })
    expect([unsigned.statusCode, unsigned.headers['access-control-expose-headers']]).toEqual([
      401,
      expect.stringContaining('www-authenticate'),
    ])
    for (const each of [preflight, sent, unsigned]) expect(each.headers['access-control-allow-credentials']).toBeUndefined()
    for (const other of ['null', 'http://assistant.example', 'file://'])
      expect((await ask({ authorization, host, origin: other })).statusCode, other).toBe(403)
    expect((await ask({ authorization, host: 'evil.example', origin })).statusCode).toBe(403)
  })
})
