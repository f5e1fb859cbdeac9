import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentOrder, PlanChange, Subscription } from '@imperium/contract/billing/billing.ts'
import type { Coupon } from '@imperium/contract/billing/operator.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { readBalances } from '../../../platform/ledger/ledger-store.ts'
import { reconcilePayments } from '../reconcile.ts'
import { advanceSubscriptions } from '../subscription/advance.ts'

let t: TestApp
let operator: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'silent' })
  operator = await t.register()
  await t.owner.query('insert into app.operator_organization (organization) values ($1)', [operator.orgId])
})
beforeEach(async () => void (customer = await t.register()))
afterAll(() => t.close())

const act = (path: string, body: object, user = operator) => t.call('POST', `/api/operator/billing${path}`, { token: user.token, body })
const coupon = { percent: 25, planType: 'EMPEROR', maxUses: 1, days: 10 }
const order = (user: TestUser, body: object) =>
  t.call<PaymentOrder>('POST', '/api/payments/create-order', { token: user.token, body: { billingCycle: 'MONTHLY', ...body } })
const pay = (user: TestUser, orderId: string) =>
  t.call('POST', '/api/payments/sandbox/pay', { token: user.token, body: { orderId, outcome: 'success' } })
const subscription = async () => (await t.call<Subscription>('GET', '/api/payments/subscription', { token: customer.token })).body.data

test('a coupon takes its part off one payment of its plan, as often as it says, and the ledger balances', async () => {
  expect((await act('/coupons', { ...coupon, code: 'launch-25' }, customer)).status).toBe(404)
  expect((await act('/coupons', { ...coupon, code: 'launch-25' })).status).toBe(200)
  expect((await act('/coupons', { ...coupon, code: 'LAUNCH-25' })).status).toBe(409)
  const couponCode = ' Launch-25 '
  const preview = await t.call<PlanChange>(
    'GET',
    '/api/payments/subscription/preview?planType=EMPEROR&billingCycle=MONTHLY&couponCode=launch-25',
    { token: customer.token },
  )
  expect(preview.body.data).toMatchObject({ price: 799_900, discount: 199_975, credit: 0, amount: 599_925 })
  expect((await order(customer, { planType: 'CONQUEROR', couponCode })).body.message).toBe('This coupon is for another plan.')
  expect((await order(customer, { planType: 'EMPEROR', couponCode: 'NO-SUCH' })).status).toBe(409)
  const orders = [await order(customer, { planType: 'EMPEROR', couponCode }), await order(customer, { planType: 'EMPEROR', couponCode })]
  expect(orders.map(({ body }) => body.data.amount)).toEqual([599_925, 599_925])
  for (const { body } of orders) await pay(customer, body.data.orderId)
  // The second payment with the same coupon buys nothing and is kept.
  const balances = await t.platform.db.withOrg(customer.orgId, readBalances)
  expect(Object.fromEntries(balances.map(({ account, balance }) => [account, balance]))).toEqual({
    'provider:sandbox': 1_199_850,
    'income:subscriptions': -599_925,
    'customer:credit': -599_925,
  })
  const { body } = await t.call<Coupon[]>('GET', '/api/operator/billing/coupons', { token: operator.token })
  expect(body.data[0]).toMatchObject({ code: 'LAUNCH-25', uses: 1 })
  const other = await t.register()
  expect((await order(other, { planType: 'EMPEROR', couponCode })).body.message).toBe('This coupon is not valid.')
})

test('fifty orders at once hold no more uses than a coupon has; an order that ends or expires returns its use, and paid late takes one anew', async () => {
  await act('/coupons', { ...coupon, code: 'RACE', maxUses: 5 })
  const users = await Promise.all(Array.from({ length: 50 }, () => t.register()))
  const body = { planType: 'EMPEROR', couponCode: 'RACE' }
  const orders = await Promise.all(users.map(async (user) => ({ user, ...(await order(user, body)) })))
  const held = orders.filter(({ status }) => status === 201)
  expect(orders.map(({ status }) => status).filter((status) => status !== 201)).toEqual(Array(45).fill(409))
  const [first, second, ...others] = held
  const [late] = orders.filter(({ status }) => status === 409)
  if (!first || !second || !late) throw new Error('five orders hold a use')
  await Promise.all(others.map(({ user, body: made }) => pay(user, made.data.orderId)))
  const uses = async () => (await t.owner.query<{ uses: number }>("select uses from app.coupons where code = 'RACE'")).rows[0]?.uses
  expect(await uses()).toBe(5)
  // Its time is over: another organization may have the use.
  await t.owner.query("update app.coupon_holds set held_until = now() - interval '1 minute' where org_id = any($1)", [
    [first.user.orgId, second.user.orgId],
  ])
  await Promise.all([reconcilePayments(t.platform), reconcilePayments(t.platform)])
  expect(await uses()).toBe(3)
  expect((await order(late.user, body)).status).toBe(201)
  await pay(first.user, first.body.data.orderId)
  await pay(second.user, second.body.data.orderId)
  expect(await uses()).toBe(5)
  const plans = await Promise.all(
    [first.user, second.user].map((user) => t.call<Subscription>('GET', '/api/payments/subscription', { token: user.token })),
  )
  expect(plans.map(({ body: { data } }) => [data.planType, data.credit])).toEqual([
    ['EMPEROR', 0],
    ['FREE', 599_925],
  ])
})

test('a coupon of all leaves the least that a provider takes', async () => {
  await act('/coupons', { ...coupon, code: 'ALL', percent: 100 })
  expect((await order(customer, { planType: 'EMPEROR', couponCode: 'ALL' })).body.data.amount).toBe(100)
})

test('a trial begins a larger plan, ends by itself, and a payment in it goes on from its end', async () => {
  const { rows } = await t.owner.query<{ slug: string }>('select slug from auth.organizations where id = $1', [customer.orgId])
  const trial = { slug: rows[0]?.slug, planType: 'EMPEROR', days: 14 }
  expect((await act('/trials', trial, customer)).status).toBe(404)
  expect((await act('/trials', { ...trial, slug: 'no-such-organization' })).status).toBe(404)
  expect((await act('/trials', trial)).status).toBe(200)
  expect((await act('/trials', trial)).status).toBe(409)
  expect(await subscription()).toMatchObject({ planType: 'EMPEROR', status: 'ACTIVE', next: { planType: 'FREE' }, credit: 0 })
  const paying = await t.register()
  const { rows: others } = await t.owner.query<{ slug: string }>('select slug from auth.organizations where id = $1', [paying.orgId])
  await act('/trials', { ...trial, slug: others[0]?.slug })
  await pay(paying, (await order(paying, { planType: 'EMPEROR' })).body.data.orderId)
  const days = async (user: TestUser) =>
    (
      await t.owner.query<{ days: number }>(
        'select extract(day from period_end - now())::int as days from app.subscriptions where org_id = $1',
        [user.orgId],
      )
    ).rows[0]?.days
  expect(await days(paying)).toBeGreaterThan(40)
  await t.owner.query(
    "update app.subscriptions set period_end = now() - interval '1 minute', period_start = now() - interval '14 days', due_at = now() - interval '1 minute', stage = 2 where org_id = $1",
    [customer.orgId],
  )
  await advanceSubscriptions(t.platform)
  expect(await subscription()).toMatchObject({ planType: 'FREE', status: 'ENDED' })
})
