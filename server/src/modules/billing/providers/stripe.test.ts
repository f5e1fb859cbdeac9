import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillingRecord, PaymentOrder, Subscription } from '@imperium/contract/billing/billing.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import type { AiCredits } from '@imperium/contract/billing/credits.ts'
import { keepCreditsOf } from '../credits/keep-credits.ts'
import { reconcilePayments } from '../reconcile.ts'
import { requestRefund } from '../refunds/refund-order.ts'

const secretKey = 'sk_test_1'
const webhookSecret = 'whsec_test'
let sessions = 0
const seen: { url: string; fields: Record<string, string>; key: string | undefined }[] = []
let amountOfLast = 0
let [intents, amountOfIntent, declines] = [0, 0, false]
const lookUps: string[] = []
/** How Stripe answers a refund, and later when it is asked for it. */
let refunds = { id: 're_1', answer: 200, status: 'succeeded', later: 'succeeded' }
/** Stripe's API as its documentation describes it: forms in, JSON out. */
const stripe = createServer((request, response) => {
  let text = ''
  request.on('data', (chunk: Buffer) => (text += chunk.toString()))
  request.on('end', () => {
    const url = request.url ?? ''
    const fields = Object.fromEntries(new URLSearchParams(text))
    if (request.headers.authorization !== `Bearer ${secretKey}`) return response.writeHead(401).end('{}')
    if (request.method === 'POST') seen.push({ url, fields, key: request.headers['idempotency-key'] as string | undefined })
    response.setHeader('content-type', 'application/json')
    if (url.startsWith('/v1/refunds')) {
      const isLookedUp = request.method === 'GET'
      if (isLookedUp) lookUps.push(url)
      if (refunds.answer !== 200 && !isLookedUp) return response.writeHead(refunds.answer).end('{"error":{}}')
      const status = isLookedUp ? refunds.later : refunds.status
      const refund = { id: refunds.id, object: 'refund', status, amount: Number(fields['amount'] ?? 1), currency: 'inr' }
      return response.end(JSON.stringify({ ...refund, payment_intent: fields['payment_intent'], metadata: {} }))
    }
    if (url.startsWith('/v1/payment_intents')) {
      const intent = { id: url.split('/')[3] ?? `pi_auto_${(intents += 1)}`, currency: 'inr', customer: 'cus_1', payment_method: 'pm_1' }
      if (fields['amount']) amountOfIntent = Number(fields['amount'])
      if (url.endsWith('/confirm') && declines) return response.writeHead(402).end('{"error":{}}')
      return response.end(
        JSON.stringify({ ...intent, amount: amountOfIntent, status: url.endsWith('/confirm') ? 'succeeded' : 'requires_confirmation' }),
      )
    }
    const isPaid = request.method === 'GET'
    if (!isPaid) {
      sessions += 1
      amountOfLast = Number(fields['line_items[0][price_data][unit_amount]'])
    }
    const id = isPaid ? (url.split('/').at(-1) ?? '') : `cs_${sessions}`
    const paid = isPaid ? { payment_status: 'paid', payment_intent: `pi_${id}` } : { payment_status: 'unpaid', payment_intent: null }
    response.end(JSON.stringify({ id, url: `https://checkout.stripe.com/c/${id}`, amount_total: amountOfLast, currency: 'inr', ...paid }))
  })
})

let t: TestApp
beforeAll(async () => {
  await new Promise<void>((resolve) => stripe.listen(0, '127.0.0.1', resolve))
  const { port } = stripe.address() as AddressInfo
  t = await createTestApp({
    log: 'silent',
    env: {
      STRIPE_SECRET_KEY: secretKey,
      AI_CREDITS: 'on',
      STRIPE_WEBHOOK_SECRET: webhookSecret,
      STRIPE_API_URL: `http://127.0.0.1:${port}`,
      EGRESS_ALLOW: `127.0.0.1:${port}`,
    },
  })
})
afterAll(async () => {
  await t.close()
  stripe.close()
})

const now = () => Math.floor(Date.now() / 1_000)
/** Signed as Stripe documents it, not by our own functions. */
const report = (event: object, { time = now(), secret = webhookSecret } = {}) => {
  const payload = JSON.stringify(event)
  const signature = createHmac('sha256', secret).update(`${time}.${payload}`).digest('hex')
  const headers = { 'content-type': 'application/json', 'stripe-signature': `t=${time},v1=${'0'.repeat(64)},v1=${signature}` }
  return t.app.inject({ method: 'POST', url: '/api/payments/webhooks/stripe', headers, payload })
}
const completed = (id: string, amount: number, event = `evt_${id}`) => ({
  id: event,
  type: 'checkout.session.completed',
  data: {
    object: { id, object: 'checkout.session', payment_status: 'paid', payment_intent: `pi_${id}`, amount_total: amount, currency: 'inr' },
  },
})

test('pays on the page of Stripe, takes signed reports only, finds what was never reported, and refunds once', async () => {
  const { token, orgId } = await t.register()
  const order = async (planType: string) =>
    (await t.call<PaymentOrder>('POST', '/api/payments/create-order', { token, body: { planType, billingCycle: 'MONTHLY' } })).body.data
  const plan = async () => (await t.call<Subscription>('GET', '/api/payments/subscription', { token })).body.data
  const made = await order('CONQUEROR')
  expect(made).toMatchObject({ orderId: 'cs_1', amount: 199_900, checkoutUrl: 'https://checkout.stripe.com/c/cs_1' })
  expect(seen[0]).toMatchObject({ key: made.receipt, fields: { mode: 'payment', 'line_items[0][price_data][currency]': 'inr' } })

  expect((await report(completed('cs_1', 199_900), { secret: 'whsec_other' })).statusCode).toBe(401)
  expect((await report(completed('cs_1', 199_900), { time: now() - 600 })).statusCode).toBe(401)
  expect((await plan()).planType).toBe('FREE')
  for (const event of ['evt_1', 'evt_1', 'evt_2']) expect((await report(completed('cs_1', 199_900, event))).statusCode).toBe(200)
  expect(await plan()).toMatchObject({ planType: 'CONQUEROR', provider: 'stripe' })

  // The report of the second payment is lost; its order is a few minutes old.
  await order('EMPEROR')
  await t.owner.query("update app.payment_orders set created_at = now() - interval '5 minutes' where provider_order_id = 'cs_2'")
  await Promise.all([reconcilePayments(t.platform), reconcilePayments(t.platform)])
  expect((await plan()).planType).toBe('EMPEROR')

  const { rows } = await t.owner.query<{ id: string }>("select id from app.payment_orders where provider_order_id = 'cs_2'")
  const actor = { kind: 'operator' as const, id: 'test', name: 'Operator' }
  await requestRefund(t.platform, orgId, { orderId: rows[0]?.id ?? '', reason: 'Asked for', actor })
  await Promise.all([reconcilePayments(t.platform), reconcilePayments(t.platform)])
  const records = (await t.call<BillingRecord[]>('GET', '/api/payments/invoices', { token })).body.data
  const refunded = records.find(({ planType }) => planType === 'EMPEROR')
  expect(refunded).toMatchObject({ status: 'REFUNDED' })
  expect(refunded?.creditNotes).toHaveLength(1)
  expect((await plan()).planType).toBe('FREE')
  const keys = seen.filter(({ url }) => url === '/v1/refunds').map(({ key }) => key)
  expect(new Set(keys).size).toBe(1)
})

test('asks for the state of a refund that it has sent, and sends no other; a refusal and a day without an answer end it', async () => {
  const { token, orgId } = await t.register()
  const actor = { kind: 'operator' as const, id: 'test', name: 'Operator' }
  const body = { planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 10_000 }
  const { orderId } = (await t.call<PaymentOrder>('POST', '/api/payments/create-order', { token, body })).body.data
  await report(completed(orderId, 10_000))
  const { rows } = await t.owner.query<{ id: string }>('select id from app.payment_orders where org_id = $1', [orgId])
  const ask = () => requestRefund(t.platform, orgId, { orderId: rows[0]?.id ?? '', amount: 1_000, reason: 'Asked for', actor })
  const stateOf = async (id: string) =>
    (await t.owner.query<{ status: string; failure: string | null }>('select status, failure from app.payment_refunds where id = $1', [id]))
      .rows[0]
  const later = (time: string) =>
    t.owner.query(
      'update app.payment_refunds set created_at = created_at - $2::interval, checked_at = checked_at - $2::interval where org_id = $1',
      [orgId, time],
    )
  const sent = () => seen.filter(({ url, fields }) => url === '/v1/refunds' && fields['amount'] === '1000').length

  refunds = { id: 're_2', answer: 200, status: 'pending', later: 'pending' }
  const waiting = await ask()
  await reconcilePayments(t.platform)
  expect([sent(), await stateOf(waiting)]).toMatchObject([1, { status: 'pending' }])
  await later('2 days')
  await reconcilePayments(t.platform)
  // Looked at a moment ago, a refund of two days rests.
  await reconcilePayments(t.platform)
  expect([sent(), lookUps]).toEqual([1, ['/v1/refunds/re_2']])
  refunds.later = 'succeeded'
  await later('2 days')
  await reconcilePayments(t.platform)
  expect([sent(), await stateOf(waiting)]).toMatchObject([1, { status: 'done' }])

  refunds = { id: 're_3', answer: 400, status: '', later: '' }
  const refused = await ask()
  await reconcilePayments(t.platform)
  expect(await stateOf(refused)).toEqual({ status: 'failed', failure: 'The provider refused the refund.' })

  refunds.answer = 500
  const lost = await ask()
  await reconcilePayments(t.platform)
  expect([sent(), await stateOf(lost)]).toMatchObject([3, { status: 'pending' }])
  await later('2 days')
  await reconcilePayments(t.platform)
  expect([sent(), await stateOf(lost)]).toMatchObject([3, { status: 'failed' }])
})

test('tops up by itself with the card that a top-up left, within its cap, and tells what kept it from doing so', async () => {
  const { token, orgId } = await t.register()
  const settings = (automatic: object, lowAt = 200_000) =>
    t.call<AiCredits>('PUT', '/api/payments/credits/settings', { token, body: { lowAt, automatic } })
  const read = async () => (await t.call<AiCredits>('GET', '/api/payments/credits', { token })).body.data
  const failures = async () =>
    (
      await t.owner.query<{ reason: string }>(
        "select payload ->> 'reason' as reason from app.outbox where org_id = $1 and type = 'credits.top-up-failed' order by id",
        [orgId],
      )
    ).rows
  expect((await settings({ amount: 100_000, monthlyCap: 200_000 })).body.data).toMatchObject({ canBeAutomatic: true, needsCard: true })
  // No card is kept yet: told once, not every minute.
  for (let minute = 0; minute < 3; minute++) await keepCreditsOf(t.platform, orgId)
  expect(await failures()).toEqual([{ reason: 'mandate' }])
  const body = { planType: 'CREDITS', billingCycle: 'ONETIME', amount: 50_000 }
  const { orderId } = (await t.call<PaymentOrder>('POST', '/api/payments/create-order', { token, body })).body.data
  expect(seen.at(-1)?.fields).toMatchObject({ 'payment_intent_data[setup_future_usage]': 'off_session', customer_creation: 'always' })
  await report(completed(orderId, 50_000))
  // One top-up suffices: the second worker, however late, makes none.
  await settings({ amount: 100_000, monthlyCap: 200_000 }, 120_000)
  expect(await read()).toMatchObject({ balance: 50_000, needsCard: false, automaticFailure: null })
  await Promise.all([keepCreditsOf(t.platform, orgId), keepCreditsOf(t.platform, orgId)])
  expect((await read()).balance).toBe(150_000)
  expect(seen.at(-1)).toMatchObject({ fields: { off_session: 'true' } })
  expect(seen.at(-2)).toMatchObject({ url: '/v1/payment_intents', fields: { 'payment_method_types[]': 'card' } })
  await settings({ amount: 100_000, monthlyCap: 200_000 })
  declines = true
  await keepCreditsOf(t.platform, orgId)
  declines = false
  expect(await read()).toMatchObject({ balance: 150_000, automaticFailure: 'refused' })
  await settings({ amount: 150_000, monthlyCap: 200_000 })
  await keepCreditsOf(t.platform, orgId)
  expect((await read()).automaticFailure).toBe('cap')
  expect(await failures()).toEqual([{ reason: 'mandate' }, { reason: 'refused' }, { reason: 'cap' }])
})
