import type { DashboardCharts, DashboardStats, Usage } from '@imperium/contract/dashboard.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import { foldUsage, meter, p95LatencyMs } from '../../platform/metering/metering.ts'
import type { UsageEntry } from '../../platform/metering/metering.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

type Stats = z.infer<typeof DashboardStats>
type Charts = z.infer<typeof DashboardCharts>

let t: TestApp
let now = new Date()
beforeAll(async () => {
  t = await createTestApp({ clock: { now: () => now }, log: 'error' })
})
afterAll(() => t.close())

/** Meters as the product does, then moves the entry to the given time. */
async function meterAt(user: TestUser, at: string, entry: UsageEntry): Promise<void> {
  await t.platform.db.withOrg(user.orgId, (tx) => meter(tx, entry))
  // The entry without its final time; counted API calls come in between, and ids of one millisecond have no order.
  const newest = "select id from app.usage_pending where org_id = $2 and api_calls = 0 and at > now() - interval '1 minute' limit 1"
  await t.owner.query(`update app.usage_pending set at = $1 where id = (${newest})`, [at, user.orgId])
}
const fold = () => t.platform.db.withSystem((tx) => foldUsage(tx))
const get = async <T>(user: TestUser, path: string) => (await t.call<T>('GET', path, { token: user.token })).body.data

/** A new organization of the zone, and the product's clock set to `at`. */
async function inZone(timeZone: string, at: string): Promise<TestUser> {
  now = new Date()
  const user = await t.register()
  await t.owner.query('update auth.organizations set time_zone = $1 where id = $2', [timeZone, user.orgId])
  t.platform.auth.invalidate(user.userId)
  now = new Date(at)
  return user
}

async function createAgent(user: TestUser, name: string): Promise<string> {
  const { body, status } = await t.call<{ id: string }>('POST', '/api/agents', { token: user.token, body: { name, type: 'SALES' } })
  expect(status).toBe(201)
  return body.data.id
}

const run = (agentId: string, more: UsageEntry = {}): UsageEntry => ({
  agentId,
  model: 'sandbox',
  runs: 1,
  completed: 1,
  latencyMs: 100,
  ...more,
})

test.each(['pending', 'folded'])('days are those of the organization: Asia/Kolkata, %s', async (state) => {
  // 18:30 UTC is midnight in India.
  const user = await inZone('Asia/Kolkata', '2026-03-10T20:00:00Z')
  const agentId = newId()
  await meterAt(user, '2026-03-10T18:29:59Z', run(agentId))
  await meterAt(user, '2026-03-10T18:30:00Z', run(agentId, { completed: 0, failed: 1, latencyMs: 300 }))
  if (state === 'folded') await fold()
  const stats = await get<Stats>(user, '/api/dashboard/stats?days=7')
  expect(stats.timeZone).toBe('Asia/Kolkata')
  expect(stats.usage).toEqual({ agentExecutionsToday: 1, agentExecutionsThisMonth: 2, agentExecutionsInPeriod: 2 })
  expect(stats.performance).toMatchObject({ avgAgentResponseTime: 200, avgSuccessRate: 50 })
  const { agentExecutionsTrend: trend } = await get<Charts>(user, '/api/dashboard/charts?days=7')
  expect(trend.map((day) => [day.date, day.count])).toEqual([
    ...['2026-03-05', '2026-03-06', '2026-03-07', '2026-03-08', '2026-03-09'].map((date) => [date, 0]),
    ['2026-03-10', 1],
    ['2026-03-11', 1],
  ])
  expect(trend.at(-1)).toMatchObject({ successRate: 0, avgLatencyMs: 300 })
  expect(trend[0]).toMatchObject({ successRate: null, avgLatencyMs: null })
})

test.each(['pending', 'folded'])('a day of 23 hours keeps its runs: America/New_York, %s', async (state) => {
  // On 2026-03-08 clocks went from 02:00 EST to 03:00 EDT: the day lasts from 05:00 UTC to 04:00 UTC.
  const user = await inZone('America/New_York', '2026-03-14T12:00:00Z')
  const agentId = newId()
  for (const at of ['2026-03-08T04:59:59Z', '2026-03-08T05:00:00Z', '2026-03-09T03:59:59Z', '2026-03-09T04:00:00Z'])
    await meterAt(user, at, run(agentId))
  if (state === 'folded') await fold()
  const charts = await get<Charts>(user, '/api/dashboard/charts?days=7')
  expect(charts.agentExecutionsTrend.map((day) => day.count)).toEqual([2, 1, 0, 0, 0, 0, 0])
  expect(charts.agentPerformance).toEqual([{ agentId, name: 'Deleted agent', successRate: 100, runs: 3 }])
  expect((await get<Stats>(user, '/api/dashboard/stats?days=7')).usage.agentExecutionsInPeriod).toBe(3)
  // The 30 days contain all of them, and 90 days come as 90 entries across the change.
  expect((await get<Stats>(user, '/api/dashboard/stats?days=30')).usage.agentExecutionsInPeriod).toBe(4)
  expect((await get<Charts>(user, '/api/dashboard/charts?days=90')).agentExecutionsTrend).toHaveLength(90)
})

test('compares growth with the previous period of the same length, and returns null if that is zero', async () => {
  const user = await inZone('UTC', '2026-03-20T12:00:00Z')
  const agentId = newId()
  await meterAt(user, '2026-03-20T10:00:00Z', run(agentId, { costMicros: 500, latencyMs: 300 }))
  const alone = await get<Stats>(user, '/api/dashboard/stats?days=7')
  expect(alone.growth).toMatchObject({ executionsGrowth: null, successRateGrowth: null, responseTimeGrowth: null, costGrowth: null })
  await meterAt(user, '2026-03-13T23:59:59Z', run(agentId, { costMicros: 1000, latencyMs: 100 }))
  await meterAt(user, '2026-03-07T00:00:00Z', run(agentId, { completed: 0, failed: 1, costMicros: 1000, latencyMs: 100 }))
  await meterAt(user, '2026-03-06T23:59:59Z', run(agentId, { costMicros: 777 }))
  await fold()
  const stats = await get<Stats>(user, '/api/dashboard/stats?days=7')
  expect(stats.growth).toMatchObject({ executionsGrowth: -50, successRateGrowth: 100, responseTimeGrowth: 200, costGrowth: -75 })
  expect(stats.performance).toMatchObject({ costInPeriodMicros: 500, totalCostThisMonthMicros: 3277, totalCostThisMonth: 0.003277 })
})

test('compares agents and users with their number at the start of the period', async () => {
  now = new Date()
  const user = await t.register()
  await createAgent(user, 'Old one')
  const fresh = await get<Stats>(user, '/api/dashboard/stats')
  expect(fresh.overview).toEqual({ totalAgents: 1, activeAgents: expect.any(Number), totalUsers: 1 })
  expect(fresh.growth).toMatchObject({ agentsGrowth: null, usersGrowth: null })
  await t.owner.query("update app.agents set created_at = now() - interval '20 days' where org_id = $1", [user.orgId])
  await t.owner.query("update auth.memberships set joined_at = now() - interval '20 days' where org_id = $1", [user.orgId])
  await createAgent(user, 'New one')
  await t.addMember(user.orgId, 'VIEWER')
  expect((await get<Stats>(user, '/api/dashboard/stats')).growth).toMatchObject({ agentsGrowth: 100, usersGrowth: 100 })
})

test('p95 is within 15 percent, pending or folded, of one agent or all', async () => {
  const user = await inZone('UTC', '2026-03-20T12:00:00Z')
  const [slow, fast] = [newId(), newId()]
  const latencies = Array.from({ length: 100 }, (_, at) => Math.round(50 * 1.06 ** at))
  for (const latencyMs of latencies) await t.platform.db.withOrg(user.orgId, (tx) => meter(tx, run(slow, { latencyMs })))
  await t.platform.db.withOrg(user.orgId, (tx) => meter(tx, run(fast, { latencyMs: 7 })))
  await t.owner.query("update app.usage_pending set at = '2026-03-19T10:00:00Z' where org_id = $1", [user.orgId])
  const period = { from: new Date('2026-03-14T00:00:00Z'), to: new Date('2026-03-21T00:00:00Z') }
  const read = (agentId?: string) =>
    t.platform.db.withOrg(user.orgId, (tx) => p95LatencyMs(tx, { ...period, ...(agentId ? { agentId } : {}) }))
  const exact = latencies[94] ?? 0
  const pending = [await read(slow), await read(fast), await read()]
  await fold()
  expect([await read(slow), await read(fast), await read()]).toEqual(pending)
  for (const value of [pending[0], pending[2]]) expect(Math.abs((value ?? 0) - exact) / exact).toBeLessThan(0.15)
  expect(Math.abs((pending[1] ?? 0) - 7) / 7).toBeLessThan(0.15)
  expect(await read(newId())).toBeNull()
})

test('models share the runs, and the ten busiest agents are named', async () => {
  now = new Date()
  const user = await t.register()
  const agentId = await createAgent(user, 'Win-back writer')
  const at = async (entry: UsageEntry) => t.platform.db.withOrg(user.orgId, (tx) => meter(tx, entry))
  for (let each = 0; each < 3; each++) await at(run(agentId))
  await at(run(agentId, { model: 'gpt-4', completed: 0, failed: 1 }))
  for (let each = 0; each < 11; each++) await at(run(newId()))
  await fold()
  const charts = await get<Charts>(user, '/api/dashboard/charts')
  expect(charts.modelUsage).toEqual([
    { model: 'sandbox', count: 14, percentage: 93.3 },
    { model: 'gpt-4', count: 1, percentage: 6.7 },
  ])
  expect(charts.agentPerformance).toHaveLength(10)
  expect(charts.agentPerformance[0]).toEqual({ agentId, name: 'Win-back writer', successRate: 75, runs: 4 })
})

test('another organization sees none of it', async () => {
  now = new Date()
  const owner = await t.register()
  await createAgent(owner, 'Secret plan')
  await t.platform.db.withOrg(owner.orgId, (tx) => meter(tx, run(newId(), { storageBytes: 99, apiCalls: 7, costMicros: 5 })))
  const stranger = await t.register()
  for (const folded of [false, true]) {
    if (folded) await fold()
    const stats = await get<Stats>(stranger, '/api/dashboard/stats?days=90')
    expect(stats).toMatchObject({
      overview: { totalAgents: 0 },
      usage: { agentExecutionsInPeriod: 0 },
      performance: { p95AgentResponseTime: null },
    })
    const charts = await get<Charts>(stranger, '/api/dashboard/charts?days=90')
    expect([charts.agentPerformance, charts.modelUsage]).toEqual([[], []])
    expect(await get<z.infer<typeof Usage>>(stranger, '/api/usage')).toMatchObject({ storageBytes: 0, costMicros: 0, agents: 0 })
    expect(JSON.stringify(await get(stranger, '/api/dashboard/activity?limit=100'))).not.toContain('Secret plan')
    const foreign = await t.call('GET', '/api/dashboard/stats', { token: stranger.token, headers: { 'x-tenant': owner.slug } })
    expect(foreign.status).toBe(404)
  }
})

test('counts folded and pending usage once', async () => {
  now = new Date()
  const user = await t.register()
  const entry = { storageBytes: 1000, apiCalls: 2, costMicros: 30, mails: 5, messages: 2, runs: 1, inputTokens: 40, outputTokens: 2 }
  await t.platform.db.withOrg(user.orgId, (tx) => meter(tx, entry))
  await fold()
  await t.platform.db.withOrg(user.orgId, (tx) => meter(tx, entry))
  expect(await get<z.infer<typeof Usage>>(user, '/api/usage')).toEqual({
    planType: 'FREE',
    storageBytes: 2000,
    storageLimitBytes: 10 * 1024 ** 3,
    apiCalls: 4,
    apiCallsLimit: 10_000,
    messages: 14,
    messagesLimit: 250_000,
    contacts: 0,
    contactsLimit: 100_000,
    runs: 2,
    runsLimit: 25_000,
    tokens: 84,
    tokensLimit: 10_000_000,
    agents: 0,
    agentsLimit: 5,
    costMicros: 60,
    budgetMicros: null,
  })
})

test('lists actions with their user, newest first, and groups runs of one agent', async () => {
  now = new Date()
  const user = await t.register({ firstName: 'Ana', lastName: 'Kovač' })
  const agentId = await createAgent(user, 'Win-back writer')
  for (let each = 0; each < 3; each++)
    expect((await t.call('POST', `/api/agents/${agentId}/execute`, { token: user.token, body: { input: 'hello' } })).status).toBe(202)
  await t.call('PUT', `/api/agents/${agentId}/status`, { token: user.token, body: { status: 'PAUSED' } })
  const viewer = await t.addMember(user.orgId, 'VIEWER')
  expect((await t.call('POST', '/api/agents', { token: viewer.token, body: { name: 'No', type: 'SALES' } })).status).toBe(403)
  const items = await get<{ type: string; message: string; link: string | null; actor: string }[]>(user, '/api/dashboard/activity')
  expect(items.map((item) => [item.type, item.message, item.link])).toEqual([
    ['change', 'Ana Kovač set the status of Win-back writer', `agents?agent=${agentId}`],
    ['agent_executed', 'Ana Kovač ran Win-back writer 3 times', `agents?agent=${agentId}`],
    ['agent_created', 'Ana Kovač created Win-back writer', `agents?agent=${agentId}`],
    ['user_joined', 'Ana Kovač joined', null],
  ])
  expect(await get<unknown[]>(user, '/api/dashboard/activity?limit=2')).toHaveLength(2)
})
