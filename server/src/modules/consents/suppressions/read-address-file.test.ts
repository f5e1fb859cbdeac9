import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AddressFile } from '@imperium/contract/contacts/suppressions.ts'
import { writeWorkbook } from '../../../platform/sheets/write-workbook.ts'
import { makeXlsx } from '../../../testing/make-office.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
})
afterAll(() => t.close())

const workbook = 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet'
async function read(file: string | Buffer, { channel = 'email', type = 'text/csv', as = owner } = {}) {
  const headers = { authorization: `Bearer ${as.token}`, 'content-type': type }
  const reply = await t.app.inject({ method: 'POST', url: `/api/suppressions/read-file?channel=${channel}`, headers, payload: file })
  return { status: reply.statusCode, data: reply.json<{ data: AddressFile }>().data }
}

test('finds addresses in a list and in a table, each once, and reports rows without one', async () => {
  const table = [
    'Name;E-Mail;Since',
    '"Lovelace, Ada";Ada <ada@example.com>;2026',
    '',
    'Bob;;2026',
    'Ada;mailto:ADA@example.com;2025',
    "Eve;'eve@example.com';1",
  ]
  expect((await read(table.join('\r\n'))).data).toEqual({
    addresses: [
      { line: 2, text: 'ada@example.com' },
      { line: 6, text: 'eve@example.com' },
    ],
    without: [{ line: 4, text: 'Bob  2026' }],
    repeated: 1,
  })
  expect((await read('a@example.com\nb@example.com; c@example.com\n')).data.addresses.map(({ text }) => text)).toEqual([
    'a@example.com',
    'b@example.com',
    'c@example.com',
  ])
  const several = 'E-Mail,Agent\n"d@example.com; e@example.com",us@example.com\n'
  expect((await read(several)).data.addresses.map(({ text }) => text)).toEqual(['d@example.com', 'e@example.com'])
})

test('of several numbers the one with a plus, else the first that may be one', async () => {
  const { data } = await read('id,phone\n123456,"\'+44 20 7946 0958"\n020 7946 0959\n1,"=""+442079460960"""\nnobody\n', { channel: 'sms' })
  expect(data.addresses.map(({ text }) => text)).toEqual(['+44 20 7946 0958', '020 7946 0959', '+442079460960'])
  expect(data.without).toEqual([{ line: 5, text: 'nobody' }])
})

test('days and numbers of customers are no phone numbers, and each column of numbers counts', async () => {
  const numbersOf = async (file: string) => (await read(file, { channel: 'sms' })).data.addresses.map(({ text }) => text)
  expect(await numbersOf('Abgemeldet am;Telefon\n30.11.2026;0170 1234567\n1.12.2026;+49 170 1234568\n')).toEqual([
    '0170 1234567',
    '+49 170 1234568',
  ])
  expect(await numbersOf('2026-11-30,0170 1234567\n30/11/2026,0170 1234568\n')).toEqual(['0170 1234567', '0170 1234568'])
  expect(await numbersOf('Client;N° client;Tél. portable\nJean;1000234;06 12 34 56 78\n')).toEqual(['06 12 34 56 78'])
  expect(await numbersOf('Name;Kundennummer;Telefon;Mobil\nEva;1000234;030 1234567;0170 1234567\n')).toEqual([
    '030 1234567',
    '0170 1234567',
  ])
  const { data } = await read('Name;Kundennummer;Mobil\nEva;1000234;\nUwe;1000235;1701234567\n', { channel: 'sms' })
  expect(data).toMatchObject({ addresses: [{ text: '1701234567' }], without: [{ text: 'Eva 1000234 ' }] })
})

test('any encoding and workbooks are read by the shared rules; what is neither is refused', async () => {
  expect((await read(Buffer.from('\ufeffE-Mail\tName\nw@example.com\tZoë\n', 'utf16le'))).data.addresses).toHaveLength(1)
  const sheet = makeXlsx('Opt-outs', [['Opt-outs 2026'], ['Name', 'E-Mail'], ['Ada', 'x@example.com']])
  expect((await read(sheet, { type: workbook })).data.addresses).toEqual([{ line: 3, text: 'x@example.com' }])
  // No opt-out may be left out, and a second sheet would be.
  const sheets = await writeWorkbook(['a@example.com', 'b@example.com'].map((value, at) => ({ name: `S${at}`, rows: [[{ value }]] })))
  expect((await read(Buffer.from(sheets), { type: workbook })).status).toBe(422)
  expect((await read(Buffer.from('504b0304140000000800', 'hex'), { type: workbook })).status).toBe(422)
  expect((await read('a@example.com', { as: await t.addMember(owner.orgId, 'VIEWER') })).status).toBe(403)
})
