import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { BillingRecord, PaymentOrder, Plan, Subscription } from '@imperium/contract/billing/billing.ts'
import { planLimits } from '@imperium/contract/plans.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { tryPayment } from './providers/sandbox.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())

const order = (user: TestUser, body: object) => t.call<PaymentOrder>('POST', '/api/payments/create-order', { token: user.token, body })
const orderPlan = async (user: TestUser, planType = 'CONQUEROR', billingCycle = 'MONTHLY') =>
  (await order(user, { planType, billingCycle })).body.data
const verify = (user: TestUser, body: object) => t.call('POST', '/api/payments/verify-payment', { token: user.token, body })
const subscription = async (user: TestUser) =>
  (await t.call<Subscription>('GET', '/api/payments/subscription', { token: user.token })).body.data
const invoices = async (user: TestUser) => (await t.call<BillingRecord[]>('GET', '/api/payments/invoices', { token: user.token })).body.data
const entries = async (user: TestUser) =>
  (
    await t.owner.query<{ n: number; sum: number }>(
      `select count(distinct e.id)::int as n, coalesce(sum(p.amount), 0)::int as sum from app.ledger_entries e
     join app.ledger_postings p on p.org_id = e.org_id and p.entry_id = e.id where e.org_id = $1`,
      [user.orgId],
    )
  ).rows[0]
const call = ({ body, signature, eventId }: { body: string; signature: string; eventId: string }) =>
  t.app.inject({
    method: 'POST',
    url: '/api/payments/webhooks/sandbox',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId },
    payload: body,
  })

describe('plans', () => {
  test('are public, and what the contract says of limits is what the catalogue says', async () => {
    const { body } = await t.call<Plan[]>('GET', '/api/payments/plans')
    expect(body.data.map(({ id, price, yearlyPrice }) => [id, price, yearlyPrice])).toEqual([
      ['free', 0, 0],
      ['conqueror', 199_900, 1_919_040],
      ['emperor', 799_900, 7_679_040],
      ['overlord', null, null],
    ])
    expect(Object.fromEntries(body.data.map(({ planType, limits }) => [planType, limits]))).toEqual(planLimits)
  })
})

describe('orders', () => {
  test('are priced by the server, and refused with the words of the specification', async () => {
    const owner = await t.register()
    expect(await orderPlan(owner, 'CONQUEROR', 'YEARLY')).toMatchObject({ amount: 1_919_040, currency: 'INR' })
    const cheap = await order(owner, { planType: 'EMPEROR', billingCycle: 'MONTHLY', amount: 1 })
    expect(cheap.body.data.amount).toBe(799_900)
    const refusals = [
      [{ planType: 'FREE', billingCycle: 'MONTHLY' }, 409, 'You are already on the free plan'],
      [{ planType: 'OVERLORD', billingCycle: 'MONTHLY' }, 409, 'Please contact sales for custom enterprise pricing'],
      [{ planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 50 }, 422, 'Minimum contribution amount is ₹1'],
    ] as const
    for (const [body, status, message] of refusals) {
      const { status: found, body: reply } = await order(owner, body)
      expect([found, reply.errors?.[0]?.message ?? reply.message]).toEqual([status, message])
    }
    expect((await order(owner, { planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 100 })).status).toBe(201)
    for (const role of ['ADMIN', 'MEMBER', 'VIEWER'] as const) {
      const other = await t.addMember(owner.orgId, role)
      expect((await order(other, { planType: 'EMPEROR', billingCycle: 'MONTHLY' })).body).toMatchObject({ message: 'Access denied.' })
      expect((await subscription(other)).planType).toBe('FREE')
    }
  })
})

describe('payments', () => {
  test('fifty proofs and webhooks at once activate once, with one entry', async () => {
    const owner = await t.register()
    const { orderId, amount, currency } = await orderPlan(owner)
    const paid = tryPayment(t.platform, { orderId, amount, currency }, 'captured')
    const proof = { orderId, paymentId: paid.paymentId, signature: paid.signature, amount: 1, planType: 'OVERLORD', type: 'CONTRIBUTION' }
    const all = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        at % 5 === 0 ? call(paid.call).then((r) => r.statusCode) : verify(owner, proof).then((r) => r.status),
      ),
    )
    expect(new Set(all)).toEqual(new Set([200]))
    expect(await subscription(owner)).toMatchObject({ planType: 'CONQUEROR', billingCycle: 'MONTHLY', maxUsers: 25 })
    expect(await entries(owner)).toEqual({ n: 1, sum: 0 })
    const audits = await t.owner.query("select 1 from app.audit_log where org_id = $1 and action = 'billing.paid'", [owner.orgId])
    expect(audits.rowCount).toBe(1)
    expect(await invoices(owner)).toMatchObject([{ status: 'PAID', amount: 199_900, planType: 'CONQUEROR' }])
  })

  test('a refused payment leaves the order open, and a late capture still counts', async () => {
    const owner = await t.register()
    const made = await orderPlan(owner, 'EMPEROR', 'YEARLY')
    await call(tryPayment(t.platform, made, 'failed').call)
    expect(await invoices(owner)).toMatchObject([{ status: 'PENDING' }])
    expect((await subscription(owner)).planType).toBe('FREE')
    const late = tryPayment(t.platform, made, 'captured')
    await call(late.call)
    await call(late.call)
    await call({ ...late.call, eventId: 'again' })
    expect(await subscription(owner)).toMatchObject({ planType: 'EMPEROR', billingCycle: 'YEARLY' })
    expect(await entries(owner)).toEqual({ n: 1, sum: 0 })
    const surplus = tryPayment(t.platform, made, 'captured')
    expect((await call(surplus.call)).statusCode).toBe(200)
    expect((await call({ ...surplus.call, eventId: 'repeated' })).statusCode).toBe(200)
    expect(await entries(owner)).toEqual({ n: 2, sum: 0 })
  })

  test('forged, foreign and wrong amounts activate nothing', async () => {
    const [owner, other] = [await t.register(), await t.register()]
    const made = await orderPlan(owner)
    const paid = tryPayment(t.platform, made, 'captured')
    const proof = { orderId: made.orderId, paymentId: paid.paymentId, signature: paid.signature }
    expect((await verify(other, proof)).status).toBe(404)
    const forged = await verify(owner, { ...proof, signature: 'a'.repeat(64) })
    expect([forged.status, forged.body.message]).toEqual([400, 'Payment verification failed. Please contact support.'])
    expect((await verify(owner, { ...proof, paymentId: 'pay_other' })).status).toBe(400)
    expect((await call({ ...paid.call, body: paid.call.body.replace('captured', 'failed') })).statusCode).toBe(401)
    await call(tryPayment(t.platform, { ...made, amount: 100 }, 'captured').call)
    await call(tryPayment(t.platform, { ...made, orderId: 'order_unknown' }, 'captured').call)
    expect((await subscription(owner)).planType).toBe('FREE')
    expect(await invoices(owner)).toMatchObject([{ status: 'FAILED' }])
  })

  test('a renewal follows the period that runs, and a smaller plan cannot be bought', async () => {
    const owner = await t.register()
    for (const planType of ['EMPEROR', 'EMPEROR']) {
      const { orderId } = await orderPlan(owner, planType)
      const body = { orderId, outcome: 'success' }
      expect((await t.call('POST', '/api/payments/sandbox/pay', { token: owner.token, body })).body.data).toMatchObject({ status: 'paid' })
    }
    const { periodStart, periodEnd } = await subscription(owner)
    expect((Date.parse(periodEnd ?? '') - Date.parse(periodStart ?? '')) / 86_400_000).toBeGreaterThan(55)
    expect((await order(owner, { planType: 'CONQUEROR', billingCycle: 'MONTHLY' })).status).toBe(409)
    const [first] = await invoices(owner)
    const receipt = await t.app.inject({
      method: 'GET',
      url: `/api/payments/invoices/${first?.id}/download`,
      headers: { authorization: `Bearer ${owner.token}` },
    })
    expect(receipt.body).toContain('₹7,999.00')
  })
})
