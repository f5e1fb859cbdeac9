import fc from 'fast-check'
import { expect, test } from 'vitest'
import { proposeEntity } from './propose-fields.ts'
import { readCell } from './read-cell.ts'

const facts = { options: [], currency: 'EUR', decimals: 2, pattern: '', prefix: '' }

const typesOf = async (text: string) =>
  Object.fromEntries((await proposeEntity('a', Buffer.from(text))).fields.map(({ label, type }) => [label, type]))

test('types are guessed from all rows of a table', async () => {
  const rows = Array.from({ length: 40 }, (_, at) => [
    `Street ${at}`,
    at % 2 ? 'yes' : 'no',
    String(at * 1.25),
    `${at}.50 EUR`,
    `2026-03-${String(1 + (at % 28)).padStart(2, '0')}`,
    `p${at}@example.org`,
    ['Open', 'Done', 'Lost'][at % 3],
    // One value late in the file makes a column of numbers one of texts.
    at === 39 ? 'about 30' : String(at),
  ])
  const head = ['Title', 'Keys', 'Score', 'Price', 'Day', 'Mail', 'State', 'Size']
  const text = [head, ...rows].map((row) => row.join(';')).join('\n')
  expect(await typesOf(text)).toEqual({
    Title: 'text',
    Keys: 'boolean',
    Score: 'number',
    Price: 'money',
    Day: 'date',
    Mail: 'email',
    State: 'choice',
    Size: 'text',
  })
  const { fields } = await proposeEntity('a', Buffer.from(text))
  expect(fields.find(({ label }) => label === 'State')?.options.map(({ value }) => value)).toEqual(['Open', 'Done', 'Lost'])
  expect(fields.find(({ label }) => label === 'Price')).toMatchObject({ currency: 'EUR' })
})

test('a sign of money names the currency, and letters that could be others are refused', async () => {
  const { fields } = await proposeEntity('a', Buffer.from('Item;Price\nHat;€5.50\nCoat;€49.00\n'))
  expect(fields.find(({ label }) => label === 'Price')).toMatchObject({ type: 'money', currency: 'EUR' })
  // "Müller" by the console of Windows.
  await expect(proposeEntity('a', Buffer.from('Name;City\nM\x81ller;K\x94ln\n', 'latin1'))).rejects.toMatchObject({ status: 422 })
  const schema = await proposeEntity('a', Buffer.from('{"properties":{"Größe":{"type":"number"}}}', 'latin1'))
  expect(schema.fields.map(({ label }) => label)).toEqual(['Größe'])
})

test('what would lose its zeros or its plus is no number', async () => {
  const codes =
    'PLZ;Telefon;Tél;Phone;Artikel;Menge\n01067;030 1234567;06 12 34 56 78;+49 170 1234567;000123;1 200\n10115;089 7654321;22 33 44 55;+44 20 7946 0958;100124;7\n'
  expect(await typesOf(codes)).toEqual({ PLZ: 'text', Telefon: 'text', Tél: 'text', Phone: 'phone', Artikel: 'text', Menge: 'number' })
  // Even where none begins with a zero.
  expect(await typesOf('Zip,Telefon 2,Stück\n10001,301234567,5\n94105,897654321,7\n')).toEqual({
    Zip: 'text',
    'Telefon 2': 'text',
    Stück: 'number',
  })
  // What Excel writes to say how a table is separated is none of it.
  expect(await typesOf('sep=;\nName;PLZ\nEva;01067\n')).toEqual({ Name: 'text', PLZ: 'text' })
})

test('days are days in the form of any country, and moments keep their time', async () => {
  const days = 'Tag;Day;Jour;Slash;Time;Either\n30.11.2026;3 Nov 2026;1er mars 2026;30/11/2026;2026-11-30T10:15:00Z;01/02/2026\n'
  expect(await typesOf(days)).toEqual({ Tag: 'date', Day: 'date', Jour: 'date', Slash: 'date', Time: 'date-time', Either: 'text' })
  expect(readCell('date', '30.11.2026', facts)).toEqual({ value: '2026-11-30' })
  const named = ['30 novembre 2026', '30 nov 2026', '30 november 2026']
  for (const text of named) expect(readCell('date', text, facts)).toEqual({ value: '2026-11-30' })
  for (const text of ['5 maggio 2026', '5 mei 2026', '5 de maio de 2026'])
    expect(readCell('date', text, facts)).toEqual({ value: '2026-05-05' })
  expect(['sì', 'nee'].map((text) => readCell('boolean', text, facts))).toEqual([{ value: true }, { value: false }])
  expect(readCell('date', '2026-11-30 00:00:00', facts)).toEqual({ value: '2026-11-30' })
  for (const text of ['01/02/2026', '30.11.2026 10:15', '31.02.2026']) expect(readCell('date', text, facts)).toHaveProperty('refused')
})

test('lines of a title are no head', async () => {
  const bank = [
    '"Girokonto";"DE02 1203 0000"',
    '""',
    '"Kontostand vom 30.11.2026:";"1.234,56 €"',
    '',
    '"Buchungsdatum";"Status";"Empfänger";"Betrag"',
    '"30.11.2026";"Gebucht";"Ott";"-12,50"',
    '"29.11.2026";"Gebucht";"Roth";"1.112,50"',
    '"28.11.2026";"Gebucht";"Bauer";"99,00"',
  ]
  expect(await typesOf(bank.join('\r\n'))).toEqual({ Buchungsdatum: 'date', Status: 'text', Empfänger: 'text', Betrag: 'number' })
  // Columns that the head does not name lose no row.
  expect(await typesOf('Item;;;\nHat;5;red;1\nCoat;7;blue;2\n')).toEqual({
    Item: 'text',
    'Column 2': 'number',
    'Column 3': 'text',
    'Column 4': 'number',
  })
  // A first row with gaps is one of the table.
  const people = 'a@names.example;;;\nb@names.example;Eva;Ott;Ulm\nc@names.example;Uwe;Ott;Ulm\n'
  expect((await proposeEntity('a', Buffer.from(people))).fields.map(({ label }) => label)).toEqual([
    'Column 1',
    'Column 2',
    'Column 3',
    'Column 4',
  ])
})

test('a JSON Schema gives names, types, choices and what is required', async () => {
  const schema = {
    title: 'Viewing',
    required: ['title'],
    properties: {
      title: { type: 'string', title: 'Title', description: 'What it is' },
      mail: { type: ['string', 'null'], format: 'email' },
      rooms: { type: 'integer' },
      state: { enum: ['open', 'done'] },
      wishes: { type: 'array', items: { enum: ['garden', 'garage'] } },
      notes: { type: 'string', maxLength: 5000 },
    },
  }
  const { displayName, fields } = await proposeEntity('a', Buffer.from(JSON.stringify(schema)))
  expect(displayName).toBe('Viewing')
  expect(fields.map(({ label, type }) => [label, type])).toEqual([
    ['Title', 'text'],
    ['mail', 'email'],
    ['rooms', 'number'],
    ['state', 'choice'],
    ['wishes', 'choices'],
    ['notes', 'long-text'],
  ])
  expect(fields[0]).toMatchObject({ required: true, help: 'What it is' })
  await expect(proposeEntity('a', Buffer.from('{"a": 1}'))).rejects.toMatchObject({ status: 422 })
  await expect(proposeEntity('a', Buffer.from('{ broken'))).rejects.toMatchObject({ status: 422 })
})

test('any JSON and any text is answered with fields or a reason', async () => {
  await fc.assert(
    fc.asyncProperty(
      fc.oneof(
        fc.json(),
        fc.json().map((json) => `{"properties":${json}}`),
        fc.string(),
      ),
      async (text) => {
        const read = await proposeEntity('a', Buffer.from(text)).then(
          ({ fields }) => fields.every(({ label }) => label.length > 0),
          (error: { status?: number }) => error.status === 422,
        )
        expect(read).toBe(true)
      },
    ),
    { numRuns: 60 },
  )
})
