import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import { consents } from '@imperium/contract/contacts/consents.ts'
import { contactFields } from '@imperium/contract/contacts/contact-fields.ts'
import { contactImports } from '@imperium/contract/contacts/contact-imports.ts'
import type { ContactImport, ImportPreview } from '@imperium/contract/contacts/contact-imports.ts'
import type { FakeApi } from '../../testing/fake-api.ts'
import { openScreen } from '../../testing/open-screen.tsx'

const id = '018f0000-0000-7000-8000-000000000001'
const campaign = '018f0000-0000-7000-8000-000000000002'
const at = '2026-11-01T10:00:00.000Z'

const held = (more: Partial<ContactImport>): ContactImport => ({
  id,
  fileName: 'people.csv',
  status: 'uploaded',
  settings: null,
  totalBytes: 90,
  doneBytes: 90,
  rowsRead: 0,
  createdCount: 0,
  updatedCount: 0,
  skippedCount: 0,
  failedCount: 0,
  askWaitingCount: 0,
  askedCount: 0,
  unaskedCount: 0,
  undoneCount: 0,
  message: '',
  undoableUntil: null,
  resumableUntil: null,
  createdBy: 'Ada',
  createdByUser: null,
  createdAt: at,
  startedAt: null,
  finishedAt: null,
  updatedAt: at,
  ...more,
})

const column = (name: string, target: string, fieldType: string, example: string) => ({
  name,
  target,
  fieldType,
  examples: [example],
  decimalSign: null,
  outlierCount: 0,
  outliers: [] as { row: number; text: string }[],
})
const columns = [
  column('Email', 'email', 'text', 'ada@acme.test'),
  column('City', 'ignore', 'text', 'Graz'),
  { ...column('Orders', 'ignore', 'number', '3'), outlierCount: 1, outliers: [{ row: 7, text: 'many' }] },
  column('VIP', 'ignore', 'boolean', 'yes'),
]
const purpose = (key: string) => ({
  key,
  name: key,
  description: '',
  archivedAt: null,
})

function arrange(api: FakeApi, purposes: readonly string[] = ['marketing']): void {
  let status: ContactImport['status'] = 'uploaded'
  const chosen = (body: unknown) => (body as { columns?: string[] }).columns
  api.give(contactImports.read, () => held({ status, createdCount: status === 'completed' ? 1 : 0 }))
  api.give(contactImports.preview, ({ body }) => ({
    separator: ',' as const,
    encoding: 'utf-8' as const,
    isEncodingSure: false,
    hasHeader: true,
    titleRows: 0,
    dateOrder: null,
    columns: columns.map((each, index) => ({
      ...each,
      target: chosen(body)?.[index] ?? each.target,
    })) as ImportPreview['columns'],
    rows: [
      {
        row: 2,
        cells: ['ada@acme.test', 'Graz', '3', 'yes'],
        values: { email: 'ada@acme.test' },
        errors: [],
      },
    ],
  }))
  api.give(contactFields.fields, [])
  api.give(contactImports.cancel, held({ status: 'cancelled' }))
  api.give(contactImports.list, [])
  api.give(contactFields.createField, ({ body }) => ({
    ...(body as {
      key: string
      label: string
      type: 'text'
    }),
    id,
    choices: [],
    createdAt: at,
    updatedAt: at,
  }))
  api.give(consents.listPurposes, purposes.map(purpose))
  api.give(contactImports.start, () => {
    status = 'completed'
    return held({ status: 'running' })
  })
}

const step = () =>
  within(screen.getByRole('list', { name: 'Steps' })).getByText((_text, element) => element?.getAttribute('aria-current') === 'step')

test('creates all unknown fields at once, preselects the only purpose, and starts', async () => {
  const api = openScreen(`contacts/import?import=${id}`, {}, (each) => arrange(each))
  await screen.findByRole('heading', { name: 'New fields' })
  expect(step().textContent).toBe('2Columns')
  expect(screen.getByRole('combobox', { name: 'Type of City' })).toHaveProperty('value', 'text')
  fireEvent.click(screen.getByRole('button', { name: 'Create 3 fields' }))
  await waitFor(() => expect(screen.queryByRole('heading', { name: 'New fields' })).toBeNull())
  expect(api.sent(contactFields.createField).map(({ body }) => body)).toEqual([
    { key: 'city', label: 'City', type: 'text' },
    { key: 'orders', label: 'Orders', type: 'number' },
    { key: 'vip', label: 'VIP', type: 'boolean' },
  ])
  fireEvent.click(screen.getByRole('button', { name: 'Next: Consent' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'These contacts gave consent' }))
  expect(step().textContent).toBe('3Consent')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Consent' }))
  expect(screen.getByRole('combobox', { name: 'For' })).toHaveProperty('value', 'marketing')
  expect(screen.getByRole('checkbox', { name: 'Email' })).toHaveProperty('checked', true)
  fireEvent.change(screen.getByRole('textbox', { name: 'Source of consent' }), { target: { value: 'Shop' } })
  const startButton = screen.getByRole('button', { name: 'Start import' })
  startButton.focus()
  fireEvent.click(startButton)
  await screen.findByText('Completed')
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Result of the import' }))
  expect(api.sent(contactImports.start)[0]?.body).toMatchObject({
    settings: {
      columns: ['email', 'custom:city', 'custom:orders', 'custom:vip'],
      consent: { kind: 'granted', channels: ['email'], purpose: 'marketing', source: 'Shop' },
    },
  })
})

test('leaves the choice among several purposes, and goes back to the columns', async () => {
  openScreen(`contacts/import?import=${id}`, {}, (each) => arrange(each, ['marketing', 'news']))
  fireEvent.click(await screen.findByRole('button', { name: 'Next: Consent' }))
  fireEvent.click(await screen.findByRole('radio', { name: 'Ask them to confirm' }))
  expect(screen.getByRole('combobox', { name: 'For' })).toHaveProperty('value', '')
  fireEvent.click(screen.getByRole('button', { name: 'Back' }))
  await screen.findByRole('region', { name: 'Preview' })
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'Columns' }))
  const discard = screen.getByRole('button', { name: 'Discard file' })
  discard.focus()
  fireEvent.click(discard)
  await screen.findByRole('button', { name: 'Choose file' })
  expect(document.activeElement).toBe(screen.getByRole('group', { name: 'File' }))
})

test('leaves the focus alone on a page that was just loaded', async () => {
  openScreen(`contacts/import?import=${id}`, {}, (each) => arrange(each))
  await screen.findByRole('group', { name: 'Columns' })
  expect(document.activeElement).toBe(document.body)
})

test('corrects a row in the table; what is still wrong stays there', async () => {
  const rows = [
    { row: 3, cells: ['bob@', 'Graz'], faults: [{ column: 0, message: 'Invalid email address' }], isWhole: true },
    { row: 4, cells: ['cleo', 'Wien'], faults: [{ column: 0, message: 'Invalid email address' }], isWhole: true },
  ]
  let left = rows
  const api = openScreen(`contacts/import?import=${id}&campaign=${campaign}`, {}, (each) => {
    each.give(contactImports.read, held({ status: 'completed', createdCount: 1, failedCount: 2 }))
    each.give(contactImports.list, [])
    each.give(contactImports.errorRows, () => ({
      columns: [
        { name: 'Email', target: 'email' as const },
        { name: 'City', target: 'custom:city' as const },
      ],
      rows: left,
      hasMore: false,
    }))
    each.give(contactImports.correct, () => {
      left = rows.slice(1)
      return {
        import: held({ status: 'completed', createdCount: 2, failedCount: 1 }),
        rows: [{ row: 3, state: 'imported' as const, faults: [] }],
      }
    })
  })
  const cell = await screen.findByRole('textbox', { name: 'Email, row 3' })
  expect(screen.getAllByText('Invalid email address')).toHaveLength(2)
  expect(screen.getByRole('button', { name: 'Import corrected rows' })).toHaveProperty('disabled', true)
  fireEvent.change(cell, { target: { value: 'bob@acme.test' } })
  fireEvent.click(screen.getByRole('button', { name: 'Import 1 corrected row' }))
  await screen.findByText('1 row imported.')
  expect(api.sent(contactImports.correct)[0]?.body).toEqual({ rows: [{ row: 3, cells: ['bob@acme.test', 'Graz'] }] })
  expect(screen.queryByRole('textbox', { name: 'Email, row 3' })).toBeNull()
  expect(screen.getByRole('textbox', { name: 'Email, row 4' })).toBeDefined()
  const back = screen.getByRole('link', { name: 'Back to the campaign, with these contacts' })
  expect(back.getAttribute('href')).toContain(`/campaigns/${campaign}/edit?step=audience&importId=${id}`)
})

test('keeps the corrections of a page when the next is opened, and imports those of both', async () => {
  const faults = [{ column: 0, message: 'Invalid email address' }]
  const all = Array.from({ length: 52 }, (_, at) => ({ row: at + 2, cells: [`person${at}@`], faults, isWhole: true }))
  let left = all
  const api = openScreen(`contacts/import?import=${id}`, {}, (each) => {
    each.give(contactImports.read, () => held({ status: 'completed', createdCount: 1, failedCount: left.length }))
    each.give(contactImports.list, [])
    each.give(contactImports.errorRows, ({ query }) => {
      const behind = left.filter(({ row }) => row > Number(query['after']))
      return { columns: [{ name: 'Email', target: 'email' as const }], rows: behind.slice(0, 50), hasMore: behind.length > 50 }
    })
    each.give(contactImports.correct, ({ body }) => {
      const { rows } = body as { rows: { row: number }[] }
      left = left.filter(({ row }) => rows.every((sent) => sent.row !== row))
      return {
        import: held({ status: 'completed', createdCount: 1 + rows.length, failedCount: left.length }),
        rows: rows.map(({ row }) => ({ row, state: 'imported' as const, faults: [] })),
      }
    })
  })
  const write = async (row: number, value: string) =>
    fireEvent.change(await screen.findByRole('textbox', { name: `Email, row ${row}` }), { target: { value } })
  await write(2, 'ann@acme.test')
  fireEvent.click(screen.getByRole('button', { name: 'Next rows' }))
  await write(53, 'bob@acme.test')
  screen.getByText('1 changed row is on another page.')
  fireEvent.click(screen.getByRole('button', { name: 'First rows' }))
  expect(await screen.findByRole('textbox', { name: 'Email, row 2' })).toHaveProperty('value', 'ann@acme.test')
  fireEvent.click(screen.getByRole('button', { name: 'Import 2 corrected rows' }))
  await screen.findByText('2 rows imported.')
  expect(api.sent(contactImports.correct).map(({ body }) => body)).toEqual([
    {
      rows: [
        { row: 2, cells: ['ann@acme.test'] },
        { row: 53, cells: ['bob@acme.test'] },
      ],
    },
  ])
  await waitFor(() => expect(screen.getByRole('button', { name: 'Import corrected rows' })).toHaveProperty('disabled', true))
})
