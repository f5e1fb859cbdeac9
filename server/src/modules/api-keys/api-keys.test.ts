import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { metrics } from '@imperium/contract/analytics/metrics.ts'
import type { ApiKey, CreatedApiKey } from '@imperium/contract/api-keys.ts'
import { agentKeyScopes, keyScopes } from '@imperium/contract/permissions.ts'
import { allEndpoints } from '@imperium/contract/registry.ts'
import { hashToken } from '../../platform/crypto/crypto.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { listedKey, makeAgent, makeAgentKey, makeKey, outcome } from './test-keys.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ env: { RATE_LIMIT_API_PER_HOUR: '1000' } })
  owner = await t.register()
})
afterAll(() => t.close())

const post = (user: TestUser, path: string, body: object = {}) => t.call<CreatedApiKey>('POST', `/api${path}`, { token: user.token, body })
const patch = (user: TestUser, id: string, body: object) => t.call<ApiKey>('PATCH', `/api/api-keys/${id}`, { token: user.token, body })

describe('the contract', () => {
  test('every public operation has a scope that a key may hold, and every scope opens at least one (R21)', () => {
    const opened = allEndpoints.filter((each) => each.v1).map((each) => each.access as string)
    // Figures of metrics ask for a permission of their own beside the operation's.
    const needed = new Set([...opened, ...Object.values(metrics).map(({ permission }) => permission)])
    expect([...needed].toSorted()).toEqual(keyScopes.toSorted())
  })

  test('refuses keys any access to keys, members, sign-in, security or the organization', async () => {
    const wrong = ['api-keys:manage', 'team:manage', 'team:transfer', 'security:manage', 'sso:manage', 'organizations:update', 'audit:read']
    for (const scope of [...wrong, 'notifications:read', '*', 'agents:*']) {
      const response = await post(owner, '/api-keys', { name: 'Too much', scopes: ['agents:read', scope] })
      expect([scope, response.status, response.body.errors?.[0]?.path]).toEqual([scope, 422, 'scopes.1'])
    }
  })

  test('lets an agent key call only operations that name its agent or a run, within its scopes', () => {
    const open = allEndpoints.filter((each) => each.agentKey)
    expect(open.map((each) => each.id)).toContain('agents.execute')
    for (const each of open) {
      expect(agentKeyScopes).toContain(each.access)
      expect([each.id, each.v1, Object.keys(each.params?.shape ?? {})[0]]).toEqual([each.id, true, 'id'])
    }
  })
})

describe('making a key', () => {
  test('shows the key once and stores only its hash', async () => {
    const made = await makeKey(t, owner, { name: 'Reporting', scopes: ['agents:read'], allowedAddresses: ['10.1.2.3/8', '2001:DB8::1'] })
    expect(made.plainKey).toMatch(/^imp_org_[0-9A-Za-z]{49}$/)
    const { plainKey, ...shown } = made
    expect(shown).toMatchObject({
      name: 'Reporting',
      kind: 'organization',
      agent: null,
      scopes: ['agents:read'],
      status: 'active',
      usageCount: 0,
    })
    expect(shown.key).toBe(`imp_org_${'*'.repeat(24)}${plainKey.slice(-4)}`)
    expect(shown.allowedAddresses.toSorted()).toEqual(['10.0.0.0/8', '2001:db8::1/128'])
    expect(await listedKey(t, owner, made.id)).toEqual(shown)
    const { rows } = await t.owner.query<{ text: string; hash: Buffer }>(
      'select k::text as text, key_hash as hash from app.api_keys k where id = $1',
      [made.id],
    )
    expect(rows[0]?.hash.equals(hashToken(plainKey))).toBe(true)
    const everything = await t.owner.query<{ all: string }>(
      `select string_agg(x, '') as all from (select a::text as x from app.audit_log a union all select k::text from app.api_keys k) y`,
    )
    expect(everything.rows[0]?.all).toContain('api-keys.create')
    expect(everything.rows[0]?.all).not.toContain(plainKey.slice(8, 40))
  })

  test('rejects it with a message on the field', async () => {
    const refusals: [object, string, string][] = [
      [{ name: '' }, 'name', 'Name is required'],
      [{ scopes: [] }, 'scopes', 'Choose at least one scope'],
      [{ scopes: ['agents:read', 'agents:read'] }, 'scopes', 'Choose each scope only once'],
      [{ expiresAt: '2020-01-01T00:00:00.000Z' }, 'expiresAt', 'Must be in the future'],
      [{ rateLimitPerHour: 1001 }, 'rateLimitPerHour', 'Must be at most 1000'],
      [{ rateLimitPerHour: 0 }, 'rateLimitPerHour', 'Must be at least 1'],
      ...['10.0.0.0/33', '::1/129', '1.2.3', '256.1.1.1', 'example.com', '::ffff:10.0.0.1', '10.0.0.1/8/8', '10.0.0.0/-1'].map(
        (each): [object, string, string] => [
          { allowedAddresses: [each] },
          'allowedAddresses.0',
          'Use an IP address or a range such as 203.0.113.0/24',
        ],
      ),
    ]
    for (const [change, path, message] of refusals) {
      const response = await post(owner, '/api-keys', { name: 'Refused', scopes: ['agents:read'], ...change })
      expect([response.status, response.body.errors]).toMatchObject([422, [{ path, message }]])
    }
  })

  test('asks for reauthentication after ten minutes, also for changing and rotating (SEC-14)', async () => {
    const { id } = await makeKey(t, owner)
    await t.owner.query(`update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [owner.userId])
    t.platform.auth.invalidate(owner.userId)
    const agentId = await makeAgent(t, owner)
    for (const response of [
      await post(owner, '/api-keys', { name: 'Late', scopes: ['agents:read'] }),
      await post(owner, '/agent-api-keys', { name: 'Late', agentId }),
      await post(owner, `/api-keys/${id}/rotate`),
      await patch(owner, id, { name: 'Later' }),
    ])
      expect([response.status, response.body.code]).toEqual([403, 'REAUTHENTICATION_REQUIRED'])
    // Revoking a key needs no reauthentication.
    expect((await t.call('DELETE', `/api/api-keys/${id}`, { token: owner.token })).status).toBe(200)
    await t.owner.query(`update auth.sessions set authenticated_at = now() where user_id = $1`, [owner.userId])
    t.platform.auth.invalidate(owner.userId)
  })

  test('creates one key per name, also under eight concurrent requests; a revoked or rotated name is free', async () => {
    const body = { name: 'Same', scopes: ['agents:read'] }
    const responses = await Promise.all(Array.from({ length: 8 }, () => post(owner, '/api-keys', body)))
    expect(responses.filter((each) => each.status === 201)).toHaveLength(1)
    expect(responses.filter((each) => each.status === 409)).toHaveLength(7)
    expect(responses.find((each) => each.status === 409)?.body.errors?.[0]?.path).toBe('name')
    expect((await post(owner, '/api-keys', { ...body, name: 'SAME' })).status).toBe(409)
    const { id } = responses.find((each) => each.status === 201)!.body.data
    const other = await makeKey(t, owner)
    expect((await patch(owner, other.id, { name: 'same' })).status).toBe(409)
    const rotated = await post(owner, `/api-keys/${id}/rotate`)
    expect([rotated.status, rotated.body.data.name]).toEqual([201, 'Same'])
    await t.call('DELETE', `/api/api-keys/${rotated.body.data.id}`, { token: owner.token })
    expect((await post(owner, '/api-keys', body)).status).toBe(201)
  })

  test('takes the creator from the session, never from the body (R21)', async () => {
    for (const field of ['createdBy', 'userId', 'created_by', 'key', 'prefix', 'usageCount'])
      expect((await post(owner, '/api-keys', { name: 'Forged', scopes: ['agents:read'], [field]: owner.userId })).status).toBe(422)
  })
})

describe('changing a key', () => {
  test('applies immediately, keeps fields that are not given, and rejects a stale write', async () => {
    const made = await makeKey(t, owner, { scopes: ['agents:read', 'agents:write'], rateLimitPerHour: 5 })
    const changed = await patch(owner, made.id, { scopes: ['agents:write'], updatedAt: made.updatedAt })
    expect(changed.body.data).toMatchObject({ name: made.name, scopes: ['agents:write'], rateLimitPerHour: 5 })
    expect(await outcome(t, made.plainKey)).toBe('403 FORBIDDEN')
    const stale = await patch(owner, made.id, { name: 'Stale', updatedAt: made.updatedAt })
    expect([stale.status, stale.body.code]).toEqual([409, 'STALE_WRITE'])
    await patch(owner, made.id, { scopes: ['agents:read'] })
    expect(await outcome(t, made.plainKey)).toBe(200)
    expect((await patch(owner, made.id, { scopes: ['team:manage'] })).status).toBe(422)
  })

  test('of an agent leaves its scopes', async () => {
    const made = await makeAgentKey(t, owner, await makeAgent(t, owner))
    expect(made).toMatchObject({ kind: 'agent', scopes: [...agentKeyScopes] })
    expect(made.key.startsWith('imp_agen****')).toBe(true)
    expect((await patch(owner, made.id, { scopes: ['agents:read'] })).body.errors?.[0]?.path).toBe('scopes')
    expect((await patch(owner, made.id, { name: 'Renamed' })).body.data.name).toBe('Renamed')
  })

  test('that is revoked or replaced is refused', async () => {
    const made = await makeKey(t, owner)
    const { body } = await post(owner, `/api-keys/${made.id}/rotate`, { overlapHours: 1 })
    expect((await patch(owner, made.id, { name: 'Old one' })).status).toBe(409)
    expect((await post(owner, `/api-keys/${made.id}/rotate`)).status).toBe(409)
    await t.call('DELETE', `/api/api-keys/${body.data.id}`, { token: owner.token })
    expect((await patch(owner, body.data.id, { name: 'Gone' })).status).toBe(409)
    expect((await post(owner, `/api-keys/${body.data.id}/rotate`)).status).toBe(409)
  })
})

describe('the list', () => {
  test('filters by kind, agent and status, pages, and shows nothing to members who may not manage keys', async () => {
    const user = await t.register()
    const agentId = await makeAgent(t, user)
    const keys = [await makeKey(t, user), await makeKey(t, user), await makeAgentKey(t, user, agentId)]
    await t.call('DELETE', `/api/api-keys/${keys[0]!.id}`, { token: user.token })
    const ids = async (query: string) =>
      (await t.call<ApiKey[]>('GET', `/api/api-keys?${query}`, { token: user.token })).body.data.map((each) => each.id)
    expect(await ids('')).toEqual([keys[2]!.id, keys[1]!.id, keys[0]!.id])
    expect(await ids('kind=agent')).toEqual([keys[2]!.id])
    expect(await ids(`agentId=${agentId}`)).toEqual([keys[2]!.id])
    expect(await ids('status=active&kind=organization')).toEqual([keys[1]!.id])
    expect(await ids('status=inactive')).toEqual([keys[0]!.id])
    expect(await ids(`q=${encodeURIComponent(keys[1]!.name.toUpperCase())}`)).toEqual([keys[1]!.id])
    expect(await ids('q=%25')).toEqual([])
    const first = await t.call<ApiKey[]>('GET', '/api/api-keys?limit=2', { token: user.token })
    expect(await ids(`limit=2&cursor=${first.body.page?.nextCursor}`)).toEqual([keys[0]!.id])
    for (const role of ['MEMBER', 'VIEWER'] as const) {
      const member = await t.addMember(user.orgId, role)
      expect((await t.call('GET', '/api/api-keys', { token: member.token })).status).toBe(403)
      expect((await post(member, '/api-keys', { name: 'Mine', scopes: ['agents:read'] })).status).toBe(403)
    }
  })
})
