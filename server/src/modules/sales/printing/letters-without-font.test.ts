import { afterAll, beforeAll, expect, test } from 'vitest'
import type { SalesQuotationDetail } from '@imperium/contract/sales/sales-quotations.ts'
import type { RecurringInvoiceDetail } from '@imperium/contract/sales/sales-recurring.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
let contactId: string
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
  contactId = (await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email: 'ada@example.com' })).id
})
afterAll(() => t.close())

const call = async <T>(method: string, path: string, body?: object): Promise<T> =>
  (await t.call<T>(method, `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })).body.data

test('quotations, recurring invoices and credit notes tell which characters no font has, before they go out', async () => {
  const lines = [{ description: 'நாற்காலி ไท', quantity: 2, unitPrice: 500_00 }]
  const draft = await call<SalesQuotationDetail>('POST', '/sales-quotations', { contactId, lines, notes: 'Zürich 東京' })
  expect(draft.missingLetters).toEqual(['ไ', 'ท'])
  const startsOn = new Date().toISOString().slice(0, 10)
  const recurs = await call<RecurringInvoiceDetail>('POST', '/sales-recurring', { contactId, lines, every: 'month', startsOn })
  expect(recurs.missingLetters).toEqual(['ไ', 'ท'])
  const reason = await call<{ missingLetters: string[] }>('POST', '/sales-invoices/missing-letters', { text: 'Zurück 😀' })
  expect(reason.missingLetters).toEqual(['😀'])
  await call('POST', `/sales-quotations/${draft.id}/send`)
  expect((await call<SalesQuotationDetail>('GET', `/sales-quotations/${draft.id}`)).missingLetters).toEqual([])
})
