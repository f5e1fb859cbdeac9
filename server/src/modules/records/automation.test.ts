import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { buildTable } from '../../testing/activate-entity.ts'
import { performRecordAct } from './automation/perform-acts.ts'
import type { RecordActName } from './automation/record-acts.ts'

let t: TestApp
let owner: TestUser
let contact: string
const call = async <T>(method: string, path: string, body?: unknown): Promise<T> =>
  (await t.call<T>(method, path, { token: owner.token, ...(body === undefined ? {} : { body }) })).body.data

beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  contact = (await call<{ id: string }>('POST', '/api/contacts', { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' })).id
  const fields = [
    { name: 'title', label: 'Title', type: 'text', required: true },
    { name: 'price', label: 'Price', type: 'money', currency: 'EUR' },
    { name: 'rooms', label: 'Rooms', type: 'number' },
    { name: 'day', label: 'Day', type: 'date' },
    { name: 'state', label: 'State', type: 'choice', options: [{ value: 'o', label: 'Open' }] },
    { name: 'visitor', label: 'Visitor', type: 'relation', entity: 'contacts' },
  ]
  const { id } = await call<EntityDefinition>('POST', '/api/entities', { entityName: 'visit', displayName: 'Visits', fields })
  await call('POST', `/api/entities/${id}/activate`)
  await buildTable(t, owner.orgId, id)
})
afterAll(() => t.close())

const act = (name: RecordActName, input: object) =>
  t.platform.db.withOrg(owner.orgId, (tx) => {
    const actor = { kind: 'system' as const, id: null, name: 'Morning run' }
    return performRecordAct(t.platform, tx, { actor, may: () => true }, name, input)
  })

test('values are read as people write them, and are named in the audit log', async () => {
  const values = { title: 'First', price: '1.234,50', rooms: 3, day: '2026-03-29', state: 'open', visitor: 'ada byron' }
  const made = await act('create', { entity: 'visit', values })
  expect(made).toMatchObject({
    label: 'First',
    values: { price: 1234.5, rooms: 3, day: '2026-03-29', state: 'Open', visitor: 'Ada Byron' },
    relatedIds: { visitor: [contact] },
  })
  const record = await call<EntityRecord>('GET', `/api/records/visit/${String(made['id'])}`)
  expect(record).toMatchObject({ createdByName: 'Morning run', values: { price: 123_450, state: 'o', visitor: contact } })
  const changed = await act('update', { entity: 'visit', id: made['id'], values: { rooms: '4', visitor: null } })
  expect(changed).toMatchObject({ values: { rooms: 4, visitor: null, title: 'First' } })
  const { rows } = await t.owner.query(
    `select action, actor_name from app.audit_log where org_id = $1 and target_id = $2 and actor_kind = 'system' order by seq`,
    [owner.orgId, made['id']],
  )
  expect(rows).toEqual(['records.create', 'records.update'].map((action) => ({ action, actor_name: 'Morning run' })))
})

test('records are found by id, text and conditions', async () => {
  const { id } = await act('create', { entity: 'visit', values: { title: 'Second', state: 'Open', rooms: 9 } })
  for (const input of [{ id }, { text: 'secon' }, { where: [{ field: 'rooms', operator: 'atLeast', value: 9 }] }])
    expect(await act('find', { entity: 'visit', ...input })).toMatchObject({ found: true, count: 1, record: { label: 'Second' } })
  expect(await act('find', { entity: 'visit', text: 'nothing' })).toMatchObject({ found: false, record: null })
})

test('a refusal names its field and leaves nothing behind', async () => {
  await expect(act('create', { entity: 'visit', values: { title: 'Third', price: 'much', nowhere: 1 } })).rejects.toMatchObject({
    errors: [{ path: 'values.price' }, { path: 'values.nowhere' }],
  })
  await expect(act('create', { entity: 'nowhere', values: {} })).rejects.toMatchObject({ status: 404 })
  await expect(act('create', { entity: 'visit', values: { title: 'Third', visitor: 'nobody' } })).rejects.toMatchObject({ status: 422 })
  expect(await act('find', { entity: 'visit', text: 'third' })).toMatchObject({ found: false })
})
