import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { MovePreview, NodeContents, OrgNode, SightExplanation } from '@imperium/contract/hierarchy/hierarchy.ts'
import type { Assignment, PermissionSet } from '@imperium/contract/hierarchy/rights.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
let admin: TestUser
let member: TestUser
let viewer: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  admin = await t.addMember(owner.orgId, 'ADMIN')
  member = await t.addMember(owner.orgId, 'MEMBER')
  viewer = await t.addMember(owner.orgId, 'VIEWER')
})
afterAll(() => t.close())

const ask = <T = OrgNode>(user: TestUser, method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
const add = async (name: string, type: string, parentId?: string) =>
  (await ask(owner, 'POST', '/hierarchy/nodes', { name, type, ...(parentId ? { parentId } : {}) })).body.data
const assign = (user: TestUser, body: object) => ask<Assignment>(user, 'POST', '/assignments', body)
const makeSet = (user: TestUser, name: string, permissions: string[]) =>
  ask<PermissionSet>(user, 'POST', '/permission-sets', { name, permissions })
const makeContact = async (user: TestUser, name: string) =>
  (await ask<{ id: string }>(user, 'POST', '/contacts', { email: `${name}@example.com`, firstName: name })).body.data.id
const place = (user: TestUser, kind: string, ids: string[], nodeId: string | null) =>
  ask(user, 'PUT', '/hierarchy/placements', { kind, ids, nodeId })
const sees = async (user: TestUser, contactId: string) => (await ask(user, 'GET', `/contacts/${contactId}`)).status === 200

describe('permissions for the whole organization', () => {
  test('a set adds to the role from the next request on, in another process too, and until it ends', async () => {
    const { id: permissionSetId } = (await makeSet(owner, 'Auditors', ['audit:read'])).body.data
    const other = await t.openOther()
    const read = async (app: { call: TestApp['call'] }) => (await app.call('GET', '/api/audit', { token: viewer.token })).status
    expect([await read(t), await read(other)]).toEqual([403, 403])
    const made = await assign(owner, { userId: viewer.userId, permissionSetId })
    expect(made).toMatchObject({ status: 201, body: { data: { nodeId: null, permissionSetName: 'Auditors', isCurrent: true } } })
    expect(await read(t)).toBe(200)
    await vi.waitUntil(async () => (await read(other)) === 200, { timeout: 20_000 })
    const profile = await ask<{ organization: { grantedPermissions: string[] } }>(viewer, 'GET', '/auth/profile')
    expect(profile.body.data.organization.grantedPermissions).toEqual(['audit:read'])
    expect((await ask(owner, 'DELETE', `/permission-sets/${permissionSetId}`)).status).toBe(409)
    await ask(owner, 'DELETE', `/assignments/${made.body.data.id}`)
    expect(await read(t)).toBe(403)
    await vi.waitUntil(async () => (await read(other)) === 403, { timeout: 20_000 })
    await other.close()
  })

  test('counts only between its two times', async () => {
    const { id: permissionSetId } = (await makeSet(owner, 'Deputies', ['audit:read'])).body.data
    const endsAt = new Date(Date.now() + 3_600_000).toISOString()
    const deputy = { userId: viewer.userId, permissionSetId, deputyForId: admin.userId }
    expect((await assign(owner, deputy)).body.errors).toMatchObject([{ path: 'endsAt' }])
    const { id } = (await assign(owner, { ...deputy, endsAt })).body.data
    expect((await ask(viewer, 'GET', '/audit')).status).toBe(200)
    await t.owner.query(
      `update app.assignments set starts_at = now() - interval '2 hours', ends_at = now() - interval '1 hour' where id = $1`,
      [id],
    )
    t.platform.auth.invalidate(viewer.userId)
    expect((await ask(viewer, 'GET', '/audit')).status).toBe(403)
  })

  test('a member gives only rights that they have, and none that belongs to its roles alone', async () => {
    expect((await makeSet(owner, 'Owner only', ['organizations:delete'])).status).toBe(422)
    expect((await makeSet(owner, 'Unknown', ['no-such:thing'])).status).toBe(422)
    expect((await makeSet(member, 'Mine', ['contacts:read'])).status).toBe(403)
    const { id: nodeId } = await add('Guarded', 'division')
    await assign(owner, { userId: member.userId, nodeId, role: 'ADMIN' })
    // A manager of one node gives nothing for the whole organization, nor on another node.
    const { id: elsewhere } = await add('Elsewhere', 'division')
    expect((await assign(member, { userId: viewer.userId, role: 'MEMBER' })).status).toBe(403)
    expect((await assign(member, { userId: viewer.userId, role: 'MEMBER', nodeId: elsewhere })).status).toBe(403)
    expect((await assign(member, { userId: viewer.userId, role: 'MEMBER', nodeId })).status).toBe(201)
    expect((await assign(member, { userId: viewer.userId, role: 'MEMBER', nodeId })).status).toBe(409)
  })

  test('only members of the organization are given rights', async () => {
    const stranger = await t.register()
    expect((await assign(owner, { userId: stranger.userId, role: 'MEMBER' })).status).toBe(422)
    expect((await assign(owner, { userId: member.userId, role: 'MEMBER', nodeId: stranger.userId })).status).toBe(404)
  })
})

describe('what belongs to a node', () => {
  test('is seen there and above, and by owners and admins; the rest by all as before', async () => {
    const europe = await add('Europe', 'subsidiary')
    const sales = await add('Sales Europe', 'division', europe.id)
    const asia = await add('Asia', 'subsidiary')
    const [free, held] = [await makeContact(owner, 'free'), await makeContact(owner, 'held')]
    expect((await place(owner, 'contact', [held], sales.id)).body.data).toEqual({ changed: 1 })
    const person = await t.addMember(owner.orgId, 'MEMBER')
    expect([await sees(admin, held), await sees(person, held), await sees(person, free)]).toEqual([true, false, true])
    const listed = async () => (await ask<{ id: string }[]>(person, 'GET', '/contacts')).body.data.some(({ id }) => id === held)
    expect(await listed()).toBe(false)
    await assign(owner, { userId: person.userId, nodeId: asia.id, role: 'MEMBER' })
    expect(await sees(person, held)).toBe(false)
    await assign(owner, { userId: person.userId, nodeId: europe.id, role: 'MEMBER' })
    expect([await sees(person, held), await listed()]).toEqual([true, true])
    // A move takes it out of sight again.
    const preview = await ask<MovePreview>(
      owner,
      'GET',
      `/hierarchy/nodes/${sales.id}/move-preview?parentId=${(await add('Africa', 'subsidiary')).id}`,
    )
    expect(preview.body.data).toMatchObject({
      nodes: 1,
      gainCount: 0,
      losses: [{ userId: person.userId, nodes: 1, contacts: 1, agents: 0 }],
    })
    await ask(owner, 'PUT', `/hierarchy/nodes/${sales.id}/parent`, { parentId: (await add('America', 'subsidiary')).id })
    expect([await sees(person, held), await listed()]).toEqual([false, false])
  })

  test('cannot be placed by a stranger to the node, nor with a foreign id', async () => {
    const closed = await add('Closed', 'division')
    const open = await makeContact(owner, 'open')
    expect((await place(member, 'contact', [open], closed.id)).status).toBe(403)
    expect((await place(viewer, 'contact', [open], null)).status).toBe(403)
    const stranger = await t.register()
    const foreign = await makeContact(stranger, 'foreign')
    expect((await place(owner, 'contact', [foreign], closed.id)).status).toBe(404)
    expect((await place(stranger, 'contact', [foreign], closed.id)).status).toBe(404)
  })

  test('an email address of a hidden contact stays taken, without a word about whose', async () => {
    const secret = await add('Secret', 'division')
    const hidden = await makeContact(owner, 'hidden')
    await place(owner, 'contact', [hidden], secret.id)
    const refused = await ask(member, 'POST', '/contacts', { email: 'hidden@example.com' })
    expect(refused).toMatchObject({ status: 409, body: { message: 'Another contact has this email address already.' } })
    expect(JSON.stringify(refused.body)).not.toContain(hidden)
  })

  test('stands in the way of deleting its node, or moves up with it', async () => {
    const division = await add('Held', 'division')
    const id = await makeContact(owner, 'moves-up')
    await place(owner, 'contact', [id], division.id)
    expect((await ask(owner, 'DELETE', `/hierarchy/nodes/${division.id}`)).status).toBe(409)
    expect((await ask(owner, 'DELETE', `/hierarchy/nodes/${division.id}?contents=reparent`)).status).toBe(200)
    const placed = await ask<{ nodeId: string }>(owner, 'GET', `/hierarchy/placements?kind=contact&id=${id}`)
    expect(placed.body.data.nodeId).toBe(division.parentId)
  })

  test('is counted, and listed with the people of the node', async () => {
    const division = await add('Counted', 'division')
    await place(owner, 'contact', [await makeContact(owner, 'counted')], division.id)
    await assign(owner, { userId: viewer.userId, nodeId: division.id, role: 'VIEWER' })
    const { data } = (await ask<NodeContents>(owner, 'GET', `/hierarchy/nodes/${division.id}/contents`)).body
    expect(data).toMatchObject({ contacts: 1, agents: 0, people: [{ userId: viewer.userId, role: 'VIEWER' }] })
  })
})

test('says why a person sees a thing', async () => {
  const country = await add('Portugal', 'subsidiary')
  const city = await add('Porto', 'division', country.id)
  const id = await makeContact(owner, 'porto')
  const explain = async (user: TestUser) =>
    (await ask<SightExplanation>(owner, 'GET', `/hierarchy/explanations?kind=contact&id=${id}&userId=${user.userId}`)).body.data
  const person = await t.addMember(owner.orgId, 'MEMBER')
  expect(await explain(person)).toMatchObject({ isVisible: true, nodeName: null, reasons: [{ by: 'no_node' }] })
  await place(owner, 'contact', [id], city.id)
  expect(await explain(person)).toEqual({ mayRead: true, isVisible: false, nodeName: 'Porto', reasons: [] })
  await assign(owner, { userId: person.userId, nodeId: country.id, role: 'VIEWER' })
  expect(await explain(person)).toMatchObject({ isVisible: true, reasons: [{ by: 'assignment', right: 'VIEWER', nodeName: 'Portugal' }] })
  expect(await explain(admin)).toMatchObject({ isVisible: true, reasons: [{ by: 'role', right: 'ADMIN' }] })
})

test('the manager of a node manages what stands below it, and nothing else', async () => {
  const own = await add('Own part', 'subsidiary')
  const other = await add('Other part', 'subsidiary')
  const manager = await t.addMember(owner.orgId, 'VIEWER')
  await assign(owner, { userId: manager.userId, nodeId: own.id, role: 'ADMIN' })
  const make = (parentId: string) => ask(manager, 'POST', '/hierarchy/nodes', { name: 'Team', type: 'team', parentId })
  const team = await make(own.id)
  expect([team.status, (await make(other.id)).status]).toEqual([201, 403])
  expect((await ask(manager, 'PUT', `/hierarchy/nodes/${team.body.data.id}/parent`, { parentId: other.id })).status).toBe(403)
  expect((await ask(manager, 'PATCH', `/hierarchy/nodes/${other.id}`, { name: 'Mine' })).status).toBe(403)
  expect((await ask(manager, 'DELETE', `/hierarchy/nodes/${own.id}?contents=reparent`)).status).toBe(403)
  expect((await ask(manager, 'DELETE', `/hierarchy/nodes/${team.body.data.id}`)).status).toBe(200)
})
