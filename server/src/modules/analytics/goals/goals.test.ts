import { afterAll, beforeAll, expect, test } from 'vitest'
import type { MetricGoal } from '@imperium/contract/analytics/metric-goals.ts'
import type { MetricView } from '@imperium/contract/analytics/metric-views.ts'
import { meter } from '../../../platform/metering/metering.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { foresee } from './forecast.ts'

/** Evenly spread, and the same each time. */
function evenNumbers(seed: number): () => number {
  let state = seed
  return () => {
    state = (state + 0x6d_2b_79_f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

test('an interval holds seven to nine of ten outcomes of 20 series', () => {
  let [held, all] = [0, 0]
  for (let series = 1; series <= 20; series++) {
    const next = evenNumbers(series * 31 + 13)
    const base = 20 + 200 * next()
    const week = Array.from({ length: 7 }, () => 0.5 + next())
    const noise = () => Array.from({ length: 12 }, next).reduce((sum, one) => sum + one, -6)
    const days = Array.from({ length: 200 }, (_, day) => Math.max(0, Math.round(base * (week[day % 7] ?? 1) + noise() * base * 0.25)))
    for (const cut of [60, 90, 120, 150, 170]) {
      const outlook = foresee(days.slice(0, cut), 0, 20)
      const outcome = days.slice(cut, cut + 20).reduce((sum, day) => sum + day, 0)
      all += 1
      if (outlook && outcome >= outlook.low && outcome <= outlook.high) held += 1
    }
  }
  expect(held / all).toBeGreaterThanOrEqual(0.7)
  expect(held / all).toBeLessThanOrEqual(0.9)
  expect(foresee([1, 2, 3], 0, 5)).toBeNull()
})

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })

test('a goal has its value so far, one for a metric and period, and is of metrics that add up', async () => {
  await t.platform.db.withOrg(owner.orgId, (tx) => meter(tx, { runs: 7, completed: 7 }))
  const made = await call<MetricGoal>('POST', '/metric-goals', { metric: 'agent_runs', target: 5 })
  expect([made.status, made.body.data.value, made.body.data.state, made.body.data.forecast]).toEqual([201, 7, 'reached', null])
  expect((await call('POST', '/metric-goals', { metric: 'agent_runs', target: 9 })).status).toBe(409)
  expect((await call('POST', '/metric-goals', { metric: 'agent_success_rate', target: 9 })).body.errors?.[0]?.path).toBe('metric')
  expect((await call('POST', '/metric-goals', { metric: 'revenue_total', target: 9 })).body.errors?.[0]?.path).toBe('currency')
  const member = await t.addMember(owner.orgId, 'MEMBER')
  expect((await call('POST', '/metric-goals', { metric: 'revenue_total', currency: 'EUR', target: 9 }, member)).status).toBe(403)
  expect((await call('DELETE', `/metric-goals/${made.body.data.id}`, undefined, member)).status).toBe(403)
  expect((await call('DELETE', `/metric-goals/${made.body.data.id}`)).status).toBe(200)
})

test('a view is saved for all, and pinned by each member in their own order', async () => {
  const member = await t.addMember(owner.orgId, 'MEMBER')
  const save = async (name: string, metric: string) => (await call<MetricView>('POST', '/metric-views', { name, metric })).body.data
  const [runs, cost, money] = [await save('Runs', 'agent_runs'), await save('Cost', 'agent_cost'), await save('Money', 'revenue_total')]
  expect((await call('POST', '/metric-views', { name: 'RUNS', metric: 'agent_runs' })).status).toBe(409)
  expect((await call('POST', '/metric-views', { name: 'Split', metric: 'agent_runs', by: 'campaign' })).status).toBe(422)
  const pinned = (await call<MetricView[]>('PUT', '/metric-views/pins', { ids: [runs.id, cost.id] }, member)).body.data
  expect(pinned.map(({ name, position }) => [name, position])).toEqual([
    ['Cost', 1],
    ['Runs', 0],
  ])
  expect((await call('PUT', '/metric-views/pins', { ids: [money.id] }, member)).status).toBe(422)
  const own = (await call<MetricView[]>('GET', '/metric-views')).body.data
  expect(own.map(({ position }) => position)).toEqual([null, null, null])
  expect((await call('DELETE', `/metric-views/${runs.id}`, undefined, member)).status).toBe(403)
  expect((await call('DELETE', `/metric-views/${runs.id}`)).status).toBe(200)
  expect((await call<MetricView[]>('GET', '/metric-views', undefined, member)).body.data.map(({ name }) => name)).toEqual(['Cost'])
})
