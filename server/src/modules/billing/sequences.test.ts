import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentOrder } from '@imperium/contract/billing/billing.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { meter } from '../../platform/metering/metering.ts'
import { keepCreditsOf } from './credits/keep-credits.ts'
import { tryPayment } from './providers/sandbox.ts'
import { reconcilePayments } from './reconcile.ts'
import { requestRefund } from './refunds/refund-order.ts'
import { advanceSubscriptions } from './subscription/advance.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({
    log: 'silent',
    env: { OPERATOR_NAME: 'Imperium Ltd', OPERATOR_TAX_REGIME: 'GST', OPERATOR_TAX_ID: '27AAPFU0939F1ZV' },
  })
})
beforeAll(async () => {
  const end = "now() + interval '1 day'"
  await t.owner.query(
    `insert into app.coupons (code, percent, max_uses, expires_at, created_by) values ('SEQUENCE', 30, 1000, ${end}, 'test')`,
  )
})
afterAll(() => t.close())

/** Numbers below `end`, the same each time. */
function createRandom(seed: number): (end: number) => number {
  let state = seed
  return (end) => (state = (state * 48_271) % 2_147_483_647) % end
}

const bodies = [
  { planType: 'CONQUEROR', billingCycle: 'MONTHLY' },
  { planType: 'EMPEROR', billingCycle: 'YEARLY' },
  { planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 5_000 },
  { planType: 'EMPEROR', billingCycle: 'MONTHLY', couponCode: 'SEQUENCE' },
  { planType: 'CREDITS', billingCycle: 'ONETIME', amount: 100_000 },
  { planType: 'ADD_ON', billingCycle: 'ONETIME', addOn: 'SEATS', quantity: 2 },
]
type Paid = ReturnType<typeof tryPayment> & { orderId: string; amount: number }

async function act(owner: TestUser, random: (end: number) => number, orders: PaymentOrder[], payments: Paid[]): Promise<number> {
  const post = (url: string, payload: unknown, headers: Record<string, string>) =>
    t.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload: payload as string })
  const token = { authorization: `Bearer ${owner.token}` }
  const kind = random(16)
  const order = orders[random(orders.length || 1)]
  const payment = payments[random(payments.length || 1)]
  if (kind < 2 || !order) {
    const made = await t.call<PaymentOrder>('POST', '/api/payments/create-order', {
      token: owner.token,
      body: bodies[random(bodies.length)],
    })
    if (made.status === 201) orders.push(made.body.data)
    return made.status
  }
  if (kind < 5 || !payment) {
    // Now and then of another amount.
    const amount = random(8) === 0 ? order.amount + 100 : order.amount
    payments.push({
      ...tryPayment(t.platform, { ...order, amount }, random(4) === 0 ? 'failed' : 'captured'),
      orderId: order.orderId,
      amount,
    })
    return 200
  }
  if (kind === 8) {
    const body = { planType: ['FREE', 'CONQUEROR'][random(2)], billingCycle: ['MONTHLY', 'YEARLY'][random(2)] }
    const path = random(3) === 0 ? 'resume' : 'change'
    return (await t.call('POST', `/api/payments/subscription/${path}`, { token: owner.token, ...(path === 'change' ? { body } : {}) }))
      .status
  }
  if (kind === 9) return refundOne(owner, random)
  if (kind === 10) return jump(owner, random(20))
  if (kind === 11) return foreign(payment, random)
  if (kind === 12) return rest(owner, random)
  if (kind > 13) return spend(owner, random)
  if (kind < 8) {
    const eventId = random(3) === 0 ? `again-${random(1_000_000)}` : payment.call.eventId
    const signature = random(6) === 0 ? 'f'.repeat(64) : payment.call.signature
    const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
    return (await post('/api/payments/webhooks/sandbox', payment.call.body, headers)).statusCode
  }
  const body = { orderId: payment.orderId, paymentId: payment.paymentId, signature: payment.signature }
  return (await post('/api/payments/verify-payment', JSON.stringify(body), token)).statusCode
}

/** The operator gives back a part or all of a payment; the provider is told by two workers. */
async function refundOne({ orgId }: TestUser, random: (end: number) => number): Promise<number> {
  const { rows } = await t.owner.query<{ id: string; amount: number }>(
    "select id, amount::int from app.payment_orders where org_id = $1 and status = 'activated' order by id",
    [orgId],
  )
  const order = rows[random(rows.length || 1)]
  if (!order) return 200
  const amount = random(2) === 0 ? undefined : 1 + random(order.amount)
  const actor = { kind: 'operator' as const, id: 'test', name: 'Operator' }
  await requestRefund(t.platform, orgId, { orderId: order.id, amount, reason: 'Asked for', actor }).catch(() => undefined)
  await Promise.all([reconcilePayments(t.platform), reconcilePayments(t.platform)])
  return 200
}

let stranger: TestUser | undefined

/** A payment of an order that is none of ours, and the proof of another organization for this payment. */
async function foreign(payment: Paid, random: (end: number) => number): Promise<number> {
  stranger ??= await t.register()
  if (random(2) === 0) {
    const { call } = tryPayment(t.platform, { orderId: `order_elsewhere${random(1_000)}`, amount: 100, currency: 'INR' }, 'captured')
    const headers = { 'content-type': 'application/json', 'x-razorpay-signature': call.signature, 'x-razorpay-event-id': call.eventId }
    const reply = await t.app.inject({ method: 'POST', url: '/api/payments/webhooks/sandbox', headers, payload: call.body })
    expect(reply.statusCode).toBe(200)
    return 200
  }
  const { orderId, paymentId, signature } = payment
  const reply = await t.call('POST', '/api/payments/verify-payment', { token: stranger.token, body: { orderId, paymentId, signature } })
  expect(reply.status).toBe(404)
  return 200
}

/** The subscription is paused or goes on; add-ons are reduced for the next period. */
async function rest({ token }: TestUser, random: (end: number) => number): Promise<number> {
  const kind = random(3)
  if (kind < 2) return (await t.call('POST', `/api/payments/subscription/${kind === 0 ? 'pause' : 'unpause'}`, { token })).status
  return (await t.call('PUT', '/api/payments/add-ons', { token, body: { addOn: 'SEATS', nextQuantity: random(3) } })).status
}

/** A model is called; two workers take it from the credits, of which some expire. */
async function spend({ orgId }: TestUser, random: (end: number) => number): Promise<number> {
  await t.platform.db.withOrg(orgId, (tx) => meter(tx, { modelCalls: 1, isOperatorPaid: true, costMicros: random(4_000_000) }))
  const days = random(120)
  await t.owner.query("update app.credit_lots set expires_at = expires_at - $2 * interval '1 day' where org_id = $1", [orgId, days])
  await Promise.all([keepCreditsOf(t.platform, orgId), keepCreditsOf(t.platform, orgId)])
  return 200
}

/** Days pass: the rows of the organization move back. */
async function jump({ orgId }: TestUser, days: number): Promise<number> {
  await t.owner.query(
    `update app.subscriptions set period_start = period_start - $2 * interval '1 day', period_end = period_end - $2 * interval '1 day',
       due_at = due_at - $2 * interval '1 day', paused_at = paused_at - $2 * interval '1 day', resumed_at = resumed_at - $2 * interval '1 day' where org_id = $1`,
    [orgId, days],
  )
  await Promise.all([advanceSubscriptions(t.platform), advanceSubscriptions(t.platform)])
  return 200
}

async function holds(seed: number): Promise<void> {
  const [owner, random] = [await t.register(), createRandom(seed)]
  const orders: PaymentOrder[] = []
  const payments: Paid[] = []
  // In small groups at once, so that they meet.
  for (let round = 0; round < 25; round++) {
    const statuses = await Promise.all(Array.from({ length: 6 }, () => act(owner, random, orders, payments)))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  }
  const { rows } = await t.owner.query<Record<string, number>>(
    `select (select count(*)::int from app.payment_orders where org_id = $1 and status = 'activated') as activated,
            (select count(*)::int from app.ledger_entries where org_id = $1 and cause_kind = 'order') as entries,
            (select count(*)::int from app.operator_invoices where customer = $1 and kind = 'invoice') as invoices,
            (select coalesce(sum(amount), 0)::int from app.ledger_postings where org_id = $1) as sum,
            (select count(*)::int from app.payment_orders o where org_id = $1 and refunded <> coalesce((select sum(amount) from app.payment_refunds r
              where r.org_id = $1 and r.order_id = o.id and r.status = 'done'), 0)) as unequal,
            (select count(*)::int from (select payment_id from app.payment_orders where org_id = $1 and payment_id is not null
              group by payment_id having count(*) > 1) repeated) as twice`,
    [owner.orgId],
  )
  const activated = rows[0]?.['activated']
  expect(rows[0]).toEqual({ activated, entries: activated, invoices: activated, sum: 0, unequal: 0, twice: 0 })
  const series = await t.owner.query<{ last: number; n: number; prefix: string }>(
    `select split_part(number, '/', 1) as prefix, max(split_part(number, '/', 3)::int) as last, count(*)::int as n
     from app.operator_invoices group by 1 order by 1`,
  )
  // Invoices, and credit notes: no number is missing, whatever was refused or met another.
  for (const { last, n } of series.rows) expect(n).toBe(last)
  const kept = await t.owner.query<{ provider: number; tax: number }>(
    `select coalesce(sum(amount) filter (where account like 'provider:%'), 0)::int as provider,
       coalesce(sum(amount) filter (where account = 'tax:output'), 0)::int as tax from app.ledger_postings where org_id = $1`,
    [owner.orgId],
  )
  const paper = await t.owner.query<{ tax: number }>(
    "select coalesce(sum(case kind when 'invoice' then -tax else tax end), 0)::int as tax from app.operator_invoices where customer = $1",
    [owner.orgId],
  )
  const prepaid = await t.owner.query<{ owed: number; unspent: number; coupons: number }>(
    `select (select coalesce(-sum(amount), 0)::int from app.ledger_postings where org_id = $1 and account = 'customer:prepaid') as owed,
       (select coalesce(sum(unspent), 0)::int from app.credit_lots where org_id = $1) as unspent,
       (select count(*)::int from app.payment_orders where org_id = $1 and coupon_code is not null and status = 'activated') as coupons`,
    [owner.orgId],
  )
  // Limits are those of the plan and of the add-ons that are in force.
  const limits = await t.owner.query<{ off: number }>(
    `select o.max_users - p.max_users - coalesce((select sum(quantity) from app.subscription_add_ons a where a.org_id = $1 and in_force), 0)::int as off
     from auth.organizations o join app.plan_versions p on p.plan_type = o.plan_type and p.version = o.plan_version where o.id = $1`,
    [owner.orgId],
  )
  expect(limits.rows[0]?.off).toBe(0)
  expect(prepaid.rows[0]?.owed).toBe(prepaid.rows[0]?.unspent)
  expect(prepaid.rows[0]?.coupons).toBeLessThanOrEqual(1)
  expect(kept.rows[0]?.provider).toBeGreaterThanOrEqual(0)
  expect(kept.rows[0]?.tax).toBe(paper.rows[0]?.tax)
}

// Seeds that failed before are kept beside the random ones.
// All of it: SEQUENCES=200 npx vitest run server/src/modules/billing/sequences.test.ts
test('any sequence of orders, coupons, credits, add-ons, pauses, calls, refunds and days balances and activates an order once', async () => {
  const options = { numRuns: Number(process.env['SEQUENCES'] ?? 3), examples: [[3], [11], [29]] as [number][], endOnFailure: true }
  await fc.assert(fc.asyncProperty(fc.integer({ min: 1, max: 2_147_483_646 }), holds), options)
})
