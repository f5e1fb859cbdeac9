import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { engineOf } from '../engine/engine-of.ts'
import { byHand, flow, isEnded, publish, runsIn, startWorld } from '../engine/test-flows.ts'
import { deleteExpiredRows } from '../engine/ticks-store.ts'

let t: TestApp
let owner: TestUser
let runs: ReturnType<typeof runsIn>
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  owner = await t.register()
  runs = runsIn(t, owner)
})
afterAll(() => t.close())

const create = async (path: string, body: object) => {
  const made = await t.call<{ id: string }>('POST', `/api/${path}`, { token: owner.token, body })
  expect(made.status, JSON.stringify(made.body)).toBeLessThan(300)
  return made.body.data.id
}
const newAgent = () => ({
  name: `Agent ${newId()}`,
  type: 'SALES',
  description: 'Made by a test',
  capabilities: ['sentiment_analysis'],
  config: { systemPrompt: 'Answer in one sentence.', temperature: 0.2, maxTokens: 200 },
})
const agent = () => create('agents', newAgent())
const start = async (definition: ReturnType<typeof flow>, input: Json = {}) => {
  const workflowId = await publish(t, owner.orgId, definition)
  return (await engineOf(t.platform).start(owner.orgId, byHand(workflowId, input))).runId
}
const ended = (id: string) => until(async () => ((run) => isEnded(run) && run)(await runs.read(id)))

// Must be first: no worker takes the run until workers are started.
test('fails the step when its agent run is cancelled before it began', async () => {
  const steps = [
    { id: 'ask', type: 'agent', config: { agentId: await agent(), input: 'Hello' }, onError: 'branch' as const },
    { id: 'end', type: 'stop', config: { output: '{{ steps.ask.error.code }}' } },
  ]
  const runId = await start(flow(steps, 'start>ask ask:error>end'))
  const request = await until(async () => (await t.owner.query<{ id: string }>('select id from app.runs')).rows[0])
  expect((await t.call('POST', `/api/runs/${request.id}/cancel`, { token: owner.token })).status).toBeLessThan(300)
  await t.startWorkers()
  expect(await ended(runId)).toMatchObject({ output: 'AGENT_CANCELLED' })
})

test('continues a run with the result and the cost of its agent', async () => {
  const steps = [
    { id: 'ask', type: 'agent', config: { agentId: await agent(), input: 'I love {{ trigger.what }}' } },
    { id: 'end', type: 'stop', config: { output: '{{ steps.ask }}' } },
  ]
  const run = await ended(await start(flow(steps, 'start>ask ask>end'), { what: 'this product' }))
  expect(run).toMatchObject({ status: 'success', output: { text: expect.stringMatching(/\S/), json: null } })
  const { runId } = run.output as { runId: string }
  const { rows } = await t.owner.query('select output, status, trigger, input from app.runs where id = $1', [runId])
  expect(rows).toEqual([
    { output: (run.output as { text: string }).text, status: 'completed', trigger: 'workflow', input: 'I love this product' },
  ])
})

test('waits until an email was sent, and sends it once', async () => {
  const to = `p-${newId()}@example.com`
  const steps = [
    {
      id: 'mail',
      type: 'email',
      config: { to: '{{ trigger.to }}', purpose: '', subject: 'Hello', text: 'Hello {{ trigger.to }}', waitFor: 'sent' },
    },
    { id: 'end', type: 'stop', config: { output: '{{ steps.mail.status }}' } },
  ]
  expect(await ended(await start(flow(steps, 'start>mail mail>end'), { to }))).toMatchObject({ status: 'success', output: 'delivered' })
  const { rows } = await t.owner.query('select body_text from app.sandbox_mail where recipient = $1', [to])
  expect(rows).toHaveLength(1)
})

test('a called workflow gives its result back, however deep, and no deeper than ten', async () => {
  const inner = await publish(
    t,
    owner.orgId,
    flow([{ id: 'end', type: 'stop', config: { output: { twice: '{{ trigger.n }}{{ trigger.n }}' } } }], 'start>end'),
  )
  const calls = (workflowId: string) =>
    flow(
      [
        { id: 'call', type: 'workflow', config: { workflowId, input: { n: '{{ trigger.n }}' } } },
        { id: 'end', type: 'stop', config: { output: '{{ steps.call }}' } },
      ],
      'start>call call>end',
    )
  let workflowId = inner
  for (let depth = 0; depth < 10; depth += 1) workflowId = await publish(t, owner.orgId, calls(workflowId))
  expect(await ended(await start(calls(inner), { n: 4 }))).toMatchObject({ status: 'success', output: { twice: '44' } })
  expect(await ended(await start(calls(workflowId), { n: 4 }))).toMatchObject({ status: 'failed', error: { code: 'WORKFLOW_FAILED' } })
})

test('stores a call that arrives before its run waits, and drops one without a run', { timeout: 20_000 }, async () => {
  const calls: (() => Promise<number>)[] = []
  // The receiver calls the address before it responds.
  const world = await startWorld((path, body) => {
    const url = new URL((JSON.parse(body) as { url: string }).url).pathname
    const call = async () =>
      (await t.app.inject({ method: 'POST', url, headers: { 'content-type': 'application/json' }, payload: '{"answer":42}' })).statusCode
    calls.push(call)
    return path === '/late' ? { status: 500 } : { status: 200, afterMs: 700 }
  })
  const flowTo = (path: string) =>
    flow(
      [
        { id: 'address', type: 'callback_address', config: {} },
        {
          id: 'give',
          type: 'http',
          config: { method: 'POST', url: `${world.url}${path}`, bodyType: 'json', json: { url: '{{ steps.address.url }}' } },
        },
        { id: 'wait', type: 'wait_webhook', config: { address: '{{ steps.address.url }}', timeout: { amount: 1, unit: 'hours' } } },
        { id: 'end', type: 'stop', config: { output: '{{ steps.wait.body.answer }}' } },
      ],
      'start>address address>give give>wait wait>end',
    )
  const runId = await start(flowTo('/give'))
  await until(async () => calls.length === 1)
  expect(await Promise.all([calls[0]?.(), calls[0]?.()]).then((codes) => codes.toSorted())).toEqual([202, 404])
  expect(
    (await runs.steps(runId)).map((step) => step.step_id),
    'it does not wait yet',
  ).toEqual(['start', 'address', 'give'])
  expect(await ended(runId)).toMatchObject({ status: 'success', output: 42 })
  expect(await calls[0]?.()).toBe(404)

  const failed = await start(flowTo('/late'))
  expect(await ended(failed)).toMatchObject({ status: 'failed', error_step: 'give' })
  expect(await calls[1]?.()).toBe(404)
  await deleteExpiredRows(t.platform)
  const { rows } = await t.owner.query('select run_id from app.workflow_callbacks')
  expect(rows.map((row: { run_id: string }) => row.run_id)).not.toContain(failed)
  await world.stop()
})

test('continues the run with the data of a call to an address created in advance', async () => {
  const steps = [
    { id: 'address', type: 'callback_address', config: {} },
    { id: 'give', type: 'set', config: { values: [{ name: 'url', value: '{{ steps.address.url }}' }] } },
    { id: 'wait', type: 'wait_webhook', config: { address: '{{ vars.url }}', timeout: { amount: 1, unit: 'hours' } } },
    { id: 'end', type: 'stop', config: { output: '{{ steps.wait.body.answer }}' } },
  ]
  const runId = await start(flow(steps, 'start>address address>give give>wait wait>end'))
  const waiting = await until(async () => (await runs.steps(runId)).find((step) => step.step_id === 'wait' && step.status === 'waiting'))
  const { resumeUrl } = waiting.output as { resumeUrl: string }
  const path = new URL(resumeUrl).pathname
  const call = () => t.app.inject({ method: 'POST', url: path, headers: { 'content-type': 'application/json' }, payload: '{"answer":42}' })
  expect((await call()).statusCode).toBe(202)
  expect(await ended(runId)).toMatchObject({ status: 'success', output: 42 })
  expect((await call()).statusCode).toBe(404)
})
