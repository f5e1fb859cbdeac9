import { MantineProvider } from '@mantine/core'
import { fireEvent, render, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { entities } from '@imperium/contract/entities/entities.ts'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import { openScreen } from '../../testing/open-screen.tsx'
import type { FakeApi } from '../../testing/fake-api.ts'
import { at, id } from '../../testing/person-of.ts'
import { testStates } from '../../testing/screen-states.ts'
import { ConfirmHost } from '../../ui/dialog/confirm-host.tsx'

const title: EntityDefinition['fields'][number] = {
  id: 'f1',
  name: 'title',
  label: 'Title',
  type: 'text',
  required: true,
  unique: true,
  indexed: false,
  personal: false,
  help: '',
  defaultValue: null,
  pattern: '',
  options: [],
  currency: 'USD',
  decimals: 2,
  entity: '',
  prefix: '',
}
const draft: EntityDefinition = {
  id: id(7),
  entityName: 'viewing',
  displayName: 'Property viewing',
  description: 'Visits of houses',
  tableName: 'viewing_0123456789ab',
  status: 'draft',
  category: 'transactional',
  vertical: '',
  module: '',
  tags: ['sales', 'houses', 'third'],
  version: 1,
  isSystemEntity: false,
  fields: [title],
  schemaDefinition: { columns: [{ name: 'title', type: 'text', nullable: false, unique: true }] },
  hasChanges: false,
  change: null,
  createdAt: at,
  updatedAt: at,
}
const system: EntityDefinition = {
  ...draft,
  id: id(8),
  entityName: 'contacts',
  displayName: 'Contacts',
  status: 'active',
  isSystemEntity: true,
  fields: [],
  tags: [],
}
const active: EntityDefinition = { ...draft, status: 'active' }
const others = (api: FakeApi) => api.give(entities.stats, { total: 5, active: 4, draft: 1, system: 4 })

testStates('entities', {
  place: 'entities',
  heading: 'Entity Definitions',
  list: entities.list,
  others,
  loadFailed: 'Entities could not be loaded',
  empty: { data: [], texts: 'No entities yet' },
  noMatch: { place: 'entities?q=zzz', texts: 'No entities found' },
  filled: { data: [system, draft], texts: ['Property viewing', 'sales', 'houses', 'System Entities'] },
})

test('a draft is activated after the question of the specification, and says so when its table is there', async () => {
  const api = openScreen('entities', {}, (on) => {
    others(on)
    on.give(entities.list, [draft])
    on.give(entities.activate, { ...draft, change: { state: 'waiting', message: '' } })
    on.give(entities.read, active)
  })
  render(<ConfirmHost />, { wrapper: MantineProvider })
  fireEvent.click(await screen.findByRole('button', { name: 'Activate: Property viewing' }))
  const dialog = within(await screen.findByRole('dialog'))
  dialog.getByText('Are you sure you want to activate this entity? This will create the database table.')
  fireEvent.click(dialog.getByRole('button', { name: 'Activate' }))
  await screen.findByText('Entity activated successfully!')
  expect(api.sent(entities.activate)).toHaveLength(1)
})

test('shows no third tag, and offers neither activation nor deletion of a system entity', async () => {
  openScreen('entities', {}, (on) => {
    others(on)
    on.give(entities.list, [system, draft])
  })
  await screen.findByText('houses')
  expect(screen.queryByText('third')).toBeNull()
  expect(screen.queryByRole('button', { name: 'Activate: Contacts' })).toBeNull()
  expect(screen.queryByRole('button', { name: 'Delete: Contacts' })).toBeNull()
})

test('the panel shows the schema with its constraints', async () => {
  openScreen(`entities?entity=${draft.id}`, { role: 'VIEWER' }, (on) => {
    others(on)
    on.give(entities.list, [draft])
    on.give(entities.read, draft)
  })
  await screen.findByText('NOT NULL · UNIQUE')
  expect(screen.queryByRole('button', { name: 'Activate' })).toBeNull()
})

test('the designer guesses types from names, adds a field with Enter, and sends what was made', async () => {
  const api = openScreen('entities?create=true', {}, (on) => {
    others(on)
    on.give(entities.list, [])
    on.give(entities.create, draft)
  })
  fireEvent.change(await screen.findByRole('textbox', { name: 'Display name' }), { target: { value: 'Property viewing' } })
  for (const [index, label] of ['Title', 'Price', 'Visit date'].entries()) {
    const name = await screen.findByRole('textbox', { name: `Name of field ${index + 1}` })
    fireEvent.change(name, { target: { value: label } })
    if (index < 2) fireEvent.keyDown(name, { key: 'Enter' })
  }
  fireEvent.submit(screen.getByRole('textbox', { name: 'Display name' }).closest('form')!)
  await waitFor(() => expect(api.sent(entities.create)).toHaveLength(1))
  expect(api.sent(entities.create)[0]?.body).toMatchObject({
    entityName: 'property_viewing',
    displayName: 'Property viewing',
    fields: [
      { name: 'title', label: 'Title', type: 'text' },
      { name: 'price', label: 'Price', type: 'money' },
      { name: 'visit_date', label: 'Visit date', type: 'date' },
    ],
  })
})

test('changed fields show what happens to values before they are activated', async () => {
  const api = openScreen(`entities?change=${draft.id}`, {}, (on) => {
    others(on)
    on.give(entities.list, [active])
    on.give(entities.read, active)
    on.give(entities.activate, { ...active, version: 2 })
    on.give(entities.difference, {
      version: 2,
      updatedAt: at,
      added: [],
      removed: [],
      renamed: [],
      converted: [
        {
          id: 'f1',
          name: 'size',
          label: 'Size',
          from: 'text',
          to: 'number',
          converts: 40,
          fails: 1,
          samples: ['about 30'],
          changes: 1,
          changedSamples: [
            {
              from: '7.50',
              to: '7.5',
            },
          ],
        },
      ],
      required: [],
      unique: [],
      choices: [],
    })
  })
  await screen.findByText(/40 values convert · 1 does not: “about 30” · 1 value changes: “7.50” → “7.5”/)
  fireEvent.click(screen.getByRole('button', { name: 'Activate version 2' }))
  await waitFor(() => expect(api.sent(entities.activate)).toHaveLength(1))
  // What was shown, and no later change of another member.
  expect(api.sent(entities.activate)[0]?.query).toEqual({ updatedAt: at })
})
