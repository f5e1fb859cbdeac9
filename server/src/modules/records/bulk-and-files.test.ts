import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { RecordImport, RecordImportPreview } from '@imperium/contract/entities/record-imports.ts'
import type { RecordView } from '@imperium/contract/entities/record-views.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
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
  await call('POST', '/api/contacts', { email: 'ada@example.org', firstName: 'Ada', lastName: 'Byron' })
  await make('estate', [
    { name: 'title', label: 'Title', type: 'text', required: true },
    { name: 'code', label: 'Code', type: 'text', unique: true },
    { name: 'number', label: 'Number', type: 'autonumber' },
    { name: 'price', label: 'Price', type: 'money', currency: 'EUR' },
    { name: 'day', label: 'Day', type: 'date' },
    { name: 'state', label: 'State', type: 'choice', options: [{ label: 'Open' }, { label: 'Done' }] },
    { name: 'visitor', label: 'Visitor', type: 'relation', entity: 'contacts' },
  ])
})
afterAll(() => t.close())

async function make(entityName: string, fields: object[]): Promise<void> {
  const { body } = await call<EntityDefinition>('POST', '/api/entities', { entityName, displayName: entityName, fields })
  await call('POST', `/api/entities/${body.data.id}/activate`)
  await buildTable(t, owner.orgId, body.data.id)
}
const made = async (values: object) => (await call<EntityRecord>('POST', '/api/records/estate', { values })).body.data
const all = async (query = 'sort=title&limit=100') => (await call<EntityRecord[]>('GET', `/api/records/estate?${query}`)).body.data
const bulk = (ids: readonly string[], action: object, user = owner) =>
  call<{ changed: number; before: { id: string; values: object }[] }>('POST', '/api/records/estate/bulk', { ids, action }, user)

test('a bulk edit changes all or none, and answers what to put back', async () => {
  const [one, two] = [await made({ title: 'One', state: 'Open' }), await made({ title: 'Two' })]
  const reply = await bulk([one.id, two.id], { kind: 'set', values: { state: 'Done' } })
  expect(reply.body.data).toMatchObject({ changed: 2 })
  expect(new Map(reply.body.data.before.map(({ id, values }) => [id, values]))).toEqual(
    new Map<string, object>([
      [one.id, { state: 'Open' }],
      [two.id, { state: null }],
    ]),
  )
  // Those that have the value already are not changed.
  expect((await bulk([one.id, two.id], { kind: 'set', values: { state: 'Done' } })).body.data.changed).toBe(0)
  const taken = await bulk([one.id, two.id], { kind: 'set', values: { code: 'x' } })
  expect([taken.status, taken.body.errors?.[0]?.path]).toEqual([409, 'values.code'])
  expect((await all()).map(({ values }) => values['code'])).toEqual([null, null])
  expect((await bulk([one.id, owner.userId], { kind: 'trash' })).status).toBe(404)
  expect((await bulk([one.id, two.id], { kind: 'trash' })).body.data.changed).toBe(2)
  expect(await all()).toEqual([])
  expect((await bulk([one.id, two.id], { kind: 'restore' })).body.data.changed).toBe(2)
  const viewer = await t.addMember(owner.orgId, 'VIEWER')
  expect((await bulk([one.id], { kind: 'trash' }, viewer)).status).toBe(403)
})

test('saved views are shared, named once, and bound to their entity', async () => {
  const filter = '[{"field":"state","operator":"is","value":"Done"}]'
  const body = { name: 'Done ones', layout: 'board', by: 'state', filter }
  const view = (await call<RecordView>('POST', '/api/records/estate/views', body)).body.data
  expect(view).toMatchObject({ ...body, q: '', sort: '' })
  expect((await call('POST', '/api/records/estate/views', { name: 'done ONES' })).status).toBe(409)
  const member = await t.addMember(owner.orgId, 'MEMBER')
  const shown = await call<RecordView[]>('GET', '/api/records/estate/views', undefined, member)
  expect(shown.body.data.map(({ name }) => name)).toEqual(['Done ones'])
  await make('other', [{ name: 'title', label: 'Title', type: 'text' }])
  expect((await call('DELETE', `/api/records/other/views/${view.id}`)).status).toBe(404)
  expect((await call('PUT', `/api/records/estate/views/${view.id}`, { name: 'All' })).body.data).toMatchObject({
    layout: 'table',
    filter: '',
  })
  expect((await call('DELETE', `/api/records/estate/views/${view.id}`)).status).toBe(200)
})

async function bring(text: string): Promise<{ id: string; preview: RecordImportPreview }> {
  const bytes = Buffer.from(text)
  const { id } = (await call<RecordImport>('POST', '/api/records/estate/imports', { fileName: 'list.csv', sizeBytes: bytes.length })).body
    .data
  await t.app.inject({
    method: 'PUT',
    url: `/api/record-imports/${id}/pieces?offset=0`,
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
    payload: bytes,
  })
  return { id, preview: (await call<RecordImportPreview>('POST', `/api/record-imports/${id}/preview`, {})).body.data }
}
const jobOf = () => t.modules.flatMap(({ jobs }) => jobs ?? []).find(({ name }) => name === 'records.import')
const runImport = (importId: string) =>
  jobOf()?.run({ orgId: owner.orgId, importId } as { orgId: string }, { id: importId, signal: new AbortController().signal })
async function importFile(text: string, more: object = {}): Promise<RecordImport> {
  const { id, preview } = await bring(text)
  const { separator, encoding, hasHeader, columns } = preview
  const settings = { separator, encoding, hasHeader, columns: columns.map(({ target }) => target), ...more }
  const started = await call('POST', `/api/record-imports/${id}/start`, { settings })
  expect([started.status, started.body.message]).toEqual([202, started.body.message])
  await runImport(id)
  return (await call<RecordImport>('GET', `/api/record-imports/${id}`)).body.data
}

test('a file is read by the types of its fields; rows that do not fit are left out and say why', async () => {
  const done = await importFile(
    [
      'Title;Code;Price;Day;State;Visitor',
      'Elm Street;e1;1.234,50;2026-11-14;open;ada byron',
      'Park;p1;7;2026-02-30;Done;',
      ';n1;;;;',
      'Again;e1;;;;',
      'Lake;l1;;2026-03-29;Gone;',
      'Hill;h1;;2026-10-25;;Nobody',
    ].join('\n'),
  )
  expect(done).toMatchObject({ status: 'completed', createdCount: 1, failedCount: 5, rowsRead: 7 })
  expect(done.errors.map(({ row, column }) => [row, column] as const).toSorted(([one], [other]) => one - other)).toEqual([
    [3, 'day'],
    [4, 'title'],
    [5, 'code'],
    [6, 'state'],
    [7, 'visitor'],
  ])
  const [elm] = await all('q=elm')
  expect(elm?.values).toMatchObject({ code: 'e1', price: 123_450, day: '2026-11-14', state: 'Open' })
  expect(elm?.related['visitor']?.[0]?.label).toBe('Ada Byron')
  expect(elm?.values['number']).toBeGreaterThan(0)
})

test('an export is read back as the same values, and a match changes instead of adding', async () => {
  const before = await all()
  const response = await t.app.inject({
    method: 'GET',
    url: '/api/records/estate/export',
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(response.headers['content-type']).toContain('text/csv')
  expect(response.body).toContain('Ada Byron')
  const { preview } = await bring(response.body)
  const named = preview.columns.filter(({ target }) => target !== '').map(({ target }) => target)
  expect(named.toSorted()).toEqual(['code', 'day', 'price', 'state', 'title', 'visitor'])
  const text = response.body.replace('Elm Street', 'Oak Street')
  const done = await importFile(text, { match: 'code' })
  expect(done).toMatchObject({ status: 'completed', updatedCount: 1 })
  const after = await all()
  const elm = before.find(({ label }) => label === 'Elm Street')
  const oak = after.find(({ label }) => label === 'Oak Street')
  expect(oak?.id).toBe(elm?.id)
  expect({ ...oak?.values, title: '' }).toEqual({ ...elm?.values, title: '' })
})

test('an import that two processes work on writes each row once, and one that was stopped writes no more', async () => {
  const rows = Array.from({ length: 1_200 }, (_, at) => `Row ${at}`)
  const { id } = await bring(['Title', ...rows].join('\n'))
  const settings = { separator: ',', encoding: 'utf-8', hasHeader: true, columns: ['title'] }
  await call('POST', `/api/record-imports/${id}/start`, { settings })
  await Promise.all([runImport(id), runImport(id)])
  await runImport(id)
  expect((await call<RecordImport>('GET', `/api/record-imports/${id}`)).body.data).toMatchObject({
    status: 'completed',
    createdCount: 1_200,
  })
  const counted = await call<{ count: number }>('GET', '/api/records/estate/count?q=row')
  expect(counted.body.data.count).toBe(1_200)
  const other = await bring('Title\nNever\n')
  await call('POST', `/api/record-imports/${other.id}/start`, { settings })
  expect((await call('POST', `/api/record-imports/${other.id}/cancel`)).status).toBe(200)
  await runImport(other.id)
  expect(await all('q=never')).toEqual([])
})
