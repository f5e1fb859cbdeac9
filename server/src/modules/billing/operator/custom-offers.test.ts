import { afterAll, beforeAll, expect, test } from 'vitest'
import type { PaymentOrder, Plan, Subscription } from '@imperium/contract/billing/billing.ts'
import type { Notification } from '@imperium/contract/notifications.ts'
import type { OperatorOffer } from '@imperium/contract/billing/plan-offers.ts'
import { planLimits } from '@imperium/contract/plans.ts'
import { runAdmin } from '../../../testing/run-admin.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { testEncryptionKey } from '../../../testing/test-secrets.ts'
import { advanceSubscriptions } from '../subscription/advance.ts'

let t: TestApp
let operator: TestUser
let now = new Date()
beforeAll(async () => {
  t = await createTestApp({ log: 'silent', clock: { now: () => now } })
  operator = await t.register()
  await t.owner.query('insert into app.operator_organization (organization) values ($1)', [operator.orgId])
})
afterAll(() => t.close())

const dayMs = 86_400_000
const slugOf = async ({ orgId }: TestUser) =>
  (await t.owner.query<{ slug: string }>('select slug from auth.organizations where id = $1', [orgId])).rows[0]?.slug
const act = (path: string, body?: object, user = operator) =>
  t.call('POST', `/api/operator/billing${path}`, { token: user.token, ...(body ? { body } : {}) })
const read = async (user: TestUser) => (await t.call<Subscription>('GET', '/api/payments/subscription', { token: user.token })).body.data
const order = (user: TestUser, body: object) => t.call<PaymentOrder>('POST', '/api/payments/create-order', { token: user.token, body })
const pay = (user: TestUser, orderId: string) =>
  t.call('POST', '/api/payments/sandbox/pay', { token: user.token, body: { orderId, outcome: 'success' } })
const overlord = { planType: 'OVERLORD', billingCycle: 'MONTHLY' }
const offer = async (to: TestUser, more: object = {}) => ({
  slug: await slugOf(to),
  monthlyPrice: 4_000_000,
  days: 10,
  limits: { maxUsers: 7_000 },
  ...more,
})
const offers = async () => (await t.call<OperatorOffer[]>('GET', '/api/operator/billing/offers', { token: operator.token })).body.data

test('an offer gives one organization the largest plan at its own price and limits, also for the next periods', async () => {
  const [customer, other] = [await t.register(), await t.register()]
  expect((await act('/offers', await offer(customer), customer)).status).toBe(404)
  expect((await order(customer, overlord)).body.message).toBe('Please contact sales for custom enterprise pricing')
  expect((await act('/offers', await offer(customer))).status).toBe(200)
  expect((await read(customer)).offer).toMatchObject({
    price: 4_000_000,
    yearlyPrice: 38_400_000,
    limits: { maxUsers: 7_000, maxAgents: 20_000 },
  })
  expect((await read(other)).offer).toBeNull()
  expect((await order(other, overlord)).status).toBe(409)
  const catalogue = (await t.call<Plan[]>('GET', '/api/payments/plans')).body.data
  expect(catalogue.find(({ planType }) => planType === 'OVERLORD')).toMatchObject({ version: 1, price: null })
  const { body } = await order(customer, overlord)
  expect(body.data.amount).toBe(4_000_000)
  await pay(customer, body.data.orderId)
  const bought = await read(customer)
  expect(bought).toMatchObject({ planType: 'OVERLORD', maxUsers: 7_000, status: 'ACTIVE', offer: null, renewalAmount: 4_000_000 })
  expect((await offers())[0]).toMatchObject({ status: 'accepted' })
  now = new Date(new Date(bought.periodEnd ?? '').getTime() + dayMs)
  await advanceSubscriptions(t.platform)
  now = new Date()
  expect(await read(customer)).toMatchObject({ status: 'PAST_DUE', planType: 'OVERLORD' })
  const renewal = (await order(customer, overlord)).body.data
  expect(renewal.amount).toBe(4_000_000)
  await pay(customer, renewal.orderId)
  expect(await read(customer)).toMatchObject({ status: 'ACTIVE', maxUsers: 7_000 })
  const { rows } = await t.owner.query("select action from app.audit_log where org_id = $1 and action = 'billing.offered'", [
    customer.orgId,
  ])
  expect(rows).toHaveLength(1)
})

test('an offer sets all limits, has a version of its own beside the catalogue, and is told to the owner with the way to accept it', async () => {
  const customer = await t.register()
  const limits = Object.fromEntries(Object.entries(planLimits.OVERLORD).map(([limit, most]: [string, number]) => [limit, most - 1]))
  await act('/offers', await offer(customer, { limits }))
  expect((await read(customer)).offer).toMatchObject({ limits })
  const own = await t.owner.query<{ version: number }>('select version from app.plan_offers where org_id = $1', [customer.orgId])
  expect(own.rows[0]?.version).toBeGreaterThanOrEqual(1_000_000)
  // What a later migration does: the next version of the catalogue is free.
  await t.owner.query(
    `insert into app.plan_versions select (jsonb_populate_record(p, '{"version": 2}')).* from app.plan_versions p where plan_type = 'OVERLORD' and version = 1`,
  )
  expect((await read(customer)).offer).toMatchObject({ limits })
  await t.owner.query("delete from app.plan_versions where plan_type = 'OVERLORD' and version = 2")
  const handler = t.modules.flatMap(({ events = [] }) => events).find(({ name }) => name === 'notifications.tellOffer')
  const type = 'subscription.offered'
  const { rows } = await t.owner.query<{ payload: object }>('select payload from app.outbox where org_id = $1 and type = $2', [
    customer.orgId,
    type,
  ])
  for (const { payload } of rows) await handler?.run({ orgId: customer.orgId, eventId: 'e', event: type, payload })
  const notified = await t.call<{ items: Notification[] }>('GET', '/api/notifications', { token: customer.token })
  const title = 'You have an offer for the Overlord plan: ₹40,000 a month'
  expect(notified.body.data.items.find((each) => each.title === title)).toMatchObject({
    actionUrl: expect.stringContaining('settings/billing'),
  })
})

test('an offer that is withdrawn, replaced or past its day cannot be accepted', async () => {
  const customer = await t.register()
  await act('/offers', await offer(customer))
  await act('/offers', await offer(customer, { monthlyPrice: 3_000_000 }))
  const late = (await order(customer, overlord)).body.data
  expect(late.amount).toBe(3_000_000)
  const [newest, older] = await offers()
  expect([newest?.status, older?.status]).toEqual(['open', 'withdrawn'])
  expect((await act(`/offers/${newest?.id}/withdraw`)).status).toBe(200)
  expect((await act(`/offers/${newest?.id}/withdraw`)).status).toBe(404)
  expect((await order(customer, overlord)).status).toBe(409)
  await act('/offers', await offer(customer))
  await t.owner.query("update app.plan_offers set valid_until = now() - interval '1 hour' where org_id = $1", [customer.orgId])
  expect((await order(customer, overlord)).status).toBe(409)
  expect((await offers())[0]?.status).toBe('expired')
  // Ordered while it was valid, and paid later.
  await pay(customer, late.orderId)
  expect(await read(customer)).toMatchObject({ planType: 'FREE', credit: 3_000_000 })
})

test('the command that sets a plan gives the version of the catalogue, not that of an offer to another organization', async () => {
  const [customer, other] = [await t.register(), await t.register()]
  await act('/offers', await offer(customer))
  const { host, port, user, database } = t.connection
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  const args = ['organizations', 'set', (await slugOf(other)) ?? '', '--plan', 'OVERLORD']
  expect((await runAdmin(args, { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })).code).toBe(0)
  expect(await read(other)).toMatchObject({ planType: 'OVERLORD', planVersion: 1, offer: null })
  const { rows } = await t.owner.query<{ most: number }>('select workflow_runs_limit::int as most from auth.organizations where id = $1', [
    other.orgId,
  ])
  expect(rows[0]?.most).toBe(planLimits.OVERLORD.workflowRunsPerMonth)
}, 60_000)
