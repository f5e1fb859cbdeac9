import pg from 'pg'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { PaymentOrder } from '@imperium/contract/billing/billing.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { tryPayment } from './providers/sandbox.ts'

/** All statements: KILLS_EVERY=1. */
const every = Number(process.env['KILLS_EVERY'] ?? 6)

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'silent' })
})
afterAll(() => t.close())

const { query } = pg.Client.prototype
let [seen, dies] = [0, 0]
/** The connection breaks at one statement: for the database the process was killed there. */
function arm(at: number): void {
  ;[seen, dies] = [0, at]
  pg.Client.prototype.query = function (this: pg.Client & { connection: { stream: { destroy(): void } } }, ...args: unknown[]) {
    seen += 1
    if (seen === dies) this.connection.stream.destroy()
    return (query as (...given: unknown[]) => unknown).apply(this, args)
  } as typeof query
}
const disarm = () => void (pg.Client.prototype.query = query)
afterEach(disarm)

const emperor = { planType: 'EMPEROR', billingCycle: 'MONTHLY' }
const order = ({ token }: TestUser) => t.call<PaymentOrder>('POST', '/api/payments/create-order', { token, body: emperor })
const report = ({ call }: ReturnType<typeof tryPayment>) =>
  t.app.inject({
    method: 'POST',
    url: '/api/payments/webhooks/sandbox',
    headers: { 'content-type': 'application/json', 'x-razorpay-signature': call.signature, 'x-razorpay-event-id': call.eventId },
    payload: call.body,
  })

/** Orders and pays; what failed is tried again, as a person and the provider do. @returns how many statements that took. */
async function payThrough(user: TestUser, at: number): Promise<number> {
  arm(at)
  let made = await order(user)
  if (made.status !== 201) {
    disarm()
    made = await order(user)
  }
  const payment = tryPayment(t.platform, made.body.data, 'captured')
  const first = await report(payment)
  const count = seen
  disarm()
  if (first.statusCode !== 200) expect((await report(payment)).statusCode).toBe(200)
  return count
}

test('a process that dies at any statement of an order and its payment leaves one activation, one invoice and a ledger that balances', async () => {
  const count = await payThrough(await t.register(), 0)
  expect(count).toBeGreaterThan(20)
  for (let at = 1; at <= count; at += every) {
    const user = await t.register()
    await payThrough(user, at)
    const { rows } = await t.owner.query<Record<string, number | string>>(
      `select (select count(*)::int from app.payment_orders where org_id = $1 and status = 'activated') as activated,
         (select count(*)::int from app.ledger_entries where org_id = $1) as entries,
         (select count(*)::int from app.operator_invoices where customer = $1) as invoices,
         (select coalesce(sum(amount), 0)::int from app.ledger_postings where org_id = $1) as sum,
         (select plan_type from auth.organizations where id = $1) as plan`,
      [user.orgId],
    )
    expect(rows[0], `killed at statement ${at} of ${count}`).toEqual({ activated: 1, entries: 1, invoices: 1, sum: 0, plan: 'EMPEROR' })
  }
  const { rows } = await t.owner.query<{ last: number; n: number }>(
    "select max(split_part(number, '/', 3)::int) as last, count(*)::int as n from app.operator_invoices",
  )
  expect(rows[0]?.last).toBe(rows[0]?.n)
})
