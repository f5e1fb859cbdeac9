import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { makeXlsx } from '../../testing/make-office.ts'
import { importTools } from './test-contact-imports.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
})
afterAll(() => t.close())
beforeEach(async () => {
  owner = await t.register()
})
const { upload, preview, run, contactsOf, addField } = importTools(
  () => t,
  () => owner,
)

/** Brought in as the preview recognises it. */
async function bring(file: string | Buffer) {
  const id = await upload(file)
  const seen = await preview(id)
  const { separator, encoding, hasHeader, titleRows, dateOrder } = seen
  const columns = seen.columns.map(({ target }) => target)
  const order = dateOrder && dateOrder !== 'open' ? { dateOrder } : {}
  const done = await run(id, { separator, encoding, hasHeader, titleRows, columns, ...order })
  const people = (await contactsOf()).map((each) => [each.email ?? each.phone, each.first_name, each.last_name].join(' ').trim())
  return { seen, done, people, id }
}

test('a line that names the separator and lines of a title are no heads', async () => {
  const named = await bring('sep=;\nemail;Vorname;Nachname\nb1@c02.test;Eva;Ott\nb2@c02.test;Uwe;Ott\n')
  expect(named.seen).toMatchObject({
    separator: ';',
    titleRows: 1,
    columns: [{ name: 'email' }, { name: 'Vorname' }, { name: 'Nachname' }],
  })
  expect(named.people).toEqual(['b1@c02.test Eva Ott', 'b2@c02.test Uwe Ott'])
  expect(named.done).toMatchObject({ createdCount: 2, failedCount: 0, rowsRead: 4 })
  const titled = await bring('Export of customers,,\n,,\nemail,first name,last name\ne1@c06.test,Eva,Ott\ne2@c06.test,Uwe,Ott\n')
  expect(titled.seen.titleRows).toBe(2)
  expect(titled.people.slice(2)).toEqual(['e1@c06.test Eva Ott', 'e2@c06.test Uwe Ott'])
  const quoted = await bring('"sep=|"\r\n"Kunden; Stand 1. Mai"\r\nE-Mail|Vorname\r\nq@c06.test|"Eva|Maria"\r\n')
  expect(quoted.people.at(-1)).toBe('q@c06.test Eva|Maria')
  // Started without what the preview found, it is found again.
  const blind = await run(await upload('sep=;\nemail;name\nz@c02.test;Zoe Ott\n'), { separator: ';', columns: ['email', 'name'] })
  expect(blind).toMatchObject({ createdCount: 1, failedCount: 0 })
})

test('a list that begins with a contact has no title', async () => {
  const { seen, people } = await bring('a@plain.test,Eva\nb@plain.test,Email\n')
  expect(seen).toMatchObject({ hasHeader: false, titleRows: 0 })
  expect(people).toHaveLength(2)
})

test('cells are read as their programs wrote them: padded, as formulas of text, with names around addresses', async () => {
  const padded = await bring(
    'email                     , name           , notes \ng1@c08.test      , Unknown Name   , "a, b"   \ng2@c08.test    , Eva Ott   , x\n',
  )
  expect(padded.seen.columns.map(({ name }) => name)).toEqual(['email', 'name', 'notes'])
  expect(padded.seen.rows[0]?.cells).toEqual(['g1@c08.test', 'Unknown Name', 'a, b'])
  expect(padded.people).toEqual(['g1@c08.test Unknown Name', 'g2@c08.test Eva Ott'])
  await addField({ key: 'code', label: 'code', type: 'text' })
  const excel = await bring(
    'email,phone,code\nc1@c03.test,"=""+4930123456""","=""00123"""\nc2@c03.test,4.93012E+11,00456\nc3@c03.test,+49 (0)30 123457,007\n',
  )
  expect(excel.done).toMatchObject({ createdCount: 2, failedCount: 1 })
  const rows = (await contactsOf()).filter(({ email }) => email.endsWith('c03.test'))
  expect(rows.map(({ phone, custom }) => [phone, custom.code])).toEqual([
    ['+4930123456', '00123'],
    ['+4930123457', '007'],
  ])
  const named = await bring(
    'email,name\n"Eva Ott <h1@c09.test>",Eva Ott\nmailto:h2@c09.test,Uwe Ott\n"h3@c09.test; h3b@c09.test",Ina Ott\n h4@c09.test.,Ole Ott\n',
  )
  expect(named.done).toMatchObject({ createdCount: 3, failedCount: 1 })
  expect(named.people.filter((each) => each.includes('c09.test'))).toEqual([
    'h1@c09.test Eva Ott',
    'h2@c09.test Uwe Ott',
    'h4@c09.test Ole Ott',
  ])
})

test('days with names of months are days, and one odd value in many is shown as an outlier', async () => {
  await addField({ key: 'signup', label: 'signup', type: 'date' })
  await bring('email,signup\nd1@c05.test,"November 3, 2023"\nd2@c05.test,3 Nov 2023\nd3@c05.test,"7. März 2023"\n')
  expect((await contactsOf()).map(({ custom }) => custom.signup)).toEqual(['2023-11-03', '2023-11-03', '2023-03-07'])
  const lines = Array.from(
    { length: 40 },
    (_, n) => `m${n}@c05.test,${n === 20 ? 'soon' : `${(n % 28) + 1}.3.2026`},${n === 30 ? '?' : n},${n}/x`,
  )
  const seen = await preview(await upload(`email,born,visits,note\n${lines.join('\n')}\n`))
  expect(seen.columns.map(({ fieldType, outlierCount, outliers }) => [fieldType, outlierCount, outliers])).toEqual([
    ['text', 0, []],
    ['date', 1, [{ row: 22, text: 'soon' }]],
    ['number', 1, [{ row: 32, text: '?' }]],
    ['text', 0, []],
  ])
})

/** Bytes of a text in encodings that the platform only reads. */
const sjis = Buffer.from(
  '\x83\x81\x81[\x83\x8b,\x90\xa9,\x96\xbc\nk1@c11.test,\x8eR\x93c,\x91\xbe\x98Y\nk2@c11.test,\x8d\xb2\x93\xa1,\x89\xd4\x8eq\n',
  'latin1',
)

test('lists come in the encodings of their countries, whatever is chosen by hand wins', async () => {
  const japanese = await bring(sjis)
  expect(japanese.seen).toMatchObject({ encoding: 'shift_jis', isEncodingSure: true })
  expect(japanese.people).toEqual(['k1@c11.test 太郎 山田', 'k2@c11.test 花子 佐藤'])
  const wide = Buffer.from('\ufeffemail;first name\nu1@c11.test;Zoë\nu2@c11.test;太郎\n', 'utf16le')
  expect((await bring(wide)).people.slice(2)).toEqual(['u1@c11.test Zoë', 'u2@c11.test 太郎'])
  expect((await bring(wide.subarray(2).swap16())).seen.encoding).toBe('utf-16be')
  const cyrillic = Buffer.concat([Buffer.from('email,first name\nr@c11.test,'), Buffer.from('cde0f2e0ebfcff', 'hex'), Buffer.from('\n')])
  const id = await upload(cyrillic)
  expect(await preview(id, { encoding: 'windows-1251' })).toMatchObject({
    encoding: 'windows-1251',
    isEncodingSure: true,
    rows: [{ values: { firstName: 'Наталья' } }],
  })
  const done = await run(id, { encoding: 'windows-1251', columns: ['email', 'firstName'] })
  expect(done.createdCount).toBe(1)
  expect((await contactsOf()).find(({ email }) => email === 'r@c11.test')?.first_name).toBe('Наталья')
})

test('what could be in several encodings is asked about', async () => {
  const unsure = Buffer.concat([Buffer.from('email,first name\ns@c11.test,'), Buffer.from('c4e3', 'hex'), Buffer.from('\n')])
  expect(await preview(await upload(unsure))).toMatchObject({ isEncodingSure: false })
})

test('a workbook is read as its table would be, and the errors keep its cells', async () => {
  await addField({ key: 'spent', label: 'Spent', type: 'number' })
  const file = makeXlsx('Kunden', [
    ['Kunden 2026'],
    [],
    ['E-Mail', 'Vorname', 'Spent', 'Note'],
    ['x1@xlsx.test', 'Eva, "die Erste"', '1.234,50', 'a\nb'],
    ['x2@xlsx.test', 'Uwe', '2,5', ''],
    ['nobody', 'Ole', '1', ''],
  ])
  const { seen, done, people, id } = await bring(file)
  expect(seen).toMatchObject({ titleRows: 2, columns: [{ target: 'email' }, { target: 'firstName' }, { target: 'custom:spent' }, {}] })
  expect(done).toMatchObject({ status: 'completed', createdCount: 2, failedCount: 1 })
  expect(people).toEqual(['x1@xlsx.test Eva, "die Erste"', 'x2@xlsx.test Uwe'])
  expect((await contactsOf()).map(({ custom }) => custom.spent)).toEqual([1234.5, 2.5])
  const errors = await t.call<{ rows: { row: number; cells: string[] }[] }>('GET', `/api/contacts/import/${id}/error-rows`, {
    token: owner.token,
  })
  expect(errors.body.data.rows).toMatchObject([{ row: 6, cells: ['nobody', 'Ole', '1', ''] }])
  const narrow = await run(await upload(file), { columns: ['email'], titleRows: 2 })
  expect(narrow).toMatchObject({ status: 'failed', createdCount: 0, message: expect.stringContaining('columns') as string })
})
