import { afterAll, beforeAll, expect, test } from 'vitest'
import type { BillingRecord, PaymentOrder, Subscription } from '@imperium/contract/billing/billing.ts'
import { runAdmin } from '../../testing/run-admin.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { testEncryptionKey } from '../../testing/test-secrets.ts'
import { setPlan } from './operator/act-as-operator.ts'
import { tryPayment } from './providers/sandbox.ts'
import { reconcilePayments } from './reconcile.ts'
import { requestRefund } from './refunds/refund-order.ts'
import { settlePayment } from './settle-payment.ts'
import { advanceSubscriptions } from './subscription/advance.ts'

const day = 86_400_000
const [conqueror, emperor] = [199_900, 799_900]
let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'silent' })
})
afterAll(() => t.close())

const order = (user: TestUser, planType: string, billingCycle = 'MONTHLY') =>
  t.call<PaymentOrder>('POST', '/api/payments/create-order', { token: user.token, body: { planType, billingCycle } })
async function buy(user: TestUser, planType: string): Promise<PaymentOrder & { id: string }> {
  const { data } = (await order(user, planType)).body
  await t.call('POST', '/api/payments/sandbox/pay', { token: user.token, body: { orderId: data.orderId, outcome: 'success' } })
  return { ...data, id: await idOf(data) }
}
const idOf = async ({ receipt }: PaymentOrder) =>
  (await t.owner.query<{ id: string }>('select id from app.payment_orders where receipt = $1', [receipt])).rows[0]?.id ?? ''
const read = async (user: TestUser) => (await t.call<Subscription>('GET', '/api/payments/subscription', { token: user.token })).body.data
const history = async (user: TestUser) => (await t.call<BillingRecord[]>('GET', '/api/payments/invoices', { token: user.token })).body.data
const change = (user: TestUser, planType: string) =>
  t.call<Subscription>('POST', '/api/payments/subscription/change', { token: user.token, body: { planType, billingCycle: 'MONTHLY' } })
const pay = (user: TestUser, { orderId, currency }: PaymentOrder, amount: number) =>
  settlePayment(t.platform, user.orgId, {
    provider: 'sandbox',
    orderId,
    paymentId: tryPayment(t.platform, { orderId, amount, currency }, 'captured').paymentId,
    paid: { amount, currency },
  })
async function refund({ orgId }: TestUser, orderId: string, amount?: number): Promise<void> {
  const actor = { kind: 'operator' as const, id: 'test', name: 'Operator' }
  await requestRefund(t.platform, orgId, { orderId, amount, reason: 'Asked for', actor })
  await reconcilePayments(t.platform)
}
/** Time passes for one organization: its rows move back. */
async function pass({ orgId }: TestUser, ms: number): Promise<void> {
  const back = `${ms} milliseconds`
  await t.owner.query(
    `update app.subscriptions set period_start = period_start - $2::interval, period_end = period_end - $2::interval,
       due_at = due_at - $2::interval where org_id = $1`,
    [orgId, back],
  )
  await t.owner.query(
    `update app.payment_orders set created_at = created_at - $2::interval, activated_at = activated_at - $2::interval where org_id = $1`,
    [orgId, back],
  )
  await advanceSubscriptions(t.platform)
}
const passEnd = async (user: TestUser, ms: number) => pass(user, Date.parse((await read(user)).periodEnd ?? '') - Date.now() + ms)
const valueOf = async ({ orgId }: TestUser) =>
  (await t.owner.query<{ value: number }>('select value::int from app.subscriptions where org_id = $1', [orgId])).rows[0]?.value
const accounts = async ({ orgId }: TestUser) =>
  Object.fromEntries(
    (
      await t.owner.query<{ account: string; sum: number }>(
        'select account, sum(amount)::int as sum from app.ledger_postings where org_id = $1 group by account',
        [orgId],
      )
    ).rows.map(({ account, sum }) => [account, sum]),
  )

test('a smaller plan begins with its payment when it is chosen within the grace time', async () => {
  const owner = await t.register()
  await buy(owner, 'EMPEROR')
  await passEnd(owner, 2 * day)
  const { periodEnd } = await read(owner)
  expect((await change(owner, 'CONQUEROR')).status).toBe(200)
  await buy(owner, 'CONQUEROR')
  expect(await read(owner)).toMatchObject({ planType: 'CONQUEROR', status: 'ACTIVE', periodStart: periodEnd, next: null, credit: 0 })
})

test('a plan stays when it is cancelled within the grace time and taken back', async () => {
  const owner = await t.register()
  await buy(owner, 'EMPEROR')
  await passEnd(owner, 4 * day)
  await change(owner, 'FREE')
  const free = await order(owner, 'FREE')
  expect([free.status, free.body.message]).toEqual([409, 'The free plan is not paid for. Choose it for the end of the period.'])
  expect((await t.call('POST', '/api/payments/subscription/resume', { token: owner.token })).status).toBe(200)
  await pass(owner, day / 2)
  expect(await read(owner)).toMatchObject({ planType: 'EMPEROR', status: 'PAST_DUE', next: null })
  await change(owner, 'FREE')
  await pass(owner, 1_000)
  expect(await read(owner)).toMatchObject({ planType: 'FREE', status: 'ENDED' })
})

test('what was paid for a next period is kept when the operator changes the plan, and goes back with its refund', async () => {
  const owner = await t.register()
  await buy(owner, 'EMPEROR')
  await change(owner, 'CONQUEROR')
  const { id } = await buy(owner, 'CONQUEROR')
  await setPlan(t.platform, owner.orgId, 'OVERLORD')
  expect(await read(owner)).toMatchObject({ planType: 'OVERLORD', next: null, credit: conqueror })
  await refund(owner, id)
  expect((await read(owner)).credit).toBe(0)
  expect(await accounts(owner)).toEqual({ 'customer:unused': 0, 'income:subscriptions': -emperor, 'provider:sandbox': emperor })
})

test('what was paid for a next period is kept when the running one is refunded in full', async () => {
  const owner = await t.register()
  const { id } = await buy(owner, 'EMPEROR')
  await change(owner, 'CONQUEROR')
  await buy(owner, 'CONQUEROR')
  await refund(owner, id)
  expect(await read(owner)).toMatchObject({ planType: 'FREE', status: 'ENDED', next: null, credit: conqueror })
  expect((await order(owner, 'EMPEROR')).body.data.amount).toBe(emperor - conqueror)
})

test('a refund takes from the period what it paid for: its value, its own time, and last the plan', async () => {
  const owner = await t.register()
  const first = await buy(owner, 'CONQUEROR')
  const { periodEnd } = await read(owner)
  const second = await buy(owner, 'CONQUEROR')
  await refund(owner, first.id, 100_000)
  expect(await valueOf(owner)).toBe(2 * conqueror - 100_000)
  await refund(owner, second.id)
  expect(await read(owner)).toMatchObject({ planType: 'CONQUEROR', status: 'ACTIVE', periodEnd })
  expect(await valueOf(owner)).toBe(conqueror - 100_000)
  const upgrade = (await order(owner, 'EMPEROR')).body.data.amount
  expect(upgrade - (emperor - conqueror + 100_000)).toBeLessThan(100)
  await refund(owner, first.id)
  expect(await read(owner)).toMatchObject({ planType: 'FREE', status: 'ENDED' })
})

test('a refund finds its period that was paid before it began', async () => {
  const owner = await t.register()
  await buy(owner, 'EMPEROR')
  await change(owner, 'CONQUEROR')
  const { id } = await buy(owner, 'CONQUEROR')
  await passEnd(owner, day)
  const { periodEnd } = await read(owner)
  await buy(owner, 'CONQUEROR')
  await refund(owner, id, 100)
  expect(await valueOf(owner)).toBe(2 * conqueror - 100)
  await refund(owner, id)
  expect(await read(owner)).toMatchObject({ planType: 'CONQUEROR', status: 'ACTIVE', periodEnd })
  expect(await valueOf(owner)).toBe(conqueror)
})

test('a payment that bought nothing is shown as a credit, pays for the next order, and then cannot go back too', async () => {
  const owner = await t.register()
  const [small, large] = [(await order(owner, 'CONQUEROR')).body.data, (await order(owner, 'EMPEROR')).body.data]
  await pay(owner, large, emperor)
  expect(await pay(owner, small, conqueror)).toBe('credited')
  expect((await read(owner)).credit).toBe(conqueror)
  const records = await history(owner)
  expect(records.map(({ receipt, status, hasDocument }) => [receipt, status, hasDocument])).toEqual([
    [large.receipt, 'PAID', true],
    [small.receipt, 'CREDITED', false],
  ])
  expect((await buy(owner, 'EMPEROR')).amount).toBe(emperor - conqueror)
  expect((await read(owner)).credit).toBe(0)
  expect((await accounts(owner))['customer:credit']).toBe(0)
  await expect(refund(owner, await idOf(small))).rejects.toMatchObject({ status: 409 })
})

test('credit notes stand in the CSV as negative numbers', async () => {
  const owner = await t.register()
  const { id } = await buy(owner, 'CONQUEROR')
  await refund(owner, id, 50_050)
  const headers = { authorization: `Bearer ${owner.token}` }
  const { body } = await t.app.inject({ method: 'GET', url: '/api/payments/invoices/export', headers })
  const totals = body
    .trim()
    .split('\r\n')
    .slice(1)
    .map((line) => line.split(',').at(-1))
  expect(new Set(totals)).toEqual(new Set(['"-500.5"', '"1999"']))
})

test('a bank transfer for a larger plan may take days', async () => {
  const owner = await t.register()
  await buy(owner, 'CONQUEROR')
  const { receipt, orderId, amount, currency } = (await order(owner, 'EMPEROR')).body.data
  expect(amount).toBeLessThan(emperor)
  await t.owner.query("update app.payment_orders set provider = 'bank' where receipt = $1", [receipt])
  await pass(owner, 5 * day)
  const paid = { provider: 'bank', orderId, paymentId: `bank_${receipt}`, paid: { amount, currency } } as const
  expect(await settlePayment(t.platform, owner.orgId, paid)).toBe('activated')
  expect(await read(owner)).toMatchObject({ planType: 'EMPEROR', credit: 0 })
})

test('abandoned checkouts push no payment out of the billing history', async () => {
  const owner = await t.register()
  const { receipt } = await buy(owner, 'CONQUEROR')
  for (let at = 0; at < 12; at++) await order(owner, 'CONQUEROR')
  const records = await history(owner)
  expect(records.map(({ status }) => status)).toEqual(['PENDING', 'PENDING', 'PENDING', 'PAID'])
  expect(records.at(-1)).toMatchObject({ receipt, hasDocument: true })
})

test('a refund by command waits for one of the page, and both together give back no more than was paid', async () => {
  const owner = await t.register()
  const { id, receipt } = await buy(owner, 'CONQUEROR')
  const { host, port, user, database } = t.connection
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const page = await t.owner.connect()
  await page.query('begin')
  await page.query('select 1 from app.payment_orders where id = $1 for update', [id])
  const command = runAdmin(['billing', 'refund', receipt], { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
  const waiting = "select 1 from pg_stat_activity where datname = $1 and wait_event_type = 'Lock'"
  await expect.poll(async () => (await t.owner.query(waiting, [database])).rowCount).toBe(1)
  await page.query(
    `insert into app.payment_refunds (org_id, id, order_id, amount, reason, requested_by) values ($1, gen_random_uuid(), $2, $3, 'r', 'o')`,
    [owner.orgId, id, conqueror],
  )
  await page.query('commit')
  page.release()
  expect(await command).toMatchObject({ code: 1, output: expect.stringContaining('Only 0 minor units of this payment are left.') })
})
