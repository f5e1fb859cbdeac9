import fc from 'fast-check'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { MetricAlert } from '@imperium/contract/analytics/metric-alerts.ts'
import { foldUsage, meter } from '../../../platform/metering/metering.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { checkAlerts } from './check-alerts.ts'
import { isQuietHour, nextState } from './next-state.ts'
import type { AlertRule, AlertState } from './next-state.ts'

describe('the state of an alert', () => {
  const rule = (more: Partial<AlertRule> = {}): AlertRule => ({
    condition: 'above',
    threshold: 10,
    recovery: null,
    needed: 1,
    of: 1,
    ...more,
  })
  const start: AlertState = { state: 'new', isFiring: false, checks: [] }
  const states = (of: AlertRule, values: readonly (number | null)[]) => {
    let state = start
    return values.map((value) => (state = nextState(of, state, { value, change: value })).state)
  }

  test('fires past the limit, not at it, and resolves at the recovery limit', () => {
    expect(states(rule(), [10, 11, 10])).toEqual(['ok', 'firing', 'ok'])
    expect(states(rule({ recovery: 5 }), [11, 9, 6, 5])).toEqual(['firing', 'firing', 'firing', 'ok'])
    expect(states(rule({ condition: 'below', recovery: 12 }), [9, 11, 12])).toEqual(['firing', 'firing', 'ok'])
    expect(states(rule({ condition: 'falls' }), [-10, -11])).toEqual(['ok', 'firing'])
    expect(states(rule({ condition: 'missing', threshold: null }), [1, 0, null, 2])).toEqual(['ok', 'firing', 'firing', 'ok'])
  })

  test('needs n of m checks', () => {
    expect(states(rule({ needed: 2, of: 3 }), [11, 1, 11, 1, 1])).toEqual(['ok', 'ok', 'firing', 'ok', 'ok'])
  })

  test('a missing value fires nothing, resolves nothing and counts as no check', () => {
    fc.assert(
      fc.property(fc.array(fc.option(fc.integer({ min: 0, max: 20 }), { nil: null })), fc.integer({ min: 1, max: 4 }), (values, needed) => {
        const of = rule({ needed, of: 4, recovery: 7 })
        let [state, without] = [start, start]
        for (const value of values) {
          state = nextState(of, state, { value, change: null })
          expect(value !== null || state.state === 'missing').toBe(true)
          if (value !== null) without = nextState(of, without, { value, change: null })
          expect([state.isFiring, state.checks]).toEqual([without.isFiring, without.checks])
        }
      }),
    )
  })

  test('quiet hours may pass midnight', () => {
    expect([21, 22, 3, 6].map((hour) => isQuietHour(hour, 22, 6))).toEqual([false, true, true, false])
    expect(isQuietHour(5, 0, 0)).toBe(false)
  })
})

describe('alerts', () => {
  // Noon of the day on which the test writes, whatever the hour: its checks stay within that day.
  let at = Math.floor(Date.now() / 86_400_000) * 86_400_000 + 12 * 3_600_000
  const clock = { now: () => new Date(at) }
  let t: TestApp
  let owner: TestUser
  beforeAll(async () => {
    t = await createTestApp({ log: 'error', clock })
    owner = await t.register()
  })
  afterAll(() => t.close())

  const call = <T>(method: string, path: string, body?: object, user = owner) =>
    t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })
  const create = (body: object, user = owner) =>
    call<MetricAlert>('POST', '/metric-alerts', { metric: 'agent_runs_failed', condition: 'above', threshold: 2, ...body }, user)
  const find = async (id: string, user = owner) =>
    (await call<MetricAlert[]>('GET', '/metric-alerts', undefined, user)).body.data.find((each) => each.id === id)
  const fail = (failed: number) => t.platform.db.withOrg(owner.orgId, (tx) => meter(tx, { runs: Math.max(0, failed), failed }))
  const check = async () => {
    at += 16 * 60_000
    await checkAlerts(t.platform)
  }
  const toldOf = async (id: string) =>
    (
      await t.owner.query<{ type: string; payload: { recipients?: string[]; isFiring?: boolean } }>(
        `select type, payload from app.outbox where payload ->> 'alertId' = $1 order by id`,
        [id],
      )
    ).rows

  test('an alert fires, tells members and programs, starts its workflow once, and resolves', async () => {
    const made = await call<{ id: string }>('POST', '/workflows', {
      name: 'On alert',
      definition: {
        steps: [
          { id: 'start', type: 'trigger_manual', name: 'Start', config: {} },
          { id: 'keep', type: 'set', name: 'Keep', config: { values: [{ name: 'heard', value: 'yes' }] } },
        ],
        edges: [{ from: 'start', to: 'keep' }],
      },
    })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const workflowId = made.body.data.id
    const published = await call('POST', `/workflows/${workflowId}/publish`, { revision: 1 })
    expect(published.status, JSON.stringify(published.body)).toBe(200)
    const { id } = (await create({ name: 'Failures', recipients: [owner.userId], workflowId })).body.data
    await check()
    expect(await find(id)).toMatchObject({ state: 'ok', lastValue: 0, isFiring: false })
    await fail(3)
    await check()
    await check()
    expect(await find(id)).toMatchObject({ state: 'firing', lastValue: 3, isFiring: true })
    expect((await toldOf(id)).map(({ type }) => type)).toEqual(['metric.alert.fired', 'metric.alert.told'])
    expect((await toldOf(id))[1]?.payload.recipients).toEqual([owner.userId])
    const runs = await t.owner.query('select triggered_by from app.workflow_runs where workflow_id = $1', [workflowId])
    expect(runs.rows).toEqual([{ triggered_by: 'Alert Failures' }])
    await fail(-2)
    await check()
    expect((await find(id))?.state).toBe('ok')
    expect((await toldOf(id)).map(({ type }) => type).slice(2)).toEqual(['metric.alert.resolved', 'metric.alert.told'])
  })

  test('members are told behind the quiet hours, programs at once', async () => {
    const hour = clock.now().getUTCHours()
    const { id } = (
      await create({ name: 'Quiet', threshold: 0, recipients: [owner.userId], quietFrom: (hour + 23) % 24, quietTo: (hour + 2) % 24 })
    ).body.data
    await fail(1)
    await check()
    expect((await toldOf(id)).map(({ type }) => type)).toEqual(['metric.alert.fired'])
    await t.owner.query('update app.metric_alerts set quiet_to = quiet_from where id = $1', [id])
    await check()
    await check()
    expect((await toldOf(id)).map(({ type }) => type)).toEqual(['metric.alert.fired', 'metric.alert.told'])
    await call('DELETE', `/metric-alerts/${id}`)
  })

  test('a metric without a value is missing, and one that cannot be read stops no other', async () => {
    const { id } = (await create({ name: 'Slow', metric: 'campaign_open_rate', condition: 'below', threshold: 10 })).body.data
    const { id: broken } = (await create({ name: 'Broken' })).body.data
    await t.owner.query(`update app.metric_alerts set metric = 'gone', checked_at = '2020-01-01' where id = $1`, [broken])
    await check()
    expect((await find(id))?.state).toBe('missing')
    const { rows } = await t.owner.query('select state from app.metric_alerts where id = $1', [broken])
    expect(rows).toEqual([{ state: 'missing' }])
    await t.owner.query('delete from app.metric_alerts where id = $1', [broken])
  })

  test('too little is judged by whole days', async () => {
    const user = await t.register()
    const { id } = (await create({ name: 'Silence', metric: 'agent_runs', condition: 'missing', threshold: null }, user)).body.data
    await t.platform.db.withOrg(user.orgId, (tx) => meter(tx, { runs: 1 }))
    await t.platform.db.withSystem((tx) => foldUsage(tx))
    await check()
    // Nothing was counted yesterday, whatever today brings.
    expect((await find(id, user))?.state).toBe('firing')
  })

  test('are seen and changed by who may', async () => {
    const [admin, member, other] = [
      await t.addMember(owner.orgId, 'ADMIN'),
      await t.addMember(owner.orgId, 'MEMBER'),
      await t.addMember(owner.orgId, 'MEMBER'),
    ]
    expect((await create({ name: 'Revenue', metric: 'revenue_total', currency: 'EUR' }, member)).status).toBe(403)
    const money = await create({ name: 'Revenue', metric: 'revenue_total', currency: 'EUR' })
    expect(money.status).toBe(201)
    expect(await find(money.body.data.id, admin)).toBeUndefined()
    expect((await create({ name: 'No currency', metric: 'revenue_total' })).body.errors?.[0]?.path).toBe('currency')
    expect((await create({ name: 'No limit', threshold: null })).body.errors?.[0]).toMatchObject({
      path: 'threshold',
      message: 'Give a limit',
    })
    expect((await create({ name: 'Too many', needed: 3, of: 2 })).body.errors?.[0]?.path).toBe('needed')
    expect((await create({ name: 'Stranger', recipients: [(await t.register()).userId] })).body.errors?.[0]?.path).toBe('recipients.0')
    const own = (await create({ name: 'Own' }, member)).body.data
    expect((await create({ name: 'OWN' }, other)).status).toBe(409)
    expect((await call('PATCH', `/metric-alerts/${own.id}`, { threshold: 5 }, other)).status).toBe(403)
    expect(
      (await call<MetricAlert>('PATCH', `/metric-alerts/${own.id}`, { threshold: 5, updatedAt: own.updatedAt }, admin)).body.data,
    ).toMatchObject({
      threshold: 5,
      state: 'new',
    })
    expect((await call('PATCH', `/metric-alerts/${own.id}`, { threshold: 6, updatedAt: own.updatedAt }, member)).status).toBe(409)
    expect((await call('DELETE', `/metric-alerts/${own.id}`, undefined, await t.register())).status).toBe(404)
    expect((await call('DELETE', `/metric-alerts/${own.id}`, undefined, member)).status).toBe(200)
  })
})
