import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TeamMember, TeamStats } from '@imperium/contract/team.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { bring, invite, listMembers, newAddress } from './test-team.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register({ firstName: 'Zoe', lastName: 'Zuse' })
  await t.owner.query('update auth.organizations set max_users = 100 where id = $1', [owner.orgId])
})
afterAll(() => t.close())

const change = (by: TestUser, id: string, body: object) => t.call<TeamMember>('PATCH', `/api/team/members/${id}`, { token: by.token, body })
const remove = (by: TestUser, id: string) => t.call('DELETE', `/api/team/members/${id}`, { token: by.token })
const transfer = (by: TestUser, memberId: string) =>
  t.call<TeamMember>('POST', '/api/team/transfer-ownership', { token: by.token, body: { memberId } })
const leave = (by: TestUser) => t.call('POST', '/api/team/leave', { token: by.token })
const agents = async (by: TestUser) => (await t.call('GET', '/api/agents', { token: by.token })).status
const createAgent = async (by: TestUser) =>
  (await t.call('POST', '/api/agents', { token: by.token, body: { name: 'Made', type: 'SALES', config: {} } })).status

describe('the list', () => {
  test('begins with the owner, includes open invitations, and is searched, filtered and paged by the server', async () => {
    const host = await t.register({ firstName: 'Zoe', lastName: 'Zuse' })
    const member = await bring(t, host, 'MEMBER')
    const email = `aaa-${newAddress()}`
    await invite(t, host, email, 'VIEWER')
    const all = await listMembers(t, host)
    expect(all.map((each) => [each.email, each.role, each.status])).toEqual([
      [host.email, 'OWNER', 'ACTIVE'],
      [member.email, 'MEMBER', 'ACTIVE'],
      [email, 'VIEWER', 'PENDING'],
    ])
    expect(all[0]?.lastActive).not.toBeNull()
    expect([all[2]?.joinedAt, all[2]?.lastActive, all[2]?.name]).toEqual([null, null, ''])
    const emails = async (query: string) => (await listMembers(t, host, query)).map((each) => each.email)
    expect(await emails('?role=USER')).toEqual([member.email])
    expect(await emails('?status=PENDING')).toEqual([email])
    expect(await emails('?q=zuse')).toEqual([host.email])
    expect(await emails('?q=100%25')).toEqual([])
    const first = await t.call<TeamMember[]>('GET', '/api/team/members?limit=2', { token: host.token })
    const rest = await listMembers(t, host, `?limit=2&cursor=${encodeURIComponent(first.body.page?.nextCursor ?? '')}`)
    expect([...first.body.data, ...rest]).toEqual(all)
    const stats = await t.call<TeamStats>('GET', '/api/team/stats?q=zuse', { token: member.token })
    expect(stats.body.data).toEqual({ maxUsers: 10, used: 2, pending: 1, available: 7, inactive: 0, matching: 1 })
  })
})

describe('a change of role', () => {
  test('works on the next request', async () => {
    const member = await bring(t, owner, 'VIEWER')
    expect(await createAgent(member)).toBe(403)
    const changed = await change(owner, member.userId, { role: 'USER' })
    expect(changed.body.data).toMatchObject({ id: member.userId, role: 'MEMBER', status: 'ACTIVE' })
    expect(await createAgent(member)).toBe(201)
    await change(owner, member.userId, { role: 'VIEWER' })
    expect(await createAgent(member)).toBe(403)
  })

  test('never changes the owner or the caller, never makes an owner, and needs a manager (R11)', async () => {
    const [admin, other] = [await bring(t, owner, 'ADMIN'), await bring(t, owner, 'ADMIN')]
    expect((await change(admin, owner.userId, { role: 'VIEWER' })).status).toBe(409)
    expect((await change(admin, admin.userId, { role: 'VIEWER' })).status).toBe(409)
    expect((await change(owner, owner.userId, { status: 'INACTIVE' })).status).toBe(409)
    expect((await change(admin, other.userId, { role: 'OWNER' })).status).toBe(422)
    expect((await change(admin, other.userId, {})).status).toBe(422)
    expect((await change(admin, other.userId, { role: 'MEMBER' })).status).toBe(200)
    expect((await change(other, admin.userId, { role: 'VIEWER' })).status).toBe(403)
  })

  test('rejects a stale write', async () => {
    const member = await bring(t, owner)
    const [read] = await listMembers(t, owner, `?q=${member.email}`)
    expect((await change(owner, member.userId, { role: 'VIEWER', updatedAt: read?.updatedAt })).status).toBe(200)
    const late = await change(owner, member.userId, { role: 'ADMIN', updatedAt: read?.updatedAt })
    expect([late.status, late.body.code]).toEqual([409, 'STALE_WRITE'])
  })

  test('writes an audit row with actor, before and after, and an event', async () => {
    const member = await bring(t, owner)
    await change(owner, member.userId, { role: 'ADMIN' })
    const { rows } = await t.owner.query(
      `select actor_id, action, before, after from app.audit_log where org_id = $1 and target_id = $2 order by seq desc limit 1`,
      [owner.orgId, member.userId],
    )
    expect(rows[0]).toEqual({
      actor_id: owner.userId,
      action: 'team.changeMember',
      before: { role: 'MEMBER', status: 'ACTIVE' },
      after: { role: 'ADMIN', status: 'ACTIVE' },
    })
  })
})

describe('deactivated and removed members', () => {
  test('lose access with the next request and regain it with the next; their work stays', async () => {
    const member = await bring(t, owner)
    expect(await createAgent(member)).toBe(201)
    await change(owner, member.userId, { status: 'INACTIVE' })
    expect(await agents(member)).toBe(404)
    expect((await t.call<unknown[]>('GET', '/api/agents', { token: owner.token })).body.data.length).toBeGreaterThan(0)
    expect((await invite(t, owner, member.email)).body.code).toBe('ALREADY_MEMBER')
    await change(owner, member.userId, { status: 'ACTIVE' })
    expect(await agents(member)).toBe(200)
    expect((await remove(owner, member.userId)).status).toBe(200)
    expect(await agents(member)).toBe(404)
    expect((await t.call('GET', '/api/auth/profile', { token: member.token })).status).toBe(200)
    expect((await remove(owner, member.userId)).status).toBe(404)
    const { rows } = await t.owner.query<{ how: string }>(
      `select payload->>'how' as how from app.outbox where type = 'user.removed' and payload->>'userId' = $1`,
      [member.userId],
    )
    expect(rows).toEqual([{ how: 'removed' }])
    // And can be invited again.
    expect((await invite(t, owner, member.email)).status).toBe(201)
  })

  test('frees the seat; reactivation takes one', async () => {
    const host = await t.register()
    const member = await bring(t, host)
    await t.owner.query('update auth.organizations set max_users = 2 where id = $1', [host.orgId])
    t.platform.auth.invalidate(host.userId)
    await change(host, member.userId, { status: 'INACTIVE' })
    expect((await invite(t, host, newAddress())).status).toBe(201)
    expect((await change(host, member.userId, { status: 'ACTIVE' })).body.code).toBe('PLAN_LIMIT')
  })

  test('is neither the owner nor oneself', async () => {
    const admin = await bring(t, owner, 'ADMIN')
    expect((await remove(admin, owner.userId)).body.error).toBe('The owner cannot be removed.')
    expect((await remove(admin, admin.userId)).status).toBe(409)
  })
})

describe('ownership', () => {
  test('transfers to an active member in one step, and makes the old owner an administrator', async () => {
    const host = await t.register()
    const [admin, idle] = [await bring(t, host, 'ADMIN'), await bring(t, host)]
    expect((await transfer(admin, admin.userId)).status).toBe(403)
    await change(host, idle.userId, { status: 'INACTIVE' })
    expect((await transfer(host, idle.userId)).status).toBe(409)
    expect((await transfer(host, host.userId)).status).toBe(409)
    const responses = await Promise.all([transfer(host, admin.userId), transfer(host, admin.userId)])
    expect(responses.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([200, 409])
    const roles = (await listMembers(t, host, '?status=ACTIVE')).map((each) => [each.id, each.role])
    expect(roles).toEqual([
      [admin.userId, 'OWNER'],
      [host.userId, 'ADMIN'],
    ])
    expect((await transfer(host, idle.userId)).status).toBe(403)
    expect((await leave(host)).status).toBe(200)
  })

  test('asks for reauthentication after ten minutes (SEC-14)', async () => {
    const host = await t.register()
    const member = await bring(t, host)
    await t.owner.query(`update auth.sessions set authenticated_at = now() - interval '11 minutes' where user_id = $1`, [host.userId])
    t.platform.auth.invalidate(host.userId)
    expect((await transfer(host, member.userId)).body.code).toBe('REAUTHENTICATION_REQUIRED')
  })
})

describe('leaving', () => {
  test('the last owner cannot; a member can, also a suspended organization', async () => {
    const host = await t.register()
    const member = await bring(t, host)
    expect((await leave(host)).body.code).toBe('LAST_OWNER')
    await t.owner.query("update auth.organizations set status = 'SUSPENDED' where id = $1", [host.orgId])
    t.platform.auth.invalidate(member.userId)
    expect((await leave(member)).status).toBe(200)
    expect(await agents(member)).toBe(404)
  })
})

test('members of another organization do not exist', async () => {
  const [stranger, member] = [await t.register(), await bring(t, owner)]
  expect((await change(stranger, member.userId, { role: 'VIEWER' })).status).toBe(404)
  expect((await remove(stranger, member.userId)).status).toBe(404)
  expect((await transfer(stranger, member.userId)).status).toBe(404)
  expect((await listMembers(t, stranger)).map((each) => each.id)).toEqual([stranger.userId])
})
