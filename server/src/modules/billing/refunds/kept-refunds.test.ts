import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentOrder, Subscription } from '@imperium/contract/billing/billing.ts'
import { readBalances } from '../../../platform/ledger/ledger-store.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { setPlan } from '../operator/act-as-operator.ts'
import { tryPayment } from '../providers/sandbox.ts'
import { reconcilePayments } from '../reconcile.ts'
import { settlePayment } from '../settle-payment.ts'
import { requestRefund, settleRefund } from './refund-order.ts'

const day = 86_400_000
const [conqueror, emperor] = [199_900, 799_900]
let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'silent' })
})
afterAll(() => t.close())

const call = <T>({ token }: TestUser, method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/payments/${path}`, { token, ...(body ? { body } : {}) })
const order = async (user: TestUser, planType: string) =>
  (await call<PaymentOrder>(user, 'POST', 'create-order', { planType, billingCycle: 'MONTHLY' })).body.data
const paymentOf = ({ orderId, amount, currency }: PaymentOrder) =>
  tryPayment(t.platform, { orderId, amount, currency }, 'captured').paymentId
const settle = (user: TestUser, made: PaymentOrder, paymentId: string, fee?: number) =>
  settlePayment(t.platform, user.orgId, {
    provider: 'sandbox',
    orderId: made.orderId,
    paymentId,
    paid: { amount: made.amount, currency: made.currency },
    fee,
  })
async function buy(user: TestUser, planType: string): Promise<string> {
  const made = await order(user, planType)
  await settle(user, made, paymentOf(made))
  const { rows } = await t.owner.query<{ id: string }>('select id from app.payment_orders where receipt = $1', [made.receipt])
  return rows[0]?.id ?? ''
}
async function refund({ orgId }: TestUser, orderId: string, amount?: number): Promise<void> {
  const actor = { kind: 'operator' as const, id: 'test', name: 'Operator' }
  await requestRefund(t.platform, orgId, { orderId, amount, reason: 'Asked for', actor })
  await reconcilePayments(t.platform)
}
const read = async (user: TestUser) => (await call<Subscription>(user, 'GET', 'subscription')).body.data
const balances = async ({ orgId }: TestUser) =>
  Object.fromEntries((await t.platform.db.withOrg(orgId, (tx) => readBalances(tx))).map(({ account, balance }) => [account, balance]))

/** Pauses after a part of the period, and the operator sets a plan meanwhile: the rest is kept as a credit. */
async function keepInPause(user: TestUser): Promise<number> {
  const back = `${10 * day} milliseconds`
  await t.owner.query(
    `update app.subscriptions set period_start = period_start - $2::interval, period_end = period_end - $2::interval, due_at = due_at - $2::interval
     where org_id = $1`,
    [user.orgId, back],
  )
  await t.owner.query('update app.payment_orders set activated_at = activated_at - $2::interval where org_id = $1', [user.orgId, back])
  expect((await call(user, 'POST', 'subscription/pause')).status).toBe(200)
  await setPlan(t.platform, user.orgId, 'CONQUEROR')
  return (await read(user)).credit
}

test('a refund takes back the credit that a plan set within a pause has left, of each order that paid for the period', async () => {
  const user = await t.register()
  const [first, second] = [await buy(user, 'EMPEROR'), await buy(user, 'EMPEROR')]
  const kept = await keepInPause(user)
  // Two months were paid, and ten days of them used.
  expect(kept).toBeGreaterThan(emperor)
  await refund(user, second)
  expect((await read(user)).credit).toBe(kept - emperor)
  await refund(user, first)
  expect((await read(user)).credit).toBe(0)
  expect(await balances(user)).toEqual({ 'customer:unused': 0, 'income:subscriptions': 0, 'provider:sandbox': 0 })
})

test('the credit that a pause has left is given back once: spent, it is not refunded as well', async () => {
  const user = await t.register()
  const id = await buy(user, 'EMPEROR')
  const kept = await keepInPause(user)
  const made = await order(user, 'EMPEROR')
  expect(made.amount).toBe(emperor - kept)
  await settle(user, made, paymentOf(made))
  await expect(refund(user, id)).rejects.toMatchObject({ status: 409 })
  await refund(user, id, emperor - kept)
  expect(await balances(user)).toMatchObject({ 'customer:unused': 0, 'provider:sandbox': emperor })
})

test('a pause ends when it would have, though one of two payments is refunded meanwhile', async () => {
  const user = await t.register()
  await buy(user, 'EMPEROR')
  const second = await buy(user, 'EMPEROR')
  await call(user, 'POST', 'subscription/pause')
  const { paused } = await read(user)
  await refund(user, second)
  expect(await read(user)).toMatchObject({ status: 'PAUSED', paused: { untilAtLatest: paused?.untilAtLatest } })
})

test('a second payment of an order is a credit until the provider reports that it went back, and its fee counts once', async () => {
  const user = await t.register()
  const made = await order(user, 'CONQUEROR')
  const [first, second] = [paymentOf(made), paymentOf(made)]
  await settle(user, made, first)
  await settle(user, made, first, 4_718)
  await settle(user, made, first, 4_718)
  expect(await settle(user, made, second)).toBe('credited')
  expect((await read(user)).credit).toBe(conqueror)
  const report = { status: 'done', providerRefundId: 'rfnd_second', refundId: null, paymentId: second, amount: conqueror } as const
  for (let at = 0; at < 2; at++) await settleRefund(t.platform, user.orgId, 'sandbox', { ...report, currency: 'INR', payment: null })
  expect(await read(user)).toMatchObject({ credit: 0, planType: 'CONQUEROR' })
  expect(await balances(user)).toEqual({
    'customer:credit': 0,
    'expense:fees': 4_718,
    'income:subscriptions': -conqueror,
    'provider:sandbox': conqueror - 4_718,
  })
})
