import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { ApiKey, CreatedApiKey } from '@imperium/contract/api-keys.ts'
import { keyScopes } from '@imperium/contract/permissions.ts'
import type { Run } from '@imperium/contract/runs.ts'
import { newApiKey } from '../../platform/crypto/api-key-format.ts'
import { signal } from '../../platform/events/live.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { listedKey, makeAgent, makeAgentKey, makeKey, outcome } from './test-keys.ts'
import { accessChanged } from '../../platform/auth/access-signals.ts'

let t: TestApp
let owner: TestUser
let agentId: string
let key: CreatedApiKey
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  agentId = await makeAgent(t, owner)
  key = await makeKey(t, owner, { name: 'Integration' })
})
afterAll(() => t.close())

const execute = async (plainKey: string, id: string, headers: Record<string, string> = {}) =>
  t.call<{ runId: string }>('POST', `/api/v1/agents/${id}/execute`, { token: plainKey, body: { input: 'Hello' }, headers })

describe('a key', () => {
  test('opens /api/v1 and nothing else', async () => {
    expect(await outcome(t, key.plainKey, '/api/v1/agents')).toBe(200)
    for (const path of ['/api/agents', '/api/auth/profile', '/api/api-keys', '/api/api/agents', '/api/auth/sessions'])
      expect([path, await outcome(t, key.plainKey, path)]).toEqual([path, '401 UNAUTHENTICATED'])
    for (const path of ['/api/v1/api-keys', '/api/v1/auth/profile', '/api/v1/auth/sessions', '/api//v1/agents', '/api/V1/agents'])
      expect([path, await outcome(t, key.plainKey, path)]).toEqual([path, '404 NOT_FOUND'])
  })

  test('counts only as the bearer of the authorization header, spelt as it was given', async () => {
    const send = async (headers: Record<string, string>, path = '/api/v1/agents') => (await t.call('GET', path, { headers })).status
    const { plainKey } = key
    for (const scheme of ['Bearer', 'bearer', 'BEARER']) expect(await send({ authorization: `${scheme} ${plainKey}` })).toBe(200)
    const spellings = [
      `Basic ${plainKey}`,
      plainKey,
      `Bearer  ${plainKey}`,
      `Bearer "${plainKey}"`,
      `Bearer ${plainKey},`,
      `Token ${plainKey}`,
    ]
    for (const authorization of [
      ...spellings,
      `Bearer ${plainKey.toLowerCase()}`,
      `Bearer ${plainKey.slice(0, -1)}`,
      `Bearer ${plainKey}=`,
    ])
      expect([authorization, await send({ authorization })]).toEqual([authorization, 401])
    for (const name of ['x-api-key', 'api-key', 'x-authorization', 'proxy-authorization', 'cookie', 'x-access-token'])
      expect([name, await send({ [name]: name === 'cookie' ? `imperium_session=${plainKey}` : plainKey })]).toEqual([name, 401])
    for (const query of ['api_key', 'access_token', 'token', 'key'])
      expect([query, await send({}, `/api/v1/agents?${query}=${plainKey}`)]).toEqual([query, 401])
  })

  test('answers an unknown key exactly like a malformed one', async () => {
    const say = async (plainKey: string) => {
      const { status, body } = await t.call('GET', '/api/v1/agents', { token: plainKey })
      const { requestId: _id, ...rest } = body
      return { status, rest }
    }
    const unknown = await say(newApiKey('organization'))
    expect(unknown.rest).toMatchObject({ code: 'UNAUTHENTICATED', message: 'This API key is not valid.' })
    for (const other of [newApiKey('agent'), 'imp_org_', `imp_org_${'0'.repeat(49)}`, `${key.plainKey}0`, `imp_org_${'a'.repeat(4000)}`])
      expect(await say(other)).toEqual(unknown)
  })

  test('is on the record by its name: audit, runs, agents', async () => {
    const made = await t.call<{ id: string }>('POST', '/api/v1/agents', { token: key.plainKey, body: { name: 'By key', type: 'SALES' } })
    expect(made.status).toBe(201)
    const { rows } = await t.owner.query('select actor_kind, actor_id, actor_name, outcome from app.audit_log where target_id = $1', [
      made.body.data.id,
    ])
    expect(rows).toEqual([{ actor_kind: 'api_key', actor_id: key.id, actor_name: 'Integration', outcome: 'success' }])
    const started = await execute(key.plainKey, agentId)
    const run = await t.call<Run>('GET', `/api/v1/runs/${started.body.data.runId}`, { token: key.plainKey })
    expect(run.body.data.startedBy).toBe('Integration')
    const reader = await makeKey(t, owner, { scopes: ['agents:read'] })
    expect((await execute(reader.plainKey, agentId)).status).toBe(403)
    const refused = await t.owner.query(`select outcome from app.audit_log where actor_id = $1 and action = 'agents.execute'`, [reader.id])
    expect(refused.rows).toEqual([{ outcome: 'refused' }])
  })

  test('has its own idempotency keys', async () => {
    const other = await makeKey(t, owner)
    const headers = { 'idempotency-key': 'once' }
    const runs = []
    for (const plainKey of [key.plainKey, key.plainKey, other.plainKey])
      runs.push((await execute(plainKey, agentId, headers)).body.data.runId)
    expect([runs[0] === runs[1], runs[0] === runs[2]]).toEqual([true, false])
  })

  test('searches only what its scopes may read', async () => {
    await makeAgent(t, owner, 'Findable thing')
    const find = async (scopes: string[]) => {
      const { plainKey } = await makeKey(t, owner, { scopes })
      return (await t.call<unknown[]>('GET', '/api/v1/search?q=Findable', { token: plainKey })).body.data.length
    }
    expect([await find(['search:read']), await find(['search:read', 'agents:read'])]).toEqual([0, 1])
  })
})

describe('the tenant', () => {
  test("uses the key's organization, whatever the request names (R8)", async () => {
    const elsewhere = await t.register()
    const own = await t.call<{ id: string; slug: string }>('POST', '/api/organizations', { token: owner.token, body: { name: 'Second' } })
    const ask = async (tenant: string) =>
      (await t.call('GET', '/api/v1/agents', { token: key.plainKey, headers: { 'x-tenant': tenant } })).status
    expect([await ask(owner.orgId), await ask(owner.slug), await ask('')]).toEqual([200, 200, 200])
    // Its creator belongs to the second organization, too; the key does not.
    for (const other of [elsewhere.orgId, elsewhere.slug, own.body.data.id, own.body.data.slug, 'nobody', '*'])
      expect([other, await ask(other)]).toEqual([other, 404])
    const secret = await makeAgent(t, elsewhere)
    expect(await outcome(t, key.plainKey, `/api/v1/agents/${secret}`)).toBe('404 NOT_FOUND')
    await t.call('POST', `/api/organizations/${owner.slug}/switch`, { token: owner.token })
  })
})

describe('never exceeds the rights of its creator (SEC-22)', () => {
  const setUp = async () => {
    const boss = await t.register()
    const admin = await t.addMember(boss.orgId, 'ADMIN')
    // The revenue is the owner's to give.
    const made = await makeKey(t, admin, { scopes: keyScopes.filter((scope) => scope !== 'revenue:read') })
    const setMember = async (change: string) => {
      await t.owner.query(`update auth.memberships set ${change} where org_id = $1 and user_id = $2`, [boss.orgId, admin.userId])
      await t.platform.db.withAuth((tx) => signal(tx, accessChanged({ userId: admin.userId })))
    }
    const newAgent = () => outcome(t, made.plainKey, '/api/v1/agents', 'POST', { name: 'New', type: 'SALES' })
    return { boss, admin, made, setMember, newAgent }
  }

  test('bound the key as they are now: lower role, higher role', async () => {
    const { made, setMember, newAgent } = await setUp()
    expect(await newAgent()).toBe(201)
    await setMember(`role = 'VIEWER'`)
    expect([await newAgent(), await outcome(t, made.plainKey)]).toEqual(['403 FORBIDDEN', 200])
    await setMember(`role = 'MEMBER'`)
    expect(await newAgent()).toBe(201)
  })

  test('suspends a key while its creator is deactivated, with the reason, and reactivates it with them', async () => {
    const { boss, made, setMember } = await setUp()
    expect(await outcome(t, made.plainKey)).toBe(200)
    await setMember(`status = 'INACTIVE'`)
    expect(await outcome(t, made.plainKey)).toBe('401 API_KEY_INACTIVE')
    expect(await listedKey(t, boss, made.id)).toMatchObject({ status: 'inactive', inactiveReason: 'creator_removed' })
    await setMember(`status = 'ACTIVE'`)
    expect([await outcome(t, made.plainKey), (await listedKey(t, boss, made.id)).status]).toEqual([200, 'active'])
  })

  test('disables the key of a removed creator until another member rotates it, and then bounds it by their rights', async () => {
    const { boss, admin, made } = await setUp()
    expect((await t.call('DELETE', `/api/team/members/${admin.userId}`, { token: boss.token })).status).toBe(200)
    expect(await outcome(t, made.plainKey)).toBe('401 API_KEY_INACTIVE')
    expect(await listedKey(t, boss, made.id)).toMatchObject({
      status: 'inactive',
      inactiveReason: 'creator_removed',
      createdBy: made.createdBy,
    })
    const next = await t.call<CreatedApiKey>('POST', `/api/api-keys/${made.id}/rotate`, { token: boss.token, body: {} })
    expect(await outcome(t, next.body.data.plainKey)).toBe(200)
    expect(next.body.data.createdBy).not.toBe(made.createdBy)
    // The overlap gives a dead key no life.
    expect(await outcome(t, made.plainKey)).toBe('401 API_KEY_INACTIVE')
  })

  test('disabled account: inactive, with the reason', async () => {
    const { boss, admin, made } = await setUp()
    await t.owner.query(`update auth.users set status = 'DISABLED' where id = $1`, [admin.userId])
    expect(await outcome(t, made.plainKey)).toBe('401 API_KEY_INACTIVE')
    expect(await listedKey(t, boss, made.id)).toMatchObject({ status: 'inactive', inactiveReason: 'creator_disabled' })
  })

  test('rejects keys of creators without two-factor in an organization that requires it', async () => {
    const { admin, made } = await setUp()
    await t.owner.query('update auth.organizations set require_two_factor = true where id = $1', [admin.orgId])
    expect(await outcome(t, made.plainKey)).toBe('403 TWO_FACTOR_REQUIRED')
    await t.owner.query('update auth.users set second_factor_at = now() where id = $1', [admin.userId])
    const again = await t.openOther()
    expect(await outcome(again, made.plainKey)).toBe(200)
    await again.close()
  })
})

describe('the key of an agent', () => {
  test('runs its agent and reads those runs; other agents answer 404, all else is refused', async () => {
    const otherAgent = await makeAgent(t, owner)
    const made = await makeAgentKey(t, owner, agentId)
    const started = await execute(made.plainKey, agentId)
    expect(started.status).toBe(202)
    const own = started.body.data.runId
    const foreign = (await execute(key.plainKey, otherAgent)).body.data.runId
    const ask = (path: string, method = 'GET', body?: object) => outcome(t, made.plainKey, `/api/v1${path}`, method, body)
    for (const path of [`/runs/${own}`, `/agents/${agentId}/runs`, `/agents/${agentId.toUpperCase()}/runs`, `/agents/${agentId}/metrics`])
      expect([path, await ask(path)]).toEqual([path, 200])
    for (const path of [`/runs/${foreign}`, `/runs/${foreign}/events`, `/agents/${otherAgent}/runs`, `/agents/${otherAgent}/metrics`])
      expect([path, await ask(path)]).toEqual([path, '404 NOT_FOUND'])
    expect(await ask(`/agents/${otherAgent}/execute`, 'POST', { input: 'x' })).toBe('404 NOT_FOUND')
    expect(await ask(`/runs/${foreign}/cancel`, 'POST')).toBe('404 NOT_FOUND')
    for (const path of ['/agents', `/agents/${agentId}`, '/search?q=a', '/dashboard/stats', '/usage', '/team/members'])
      expect([path, await ask(path)]).toEqual([path, '403 FORBIDDEN'])
    expect(await ask(`/agents/${agentId}`, 'DELETE')).toBe('403 FORBIDDEN')
    expect(await ask(`/runs/${own}/cancel`, 'POST')).toBe(200)
  })

  test("cannot be created for another user's agent, and is revoked with its agent", async () => {
    const stranger = await t.register()
    const foreign = await t.call('POST', '/api/agent-api-keys', { token: stranger.token, body: { name: 'Foreign', agentId } })
    expect(foreign.status).toBe(404)
    const mortal = await makeAgent(t, owner)
    const made = await makeAgentKey(t, owner, mortal)
    await t.call('DELETE', `/api/agents/${mortal}`, { token: owner.token })
    expect((await execute(made.plainKey, mortal)).status).toBe(404)
    await t.startWorkers()
    await expect.poll(() => outcome(t, made.plainKey, `/api/v1/agents/${mortal}/runs`), { timeout: 25_000 }).toBe('401 API_KEY_INACTIVE')
    const { body } = await t.call<ApiKey[]>('GET', `/api/api-keys?kind=agent&status=inactive`, { token: owner.token })
    expect(body.data.find((each) => each.id === made.id)).toMatchObject({ inactiveReason: 'agent_deleted' })
  })
})
