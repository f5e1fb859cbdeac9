import { afterAll, beforeAll, expect, test } from 'vitest'
import type { HierarchyLink, Holding, OfferedLink } from '@imperium/contract/hierarchy/links.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let holding: TestUser
let nodeId: string
beforeAll(async () => {
  t = await createTestApp()
  holding = await t.register({ organizationName: 'Group' })
  nodeId = (await ask<{ id: string }>(holding, 'POST', '/nodes', { name: 'Subsidiary', type: 'subsidiary' })).body.data.id
})
afterAll(() => t.close())

const ask = <T>(user: TestUser, method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/hierarchy${path}`, { token: user.token, ...(body ? { body } : {}) })
const offer = async () => (await ask<OfferedLink>(holding, 'POST', '/links', { nodeId })).body.data
const links = async () => (await ask<HierarchyLink[]>(holding, 'GET', '/links')).body.data

test('needs the consent of both owners, shows totals only, and either side ends it', async () => {
  const subsidiary = await t.register({ organizationName: 'Daughter' })
  await t.call('POST', '/api/contacts', { token: subsidiary.token, body: { email: 'a@example.com' } })
  const { id, code } = await offer()
  expect((await links()).find((link) => link.id === id)).toMatchObject({ linkedAt: null, organizationName: null, totals: null })
  expect((await ask<Holding>(subsidiary, 'POST', '/holding/preview', { code })).body.data).toMatchObject({
    organizationName: 'Group',
    linkedAt: null,
  })
  expect((await ask<Holding>(subsidiary, 'GET', '/holding')).body.data).toBeNull()
  expect((await ask<Holding>(subsidiary, 'PUT', '/holding', { code })).body.data).toMatchObject({
    organizationName: 'Group',
    nodeName: 'Subsidiary',
  })
  const linked = (await links()).find((link) => link.id === id)
  expect(linked).toMatchObject({
    organizationName: 'Daughter',
    totals: { members: 1, contacts: 1, agents: 0, campaigns: 0, workflows: 0 },
  })
  // Nothing else of the subsidiary is open to the holding.
  expect((await t.call('GET', `/api/organizations/${subsidiary.orgId}/hierarchy`, { token: holding.token })).status).toBe(404)
  expect((await ask(subsidiary, 'DELETE', '/holding')).status).toBe(200)
  expect((await links()).some((link) => link.id === id)).toBe(false)
})

test('a code works once, for owners, for another organization, and for one holding at a time', async () => {
  const subsidiary = await t.register()
  const admin = await t.addMember(subsidiary.orgId, 'ADMIN')
  const { code } = await offer()
  expect((await ask(admin, 'PUT', '/holding', { code })).status).toBe(403)
  expect((await ask(holding, 'PUT', '/holding', { code })).status).toBe(409)
  expect((await ask(subsidiary, 'PUT', '/holding', { code: 'no-such-code' })).status).toBe(404)
  expect((await ask(subsidiary, 'PUT', '/holding', { code })).status).toBe(200)
  expect((await ask(await t.register(), 'PUT', '/holding', { code })).status).toBe(404)
  expect((await ask(subsidiary, 'PUT', '/holding', { code: (await offer()).code })).status).toBe(409)
})

test('an offer that is withdrawn or has expired links nothing', async () => {
  const subsidiary = await t.register()
  const [withdrawn, expired] = [await offer(), await offer()]
  await ask(holding, 'DELETE', `/links/${withdrawn.id}`)
  await t.owner.query(`update app.hierarchy_links set expires_at = now() - interval '1 second' where id = $1`, [expired.id])
  for (const { code } of [withdrawn, expired]) expect((await ask(subsidiary, 'PUT', '/holding', { code })).status).toBe(404)
})
