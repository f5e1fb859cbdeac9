import { afterAll, beforeAll, expect, test } from 'vitest'
import type { ImportSettings } from '@imperium/contract/contacts/contact-imports.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { importTools } from './test-contact-imports.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
  owner = await t.register()
  for (const key of ['spent', 'debts', 'weight', 'points']) await addField({ key, label: `The ${key}`, type: 'number' })
})
afterAll(() => t.close())
const { upload, preview, run, contactsOf, addField } = importTools(
  () => t,
  () => owner,
)
const columns: ImportSettings['columns'] = ['email', 'custom:spent', 'custom:debts', 'custom:weight', 'custom:points']
const customOf = async (domain: string) =>
  Object.fromEntries(
    (await contactsOf()).filter(({ email }) => email.endsWith(domain)).map(({ email, custom }) => [email.split('@')[0], custom]),
  )
const errorsOf = async (id: string) =>
  (await t.app.inject({ url: `/api/contacts/import/${id}/errors`, headers: { authorization: `Bearer ${owner.token}` } })).body

test('reads each column in the format of its first rows, shows it in the preview and reports later contradictions', async () => {
  const filler = Array.from({ length: 2_100 }, (_, row) => `f${row}@filler.example;1;1;1;1`)
  const file = [
    'email;spent;debts;weight;points',
    'a@one.example;1.234;1,234;1.234;7',
    'b@one.example;1.234,50;1,234.50;;12',
    ...filler,
    'c@one.example;-2.000,5;2,000;2.5;',
    'd@one.example;1,234.50;;;',
    'e@one.example;;1.234,50;;',
    'f@one.example;;;2,5;',
    'g@one.example;;;;1,234',
    '',
  ].join('\n')
  const id = await upload(file)
  const seen = await preview(id, { columns })
  expect(seen.columns.map(({ decimalSign }) => decimalSign)).toEqual([null, 'comma', 'point', 'open', null])
  expect(seen.rows[0]?.values).toMatchObject({ 'custom:spent': 1234, 'custom:debts': 1234, 'custom:weight': 1.234, 'custom:points': 7 })
  const done = await run(id, { columns, separator: ';' })
  expect([done.createdCount, done.failedCount]).toEqual([2_103, 4])
  expect(await customOf('one.example')).toEqual({
    a: { spent: 1234, debts: 1234, weight: 1.234, points: 7 },
    b: { spent: 1234.5, debts: 1234.5, points: 12 },
    c: { spent: -2000.5, debts: 2000, weight: 2.5 },
  })
  const [, d, e, f, g] = (await errorsOf(id)).split('\r\n')
  expect([d, e, f, g]).toEqual([
    expect.stringContaining('use a decimal comma'),
    expect.stringContaining('use a decimal point'),
    expect.stringContaining('use a decimal point'),
    expect.stringContaining('Ambiguous number'),
  ])
})

test('detects the number format also from rows below the preview', async () => {
  const rows = Array.from({ length: 40 }, (_, row) => `p${row}@two.example;1.${100 + row}`)
  const id = await upload(['email;price', ...rows, 'last@two.example;1.199,99', ''].join('\n'))
  const seen = await preview(id, { columns: ['email', 'custom:spent'] })
  expect(seen.columns[1]).toMatchObject({ decimalSign: 'comma', fieldType: 'number' })
  expect(seen.rows[0]?.values['custom:spent']).toBe(1100)
})
