import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OperatorOverview } from '@imperium/contract/billing/operator.ts'
import type { SalesInvoiceDetail } from '@imperium/contract/sales/sales-invoices.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { reconcileCheckouts } from './take-payment.ts'

interface Link {
  amount: number
  currency: string
  reference_id: string
}
const links: (Link & { by: string })[] = []
/** An account whose key was taken back. */
let refused = ''
// Speaks Razorpay's payment links: an account sees only its own, and whatever is looked up is paid.
const razorpay = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part.toString()))
  request.on('end', () => {
    const by = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString()
    if (refused !== '' && by.startsWith(refused)) return response.writeHead(401).end('{}')
    if (request.method === 'POST') links.push({ ...(JSON.parse(text) as Link), by })
    const at = request.method === 'POST' ? links.length - 1 : Number(request.url?.split('plink_')[1])
    const link = links[at]
    if (link?.by !== by) return response.writeHead(400).end('{}')
    const payments = [{ payment_id: `pay_${at}`, amount: link.amount, status: 'captured' }]
    const shown = { id: `plink_${at}`, short_url: 'https://rzp.io/x', reference_id: link.reference_id, currency: link.currency }
    response.writeHead(200, { 'content-type': 'application/json' })
    return response.end(JSON.stringify({ ...shown, status: request.method === 'POST' ? 'created' : 'paid', payments }))
  })
})
let t: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => void razorpay.listen(0, '127.0.0.1', resolve))
  const { port } = razorpay.address() as AddressInfo
  t = await createTestApp({ env: { RAZORPAY_API_URL: `http://127.0.0.1:${port}`, EGRESS_ALLOW: `127.0.0.1:${port}` } })
})
afterAll(async () => {
  await t.close()
  razorpay.close()
})

test('finds a payment at the account that took it after the organization chose another provider, and drops its keys then', async () => {
  const { token, orgId } = await t.register()
  const call = <T>(method: string, path: string, body?: object) => t.call<T>(method, `/api${path}`, { token, ...(body ? { body } : {}) })
  const contact = await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email: 'ada@example.com' })
  const lines = [{ description: 'Work', quantity: 1, unitPrice: 500_00 }]
  const { id } = (await call<SalesInvoiceDetail>('POST', '/sales-invoices', { contactId: contact.body.data.id, lines })).body.data
  const account = { provider: 'razorpay', keyId: 'rzp_old', secret: 'old-secret', webhookSecret: 'hook' }
  expect((await call('PUT', '/sales-settings/payments', account)).status).toBe(200)
  const { payUrl } = (await call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/issue`)).body.data
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const pressed = await t.app.inject({ method: 'POST', url: new URL(payUrl ?? '').pathname, headers, payload: 'do=pay' })
  expect(pressed.body).toContain('url=https://rzp.io/x')
  for (const provider of [
    { provider: 'razorpay', keyId: 'rzp_new', secret: 'new-secret' },
    { provider: 'stripe', secret: 'sk_1' },
  ])
    expect((await call('PUT', '/sales-settings/payments', provider)).status).toBe(200)
  const former = async () => (await t.owner.query('select payment_key_id from app.sales_former_accounts where org_id = $1', [orgId])).rows
  expect(await former()).toEqual([{ payment_key_id: 'rzp_old' }])
  await reconcileCheckouts(t.platform)
  expect((await call<SalesInvoiceDetail>('GET', `/sales-invoices/${id}`)).body.data).toMatchObject({ status: 'Paid', paid: 500_00 })
  expect(await former()).toEqual([])
})

test('an account whose key is refused is remembered until it answers again', async () => {
  const { token, orgId } = await t.register()
  const call = <T>(method: string, path: string, body?: object) => t.call<T>(method, `/api${path}`, { token, ...(body ? { body } : {}) })
  const contact = await call<{ id: string }>('POST', '/contacts', { firstName: 'Ada', email: 'ada@example.com' })
  const lines = [{ description: 'Work', quantity: 1, unitPrice: 500_00 }]
  const { id } = (await call<SalesInvoiceDetail>('POST', '/sales-invoices', { contactId: contact.body.data.id, lines })).body.data
  await call('PUT', '/sales-settings/payments', { provider: 'razorpay', keyId: 'rzp_gone', secret: 'gone-secret' })
  const { payUrl } = (await call<SalesInvoiceDetail>('POST', `/sales-invoices/${id}/issue`)).body.data
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  await t.app.inject({ method: 'POST', url: new URL(payUrl ?? '').pathname, headers, payload: 'do=pay' })
  await call('PUT', '/sales-settings/payments', { provider: 'stripe', secret: 'sk_1' })
  const failing = async () =>
    (
      await t.owner.query<{ failing: boolean }>(
        'select failing_since is not null as failing from app.sales_former_accounts where org_id = $1',
        [orgId],
      )
    ).rows
  refused = 'rzp_gone'
  await reconcileCheckouts(t.platform)
  expect(await failing()).toEqual([{ failing: true }])
  await t.owner.query('insert into app.operator_organization (organization) values ($1)', [orgId])
  const { failedLookUps } = (await call<OperatorOverview>('GET', '/operator/billing')).body.data
  expect(failedLookUps).toMatchObject([{ provider: 'razorpay', open: 1, organization: expect.any(String) }])
  refused = ''
  await reconcileCheckouts(t.platform)
  expect((await call<SalesInvoiceDetail>('GET', `/sales-invoices/${id}`)).body.data.status).toBe('Paid')
  expect(await failing()).toEqual([])
})
