import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf, until } from '../../../testing/test-runs.ts'
import { engineOf } from './engine-of.ts'
import { byHand, flow, isEnded, publish, runsIn } from './test-flows.ts'

// The model never responds: every agent run stays in flight until it is cancelled.

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let runs: ReturnType<typeof runsIn>
let ask: object
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => ({ delayMs: 60_000 }) })
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  user = await registerOnLargePlan(t)
  runs = runsIn(t, user)
  const agents = runsOf(t, user)
  await agents.serveModel(fake.url)
  ask = { agentId: await agents.agent({ config: { model: 'fake-model' } }), input: 'Go' }
  await t.startWorkers()
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const start = async (workflowId: string) => (await engineOf(t.platform).start(user.orgId, byHand(workflowId))).runId
const ended = (id: string) => until(async () => ((run) => isEnded(run) && run)(await runs.read(id)))
const agentRuns = async (workflowRun: string) =>
  (
    await t.owner.query<{ status: string }>(
      `select r.status from app.runs r join app.workflow_steps s on s.org_id = r.org_id and s.link ->> 'id' = r.id::text where s.run_id = $1 order by s.seq`,
      [workflowRun],
    )
  ).rows.map(({ status }) => status)
const agentsBecome = async (workflowRun: string, statuses: string[]) => {
  await expect.poll(() => agentRuns(workflowRun), { timeout: 15_000 }).toEqual(statuses)
}

const asksAgent = (more: object = {}) => ({ id: 'ask', type: 'agent', config: { ...ask, ...more } as never })

test('cancels the agent that a cancelled run waits for, also inside a called workflow', async () => {
  const called = await publish(t, user.orgId, flow([asksAgent()], 'start>ask'))
  const call = { id: 'call', type: 'workflow', config: { workflowId: called, wait: true } }
  const runId = await start(await publish(t, user.orgId, flow([call], 'start>call')))
  const child = await until(
    async () => (await t.owner.query<{ id: string }>('select id from app.workflow_runs where parent_run = $1', [runId])).rows[0]?.id,
  )
  await agentsBecome(child, ['running'])
  expect((await t.call('POST', `/api/workflow-runs/${runId}/cancel`, { token: user.token })).status).toBe(200)
  expect(await ended(runId)).toMatchObject({ status: 'cancelled' })
  expect(await ended(child)).toMatchObject({ status: 'cancelled' })
  await agentsBecome(child, ['cancelled'])
})

test('cancels an agent that takes too long and reports it in the step', async () => {
  const step = { ...asksAgent({ timeout: { amount: 1, unit: 'seconds' } }), retry: { attempts: 2, delaySeconds: 0 } }
  const runId = await start(await publish(t, user.orgId, flow([step], 'start>ask')))
  expect(await ended(runId)).toMatchObject({ status: 'failed', error: { code: 'TIMEOUT' } })
  await agentsBecome(runId, ['cancelled', 'cancelled'])
})

test('cancels an agent when its branch lost the race and lets a called workflow continue', async () => {
  const called = await publish(t, user.orgId, flow([asksAgent()], 'start>ask'))
  const steps = [
    { id: 'both', type: 'parallel', config: { branches: [{ name: 'slow' }, { name: 'other' }, { name: 'fast' }] } },
    asksAgent(),
    { id: 'call', type: 'workflow', config: { workflowId: called, wait: true } },
    { id: 'nap', type: 'delay', config: { mode: 'for', for: { amount: 1, unit: 'seconds' } } },
    { id: 'first', type: 'join', config: { mode: 'any' } },
  ]
  const edges = 'start>both both:slow>ask both:other>call both:fast>nap ask>first call>first nap>first'
  const runId = await start(await publish(t, user.orgId, flow(steps, edges)))
  expect(await ended(runId)).toMatchObject({ status: 'success' })
  await agentsBecome(runId, ['cancelled'])
  const { rows } = await t.owner.query<{ id: string; status: string }>('select id, status from app.workflow_runs where parent_run = $1', [
    runId,
  ])
  expect(rows.map(({ status }) => status)).toEqual(['waiting'])
  const child = rows[0]?.id ?? ''
  await agentsBecome(child, ['running'])
  await t.call('POST', `/api/workflow-runs/${child}/cancel`, { token: user.token })
  await agentsBecome(child, ['cancelled'])
})
