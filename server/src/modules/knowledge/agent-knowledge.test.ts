import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection, KnowledgeArticleDetail, UnansweredQuestion } from '@imperium/contract/knowledge.ts'
import type { RunDetail } from '@imperium/contract/runs.ts'
import { startFakeOpenAi } from '../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../testing/test-runs.ts'
import { searchForAgent } from './search/search-for-agent.ts'

let t: TestApp
let fake: FakeOpenAi
let user: TestUser
let runs: ReturnType<typeof runsOf>
let agentId: string
let script: FakeReply[] = []
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => script.shift() ?? { text: 'Done' } })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  await t.startWorkers()
  user = await registerOnLargePlan(t)
  runs = runsOf(t, user)
  await runs.serveModel(fake.url)
  agentId = await runs.agent({ config: { model: 'fake-model' }, capabilities: ['knowledge_search'] })
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const call = async <T>(method: 'GET' | 'POST' | 'PATCH' | 'DELETE', path: string, body?: object) =>
  (await t.call<T>(method, path, { token: user.token, ...(body ? { body } : {}) })).body.data
const write = (body: object) => call<KnowledgeArticleDetail>('POST', '/api/knowledge/articles', { status: 'PUBLISHED', ...body })
const questions = () => call<UnansweredQuestion[]>('GET', '/api/knowledge/questions')

interface Output {
  passages: { number: number; id: string; title: string; passage: string }[]
}

/** Has the model search for each query and then answer. */
async function ask(queries: string[], answer: string, agent = agentId): Promise<{ run: RunDetail; outputs: Output[] }> {
  script = [
    ...queries.map((query, index) => ({ toolCalls: [{ id: `c${index}`, name: 'knowledge_search', arguments: { query } }] })),
    { text: answer },
  ]
  const run = await runs.run(agent, queries[0] ?? '')
  const steps = run.steps.filter(({ kind }) => kind === 'tool_call')
  return { run, outputs: steps.map(({ output }) => output as unknown as Output) }
}

test('an answer cites the passages that it names, under the same numbers in all searches of the run', async () => {
  const refunds = await write({ title: 'Refunds', body: '## Annual plans\n\nAnnual plans are refunded within thirty days.' })
  const trials = await write({ title: 'Trials', body: 'A trial lasts fourteen days.' })
  const { run, outputs } = await ask(['annual plan refunds', 'trial days', 'refunds of annual plans'], 'Thirty days [1]. Not cited: [9].')
  expect(outputs.map(({ passages }) => passages.map(({ number, id }) => [number, id]))).toEqual([
    [[1, refunds.id]],
    [[2, trials.id]],
    [[1, refunds.id]],
  ])
  const citation = { number: 1, source: 'article', id: refunds.id, title: 'Refunds', headings: ['Refunds', 'Annual plans'], position: 0 }
  expect(run.citations).toEqual([{ ...citation, passage: 'Annual plans are refunded within thirty days.' }])
  const request = JSON.stringify(fake.requests.at(-1))
  expect(request).toContain('say that you do not know')
  expect(await questions()).toEqual([])
})

test('a question without a passage is listed once and counted, until an article answers it or it is dismissed', async () => {
  const { run, outputs } = await ask(['Warranty of the axolotl tank?', 'tank guarantee'], 'I do not know.')
  expect(outputs.map(({ passages }) => passages)).toEqual([[], []])
  expect(run.citations).toEqual([])
  await ask(['warranty of the AXOLOTL tank'], 'I do not know.')
  const [open] = await questions()
  expect(open).toMatchObject({ question: 'Warranty of the axolotl tank?', asked: 2 })
  await write({ title: 'Warranty', body: 'The axolotl tank has two years of warranty.', answers: open?.id })
  expect(await questions()).toEqual([])
  const answered = await ask(['Warranty of the axolotl tank?'], 'Two years [1]')
  expect(answered.run.citations).toHaveLength(1)
  await ask(['salary of the director'], 'I do not know.')
  const [other] = await questions()
  await t.call('DELETE', `/api/knowledge/questions/${other?.id}`, { token: user.token })
  await ask(['salary of the director'], 'I do not know.')
  expect(await questions()).toEqual([])
})

test('an agent reads only what it may: no drafts, no articles for roles, no collection that was not granted to it', async () => {
  const { id: collectionId } = await call<Collection>('POST', '/api/knowledge/collections', { name: 'Pricing' })
  const body = 'The capybara discount is ten percent.'
  await write({ title: 'Draft', body, status: 'DRAFT' })
  await write({ title: 'For admins', body, visibility: 'roles', roles: ['ADMIN'] })
  const inside = await write({ title: 'Inside', body, collectionId })
  expect((await ask(['capybara discount'], '?')).outputs).toEqual([expect.objectContaining({ passages: [] })])
  const granted = await runs.agent({
    config: { model: 'fake-model' },
    capabilities: ['knowledge_search', `collection:${collectionId}`],
  })
  const { outputs } = await ask(['capybara discount'], 'Ten percent [1]', granted)
  expect(outputs[0]?.passages.map(({ id }) => id)).toEqual([inside.id])
  expect((await t.call('DELETE', `/api/knowledge/collections/${collectionId}`, { token: user.token })).status).toBe(409)
  const foreign = await t.register()
  const stolen = await t.call('POST', '/api/agents', {
    token: foreign.token,
    body: { name: 'Thief', type: 'SALES', capabilities: ['knowledge_search', `collection:${collectionId}`] },
  })
  expect(stolen.status).toBe(422)
})

test('a run that strangers can cause finds only what was written for agents or for everyone', async () => {
  const body = 'The ibex code is on the door.'
  for (const visibility of ['organization', 'agents', 'public']) await write({ title: visibility, body, visibility })
  const find = (audience: 'members' | 'automations' | 'channel-contacts' | 'visitors', collections: string[] = []) =>
    searchForAgent(
      t.platform,
      { orgId: user.orgId, inOrg: (work) => t.platform.db.withOrg(user.orgId, work), signal: () => new AbortController().signal },
      { collections, audience },
      'ibex code',
    )
  expect(new Set((await find('automations')).map(({ title }) => title))).toEqual(new Set(['agents', 'public']))
  expect(await find('members')).toHaveLength(3)
  for (const audience of ['channel-contacts', 'visitors'] as const)
    expect((await find(audience)).map(({ title }) => title)).toEqual(['public'])

  const answering = await call<Collection>('POST', '/api/knowledge/collections', { name: 'For contacts', answersContacts: true })
  const inner = await call<Collection>('POST', '/api/knowledge/collections', { name: 'Inner' })
  for (const [title, collectionId] of [
    ['answering', answering.id],
    ['inner', inner.id],
  ] as const)
    await write({ title, body, visibility: 'organization', collectionId })
  await write({ title: 'roles', body, visibility: 'roles', roles: ['ADMIN'], collectionId: answering.id })
  const granted = [answering.id, inner.id]
  const titles = async (...of: Parameters<typeof find>) => (await find(...of)).map(({ title }) => title).toSorted()
  expect(await titles('channel-contacts', granted)).toEqual(['answering', 'public'])
  // A collection answers where it was granted to the agent, and only contacts.
  expect(await titles('channel-contacts', [inner.id])).toEqual(['public'])
  expect(await titles('visitors', granted)).toEqual(['public'])
  await call('PATCH', `/api/knowledge/collections/${answering.id}`, { name: 'For contacts', answersContacts: false })
  expect(await titles('channel-contacts', granted)).toEqual(['public'])
})

test('articles of the product are found only where they were granted', async () => {
  const query = 'verify webhook signatures'
  expect((await ask([query], '?')).outputs[0]?.passages).toEqual([])
  const granted = await runs.agent({ config: { model: 'fake-model' }, capabilities: ['knowledge_search', 'collection:product'] })
  expect((await ask([query], '?', granted)).outputs[0]?.passages[0]?.id).toBe('webhook-signatures')
})

test('the sandbox model answers from the best passage and cites it', async () => {
  await write({ title: 'Opening hours', body: 'The shop opens at nine.' })
  const sandbox = await runs.agent({ config: { model: 'sandbox' }, capabilities: ['knowledge_search'] })
  const run = await runs.run(sandbox, 'When does the shop open?')
  expect(run.output).toContain('The shop opens at nine. [1]')
  expect(run.citations).toHaveLength(1)
})
