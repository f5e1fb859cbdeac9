import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import type { WorkflowRun, WorkflowRunDetail } from '@imperium/contract/workflows/workflow-runs.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { flow, isEnded, publish, runsIn, startWorld } from '../engine/test-flows.ts'
import { dropWorkflowMonths, eraseWorkflowRunsBefore, organizationsWithWorkflowRunsBefore } from './erase-runs-store.ts'

let t: TestApp
let user: TestUser
let runs: ReturnType<typeof runsIn>
let world: Awaited<ReturnType<typeof startWorld>>
let isBroken = true

beforeAll(async () => {
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  user = await t.register()
  runs = runsIn(t, user)
  world = await startWorld((path) => {
    if (path === '/broken' && isBroken) return { status: 500 }
    return path === '/slow' ? { status: 200, body: {}, afterMs: 700 } : { status: 200, body: { path } }
  })
  await t.startWorkers()
})
afterAll(async () => {
  await t.close()
  await world.stop()
})

const post = <T = { runId: string; status: string }>(path: string, body: unknown = {}) =>
  t.call<T>('POST', `/api${path}`, { token: user.token, body })
const read = async (id: string) => (await t.call<WorkflowRunDetail>('GET', `/api/workflow-runs/${id}`, { token: user.token })).body.data
const ended = (id: string) => until(async () => ((run) => isEnded(run) && run)(await read(id)))
const start = async (workflowId: string, input: Json = {}): Promise<string> => {
  const { status, body } = await post(`/workflows/${workflowId}/run`, { input })
  expect(status, JSON.stringify(body)).toBe(202)
  return body.data.runId
}
const call = (id: string, path: string, more: object = {}) => ({
  id,
  type: 'http',
  config: { method: 'POST', url: `${world.url}${path}`, ...more },
})
const callsOf = (path: string) => [...world.seen.values()].filter((each) => each.path === path).reduce((sum, each) => sum + each.times, 0)

test('a run that failed is repeated from its failed step, from the start, from a step, and replayed', async () => {
  const id = await publish(
    t,
    user.orgId,
    flow([call('one', '/one'), call('two', '/broken'), call('three', '/three')], 'start>one one>two two>three'),
  )
  const first = await start(id, { n: 1 })
  expect(await ended(first)).toMatchObject({ status: 'failed', errorStep: 'two', input: { n: 1 }, trigger: 'manual' })
  isBroken = false
  const retry = async (body: object) => {
    const { status, body: response } = await post(`/workflow-runs/${first}/retry`, body)
    expect(status, JSON.stringify(response)).toBe(202)
    return ended(response.data.runId)
  }
  const again = await retry({ from: 'failed' })
  expect(again).toMatchObject({ status: 'success', retryOf: first, trigger: 'retry' })
  expect(again.steps.map((step) => [step.stepId, step.status])).toEqual([
    ['start', 'success'],
    ['one', 'reused'],
    ['two', 'success'],
    ['three', 'success'],
  ])
  expect([callsOf('/one'), callsOf('/three')]).toEqual([1, 1])
  expect((await read(first)).retries).toEqual([again.id])
  await retry({ from: 'start' })
  expect(callsOf('/one')).toBe(2)
  await retry({ from: 'step', stepId: 'two' })
  expect(callsOf('/one')).toBe(2)
  await retry({ from: 'failed', effects: { one: 'redo' } })
  expect(callsOf('/one')).toBe(3)
  const before = [callsOf('/one'), callsOf('/broken'), callsOf('/three')]
  const replayed = await retry({ from: 'replay' })
  expect(replayed).toMatchObject({ status: 'failed', errorStep: 'two' })
  expect([callsOf('/one'), callsOf('/broken'), callsOf('/three')]).toEqual(before)
})

test('lists runs with filters and pages, invisible to other organizations', async () => {
  const id = await publish(t, user.orgId, flow([], ''), 'Listed')
  const ids = [await start(id), await start(id), await start(id)]
  for (const each of ids) await ended(each)
  const list = async (query: string, token = user.token) =>
    (await t.call<WorkflowRun[]>('GET', `/api/workflow-runs?${query}`, { token })).body
  const first = await list(`workflowId=${id}&limit=2`)
  expect(first.data.map((run) => run.id)).toEqual([ids[2], ids[1]])
  const second = await list(`workflowId=${id}&limit=2&cursor=${first.page?.nextCursor}`)
  expect(second.data.map((run) => run.id)).toEqual([ids[0]])
  expect((await list(`workflowId=${id}&status=failed`)).data).toEqual([])
  expect((await list(`q=Listed&status=ended&trigger=manual`)).data).toHaveLength(3)
  expect((await list(`from=${new Date(Date.now() + 60_000).toISOString()}`)).data).toEqual([])
  const other = await t.register()
  expect((await list('', other.token)).data).toEqual([])
  expect((await t.call('GET', `/api/workflow-runs/${ids[0]}`, { token: other.token })).status).toBe(404)
})

test('pauses a run after the step in flight, resumes it, and cancels it', async () => {
  const id = await publish(t, user.orgId, flow([call('slow', '/slow'), call('after', '/after')], 'start>slow slow>after'))
  const runId = await start(id)
  await until(async () => (await runs.steps(runId)).length === 2)
  expect((await post(`/workflow-runs/${runId}/pause`)).status).toBe(200)
  await until(async () => (await read(runId)).status === 'paused')
  expect((await runs.steps(runId)).map((step) => step.status)).toEqual(['success', 'success'])
  expect(callsOf('/after')).toBe(0)
  expect((await post(`/workflow-runs/${runId}/resume`)).status).toBe(200)
  expect(await ended(runId)).toMatchObject({ status: 'success' })
  expect((await post(`/workflow-runs/${runId}/cancel`)).status).toBe(409)
  const parked = await publish(
    t,
    user.orgId,
    flow([{ id: 'pause', type: 'delay', config: { mode: 'for', for: { amount: 1, unit: 'days' } } }], 'start>pause'),
  )
  const waiting = await start(parked)
  await until(async () => (await read(waiting)).status === 'waiting')
  expect((await read(waiting)).steps.at(-1)).toMatchObject({ status: 'waiting', waitingFor: { kind: 'time' } })
  expect((await post(`/workflow-runs/${waiting}/pause`)).body.data.status).toBe('paused')
  expect((await post(`/workflow-runs/${waiting}/resume`)).status).toBe(200)
  await until(async () => (await read(waiting)).status === 'waiting')
  expect((await post(`/workflow-runs/${waiting}/cancel`)).status).toBe(200)
  expect(await ended(waiting)).toMatchObject({ status: 'cancelled' })
})

test('pauses and cancels runs while the organization is at rest, and begins nothing more of them after it', async () => {
  const definition = flow([call('slow', '/slow'), call('rested', '/rested')], 'start>slow slow>rested')
  const id = await publish(t, user.orgId, definition, 'Rested')
  const [cancelled, paused] = [await start(id), await start(id)]
  const setRest = async (at: string) => {
    await t.owner.query(`update auth.organizations set deletes_at = ${at} where id = $1`, [user.orgId])
    t.platform.auth.invalidate(user.userId)
  }
  await until(async () => (await runs.steps(cancelled)).length + (await runs.steps(paused)).length === 4)
  await setRest(`now() + interval '30 days'`)
  expect((await post(`/workflow-runs/${cancelled}/cancel`)).status).toBe(200)
  expect((await post(`/workflow-runs/${paused}/pause`)).status).toBe(200)
  expect((await post(`/workflow-runs/${paused}/resume`)).status).toBe(403)
  expect((await post(`/workflows/${id}/toggle`)).body.data.status).toBe('paused')
  expect((await post(`/workflows/${id}/toggle`)).status).toBe(403)
  await setRest('null')
  await t.platform.wakeRested(user.orgId)
  expect(await ended(cancelled)).toMatchObject({ status: 'cancelled' })
  await until(async () => (await read(paused)).status === 'paused')
  expect(callsOf('/rested')).toBe(0)
  expect((await post(`/workflow-runs/${paused}/cancel`)).status).toBe(200)
  expect(await ended(paused)).toMatchObject({ status: 'cancelled' })
})

test('drafts are tried on samples, and their outputs are samples for the editor', async () => {
  const definition = flow(
    [call('one', '/never'), { id: 'say', type: 'set', config: { values: [{ name: 'a', value: '{{ steps.one.status }}' }] } }],
    'start>one one>say',
  )
  const id = await publish(t, user.orgId, definition)
  const { body } = await post(`/workflows/${id}/test`, {})
  const run = await ended(body.data.runId)
  expect(run).toMatchObject({ status: 'success', isTest: true, version: 0, output: { a: 200 } })
  expect(run.definition.steps).toHaveLength(3)
  expect(callsOf('/never')).toBe(0)
  const short = await post(`/workflows/${id}/test`, { until: 'one', definition })
  expect((await ended(short.body.data.runId)).steps.map((step) => step.stepId)).toEqual(['start', 'one'])
  const samples = await t.call<{ trigger: Json; steps: Record<string, Json> }>('GET', `/api/workflows/${id}/samples`, { token: user.token })
  expect(samples.body.data.steps['say']).toEqual({ a: 200 })
  const broken = await post(`/workflows/${id}/test`, { definition: { ...definition, edges: [] } })
  expect(broken.status).toBe(422)
})

test('lets a member decide an unknown outcome and quarantines a run that kills its workers', async () => {
  // As after a crash: the effect was started and its outcome is unknown.
  const crashed = await crash()
  await until(async () => (await runs.steps(crashed)).some((step) => step.status === 'unknown'))
  expect((await read(crashed)).status).toBe('waiting')
  expect((await post(`/workflow-runs/${crashed}/steps/2/decide`, { decision: 'done', output: { status: 200 } })).status).toBe(200)
  expect(await ended(crashed)).toMatchObject({ status: 'success' })
  expect(callsOf('/next')).toBe(1)
  const poisoned = await crash(3)
  await until(async () => (await read(poisoned)).status === 'quarantined')
  expect(await read(poisoned)).toMatchObject({ error: { code: 'QUARANTINED' } })
  expect((await post(`/workflow-runs/${poisoned}/cancel`)).status).toBe(200)
  expect(await ended(poisoned)).toMatchObject({ status: 'cancelled' })
})

/** A run with a worker that died during its first effect. */
async function crash(crashes = 0): Promise<string> {
  const slow = await publish(t, user.orgId, flow([call('one', '/slow'), call('two', '/next')], 'start>one one>two'))
  const runId = await start(slow)
  await until(async () => (await runs.steps(runId)).length === 2)
  await t.owner.query(
    "update app.workflow_live set epoch = epoch + 1, lease_owner = 'elsewhere:1:x', lease_until = now() - interval '1 second', crashes = $2 where run_id = $1",
    [runId, crashes],
  )
  return runId
}

test('erases runs after their retention and keeps open ones', async () => {
  const id = await publish(t, user.orgId, flow([], ''))
  const runId = await start(id)
  await ended(runId)
  const later = new Date(Date.now() + 60_000)
  const found = await t.platform.db.withSystem((tx) => organizationsWithWorkflowRunsBefore(tx, later, null, 10))
  expect(found).toContain(user.orgId)
  expect(await t.platform.db.withSystem((tx) => eraseWorkflowRunsBefore(tx, user.orgId, later, 500))).toBeGreaterThan(0)
  expect((await t.owner.query('select 1 from app.workflow_steps where run_id = $1', [runId])).rowCount).toBe(0)
  expect(await t.platform.db.withSystem((tx) => dropWorkflowMonths(tx, new Date(Date.now() - 400 * 86_400_000)))).toBe(0)
})

test('hides addresses that continue a run from roles that may only read', async () => {
  const steps = [
    { id: 'address', type: 'callback_address' },
    { id: 'given', type: 'set', config: { values: [{ name: 'text', value: 'Call {{ steps.address.url }}' }] } },
    { id: 'wait', type: 'wait_webhook', config: { address: '{{ steps.address.url }}' } },
  ]
  const id = await publish(t, user.orgId, flow(steps, 'start>address address>given given>wait'))
  const run = await start(id)
  const waiting = await until(async () => ((found) => found.status === 'waiting' && found)(await read(run)))
  const [, token = ''] = /resume\/([\w-]{43})/.exec(waiting.steps.at(-1)?.waitingFor?.resumeUrl ?? '') ?? []
  expect(token).toHaveLength(43)
  const viewer = await t.addMember(user.orgId, 'VIEWER')
  for (const path of [`/workflow-runs/${run}`, `/workflows/${id}/samples`]) {
    expect(JSON.stringify((await t.call('GET', `/api${path}`, { token: user.token })).body)).toContain(token)
    const { status, body } = await t.call('GET', `/api${path}`, { token: viewer.token })
    expect([status, JSON.stringify(body).includes(token)]).toEqual([200, false])
  }
})
