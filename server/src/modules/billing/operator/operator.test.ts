import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentOrder } from '@imperium/contract/billing/billing.ts'
import type { OperatorOverview, OperatorPayment, OperatorSubscription } from '@imperium/contract/billing/operator.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { announceLimitsOf } from '../limits/announce-limits.ts'

let t: TestApp
let operator: TestUser
let customer: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'silent' })
  operator = await t.register()
  customer = await t.register()
  await t.owner.query('insert into app.operator_organization (organization) values ($1)', [operator.orgId])
  const body = { planType: 'CONQUEROR', billingCycle: 'YEARLY' }
  const { orderId } = (await t.call<PaymentOrder>('POST', '/api/payments/create-order', { token: customer.token, body })).body.data
  await t.call('POST', '/api/payments/sandbox/pay', { token: customer.token, body: { orderId, outcome: 'success' } })
})
afterAll(() => t.close())

const get = async <T>(path: string) => (await t.call<T>('GET', `/api/operator/billing${path}`, { token: operator.token })).body.data
const post = (user: TestUser, path: string, body: object) => t.call('POST', `/api/operator/billing${path}`, { token: user.token, body })

test('only managers of the named organization see and change what others pay', async () => {
  const [payment] = await get<OperatorPayment[]>('/payments')
  const refund = { organizationId: customer.orgId, reason: 'Asked' }
  const paths = ['', '/subscriptions', '/payments']
  for (const path of paths) expect((await t.call('GET', `/api/operator/billing${path}`, { token: customer.token })).status).toBe(404)
  const changes = [
    [`/payments/${payment?.id}/refund`, refund],
    [`/payments/${payment?.id}/received`, { organizationId: customer.orgId }],
    [`/subscriptions/${customer.orgId}/extend`, { days: 1 }],
    [`/subscriptions/${customer.orgId}/plan`, { planType: 'OVERLORD' }],
  ] as const
  for (const [path, body] of changes) expect((await post(customer, path, body)).status).toBe(404)
  const member = await t.addMember(operator.orgId, 'MEMBER')
  expect((await post(member, changes[0][0], refund)).status).toBe(403)
  expect(await get<OperatorPayment[]>('/payments?state=paid')).toHaveLength(1)
})

test('revenue counts a year by the month; extensions, plans and refunds stand in the log of the customer', async () => {
  expect(await get<OperatorOverview>('')).toMatchObject({ mrr: 159_920, paying: 1, pastDue: 0, ended: 0 })
  const [before] = await get<OperatorSubscription[]>('/subscriptions')
  expect((await post(operator, `/subscriptions/${customer.orgId}/extend`, { days: 7 })).status).toBe(200)
  const [after] = await get<OperatorSubscription[]>('/subscriptions')
  expect(Date.parse(after?.periodEnd ?? '') - Date.parse(before?.periodEnd ?? '')).toBe(7 * 86_400_000)
  const [payment] = await get<OperatorPayment[]>('/payments')
  const refund = { organizationId: customer.orgId, reason: 'Asked' }
  expect((await post(operator, `/payments/${payment?.id}/refund`, { ...refund, amount: 9_999_999 })).status).toBe(422)
  expect((await post(operator, `/payments/${payment?.id}/refund`, refund)).status).toBe(200)
  expect(await get<OperatorOverview>('')).toMatchObject({ mrr: 0, paying: 0, ended: 1, refunds: 1_919_040 })
  expect((await post(operator, `/subscriptions/${customer.orgId}/plan`, { planType: 'OVERLORD' })).status).toBe(200)
  const { rows } = await t.owner.query<{ action: string; actor_kind: string }>(
    "select action, actor_kind from app.audit_log where org_id = $1 and actor_kind = 'operator' order by seq",
    [customer.orgId],
  )
  expect(rows.map(({ action }) => action)).toEqual(['billing.extend', 'billing.refund', 'billing.setPlan'])
})

test('revenue counts add-ons with their plan and no trials, and payments of a provider without keys are named', async () => {
  const [payer, trial] = [await t.register(), await t.register()]
  const buy = async (body: object) => {
    const { orderId } = (await t.call<PaymentOrder>('POST', '/api/payments/create-order', { token: payer.token, body })).body.data
    await t.call('POST', '/api/payments/sandbox/pay', { token: payer.token, body: { orderId, outcome: 'success' } })
  }
  const { mrr, paying } = await get<OperatorOverview>('')
  await buy({ planType: 'EMPEROR', billingCycle: 'YEARLY' })
  await buy({ planType: 'ADD_ON', billingCycle: 'ONETIME', addOn: 'SEATS', quantity: 2 })
  expect((await post(operator, '/trials', { slug: trial.slug, planType: 'EMPEROR', days: 14 })).status).toBe(200)
  // A fifth less in a year, of the seats too.
  expect(await get<OperatorOverview>('')).toMatchObject({ mrr: mrr + (799_900 + 2 * 19_900) * 0.8, paying: paying + 1, failedLookUps: [] })
  const body = { planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: 100 }
  await t.call('POST', '/api/payments/create-order', { token: payer.token, body })
  await t.owner.query("update app.payment_orders set provider = 'stripe' where org_id = $1 and status = 'created'", [payer.orgId])
  expect((await get<OperatorOverview>('')).failedLookUps).toEqual([{ organization: null, provider: 'stripe', since: null, open: 1 }])
})

test('limits are announced at 80 and 100 percent, each once a month', async () => {
  const small = await t.register()
  const announced = async () =>
    (
      await t.owner.query<{ level: number }>(
        "select (payload ->> 'level')::int as level from app.outbox where org_id = $1 and type = 'subscription.limit' order by id",
        [small.orgId],
      )
    ).rows.map(({ level }) => level)
  const create = (name: string) => t.call('POST', '/api/agents', { token: small.token, body: { name, type: 'ANALYTICS' } })
  for (const name of ['one', 'two', 'three', 'four']) await create(name)
  for (let at = 0; at < 2; at++) await announceLimitsOf(t.platform, small.orgId)
  expect(await announced()).toEqual([80])
  await create('five')
  for (let at = 0; at < 2; at++) await announceLimitsOf(t.platform, small.orgId)
  expect(await announced()).toEqual([80, 100])
})
