import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import type { gstr1Of } from '../../../platform/documents/gstr1.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })
const file = (path: string) => t.app.inject({ url: `/api${path}`, headers: { authorization: `Bearer ${owner.token}` } })

test('exports a month in the shape of GSTR-1, and keeps and prints what the registration portal answered', async () => {
  const month = new Date().toISOString().slice(0, 7)
  expect((await file(`/sales-invoices/gstr1?month=${month}`)).statusCode).toBe(409)
  const settings = (await call<object>('GET', '/sales-settings')).body.data
  const gst = { ...settings, taxRegime: 'GST', taxId: '27AAPFU0939F1ZV' } as Record<string, unknown>
  for (const unknown of ['hasLogo', 'updatedAt']) delete gst[unknown]
  expect((await call('PUT', '/sales-settings', gst)).status).toBe(200)
  await t.owner.query(`update auth.organizations set address = '1 Marine Drive', city = 'Mumbai' where id = $1`, [owner.orgId])
  const contact = await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email: 'ada@example.com' })
  const line = { description: 'Advice', code: '998314', quantity: 2, unitPrice: 50_021, taxBasisPoints: 1_800 }
  const make = async (more: object = {}) => {
    const draft = await call<SalesInvoiceDetail>('POST', '/sales-invoices', { contactId: contact.body.data.id, lines: [line], ...more })
    return (await call<SalesInvoiceDetail>('POST', `/sales-invoices/${draft.body.data.id}/issue`)).body.data
  }
  const business = await make({ customerTaxId: '29AAGCB7383J1Z4', customerAddress: '1 MG Road, Bengaluru' })
  const small = await make({ placeOfSupply: '27' })
  await call('POST', `/sales-invoices/${business.id}/credit`, { reason: 'Returned', lines: [{ line: 1, quantity: 1 }] })
  const reply = await file(`/sales-invoices/gstr1?month=${month}`)
  expect(reply.headers['content-disposition']).toContain(`gstr1-${month}.json`)
  const made = JSON.parse(reply.body) as ReturnType<typeof gstr1Of>
  expect(made.b2b).toMatchObject([
    { ctin: '29AAGCB7383J1Z4', inv: [{ inum: business.number, pos: '29', itms: [{ itm_det: { txval: 1000.42, iamt: 180.08 } }] }] },
  ])
  expect(made.b2cs).toMatchObject([{ pos: '27', txval: 1000.42, camt: 90.04, samt: 90.04 }])
  expect(made.cdnr).toMatchObject([{ nt: [{ itms: [{ itm_det: { txval: 500.21 } }] }] }])
  expect(made.doc_issue?.doc_det).toMatchObject([
    { docs: [{ from: business.number, to: small.number, totnum: 2 }] },
    { docs: [{ totnum: 1 }] },
  ])
  const irn = 'a1'.repeat(32)
  const registered = { irn, ackNumber: '112010036563310', ackDate: '2026-11-05', signedQr: `eyJ.${'x'.repeat(700)}.sig` }
  expect((await call('PUT', `/sales-invoices/${small.id}/e-invoice`, { ...registered, irn: 'short' })).status).toBe(422)
  const before = (await file(`/sales-invoices/${business.id}/pdf`)).rawPayload.length
  const kept = await call<SalesInvoiceDetail>('PUT', `/sales-invoices/${business.id}/e-invoice`, registered)
  expect(kept.body.data.eInvoice).toEqual(registered)
  expect((await call('PUT', `/sales-invoices/${small.id}/e-invoice`, registered)).status).toBe(409)
  expect((await file(`/sales-invoices/${business.id}/pdf`)).rawPayload.length).toBeGreaterThan(before)
})
