import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SalesBankLine, SalesBankStatement } from '@imperium/contract/sales/sales-bank.ts'
import type { CustomerCredit } from '@imperium/contract/sales/sales-credits.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { readLedger } from '../testing/read-ledger.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })
const upload = async (text: string) => {
  const headers = { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' }
  const reply = await t.app.inject({ method: 'POST', url: '/api/sales-bank/statements?name=november.ofx', headers, payload: text })
  return { status: reply.statusCode, body: reply.json<{ data: SalesBankStatement }>() }
}
const entry = (id: string, amount: string, memo: string) =>
  `<STMTTRN><DTPOSTED>20261127<TRNAMT>${amount}<FITID>${id}<NAME>Ada Buyer<MEMO>${memo}</STMTTRN>`
const statement = (...entries: string[]) => `OFXHEADER:100\n\n<OFX><CURDEF>INR<ACCTID>1${entries.join('')}</OFX>`
const lines = async () => (await call<SalesBankLine[]>('GET', '/sales-bank/lines')).body.data

test('a statement proposes invoices, a person confirms, and nothing is booked twice', async () => {
  const contact = await call<{ id: string }>('POST', '/contacts', { email: 'ada@example.com', firstName: 'Ada', lastName: 'Buyer' })
  const contactId = contact.body.data.id
  const made = await call<SalesInvoiceDetail>('POST', '/sales-invoices', {
    contactId,
    lines: [{ description: 'Advice', quantity: 1, unitPrice: 100_00 }],
  })
  const invoice = (await call<SalesInvoiceDetail>('POST', `/sales-invoices/${made.body.data.id}/issue`)).body.data
  const memo = `Invoice ${invoice.number?.replaceAll('/', ' ')}`
  const first = statement(entry('a', '120.00', memo), entry('b', '-5.00', 'Fee'))
  expect((await upload(first)).body.data).toMatchObject({ format: 'OFX', added: 2, known: 0 })
  expect((await upload(first)).status).toBe(409)
  // A later statement with the same entry and a new one.
  expect((await upload(statement(entry('a', '120.00', memo), entry('c', '7.00', 'Gift')))).body.data).toMatchObject({ added: 1, known: 1 })
  const paid = (await lines()).find(({ text }) => text === memo)
  expect(paid?.proposals).toEqual([
    { invoiceId: invoice.id, number: invoice.number, customer: 'Ada Buyer', due: 100_00, matches: ['reference', 'customer'] },
  ])
  // Nothing is booked before a person confirms.
  expect((await call<SalesInvoiceDetail>('GET', `/sales-invoices/${invoice.id}`)).body.data.paid).toBe(0)
  const match = () => call<SalesBankLine>('POST', `/sales-bank/lines/${paid?.id}/match`, { invoiceId: invoice.id })
  const both = await Promise.all([match(), match()])
  expect(both.map(({ status }) => status).toSorted((one, other) => one - other)).toEqual([200, 409])
  const after = (await call<SalesInvoiceDetail>('GET', `/sales-invoices/${invoice.id}`)).body.data
  expect(after).toMatchObject({
    status: 'Paid',
    paid: 100_00,
    overpaid: 20_00,
    payments: [{ method: 'Bank transfer', date: '2026-11-27' }],
  })
  expect((await call<CustomerCredit>('GET', `/sales-credits?contactId=${contactId}`)).body.data.balances).toEqual([
    { currency: 'INR', balance: 20_00 },
  ])
  const fee = (await lines()).find(({ amount }) => amount < 0)
  expect((await call('POST', `/sales-bank/lines/${fee?.id}/match`, { invoiceId: invoice.id })).status).toBe(409)
  expect((await call<SalesBankLine>('POST', `/sales-bank/lines/${fee?.id}/ignore`)).body.data.status).toBe('Ignored')
  expect((await upload('Date,Amount')).status).toBe(422)
  const { ledger, documents } = await readLedger(t.owner, owner.orgId)
  expect(ledger).toEqual(documents)
})
