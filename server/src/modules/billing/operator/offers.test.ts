import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { PaymentOrder, PlanChange, Subscription } from '@imperium/contract/billing/billing.ts'
import type { Coupon } from '@imperium/contract/billing/operator.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { readBalances } from '../ledger-store.ts'
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
