import { afterAll, afterEach, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { modelsOf, testKey } from '../../testing/ai-model-calls.ts'

let t: TestApp
let user: TestUser
let models: ReturnType<typeof modelsOf>
let fake: FakeOpenAi | undefined
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
})
afterAll(() => t.close())
beforeEach(async () => {
  user = await t.register()
  models = modelsOf(t, user)
})
afterEach(async () => {
  await fake?.close()
  fake = undefined
})

const startProvider = async (script?: FakeReply | FakeReply[]) => {
  fake = await startFakeOpenAi(script ? { script } : {})
  const { status, body } = await models.addProvider({ apiBaseUrl: fake.url })
  expect(body.error).toBeUndefined()
  expect(status).toBe(201)
  return { fake, provider: body.data }
}
type Result = { success: boolean; message: string; latency: number }
const free = { inputMicrosPerMillion: 0, outputMicrosPerMillion: 0 }
const check = (body: object) => models.call<Result>('POST', '/test', { ...free, ...body })

test('it really calls the model with the key, and is metered and recorded', async () => {
  const { fake: server, provider } = await startProvider({ text: 'OK', usage: { prompt: 12, completion: 1 }, delayMs: 30 })
  const { status, body } = await check({ providerId: provider.id, modelId: 'fake-model', apiKey: testKey })
  expect([status, body.data.success, body.data.message]).toEqual([200, true, 'Connection successful.'])
  expect(body.data.latency).toBeGreaterThanOrEqual(29)
  expect(server.count()).toBe(1)
  expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${testKey}`)
  expect(server.requests[0]?.body?.model).toBe('fake-model')
  const usage = await t.owner.query('select model, model_calls, input_tokens, output_tokens from app.usage_pending where org_id = $1', [
    user.orgId,
  ])
  expect(usage.rows).toEqual([{ model: 'fake-model', model_calls: 1, input_tokens: 12, output_tokens: 1 }])
  const audit = await t.owner.query("select after::text from app.audit_log where org_id = $1 and action = 'ai-models.test'", [user.orgId])
  expect(audit.rows).toHaveLength(1)
  expect(JSON.stringify(audit.rows)).not.toContain(testKey)
})

test('the key that a configuration keeps is used, at its own provider only', async () => {
  const { fake: server, provider } = await startProvider()
  const config = (await models.addConfig({ providerId: provider.id, modelId: 'fake-model' })).body.data
  const request = { providerId: provider.id, modelId: 'fake-model', apiKey: '', configId: config.id }
  expect((await check(request)).body.data.success).toBe(true)
  expect(server.requests[0]?.headers['authorization']).toBe(`Bearer ${testKey}`)
  expect((await models.configs()).find((each) => each.id === config.id)?.currentMonthUsage).toBe(1)

  const thief = (await models.addProvider({ code: 'thief', apiBaseUrl: server.url })).body.data
  const stolen = await check({ ...request, providerId: thief.id })
  expect([stolen.status, stolen.body.errors]).toEqual([422, [{ path: 'apiKey', message: 'API key is required' }]])
  expect(server.count()).toBe(1)
  // With a key typed in, another provider is tested, and the configuration is not charged for it.
  expect((await check({ ...request, providerId: thief.id, apiKey: 'typed' })).body.data.success).toBe(true)
  expect(server.requests[1]?.headers['authorization']).toBe('Bearer typed')
  expect((await models.configs()).find((each) => each.id === config.id)?.currentMonthUsage).toBe(1)
})

test.each<[string, FakeReply, RegExp]>([
  ['401', { status: 401, errorBody: { error: { message: `Incorrect API key provided: ${testKey}` } } }, /refused the API key.*\[key\]/],
  ['404', { status: 404 }, /does not know this model or address/],
  ['429 with Retry-After', { status: 429, headers: { 'retry-after': '17' } }, /is limiting our calls.*wait 17 seconds\./],
  ['500', { status: 500 }, /has a fault or is overloaded/],
  ['a cut stream', { text: 'a longer answer in pieces', cutAfterEvents: 2 }, /disconnected/],
  ['a stream without an end', { text: 'a longer answer in pieces', endAfterEvents: 2 }, /disconnected/],
  ['a malformed piece', { malformed: { atEvent: 1, line: 'data: {nonsense' } }, /invalid response/],
  ['an empty answer', { text: '' }, /invalid response/],
])('%s is a clear failure without the key', async (_name, script, message) => {
  const { fake: server, provider } = await startProvider(script)
  const { status, body } = await check({ providerId: provider.id, modelId: 'fake-model', apiKey: testKey })
  expect([status, body.data.success]).toEqual([200, false])
  expect(body.data.message).toMatch(message)
  expect(JSON.stringify(body)).not.toContain(testKey)
  expect(server.count()).toBe(1)
})

test('gives the model 15 seconds, and says so when it takes longer', async () => {
  const { provider } = await startProvider({ delayMs: 60_000 })
  const { call } = t.platform.llm
  const given: (number | undefined)[] = []
  vi.spyOn(t.platform.llm, 'call').mockImplementationOnce((spec, request) => {
    given.push(request.timeoutMs)
    return call(spec, { ...request, timeoutMs: 200 })
  })
  const { body } = await check({ providerId: provider.id, modelId: 'fake-model', apiKey: testKey })
  expect(body.data).toMatchObject({ success: false, message: 'The model provider did not respond in time.' })
  expect(body.data.latency).toBeGreaterThan(150)
  expect(given).toEqual([15_000])
})

test('reports an error when nothing listens at the address', async () => {
  const { fake: server, provider } = await startProvider()
  await server.close()
  const { body } = await check({ providerId: provider.id, modelId: 'fake-model', apiKey: testKey })
  expect(body.data).toMatchObject({ success: false, message: 'The model provider could not be reached.' })
})

test('asks for missing fields', async () => {
  const openai = await models.provider('openai')
  const message = 'Please fill in Provider, Model ID, and API Key fields'
  for (const [body, paths] of [
    [{}, ['providerId', 'modelId', 'apiKey']],
    [{ providerId: '', modelId: '', apiKey: '' }, ['providerId', 'modelId', 'apiKey']],
    [{ providerId: openai.id, modelId: 'gpt-4' }, ['apiKey']],
    [{ providerId: openai.id, apiKey: testKey }, ['modelId']],
  ] as const) {
    const response = await check(body)
    expect([response.status, response.body.error, response.body.errors?.map((each) => each.path)]).toEqual([422, message, paths])
  }
})

test('an unknown provider is not found', async () => {
  const response = await check({ providerId: '018f0000-0000-7000-8000-000000000000', modelId: 'gpt-4', apiKey: testKey })
  expect([response.status, response.body.errors]).toEqual([422, [{ path: 'providerId', message: 'Provider not found' }]])
})

test('uses the sandbox without a key and names it as the sandbox', async () => {
  const sandbox = await models.provider('sandbox')
  const { body } = await check({ providerId: sandbox.id, modelId: 'sandbox' })
  expect(body.data.success).toBe(true)
  expect(body.data.message).toContain('sandbox')
})

test('SEC-27: does not call a private address unless the operator allows it', async () => {
  const strict = await createTestApp({ log: 'error' })
  try {
    const server = (fake = await startFakeOpenAi())
    const theirs = modelsOf(strict, await strict.register())
    const ollama = await theirs.provider('ollama')
    // Uses the seeded local provider: it exists without a check on save, so only the call itself can be refused.
    await strict.owner.query('update app.ai_providers set api_base_url = $1 where id = $2', [server.url, ollama.id])
    const { status, body } = await theirs.call<Result>('POST', '/test', {
      providerId: ollama.id,
      modelId: 'llama3.1',
      apiKey: testKey,
      ...free,
    })
    expect(status).toBe(200)
    expect(body.data).toMatchObject({
      success: false,
      message: 'This address is not reachable from here. The operator can allow it with EGRESS_ALLOW.',
    })
    expect(server.count()).toBe(0)
  } finally {
    await strict.close()
  }
})
