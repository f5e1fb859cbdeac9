import { afterAll, beforeAll, expect, test } from 'vitest'
import { keyScopes } from '@imperium/contract/permissions.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { closeSessions, connect, keyFor } from './testing/connect.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  await t.call('PATCH', '/api/mcp/policy', { token: owner.token, body: { requiresApproval: true } })
})
afterAll(async () => {
  await closeSessions()
  await t.close()
})

const scopes = ['agents:read', 'agents:write']
const assistantOf = async (user: TestUser) => (await connect(t, (await keyFor(t, user.token, scopes)).plainKey)).call
const agent = async () =>
  (await t.call<{ id: string }>('POST', '/api/agents', { token: owner.token, body: { name: `A ${Math.random()}`, type: 'SALES' } })).body
    .data.id
const waiting = async (token = owner.token) =>
  (await t.call<{ id: string; status: string }[]>('GET', '/api/mcp/approvals', { token })).body.data
const decide = (id: string, isApproved: boolean, token = owner.token) =>
  t.call('POST', `/api/mcp/approvals/${id}/decide`, { token, body: { isApproved } })

test('a destructive call waits once, and works once after a member approved it', async () => {
  const call = await assistantOf(owner)
  const id = await agent()
  expect(await call('agents_list')).toMatchObject({ isError: false })
  const before = (await waiting()).length
  for (const name of ['agents_remove', 'call_operation', 'agents_remove']) {
    const input = name === 'call_operation' ? { name: 'agents_remove', arguments: { id } } : { id }
    expect(await call(name, input)).toMatchObject({ isError: true, data: { code: 'APPROVAL_REQUIRED', status: 403 } })
  }
  const open = await waiting()
  expect(open).toHaveLength(before + 1)
  expect(open[0]).toMatchObject({ operation: 'agents.remove', input: { id }, status: 'pending', isMine: true })
  expect((await decide(open[0]?.id ?? '', true)).status).toBe(200)
  expect((await decide(open[0]?.id ?? '', false)).body.code).toBe('ALREADY_DECIDED')

  // Another agent is another call.
  expect(await call('agents_remove', { id: await agent() })).toMatchObject({ data: { code: 'APPROVAL_REQUIRED' } })
  const both = await Promise.all([call('agents_remove', { id }), call('agents_remove', { id })])
  expect(both.filter(({ isError }) => !isError)).toHaveLength(1)
  expect((await t.call('GET', `/api/agents/${id}`, { token: owner.token })).status).toBe(404)
})

test('an approval is good for the key that asked, and for no other of the same member', async () => {
  const [asking, other] = [await assistantOf(owner), await assistantOf(owner)]
  const id = await agent()
  await asking('agents_remove', { id })
  const [open] = await waiting()
  await decide(open?.id ?? '', true)
  expect(await other('agents_remove', { id })).toMatchObject({ isError: true, data: { code: 'APPROVAL_REQUIRED' } })
  expect(await asking('agents_remove', { id })).toMatchObject({ isError: false })
})

test('what starts sends waits as well: running an agent, publishing a workflow', async () => {
  const { call } = await connect(t, (await keyFor(t, owner.token, keyScopes)).plainKey, '?tools=all')
  const refused = { isError: true, data: { code: 'APPROVAL_REQUIRED' } }
  expect(await call('agents_execute', { id: await agent(), input: 'Write to all' })).toMatchObject(refused)
  const made = await call('workflows_create', { name: 'Sends', description: 'To all', definition: { steps: [], edges: [] } })
  expect(made, made.text).toMatchObject({ isError: false })
  const { id } = made.data['data'] as { id: string }
  expect(await call('workflows_publish', { id, revision: 1 })).toMatchObject(refused)
  expect(await call('workflows_toggle', { id })).toMatchObject(refused)
  // Stopping one does not.
  expect(await call('runs_cancel', { id: '01a1fa6c-cad6-7339-b012-46a7176c58b9' })).toMatchObject({ data: { status: 404 } })
})

test('a refused call gives its approval back, and a rejected one does not ask again', async () => {
  const call = await assistantOf(owner)
  const id = await agent()
  await call('agents_remove', { id })
  const [first] = await waiting()
  await decide(first?.id ?? '', false)
  expect(await call('agents_remove', { id })).toMatchObject({ data: { code: 'APPROVAL_REJECTED' } })
  const missing = '01a1fa6c-cad6-7339-b012-46a7176c58b9'
  await call('agents_remove', { id: missing })
  const [second] = await waiting()
  await decide(second?.id ?? '', true)
  for (let again = 0; again < 2; again++)
    expect(await call('agents_remove', { id: missing })).toMatchObject({ isError: true, data: { status: 404 } })
})

test('only the member and managers decide, in their organization, and no key does', async () => {
  const member = await t.addMember(owner.orgId, 'MEMBER')
  const admin = await t.addMember(owner.orgId, 'ADMIN')
  const foreign = await t.register()
  await (
    await assistantOf(owner)
  )('agents_remove', { id: await agent() })
  const [mine] = await waiting()
  const id = mine?.id ?? ''
  expect(await waiting(member.token)).toEqual([])
  for (const { token } of [member, foreign]) expect((await decide(id, true, token)).status).toBe(404)
  const { plainKey } = await keyFor(t, owner.token, scopes)
  expect((await decide(id, true, plainKey)).status).toBe(401)
  expect((await t.call('PATCH', '/api/mcp/policy', { token: member.token, body: { requiresApproval: false } })).status).toBe(403)
  expect((await decide(id, true, admin.token)).status).toBe(200)
})

test('a call without the scope is refused and asks no member', async () => {
  const { call } = await connect(t, (await keyFor(t, owner.token, ['agents:read'])).plainKey)
  const before = (await waiting()).length
  await expect(call('agents_remove', { id: await agent() })).rejects.toThrow(/Insufficient scope/)
  expect(await waiting()).toHaveLength(before)
})

test('an erasure takes the calls that wait and name the person', async () => {
  const { id } = (
    await t.call<{ id: string }>('POST', '/api/contacts', { token: owner.token, body: { email: 'emu@people.example', firstName: 'Emu' } })
  ).body.data
  const { call } = await connect(t, (await keyFor(t, owner.token, [...keyScopes])).plainKey)
  const [some] = (await t.call<{ id: string }[]>('GET', '/api/agents', { token: owner.token })).body.data
  expect(await call('agents_execute', { id: some?.id, input: 'Write to Emu@people.example' })).toMatchObject({
    data: { code: 'APPROVAL_REQUIRED' },
  })
  const before = await waiting()
  expect((await t.call('DELETE', `/api/contacts/${id}`, { token: owner.token })).status).toBe(200)
  expect(await waiting()).toEqual(before.slice(1))
})

test('nothing is kept after its day', async () => {
  await t.owner.query(`update app.mcp_approvals set expires_at = now() - interval '1 minute' where org_id = $1`, [owner.orgId])
  expect(await waiting()).toEqual([])
  await t.platform.db.withSystem(async (tx) => (await import('./approvals/store.ts')).deleteOver(tx))
  const { rows } = await t.owner.query('select 1 from app.mcp_approvals where org_id = $1', [owner.orgId])
  expect(rows).toEqual([])
})
