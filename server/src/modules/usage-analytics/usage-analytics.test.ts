import type { UsageBreakdown, UsageDashboard, UsagePart } from '@imperium/contract/usage-analytics.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { foldUsage, usageRow } from '../../platform/metering/metering.ts'
import type { UsageEntry } from '../../platform/metering/metering.ts'
import { createTestApp } from '../../testing/test-app.ts'
import { pruneUsage, tellAlerts } from './tell-alerts.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let now = new Date()
beforeAll(async () => {
  t = await createTestApp({ clock: { now: () => now }, log: 'error' })
})
afterAll(() => t.close())

const meterAt = (user: TestUser, at: string, entry: UsageEntry) =>
  t.platform.db.withOrg(user.orgId, (tx) =>
    tx
      .insertInto('usage_pending')
      .values({ ...usageRow(user.orgId, entry), at: new Date(at) })
      .execute(),
  )
const fold = () => t.platform.db.withSystem((tx) => foldUsage(tx))
const get = async <T>(user: TestUser, path: string) => (await t.call<T>('GET', path, { token: user.token })).body.data
const dashboard = (user: TestUser, path = '/api/usage-analytics/dashboard?period=7d') => get<UsageDashboard>(user, path)
const breakdown = (user: TestUser, by: UsagePart) => get<UsageBreakdown>(user, `/api/usage-analytics/breakdown?period=7d&by=${by}`)

async function inIndia(): Promise<TestUser> {
  now = new Date()
  const user = await t.register()
  await t.owner.query("update auth.organizations set time_zone = 'Asia/Kolkata' where id = $1", [user.orgId])
  t.platform.auth.invalidate(user.userId)
  now = new Date('2026-03-10T20:00:00Z')
  return user
}

const call = (more: UsageEntry = {}): UsageEntry => ({
  model: 'gpt-4',
  modelCalls: 1,
  inputTokens: 100,
  outputTokens: 10,
  costMicros: 7,
  ...more,
})

test('sums are exact at the edges of the period, pending and folded, and the alias answers the same', async () => {
  const user = await inIndia()
  const agentId = newId()
  // Seven days in India begin on March 4 at 18:30 UTC.
  await meterAt(user, '2026-03-04T18:29:59Z', call({ agentId }))
  await meterAt(user, '2026-03-04T18:30:00Z', call({ agentId }))
  await meterAt(user, '2026-03-07T12:00:00Z', call({ agentId, modelCalls: 4, costMicros: 1 }))
  await meterAt(user, '2026-03-08T12:00:00Z', { agentId, storageBytes: 900 })
  await meterAt(user, '2026-03-10T19:00:00Z', call({ model: 'claude', modelCalls: 2 }))
  const pending = await dashboard(user)
  expect(pending.overview.totalApiCalls).toBe(7)
  expect(pending.chartData.map(({ count }) => count)).toEqual([1, 0, 4, 0, 0, 0, 2])
  expect(pending.usageByModel.map(({ modelId, apiCalls, costMicros }) => [modelId, apiCalls, costMicros])).toEqual([
    ['gpt-4', 5, 8],
    ['claude', 2, 7],
  ])
  const byAgent = await breakdown(user, 'agent')
  await fold()
  await meterAt(user, '2026-03-10T19:00:00Z', call({ modelCalls: 3 }))
  await fold()
  const folded = await dashboard(user)
  expect(folded.chartData.at(-1)).toEqual({ date: '2026-03-11', count: 5 })
  expect(folded.overview.totalApiCalls).toBe(10)
  expect(await dashboard(user, '/api/api/usage-analytics/dashboard?period=7d')).toEqual(folded)
  expect(byAgent.rows.map(({ subjectId, modelCalls }) => [subjectId, modelCalls])).toEqual([
    [agentId, 5],
    [null, 2],
  ])
  expect(byAgent.totals.costMicros).toBe(15)
})

test('usage belongs to its campaign, workflow, key and member, and each breakdown sums to the totals', async () => {
  const user = await inIndia()
  const [workflowId, campaignId, keyId] = [newId(), newId(), newId()]
  await meterAt(user, '2026-03-09T10:00:00Z', call({ workflowId, userId: user.userId }))
  await meterAt(user, '2026-03-09T10:05:00Z', { campaignId, mails: 5, messages: 2 })
  await meterAt(user, '2026-03-09T10:10:00Z', { keyId, userId: user.userId, apiCalls: 9 })
  await fold()
  for (const [by, id, field, value] of [
    ['workflow', workflowId, 'modelCalls', 1],
    ['campaign', campaignId, 'messages', 7],
    ['key', keyId, 'apiCalls', 9],
    ['member', user.userId, 'inputTokens', 100],
  ] as const) {
    const { rows, totals } = await breakdown(user, by)
    expect(rows.find(({ subjectId }) => subjectId === id)?.[field]).toBe(value)
    expect(totals).toMatchObject({ modelCalls: 1, messages: 7, apiCalls: 9, costMicros: 7 })
    for (const total of ['modelCalls', 'messages', 'apiCalls', 'costMicros'] as const)
      expect(rows.reduce((sum, row) => sum + row[total], 0)).toBe(totals[total])
  }
  const csv = await t.app.inject({
    url: '/api/usage-analytics/export?period=7d&by=campaign',
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect(csv.headers['content-disposition']).toContain('usage-by-campaign-2026-03-10.csv')
  expect(csv.body).toContain(`"${campaignId}","","0","0","0","0","0","0","0","7","2026-03-09T10:05:00.000Z"`)
})

test('calls with an API key are metered for the key and its member', async () => {
  now = new Date()
  const user = await t.register()
  const { body } = await t.call<{ plainKey: string; id: string }>('POST', '/api/api-keys', {
    token: user.token,
    body: { name: 'Reports', scopes: ['usage:read'] },
  })
  const path = '/api/v1/usage-analytics/breakdown'
  expect((await t.call('GET', path, { token: body.data.plainKey })).status).toBe(200)
  expect((await t.call('GET', `${path}?by=key`, { token: body.data.plainKey })).status).toBe(403)
  await t.platform.calls.flush()
  expect((await breakdown(user, 'key')).rows).toMatchObject([{ name: 'Reports', apiCalls: 2 }])
  expect((await breakdown(user, 'member')).rows).toMatchObject([{ subjectId: user.userId, apiCalls: 2 }])
})

test('the owners are notified once a month at the cost that a member has set', async () => {
  const user = await t.register()
  const viewer = await t.addMember(user.orgId, 'VIEWER')
  const body = { amountMicros: 2_000_000 }
  expect((await t.call('PUT', '/api/usage-analytics/alert', { token: viewer.token, body })).status).toBe(403)
  expect((await t.call('PUT', '/api/usage-analytics/alert', { token: user.token, body })).status).toBe(200)
  const month = new Date(`${t.platform.clock.now().toISOString().slice(0, 7)}-02T00:00:00Z`).toISOString()
  const notified = async () => {
    await Promise.all([tellAlerts(t.platform), tellAlerts(t.platform)])
    return (await t.owner.query("select 1 from app.outbox where org_id = $1 and type = 'usage.alert'", [user.orgId])).rows.length
  }
  await meterAt(user, month, { costMicros: 1_999_999 })
  expect(await notified()).toBe(0)
  await meterAt(user, month, { costMicros: 1 })
  expect([await notified(), await notified()]).toEqual([1, 1])
})

test('quarter hours of parts beyond the retention of the plan go; the sums of their days and the quarter hours of the whole stay', async () => {
  const user = await t.register()
  const now = t.platform.clock.now()
  const daysAgo = (days: number) => new Date(now.getTime() - days * 86_400_000).toISOString()
  for (const days of [10, 150, 250, 300]) await meterAt(user, daysAgo(days), { modelCalls: 1, costMicros: 1 })
  while ((await t.platform.db.withSystem((tx) => foldUsage(tx))) > 0);
  const count = async (table: string, which = 'true') =>
    (await t.owner.query<{ n: number }>(`select count(*)::int as n from app.${table} where org_id = $1 and ${which}`, [user.orgId])).rows[0]
      ?.n
  const [slots, days] = [await count('usage_part_slots', "part <> 'all'"), await count('usage_part_days')]
  await pruneUsage(t.platform)
  expect(await count('usage_part_slots', "part <> 'all'")).toBe((slots ?? 0) / 2)
  expect(await count('usage_part_slots', "part = 'all'")).toBe(4)
  expect(await count('usage_slots')).toBe(2)
  expect(await count('usage_part_days')).toBe(days)
})
