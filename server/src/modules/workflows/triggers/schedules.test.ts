import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { runSchedules } from './run-schedules.ts'

let t: TestApp
let user: TestUser
const clock = createFakeClock()
beforeAll(async () => {
  t = await createTestApp({ clock, log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

const call = async <T = WorkflowDetail>(method: string, path: string, body?: unknown, as: TestUser = user): Promise<T> => {
  const response = await t.call<T>(method, `/api/workflows${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })
  expect([200, 201], JSON.stringify(response.body)).toContain(response.status)
  return response.body.data
}
async function publish(config: object, as: TestUser = user, settings: object = {}): Promise<WorkflowDetail> {
  const definition = { steps: [{ id: 'start', type: 'trigger_schedule', name: 'Start', config }], edges: [], settings }
  const { id } = await call('POST', '', { name: 'Comes round', description: 'For tests', definition }, as)
  return call('POST', `/${id}/publish`, { revision: 1 }, as)
}
const startsOf = async (id: string) =>
  (
    await t.owner.query<{ at: string }>("select input ->> 'scheduledAt' as at from app.workflow_runs where workflow_id = $1 order by id", [
      id,
    ])
  ).rows.map(({ at }) => at)
const minutes = (count: number) => clock.advance(count * 60_000)

test('of two schedulers one starts a run, once for each time', async () => {
  const { id, nextAt } = await publish({ cron: '*/10 * * * *' })
  const other = await t.openOther()
  await runSchedules(t.platform)
  expect(await startsOf(id)).toEqual([])
  minutes(10)
  await Promise.all([t.platform, other.platform, t.platform, other.platform].map(runSchedules))
  expect(await startsOf(id)).toEqual([nextAt])
  await runSchedules(other.platform)
  expect(await startsOf(id)).toHaveLength(1)
  minutes(10)
  await Promise.all([t.platform, other.platform].map(runSchedules))
  expect(await startsOf(id)).toHaveLength(2)
  await other.close()
})

test('runs a missed schedule once or skips it', async () => {
  const once = await publish({ cron: '*/10 * * * *', missed: 'run_once' })
  const skip = await publish({ cron: '*/10 * * * *', missed: 'skip' })
  // Well within a slot: a boundary between the two looks below would be another time.
  clock.advance(Date.parse(once.nextAt ?? '') + 63 * 60_000 - clock.now().getTime())
  await runSchedules(t.platform)
  await runSchedules(t.platform)
  expect(await startsOf(once.id)).toEqual([once.nextAt])
  expect(await startsOf(skip.id)).toEqual([])
  const { nextAt } = await call('GET', `/${skip.id}`)
  expect(new Date(nextAt ?? 0).getTime()).toBeGreaterThan(clock.now().getTime())
  clock.advance(new Date(nextAt ?? 0).getTime() - clock.now().getTime())
  await runSchedules(t.platform)
  expect(await startsOf(once.id)).toHaveLength(2)
  expect(await startsOf(skip.id)).toEqual([nextAt])
})

test('starts nothing while the workflow is paused or its organization suspended', async () => {
  const paused = await publish({ cron: '*/10 * * * *' })
  await call('POST', `/${paused.id}/toggle`)
  const stranger = await t.register()
  const suspended = await publish({ cron: '*/10 * * * *' }, stranger)
  const status = (value: string) => t.owner.query('update auth.organizations set status = $2 where id = $1', [stranger.orgId, value])
  await status('SUSPENDED')
  minutes(20)
  await runSchedules(t.platform)
  expect([await startsOf(paused.id), await startsOf(suspended.id)]).toEqual([[], []])
  // After a pause the schedule starts anew; after a suspension the missed time runs.
  await call('POST', `/${paused.id}/toggle`)
  await status('ACTIVE')
  await runSchedules(t.platform)
  expect([await startsOf(paused.id), await startsOf(suspended.id)]).toEqual([[], [suspended.nextAt]])
})

test('skips a time at which the workflow is at its concurrency limit', async () => {
  const { id, nextAt } = await publish({ cron: '*/10 * * * *' }, user, { concurrency: { limit: 1, onLimit: 'skip' } })
  for (let times = 0; times < 2; times++) {
    minutes(10)
    await runSchedules(t.platform)
  }
  // No worker runs here: the first run has not started.
  expect(await startsOf(id)).toEqual([nextAt])
  expect(Date.parse((await call('GET', `/${id}`)).nextAt ?? '')).toBeGreaterThan(clock.now().getTime())
})
