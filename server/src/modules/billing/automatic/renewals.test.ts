import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentOrder, Subscription } from '@imperium/contract/billing/billing.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { setPlan } from '../operator/act-as-operator.ts'
import { makeOffer } from '../operator/make-offer.ts'
import { startTrial } from '../operator/start-trial.ts'
import { insertOrder, nameProviderOrder, receiptOf } from '../order-store.ts'
import { tryPayment } from '../providers/sandbox.ts'
import { receiveWebhook } from '../receive-webhook.ts'
import { reconcilePayments } from '../reconcile.ts'
import { requestRefund } from '../refunds/refund-order.ts'
import { advanceSubscriptions } from '../subscription/advance.ts'
import { renewSubscriptions } from './renew-subscriptions.ts'

const day = 86_400_000
const price = 199_900
const plan = { planType: 'CONQUEROR', billingCycle: 'MONTHLY' } as const
let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'silent' })
})
afterAll(() => t.close())

const call = <T>({ token }: TestUser, method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/payments/${path}`, { token, ...(body ? { body } : {}) })
const read = async (user: TestUser) => (await call<Subscription>(user, 'GET', 'subscription')).body.data
async function buy(user: TestUser, more: object = {}): Promise<void> {
  const { orderId } = (await call<PaymentOrder>(user, 'POST', 'create-order', { ...plan, ...more })).body.data
  expect((await call(user, 'POST', 'sandbox/pay', { orderId, outcome: 'success' })).status).toBe(200)
}
/** Time passes for one organization until so many days before the end of its period, then the workers come. */
async function passUntil(user: TestUser, daysBefore: number): Promise<void> {
  const ms = Date.parse((await read(user)).periodEnd ?? '') - Date.now() - daysBefore * day
  const back = `${ms} milliseconds`
  await t.owner.query(
    `update app.subscriptions set period_start = period_start - $2::interval, period_end = period_end - $2::interval,
       due_at = due_at - $2::interval where org_id = $1`,
    [user.orgId, back],
  )
  await t.owner.query(
    'update app.payment_orders set created_at = created_at - $2::interval, activated_at = activated_at - $2::interval where org_id = $1',
    [user.orgId, back],
  )
  await advanceSubscriptions(t.platform)
  await renewSubscriptions(t.platform)
}
const automatic = async ({ orgId }: TestUser) =>
  (
    await t.owner.query<{ id: string; amount: number; status: string; plan: string; version: number }>(
      `select id, amount::int, status, plan_type as plan, plan_version as version from app.payment_orders
       where org_id = $1 and is_automatic order by created_at`,
      [orgId],
    )
  ).rows
const newsOf = async ({ orgId }: TestUser) =>
  (
    await t.owner.query<{ news: string }>(
      "select payload ->> 'news' as news from app.outbox where org_id = $1 and type = 'subscription.news' order by id",
      [orgId],
    )
  ).rows.map(({ news }) => news)
const ledgerOf = async ({ orgId }: TestUser) =>
  Object.fromEntries(
    (
      await t.owner.query<{ account: string; sum: number }>(
        'select account, sum(amount)::int as sum from app.ledger_postings where org_id = $1 group by 1',
        [orgId],
      )
    ).rows.map(({ account, sum }) => [account, sum]),
  )

/** A renewal that a provider is to debit later, made two days before the end. @returns what reports its payment. */
async function debitOnItsWay(user: TestUser): Promise<(kind: 'captured' | 'failed') => Promise<void>> {
  await t.owner.query('update app.subscriptions set renews_itself = false where org_id = $1', [user.orgId])
  await passUntil(user, 2)
  await t.owner.query('update app.subscriptions set renews_itself = true where org_id = $1', [user.orgId])
  const [id, orderId] = [newId(), `order_sandbox_${newId()}`]
  await t.platform.db.withOrg(user.orgId, async (tx) => {
    const bought = { ...plan, purpose: 'SUBSCRIPTION', planVersion: 1, amount: price, currency: 'INR', credit: 0, basedOn: null } as const
    const how = { provider: 'sandbox', receipt: receiptOf(id), createdAt: new Date(), isAutomatic: true } as const
    await insertOrder(tx, { id, ...bought, ...how }, null)
    await nameProviderOrder(tx, id, orderId)
  })
  return async (kind) => {
    const { body, signature, eventId } = tryPayment(t.platform, { orderId, amount: price, currency: 'INR' }, kind).call
    const headers: Record<string, string> = { 'x-razorpay-signature': signature, 'x-razorpay-event-id': eventId }
    await receiveWebhook(t.platform, 'sandbox', Buffer.from(body), (name) => headers[name])
  }
}

test('a renewal that the operator gave back in full is not charged anew, and its payer is asked again', async () => {
  const user = await t.register()
  await buy(user, { renewsItself: true })
  await passUntil(user, 2)
  const [renewal] = await automatic(user)
  expect(renewal).toMatchObject({ status: 'activated', amount: price })
  const actor = { kind: 'operator' as const, id: 'test', name: 'Operator' }
  await requestRefund(t.platform, user.orgId, { orderId: renewal?.id ?? '', reason: 'Asked for', actor })
  await reconcilePayments(t.platform)
  expect(await read(user)).toMatchObject({ status: 'ACTIVE', renewsItself: false })
  await passUntil(user, -2)
  expect(await automatic(user)).toHaveLength(1)
  expect(await read(user)).toMatchObject({ status: 'PAST_DUE' })
})

test('a debit on its way that arrives after its payer has paid, cancelled, changed, stopped or paused changes nothing and is kept as a credit', async () => {
  const paid = await t.register()
  await buy(paid, { renewsItself: true })
  const arrive = await debitOnItsWay(paid)
  await buy(paid)
  const { periodEnd } = await read(paid)
  await arrive('failed')
  expect(await newsOf(paid)).not.toContain('refused')
  await arrive('captured')
  expect(await read(paid)).toMatchObject({ periodEnd, credit: price })

  const ways = [
    ['POST', 'subscription/change', { planType: 'FREE', billingCycle: 'MONTHLY' }, { status: 'ACTIVE', next: { planType: 'FREE' } }],
    ['POST', 'subscription/change', { planType: 'CONQUEROR', billingCycle: 'YEARLY' }, { next: { billingCycle: 'YEARLY' } }],
    ['PUT', 'subscription/renewal', { renewsItself: false }, { status: 'ACTIVE', renewsItself: false, next: null }],
    ['POST', 'subscription/pause', {}, { status: 'PAUSED', planType: 'FREE' }],
  ] as const
  for (const [method, path, body, expected] of ways) {
    const user = await t.register()
    await buy(user, { renewsItself: true })
    const late = await debitOnItsWay(user)
    expect((await call(user, method, path, body)).status).toBe(200)
    const { periodEnd: end } = await read(user)
    await late('captured')
    expect(await read(user)).toMatchObject({ ...expected, periodEnd: end, credit: price })
    expect(await ledgerOf(user)).toMatchObject({ 'customer:credit': -price, 'provider:sandbox': price * 2 })
  }

  const ended = await t.register()
  await buy(ended, { renewsItself: true })
  const late = await debitOnItsWay(ended)
  await call(ended, 'POST', 'subscription/change', { planType: 'FREE', billingCycle: 'MONTHLY' })
  await passUntil(ended, -0.1)
  expect(await read(ended)).toMatchObject({ status: 'ENDED' })
  await late('captured')
  expect(await read(ended)).toMatchObject({ status: 'ENDED', planType: 'FREE', credit: price })

  // Without such a change it pays the next period.
  const other = await t.register()
  await buy(other, { renewsItself: true })
  const inTime = await debitOnItsWay(other)
  const before = Date.parse((await read(other)).periodEnd ?? '')
  await inTime('captured')
  expect(Date.parse((await read(other)).periodEnd ?? '')).toBeGreaterThan(before + 27 * day)
})

test('what ended renews itself no more, not after a trial either, unless it is chosen anew', async () => {
  const user = await t.register()
  await buy(user, { renewsItself: true })
  await call(user, 'POST', 'subscription/change', { planType: 'FREE', billingCycle: 'MONTHLY' })
  await passUntil(user, -0.1)
  const slug = (await t.owner.query<{ slug: string }>('select slug from auth.organizations where id = $1', [user.orgId])).rows[0]?.slug
  await startTrial(t.platform, slug ?? '', 'CONQUEROR', 14)
  expect((await read(user)).renewsItself).toBe(false)
  await buy(user)
  expect(await read(user)).toMatchObject({ status: 'ACTIVE', planType: 'CONQUEROR', renewsItself: false })
  await passUntil(user, 2)
  expect(await automatic(user)).toEqual([])
})

test('another plan that the operator set, or an open offer, is not charged automatically', async () => {
  const user = await t.register()
  await buy(user, { renewsItself: true })
  await setPlan(t.platform, user.orgId, 'EMPEROR')
  expect((await read(user)).renewsItself).toBe(false)
  expect((await call(user, 'PUT', 'subscription/renewal', { renewsItself: true })).status).toBe(409)
  await passUntil(user, 2)
  expect([await automatic(user), await newsOf(user)]).toEqual([[], ['renews']])

  // By command, the plan is set without its subscription.
  const other = await t.register()
  await buy(other, { renewsItself: true })
  await t.owner.query("update auth.organizations set plan_type = 'EMPEROR' where id = $1", [other.orgId])
  await passUntil(other, 2)
  expect([await automatic(other), await newsOf(other)]).toEqual([[], ['renews']])

  const large = await t.register()
  const slug =
    (await t.owner.query<{ slug: string }>('select slug from auth.organizations where id = $1', [large.orgId])).rows[0]?.slug ?? ''
  const offer = { slug, days: 60, limits: {} }
  await makeOffer(t.platform, { ...offer, monthlyPrice: 5_000_000 }, 'test')
  await buy(large, { planType: 'OVERLORD', renewsItself: true })
  const { planVersion } = await read(large)
  await makeOffer(t.platform, { ...offer, monthlyPrice: 9_000_000 }, 'test')
  await passUntil(large, 2)
  expect(await automatic(large)).toMatchObject([{ amount: 5_000_000, version: planVersion, status: 'activated' }])
  expect((await read(large)).offer).toMatchObject({ price: 9_000_000 })
})

test('is not charged while suspended or being deleted, may stop its renewal then, and is charged again once it is restored', async () => {
  const hold = (user: TestUser, set: string) => t.owner.query(`update auth.organizations set ${set} where id = $1`, [user.orgId])
  for (const [begin, end] of [
    ["status = 'SUSPENDED'", "status = 'ACTIVE'"],
    ["deletes_at = now() + interval '30 days'", 'deletes_at = null'],
  ] as const) {
    const user = await t.register()
    await buy(user, { renewsItself: true })
    await hold(user, begin)
    t.platform.auth.invalidate(user.userId)
    await passUntil(user, 2)
    expect(await automatic(user)).toEqual([])
    expect((await call<Subscription>(user, 'PUT', 'subscription/renewal', { renewsItself: false })).body.data.renewsItself).toBe(false)
    expect((await call(user, 'PUT', 'subscription/renewal', { renewsItself: true })).body.code).toBe('ORGANIZATION_SUSPENDED')
    await hold(user, end)
    t.platform.auth.invalidate(user.userId)
    expect((await call(user, 'PUT', 'subscription/renewal', { renewsItself: true })).status).toBe(200)
    await renewSubscriptions(t.platform)
    expect(await automatic(user)).toMatchObject([{ status: 'activated', amount: price }])
  }
})
