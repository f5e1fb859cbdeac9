import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { McpConnection, McpRequest } from '@imperium/contract/mcp/mcp.ts'
import { endSessions } from '../../admin/sessions-end.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'
import { signal } from '../../platform/events/live.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { codeAt, expectData, registerWithApp } from '../../testing/two-factor-person.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { issueToken } from '../auth/index.ts'
import { closeSessions, connect } from './testing/connect.ts'
import { askForTokens, codeChallenge, consent, exchangeFields, redirectUri, registerClient } from './testing/oauth.ts'

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

async function connectAssistant(user = owner, scopes = ['agents:read', 'agents:write']) {
  const { clientId } = await registerClient(t)
  const { code } = await consent(t, user, clientId, scopes)
  const { body } = await askForTokens(t, exchangeFields(clientId, code))
  return { clientId, code, tokens: body }
}
const works = async (token: string) => {
  const headers = { authorization: `Bearer ${token}`, accept: 'application/json, text/event-stream' }
  const reply = await t.app.inject({ method: 'POST', url: '/mcp', headers, payload: { jsonrpc: '2.0', id: 1, method: 'tools/list' } })
  return reply.statusCode
}
const refreshFields = (clientId: string, token: string) => ({ grant_type: 'refresh_token', client_id: clientId, refresh_token: token })
const connections = async (user: TestUser) =>
  (await t.call<McpConnection[]>('GET', '/api/mcp/connections', { token: user.token })).body.data

describe('connecting', () => {
  test('finds the server, registers, asks for consent, and calls tools with the rights of the user', async () => {
    const resource = (await t.app.inject('/.well-known/oauth-protected-resource/mcp')).json<{
      resource: string
      authorization_servers: string[]
    }>()
    expect(resource.resource).toBe(`${t.platform.config.publicUrl}/mcp`)
    const server = (await t.app.inject('/.well-known/oauth-authorization-server')).json<Record<string, unknown>>()
    expect(server).toMatchObject({ issuer: resource.authorization_servers[0], code_challenge_methods_supported: ['S256'] })

    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    const { clientId } = await registerClient(t)
    const query = new URLSearchParams({ clientId, redirectUri, scope: 'agents:read agents:write unknown:scope' })
    const requested = await t.call<McpRequest>('GET', `/api/mcp/request?${query.toString()}`, { token: viewer.token })
    expect(requested.body.data).toEqual({
      clientName: 'Test assistant',
      redirectOrigin: 'http://localhost:7777',
      isOnThisDevice: true,
      scopes: ['agents:read'],
    })
    expect((await consent(t, viewer, clientId, ['agents:write'])).status).toBe(422)
    const { location, code } = await consent(t, viewer, clientId, ['agents:read'])
    expect(location?.searchParams.get('state')).toBe('xyz')
    expect(location?.href.startsWith(redirectUri)).toBe(true)
    const { body } = await askForTokens(t, exchangeFields(clientId, code))
    const { call } = await connect(t, body.access_token)
    expect((await call('agents_list')).isError).toBe(false)
    await expect(call('agents_create', { name: 'No', type: 'SALES' })).rejects.toThrow(/Insufficient scope/)
    const { rows } = await t.owner.query<{ actor_name: string }>(
      `select actor_name from app.audit_log where org_id = $1 and action = 'agents.create' and outcome = 'refused'`,
      [owner.orgId],
    )
    expect(rows[0]?.actor_name).toMatch(/^Test assistant \(.+\)$/)
  })

  test('refuses a code without its proof, a second time, for another client, and late', async () => {
    const { clientId } = await registerClient(t)
    const fresh = async () => exchangeFields(clientId, (await consent(t, owner, clientId, ['agents:read'])).code)
    const other = (await registerClient(t, [redirectUri, 'https://other.example/cb'])).clientId
    for (const wrong of [
      { code_verifier: 'x'.repeat(43) },
      { client_id: other },
      { redirect_uri: 'http://localhost:1/callback' },
      { resource: 'https://elsewhere.example/mcp' },
      { code: 'imp_mcpc_nonsense' },
    ])
      expect(await askForTokens(t, { ...(await fresh()), ...wrong })).toMatchObject({ status: 400 })
    const fields = await fresh()
    const first = await askForTokens(t, fields)
    expect([first.status, await works(first.body.access_token)]).toEqual([200, 200])
    expect((await askForTokens(t, fields)).body).toEqual({ error: 'invalid_grant' })
    await vi.waitFor(async () => expect(await works(first.body.access_token)).toBe(401), 25_000)
    const late = await fresh()
    await t.owner.query(`update app.mcp_connections set code_expires_at = now() - interval '1 second' where refresh_hash is null`)
    expect((await askForTokens(t, late)).body).toEqual({ error: 'invalid_grant' })
  })

  test('sends nothing to an address that was not registered', async () => {
    for (const uri of [
      'javascript:alert(1)',
      'http://evil.example/cb',
      'https://a.example/cb#x',
      'data:text/html,x',
      'https://u:p@a.example/',
      'shop:callback',
      'app:/x',
    ])
      expect((await registerClient(t, [uri])).status).toBe(400)
    for (const uri of ['com.example.app:/cb', 'cursor://login']) expect((await registerClient(t, [uri])).status).toBe(201)
    const { clientId } = await registerClient(t, ['https://good.example/cb'])
    const body = { clientId, scopes: ['agents:read'], codeChallenge }
    for (const wrong of [
      { redirectUri: 'https://evil.example/cb' },
      { redirectUri: 'https://good.example/cb/../x' },
      { redirectUri: 'https://good.example/cb', clientId: clientId.replace(/.$/, (last) => (last === 'A' ? 'B' : 'A')) },
      { redirectUri: 'https://good.example/cb', resource: 'https://elsewhere.example/mcp' },
    ])
      expect((await t.call('POST', '/api/mcp/connections', { token: owner.token, body: { ...body, ...wrong } })).status).toBe(422)
  })
})

describe('tokens', () => {
  test('are rotated, and a used one ends the connection', async () => {
    const { clientId, tokens } = await connectAssistant()
    const second = await askForTokens(t, refreshFields(clientId, tokens.refresh_token))
    expect([second.status, await works(second.body.access_token)]).toEqual([200, 200])
    expect((await askForTokens(t, refreshFields(clientId, tokens.refresh_token))).body).toEqual({ error: 'invalid_grant' })
    await vi.waitFor(async () => expect(await works(second.body.access_token)).toBe(401), 25_000)
    expect((await askForTokens(t, refreshFields(clientId, second.body.refresh_token))).status).toBe(400)
  })

  test('an older one ends the connection as well, and an invented one does not', async () => {
    const { clientId, tokens } = await connectAssistant()
    const second = await askForTokens(t, refreshFields(clientId, tokens.refresh_token))
    const third = await askForTokens(t, refreshFields(clientId, second.body.refresh_token))
    const invented = third.body.refresh_token.slice(0, -6) + (third.body.refresh_token.endsWith('AAAAAA') ? 'BBBBBB' : 'AAAAAA')
    expect((await askForTokens(t, refreshFields(clientId, invented))).body).toEqual({ error: 'invalid_grant' })
    expect(await works(third.body.access_token)).toBe(200)
    expect((await askForTokens(t, refreshFields(clientId, tokens.refresh_token))).body).toEqual({ error: 'invalid_grant' })
    await vi.waitFor(async () => expect(await works(third.body.access_token)).toBe(401))
  })

  test('are given to clients in browsers: pages of other sites may ask', async () => {
    for (const url of ['/oauth/register', '/oauth/token', '/oauth/revoke']) {
      const headers = { origin: 'https://inspector.example', 'access-control-request-method': 'POST' }
      const preflight = await t.app.inject({ method: 'OPTIONS', url, headers })
      expect([preflight.statusCode, preflight.headers['access-control-allow-origin']]).toEqual([204, '*'])
      expect(preflight.headers['access-control-allow-credentials']).toBeUndefined()
      const sent = await t.app.inject({ method: 'POST', url, headers: { origin: 'https://inspector.example' }, payload: {} })
      expect([sent.statusCode < 500, sent.headers['access-control-allow-origin']]).toEqual([true, '*'])
    }
  })

  test('open /mcp alone', async () => {
    const { tokens } = await connectAssistant()
    const headers = { authorization: `Bearer ${tokens.access_token}` }
    for (const url of ['/api/v1/agents', '/api/agents']) expect((await t.app.inject({ url, headers })).statusCode).toBe(401)
    expect(await works(tokens.refresh_token)).toBe(401)
  })

  test('are revoked by the assistant', async () => {
    const { tokens } = await connectAssistant()
    expect((await askForTokens(t, { token: tokens.refresh_token }, '/oauth/revoke')).status).toBe(200)
    await vi.waitFor(async () => expect(await works(tokens.access_token)).toBe(401), 25_000)
  })
})

describe('connections', () => {
  test('are ended by their member and by managers, and by no other member', async () => {
    const member = await t.addMember(owner.orgId, 'MEMBER')
    const { tokens } = await connectAssistant(member)
    const [mine] = await connections(member)
    expect(mine).toMatchObject({ clientName: 'Test assistant', isMine: true, scopes: ['agents:read', 'agents:write'] })
    const end = (user: TestUser) => t.call('DELETE', `/api/mcp/connections/${mine?.id}`, { token: user.token })
    const other = await t.addMember(owner.orgId, 'MEMBER')
    expect(await connections(other)).toEqual([])
    expect((await end(other)).status).toBe(404)
    expect((await end(await t.register())).status).toBe(404)
    expect(await works(tokens.access_token)).toBe(200)
    expect((await connections(owner)).some(({ id, isMine }) => id === mine?.id && !isMine)).toBe(true)
    expect((await end(owner)).status).toBe(200)
    await vi.waitFor(async () => expect(await works(tokens.access_token)).toBe(401), 25_000)
    expect(await connections(member)).toEqual([])
  })
})

describe('an end', () => {
  const isOver = async (clientId: string, tokens: { access_token: string; refresh_token: string }) => {
    await vi.waitFor(async () => expect(await works(tokens.access_token)).toBe(401), 25_000)
    expect((await askForTokens(t, refreshFields(clientId, tokens.refresh_token))).body).toEqual({ error: 'invalid_grant' })
    return true
  }

  test('comes at once where a signal tells of it', async () => {
    const member = await t.addMember(owner.orgId, 'MEMBER')
    const { clientId, tokens } = await connectAssistant(member)
    await t.platform.db.withAuth(async (tx) => {
      await endSessions(tx, member.userId)
      await signal(tx, accessChanged({ userId: member.userId }))
    })
    expect(await isOver(clientId, tokens)).toBe(true)
    expect((await connections(owner)).some(({ userName }) => userName.includes(member.userId))).toBe(false)
  })

  test('comes with `sessions end`, also for a person without a session', async () => {
    const member = await t.addMember(owner.orgId, 'MEMBER')
    const { clientId, tokens } = await connectAssistant(member)
    await t.owner.query('update auth.sessions set ended_at = now() where user_id = $1', [member.userId])
    await t.platform.db.withAuth((tx) => endSessions(tx, member.userId))
    expect(await isOver(clientId, tokens)).toBe(true)
  })

  test('comes after the longest time, however often tokens were renewed', async () => {
    const { clientId, tokens } = await connectAssistant()
    const second = await askForTokens(t, refreshFields(clientId, tokens.refresh_token))
    expect(second.status).toBe(200)
    await t.owner.query(`update app.mcp_connections set created_at = now() - interval '181 days' where refresh_hash is not null`)
    expect((await askForTokens(t, refreshFields(clientId, second.body.refresh_token))).body).toEqual({ error: 'invalid_grant' })
  })

  test('comes with a password that was reset by a link', async () => {
    const member = await t.addMember(owner.orgId, 'MEMBER')
    const { clientId, tokens } = await connectAssistant(member)
    const [mine] = await connections(member)
    expect(Date.parse(mine?.endsAt ?? '') - Date.parse(mine?.createdAt ?? '')).toBe(180 * 86_400_000)
    const token = await t.platform.db.withAuth((tx) =>
      issueToken(tx, { ...member, purpose: 'reset-password', minutes: 30, now: new Date() }),
    )
    const body = { token, password: 'Nine violet otters 9!' }
    expect((await t.call('POST', '/api/auth/reset-password', { body })).status).toBe(200)
    expect(await isOver(clientId, tokens)).toBe(true)
  })

  test('comes with a changed factor', async () => {
    const person = await registerWithApp(t)
    const { clientId, tokens } = await connectAssistant(person)
    expect(await works(tokens.access_token)).toBe(200)
    expectData(await t.call('POST', '/api/auth/2fa/disable', { token: person.token, body: { code: codeAt(t, person.secret) } }))
    expect(await isOver(clientId, tokens)).toBe(true)
  })

  test('is possible in time: the person is told of a new connection', async () => {
    const queued = `select count(*)::int as n from pgboss.job where name = 'platform.deliverLetter'`
    const before = (await t.owner.query<{ n: number }>(queued)).rows[0]?.n ?? 0
    const { clientId } = await registerClient(t)
    await consent(t, owner, clientId, ['agents:read'])
    expect((await t.owner.query<{ n: number }>(queued)).rows[0]?.n).toBe(before + 1)
    // Nothing was connected, so nothing is told: the insert is refused after the notice was written.
    await t.owner.query(`create function app.refuse_connection() returns trigger language plpgsql as $$ begin raise 'refused'; end $$;
      create constraint trigger refuse_connection after insert on app.mcp_connections deferrable initially deferred
        for each row execute function app.refuse_connection()`)
    expect((await consent(t, owner, clientId, ['agents:read'])).status).toBe(500)
    await t.owner.query('drop trigger refuse_connection on app.mcp_connections; drop function app.refuse_connection')
    expect((await t.owner.query<{ n: number }>(queued)).rows[0]?.n).toBe(before + 1)
  })
})
