import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../testing/test-runs.ts'

let t: TestApp
let user: TestUser
let fake: FakeOpenAi
let runs: ReturnType<typeof runsOf>
/** Replies by model; a model without one answers normally. */
const replies = new Map<string, FakeReply>()
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: ({ body }) => replies.get(body?.model ?? '') ?? { text: `From ${body?.model}` } })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const requestsOf = (model: string) => fake.requests.flatMap(({ body }) => (body?.model === model ? [body] : []))
const change = (id: string, body: object) => t.call('PUT', `/api/ai-models/configs/${id}`, { token: user.token, body })

test("the configuration's sampling settings and the lowest token limit reach the request", async () => {
  const settings = { temperature: 1.4, topP: 0.8, frequencyPenalty: 0.5, maxTokens: 900 }
  await runs.serveModel(fake.url, 'tuned', settings, { maxTokensLimit: 700 })
  const own = await runs.agent({ config: { model: 'tuned', temperature: null }, capabilities: ['sentiment_analysis'] })
  expect(await runs.run(own, 'Go')).toMatchObject({ status: 'completed' })
  const set = await runs.agent({ config: { model: 'tuned', temperature: 0.2, maxTokens: 300 } })
  await runs.run(set, 'Go')
  expect(requestsOf('tuned')).toMatchObject([
    { temperature: 1.4, top_p: 0.8, frequency_penalty: 0.5, max_tokens: 700, stream: true, tools: [{}] },
    { temperature: 0.2, top_p: 0.8, frequency_penalty: 0.5, max_tokens: 300 },
  ])
})

test("the provider's switches turn off streaming and tools", async () => {
  await runs.serveModel(fake.url, 'plain', {}, { supportsStreaming: false, supportsFunctionCalling: false })
  const agent = await runs.agent({ config: { model: 'plain' }, capabilities: ['sentiment_analysis'] })
  expect(await runs.run(agent, 'Go')).toMatchObject({ status: 'completed', output: 'From plain' })
  const [request] = requestsOf('plain')
  expect(request?.stream).not.toBe(true)
  expect(request).not.toHaveProperty('tools')
})

test('a failed call goes to the fallbacks in their order, and is metered under the one that answered', async () => {
  const last = await runs.serveModel(fake.url, 'third')
  const middle = await runs.serveModel(fake.url, 'second', { fallbackConfigId: last })
  await runs.serveModel(fake.url, 'first', { fallbackConfigId: middle })
  const agent = await runs.agent({ config: { model: 'first' } })
  replies.set('first', { status: 401 })
  replies.set('second', { status: 503 })
  expect(await runs.run(agent, 'Go')).toMatchObject({ status: 'completed', output: 'From third' })
  const counts = ['first', 'second', 'third'].map((model) => requestsOf(model).length)
  expect(counts).toEqual([1, 1, 1])
  const { rows } = await t.owner.query('select model, model_calls::int as calls from app.usage where agent_id = $1 and model_calls > 0', [
    agent,
  ])
  expect(rows).toEqual([{ model: 'third', calls: 1 }])
})

test('a model at its monthly limit falls back, and an inactive fallback is passed over', async () => {
  const spare = await runs.serveModel(fake.url, 'spare')
  const resting = await runs.serveModel(fake.url, 'resting', { fallbackConfigId: spare })
  await runs.serveModel(fake.url, 'limited', { monthlyUsageLimit: 1, fallbackConfigId: resting })
  await change(resting, { isActive: false })
  const agent = await runs.agent({ config: { model: 'limited' } })
  expect(await runs.run(agent, 'Go')).toMatchObject({ output: 'From limited' })
  const second = await runs.run(agent, 'Go')
  expect(second).toMatchObject({ status: 'completed', output: 'From spare' })
  expect((await runs.events(second.id)).some((event) => event.type === 'status' && event.status === 'running')).toBe(true)
})

test('all models of the order failing for the time being are tried again together', async () => {
  const other = await runs.serveModel(fake.url, 'shaky-other')
  await runs.serveModel(fake.url, 'shaky', { fallbackConfigId: other })
  const agent = await runs.agent({ config: { model: 'shaky' } })
  replies.set('shaky', { status: 503 })
  replies.set('shaky-other', { status: 503 })
  expect(await runs.run(agent, 'Go')).toMatchObject({ status: 'failed', error: { code: 'model_unavailable' } })
  expect([requestsOf('shaky').length, requestsOf('shaky-other').length]).toEqual([4, 4])
})

test('a fallback that leads back, does not exist or belongs to another organization is refused', async () => {
  const a = await runs.serveModel(fake.url, 'circle-a')
  const b = await runs.serveModel(fake.url, 'circle-b', { fallbackConfigId: a })
  const stranger = runsOf(t, await registerOnLargePlan(t))
  const foreign = await stranger.serveModel(fake.url, 'foreign')
  for (const fallbackConfigId of [a, b, foreign]) {
    const response = await change(a, { fallbackConfigId })
    expect(response.status).toBe(422)
    expect(JSON.stringify(response.body)).toContain('fallbackConfigId')
  }
})

test('deleting a fallback clears it from the models that used it', async () => {
  const gone = await runs.serveModel(fake.url, 'short-lived')
  const keeper = await runs.serveModel(fake.url, 'keeper', { fallbackConfigId: gone })
  expect((await t.call('DELETE', `/api/ai-models/configs/${gone}`, { token: user.token })).status).toBe(200)
  const { body } = await t.call<{ id: string; fallbackConfigId: string | null }[]>('GET', '/api/ai-models/configs', { token: user.token })
  expect(body.data.find(({ id }) => id === keeper)?.fallbackConfigId).toBeNull()
})
