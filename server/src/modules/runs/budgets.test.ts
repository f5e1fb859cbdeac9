import type { UnknownModelCall } from '@imperium/contract/ai-models.ts'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { costMicros, priceFor } from '../../platform/llm/prices.ts'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { pause, registerOnLargePlan, runsOf, until } from '../../testing/test-runs.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let runs: ReturnType<typeof runsOf>
let reply: FakeReply
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => reply })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1', RUN_TIMEOUT_MS: '8000' } })
  await t.startWorkers()
})
// A separate organization per test: budgets are monthly sums.
beforeEach(async () => {
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  reply = { text: 'Answer', usage: { prompt: 1_000, completion: 500 } }
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const model = 'gpt-4'
const priced = (prompt: number, completion: number) =>
  costMicros({ inputTokens: prompt, outputTokens: completion, cachedTokens: 0 }, priceFor(model, new Date())).costMicros
/** What `reply` costs by the price table, and the output's most at 1,000 tokens. */
const perCall = priced(1_000, 500)
const pricedAgent = (body: object = {}) => runs.agent({ config: { model, maxTokens: 1_000, systemPrompt: 'x' }, ...body })
const setBudget = (micros: number) =>
  t.owner.query('update auth.organizations set monthly_budget_micros = $1 where id = $2', [micros, user.orgId])

// The cost follows the price table for the tokens that the provider reported, in whole micro-dollars, in the run, its step and the meter.
test('a priced call costs by the table', async () => {
  await runs.serveModel(fake.url, model)
  const agentId = await pricedAgent()
  const run = await runs.run(agentId, 'Go')
  expect(perCall).toBe(60_000)
  expect(run).toMatchObject({ status: 'completed', costMicros: perCall })
  expect(run.steps[0]).toMatchObject({ costMicros: perCall, inputTokens: 1_000, outputTokens: 500 })
  expect(await runs.metered(agentId)).toMatchObject({ costMicros: perCall, modelCalls: 1 })
})

// The sandbox costs nothing and no budget limits it.
test('the sandbox runs on a budget of zero', async () => {
  await setBudget(0)
  const agentId = await runs.agent({ monthlyBudgetMicros: 0 })
  expect(await runs.run(agentId, 'Go')).toMatchObject({ status: 'completed', costMicros: 0 })
})

// A call that could exceed a budget is not sent to the provider; the run reports why, and nothing is metered.
test.each(['organization', 'agent'] as const)('the budget of the %s stops the run before the call', async (scope) => {
  await runs.serveModel(fake.url, model)
  const limit = 2 * perCall + 30_000
  const agentId = await pricedAgent(scope === 'agent' ? { monthlyBudgetMicros: limit } : {})
  if (scope === 'organization') await setBudget(limit)
  const before = fake.count()
  expect((await runs.run(agentId, 'Go')).status).toBe('completed')
  // Now 60,000 of 150,000 are used; a call may cost 60,000 for its output, plus a little for its input.
  expect((await runs.run(agentId, 'Go')).status).toBe('completed')
  const stopped = await runs.run(agentId, 'Go')
  expect(stopped).toMatchObject({ status: 'failed', costMicros: 0, error: { code: 'budget_exceeded' } })
  expect(stopped.error?.message).toMatch(/of \$0\.15 would be exceeded: \$0\.12 used or in use/)
  expect(fake.count() - before).toBe(2)
  expect(stopped.steps.map((step) => step.kind)).toEqual(['result'])
  expect(await runs.metered(agentId)).toMatchObject({ modelCalls: 2, costMicros: 2 * perCall, failed: 1 })
  // Another agent is limited by the organization's budget and not by this agent's.
  expect((await runs.run(await pricedAgent(), 'Go')).status).toBe(scope === 'agent' ? 'completed' : 'failed')
})

// A schema is sent twice: in the prompt, for servers that take none, and as the form of the answer.
test('the most that a call may cost covers all that is sent', async () => {
  await runs.serveModel(fake.url, model)
  const outputSchema = { type: 'object', description: 'x'.repeat(10_000) }
  const config = { model, maxTokens: 1_000, systemPrompt: 'x', outputSchema }
  const { error } = await runs.run(await pricedAgent({ monthlyBudgetMicros: 1, config }), 'Go')
  const [, most = ''] = /may cost \$(\d+\.\d+)/.exec(error?.message ?? '') ?? []
  expect(Number(most)).toBeGreaterThanOrEqual(priced(20_000, 1_000) / 1_000_000)
})

// Parallel runs cannot exceed a budget together: each reserves its maximum cost before its call.
test('parallel runs stay within the budget', async () => {
  await runs.serveModel(fake.url, model)
  await setBudget(4 * perCall)
  reply = { ...reply, delayMs: 300 }
  const agentId = await pricedAgent()
  const before = fake.count()
  const ids = await Promise.all(Array.from({ length: 12 }, () => runs.start(agentId, 'Go')))
  const ended = await Promise.all(ids.map((id) => runs.ended(id)))
  const completed = ended.filter((run) => run.status === 'completed').length
  expect(completed).toBeGreaterThanOrEqual(1)
  expect(fake.count() - before).toBe(completed)
  expect((await runs.metered(agentId))['costMicros']).toBeLessThanOrEqual(4 * perCall)
  expect(ended.filter((run) => run.status === 'failed').every((run) => run.error?.code === 'budget_exceeded')).toBe(true)
})

// A reservation is released when the provider refused the call. A call that was sent and cancelled without any reply stays charged.
test('reservations are released when nothing was used', async () => {
  await runs.serveModel(fake.url, model)
  await setBudget(perCall + 20_000)
  const agentId = await pricedAgent()
  reply = { status: 400 }
  expect((await runs.run(agentId, 'Go')).error?.code).toBe('model_refused')
  reply = { delayMs: 5_000 }
  const cancelled = await runs.start(agentId, 'Go')
  await until(async () => fake.open() > 0)
  expect((await runs.run(agentId, 'Go')).error?.code).toBe('budget_exceeded')
  await runs.cancel(cancelled)
  await runs.ended(cancelled)
  expect((await runs.run(agentId, 'Go')).error?.code).toBe('budget_exceeded')
  const { body } = await t.call<UnknownModelCall[]>('GET', '/api/ai-models/unknown-calls', { token: user.token })
  expect(body.data).toMatchObject([{ purpose: 'run', model, runId: cancelled }])
  await setBudget(2 * perCall + 40_000)
  reply = { text: 'Answer', usage: { prompt: 1_000, completion: 500 } }
  expect((await runs.run(agentId, 'Go')).status).toBe('completed')
})

// The monthly limit of a configuration counts calls, in hand ones included, and stops the next with its own code.
test('the monthly limit of calls holds, also in parallel', async () => {
  await runs.serveModel(fake.url, 'fake-model', { monthlyUsageLimit: 3 })
  reply = { text: 'Answer', delayMs: 100 }
  const agentId = await runs.agent({ config: { model: 'fake-model' } })
  const before = fake.count()
  const ids = await Promise.all(Array.from({ length: 8 }, () => runs.start(agentId, 'Go')))
  const ended = await Promise.all(ids.map((id) => runs.ended(id)))
  await pause(50)
  expect(fake.count() - before).toBe(3)
  expect(ended.filter((run) => run.status === 'completed')).toHaveLength(3)
  expect(ended.find((run) => run.status === 'failed')?.error).toMatchObject({
    code: 'usage_limit',
    message: 'The monthly limit of 3 calls of Fake model is reached.',
  })
})
