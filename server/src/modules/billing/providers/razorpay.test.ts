import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillingRecord, PaymentOrder, Subscription } from '@imperium/contract/billing/billing.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'

const [keyId, keySecret, webhookSecret] = ['rzp_live_k', 'key-secret', 'hook-secret']
const seen: { authorization: string | undefined; body: { amount: number; currency: string; receipt: string } }[] = []
let fails = false
const razorpay = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part.toString()))
  request.on('end', () => {
    const body = JSON.parse(text) as (typeof seen)[number]['body']
    seen.push({ authorization: request.headers.authorization, body })
    response.writeHead(fails ? 500 : 200, { 'content-type': 'application/json' })
    response.end(
      JSON.stringify({ id: `order_${seen.length}`, entity: 'order', amount: body.amount, currency: body.currency, status: 'created' }),
    )
  })
})
let t: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => void razorpay.listen(0, '127.0.0.1', resolve))
  const { port } = razorpay.address() as AddressInfo
  t = await createTestApp({
    log: 'silent',
    env: {
      RAZORPAY_KEY_ID: keyId,
      RAZORPAY_KEY_SECRET: keySecret,
      RAZORPAY_WEBHOOK_SECRET: webhookSecret,
      RAZORPAY_API_URL: `http://127.0.0.1:${port}`,
      EGRESS_ALLOW: `127.0.0.1:${port}`,
    },
  })
})
afterAll(async () => {
  await t.close()
  razorpay.close()
})

// As Razorpay documents it, not by our own functions.
const hmac = (secret: string, text: string) => createHmac('sha256', secret).update(text).digest('hex')

test('orders, proves and reports as Razorpay does; the sandbox is closed', async () => {
  const { token, orgId } = await t.register()
  const order = (body: object) => t.call<PaymentOrder>('POST', '/api/payments/create-order', { token, body })
  const plan = async () => (await t.call<Subscription>('GET', '/api/payments/subscription', { token })).body.data
  const made = (await order({ planType: 'CONQUEROR', billingCycle: 'MONTHLY' })).body.data
  expect(made).toMatchObject({ keyId, orderId: 'order_1', amount: 199_900 })
  expect(seen[0]).toEqual({
    authorization: `Basic ${Buffer.from(`${keyId}:${keySecret}`).toString('base64')}`,
    body: { amount: 199_900, currency: 'INR', receipt: made.receipt },
  })
  const body = { orderId: 'order_1', paymentId: 'pay_1', signature: hmac(keySecret, 'order_1|pay_1') }
  expect((await t.call('POST', '/api/payments/verify-payment', { token, body })).status).toBe(200)
  expect(await plan()).toMatchObject({ planType: 'CONQUEROR', provider: 'razorpay' })

  const { amount } = (await order({ planType: 'EMPEROR', billingCycle: 'YEARLY' })).body.data
  const entity = { id: 'pay_2', order_id: 'order_2', amount, currency: 'INR' }
  const payload = JSON.stringify({ event: 'order.paid', payload: { order: { entity: { id: 'order_2' } }, payment: { entity } } })
  const headers = { 'content-type': 'application/json', 'x-razorpay-signature': hmac(webhookSecret, payload) }
  const report = (url: string) => t.app.inject({ method: 'POST', url, headers, payload })
  expect((await report('/api/payments/webhooks/sandbox')).statusCode).toBe(409)
  expect((await report('/api/payments/webhooks/razorpay')).statusCode).toBe(200)
  expect(await plan()).toMatchObject({ planType: 'EMPEROR', billingCycle: 'YEARLY' })
  expect((await t.call('POST', '/api/payments/sandbox/pay', { token, body: { orderId: 'order_2', outcome: 'success' } })).status).toBe(404)

  // Given back at Razorpay: its report comes before that of the payment itself, and twice.
  const gift = (await order({ planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 500 })).body.data
  const back = { id: 'rfnd_1', payment_id: 'pay_3', amount: 200, currency: 'INR' }
  const paidBack = { id: 'pay_3', order_id: gift.orderId, amount: 500, currency: 'INR' }
  const refund = JSON.stringify({ event: 'refund.processed', payload: { refund: { entity: back }, payment: { entity: paidBack } } })
  const signed = { 'content-type': 'application/json', 'x-razorpay-signature': hmac(webhookSecret, refund) }
  for (let at = 0; at < 2; at++)
    expect(
      (await t.app.inject({ method: 'POST', url: '/api/payments/webhooks/razorpay', headers: signed, payload: refund })).statusCode,
    ).toBe(200)
  const [record] = (await t.call<BillingRecord[]>('GET', '/api/payments/invoices', { token })).body.data
  expect(record).toMatchObject({ amount: 500, refunded: 200, status: 'PAID' })

  fails = true
  const refused = await order({ planType: 'EMPEROR', billingCycle: 'MONTHLY' })
  expect([refused.status, refused.body.message]).toEqual([503, 'Failed to create order'])
  const { rows } = await t.owner.query('select status from app.payment_orders where org_id = $1 order by created_at', [orgId])
  expect(rows.map(({ status }: { status: string }) => status)).toEqual(['activated', 'activated', 'activated', 'failed'])
})
