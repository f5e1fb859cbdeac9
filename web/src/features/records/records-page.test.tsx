import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { entities } from '@imperium/contract/entities/entities.ts'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { hierarchy } from '@imperium/contract/hierarchy/hierarchy.ts'
import { recordViews } from '@imperium/contract/entities/record-views.ts'
import { recordOperations } from '@imperium/contract/entities/records.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import type { FieldTypeName } from '@imperium/contract/kit/field-types/field-types.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import type { FakeApi } from '../../testing/fake-api.ts'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'

const plain = { required: false, unique: false, indexed: false, personal: false, help: '', defaultValue: null }
const untyped = { pattern: '', options: [], currency: 'EUR', decimals: 2, entity: '', prefix: '' }
const field = (name: string, label: string, type: FieldTypeName, more: Partial<EntityDefinition['fields'][number]> = {}) => ({
  id: name,
  name,
  label,
  type,
  ...plain,
  ...untyped,
  ...more,
})
const entity: EntityDefinition = {
  id: id(7),
  entityName: 'viewing',
  displayName: 'Viewings',
  description: '',
  tableName: 'viewing_0123456789ab',
  status: 'active',
  category: 'transactional',
  vertical: '',
  module: '',
  tags: [],
  version: 1,
  isSystemEntity: false,
  fields: [
    field('title', 'Title', 'text', { required: true }),
    field('price', 'Price', 'money'),
    field('day', 'Day', 'date'),
    field('visitor', 'Visitor', 'relation', { entity: 'contacts' }),
  ],
  schemaDefinition: { columns: [] },
  hasChanges: false,
  change: null,
  createdAt: at,
  updatedAt: at,
}
const record: EntityRecord = {
  id: id(9),
  entity: 'viewing',
  label: 'Elm Street',
  values: { title: 'Elm Street', price: 123_450, day: '2026-03-01', visitor: id(11) },
  related: { visitor: [{ id: id(11), label: null }] },
  createdByName: 'Ada',
  createdAt: at,
  updatedAt: at,
  deletedAt: null,
}
const others = (api: FakeApi) => {
  api.give(entities.list, [entity])
  api.give(recordOperations.count, { count: 1 })
  api.give(recordOperations.targets, [])
  api.give(recordViews.list, [])
  api.give(hierarchy.tree, null)
}

testStates('records', {
  place: 'records/viewing',
  heading: 'Viewings',
  list: recordOperations.list,
  others,
  loadFailed: 'Records could not be loaded',
  empty: { data: [], texts: 'No records yet' },
  noMatch: { place: 'records/viewing?q=zzz', texts: 'No matches' },
  // A related record that the reader may not see is named as hidden, and the row stays.
  filled: { data: [record], texts: ['Elm Street', '€1,234.50', 'Mar 1, 2026', 'hidden'] },
})

test('creates a record with the values of its types', async () => {
  const api = openScreen('records/viewing?create=true', {}, (on) => {
    others(on)
    on.give(recordOperations.list, [])
    on.give(recordOperations.create, record)
  })
  const title = await screen.findByRole('textbox', { name: 'Title' })
  const submit = () => fireEvent.submit(title.closest('form')!)
  submit()
  await screen.findByText('This field is required')
  expect(api.sent(recordOperations.create)).toEqual([])
  fireEvent.change(title, { target: { value: 'Elm Street' } })
  fireEvent.change(screen.getByRole('textbox', { name: 'Price (EUR)' }), { target: { value: '1234.5' } })
  fireEvent.change(screen.getByLabelText('Day'), { target: { value: '2026-03-01' } })
  submit()
  await waitFor(() => expect(api.sent(recordOperations.create)).toHaveLength(1))
  expect(api.sent(recordOperations.create)[0]?.body).toEqual({
    values: { title: 'Elm Street', price: 123_450, day: '2026-03-01', visitor: null },
  })
})

test('a role that cannot write sees records and no button', async () => {
  openScreen(`records/viewing?record=${record.id}`, { role: 'VIEWER' }, (on) => {
    others(on)
    on.give(recordOperations.list, [record])
    on.give(recordOperations.read, record)
  })
  await screen.findByText('Created')
  expect(screen.queryByRole('button', { name: 'New record' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Edit' })).toBeNull()
})

test('a cell is changed in place, checked by its type, and taken back with Undo', async () => {
  const api = openScreen('records/viewing', {}, (on) => {
    others(on)
    on.give(recordOperations.list, [record])
    on.give(recordOperations.update, { ...record, updatedAt: '2026-12-01T00:00:00.000Z' })
  })
  fireEvent.click(await screen.findByRole('button', { name: 'Edit cells' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Edit Day of Elm Street' }))
  const input = within(screen.getByRole('group', { name: 'Edit Day of Elm Street' })).getByLabelText('Day')
  fireEvent.change(input, { target: { value: '2026-03-29' } })
  fireEvent.keyDown(input, { key: 'Enter' })
  await waitFor(() => expect(api.sent(recordOperations.update)).toHaveLength(1))
  expect(api.sent(recordOperations.update)[0]?.body).toEqual({ values: { day: '2026-03-29' }, updatedAt: at })
  fireEvent.click(await screen.findByRole('button', { name: 'Undo' }))
  await waitFor(() => expect(api.sent(recordOperations.update)).toHaveLength(2))
  expect(api.sent(recordOperations.update)[1]?.body).toEqual({ values: { day: '2026-03-01' } })
})

test('selected records are changed together', async () => {
  const api = openScreen('records/viewing', {}, (on) => {
    others(on)
    on.give(recordOperations.list, [record])
    on.give(recordOperations.bulk, { changed: 1, before: [{ id: record.id, values: {} }] })
  })
  fireEvent.click(await screen.findByRole('checkbox', { name: 'Select Elm Street' }))
  fireEvent.click(await screen.findByRole('button', { name: 'Move to trash' }))
  await waitFor(() => expect(api.sent(recordOperations.bulk)).toHaveLength(1))
  expect(api.sent(recordOperations.bulk)[0]?.body).toEqual({ ids: [record.id], action: { kind: 'trash' } })
})

test('a board has a column for each choice, and cards move without a mouse', async () => {
  const options = ['open', 'done'].map((value) => ({ value, label: value === 'open' ? 'Open' : 'Done' }))
  const open = { ...record, values: { ...record.values, state: 'open' } }
  const boarded = { ...entity, fields: [...entity.fields, field('state', 'State', 'choice', { options })] }
  const api = openScreen('records/viewing?layout=board&by=state', {}, (on) => {
    others(on)
    on.give(entities.list, [boarded])
    // One record, which is open; without a condition it is in the list.
    on.give(recordOperations.list, ({ query }) => (/"(done|isEmpty)"/.test(query['filter'] ?? '') ? [] : [open]))
    on.give(recordOperations.update, open)
  })
  const column = await screen.findByRole('listitem', { name: 'Open' })
  for (const name of ['Done', 'None']) expect(screen.getByRole('listitem', { name })).toBeDefined()
  fireEvent.click(await within(column).findByRole('combobox', { name: 'Move Elm Street to' }))
  fireEvent.click(await within(column).findByRole('option', { name: 'Done', hidden: true }))
  await waitFor(() => expect(api.sent(recordOperations.update)).toHaveLength(1))
  expect(api.sent(recordOperations.update)[0]?.body).toEqual({ values: { state: 'done' }, updatedAt: at })
  const filters = api.sent(recordOperations.list).flatMap(({ query }) => (query as { filter?: string } | undefined)?.filter ?? [])
  expect(filters).toContain('[{"field":"state","operator":"is","value":"done"}]')
  expect(filters).toContain('[{"field":"state","operator":"isEmpty","value":null}]')
})
