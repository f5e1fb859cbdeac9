import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MetricAnswer, MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import type { DashboardStats, DashboardWork } from '@imperium/contract/dashboard.ts'
import type { z } from 'zod'
import { metricIds, metrics } from '@imperium/contract/analytics/metrics.ts'
import { foldUsage, meter } from '../../platform/metering/metering.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
})
afterAll(() => t.close())

const call = <T>(path: string, user = owner) => t.call<T>('GET', path, { token: user.token })
const ask = async (query: string, user = owner) => (await call<MetricAnswer>(`/api/analytics/query?${query}`, user)).body.data
const allow = (user: TestUser) => call<MetricDefinition[]>('/api/analytics/metrics', user)

describe('metrics', () => {
  test('are listed with what they are, in the reader’s language, and without what the role may not see', async () => {
    const { body } = await allow(owner)
    expect(body.data.map(({ id }) => id)).toEqual(metricIds)
    expect(body.data.find(({ id }) => id === 'campaigns_opened')).toMatchObject({
      label: 'Messages opened',
      text: expect.stringContaining('opens by machines do not count') as string,
      version: 1,
      timeZone: 'UTC',
    })
    const admin = await t.addMember(owner.orgId, 'ADMIN')
    const seen = (await allow(admin)).body.data.map(({ id }) => id)
    expect(metricIds.filter((id) => !seen.includes(id))).toEqual(metricIds.filter((id) => metrics[id].area === 'revenue'))
    const asked = await ask('metrics=revenue_total,agent_runs&period=7d', admin)
    expect([asked.withheld, asked.results.map(({ metric }) => metric)]).toEqual([['revenue_total'], ['agent_runs']])
  })

  test('are the numbers of the dashboard', async () => {
    const user = await t.register()
    await t.platform.db.withOrg(user.orgId, async (tx) => {
      await meter(tx, { runs: 3, completed: 2, failed: 1, latencyMs: 900, costMicros: 5_000, model: 'gpt-4', modelCalls: 4 })
      await meter(tx, { runs: 1, completed: 1, latencyMs: 300, costMicros: 250, model: 'sandbox', modelCalls: 1 })
    })
    const compare = async () => {
      const stats = (await call<z.infer<typeof DashboardStats>>('/api/dashboard/stats?days=30', user)).body.data
      const work = (await call<DashboardWork>('/api/dashboard/work?days=30', user)).body.data
      const { results } = await ask(
        'metrics=agent_runs,agent_success_rate,agent_response_time,agent_cost,agents_active,campaigns_sent,workflow_runs,messages_received',
        user,
      )
      expect(results.map(({ value }) => value)).toEqual([
        stats.usage.agentExecutionsInPeriod,
        stats.performance.avgSuccessRate,
        stats.performance.avgAgentResponseTime,
        stats.performance.costInPeriodMicros,
        stats.overview.activeAgents,
        work.campaigns.sent,
        work.workflows.runs,
        work.conversations.received,
      ])
      expect(results[0]?.value).toBe(4)
      const byModel = await ask('metrics=agent_runs,agent_success_rate&by=model', user)
      expect(byModel.results[0]?.rows.map(({ key, value }) => [key, value])).toEqual([
        ['gpt-4', 3],
        ['sandbox', 1],
      ])
      // A ratio is divided after its sums, so that of the whole is not the average of the parts.
      expect(byModel.results[1]?.rows.map(({ value }) => value)).toEqual([100, 66.7])
      expect(byModel.results[1]?.value).toBe(75)
    }
    await compare()
    await t.platform.db.withSystem((tx) => foldUsage(tx))
    await compare()
  })

  test('refuses a split that crosses the grain, and parts of a time from which only the whole is kept', async () => {
    const refused = await call('/api/analytics/query?metrics=campaigns_sent&by=agent')
    expect([refused.status, refused.body.message]).toEqual([422, '"Messages sent by campaigns" cannot be grouped this way'])
    expect((await call('/api/analytics/query?metrics=agent_runs&by=agent&period=365d')).body.message).toContain('200 days')
    expect((await call('/api/analytics/query?metrics=agent_runs&period=365d')).status).toBe(200)
    expect((await call('/api/analytics/query?metrics=agent_runs&from=2026-02-01')).status).toBe(422)
    expect((await call('/api/analytics/query?metrics=agent_runs&from=2026-02-02&to=2026-02-01')).status).toBe(422)
  })

  test('shows member keys only to who may read them', async () => {
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    expect((await call('/api/analytics/query?metrics=api_calls&by=key', viewer)).status).toBe(403)
    expect((await call('/api/analytics/query?metrics=api_calls&by=caller', viewer)).status).toBe(200)
  })
})
