import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SalesImport } from '@imperium/contract/sales/sales-imports.ts'
import type { SalesProduct } from '@imperium/contract/sales/sales-products.ts'
import type { RecurringInvoice, RecurringInvoiceDetail } from '@imperium/contract/sales/sales-recurring.ts'
import { createFakeClock } from '../../testing/fake-clock.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { makeRecurringInvoices } from './recurring/recurring-tick.ts'

let t: TestApp
let owner: TestUser
let contactId: string
const clock = createFakeClock()
beforeAll(async () => {
  t = await createTestApp({ clock })
  owner = await t.register()
  contactId = (await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email: 'ada@example.com' })).body.data.id
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })
const line = { description: 'Consulting', quantity: 2, unitPrice: 500_00 }

test('an import keeps what its file has no column for, and reads cells as our export writes them', async () => {
  const made = {
    name: 'Chair',
    sku: '=C-1',
    code: '9403',
    unitPrice: 50_00,
    taxBasisPoints: 1_200,
    stock: 7,
    prices: [{ currency: 'EUR', unitPrice: 60 }],
  }
  const before = (await call<SalesProduct>('POST', '/sales-products', made)).body.data
  const reply = await t.app.inject({
    method: 'POST',
    url: '/api/sales-products/import',
    headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'text/csv' },
    payload: "Name,SKU,Unit price\nChair,'=C-1,55\n",
  })
  expect(reply.json<{ data: SalesImport }>().data).toMatchObject({ created: 0, updated: 1, faults: [] })
  const after = (await call<SalesProduct>('GET', `/sales-products/${before.id}`)).body.data
  expect(after).toEqual({ ...before, unitPrice: 55_00, updatedAt: after.updatedAt })
})

test('recurring invoices of the 31st go on to the 31st after an edit in February', async () => {
  const year = clock.now().getUTCFullYear() + 1
  const terms = { every: 'month', contactId, lines: [line], endsOn: null, mode: 'draft' }
  const made = await call<RecurringInvoice>('POST', '/sales-recurring', { ...terms, startsOn: `${year}-01-31` })
  const { id } = made.body.data
  const lastDay = new Date(Date.UTC(year, 2, 0)).getUTCDate()
  await t.owner.query('update app.sales_recurring set made = 1, next_on = $2 where id = $1', [id, `${year}-02-${lastDay}`])
  const read = async () => (await call<RecurringInvoiceDetail>('GET', `/sales-recurring/${id}`)).body.data
  const { updatedAt, nextOn } = await read()
  expect((await call('PATCH', `/sales-recurring/${id}`, { ...terms, startsOn: nextOn, updatedAt })).status).toBe(200)
  const since = clock.now().getTime()
  clock.advance(Date.UTC(year, 1, lastDay, 12) - since)
  await makeRecurringInvoices(t.platform)
  clock.advance(since - clock.now().getTime())
  expect(await read()).toMatchObject({ made: 1, nextOn: `${year}-03-31` })
  await call('DELETE', `/sales-recurring/${id}`)
})
