import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { MetricAnswer, MetricResult } from '@imperium/contract/analytics/analytics.ts'
import { factsOf, metricIds } from '@imperium/contract/analytics/metrics.ts'
import type { MetricFacts, MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Split } from '@imperium/contract/analytics/splits.ts'
import type { DashboardCharts, DashboardStats, DashboardWork } from '@imperium/contract/dashboard.ts'
import type { ReportFigures } from '@imperium/contract/reports/reports.ts'
import type { UsageDashboard } from '@imperium/contract/usage-analytics.ts'
import { isDeep, sample } from '../../testing/deep.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { addHistory, randomNumbers } from './testing/random-history.ts'
import type { History } from './testing/random-history.ts'
import { slowRows } from './testing/slow-rows.ts'
import type { SlowRow } from './testing/slow-rows.ts'

/** With half and quarter hours, without clock changes and with them, in both halves of the earth, one of half an hour. */
const zones = [
  ...(['UTC', 'Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'Asia/Kathmandu', 'Australia/Lord_Howe', 'Pacific/Chatham'] as const),
  ...([
    'America/St_Johns',
    'Africa/Cairo',
    'America/Santiago',
    'Pacific/Kiritimati',
    'Pacific/Pago_Pago',
    'Europe/Lisbon',
    'Asia/Tokyo',
  ] as const),
]
const asked = { from: '2025-11-01', to: '2026-10-31' }
/** Parts are kept for 200 days before this. */
const now = new Date('2026-11-05T10:00:00Z')
const recent = { from: '2026-06-01', to: '2026-10-31' }
const counted = metricIds.filter((id) => factsOf(id).additivity !== 'last')

let t: TestApp
let owner: TestUser
let clock = new Date()
const history: History = { metered: [] }
const random = randomNumbers(20_261_129)
/** "Agent performance", a template of the product. */
const templateId = '00000000-0000-7000-8000-000000000001'

beforeAll(async () => {
  t = await createTestApp({ log: 'error', clock: { now: () => clock } })
  owner = await t.register()
  for (const role of ['ADMIN', 'MEMBER', 'VIEWER'] as const) await t.addMember(owner.orgId, role)
  await t.owner.query(
    `update auth.memberships set joined_at = '2026-03-29T00:30Z'::timestamptz + (random() * 20 - 10) * interval '1 day' where org_id = $1`,
    [owner.orgId],
  )
  clock = now
})
afterAll(() => t.close())

const world = () => ({
  owner: t.owner,
  orgId: owner.orgId,
  withSystem: t.platform.db.withSystem.bind(t.platform.db),
  withOrg: <T>(work: (tx: Parameters<Parameters<typeof t.platform.db.withOrg>[1]>[0]) => Promise<T>) =>
    t.platform.db.withOrg(owner.orgId, work),
})

async function moveTo(timeZone: string): Promise<void> {
  await t.owner.query('update auth.organizations set time_zone = $1 where id = $2', [timeZone, owner.orgId])
  t.platform.auth.invalidate(owner.userId)
}

async function ask(metrics: readonly MetricId[], query: Record<string, string>): Promise<MetricResult[]> {
  const search = new URLSearchParams({ metrics: metrics.join(','), compare: 'none', ...query })
  const { status, body } = await t.call<MetricAnswer>('GET', `/api/analytics/query?${search.toString()}`, { token: owner.token })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data.results
}

/** The day of a row in a zone, as no code of the product computes it. */
function dayReader(timeZone: string) {
  const format = new Intl.DateTimeFormat('en-CA', { timeZone, year: 'numeric', month: '2-digit', day: '2-digit' })
  return ({ at }: SlowRow): string => (typeof at === 'string' ? at : format.format(at))
}

function slowValue({ value, unit, additivity }: MetricFacts, rows: readonly SlowRow[]): number | null {
  if (additivity === 'distinct') return new Set(rows.map(({ distinct }) => distinct)).size
  const sum = (column: string) => rows.reduce((total, { values }) => total + (values[column] ?? 0), 0)
  if (typeof value === 'string') return sum(value)
  if (sum(value.per) === 0) return null
  return unit === 'percent' ? Math.round((sum(value.of) / sum(value.per)) * 100 * 10) / 10 : Math.round(sum(value.of) / sum(value.per))
}

const ofResult = (rows: readonly SlowRow[], { currency }: MetricResult) =>
  currency === null ? rows : rows.filter((row) => row.currency === currency)

async function readSlow(): Promise<Map<string, SlowRow[]>> {
  const found = new Map<string, SlowRow[]>()
  for (const [source, read] of Object.entries(slowRows)) found.set(source, await read(t.owner, owner.orgId, history))
  return found
}

/** Every day of the year of every metric, and its total. */
async function checkDays(timeZone: string, slow: Map<string, SlowRow[]>): Promise<number> {
  const dayOf = dayReader(timeZone)
  let compared = 0
  for (const result of await ask(counted, { ...asked, by: 'time', grain: 'day' })) {
    const facts = factsOf(result.metric)
    const rows = ofResult(slow.get(facts.source) ?? [], result)
    const days = Map.groupBy(rows, dayOf)
    expect(result.points).toHaveLength(365)
    const wrong = result.points.filter(({ date, value }) => value !== slowValue(facts, days.get(date) ?? []))
    expect(
      wrong.map((point) => ({ ...point, slow: slowValue(facts, days.get(point.date) ?? []) })),
      `${result.metric} in ${timeZone}`,
    ).toEqual([])
    const inside = rows.filter((row) => dayOf(row) >= asked.from && dayOf(row) <= asked.to)
    expect(result.value, `${result.metric} in ${timeZone}`).toBe(slowValue(facts, inside))
    compared += result.points.length + 1
  }
  return compared
}

const splitsToCheck: readonly Split[] = [
  'agent',
  'model',
  'key',
  'caller',
  'campaign',
  'channel',
  'workflow',
  'trigger',
  'source',
  'agent-type',
  'document',
  'role',
]

/** Every part of every metric; where values add up, the parts give the whole. */
async function checkParts(timeZone: string, slow: Map<string, SlowRow[]>): Promise<number> {
  const dayOf = dayReader(timeZone)
  let compared = 0
  for (const by of splitsToCheck) {
    const metrics = counted.filter((id) => factsOf(id).splits.includes(by) && factsOf(id).source !== 'acts')
    // Of usage by workflow and campaign this history has none.
    const checked = metrics.filter((id) => (slow.get(factsOf(id).source) ?? []).some(({ parts }) => parts[by] !== undefined))
    if (checked.length === 0) continue
    for (const result of await ask(checked, { ...recent, by })) {
      const facts = factsOf(result.metric)
      const inside = ofResult(slow.get(facts.source) ?? [], result).filter((row) => dayOf(row) >= recent.from && dayOf(row) <= recent.to)
      const parts = Map.groupBy(inside, ({ parts: named }) => named[by] ?? '')
      const expected = [...parts].map(([key, rows]) => [key, slowValue(facts, rows)] as const).filter(([, value]) => (value ?? 0) !== 0)
      const found = result.rows.map(({ key, value }) => [key, value] as const)
      const sorted = (rows: readonly (readonly [string, number | null])[]) => rows.toSorted(([one], [other]) => one.localeCompare(other))
      expect(sorted(found), `${result.metric} by ${by} in ${timeZone}`).toEqual(sorted(expected))
      const sum = found.reduce((so, [, value]) => so + (value ?? 0), 0)
      expect(facts.additivity === 'sum' ? sum : result.value).toBe(result.value)
      compared += found.length
    }
  }
  return compared
}

/** Sums of the last 30 days on every other screen, against the same rows. */
async function checkScreens(timeZone: string, slow: Map<string, SlowRow[]>): Promise<number> {
  const dayOf = dayReader(timeZone)
  const to = dayOf({ at: now, values: {}, parts: {} })
  const from = new Date(Date.parse(to) - 29 * 86_400_000).toISOString().slice(0, 10)
  const sum = (source: string, column: string) =>
    (slow.get(source) ?? [])
      .filter((row) => dayOf(row) >= from && dayOf(row) <= to)
      .reduce((total, { values }) => total + (values[column] ?? 0), 0)
  const get = async <T>(path: string) => (await t.call<T>('GET', `/api${path}`, { token: owner.token })).body.data
  const stats = await get<z.infer<typeof DashboardStats>>('/dashboard/stats?days=30')
  const work = await get<DashboardWork>('/dashboard/work?days=30')
  const charts = await get<z.infer<typeof DashboardCharts>>('/dashboard/charts?days=30')
  const usage = await get<UsageDashboard>('/usage-analytics/dashboard?period=30d')
  const { answer } = await get<ReportFigures>(`/reports/${templateId}/figures?period=30d`)
  const shown = {
    runs: stats.usage.agentExecutionsInPeriod,
    cost: stats.performance.costInPeriodMicros,
    trend: charts.agentExecutionsTrend.reduce((total, { count }) => total + count, 0),
    sends: work.campaigns.sends,
    sent: work.campaigns.sent,
    opened: work.campaigns.opened,
    responded: work.campaigns.responded,
    campaignCost: work.campaigns.costMicros,
    workflowRuns: work.workflows.runs,
    workflowFailures: work.workflows.failed,
    received: work.conversations.received,
    modelCalls: usage.totals.modelCalls,
    modelCost: usage.totals.costMicros,
    daily: usage.chartData.reduce((total, { count }) => total + count, 0),
    report: answer.results.find(({ metric }) => metric === 'agent_runs')?.value,
  }
  expect(shown, timeZone).toEqual({
    runs: sum('runs', 'runs'),
    cost: sum('runs', 'costMicros'),
    trend: sum('runs', 'runs'),
    sends: sum('sends', 'sends'),
    sent: sum('sends', 'sent'),
    opened: sum('sends', 'opened'),
    responded: sum('sends', 'responded'),
    campaignCost: sum('sends', 'costMicros'),
    workflowRuns: sum('workflow-runs', 'runs'),
    workflowFailures: sum('workflow-runs', 'failed'),
    received: sum('messages', 'received'),
    modelCalls: sum('usage', 'modelCalls'),
    modelCost: sum('usage', 'costMicros'),
    daily: sum('usage', 'modelCalls'),
    report: sum('runs', 'runs'),
  })
  return Object.keys(shown).length
}

const inWords = isDeep ? `in ${zones.length} time zones` : 'in a sample of time zones'

test(`every number of a random year is that of its slow query, ${inWords}, with late events, crashes and erasures`, async () => {
  const size = isDeep ? 40 : 8
  await addHistory(world(), random, history, size)
  const early = await readSlow()
  let compared = 0
  for (const zone of sample('metric zones before', zones, 1)) {
    await moveTo(zone)
    compared += await checkDays(zone, early)
  }
  // Late events of the past, and people who are erased.
  await addHistory(world(), random, history, size / 4)
  await t.owner.query(`delete from app.contacts where org_id = $1 and source = 'form'`, [owner.orgId])
  const late = await readSlow()
  for (const zone of sample('metric zones', zones, 2)) {
    await moveTo(zone)
    compared += await checkDays(zone, late)
    compared += await checkParts(zone, late)
    compared += await checkScreens(zone, late)
  }
  expect(compared).toBeGreaterThan(isDeep ? 100_000 : 30_000)
})
