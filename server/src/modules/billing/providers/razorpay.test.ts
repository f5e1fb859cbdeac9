import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillingRecord, PaymentOrder, Subscription } from '@imperium/contract/billing/billing.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { renewSubscriptions } from '../automatic/renew-subscriptions.ts'
import { makeOffer } from '../operator/make-offer.ts'
import { advanceSubscriptions } from '../subscription/advance.ts'

const [keyId, keySecret, webhookSecret] = ['rzp_live_k', 'key-secret', 'hook-secret']
const seen: { authorization: string | undefined; body: { amount: number; currency: string; receipt: string; token?: object } }[] = []
let [fails, refuses] = [false, false]
/** What Razorpay refuses of a mandate. */
let refusesMandate: 'customer' | 'token' | null = null
let customers = 0
const recurring: Record<string, unknown>[] = []
const razorpay = createServer((request, response) => {
  let text = ''
  request.on('data', (part: Buffer) => (text += part.toString()))
  request.on('end', () => {
    const [url, isRead] = [request.url ?? '', request.method === 'GET']
    response.setHeader('content-type', 'application/json')
    if (url === '/v1/customers') {
      customers++
      if (refusesMandate === 'customer') return response.writeHead(400).end('{}')
      return response.end(JSON.stringify({ id: 'cust_1', ...(JSON.parse(text) as object) }))
    }
    if (url === '/v1/payments/create/recurring') {
      recurring.push(JSON.parse(text) as Record<string, unknown>)
      return refuses ? response.writeHead(400).end('{}') : response.end(JSON.stringify({ razorpay_payment_id: 'pay_auto' }))
    }
    if (isRead && url.startsWith('/v1/payments/')) {
      const kept = { token_id: 'token_1', customer_id: 'cust_1', email: 'kim@example.com', contact: '+919000090000' }
      return response.end(JSON.stringify({ id: url.split('/')[3], ...kept }))
    }
    if (isRead) return response.end('{"items":[]}')
    const body = JSON.parse(text) as (typeof seen)[number]['body']
    if (body.token && refusesMandate === 'token') return response.writeHead(400).end('{}')
    seen.push({ authorization: request.headers.authorization, body })
    response.writeHead(fails ? 500 : 200)
    return response.end(
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
  const unstorable = refund.replace('"pay_3"', String.raw`"pay\u00003"`)
  const odd = await t.app.inject({
    method: 'POST',
    url: '/api/payments/webhooks/razorpay',
    headers: { ...signed, 'x-razorpay-signature': hmac(webhookSecret, unstorable) },
    payload: unstorable,
  })
  expect(odd.statusCode).toBe(400)
  const [record] = (await t.call<BillingRecord[]>('GET', '/api/payments/invoices', { token })).body.data
  expect(record).toMatchObject({ amount: 500, refunded: 200, status: 'PAID' })

  fails = true
  const refused = await order({ planType: 'EMPEROR', billingCycle: 'MONTHLY' })
  expect([refused.status, refused.body.message]).toEqual([503, 'Failed to create order'])
  const { rows } = await t.owner.query('select status from app.payment_orders where org_id = $1 order by created_at', [orgId])
  expect(rows.map(({ status }: { status: string }) => status)).toEqual(['activated', 'activated', 'activated', 'failed'])
})

test('renews by the mandate of an earlier payment before the period ends, once; refused, the owner is told and may pay; switched off, it asks no more', async () => {
  fails = false
  const { token, orgId } = await t.register()
  const body = { planType: 'CONQUEROR', billingCycle: 'MONTHLY' }
  const order = async (more: object = {}) =>
    (await t.call<PaymentOrder>('POST', '/api/payments/create-order', { token, body: { ...body, ...more } })).body.data
  const read = async () => (await t.call<Subscription>('GET', '/api/payments/subscription', { token })).body.data
  const report = async (event: string, orderId: string, amount: number, paymentId: string) => {
    const entity = { id: paymentId, order_id: orderId, amount, currency: 'INR', fee: 4_718, error_description: null }
    const payload = JSON.stringify({ event, payload: { payment: { entity } } })
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': hmac(webhookSecret, payload) }
    const reply = await t.app.inject({ method: 'POST', url: '/api/payments/webhooks/razorpay', headers, payload })
    expect(reply.statusCode).toBe(200)
  }
  const first = await order({ renewsItself: true })
  expect(first.customerId).toBe('cust_1')
  expect(seen.at(-1)?.body).toMatchObject({ customer_id: 'cust_1', token: { frequency: 'as_presented' } })
  await report('payment.captured', first.orderId, first.amount, 'pay_mandate')
  expect(await read()).toMatchObject({ planType: 'CONQUEROR', renewsItself: true, canRenewItself: true })
  const [attempts, end] = [() => recurring.length, Date.parse((await read()).periodEnd ?? '')]
  await renewSubscriptions(t.platform)
  expect(attempts()).toBe(0)

  const pass = async (days: number) => {
    const back = `${days} days`
    await t.owner.query(
      'update app.subscriptions set period_start = period_start - $2::interval, period_end = period_end - $2::interval, due_at = due_at - $2::interval where org_id = $1',
      [orgId, back],
    )
    await t.owner.query('update app.payment_orders set created_at = created_at - $2::interval where org_id = $1', [orgId, back])
    await advanceSubscriptions(t.platform)
    await Promise.all([renewSubscriptions(t.platform), renewSubscriptions(t.platform)])
  }
  const days = Math.ceil((end - Date.now()) / 86_400_000)
  const news = async () =>
    (
      await t.owner.query<{ news: string }>(
        "select payload ->> 'news' as news from app.outbox where org_id = $1 and type = 'subscription.news' order by id",
        [orgId],
      )
    ).rows.map((row) => row.news)
  await pass(days - 6)
  expect([attempts(), await news()]).toEqual([0, ['renews-itself']])
  await pass(4)
  expect(recurring).toMatchObject([{ customer_id: 'cust_1', token: 'token_1', recurring: '1', amount: 199_900 }])
  const orderId = String(recurring[0]?.['order_id'])
  await renewSubscriptions(t.platform)
  expect(attempts()).toBe(1)
  for (let at = 0; at < 2; at++) await report('payment.captured', orderId, 199_900, 'pay_auto')
  const renewed = await read()
  expect(Date.parse(renewed.periodEnd ?? '')).toBeGreaterThan(Date.now() + 28 * 86_400_000)
  expect(renewed).toMatchObject({ status: 'ACTIVE', renewsItself: true })

  refuses = true
  await pass(Math.ceil((Date.parse(renewed.periodEnd ?? '') - Date.now()) / 86_400_000) - 2)
  refuses = false
  expect([attempts(), (await news()).at(-1)]).toEqual([2, 'refused'])
  // A day later it is asked again, and the bank refuses by a report.
  await pass(1)
  expect(attempts()).toBe(3)
  await report('payment.failed', String(recurring[2]?.['order_id']), 199_900, 'pay_refused')
  expect((await news()).filter((each) => each === 'refused')).toHaveLength(2)
  const off = await t.call<Subscription>('PUT', '/api/payments/subscription/renewal', { token, body: { renewsItself: false } })
  expect(off.body.data.renewsItself).toBe(false)
  await pass(2)
  expect([attempts(), (await read()).status]).toEqual([3, 'PAST_DUE'])
})

test('where Razorpay takes no mandate for an order, it is paid without, and nothing renews by itself', async () => {
  fails = false
  const pay = async (plan: object, { token, orgId }: TestUser) => {
    const body = { billingCycle: 'MONTHLY', ...plan, renewsItself: true }
    const made = await t.call<PaymentOrder>('POST', '/api/payments/create-order', { token, body })
    expect([made.status, made.body.data.customerId]).toEqual([201, null])
    const { orderId, amount, receipt } = made.body.data
    expect(seen.at(-1)?.body).toEqual({ amount, currency: 'INR', receipt })
    const proof = { orderId, paymentId: `pay_${orderId}`, signature: hmac(keySecret, `${orderId}|pay_${orderId}`) }
    expect((await t.call('POST', '/api/payments/verify-payment', { token, body: proof })).status).toBe(200)
    const { data } = (await t.call<Subscription>('GET', '/api/payments/subscription', { token })).body
    expect(data).toMatchObject({ ...plan, status: 'ACTIVE', renewsItself: false })
    const { rows } = await t.owner.query('select keeps_mandate from app.payment_orders where org_id = $1', [orgId])
    expect(rows).toEqual([{ keeps_mandate: false }])
    expect((await t.call('PUT', '/api/payments/subscription/renewal', { token, body: { renewsItself: true } })).status).toBe(409)
    return amount
  }
  for (const refused of ['customer', 'token'] as const) {
    refusesMandate = refused
    await pay({ planType: 'CONQUEROR' }, await t.register())
  }
  refusesMandate = null
  // Above what a mandate may take, Razorpay is not asked for one.
  const before = customers
  const large = await t.register()
  await makeOffer(t.platform, { slug: large.slug, days: 60, limits: {}, monthlyPrice: 10_000_000 }, 'test')
  expect(await pay({ planType: 'OVERLORD' }, large)).toBeGreaterThan(9_999_900)
  expect(customers).toBe(before)
})
