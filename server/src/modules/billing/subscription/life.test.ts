import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { PaymentOrder, PlanChange, Subscription } from '@imperium/contract/billing/billing.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { dayOfMonth, endOfPeriod, unusedValue } from '../period.ts'
import { advanceSubscriptions } from './advance.ts'

const day = 86_400_000
let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())

const order = (user: TestUser, planType: string, billingCycle = 'MONTHLY') =>
  t.call<PaymentOrder>('POST', '/api/payments/create-order', { token: user.token, body: { planType, billingCycle } })
async function buy(user: TestUser, planType: string, billingCycle = 'MONTHLY'): Promise<PaymentOrder> {
  const { data } = (await order(user, planType, billingCycle)).body
  await t.call('POST', '/api/payments/sandbox/pay', { token: user.token, body: { orderId: data.orderId, outcome: 'success' } })
  return data
}
const read = async (user: TestUser) => (await t.call<Subscription>('GET', '/api/payments/subscription', { token: user.token })).body.data
const change = (user: TestUser, planType: string, billingCycle = 'MONTHLY') =>
  t.call<Subscription>('POST', '/api/payments/subscription/change', { token: user.token, body: { planType, billingCycle } })
const planOf = async ({ orgId }: TestUser) =>
  (
    await t.owner.query<{ plan: string; status: string; agents: number; users: number }>(
      `select o.plan_type as plan, s.status, o.max_agents as agents, o.max_users as users
       from auth.organizations o left join app.subscriptions s on s.org_id = o.id where o.id = $1`,
      [orgId],
    )
  ).rows[0]
const newsOf = async ({ orgId }: TestUser) =>
  (
    await t.owner.query<{ news: string }>(
      "select payload ->> 'news' as news from app.outbox where org_id = $1 and type = 'subscription.news' order by id",
      [orgId],
    )
  ).rows.map(({ news }) => news)
/** Time passes for one organization: its rows move back. Then two workers come at the same moment. */
async function pass({ orgId }: TestUser, ms: number): Promise<void> {
  const back = `${ms} milliseconds`
  await t.owner.query(
    `update app.subscriptions set period_start = period_start - $2::interval, period_end = period_end - $2::interval,
       due_at = due_at - $2::interval where org_id = $1`,
    [orgId, back],
  )
  await t.owner.query('update app.payment_orders set created_at = created_at - $2::interval where org_id = $1', [orgId, back])
  await Promise.all([advanceSubscriptions(t.platform), advanceSubscriptions(t.platform)])
}
const untilEnd = async (user: TestUser) => Date.parse((await read(user)).periodEnd ?? '') - Date.now()

test('a pause holds the rest of the period, has the limits of FREE meanwhile, and goes on by a person or after 90 days', async () => {
  const user = await t.register()
  const act = (path: string) => t.call<Subscription>('POST', `/api/payments/subscription/${path}`, { token: user.token })
  expect((await act('pause')).status).toBe(409)
  await buy(user, 'EMPEROR')
  await pass(user, 10 * day)
  const left = await untilEnd(user)
  expect((await act('pause')).body.data).toMatchObject({
    planType: 'FREE',
    status: 'PAUSED',
    paused: { planType: 'EMPEROR' },
    maxUsers: 10,
  })
  expect((await act('pause')).status).toBe(409)
  expect((await order(user, 'EMPEROR')).body.message).toBe('The subscription is paused. Let it go on first.')
  expect((await change(user, 'FREE')).status).toBe(409)
  const passPaused = async (ms: number) => {
    await t.owner.query('update app.subscriptions set paused_at = paused_at - $2::interval where org_id = $1', [
      user.orgId,
      `${ms} milliseconds`,
    ])
    await pass(user, ms)
  }
  await passPaused(60 * day)
  expect(await read(user)).toMatchObject({ status: 'PAUSED', planType: 'FREE' })
  expect((await act('unpause')).body.data).toMatchObject({ planType: 'EMPEROR', status: 'ACTIVE', paused: null, maxUsers: 100 })
  expect(Math.abs((await untilEnd(user)) - left)).toBeLessThan(120_000)
  expect((await act('unpause')).status).toBe(409)
  expect((await act('pause')).body.message).toBe('A subscription can be paused again 30 days after its last pause.')
  await t.owner.query("update app.subscriptions set resumed_at = resumed_at - interval '31 days' where org_id = $1", [user.orgId])
  expect((await act('pause')).status).toBe(200)
  await passPaused(91 * day)
  expect(await read(user)).toMatchObject({ planType: 'EMPEROR', status: 'ACTIVE' })
  expect(Math.abs((await untilEnd(user)) - left)).toBeLessThan(120_000)
  const { rows } = await t.owner.query(
    "select action from app.audit_log where org_id = $1 and action like 'billing.%pause' order by action",
    [user.orgId],
  )
  expect(rows.map(({ action }: { action: string }) => action)).toEqual([
    'billing.pause',
    'billing.pause',
    'billing.unpause',
    'billing.unpause',
  ])
})

/** What the workers do with the event of the smaller plan; twice, as a job that is repeated. */
async function handleReduced({ orgId }: TestUser): Promise<void> {
  const handler = t.modules.flatMap(({ events = [] }) => events).find(({ name }) => name === 'agents.pauseBeyondPlan')
  const type = 'subscription.reduced'
  const { rows } = await t.owner.query<{ payload: object }>('select payload from app.outbox where org_id = $1 and type = $2', [orgId, type])
  for (const { payload } of [...rows, ...rows]) await handler?.run({ orgId, eventId: 'e', event: type, payload })
}
const agentsOf = async ({ orgId }: TestUser) =>
  Object.fromEntries(
    (
      await t.owner.query<{ status: string; n: number }>(
        'select status, count(*)::int as n from app.agents where org_id = $1 and deleted_at is null group by status',
        [orgId],
      )
    ).rows.map(({ status, n }) => [status, n]),
  )

describe('periods', () => {
  const end = (from: string, anchorDay: number, timeZone = 'UTC', cycle: 'MONTHLY' | 'YEARLY' = 'MONTHLY') =>
    endOfPeriod(new Date(from), cycle, { anchorDay, timeZone }).toISOString()

  test('end on the same day, in short months on the last one, and come back to their day', () => {
    expect(end('2027-01-31T10:00:00Z', 31)).toBe('2027-02-28T10:00:00.000Z')
    expect(end('2027-02-28T10:00:00Z', 31)).toBe('2027-03-31T10:00:00.000Z')
    expect(end('2028-01-31T10:00:00Z', 31)).toBe('2028-02-29T10:00:00.000Z')
    expect(end('2028-02-29T10:00:00Z', 29, 'UTC', 'YEARLY')).toBe('2029-02-28T10:00:00.000Z')
    expect(end('2031-02-28T10:00:00Z', 29, 'UTC', 'YEARLY')).toBe('2032-02-29T10:00:00.000Z')
  })

  test('are counted in the time zone of the organization, over a change of clocks too', () => {
    // 31 January in Kolkata is still the 30th in UTC.
    expect(dayOfMonth(new Date('2027-01-30T20:00:00Z'), 'Asia/Kolkata')).toBe(31)
    expect(end('2027-01-30T20:00:00Z', 31, 'Asia/Kolkata')).toBe('2027-02-27T20:00:00.000Z')
    expect(end('2027-03-10T11:00:00Z', 10, 'Europe/Berlin')).toBe('2027-04-10T10:00:00.000Z')
  })

  test('leave a share of their price', () => {
    const period = { start: new Date('2027-01-01T00:00:00Z'), end: new Date('2027-01-31T00:00:00Z') }
    expect(unusedValue(period, 30_001, new Date('2027-01-11T00:00:00Z'))).toBe(20_000)
    expect(unusedValue(period, 30_001, new Date('2027-02-11T00:00:00Z'))).toBe(0)
  })
})

test('reminds twice, asks three times, and then puts the organization on the free plan without deleting', async () => {
  const owner = await t.register()
  await buy(owner, 'CONQUEROR')
  for (let at = 0; at < 7; at++)
    await t.call('POST', '/api/agents', { token: owner.token, body: { name: `Agent ${at}`, type: 'ANALYTICS' } })
  await pass(owner, (await untilEnd(owner)) - 7 * day - 60_000)
  expect(await newsOf(owner)).toEqual([])
  await pass(owner, 120_000)
  expect(await newsOf(owner)).toEqual(['renews'])
  await pass(owner, 6 * day)
  expect(await newsOf(owner)).toEqual(['renews', 'renews'])
  await pass(owner, day)
  expect(await planOf(owner)).toMatchObject({ plan: 'CONQUEROR', status: 'PAST_DUE', agents: 50 })
  await pass(owner, 3 * day)
  await pass(owner, 2 * day)
  expect(await newsOf(owner)).toEqual(['renews', 'renews', 'due', 'due', 'due'])
  await pass(owner, 2 * day)
  expect(await newsOf(owner)).toEqual(['renews', 'renews', 'due', 'due', 'due', 'ended'])
  expect(await planOf(owner)).toEqual({ plan: 'FREE', status: 'ENDED', agents: 5, users: 10 })
  await handleReduced(owner)
  expect(await agentsOf(owner)).toEqual({ ACTIVE: 5, PAUSED: 2 })
  const { rows } = await t.owner.query<{ id: string }>("select id from app.agents where org_id = $1 and status = 'PAUSED'", [owner.orgId])
  const again = await t.call('PUT', `/api/agents/${rows[0]?.id}/status`, { token: owner.token, body: { status: 'ACTIVE' } })
  expect([again.status, again.body.message]).toEqual([409, 'Your plan allows 5 agents. The Conqueror plan allows more.'])
})

test('a payment within the grace time goes on from the end of the period', async () => {
  const owner = await t.register()
  await buy(owner, 'CONQUEROR')
  await pass(owner, (await untilEnd(owner)) + 4 * day)
  expect(await planOf(owner)).toMatchObject({ plan: 'CONQUEROR', status: 'PAST_DUE' })
  const { periodEnd } = await read(owner)
  await buy(owner, 'CONQUEROR')
  expect(await read(owner)).toMatchObject({ status: 'ACTIVE', periodStart: periodEnd, graceEndsAt: null })
})

test('an upgrade begins at once, and its price is less what the rest of the period is worth', async () => {
  const owner = await t.register()
  await buy(owner, 'CONQUEROR')
  const { periodStart, periodEnd } = await read(owner)
  const days = (Date.parse(periodEnd ?? '') - Date.parse(periodStart ?? '')) / day
  await pass(owner, 10 * day)
  const preview = await t.call<PlanChange>('GET', '/api/payments/subscription/preview?planType=EMPEROR&billingCycle=MONTHLY', {
    token: owner.token,
  })
  // A month of up to 31 days loses less than 5 paise a minute.
  expect(Math.abs(preview.body.data.credit - (199_900 * (days - 10)) / days)).toBeLessThan(60)
  const { amount } = await buy(owner, 'EMPEROR')
  expect(Math.abs(amount + preview.body.data.credit - 799_900)).toBeLessThan(60)
  expect(await read(owner)).toMatchObject({ planType: 'EMPEROR', maxUsers: 100 })
  const { rows } = await t.owner.query<{ account: string; sum: number }>(
    'select account, sum(amount)::int as sum from app.ledger_postings where org_id = $1 group by account order by account',
    [owner.orgId],
  )
  const sums = Object.fromEntries(rows.map((row) => [row.account, row.sum]))
  expect(sums['provider:sandbox']).toBe(199_900 + amount)
  expect(sums['income:subscriptions']).toBe(-(199_900 + amount) - (sums['customer:unused'] ?? 0))
})

test('a smaller plan begins at the end, paid before or not; cancelling and resuming wait for it too', async () => {
  const owner = await t.register()
  await buy(owner, 'EMPEROR')
  expect((await order(owner, 'CONQUEROR')).status).toBe(409)
  expect((await change(owner, 'OVERLORD')).status).toBe(409)
  expect((await change(owner, 'FREE')).body.data.next).toEqual({ planType: 'FREE', billingCycle: 'MONTHLY', isPaid: false })
  const resumed = await t.call<Subscription>('POST', '/api/payments/subscription/resume', { token: owner.token })
  expect(resumed.body.data).toMatchObject({ next: null, renewalAmount: 799_900 })
  expect((await change(owner, 'CONQUEROR', 'YEARLY')).body.data).toMatchObject({ planType: 'EMPEROR', renewalAmount: 1_919_040 })
  await buy(owner, 'CONQUEROR', 'YEARLY')
  const paid = await read(owner)
  expect(paid).toMatchObject({ planType: 'EMPEROR', next: { planType: 'CONQUEROR', billingCycle: 'YEARLY', isPaid: true } })
  expect((await change(owner, 'FREE')).status).toBe(409)
  await pass(owner, (await untilEnd(owner)) + 1_000)
  expect(await read(owner)).toMatchObject({ planType: 'CONQUEROR', billingCycle: 'YEARLY', maxUsers: 25, status: 'ACTIVE', next: null })
  expect(await newsOf(owner)).toEqual(['changed'])
})

test('a cancelled plan ends with its period', async () => {
  const owner = await t.register()
  await buy(owner, 'CONQUEROR')
  await change(owner, 'FREE')
  await pass(owner, (await untilEnd(owner)) + 1_000)
  expect(await planOf(owner)).toMatchObject({ plan: 'FREE', status: 'ENDED' })
  expect(await newsOf(owner)).toEqual(['ended'])
})
