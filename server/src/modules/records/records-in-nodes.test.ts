import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import type { NodeContents } from '@imperium/contract/hierarchy/hierarchy.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { buildTable } from '../../testing/activate-entity.ts'

let t: TestApp
let owner: TestUser
const call = <T>(method: string, path: string, body?: unknown, user = owner) =>
  t.call<T>(method, path, { token: user.token, ...(body === undefined ? {} : { body }) })

beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
})
afterAll(() => t.close())

async function make(entityName: string, fields: object[]): Promise<void> {
  const { body } = await call<EntityDefinition>('POST', '/api/entities', { entityName, displayName: entityName, fields })
  await call('POST', `/api/entities/${body.data.id}/activate`)
  await buildTable(t, owner.orgId, body.data.id)
}
const made = async (entity: string, values: object) => (await call<EntityRecord>('POST', `/api/records/${entity}`, { values })).body.data.id

test('a record of a node is seen there and above, by the row policy; a relation to it shows no title elsewhere', async () => {
  await make('plot', [{ name: 'title', label: 'Title', type: 'text' }])
  await make('visit', [
    { name: 'title', label: 'Title', type: 'text' },
    { name: 'plot', label: 'Plot', type: 'relation', entity: 'plot' },
  ])
  const node = async (name: string) => (await call<{ id: string }>('POST', '/api/hierarchy/nodes', { name, type: 'division' })).body.data.id
  const [north, south] = [await node('North'), await node('South')]
  const [open, northern] = [await made('plot', { title: 'Open' }), await made('plot', { title: 'Northern' })]
  await made('visit', { title: 'Visit', plot: northern })
  const place = { kind: 'record', entity: 'plot', ids: [northern], nodeId: north }
  expect((await call<{ changed: number }>('PUT', '/api/hierarchy/placements', place)).body.data).toEqual({ changed: 1 })
  expect((await call('PUT', '/api/hierarchy/placements', { ...place, entity: 'visit' })).status).toBe(404)
  const [inNorth, inSouth] = [await t.addMember(owner.orgId, 'MEMBER'), await t.addMember(owner.orgId, 'MEMBER')]
  for (const [{ userId }, nodeId] of [
    [inNorth, north],
    [inSouth, south],
  ] as const)
    expect((await call('POST', '/api/assignments', { userId, nodeId, role: 'MEMBER' })).status).toBeLessThan(300)
  const seen = async (user: TestUser) =>
    (await call<EntityRecord[]>('GET', '/api/records/plot?sort=title', undefined, user)).body.data.map(({ label }) => label)
  expect(await seen(inNorth)).toEqual(['Northern', 'Open'])
  expect(await seen(inSouth)).toEqual(['Open'])
  expect((await call('GET', `/api/records/plot/${northern}`, undefined, inSouth)).status).toBe(404)
  expect((await call('GET', `/api/records/plot/${open}`, undefined, inSouth)).status).toBe(200)
  // The row of the visit stays; only the title of what it relates to is hidden.
  const [visit] = (await call<EntityRecord[]>('GET', '/api/records/visit', undefined, inSouth)).body.data
  expect(visit?.related['plot']).toEqual([{ id: northern, label: null }])
  const contents = (await call<NodeContents>('GET', `/api/hierarchy/nodes/${north}/contents`)).body.data
  expect(contents.records).toBe(1)
  // A node that goes leaves its records to the one above.
  expect((await call('DELETE', `/api/hierarchy/nodes/${north}`)).status).toBe(409)
  expect((await call('DELETE', `/api/hierarchy/nodes/${north}?contents=reparent`)).status).toBe(200)
})

test('a merged contact takes its records along, an erased one leaves none, and an export has them', async () => {
  const contact = async (email: string) => (await call<{ id: string }>('POST', '/api/contacts', { email, firstName: 'Ada' })).body.data.id
  const [gone, kept] = [await contact('one@example.org'), await contact('two@example.org')]
  await make('talk', [
    { name: 'title', label: 'Title', type: 'text' },
    { name: 'speaker', label: 'Speaker', type: 'relation', entity: 'contacts' },
    { name: 'guests', label: 'Guests', type: 'relations', entity: 'contacts' },
  ])
  const id = await made('talk', { title: 'Talk', speaker: gone, guests: [gone, kept] })
  const values = async () => (await call<EntityRecord>('GET', `/api/records/talk/${id}`)).body.data.values
  expect((await call('POST', `/api/contacts/${kept}/merge`, { otherId: gone })).status).toBe(200)
  expect(await values()).toMatchObject({ speaker: kept, guests: [kept] })
  const exported = await t.app.inject({
    method: 'GET',
    url: `/api/contacts/${kept}/export`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(exported.body).toContain('"Talk"')
  expect((await call('DELETE', `/api/contacts/${kept}`)).status).toBe(200)
  expect(await values()).toMatchObject({ title: 'Talk', speaker: null, guests: null })
})
