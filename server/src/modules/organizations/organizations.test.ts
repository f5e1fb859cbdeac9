import { afterAll, beforeAll, expect, test } from 'vitest'
import type { User } from '@imperium/contract/auth/auth.ts'
import type { Organization } from '@imperium/contract/organizations.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { slugFromName } from './create-organization.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

test('lets a user have several organizations, and switch the current one', async () => {
  const user = await t.register({ organizationName: 'First' })
  const made = await t.call<Organization>('POST', '/api/organizations', {
    token: user.token,
    body: { name: 'Second', timeZone: 'Europe/Paris' },
  })
  expect([made.status, made.body.data.role, made.body.data.timeZone]).toEqual([201, 'OWNER', 'Europe/Paris'])
  const current = async () => (await t.call<User>('GET', '/api/auth/profile', { token: user.token })).body.data.organization?.slug
  expect(await current()).toBe(made.body.data.slug)
  expect((await t.call('POST', `/api/organizations/${user.slug}/switch`, { token: user.token })).status).toBe(200)
  expect(await current()).toBe(user.slug)
  const list = await t.call<Organization[]>('GET', '/api/auth/organizations', { token: user.token })
  expect(list.body.data.map((each) => each.name)).toEqual(['First', 'Second'])
})

test('R8: selects among the own organizations; answers any other like an unknown one', async () => {
  const [mine, theirs] = [await t.register(), await t.register()]
  const read = (tenant: string) =>
    t.call<{ total: number }>('GET', '/api/agents/stats', { token: mine.token, headers: { 'x-tenant': tenant } })
  expect((await read(mine.slug)).status).toBe(200)
  expect((await read(mine.orgId)).status).toBe(200)
  const [foreign, unknown] = [await read(theirs.slug), await read('no-such-org')]
  expect([foreign.status, foreign.body.error]).toEqual([unknown.status, unknown.body.error])
  expect(foreign.status).toBe(404)
  expect((await t.call('POST', `/api/organizations/${theirs.slug}/switch`, { token: mine.token })).status).toBe(404)
  expect((await t.call('GET', `/api/organizations/${theirs.orgId}`, { token: mine.token })).status).toBe(404)
})

test('owner and administrator change name, time zone and budget; a stale write is refused; others are not allowed to', async () => {
  const owner = await t.register()
  const path = `/api/organizations/${owner.orgId}`
  const before = (await t.call<Organization>('GET', path, { token: owner.token })).body.data
  const changed = await t.call<Organization>('PATCH', path, {
    token: owner.token,
    body: { name: 'Renamed', timeZone: 'Asia/Tokyo', monthlyBudgetMicros: 5_000_000, updatedAt: before.updatedAt },
  })
  expect(changed.body.data).toMatchObject({ name: 'Renamed', timeZone: 'Asia/Tokyo', monthlyBudgetMicros: 5_000_000 })
  expect((await t.call('PATCH', path, { token: owner.token, body: { name: 'Late', updatedAt: before.updatedAt } })).status).toBe(409)
  expect((await t.call('PATCH', path, { token: owner.token, body: { timeZone: 'Moon/Crater' } })).status).toBe(422)
  expect((await t.call('PATCH', path, { token: (await t.addMember(owner.orgId, 'ADMIN')).token, body: { name: 'By admin' } })).status).toBe(
    200,
  )
  expect(
    (await t.call('PATCH', path, { token: (await t.addMember(owner.orgId, 'MEMBER')).token, body: { name: 'By member' } })).status,
  ).toBe(403)
})

test('R12: applies a role change and a removal to the next request after the signal', async () => {
  const owner = await t.register()
  const admin = await t.addMember(owner.orgId, 'ADMIN')
  const path = `/api/organizations/${owner.orgId}`
  expect((await t.call('PATCH', path, { token: admin.token, body: { name: 'One' } })).status).toBe(200)
  await t.owner.query("update auth.memberships set role = 'VIEWER' where org_id = $1 and user_id = $2", [owner.orgId, admin.userId])
  await t.owner.query("select pg_notify('imperium', $1)", [JSON.stringify({ kind: 'access', userId: admin.userId })])
  await expect.poll(async () => (await t.call('PATCH', path, { token: admin.token, body: { name: 'Two' } })).status).toBe(403)
  await t.owner.query('delete from auth.memberships where org_id = $1 and user_id = $2', [owner.orgId, admin.userId])
  await t.owner.query("select pg_notify('imperium', $1)", [JSON.stringify({ kind: 'access', userId: admin.userId })])
  await expect.poll(async () => (await t.call('GET', path, { token: admin.token })).status).toBe(404)
})

test('keeps exactly one owner per organization, whatever is tried', async () => {
  const owner = await t.register()
  const other = await t.addMember(owner.orgId, 'ADMIN')
  await expect(
    t.owner.query("update auth.memberships set role = 'OWNER' where org_id = $1 and user_id = $2", [owner.orgId, other.userId]),
  ).rejects.toThrow(/memberships_one_owner/)
})

test.each([
  ['Acme Robotics', 'acme-robotics'],
  ['  Ünïcode & Co. KG ', 'unicode-co-kg'],
  ['---', 'org'],
  ['X', 'x-org'],
  ['a'.repeat(80), 'a'.repeat(50)],
])('the slug of %s', (name, slug) => {
  expect(slugFromName(name)).toBe(slug)
})
