import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Agent, AgentProposal } from '@imperium/contract/agents.ts'
import { builtTools } from '@imperium/contract/agents.ts'
import { unknownVariables } from '@imperium/contract/agents/prompt-variables.ts'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { runsOf } from '../../testing/test-runs.ts'

let t: TestApp
let user: TestUser
let fake: FakeOpenAi
let reply: FakeReply = {}
beforeAll(async () => {
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  user = await t.register()
  fake = await startFakeOpenAi({ script: () => reply })
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const propose = async (text: string, as = user) => {
  const { status, body } = await t.call<AgentProposal>('POST', '/api/agents/propose', { token: as.token, body: { text } })
  expect(status, JSON.stringify(body)).toBe(200)
  return body.data
}

test.each([
  ['answers customers about delivery times', 'CUSTOMER_SERVICE', 'Delivery times support', []],
  ['qualifies inbound leads for our sales team', 'LEAD_GENERATOR', 'Sales team lead qualifier', []],
  ['writes LinkedIn and Instagram posts about our new products', 'SOCIAL_MEDIA', 'New products posts', []],
  ['reports on how many campaigns we sent and emails it to the team', 'ANALYTICS', expect.any(String), ['database_query', 'email_send']],
  ['answers angry reviews', 'CONVERSATIONAL', 'Assistant', ['sentiment_analysis']],
  ['beantwortet Fragen von Kunden über Lieferzeiten', 'CUSTOMER_SERVICE', 'Lieferzeiten support', []],
  ['配送についてお客様の質問に答える', 'CUSTOMER_SERVICE', 'Customer support', []],
])('proposes for "%s" by the sandbox model', async (text, type, name, capabilities) => {
  const proposal = await propose(text)
  expect(proposal).toMatchObject({ name, type, isSandbox: true, reason: null, costMicros: 0, capabilities })
  expect(proposal.systemPrompt.length).toBeGreaterThan(200)
  expect(unknownVariables(proposal.systemPrompt)).toEqual([])
  expect(await propose(text)).toEqual(proposal)
})

test('nothing is saved until the person saves; the proposal makes an agent as it is', async () => {
  const before = (await t.call<Agent[]>('GET', '/api/agents', { token: user.token })).body.data.length
  const { name, type, category, description, systemPrompt, capabilities, temperature } = await propose('answers customers about returns')
  expect((await t.call<Agent[]>('GET', '/api/agents', { token: user.token })).body.data).toHaveLength(before)
  const body = { name, type, category, description, capabilities, config: { systemPrompt, temperature } }
  expect((await t.call('POST', '/api/agents', { token: user.token, body })).status).toBe(201)
})

test('asks the default model, and falls back to the rules where its answer is of no use', async () => {
  const own = await t.register()
  await runsOf(t, own).serveModel(fake.url, 'fake-model', { isDefault: true })
  const written = {
    name: 'Parcel  guide',
    description: 'Tells where parcels are.',
    type: 'CUSTOMER_SERVICE',
    category: '',
    temperature: 7,
    capabilities: [builtTools[0], builtTools[0]],
    systemPrompt: 'You tell customers where their parcel is.',
  }
  reply = { text: JSON.stringify(written) }
  expect(await propose('tells where parcels are', own)).toMatchObject({
    name: 'Parcel guide',
    category: 'General',
    temperature: 2,
    capabilities: [builtTools[0]],
    model: 'Fake model',
    isSandbox: false,
    reason: null,
  })
  reply = { text: '{"name":"","type":"EMPEROR"}' }
  expect(await propose('tells where parcels are', own)).toMatchObject({
    model: null,
    isSandbox: true,
    reason: { message: 'The model gave no usable answer.' },
    type: 'CONVERSATIONAL',
  })
  reply = { status: 401 }
  const failed = await propose('tells where parcels are', own)
  expect(failed).toMatchObject({ model: null, isSandbox: true })
  expect(failed.reason?.message).toMatch(/key/i)
})

test('requires the right to write agents and a task', async () => {
  const viewer = await t.addMember(user.orgId, 'VIEWER')
  const post = (token: string, text: string) => t.call('POST', '/api/agents/propose', { token, body: { text } })
  expect((await post(viewer.token, 'answers')).status).toBe(403)
  expect((await post(user.token, '  ')).body).toMatchObject({ errors: [{ path: 'text', message: 'Describe the task first' }] })
})
