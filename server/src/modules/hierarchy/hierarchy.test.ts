import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { HierarchyNode, OrgNode } from '@imperium/contract/hierarchy/hierarchy.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register({ organizationName: 'Northwind Trading' })
})
afterAll(() => t.close())

const ask = <T = OrgNode>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
const tree = async (user = owner) =>
  (await ask<HierarchyNode | null>('GET', `/organizations/${user.orgId}/hierarchy`, undefined, user)).body.data
const add = async (name: string, type: string, parentId?: string, user = owner) =>
  (await ask('POST', '/hierarchy/nodes', { name, type, ...(parentId ? { parentId } : {}) }, user)).body.data

test('is empty at first; the first node brings the root, named after the organization', async () => {
  const user = await t.register({ organizationName: 'Contoso Holding' })
  expect(await tree(user)).toBeNull()
  const made = await add('Contoso Süd', 'subsidiary', undefined, user)
  expect(made).toMatchObject({ name: 'Contoso Süd', slug: 'contoso-sud', type: 'subsidiary', level: 1, userCount: 0 })
  expect(await tree(user)).toMatchObject({
    name: 'Contoso Holding',
    type: 'holding',
    level: 0,
    parentId: null,
    children: [{ id: made.id, level: 1, children: [] }],
  })
})

test('nests children by name and numbers slugs that are taken', async () => {
  const user = await t.register()
  const first = await add('Sales', 'division', undefined, user)
  const second = await add('Sales', 'division', undefined, user)
  const team = await add('Berlin', 'team', first.id, user)
  expect([first.slug, second.slug]).toEqual(['sales', 'sales-2'])
  const root = await tree(user)
  expect(root?.children.map(({ slug }) => slug).toSorted()).toEqual(['sales', 'sales-2'])
  expect(root?.children.flatMap(({ children }) => children)).toMatchObject([{ id: team.id, level: 2 }])
})

test('shows the hierarchy of the own organization only', async () => {
  const stranger = await t.register()
  expect((await ask('GET', `/organizations/${owner.orgId}/hierarchy`, undefined, stranger)).status).toBe(404)
  expect((await ask('GET', `/organizations/${stranger.orgId}/hierarchy`)).status).toBe(404)
})

describe('the order of types', () => {
  test('a node stands below one of the same or a higher type', async () => {
    const department = await add('Support', 'department')
    const refused = await ask('POST', '/hierarchy/nodes', { name: 'Too high', type: 'division', parentId: department.id })
    expect(refused).toMatchObject({
      status: 422,
      body: { errors: [{ path: 'type', message: 'A node stands below one of the same or a higher type' }] },
    })
    expect(await add('Level two', 'department', department.id)).toMatchObject({ level: 2 })
  })

  test('holds when a type changes, for the parent and the children', async () => {
    const division = await add('Logistics', 'division')
    const department = await add('Warehouse', 'department', division.id)
    expect((await ask('PATCH', `/hierarchy/nodes/${department.id}`, { type: 'subsidiary' })).status).toBe(422)
    expect((await ask('PATCH', `/hierarchy/nodes/${division.id}`, { type: 'team' })).status).toBe(422)
    expect((await ask('PATCH', `/hierarchy/nodes/${division.id}`, { type: 'subsidiary' })).status).toBe(200)
  })
})

describe('moves', () => {
  test('take all that stands below along', async () => {
    const [from, to] = [await add('From', 'division'), await add('To', 'division')]
    const moved = await add('Moved', 'department', from.id)
    const below = await add('Below', 'team', moved.id)
    const { updatedAt } = moved
    expect((await ask('PUT', `/hierarchy/nodes/${moved.id}/parent`, { parentId: to.id, updatedAt })).body.data).toMatchObject({
      parentId: to.id,
    })
    expect((await ask('GET', `/hierarchy/nodes/${below.id}`)).body.data).toMatchObject({ level: 3, parentId: moved.id })
    // The version that was read is old now.
    const again = await ask('PUT', `/hierarchy/nodes/${moved.id}/parent`, { parentId: from.id, updatedAt })
    expect(again).toMatchObject({ status: 409, body: { code: 'STALE_WRITE' } })
  })

  test('refuse a circle, the root, and a parent of a lower type', async () => {
    const division = await add('Circle', 'division')
    const department = await add('Inside', 'division', division.id)
    const team = await add('Team', 'team')
    const root = await tree()
    const move = async (id: string, parentId: string) => (await ask('PUT', `/hierarchy/nodes/${id}/parent`, { parentId })).status
    expect(await move(division.id, department.id)).toBe(409)
    expect(await move(division.id, division.id)).toBe(409)
    expect(await move(root!.id, division.id)).toBe(409)
    expect(await move(department.id, team.id)).toBe(422)
  })

  test('of two at once never make a circle', async () => {
    const [a, b] = [await add('Left', 'division'), await add('Right', 'division')]
    const move = (id: string, parentId: string) => ask('PUT', `/hierarchy/nodes/${id}/parent`, { parentId })
    const statuses = (await Promise.all([move(a.id, b.id), move(b.id, a.id)])).map(({ status }) => status)
    expect(statuses.toSorted((a, b) => a - b)).toEqual([200, 409])
  })
})

describe('deleting', () => {
  test('needs an empty node, or lets its contents move up', async () => {
    const division = await add('Closed', 'division')
    const department = await add('Kept', 'department', division.id)
    expect((await ask('DELETE', `/hierarchy/nodes/${division.id}`)).status).toBe(409)
    expect((await ask('DELETE', `/hierarchy/nodes/${division.id}?contents=reparent`)).status).toBe(200)
    expect((await ask('GET', `/hierarchy/nodes/${department.id}`)).body.data).toMatchObject({ level: 1, parentId: (await tree())?.id })
    expect((await ask('GET', `/hierarchy/nodes/${division.id}`)).status).toBe(404)
  })

  test('keeps a root with nodes below it, and takes the last one', async () => {
    const user = await t.register()
    const only = await add('Only', 'division', undefined, user)
    const root = await tree(user)
    expect((await ask('DELETE', `/hierarchy/nodes/${root!.id}?contents=reparent`, undefined, user)).status).toBe(409)
    expect((await ask('DELETE', `/hierarchy/nodes/${only.id}`, undefined, user)).status).toBe(200)
    expect((await ask('DELETE', `/hierarchy/nodes/${root!.id}`, undefined, user)).status).toBe(200)
    expect(await tree(user)).toBeNull()
  })
})

test('lets members look and change nothing', async () => {
  const node = await add('Watched', 'division')
  const member = await t.addMember(owner.orgId, 'MEMBER')
  expect(await tree(member)).not.toBeNull()
  expect((await ask('PATCH', `/hierarchy/nodes/${node.id}`, { name: 'Mine' }, member)).status).toBe(403)
  expect((await ask('DELETE', `/hierarchy/nodes/${node.id}`, undefined, member)).status).toBe(403)
})
