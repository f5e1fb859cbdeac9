import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentOrder } from '@imperium/contract/billing.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { tryPayment } from './providers/sandbox.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'silent' })
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
]
type Paid = ReturnType<typeof tryPayment> & { orderId: string; amount: number }

async function act(owner: TestUser, random: (end: number) => number, orders: PaymentOrder[], payments: Paid[]): Promise<number> {
  const post = (url: string, payload: unknown, headers: Record<string, string>) =>
    t.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json', ...headers }, payload: payload as string })
  const token = { authorization: `Bearer ${owner.token}` }
  const kind = random(10)
  const order = orders[random(orders.length || 1)]
  const payment = payments[random(payments.length || 1)]
  if (kind < 2 || !order) {
    const made = await t.call<PaymentOrder>('POST', '/api/payments/create-order', { token: owner.token, body: bodies[random(3)] })
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
  if (kind < 8) {
    const eventId = random(3) === 0 ? `again-${random(1_000_000)}` : payment.call.eventId
    const signature = random(6) === 0 ? 'f'.repeat(64) : payment.call.signature
    const headers = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
    return (await post('/api/payments/webhooks/sandbox', payment.call.body, headers)).statusCode
  }
  const body = { orderId: payment.orderId, paymentId: payment.paymentId, signature: payment.signature }
  return (await post('/api/payments/verify-payment', JSON.stringify(body), token)).statusCode
}

test.each([3, 11, 29])('any sequence of orders, proofs and reports balances and activates an order once (seed %i)', async (seed) => {
  const [owner, random] = [await t.register(), createRandom(seed)]
  const orders: PaymentOrder[] = []
  const payments: Paid[] = []
  // In small groups at once, so that they meet.
  for (let round = 0; round < 25; round++) {
    const statuses = await Promise.all(Array.from({ length: 6 }, () => act(owner, random, orders, payments)))
    expect(statuses.filter((status) => status >= 500)).toEqual([])
  }
  const { rows } = await t.owner.query<{ activated: number; entries: number; sum: number; twice: number }>(
    `select (select count(*)::int from app.payment_orders where org_id = $1 and status = 'activated') as activated,
            (select count(*)::int from app.ledger_entries where org_id = $1 and cause_kind = 'order') as entries,
            (select coalesce(sum(amount), 0)::int from app.ledger_postings where org_id = $1) as sum,
            (select count(*)::int from (select payment_id from app.payment_orders where org_id = $1 and payment_id is not null
              group by payment_id having count(*) > 1) repeated) as twice`,
    [owner.orgId],
  )
  expect(rows[0]?.activated).toBeGreaterThan(0)
  expect(rows[0]).toEqual({ activated: rows[0]?.activated, entries: rows[0]?.activated, sum: 0, twice: 0 })
})
