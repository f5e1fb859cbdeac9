import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Agent } from '@imperium/contract/agents.ts'
import type { AiModelConfig } from '@imperium/contract/ai-models.ts'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../testing/test-runs.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let runs: ReturnType<typeof runsOf>
let agentId: string
let script: FakeReply[] = []
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: ({ body }) => (body?.model === 'broken' ? { status: 401 } : (script.shift() ?? {})) })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  await runs.serveModel(fake.url)
  agentId = await runs.agent({ config: { model: 'fake-model' }, capabilities: ['sentiment_analysis'] })
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

async function runWith(...replies: FakeReply[]) {
  script = replies
  return runs.run(agentId, 'Go')
}

// The model sees what it wrote, in a form that every provider takes, and what is wrong with it.
test.each<[string, unknown, string]>([
  ['broken JSON', '{"text": "good', 'not JSON'],
  ['a list', '["good"]', 'input'],
  ['a text', '"good"', 'input'],
])('arguments that are %s go back to the model', async (_name, args, problem) => {
  const run = await runWith({ toolCalls: [{ name: 'sentiment_analysis', arguments: args }] }, { text: 'Corrected' })
  expect(run).toMatchObject({ status: 'completed', output: 'Corrected' })
  expect(run.steps[1]).toMatchObject({ kind: 'tool_call', status: 'failed', error: expect.stringContaining(problem) as unknown })
  const [call, answer] = fake.requests.at(-1)?.body?.messages.slice(-2) ?? []
  const [sent] = (call?.tool_calls ?? []) as { function: { arguments: string } }[]
  expect(Object.keys(JSON.parse(sent?.function.arguments ?? '') as object)).toEqual(['malformed_arguments'])
  expect(sent?.function.arguments).toContain('good')
  expect(JSON.stringify(answer?.content)).toContain('Wrong arguments')
})

test('arguments cut off at the output limit say so', async () => {
  const cut = { toolCalls: [{ name: 'sentiment_analysis', arguments: '{"text": "' }], finishReason: 'length' }
  expect((await runWith(cut, { text: 'Shorter' })).steps[1]?.error).toContain('cut off at the output limit')
})

// A key that the tool does not know is not dropped silently: the model may think that it had an effect.
test('an unknown key goes back to the model', async () => {
  const run = await runWith(
    { toolCalls: [{ name: 'sentiment_analysis', arguments: { text: 'good', language: 'de' } }] },
    { text: 'Corrected' },
  )
  expect(run.steps[1]).toMatchObject({ status: 'failed', error: expect.stringContaining('language') as unknown })
})

// Reasoning in tags is kept in the step and stands in no answer, no stream and no later request.
test.each([1, 7, 40])('text in think tags is reasoning, in %i pieces', async (pieces) => {
  const run = await runWith({ text: '<think>secret plan</think>\n\nVisible answer', pieces, chunkDelayMs: 1 })
  expect(run.output).toBe('Visible answer')
  expect(run.steps[0]?.output).toMatchObject({ text: 'Visible answer', reasoning: 'secret plan' })
  const texts = (await runs.events(run.id)).flatMap((event) => (event.type === 'text' ? [event.delta] : []))
  expect(texts.join('')).not.toContain('secret')
})

test('reasoning is taken back where its opening tag was in the prompt', async () => {
  const run = await runWith({ text: 'secret plan</think>\n\nVisible answer', pieces: 4, chunkDelayMs: 80 })
  expect(run.output).toBe('Visible answer')
  const texts = (await runs.events(run.id)).flatMap((event) => (event.type === 'text' ? [event] : []))
  const last = Math.max(...texts.map(({ attempt }) => attempt))
  expect(
    texts
      .filter(({ attempt }) => attempt === last)
      .map(({ delta }) => delta)
      .join(''),
  ).not.toContain('secret')
})

test('reasoning that never ends is no answer', async () => {
  const run = await runWith({ text: '<think>secret plan' }, { text: 'Visible' })
  expect(run).toMatchObject({ status: 'completed', output: 'Visible' })
})

// A fallback hides nothing: the run names the attempt before it, and the card of the model that failed tells of it.
test('a fallback shows what failed before it', async () => {
  const configs = async () => (await t.call<AiModelConfig[]>('GET', '/api/ai-models/configs', { token: user.token })).body.data
  const answering = (await configs()).find(({ modelId }) => modelId === 'fake-model')
  await runs.serveModel(fake.url, 'broken', { fallbackConfigId: answering?.id })
  const id = await runs.agent({ config: { model: 'broken' } })
  script = [{ text: 'From the fallback' }]
  const run = await runs.run(id, 'Go')
  expect(run).toMatchObject({ status: 'completed', output: 'From the fallback' })
  expect(run.steps[0]).toMatchObject({
    name: 'fake-model',
    attempt: 2,
    input: { failedAttempts: [{ attempt: 1, model: 'broken', error: expect.stringContaining('API key') as unknown }] },
  })
  const failed = (await configs()).find(({ modelId }) => modelId === 'broken')
  expect(failed?.failure).toMatchObject({ calls: 1, message: expect.stringContaining('API key') as unknown })
  expect((await configs()).find(({ modelId }) => modelId === 'fake-model')?.failure).toEqual(answering?.failure)
})

test('an agent names a model that exists, and is warned of one that is not configured', async () => {
  const save = (method: 'POST' | 'PUT', path: string, body: object) =>
    t.call<Agent>(method, `/api/agents${path}`, { token: user.token, body })
  const agent = { name: 'Named', type: 'SALES' }
  const unknown = await save('POST', '', { ...agent, config: { model: 'gtp-4' } })
  expect([unknown.status, unknown.body.errors?.[0]?.path]).toEqual([422, 'config.model'])
  const known = await save('POST', '', { ...agent, config: { model: 'claude-3-opus' } })
  expect([known.status, known.body.data.warnings?.map(({ path }) => path)]).toEqual([201, ['config.model']])
  const path = `/${known.body.data.id}`
  expect((await save('PUT', path, { config: { model: 'gtp-4' } })).status).toBe(422)
  expect((await save('PUT', path, { config: { model: 'fake-model' } })).body.data.warnings).toBeUndefined()
})
