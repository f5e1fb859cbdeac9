import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { AgentProposal } from '@imperium/contract/agents.ts'
import type { UnknownModelCall } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { Platform } from '../../../platform/platform.ts'
import { callsOf, crashTable, spentBy, sweepDead } from '../../../testing/model-call-crashes.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { runsOf, until } from '../../../testing/test-runs.ts'
import { askDefaultModel } from '../ask-default-model.ts'
import { embedByModel } from '../embed-by-model.ts'
import { testConnection } from '../test-connection.ts'
import { askReserved, drawReserved, settle } from './guard.ts'
import { sweepCalls } from './model-calls-store.ts'
import { requireCall } from './reserve-call.ts'
import { resolveModel } from '../resolve-model.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let configId: string
let reply: FakeReply
let embedded = 0
beforeAll(async () => {
  fake = await startFakeOpenAi({
    script: () => reply,
    embed: (text) => {
      embedded += 1
      return text === '' ? [1] : [1, 0]
    },
  })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
})
beforeEach(async () => {
  user = await t.register()
  reply = { text: '{}', usage: { prompt: 100, completion: 10 } }
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const model = 'gpt-4'
const cost = 100 * 30 + 10 * 60
const serve = async (modelId = model, config: object = { isDefault: true }) => {
  configId = await runsOf(t, user).serveModel(fake.url, modelId, config)
}
const sweep = () => t.platform.db.withSystem((tx) => sweepCalls(tx))
const question = { system: 'Say it.', text: 'x', output: { name: 'answer', schema: { type: 'object' } } }
const contextOf = (platform: Platform, signal = new AbortController().signal) => ({
  inOrg: <T>(work: (tx: OrgTx) => Promise<T>) => platform.db.withOrg(user.orgId, work),
  signal: () => signal,
})
const setBudget = (micros: number) =>
  t.owner.query('update auth.organizations set monthly_budget_micros = $1 where id = $2', [micros, user.orgId])
const propose = (signal?: AbortSignal) => ask(t.platform, signal)
const ask = (platform: Platform, signal?: AbortSignal) => askDefaultModel(platform, contextOf(platform, signal), question)

/** Three commits: reserved, marked as sent, settled. Between the second and the third the provider has it. */
const table = [
  { at: 'before 1', left: 'nothing', provider: 0, charged: 'nothing' },
  { at: 'after 1', left: 'reserved', provider: 0, charged: 'nothing' },
  { at: 'before 2', left: 'reserved', provider: 0, charged: 'nothing' },
  { at: 'after 2', left: 'sent', provider: 0, charged: 'as reserved' },
  { at: 'before 3', left: 'sent', provider: 1, charged: 'as reserved' },
  { at: 'after 3', left: 'metered', provider: 1, charged: 'what it cost' },
]

// The proposals of agents and segments, and the order of passages, are questions to the default model.
test('a process that stops anywhere around a question charges nothing too much and nothing too little', async () => {
  await serve()
  expect(await crashTable(t, { orgId: user.orgId, work: (platform) => ask(platform), sweep, provider: fake.count })).toEqual(table)
})

// Questions of a search, and passages of an index that is built or built anew.
test('the same around vectors of texts', async () => {
  await serve('text-embedding-3-large', {})
  const texts = ['x'.repeat(1_000)]
  const work = (platform: Platform) =>
    embedByModel(platform, contextOf(platform), { configId, modelId: 'text-embedding-3-large' }, { texts, kind: 'passage' })
  expect(await crashTable(t, { orgId: user.orgId, work, sweep, provider: () => embedded })).toEqual(table)
})

/** A call with a cost that is known before it is made. */
const reserveMicros = (platform: Platform, purpose: 'image' | 'question', micros: number) =>
  platform.db.withOrg(user.orgId, async (tx) => {
    const resolved = await resolveModel(platform, tx, model)
    if (!resolved) throw new Error('it is there')
    return requireCall(tx, { purpose, model: resolved, most: { micros, inputTokens: 10, outputTokens: 10 } })
  })

// A picture of an agent has one price, so what it cost is what was reserved.
test('the same around a picture', async () => {
  await serve()
  let drawn = 0
  const costMicros = 40_000
  const spec = () => ({ adapter: 'openai' as const, modelId: model, apiKey: 'k', baseUrl: fake.url })
  const work = async (platform: Platform) => {
    const call = await reserveMicros(platform, 'image', costMicros)
    const image = async () => {
      drawn += 1
      return new Uint8Array(1)
    }
    await drawReserved({ ...platform, llm: { ...platform.llm, image } }, call, { prompt: 'x', spec, costMicros })
  }
  expect(await crashTable(t, { orgId: user.orgId, work, sweep, provider: () => drawn })).toEqual(table)
})

test('the same around the test of a connection', async () => {
  await serve()
  const { rows } = await t.owner.query<{ provider_id: string }>('select provider_id from app.ai_model_configs where id = $1', [configId])
  const request = { providerId: rows[0]?.provider_id ?? '', modelId: model, apiKey: '', configId }
  const work = (platform: Platform) =>
    testConnection(platform, { ...request, inputMicrosPerMillion: null, outputMicrosPerMillion: null }, contextOf(platform))
  expect(await crashTable(t, { orgId: user.orgId, work, sweep, provider: fake.count })).toEqual(table)
})

// Issue's figure: 0.8871 of 1.00 $ stayed charged although no call was made.
test('a budget is free again when the process that reserved it is gone', async () => {
  await serve()
  await setBudget(200_000)
  const reserved = await reserveMicros(t.platform, 'question', 190_000)
  await expect(propose()).rejects.toMatchObject({ status: 409, message: expect.stringContaining('$0.19 used or in use') as string })
  await sweepDead(t, user.orgId, sweep)
  expect((await propose()).costMicros).toBe(cost)
  // The process was only slow: what was freed is not sent any more.
  const count = fake.count()
  const late = askReserved(t.platform, reserved, {
    spec: () => ({ adapter: 'openai', modelId: model, apiKey: 'k', baseUrl: fake.url }),
    request: { messages: [], maxOutputTokens: 1 },
    costOf: () => 0,
  })
  await expect(late).rejects.toMatchObject({ status: 503 })
  expect(fake.count()).toBe(count)
})

// The figures of the provider replace the charge of a call with an unknown outcome, wherever they come from.
test('usage that arrives later corrects the charge', async () => {
  await serve()
  reply = { ...reply, delayMs: 400 }
  const asked = propose()
  await until(async () => fake.open() > 0)
  await sweepDead(t, user.orgId, sweep)
  const list = () => t.call<UnknownModelCall[]>('GET', '/api/ai-models/unknown-calls', { token: user.token })
  const [unknown, ...others] = (await list()).body.data
  expect([others, unknown?.purpose, unknown?.model]).toEqual([[], 'question', model])
  expect(await spentBy(t, user.orgId)).toEqual({ modelCalls: 1, costMicros: unknown?.costMicros })
  expect(unknown?.costMicros).toBeGreaterThan(cost)
  await asked
  expect(await spentBy(t, user.orgId)).toEqual({ modelCalls: 1, costMicros: cost })
  expect((await list()).body.data).toEqual([])
})

// A client that hangs up leaves the call to its end: the provider bills it.
test('a caller who leaves is charged what the call cost', async () => {
  await serve()
  reply = { ...reply, delayMs: 150 }
  const client = new AbortController()
  const count = fake.count()
  const asked = propose(client.signal)
  await until(async () => fake.open() > 0)
  client.abort()
  await expect(asked).rejects.toMatchObject({ status: 503 })
  await until(async () => (await callsOf(t, user.orgId)).length === 0)
  expect(await spentBy(t, user.orgId)).toEqual({ modelCalls: 1, costMicros: cost })
  expect(fake.count()).toBe(count + 1)
})

test.each<[string, FakeReply, number]>([
  ['a provider that refuses bills nothing', { status: 500 }, 0],
  ['an answer of no use is billed by its usage', { text: 'no JSON', usage: { prompt: 100, completion: 10 } }, cost],
  ['an answer without text is billed by its usage', { text: '', usage: { prompt: 100, completion: 10 } }, cost],
  ['the same where its limit went into reasoning', { text: '', finishReason: 'length', usage: { prompt: 100, completion: 10 } }, cost],
])('%s', async (_name, given, costMicros) => {
  await serve()
  reply = given
  await expect(propose()).rejects.toMatchObject({ status: 503 })
  expect(await callsOf(t, user.orgId)).toEqual([])
  expect((await spentBy(t, user.orgId)).costMicros).toBe(costMicros)
})

test('vectors of no use are billed by their usage', async () => {
  await serve('text-embedding-3-large', {})
  const of = { configId, modelId: 'text-embedding-3-large' }
  const texts = ['x'.repeat(1_000_000), '']
  await expect(embedByModel(t.platform, contextOf(t.platform), of, { texts, kind: 'passage' })).rejects.toMatchObject({
    kind: 'bad_response',
  })
  expect(await callsOf(t, user.orgId)).toEqual([])
  expect((await spentBy(t, user.orgId)).costMicros).toBe(32_501)
})

test.each<[string, FakeReply]>([
  ['a connection that is lost while the provider answers', { text: 'long enough for pieces', cutAfterEvents: 2 }],
  ['a gateway that got no answer of the provider', { status: 504 }],
])('%s is charged as reserved', async (_name, given) => {
  await serve()
  reply = given
  await expect(propose()).rejects.toMatchObject({ status: 503 })
  const [call] = await callsOf(t, user.orgId)
  expect(call?.status).toBe('unknown')
  expect(await spentBy(t, user.orgId)).toEqual({ modelCalls: 1, costMicros: call?.micros })
})

// No price in the list and none at the model: refused, with the place to enter one. A price of its own opens it and is what it costs.
test('a model without a price is not called', async () => {
  await serve('house-model', { isDefault: true, inputMicrosPerMillion: null })
  const count = fake.count()
  const proposal = await t.call<AgentProposal>('POST', '/api/agents/propose', { token: user.token, body: { text: 'answers questions' } })
  expect(proposal.body.data.reason?.message).toBe(
    'The price of Fake model is unknown, so it is not called. Enter it in Settings, AI Models.',
  )
  expect(fake.count()).toBe(count)
  const prices = { inputMicrosPerMillion: 1_000_000, outputMicrosPerMillion: 2_000_000 }
  expect((await t.call('PUT', `/api/ai-models/configs/${configId}`, { token: user.token, body: prices })).status).toBe(200)
  expect((await propose()).costMicros).toBe(120)
})

// Tokens of the plan: a call in flight may need them, and frees what it did not use.
test('calls in flight count to the tokens of the plan', async () => {
  await serve()
  await t.owner.query('update auth.organizations set tokens_limit = 2100 where id = $1', [user.orgId])
  const first = await t.platform.db.withOrg(user.orgId, async (tx) => {
    const resolved = await resolveModel(t.platform, tx, model)
    if (!resolved) throw new Error('it is there')
    return requireCall(tx, { purpose: 'question', model: resolved, most: { micros: 1, inputTokens: 2_000, outputTokens: 200 } })
  })
  await expect(propose()).rejects.toMatchObject({ code: 'PLAN_LIMIT', message: expect.stringContaining('Calls in progress') as string })
  await settle(t.platform, first, { kind: 'unused' })
  expect((await propose()).costMicros).toBe(cost)
})
