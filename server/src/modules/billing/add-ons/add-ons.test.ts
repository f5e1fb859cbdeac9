import { afterAll, beforeAll, expect, test } from 'vitest'
import type { AddOn } from '@imperium/contract/billing/add-ons.ts'
import type { PaymentOrder, PlanChange, Subscription } from '@imperium/contract/billing/billing.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { extendPeriod, setPlan } from '../operator/act-as-operator.ts'
import { readBalances } from '../../../platform/ledger/ledger-store.ts'
import { reconcilePayments } from '../reconcile.ts'
import { requestRefund } from '../refunds/refund-order.ts'
import { advanceSubscriptions } from '../subscription/advance.ts'

const day = 86_400_000
let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'silent' })
})
afterAll(() => t.close())

const call = <T>({ token }: TestUser, method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/payments/${path}`, { token, ...(body ? { body } : {}) })
const order = (user: TestUser, body: object) => call<PaymentOrder>(user, 'POST', 'create-order', body)
const pay = (user: TestUser, orderId: string) => call(user, 'POST', 'sandbox/pay', { orderId, outcome: 'success' })
const buy = async (user: TestUser, body: object) => {
  const made = (await order(user, body)).body.data
  await pay(user, made.orderId)
  return made
}
const emperor = { planType: 'EMPEROR', billingCycle: 'MONTHLY' }
const seats = (quantity: number) => ({ planType: 'ADD_ON', billingCycle: 'ONETIME', addOn: 'SEATS', quantity })
const read = async (user: TestUser) => (await call<Subscription>(user, 'GET', 'subscription')).body.data
const seatsOf = async (user: TestUser) => (await call<AddOn[]>(user, 'GET', 'add-ons')).body.data.find(({ addOn }) => addOn === 'SEATS')
const pass = async ({ orgId }: TestUser, ms: number) => {
  await t.owner.query(
    `update app.subscriptions set period_start = period_start - $2::interval, period_end = period_end - $2::interval,
       due_at = due_at - $2::interval where org_id = $1`,
    [orgId, `${ms} milliseconds`],
  )
  await Promise.all([advanceSubscriptions(t.platform), advanceSubscriptions(t.platform)])
}
const refund = async ({ orgId }: TestUser, orderId: string) => {
  const { rows } = await t.owner.query<{ id: string }>('select id from app.payment_orders where provider_order_id = $1', [orderId])
  const actor = { kind: 'operator' as const, id: 'test', name: 'Operator' }
  await requestRefund(t.platform, orgId, { orderId: rows[0]?.id ?? '', reason: 'Asked', actor })
  await reconcilePayments(t.platform)
}
const untilEnd = async (user: TestUser) => Date.parse((await read(user)).periodEnd ?? '') - Date.now()

test('seats cost the rest of the period, raise the limit, are part of renewals, and go when they are reduced', async () => {
  const user = await t.register()
  expect((await order(user, seats(1))).body.message).toBe('Add-ons need a paid plan that runs.')
  expect(await seatsOf(user)).toBeUndefined()
  await buy(user, emperor)
  const whole = await untilEnd(user)
  await pass(user, Math.floor(whole / 2))
  const { amount } = await buy(user, seats(4))
  expect(Math.abs(amount - (4 * 19_900) / 2)).toBeLessThan(10)
  expect(await read(user)).toMatchObject({ maxUsers: 104, renewalAmount: 799_900 + 4 * 19_900 })
  expect(await seatsOf(user)).toMatchObject({ quantity: 4, nextQuantity: 4, price: 19_900 })
  expect((await call(user, 'PUT', 'add-ons', { addOn: 'SEATS', nextQuantity: 5 })).status).toBe(409)
  expect((await call(user, 'PUT', 'add-ons', { addOn: 'SEATS', nextQuantity: 1 })).status).toBe(200)
  expect(await read(user)).toMatchObject({ maxUsers: 104 })
  await pass(user, (await untilEnd(user)) + day)
  expect(await read(user)).toMatchObject({ status: 'PAST_DUE', maxUsers: 101, renewalAmount: 799_900 + 19_900 })
  expect((await buy(user, emperor)).amount).toBe(799_900 + 19_900)
  expect(await read(user)).toMatchObject({ status: 'ACTIVE', maxUsers: 101 })
  const { rows } = await t.owner.query<{ text: string }>(
    "select document->>'description' as text from app.operator_invoices where customer = $1 order by created_at",
    [user.orgId],
  )
  expect(rows.map(({ text }) => text)).toEqual([
    'Emperor plan, a month',
    '4 additional members, for the rest of the period',
    'Emperor plan, a month; 1 additional members',
  ])
  const balances = await t.platform.db.withOrg(user.orgId, readBalances)
  expect(balances.reduce((sum, { balance }) => sum + balance, 0)).toBe(0)
})

test('add-ons rest in a pause, are on top of a larger plan, go with a refund, and end with the paid plan', async () => {
  const user = await t.register()
  await buy(user, { ...emperor, planType: 'CONQUEROR' })
  const first = await buy(user, seats(3))
  await call(user, 'POST', 'subscription/pause')
  expect((await read(user)).maxUsers).toBe(10)
  await call(user, 'POST', 'subscription/unpause')
  expect((await read(user)).maxUsers).toBe(28)
  await buy(user, emperor)
  expect((await read(user)).maxUsers).toBe(103)
  await refund(user, first.orderId)
  expect((await read(user)).maxUsers).toBe(100)
  await buy(user, seats(2))
  // Paid after its period was over: it buys nothing and is kept.
  const late = (await order(user, seats(1))).body.data
  await pass(user, (await untilEnd(user)) + 8 * day)
  expect(await read(user)).toMatchObject({ planType: 'FREE', maxUsers: 10 })
  await pay(user, late.orderId)
  expect(await read(user)).toMatchObject({ maxUsers: 10, credit: late.amount })
})

test('seats in a period that was paid ahead cost all of its cycles', async () => {
  const user = await t.register()
  await buy(user, emperor)
  await buy(user, emperor)
  await buy(user, emperor)
  const { priceNow = 0 } = (await seatsOf(user)) ?? {}
  expect(Math.abs(priceNow - 3 * 19_900)).toBeLessThan(10)
  expect((await order(user, seats(4))).body.data.amount).toBeGreaterThan(4 * 3 * 19_900 - 40)
})

test('a renewal pays for the add-ons that its order named: with more in force it is kept as a credit, and with fewer they come back', async () => {
  const user = await t.register()
  await buy(user, emperor)
  const plain = (await order(user, emperor)).body.data
  await buy(user, seats(4))
  await pay(user, plain.orderId)
  const first = await read(user)
  expect(first).toMatchObject({ credit: plain.amount, maxUsers: 104 })
  await pass(user, (await untilEnd(user)) + day)
  const inGrace = (await order(user, emperor)).body.data
  expect(inGrace.amount).toBe(4 * 19_900)
  await pass(user, 8 * day)
  expect(await read(user)).toMatchObject({ planType: 'FREE', maxUsers: 10 })
  await pay(user, inGrace.orderId)
  expect(await read(user)).toMatchObject({ planType: 'EMPEROR', status: 'ACTIVE', maxUsers: 104, credit: 0 })
  expect(await seatsOf(user)).toMatchObject({ quantity: 4, nextQuantity: 4 })
})

test('a renewal after a reduction costs what goes on, waits for the end of the period, and takes no later add-ons', async () => {
  const user = await t.register()
  await buy(user, emperor)
  await buy(user, seats(4))
  const late = (await order(user, seats(2))).body.data
  await call(user, 'PUT', 'add-ons', { addOn: 'SEATS', nextQuantity: 1 })
  expect(await read(user)).toMatchObject({ renewalAmount: 799_900 + 19_900 })
  const before = await read(user)
  expect((await buy(user, emperor)).amount).toBe(799_900 + 19_900)
  expect(await read(user)).toMatchObject({ periodEnd: before.periodEnd, next: { planType: 'EMPEROR', isPaid: true }, maxUsers: 104 })
  expect((await call(user, 'PUT', 'add-ons', { addOn: 'SEATS', nextQuantity: 4 })).status).toBe(409)
  await pay(user, late.orderId)
  expect(await read(user)).toMatchObject({ maxUsers: 104, credit: late.amount })
  await pass(user, (await untilEnd(user)) + day)
  expect(await read(user)).toMatchObject({ status: 'ACTIVE', next: null, maxUsers: 101 })
})

test('an upgrade credits what was just paid for add-ons, and not what was refunded', async () => {
  const user = await t.register()
  await buy(user, { ...emperor, planType: 'CONQUEROR' })
  await pass(user, Math.floor((await untilEnd(user)) / 2))
  const creditNow = async () =>
    (await call<PlanChange>(user, 'GET', 'subscription/preview?planType=EMPEROR&billingCycle=MONTHLY')).body.data.credit
  const before = await creditNow()
  const { amount, orderId } = await buy(user, seats(20))
  expect(Math.abs((await creditNow()) - before - amount)).toBeLessThan(20)
  await extendPeriod(t.platform, user.orgId, 20)
  expect(await creditNow()).toBeLessThan(before + amount + 20 + 200_000)
  await refund(user, orderId)
  expect(await creditNow()).toBeLessThan(before + 200_000)
  expect((await read(user)).maxUsers).toBe(25)
})

test('no more than 10,000 of an add-on are sold, and a payment for more is kept as a credit', async () => {
  const user = await t.register()
  await buy(user, emperor)
  await buy(user, seats(1))
  const late = (await order(user, seats(2))).body.data
  await t.owner.query('update app.subscription_add_ons set quantity = 9999 where org_id = $1', [user.orgId])
  expect((await order(user, seats(2))).body.message).toBe('An organization can have at most 10000 of an add-on.')
  expect((await pay(user, late.orderId)).status).toBe(200)
  expect(await read(user)).toMatchObject({ credit: late.amount })
})

test('an add-on refunded in a pause leaves the limits of FREE, and a plan set by the operator keeps what a pause left', async () => {
  const user = await t.register()
  const { amount } = await buy(user, emperor)
  const { orderId } = await buy(user, seats(3))
  await call(user, 'POST', 'subscription/pause')
  await refund(user, orderId)
  expect((await read(user)).maxUsers).toBe(10)
  await setPlan(t.platform, user.orgId, 'FREE')
  const { credit, status } = await read(user)
  expect([status, Math.abs(credit - amount) < 100]).toEqual(['ENDED', true])
})
