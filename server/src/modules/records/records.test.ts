import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityRecord, RelationTarget } from '@imperium/contract/entities/records.ts'
import type { SearchHit } from '@imperium/contract/search.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { buildTable } from '../../testing/activate-entity.ts'

let t: TestApp
let owner: TestUser
let contact: string
const call = <T>(method: string, path: string, body?: unknown, user = owner) =>
  t.call<T>(method, path, { token: user.token, ...(body === undefined ? {} : { body }) })

beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  contact = (await call<{ id: string }>('POST', '/api/contacts', { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' })).body
    .data.id
  await make('house', [{ name: 'street', label: 'Street', type: 'text' }])
  await make('viewing', [
    { name: 'title', label: 'Title', type: 'text', required: true },
    { name: 'number', label: 'Number', type: 'autonumber', prefix: 'V-' },
    { name: 'day', label: 'Day', type: 'date' },
    { name: 'begins', label: 'Begins', type: 'date-time' },
    { name: 'price', label: 'Price', type: 'money', currency: 'EUR' },
    { name: 'rooms', label: 'Rooms', type: 'number', defaultValue: 2, indexed: true },
    { name: 'keys', label: 'Keys', type: 'boolean' },
    {
      name: 'state',
      label: 'State',
      type: 'choice',
      options: [
        { value: 'open', label: 'Open' },
        { value: 'done', label: 'Done' },
      ],
    },
    { name: 'wishes', label: 'Wishes', type: 'choices', options: [{ label: 'Garden' }, { label: 'Garage' }] },
    { name: 'mail', label: 'Mail', type: 'email', unique: true },
    { name: 'visitor', label: 'Visitor', type: 'relation', entity: 'contacts' },
    { name: 'agents', label: 'Agents', type: 'relations', entity: 'members' },
    { name: 'house', label: 'House', type: 'relation', entity: 'house' },
    { name: 'notes', label: 'Notes', type: 'long-text' },
  ])
})
afterAll(() => t.close())

async function make(entityName: string, fields: object[]): Promise<void> {
  const { body } = await call<EntityDefinition>('POST', '/api/entities', { entityName, displayName: entityName, fields })
  await call('POST', `/api/entities/${body.data.id}/activate`)
  await buildTable(t, owner.orgId, body.data.id)
}
const create = (values: object, entity = 'viewing', user = owner) => call<EntityRecord>('POST', `/api/records/${entity}`, { values }, user)
const made = async (values: object, entity = 'viewing') => (await create(values, entity)).body.data
const list = async (query: string, entity = 'viewing') => (await call<EntityRecord[]>('GET', `/api/records/${entity}?${query}`)).body
const titles = async (query: string) => (await list(query)).data.map(({ label }) => label)
const filter = (...conditions: object[]) => `filter=${encodeURIComponent(JSON.stringify(conditions))}`
const errorsOf = async (values: object) => (await create(values)).body.errors?.map(({ path, message }) => [path, message])

describe('records', () => {
  test('keep a value of every type, and come back as they are', async () => {
    const house = await made({ street: 'Elm Street 7' }, 'house')
    const values = {
      title: 'First look',
      day: '2026-11-14',
      begins: '2026-11-14T09:30:00.000Z',
      price: 123_456_789_012,
      keys: true,
      state: 'open',
      wishes: ['Garage', 'Garden'],
      mail: 'Ada@Example.org',
      visitor: contact,
      agents: [owner.userId],
      house: house.id,
      notes: 'Line one\nLine two',
    }
    const { status, body } = await create(values)
    expect(status).toBe(201)
    expect(body.data).toMatchObject({
      label: 'First look',
      entity: 'viewing',
      values: { ...values, mail: 'ada@example.org', rooms: 2, number: 1 },
      related: {
        visitor: [{ id: contact, label: 'Ada Byron' }],
        house: [{ id: house.id, label: 'Elm Street 7' }],
        agents: [{ id: owner.userId, label: expect.any(String) as string }],
      },
      deletedAt: null,
    })
    expect((await call<EntityRecord>('GET', `/api/records/viewing/${body.data.id}`)).body.data).toEqual(body.data)
    expect((await call<EntityRecord[]>('GET', '/api/v1/records/viewing')).status).toBe(200)
    expect((await made({ title: 'Second' })).values['number']).toBe(2)
  })

  test('refuse each wrong value at its field', async () => {
    expect(await errorsOf({})).toEqual([['values.title', 'This field is required']])
    expect(
      await errorsOf({ title: 'x', day: '2026-02-30', price: 1.5, state: 'gone', visitor: owner.userId, mail: 'x', nowhere: 1, number: 9 }),
    ).toEqual([
      ['values.nowhere', 'There is no field "nowhere"'],
      ['values.number', 'The number is given automatically'],
      ['values.day', 'Write the date as year-month-day, such as 2026-11-14'],
      ['values.price', 'Must be an amount in minor units, a whole number'],
      ['values.state', 'There is no choice "gone"'],
      ['values.mail', 'Invalid email address'],
      ['values.visitor', 'There is no such record'],
    ])
    const stranger = await t.register()
    const foreign = (await t.call<{ id: string }>('POST', '/api/contacts', { token: stranger.token, body: { email: 'x@example.org' } }))
      .body.data.id
    expect(await errorsOf({ title: 'x', visitor: foreign })).toEqual([['values.visitor', 'There is no such record']])
  })

  test('a unique value is free again once its record is in the trash, and taken when that would come back', async () => {
    const first = await made({ title: 'Unique', mail: 'one@example.org' })
    expect((await create({ title: 'Again', mail: 'ONE@example.org' })).body).toMatchObject({
      code: 'CONFLICT',
      errors: [{ path: 'values.mail' }],
    })
    await call('DELETE', `/api/records/viewing/${first.id}`)
    expect((await create({ title: 'Again', mail: 'one@example.org' })).status).toBe(201)
    expect((await call('POST', `/api/records/viewing/${first.id}/restore`)).status).toBe(409)
  })

  test('two at once with the same unique value: one is saved; numbers never repeat', async () => {
    const results = await Promise.all([1, 2, 3, 4].map(() => create({ title: 'Race', mail: 'race@example.org' })))
    expect(results.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409, 409, 409])
    const numbers = await Promise.all([1, 2, 3, 4].map(() => made({ title: 'Numbered' })))
    expect(new Set(numbers.map(({ values }) => values['number'])).size).toBe(4)
  })

  test('a change is checked against what was read, keeps what it does not name, and is told in the audit log', async () => {
    const { id, updatedAt } = await made({ title: 'Change me', rooms: 3, notes: 'kept' })
    const put = (values: object, at?: string) =>
      call<EntityRecord>('PUT', `/api/records/viewing/${id}`, { values, ...(at ? { updatedAt: at } : {}) })
    const changed = await put({ rooms: 4 }, updatedAt)
    expect(changed.body.data.values).toMatchObject({ title: 'Change me', rooms: 4, notes: 'kept' })
    expect((await put({ rooms: 5 }, updatedAt)).status).toBe(409)
    expect((await put({ title: null })).body.errors?.[0]?.path).toBe('values.title')
    expect((await put({ rooms: null })).body.data.values['rooms']).toBeNull()
    const { rows } = await t.owner.query(
      "select before, after from app.audit_log where org_id = $1 and action = 'records.update' and target_id = $2 order by seq",
      [owner.orgId, id],
    )
    expect(rows[0]).toEqual({ before: { rooms: 3 }, after: { entity: 'viewing', rooms: 4 } })
  })

  test('go to the trash, come back, and are deleted for good from there', async () => {
    const { id } = await made({ title: 'Trashed' })
    const remove = () => call('DELETE', `/api/records/viewing/${id}`)
    await remove()
    expect(await titles('q=trashed')).toEqual([])
    expect(await titles('q=trashed&trash=true')).toEqual(['Trashed'])
    expect((await call('PUT', `/api/records/viewing/${id}`, { values: { title: 'No' } })).status).toBe(409)
    expect((await call('POST', `/api/records/viewing/${id}/restore`)).status).toBe(200)
    expect(await titles('q=trashed')).toEqual(['Trashed'])
    await remove()
    await remove()
    expect((await remove()).status).toBe(404)
  })

  test('let viewers read and change nothing; another tenant finds nothing', async () => {
    const { id } = await made({ title: 'Seen' })
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    expect((await call('GET', `/api/records/viewing/${id}`, undefined, viewer)).status).toBe(200)
    expect((await create({ title: 'No' }, 'viewing', viewer)).status).toBe(403)
    const stranger = await t.register()
    expect((await call('GET', `/api/records/viewing/${id}`, undefined, stranger)).status).toBe(404)
  })

  test('a related record that is gone is shown as hidden, and shortens no list', async () => {
    const house = await made({ street: 'Gone Road' }, 'house')
    const { id } = await made({ title: 'At a house that goes', house: house.id })
    await call('DELETE', `/api/records/house/${house.id}`)
    const { data } = await list('q=house that goes')
    expect(data.map(({ related }) => related['house'])).toEqual([[{ id: house.id, label: null }]])
    // What it has already may stay; a new one must exist.
    expect((await call('PUT', `/api/records/viewing/${id}`, { values: { house: house.id, rooms: 1 } })).status).toBe(200)
    expect((await create({ title: 'New', house: house.id })).status).toBe(422)
  })
})

describe('lists', () => {
  beforeAll(async () => {
    await make('city', [
      { name: 'name', label: 'Name', type: 'text' },
      { name: 'size', label: 'Size', type: 'number' },
      { name: 'founded', label: 'Founded', type: 'date', indexed: true },
      {
        name: 'kind',
        label: 'Kind',
        type: 'choice',
        options: [
          { value: 'port', label: 'Port' },
          { value: 'inland', label: 'Inland' },
        ],
      },
      {
        name: 'marks',
        label: 'Marks',
        type: 'choices',
        options: [
          { value: 'old', label: 'Old' },
          { value: 'new', label: 'New' },
        ],
      },
    ])
    for (const [name, size, founded, kind, marks] of [
      ['Bremen', 5, '0787-01-01', 'port', ['old']],
      ['Kiel', 2, null, 'port', ['old', 'new']],
      ['Essen', 6, '0845-01-01', 'inland', null],
      ['Ulm', null, '0854-01-01', null, null],
      ['Jena', 1, null, 'inland', ['new']],
    ] as const)
      await made({ name, size, founded, kind, marks }, 'city')
  })
  const names = async (query: string) => (await list(query, 'city')).data.map(({ label }) => label)

  test('are sorted by any field, records without a value last, page by page in both directions', async () => {
    expect(await names('')).toEqual(['Jena', 'Ulm', 'Essen', 'Kiel', 'Bremen'])
    for (const [sort, order] of [
      ['size', ['Jena', 'Kiel', 'Bremen', 'Essen', 'Ulm']],
      ['-size', ['Essen', 'Bremen', 'Kiel', 'Jena', 'Ulm']],
      ['founded', ['Bremen', 'Essen', 'Ulm', 'Kiel', 'Jena']],
      ['-founded', ['Ulm', 'Essen', 'Bremen', 'Jena', 'Kiel']],
      ['label', ['Bremen', 'Essen', 'Jena', 'Kiel', 'Ulm']],
    ] as const) {
      expect([sort, await names(`sort=${sort}`)]).toEqual([sort, order])
      for (const limit of [1, 2, 3]) {
        const seen: string[] = []
        let cursor: string | null | undefined
        do {
          const page = await list(`sort=${sort}&limit=${limit}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`, 'city')
          seen.push(...page.data.map(({ label }) => label))
          cursor = page.page?.nextCursor
        } while (cursor)
        expect([sort, limit, seen]).toEqual([sort, limit, order])
      }
    }
    expect((await call('GET', '/api/records/city?sort=marks')).status).toBe(422)
    expect((await call('GET', '/api/records/city?sort=nowhere')).status).toBe(422)
  })

  test('are filtered by the operators of each type, and counted with the same filter', async () => {
    const cases: [object[], string[]][] = [
      [[{ field: 'kind', operator: 'is', value: 'port' }], ['Bremen', 'Kiel']],
      [[{ field: 'kind', operator: 'isNot', value: 'port' }], ['Essen', 'Jena', 'Ulm']],
      [[{ field: 'kind', operator: 'anyOf', value: ['port', 'inland'] }], ['Bremen', 'Essen', 'Jena', 'Kiel']],
      [[{ field: 'kind', operator: 'isEmpty' }], ['Ulm']],
      [[{ field: 'marks', operator: 'anyOf', value: ['new'] }], ['Jena', 'Kiel']],
      [[{ field: 'size', operator: 'atLeast', value: 5 }], ['Bremen', 'Essen']],
      [
        [
          { field: 'size', operator: 'atMost', value: 2 },
          { field: 'kind', operator: 'is', value: 'inland' },
        ],
        ['Jena'],
      ],
      [[{ field: 'founded', operator: 'atMost', value: '0845-01-01' }], ['Bremen', 'Essen']],
      [[{ field: 'name', operator: 'contains', value: 'EN' }], ['Bremen', 'Essen', 'Jena']],
      [[{ field: 'name', operator: 'startsWith', value: 'K' }], ['Kiel']],
    ]
    for (const [conditions, expected] of cases) {
      expect([conditions, await names(`sort=label&${filter(...conditions)}`)]).toEqual([conditions, expected])
      const { body } = await call<{ count: number }>('GET', `/api/records/city/count?${filter(...conditions)}`)
      expect(body.data.count).toBe(expected.length)
    }
    expect(await names('q=UL')).toEqual(['Ulm'])
  })

  test('refuse a filter that does not fit the entity, and a cursor of another filter', async () => {
    const bad = [
      [{ field: 'nowhere', operator: 'is', value: 1 }],
      [{ field: 'size', operator: 'contains', value: 'x' }],
      [{ field: 'size', operator: 'is', value: 'x' }],
      [{ field: 'size', operator: 'is', value: null }],
      [{ field: 'kind', operator: 'anyOf', value: 'port' }],
      [{ field: 'kind', operator: 'like', value: 'port' }],
    ]
    for (const conditions of bad)
      expect([conditions, (await call('GET', `/api/records/city?${filter(...conditions)}`)).status]).toEqual([conditions, 422])
    for (const text of ['x', '{}', '[[]]', 'null'])
      expect([text, (await call('GET', `/api/records/city?filter=${text}`)).status]).toEqual([text, 422])
    const { page } = await list('sort=size&limit=1', 'city')
    expect((await call('GET', `/api/records/city?sort=-size&limit=1&cursor=${page?.nextCursor}`)).status).toBe(422)
  })

  test('offer what a relation may name: contacts, members and records, by a part of their title', async () => {
    await made({ street: 'Long Lane 1' }, 'house')
    const offered = async (field: string, q: string) =>
      (await call<RelationTarget[]>('GET', `/api/records/viewing/targets/${field}?q=${q}`)).body.data?.map(({ label }) => label)
    expect(await offered('visitor', 'ada')).toEqual(['Ada Byron'])
    expect(await offered('house', 'lane')).toEqual(['Long Lane 1'])
    expect((await offered('agents', ''))?.length).toBeGreaterThan(0)
    expect((await call('GET', '/api/records/viewing/targets/title')).status).toBe(404)
  })

  test('are found by the search over everything', async () => {
    const { body } = await call<SearchHit[]>('GET', '/api/search?q=brem')
    expect(body.data).toContainEqual(expect.objectContaining({ kind: 'record', title: 'Bremen', detail: 'city' }))
  })
})

test('tell other programs what happened, by ids and names of fields', async () => {
  const { id } = await made({ title: 'Told' })
  await call('PUT', `/api/records/viewing/${id}`, { values: { rooms: 9 } })
  await call('DELETE', `/api/records/viewing/${id}`)
  const { rows } = await t.owner.query<{ type: string; payload: object }>(
    "select type, payload from app.outbox where org_id = $1 and payload ->> 'recordId' = $2 order by id",
    [owner.orgId, id],
  )
  expect(rows).toEqual([
    { type: 'record.created', payload: { entity: 'viewing', recordId: id } },
    { type: 'record.updated', payload: { entity: 'viewing', recordId: id, fields: ['rooms'] } },
    { type: 'record.deleted', payload: { entity: 'viewing', recordId: id } },
  ])
})
