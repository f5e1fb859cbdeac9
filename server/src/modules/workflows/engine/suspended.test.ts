import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { engineOf } from './engine-of.ts'
import { byHand, flow, isEnded, publish, runsIn, startWorld } from './test-flows.ts'

// A run of an organization that gets suspended writes the results in flight, begins nothing more, and continues afterwards.

let t: TestApp
let user: TestUser
let runs: ReturnType<typeof runsIn>
let world: Awaited<ReturnType<typeof startWorld>>

beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  user = await t.register()
  runs = runsIn(t, user)
  // Longer than a beat of the worker.
  world = await startWorld((path) => ({ status: 200, body: { path }, afterMs: path === '/slow' ? 7_000 : 0 }))
  await t.startWorkers()
})
afterAll(async () => {
  await t.close()
  await world.stop()
})

const setStatus = (status: string) => t.owner.query('update auth.organizations set status = $2 where id = $1', [user.orgId, status])
const setDeletion = (at: string) => t.owner.query(`update auth.organizations set deletes_at = ${at} where id = $1`, [user.orgId])
const statuses = async (id: string) => (await runs.steps(id)).map((step) => `${step.step_id} ${step.status}`)
const request = () => [...world.seen.values()].map(({ path, times }) => `${path} ${times}`).toSorted()

test('writes results in flight, begins nothing more, and loses or repeats nothing', { timeout: 30_000 }, async () => {
  const call = (id: string, path: string) => ({ id, type: 'http', config: { method: 'POST', url: `${world.url}${path}` } })
  const both = await publish(t, user.orgId, flow([call('one', '/slow'), call('two', '/after')], 'start>one one>two'))
  const child = await publish(t, user.orgId, flow([], ''), 'Child')
  const calls = flow(
    [call('one', '/slow'), { id: 'child', type: 'workflow', config: { workflowId: child, wait: true } }],
    'start>one one>child',
  )
  const caller = await publish(t, user.orgId, calls, 'Caller')
  const ids = []
  for (const id of [both, caller]) ids.push((await engineOf(t.platform).start(user.orgId, byHand(id))).runId)
  const [first = '', second = ''] = ids
  await until(async () => world.seen.size === 2)
  await setStatus('SUSPENDED')

  for (const id of ids) await until(async () => (await runs.live(id))?.status === 'ready', 15_000)
  expect(await statuses(first)).toEqual(['start success', 'one success'])
  expect(await statuses(second)).toEqual(['start success', 'one success'])
  // The search for due runs leaves them unchanged.
  await until(async () => {
    const { rows } = await t.owner.query('select run_id from app.workflow_live where org_id = $1 and wake_at > now()', [user.orgId])
    return rows.length === 2
  })
  expect(request()).toEqual(['/slow 1', '/slow 1'])

  await setStatus('ACTIVE')
  for (const id of ids)
    expect(await until(async () => ((run) => isEnded(run) && run)(await runs.read(id)))).toMatchObject({ status: 'success' })
  expect(await statuses(first)).toEqual(['start success', 'one success', 'two success'])
  expect((await runs.steps(first)).map(({ repeats }) => repeats)).toEqual([0, 0, 0])
  expect(request()).toEqual(['/after 1', '/slow 1', '/slow 1'])
})

test('postpones a step that meets the suspension before the worker does', { timeout: 20_000 }, async () => {
  const child = await publish(t, user.orgId, flow([], ''), 'Child')
  const hold = await startWorld(() => ({ status: 200, afterMs: 1_000 }))
  // The child run was not requested before the suspension: its data is read after it.
  const calls = flow(
    [
      { id: 'one', type: 'http', config: { method: 'POST', url: hold.url } },
      { id: 'child', type: 'workflow', config: { workflowId: child, wait: false } },
    ],
    'start>one one>child',
  )
  const caller = await publish(t, user.orgId, calls, 'Caller')
  const { runId } = await engineOf(t.platform).start(user.orgId, byHand(caller))
  await until(async () => hold.seen.size === 1)
  await setDeletion(`now() + interval '30 days'`)
  await until(async () => (await runs.live(runId))?.status === 'ready')
  expect(await statuses(runId)).toEqual(['start success', 'one success', 'child running'])
  await setDeletion('null')
  expect(await until(async () => ((run) => isEnded(run) && run)(await runs.read(runId)))).toMatchObject({ status: 'success' })
  expect([...hold.seen.values()].map(({ times }) => times)).toEqual([1])
  await hold.stop()
})
