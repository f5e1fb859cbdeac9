import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { byHand, flow, isEnded, publish, runsIn, startWorld } from './test-flows.ts'
import { engineOf } from './engine-of.ts'
import type { Engine } from './engine.ts'

let t: TestApp
let user: TestUser
let engine: Engine
let runs: ReturnType<typeof runsIn>
let world: Awaited<ReturnType<typeof startWorld>>

beforeAll(async () => {
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  user = await t.register()
  engine = engineOf(t.platform)
  runs = runsIn(t, user)
  world = await startWorld((path) => (path === '/fail' ? { status: 500 } : { status: 200, body: { path } }))
  await t.startWorkers()
})
afterAll(async () => {
  await t.close()
  await world.stop()
})

const ended = (id: string) => until(async () => ((run) => isEnded(run) && run)(await runs.read(id)))
const signal = (kind: 'event' | 'approval', key: string, id: string, data: object = {}) =>
  t.platform.db.withOrg(user.orgId, (tx) => engine.signal(tx, { kind, key, id, data: data as never }))

test('commits a run of pure steps once and returns its response', async () => {
  const id = await publish(
    t,
    user.orgId,
    flow(
      [
        { id: 'rich', type: 'condition', config: { rules: [{ left: '{{ trigger.n }}', operator: 'gt', right: 10 }] } },
        { id: 'words', type: 'set', config: { values: [{ name: 'said', value: 'n is {{ trigger.n }}' }] } },
        { id: 'answer', type: 'respond', config: { status: 201, body: { said: '{{ vars.said }}' } } },
      ],
      'start>rich rich:yes>words words>answer',
    ),
  )
  const started = await engine.start(user.orgId, byHand(id, { n: 12 }))
  expect(started).toMatchObject({ status: 'success', isRepeat: false })
  expect(await engine.awaitResponse(user.orgId, started.runId, 1_000)).toMatchObject({
    response: { status: 201, body: { said: 'n is 12' } },
  })
  // From the database too, as another process has it.
  expect(await engine.awaitResponse(user.orgId, started.runId, 1_000)).toMatchObject({
    response: { status: 201, body: { said: 'n is 12' } },
  })
  expect((await runs.steps(started.runId)).map((step) => [step.step_id, step.status])).toEqual([
    ['start', 'success'],
    ['rich', 'success'],
    ['words', 'success'],
    ['answer', 'success'],
  ])
  const totals = await t.owner.query('select executions, succeeded from app.workflow_totals where workflow_id = $1', [id])
  expect(totals.rows).toEqual([{ executions: 1, succeeded: 1 }])
  const events = await t.owner.query("select payload from app.outbox where org_id = $1 and type = 'workflow.run.completed'", [user.orgId])
  expect(events.rows).toMatchObject([{ payload: { runId: started.runId, workflowId: id, workflowName: 'Flow', trigger: 'manual' } }])
})

test('writes an effect before and after it and continues the run in this process', async () => {
  const id = await publish(
    t,
    user.orgId,
    flow(
      [
        { id: 'call', type: 'http', config: { method: 'POST', url: `${world.url}/a`, bodyType: 'json', json: { n: '{{ trigger.n }}' } } },
        { id: 'answer', type: 'respond', config: { body: '{{ steps.call.body.path }}' } },
      ],
      'start>call call>answer',
    ),
  )
  const { runId } = await engine.start(user.orgId, byHand(id, { n: 1 }))
  expect(await engine.awaitResponse(user.orgId, runId, 5_000)).toMatchObject({ response: { status: 200, body: '/a' } })
  expect(await ended(runId)).toMatchObject({ status: 'success' })
  expect((await runs.steps(runId))[1]).toMatchObject({ step_id: 'call', status: 'success', output: { status: 200 }, repeats: 0 })
  expect(world.seen.get(`${runId}-2`)).toEqual({ path: '/a', times: 1 })
  expect(await runs.live(runId)).toBeUndefined()
})

test('a failing effect is tried again with another identity, and then ends the run', async () => {
  const id = await publish(
    t,
    user.orgId,
    flow(
      [{ id: 'call', type: 'http', config: { method: 'GET', url: `${world.url}/fail` }, retry: { attempts: 2, delaySeconds: 0 } }],
      'start>call',
    ),
  )
  const { runId } = await engine.start(user.orgId, byHand(id))
  expect(await ended(runId)).toMatchObject({ status: 'failed', error_step: 'call' })
  expect((await runs.steps(runId)).map((step) => [step.step_id, step.attempt, step.status])).toEqual([
    ['start', 1, 'success'],
    ['call', 1, 'failed'],
    ['call', 2, 'failed'],
  ])
})

test('parks a run in a row and wakes it once by a signal, or by its time', async () => {
  const id = await publish(
    t,
    user.orgId,
    flow(
      [
        { id: 'wait', type: 'wait_event', config: { event: 'contact.unsubscribed', timeout: { amount: 1, unit: 'hours' } } },
        { id: 'pause', type: 'delay', config: { mode: 'for', for: { amount: 1, unit: 'seconds' } } },
      ],
      'start>wait wait>pause',
    ),
  )
  const { runId, status } = await engine.start(user.orgId, byHand(id))
  expect(status).toBe('waiting')
  expect(await runs.live(runId)).toMatchObject({ status: 'waiting' })
  expect(await signal('event', 'contact.unsubscribed', 'one', { contactId: 'c' })).toBe(1)
  expect(await ended(runId)).toMatchObject({ status: 'success' })
  expect((await runs.steps(runId)).map((step) => [step.step_id, step.status])).toEqual([
    ['start', 'success'],
    ['wait', 'success'],
    ['pause', 'success'],
  ])
  expect(await signal('event', 'contact.unsubscribed', 'one')).toBe(0)
})

test('starts one run for one start key, also concurrently', async () => {
  const id = await publish(
    t,
    user.orgId,
    flow([{ id: 'call', type: 'http', config: { method: 'POST', url: `${world.url}/once` } }], 'start>call'),
  )
  const all = await Promise.all(Array.from({ length: 10 }, () => engine.start(user.orgId, byHand(id, {}, { startKey: 'k' }))))
  expect(new Set(all.map((run) => run.runId)).size).toBe(1)
  expect(all.filter((run) => !run.isRepeat)).toHaveLength(1)
  await ended(all[0]?.runId ?? '')
  expect([...world.seen.values()].filter((each) => each.path === '/once')).toEqual([{ path: '/once', times: 1 }])
})

test('runs with one key are bounded: the others wait, are refused, or take the place', async () => {
  const steps = [{ id: 'wait', type: 'wait_event', config: { event: 'agent.created', timeout: { amount: 1, unit: 'hours' } } }]
  const of = (onLimit: string) =>
    publish(t, user.orgId, flow(steps, 'start>wait', { concurrency: { key: '{{ trigger.k }}', limit: 1, onLimit } }))
  const queue = await of('queue')
  const [first, second, other] = [
    await engine.start(user.orgId, byHand(queue, { k: 1 })),
    await engine.start(user.orgId, byHand(queue, { k: 1 })),
    await engine.start(user.orgId, byHand(queue, { k: 2 })),
  ]
  expect([second.status, other.status]).toEqual(['queued', 'running'])
  await until(async () => (await runs.live(first.runId))?.status === 'waiting' && (await runs.live(other.runId))?.status === 'waiting')
  expect((await runs.live(second.runId))?.status).toBe('queued')
  await signal('event', 'agent.created', 'x')
  await ended(first.runId)
  await until(async () => (await runs.live(second.runId))?.status === 'waiting')
  await signal('event', 'agent.created', 'y')
  await ended(second.runId)
  const skip = await of('skip')
  await engine.start(user.orgId, byHand(skip, { k: 1 }))
  await expect(engine.start(user.orgId, byHand(skip, { k: 1 }))).rejects.toMatchObject({ status: 409 })
  const cancel = await of('cancel')
  const old = await engine.start(user.orgId, byHand(cancel, { k: 1 }))
  await until(async () => (await runs.live(old.runId))?.status === 'waiting')
  const young = await engine.start(user.orgId, byHand(cancel, { k: 1 }))
  expect(await ended(old.runId)).toMatchObject({ status: 'cancelled' })
  expect((await runs.read(young.runId)).status).not.toBe('cancelled')
})

test('stores a large value apart and lets later steps read it', async () => {
  const id = await publish(
    t,
    user.orgId,
    flow(
      [
        { id: 'wait', type: 'delay', config: { mode: 'for', for: { amount: 0.1, unit: 'seconds' } } },
        { id: 'answer', type: 'set', config: { values: [{ name: 'size', value: '{{ trigger.text | size }}' }] } },
      ],
      'start>wait wait>answer',
    ),
  )
  const { runId } = await engine.start(user.orgId, byHand(id, { text: 'x'.repeat(20_000) }))
  expect(await ended(runId)).toMatchObject({ status: 'success', output: { size: '20000' } })
  const { rows } = await t.owner.query<{ bytes: number }>('select bytes from app.workflow_payloads where run_id = $1', [runId])
  expect(rows.every((row) => row.bytes > 20_000)).toBe(true)
})

test('calls another workflow and ends its open runs when it is deleted', async () => {
  const child = await publish(
    t,
    user.orgId,
    flow(
      [
        { id: 'pause', type: 'delay', config: { mode: 'for', for: { amount: 0.1, unit: 'seconds' } } },
        { id: 'out', type: 'set', config: { values: [{ name: 'double', value: '{{ trigger.n | times: 2 }}' }] } },
      ],
      'start>pause pause>out',
    ),
    'Child',
  )
  const id = await publish(
    t,
    user.orgId,
    flow([{ id: 'call', type: 'workflow', config: { workflowId: child, input: { n: '{{ trigger.n }}' } } }], 'start>call'),
  )
  const { runId } = await engine.start(user.orgId, byHand(id, { n: 21 }))
  expect(await ended(runId)).toMatchObject({ status: 'success', output: { double: '42' } })
  const parked = await publish(
    t,
    user.orgId,
    flow([{ id: 'wait', type: 'wait_event', config: { event: 'agent.deleted', timeout: { amount: 1, unit: 'hours' } } }], 'start>wait'),
  )
  const waiting = await engine.start(user.orgId, byHand(parked))
  await t.platform.db.withOrg(user.orgId, (tx) => engine.cancelAll(tx, parked))
  expect(await ended(waiting.runId)).toMatchObject({ status: 'cancelled' })
  expect((await runs.steps(waiting.runId)).at(-1)).toMatchObject({ step_id: 'wait', status: 'cancelled' })
})
