import { afterAll, beforeAll, expect, test } from 'vitest'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../../testing/test-runs.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let runs: ReturnType<typeof runsOf>
let script: FakeReply[] = []
const outputSchema = {
  type: 'object',
  properties: { score: { type: 'integer', minimum: 0, maximum: 100 }, reason: { type: 'string' } },
  required: ['score', 'reason'],
  additionalProperties: false,
}
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => script.shift() ?? { text: 'Done' } })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  await runs.serveModel(fake.url)
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const right = { score: 82, reason: 'Budget is clear' }

test.each([
  ['at once', [JSON.stringify(right)], 1],
  ['in a fence', ['```json\n{"score":82,"reason":"Budget is clear"}\n```'], 1],
  ['after one repair', ['Score: 82', JSON.stringify(right)], 2],
  ['after one repair of a wrong value', [JSON.stringify({ score: 182, reason: 'x' }), JSON.stringify(right)], 2],
])('an answer that matches the schema %s is stored as data', async (_when, texts, calls) => {
  script = texts.map((text) => ({ text }))
  const agentId = await runs.agent({ config: { model: 'fake-model', outputSchema } })
  const run = await runs.run(agentId, 'Judge this lead')
  expect(run, JSON.stringify(run.error)).toMatchObject({ status: 'completed', result: right })
  expect(run.steps.filter(({ kind }) => kind === 'model_call')).toHaveLength(calls)
  const request = fake.requests.at(-1)?.body
  expect(request?.['response_format']).toMatchObject({ type: 'json_schema', json_schema: { schema: outputSchema } })
  expect(JSON.stringify(request?.messages.at(-1)).includes('does not match the required JSON schema')).toBe(calls === 2)
})

test('a second wrong answer fails the run, with its text and the reason', async () => {
  script = [{ text: 'Good' }, { text: JSON.stringify({ score: 'high', reason: 'x' }) }]
  const run = await runs.run(await runs.agent({ config: { model: 'fake-model', outputSchema } }), 'Judge this lead')
  expect(run).toMatchObject({ status: 'failed', error: { code: 'output_invalid', message: expect.stringContaining('score') } })
  expect([run.output, run.result]).toEqual([JSON.stringify({ score: 'high', reason: 'x' }), undefined])
})

// Ids of other systems have more digits than a number of JavaScript.
test('a number of the answer keeps all its digits', async () => {
  script = [{ text: '{"order":9007199254740993}' }]
  const schema = { type: 'object', properties: { order: { type: 'integer' } }, required: ['order'] }
  const run = await runs.run(await runs.agent({ config: { model: 'fake-model', outputSchema: schema } }), 'Which order?')
  const { rows } = await t.owner.query<{ text: string }>('select result::text as text from app.runs where id = $1', [run.id])
  expect(rows).toEqual([{ text: '{"order": 9007199254740993}' }])
})

test('the sandbox model answers by the schema; without one an answer is text', async () => {
  const run = await runs.run(await runs.agent({ config: { model: 'sandbox', outputSchema } }), 'Judge this lead')
  expect(run).toMatchObject({ status: 'completed', result: { score: expect.any(Number), reason: 'Judge this lead' } })
  const plain = await runs.run(await runs.agent({ config: { model: 'sandbox' } }), 'Judge this lead')
  expect(plain.result).toBeUndefined()
})

test.each([
  [{ type: 'array' }, 'must be of'],
  [{ type: 'object', properties: { a: { type: 'string', pattern: '(a+)+$' } } }, 'Patterns, references'],
  [{ type: 'object', properties: { a: { $ref: 'https://evil.test/schema' } } }, 'Patterns, references'],
  [{ type: 'object', properties: { a: { $recursiveRef: '#' } } }, 'Patterns, references'],
  [{ type: 'object', description: 'x'.repeat(20_000) }, 'at most 16 KB'],
  // Each would be read wrong, or not at all, when an answer is compared.
  [{ type: 'object', properties: { a: { type: 'strng' } } }, 'config.outputSchema.properties.a.type'],
  [{ type: 'object', allOf: {} }, 'config.outputSchema.allOf'],
  [{ type: 'object', required: 'a' }, 'config.outputSchema.required'],
  [{ type: 'object', properties: { a: { enum: 'b' } } }, 'config.outputSchema.properties.a.enum'],
  [{ type: 'object', properties: { a: { minimum: '5' } } }, 'config.outputSchema.properties.a.minimum'],
])('refuses the schema %j', async (schema, message) => {
  const body = { name: 'x', type: 'SALES', config: { outputSchema: schema } }
  const refused = await t.call('POST', '/api/agents', { token: user.token, body })
  expect(refused.status).toBe(422)
  expect(JSON.stringify(refused.body)).toContain(message)
})

// Values are no schemas, and properties may have the names of keywords.
test('takes a schema that only names what is refused', async () => {
  const properties = { pattern: { type: 'string', default: { $ref: 'x' } }, required: { const: { pattern: 'y' } } }
  const id = await runs.agent({ config: { outputSchema: { type: 'object', properties, 'x-note': { $ref: 'z' } } } })
  expect(id).not.toBe('')
})

test('a changed schema makes a new version', async () => {
  const id = await runs.agent({ config: { model: 'sandbox' } })
  const change = async (value: object | null) =>
    (
      await t.call<{ version: number; outputSchema: unknown }>('PUT', `/api/agents/${id}`, {
        token: user.token,
        body: { config: { outputSchema: value } },
      })
    ).body.data
  expect(await change(outputSchema)).toMatchObject({ version: 2, outputSchema })
  expect(await change(outputSchema)).toMatchObject({ version: 2 })
  expect(await change(null)).toMatchObject({ version: 3, outputSchema: null })
})
