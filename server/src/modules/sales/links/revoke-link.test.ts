import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { SalesQuotationDetail } from '@imperium/contract/sales/sales-quotations.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
let contactId: string
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  const made = await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', lastName: 'Buyer', email: 'ada@example.com' })
  contactId = made.body.data.id
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })
const body = (more: object = {}) => ({ contactId, lines: [{ description: 'Consulting', quantity: 2, unitPrice: 500_00 }], ...more })
const pathOf = (url: string | null) => new URL(url ?? '').pathname
const open = (path: string) => t.app.inject({ url: path })
const press = (path: string, form: string) =>
  t.app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/x-www-form-urlencoded' }, payload: form })
const quotation = async () => (await call<SalesQuotationDetail>('POST', '/sales-quotations', body())).body.data
const sentQuotation = async () => (await call<SalesQuotationDetail>('POST', `/sales-quotations/${(await quotation()).id}/send`)).body.data
const readQuotation = async (id: string) => (await call<SalesQuotationDetail>('GET', `/sales-quotations/${id}`)).body.data
const invoice = async (more: object = {}) => {
  const { id } = (await call<SalesInvoiceDetail>('POST', '/sales-invoices', body(more))).body.data
  return (await call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/issue`)).body.data
}

test('an invoice is texted to the number of the customer with its link, which can be revoked like that of a quotation', async () => {
  const none = await call('POST', `/sales-invoices/${(await invoice()).id}/send?via=sms`)
  expect([none.status, none.body.message]).toEqual([409, 'The customer has no phone number.'])
  const reader = { firstName: 'Marie', email: 'marie@example.com', phone: '+919820012345', locale: 'fr-FR' }
  const { id, payUrl } = await invoice({ contactId: (await call<{ id: string }>('POST', '/contacts', reader)).body.data.id })
  const sent = await call('POST', `/sales-invoices/${id}/send?via=sms`)
  expect(sent.status, JSON.stringify(sent.body)).toBe(200)
  const texted = async () =>
    (await t.owner.query<{ body: string }>(`select body from app.messages where body like $1`, [`%${pathOf(payUrl)}`])).rows
  expect(await texted()).toEqual([{ body: expect.stringMatching(/^Org \d+: Voici votre facture INV/) }])
  const path = pathOf(payUrl)
  const other = pathOf((await call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/revoke-link`)).body.data.payUrl)
  expect(other).not.toBe(path)
  expect(
    (await Promise.all([open(path), open(`${path}/pdf`), press(path, 'do=pay'), open(other)])).map(({ statusCode }) => statusCode),
  ).toEqual([404, 404, 404, 200])
  const quoted = await sentQuotation()
  const renewed = (await call<SalesQuotationDetail>('POST', `/sales-quotations/${quoted.id}/revoke-link`)).body.data
  await press(pathOf(quoted.publicUrl), 'do=accept&name=Eve')
  expect((await readQuotation(quoted.id)).status).toBe('Sent')
  await press(pathOf(renewed.publicUrl), 'do=accept&name=Ada')
  expect((await readQuotation(quoted.id)).status).toBe('Accepted')
  const draft = await quotation()
  expect((await call('POST', `/sales-quotations/${draft.id}/revoke-link`)).status).toBe(409)
  expect((await call('POST', `/sales-quotations/${draft.id}/send?via=whatsapp`)).status).toBe(409)
})
