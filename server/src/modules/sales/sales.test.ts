import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SalesInvoiceDetail, SalesInvoiceStats } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesOrder, SalesOrderDetail } from '@imperium/contract/sales/sales-orders.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { financialYear } from '../../platform/documents/serial-number.ts'
import { dayIn } from './documents/sales-days.ts'
import { readLedger } from './testing/read-ledger.ts'
import { markOverdueInvoices } from './invoices/overdue-tick.ts'

let t: TestApp
let owner: TestUser
let contactId: string
const clock = createFakeClock()

beforeAll(async () => {
  t = await createTestApp({ clock })
  owner = await t.register()
  contactId = await makeContact('Ada')
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })

async function makeContact(firstName: string, user = owner): Promise<string> {
  const made = await call<{ id: string }>(
    'POST',
    '/contacts',
    { firstName, lastName: 'Buyer', email: `${firstName.toLowerCase()}@example.com` },
    user,
  )
  return made.body.data.id
}

const line = { description: 'Consulting', code: '998311', quantity: 2, unitPrice: 500_00, taxBasisPoints: 1_800 }
const invoiceBody = (more: object = {}) => ({ contactId, lines: [line], ...more })
const draft = async (more: object = {}) => (await call<SalesInvoiceDetail>('POST', '/sales-invoices', invoiceBody(more))).body.data
const issue = (id: string) => call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/issue`)
const issued = async (more: object = {}) => (await issue((await draft(more)).id)).body.data
const pay = (id: string, amount: number, more: object = {}) =>
  call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/payments`, { amount, method: 'UPI', ...more })
const order = async () => (await call<SalesOrderDetail>('POST', '/sales-orders', { contactId, lines: [line] })).body.data
const settings = {
  currency: 'INR',
  taxRegime: 'GST',
  taxId: '27AAPFU0939F1ZV',
  roundTotal: false,
  orderPrefix: 'SO',
  invoicePrefix: 'INV',
  creditPrefix: 'CN',
  yearStartMonth: 4,
  paymentDays: 30,
  footer: '',
}
const year = () => financialYear(dayIn('UTC', clock.now()), 4)
const outbox = async (type: string, invoiceId: string) =>
  (await t.owner.query(`select payload from app.outbox where type = $1 and payload->>'invoiceId' = $2`, [type, invoiceId])).rows.length

describe('orders', () => {
  test('take the next number, are found, and move only as their status allows', async () => {
    const first = await order()
    const second = await order()
    expect(first).toMatchObject({ status: 'Pending', customer: 'Ada Buyer', customerEmail: 'ada@example.com', items: 1, amount: 1_000_00 })
    expect(first.number).toBe(`SO/${year()}/00001`)
    expect(second.number).toBe(`SO/${year()}/00002`)
    const path = `/sales-orders/${first.id}`
    expect((await call('POST', `${path}/complete`)).status).toBe(409)
    expect((await call('POST', `${path}/invoice`)).status).toBe(409)
    expect((await call<SalesOrder>('POST', `${path}/confirm`)).body.data.status).toBe('Confirmed')
    expect((await call('PATCH', path, { contactId, lines: [line] })).status).toBe(409)
    expect((await call<SalesOrder>('POST', `${path}/complete`)).body.data.status).toBe('Completed')
    expect((await call('POST', `${path}/cancel`)).status).toBe(409)
    const found = await call<SalesOrder[]>('GET', `/sales-orders?q=${encodeURIComponent('/00002')}&status=Pending`)
    expect(found.body.data.map(({ id }) => id)).toEqual([second.id])
    const csv = await t.app.inject({ url: '/api/sales-orders/export', headers: { authorization: `Bearer ${owner.token}` } })
    expect(csv.body.split('\r\n').length).toBe(4)
  })

  test('become one invoice, and are not cancelled while it stands', async () => {
    const { id, number } = await order()
    await call('POST', `/sales-orders/${id}/confirm`)
    const made = await Promise.all([1, 2].map(() => call<SalesInvoiceDetail>('POST', `/sales-orders/${id}/invoice`)))
    expect(made.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const invoice = made.find(({ status }) => status === 201)?.body.data
    expect(invoice).toMatchObject({ status: 'Draft', orderRef: number, number: null, amount: 1_000_00 })
    expect((await call('POST', `/sales-orders/${id}/cancel`)).status).toBe(409)
    expect((await call('DELETE', `/sales-invoices/${invoice?.id}`)).status).toBe(200)
    expect((await call<SalesOrder>('POST', `/sales-orders/${id}/cancel`)).body.data.status).toBe('Cancelled')
  })
})

describe('invoices', () => {
  test('get serials without gaps, also when many are issued at once and some twice', async () => {
    const other = await t.register()
    const person = await makeContact('Bob', other)
    const ids = await Promise.all(
      Array.from(
        { length: 8 },
        async () => (await call<SalesInvoiceDetail>('POST', '/sales-invoices', { contactId: person, lines: [line] }, other)).body.data.id,
      ),
    )
    const results = await Promise.all(
      [...ids, ...ids].map((id) => call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/issue`, undefined, other)),
    )
    const numbers = results
      .flatMap(({ status, body }) => (status === 200 ? [body.data.number ?? ''] : []))
      .toSorted((a, b) => a.localeCompare(b))
    expect(numbers).toEqual(ids.map((_id, at) => `INV/${year()}/0000${at + 1}`))
    expect(numbers.every((number) => number.length <= 16)).toBe(true)
  })

  test('say before they are issued which characters their PDF cannot show', async () => {
    const made = await draft({ lines: [{ ...line, description: 'நாற்காலி 東京 ไทย 😀' }], notes: 'Zürich, Łódź' })
    expect(made.missingLetters).toEqual(['ไ', 'ท', 'ย', '😀'])
    expect((await issue(made.id)).body.data.missingLetters).toEqual([])
    expect((await draft()).missingLetters).toEqual([])
  })

  test('are frozen once issued, for the API and in the database', async () => {
    const { id, number } = await issued()
    expect((await call('PATCH', `/sales-invoices/${id}`, invoiceBody())).status).toBe(409)
    expect((await call('DELETE', `/sales-invoices/${id}`)).status).toBe(409)
    expect((await issue(id)).status).toBe(409)
    const refused = /cannot be (changed|deleted)/
    await expect(t.owner.query(`update app.sales_invoices set amount = 1 where id = $1`, [id])).rejects.toThrow(refused)
    await expect(t.owner.query(`update app.sales_invoices set number = null, status = 'Draft' where id = $1`, [id])).rejects.toThrow(
      refused,
    )
    await expect(t.owner.query(`delete from app.sales_invoices where id = $1`, [id])).rejects.toThrow(refused)
    await expect(t.owner.query(`update app.sales_invoice_lines set amount = 1 where document_id = $1`, [id])).rejects.toThrow(refused)
    await expect(t.owner.query(`delete from app.sales_invoice_lines where document_id = $1`, [id])).rejects.toThrow(refused)
    expect((await call<SalesInvoiceDetail>('GET', `/sales-invoices/${id}`)).body.data).toMatchObject({ number, amount: 1_000_00 })
  })

  test('are paid in parts, never for more than is due, and tell it once', async () => {
    const { id } = await issued()
    expect((await pay(id, 400_00)).body.data).toMatchObject({ status: 'Pending', paid: 400_00 })
    expect((await pay(id, 600_01)).status).toBe(409)
    const both = await Promise.all([pay(id, 600_00), pay(id, 600_00)])
    expect(both.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([201, 409])
    const read = (await call<SalesInvoiceDetail>('GET', `/sales-invoices/${id}`)).body.data
    expect(read).toMatchObject({ status: 'Paid', paid: 1_000_00, paymentMethod: 'UPI' })
    expect(read.payments.map(({ amount }) => amount)).toEqual([400_00, 600_00])
    expect(await outbox('invoice.paid', id)).toBe(1)
    expect(await outbox('invoice.issued', id)).toBe(1)
  })

  test('are credited in parts by line; the last note takes exactly the rest', async () => {
    const { id } = await issued({ lines: [{ ...line, quantity: 3, unitPrice: 33_33 }] })
    const credit = (body: object) => call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/credit`, { reason: 'Returned', ...body })
    expect((await credit({ lines: [{ line: 1, quantity: 4 }] })).status).toBe(422)
    const part = (await credit({ lines: [{ line: 1, quantity: 1 }] })).body.data
    expect(part).toMatchObject({ status: 'Pending', credited: 33_33 })
    expect(part.creditNotes[0]?.number).toBe(`CN/${year()}/00001`)
    expect((await credit({})).body.data).toMatchObject({ status: 'Credited', credited: 99_99 })
    expect((await credit({})).status).toBe(409)
    const voided = await issued()
    expect((await call<SalesInvoiceDetail>('POST', `/sales-invoices/${voided.id}/void`, { reason: 'Wrong' })).body.data.status).toBe('Void')
    expect((await pay(voided.id, 1)).status).toBe(409)
  })

  test('become overdue after their due date in the time zone of the organization, and are counted', async () => {
    const day = clock.now().toISOString().slice(0, 10)
    const { id } = await issued({ dueDate: day })
    await t.owner.query(`update auth.organizations set time_zone = 'Pacific/Kiritimati' where id = $1`, [owner.orgId])
    await markOverdueInvoices(t.platform)
    const isTomorrowThere = dayIn('Pacific/Kiritimati', clock.now()) > day
    const status = async () => (await call<SalesInvoiceDetail>('GET', `/sales-invoices/${id}`)).body.data.status
    expect(await status()).toBe(isTomorrowThere ? 'Overdue' : 'Pending')
    clock.advance(86_400_000)
    await markOverdueInvoices(t.platform)
    await markOverdueInvoices(t.platform)
    // Sessions end within a day.
    clock.advance(-86_400_000)
    expect(await status()).toBe('Overdue')
    expect(await outbox('invoice.overdue', id)).toBe(1)
    expect((await call<SalesInvoiceStats>('GET', '/sales-invoices/stats')).body.data).toMatchObject({ overdue: 1, overdueAmount: 1_000_00 })
    await t.owner.query(`update auth.organizations set time_zone = 'UTC' where id = $1`, [owner.orgId])
  })
})

describe('tax, documents and people', () => {
  test('GST follows from the GSTINs of both, is frozen with the invoice and printed escaped', async () => {
    expect((await call('PUT', '/sales-settings', { ...settings, taxId: '27AAPFU0939F1ZX' })).status).toBe(422)
    expect((await call('PUT', '/sales-settings', settings)).status).toBe(200)
    expect((await call('POST', '/sales-invoices', invoiceBody({ customerTaxId: '29AAPFU0939F1ZV' }))).status).toBe(422)
    // What rule 46 asks is said of the draft, and keeps it from being issued.
    const lacking = await draft({
      customerTaxId: '29AAGCB7383J1Z4',
      lines: [
        { ...line, code: '9403' },
        { ...line, code: '' },
      ],
    })
    expect(lacking.missing.map(({ path }) => path)).toEqual(['', 'customerAddress', 'lines.0.unit', 'lines.1.code'])
    expect((await issue(lacking.id)).status).toBe(422)
    await t.owner.query(`update auth.organizations set address = '1 Marine Drive', city = 'Mumbai' where id = $1`, [owner.orgId])
    expect((await draft()).missing.map(({ path }) => path)).toEqual(['placeOfSupply'])
    const within = await issued({ placeOfSupply: '27', notes: '<script>alert(1)</script>' })
    expect(within.taxes.map(({ kind, amount }) => [kind, amount])).toEqual([
      ['CGST', 90_00],
      ['SGST', 90_00],
    ])
    const between = await issued({ placeOfSupply: '29' })
    expect(between).toMatchObject({ amount: 1_180_00, placeOfSupply: '29', taxes: [{ kind: 'IGST', amount: 180_00 }] })
    const { html } = (await call<{ html: string }>('GET', `/sales-invoices/${within.id}/document`)).body.data
    expect(html).toContain('27AAPFU0939F1ZV')
    expect(html).toContain('₹1,180.00')
    expect(html).not.toContain('<script')
    await call('POST', `/sales-invoices/${within.id}/send`)
    expect((await t.owner.query(`select from auth.organizations where id = $1`, [owner.orgId])).rowCount).toBe(1)
  })

  test('an erased contact is taken out of orders and drafts; issued invoices are kept without the link', async () => {
    contactId = await makeContact('Carla')
    const [made, kept, gone] = [await order(), await issued({ placeOfSupply: '27' }), await draft()]
    expect((await call('DELETE', `/contacts/${contactId}`)).status).toBe(200)
    const read = async (path: string) => {
      const reply = await call<SalesInvoiceDetail>('GET', path)
      expect(reply.status, JSON.stringify(reply.body)).toBe(200)
      return reply.body.data
    }
    expect(await read(`/sales-orders/${made.id}`)).toMatchObject({ contactId: null, customer: '–', customerEmail: '' })
    expect(await read(`/sales-invoices/${gone.id}`)).toMatchObject({ contactId: null, customer: '–' })
    expect(await read(`/sales-invoices/${kept.id}`)).toMatchObject({ contactId: null, customer: 'Carla Buyer' })
    contactId = await makeContact('Dora')
  })

  test('members sell; only managers void, credit and set; viewers read', async () => {
    const { id } = await issued({ placeOfSupply: '27' })
    const member = await t.addMember(owner.orgId, 'MEMBER')
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    expect((await call('POST', '/sales-invoices', invoiceBody(), member)).status).toBe(201)
    expect((await call('POST', `/sales-invoices/${id}/void`, { reason: 'No' }, member)).status).toBe(403)
    expect((await call('POST', `/sales-invoices/${id}/credit`, { reason: 'No' }, member)).status).toBe(403)
    expect((await call('PUT', '/sales-settings', settings, member)).status).toBe(403)
    expect((await call('GET', `/sales-invoices/${id}`, undefined, viewer)).status).toBe(200)
    expect((await call('POST', '/sales-invoices', invoiceBody(), viewer)).status).toBe(403)
  })

  test('the ledger balances and says of invoices, payments, credit notes and void invoices what they say', async () => {
    const { ledger, documents } = await readLedger(t.owner, owner.orgId)
    expect(ledger).toEqual(documents)
    expect(ledger.received).toBeGreaterThan(0)
    expect(ledger.tax).toBeLessThan(0)
  })

  test('an organization is deleted with its issued invoices', async () => {
    const erase = await t.owner.connect()
    // The ledger leaves with the organization that is erased, and with no other.
    await expect(erase.query('delete from auth.organizations where id = $1', [owner.orgId])).rejects.toThrow('append-only')
    await erase.query('begin')
    await erase.query("select set_config('app.erased_org', $1, true)", [owner.orgId])
    await erase.query('delete from auth.organizations where id = $1', [owner.orgId])
    await erase.query('commit')
    erase.release()
    expect((await t.owner.query('select from app.sales_invoices where org_id = $1', [owner.orgId])).rowCount).toBe(0)
  })
})
