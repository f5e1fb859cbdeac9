import { afterAll, beforeAll, expect, test } from 'vitest'
import { importTypes } from '@imperium/contract/sales/sales-imports.ts'
import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import { makeXlsx } from '../../../testing/make-office.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  const { token } = owner
  for (const email of ['ada@example.com', 'grace@example.com', 'dee@read.test'])
    await t.call('POST', '/api/contacts', { token, body: { firstName: 'A', email } })
  await t.call('POST', '/api/sales-products', { token, body: { name: 'Desk', sku: 'D-1', unitPrice: 120_50, taxBasisPoints: 1_800 } })
})
afterAll(() => t.close())

const load = async (path: string, csv: string, as = owner) => {
  const headers = { authorization: `Bearer ${as.token}`, 'content-type': 'text/csv' }
  const reply = await t.app.inject({ method: 'POST', url: `/api/${path}`, headers, payload: csv })
  return { status: reply.statusCode, data: reply.json<{ data: SalesImport }>().data }
}
const list = async <T>(path: string) => (await t.call<T[]>('GET', `/api/${path}`, { token: owner.token })).body.data

const head = 'Reference,Contact,Due date,Currency,SKU,Description,Quantity,Unit price,Tax %,Notes\n'
const csv = `${head}A-1,ada@example.com,2030-01-31,INR,D-1,,2,,,First
A-1,ada@example.com,,,,Delivery,1,"1,050.25",5,
,grace@example.com,,EUR,,Advice,1.5,100,0,
B-1,nobody@example.com,,,,Advice,1,100,0,
B-2,ada@example.com,31.13.2030,,,Advice,1,100,0,
B-3,ada@example.com,,,X-9,,1,,,
B-4,ada@example.com,,,,Advice,1,much,0,
B-4,ada@example.com,,,,,1,5,0,
`

test('invoices are drafted from rows, one for each reference; rows with faults are named by line and column', async () => {
  const checked = await load('sales-invoices/import?check=true', csv)
  expect(checked).toMatchObject({ status: 200, data: { created: 2, updated: 0 } })
  expect(checked.data.faults.map(({ line, column }) => [line, column])).toEqual([
    [5, 'Contact'],
    [6, 'Due date'],
    [7, 'SKU'],
    [8, 'Unit price'],
  ])
  expect(await list('sales-invoices')).toEqual([])
  expect((await load('sales-invoices/import', csv)).data).toEqual(checked.data)
  const drafts = await list<SalesInvoiceDetail>('sales-invoices')
  expect(drafts.map(({ status, currency, subtotal, dueDate }) => ({ status, currency, subtotal, dueDate }))).toEqual([
    { status: 'Draft', currency: 'EUR', subtotal: 150_00, dueDate: null },
    { status: 'Draft', currency: 'INR', subtotal: 241_00 + 1_050_25, dueDate: '2030-01-31' },
  ])
  const { rows } = await t.owner.query(`select after from app.audit_log where action = 'sales-invoices.importList' order by seq`)
  expect(rows).toMatchObject([{ after: { check: true } }, { after: { check: false, created: 2, faults: 4 } }])
})

test('orders get their numbers without gaps, whatever was only checked or left out', async () => {
  await load('sales-orders/import?check=true', csv)
  expect((await load('sales-orders/import', csv.replaceAll('2030-01-31', ''))).data).toMatchObject({ created: 2 })
  const numbers = (await list<SalesOrder>('sales-orders')).map(({ number }) => number.slice(-2))
  expect(numbers).toEqual(['02', '01'])
})

const lines = async (contact: string) => {
  const drafts = (await list<SalesInvoiceDetail>('sales-invoices')).filter(({ dueDate }) => dueDate?.startsWith(contact))
  return drafts.map(({ subtotal, dueDate }) => ({ subtotal, dueDate }))
}

test('amounts and days are read as their column is written', async () => {
  const german = `sep=;\nRechnungen März\n${head.replaceAll(',', ';')};ada@example.com;15.12.2026;EUR;;Beratung;2,5;"99,90";"19 %";\n`
  expect((await load('sales-invoices/import', german)).data).toMatchObject({ created: 1, updated: 0, faults: [] })
  expect(await lines('2026-12-15')).toEqual([{ subtotal: 249_75, dueDate: '2026-12-15' }])
  const row = (day: string) => `,ada@example.com,${day},EUR,,Advice,1,10.00,19,\n`
  const ordered = head + row('03/04/2027') + row('12/15/2027') + row('16 déc. 2027')
  expect((await load('sales-invoices/import', ordered)).data).toMatchObject({ created: 3, faults: [] })
  expect((await lines('2027')).map(({ dueDate }) => dueDate ?? '').toSorted((a, b) => a.localeCompare(b))).toEqual([
    '2027-03-04',
    '2027-12-15',
    '2027-12-16',
  ])
})

test('what could be a thousand times as much is refused by the name of its cell', async () => {
  const csv = `${head},ada@example.com,,EUR,,Advice,1,"1,234",0,\n,ada@example.com,,EUR,,Advice,1.250,10,0,\n`
  const { data } = await load('sales-invoices/import', csv)
  expect(data.created).toBe(0)
  expect(data.faults.map(({ line, column }) => [line, column])).toEqual([
    [2, 'Unit price'],
    [3, 'Quantity'],
  ])
})

test('products come from lists with a semicolon, and keep their decimals', async () => {
  const csv = 'Name;SKU;HSN/SAC;Currency;Unit price;Other prices;Tax %;Stock\n"Stuhl";"S-8";;EUR;"1.234,50";USD 1.300,25;"7,7";\n'
  expect((await load('sales-products/import', csv)).data).toMatchObject({ created: 1, updated: 0, faults: [] })
  const products = await list<{ sku: string; unitPrice: number; taxBasisPoints: number; prices: { unitPrice: number }[] }>('sales-products')
  expect(products.find(({ sku }) => sku === 'S-8')).toMatchObject({
    unitPrice: 1_234_50,
    taxBasisPoints: 770,
    prices: [{ unitPrice: 1_300_25 }],
  })
})

const cellsOf = (data: SalesImport) => data.cells.map(({ line, column, text, stored, currency }) => [line, column, text, stored, currency])

test('the check shows each number and day as it will be stored, and the totals', async () => {
  const german = `${head},ada@example.com,15.12.2026,EUR,,Beratung,"2,5","99,90 €","19 %",\n,ada@example.com,,EUR,,Falsch,1,"viel","19",\n`
  const { data } = await load('sales-invoices/import?check=true', german)
  expect(cellsOf(data)).toEqual([
    [2, 'Unit price', '99,90 €', '99.90', 'EUR'],
    [2, 'Tax %', '19 %', '19', null],
    [2, 'Quantity', '2,5', '2.5', null],
    [2, 'Due date', '15.12.2026', '2026-12-15', null],
  ])
  // Without a rule of taxes for its customer, the tax of the row is the tax of the line.
  expect(data.items).toMatchObject([{ line: 2, currency: 'EUR' }])
  expect(data.faults).toMatchObject([{ line: 3, column: 'Unit price' }])
  const products = 'Name,SKU,Currency,Unit price,Other prices,Tax %\nStuhl,S-9,EUR,"1.234,50","USD 1.300,25","7,7"\n'
  const checked = (await load('sales-products/import?check=true', products)).data
  expect(cellsOf(checked)).toEqual([
    [2, 'Unit price', '1.234,50', '1234.50', 'EUR'],
    [2, 'Other prices', 'USD 1.300,25', 'USD 1300.25', null],
    [2, 'Tax %', '7,7', '7.7', null],
  ])
  expect(checked.items).toEqual([{ line: 2, name: 'Stuhl', amount: 1_234_50, currency: 'EUR' }])
})

test('signs that contradict the row or its column are refused by the name of the cell', async () => {
  const rows = [
    ['EUR', '1', '$10.00', '0', 'Unit price'],
    // The organization counts in rupees.
    ['', '1', '£10.00', '0', 'Unit price'],
    ['EUR', '1', '10.00 CHF', '0', 'Unit price'],
    ['EUR', '1', '10 %', '0', 'Unit price'],
    ['EUR', '€2', '10.00', '0', 'Quantity'],
    ['EUR', '2 %', '10.00', '0', 'Quantity'],
    ['EUR', '1', '10.00', '€19', 'Tax %'],
  ]
  const csv = rows.map(([currency, quantity, price, tax]) => `,ada@example.com,,${currency},,Advice,${quantity},${price},${tax},\n`)
  const { data } = await load('sales-invoices/import?check=true', head + csv.join(''))
  expect(data).toMatchObject({ created: 0, cells: [], items: [] })
  expect(data.faults.map(({ line, column }) => [line, column])).toEqual(rows.map((row, at) => [at + 2, row[4]]))
})

test('a sign that fits the currency is no fault, also one of several currencies', async () => {
  const rows = [
    ['CAD', '$10.00'],
    ['USD', 'US$10.00'],
    ['AUD', '10.00 $'],
    ['CHF', '10.00 Fr.'],
    ['INR', 'Rs. 10.00'],
    ['EUR', '-€0.00'],
  ].map(([currency, price]) => `,ada@example.com,,${currency},,Advice,1,${price},0,\n`)
  const { data } = await load('sales-invoices/import?check=true', head + rows.join(''))
  expect(data.faults).toEqual([])
  expect(data.created).toBe(rows.length)
})

test('rows of one document that contradict each other are refused', async () => {
  const csv = `${head}A-1,ada@example.com,,EUR,,Advice,1,10.00,0,\nA-1,grace@example.com,,EUR,,Travel,1,5.00,0,\nA-2,ada@example.com,,EUR,,Advice,1,10.00,0,\nA-2,,,USD,,Travel,1,5.00,0,\n`
  const { data } = await load('sales-invoices/import?check=true', csv)
  expect(data.created).toBe(0)
  expect(data.faults.map(({ line, column }) => [line, column])).toEqual([
    [2, 'Contact'],
    [4, 'Currency'],
  ])
})

test('a workbook is read as a file with commas is', async () => {
  const sheet = makeXlsx('Produkte', [
    ['Preise 2026'],
    ['Name', 'SKU', 'Currency', 'Unit price', 'Tax %', 'Stock'],
    ['Stuhl', 'X-1', 'EUR', '1.234,50', '7,7', '3'],
  ])
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': importTypes[1] }
  const reply = await t.app.inject({ method: 'POST', url: '/api/sales-products/import', headers, payload: sheet })
  const { data } = reply.json<{ data: SalesImport }>()
  expect(data).toMatchObject({ created: 1, faults: [], items: [{ line: 3, amount: 1_234_50, currency: 'EUR' }] })
  expect(cellsOf(data)).toContainEqual([3, 'Stock', '3', '3', null])
})

/** Another organization: how often one imports is limited. */
async function registerWithContact(email: string): Promise<TestUser> {
  const user = await t.register()
  await t.call('POST', '/api/contacts', { token: user.token, body: { firstName: 'Dee', email } })
  return user
}

test('files of public reports are read as their columns mean', async () => {
  const reader = await registerWithContact('dee@read.test')
  const check = async (path: string, csv: string) => (await load(`${path}?check=true`, csv, reader)).data
  const invoiceHead = 'Reference,Contact,Description,Quantity,Unit price,Tax %,Currency,Due date,Notes\n'
  const invoice = await check('sales-invoices/import', `${invoiceHead}"R1","dee@read.test","Beratung","2,5","99,90","19","EUR","",""\n`)
  expect([invoice.faults, invoice.items.map(({ amount }) => amount)]).toEqual([[], [249_75]])
  const row = (day: string) => `"R-${day}","dee@read.test","Beratung","1","10.00","19","EUR","${day}",""\n`
  const days = await check('sales-invoices/import', invoiceHead + row('03/04/2027') + row('15.12.2026') + row('12/15/2026'))
  expect([days.faults, days.cells.flatMap(({ column, stored }) => (column === 'Due date' ? stored : []))]).toEqual([
    [],
    ['2027-03-04', '2026-12-15', '2026-12-15'],
  ])
  const products = 'Name,SKU,HSN/SAC,Currency,Unit price,Other prices,Tax %,Stock\n"Stuhl","Sp08","","EUR","1.234,50","","7,7",""\n'
  for (const csv of [products, products.replaceAll(/(?<=["\w %]),(?=["A-Z])/g, ';')]) {
    const { faults, cells } = await check('sales-products/import', csv)
    expect([faults, cells.map(({ column, stored }) => [column, stored])]).toEqual([
      [],
      [
        ['Unit price', '1234.50'],
        ['Tax %', '7.7'],
      ],
    ])
  }
})

test('number cells of a workbook are the numbers that they hold, also beside texts with a decimal comma', async () => {
  const head = ['Contact', 'Description', 'Currency', 'Quantity', 'Unit price', 'Tax %']
  const row = (quantity: string | number, price: string | number, tax: string | number) => [
    'ada@example.com',
    'Silk',
    'EUR',
    quantity,
    price,
    tax,
  ]
  const sheet = makeXlsx('Mai', [head, row(1.125, 1234.5, 19), row('2,5', '99,90', '7,7'), row('1,5', 0.1 + 0.2, 7)])
  const { token } = await registerWithContact('ada@example.com')
  const headers = { authorization: `Bearer ${token}`, 'content-type': importTypes[1] }
  const reply = await t.app.inject({ method: 'POST', url: '/api/sales-invoices/import?check=true', headers, payload: sheet })
  const { data } = reply.json<{ data: SalesImport }>()
  expect(data.faults).toEqual([])
  expect(data.cells.map(({ line, column, stored }) => [line, column, stored])).toEqual([
    [2, 'Unit price', '1234.50'],
    [2, 'Tax %', '19'],
    [2, 'Quantity', '1.125'],
    [3, 'Unit price', '99.90'],
    [3, 'Tax %', '7.7'],
    [3, 'Quantity', '2.5'],
    [4, 'Unit price', '0.30'],
    [4, 'Tax %', '7'],
    [4, 'Quantity', '1.5'],
  ])
})

test('files that are none are refused, viewers may not import', async () => {
  const viewer = await t.addMember(owner.orgId, 'VIEWER')
  expect((await load('sales-orders/import', csv, viewer)).status).toBe(403)
  expect((await load('sales-orders/import', 'Name\nX\n')).status).toBe(422)
  expect((await load('sales-orders/import', '"')).status).toBe(422)
  expect((await load('sales-orders/import', head + 'A,ada@example.com,,,,Advice,1,1,0,\n'.repeat(2_001))).status).toBe(422)
})
