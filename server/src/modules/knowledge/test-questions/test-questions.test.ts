import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Collection, KnowledgeArticleDetail } from '@imperium/contract/knowledge.ts'
import type { KnowledgeIndex, SearchTrial } from '@imperium/contract/knowledge/knowledge-index.ts'
import type { TestQuestion, TestRun } from '@imperium/contract/knowledge/test-questions.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp()
  owner = await t.register()
})
afterAll(() => t.close())

const call = async <T>(method: string, place: string, body?: unknown, user = owner) => {
  const reply = await t.call<T>(method, `/api/knowledge${place}`, { token: user.token, ...(body === undefined ? {} : { body }) })
  return { status: reply.status, data: reply.body.data }
}
const write = async (title: string, body: string, details: object = {}) =>
  (await call<KnowledgeArticleDetail>('POST', '/articles', { title, body, status: 'PUBLISHED', ...details })).data
const settings = (body: object) => call<KnowledgeIndex>('PUT', '/index', { embedding: 'none', ...body })
const keep = (question: string, ...articleIds: string[]) =>
  call<TestQuestion>('POST', '/test-questions', {
    question,
    passages: articleIds.map((articleId) => ({ articleId, documentId: null, position: 0 })),
  })
const given = async (q: string): Promise<string[]> =>
  (await call<SearchTrial>('GET', `/index/search?q=${encodeURIComponent(q)}`)).data.passages
    .filter(({ isAnswer, articleId }) => isAnswer && articleId?.length === 36)
    .map(({ title }) => title)

test('a test question shows what a change of the settings does, before it is made', async () => {
  const hours = await write('Quokka hours', 'The quokka house opens at nine and closes at five.')
  await write('Quokka food', 'A quokka eats leaves.')
  await settings({})
  const first = await keep('When does the quokka house open?', hours.id)
  expect(first).toMatchObject({ status: 201, data: { passages: [{ title: 'Quokka hours', excerpt: expect.stringContaining('opens') }] } })
  expect((await keep('WHEN DOES the quokka house open?', hours.id)).status).toBe(409)
  await keep('Which zebra parade is cheapest?')
  const run = (body: object = {}) => call<TestRun>('POST', '/test-questions/run', body)
  const { results } = (await run()).data
  expect(results.map(({ result }) => result)).toMatchObject([
    { rank: 1, isGiven: true },
    { rank: null, given: 0 },
  ])
  // A trial of a threshold that nothing meets: the agent would get nothing, and nothing is kept.
  const strength = results[0]?.result.strength ?? 0
  const trial = (await run({ leastStrength: Math.min(100, strength + 1) })).data
  expect(trial.results[0]?.result).toMatchObject(strength < 100 ? { rank: 1, isGiven: false, given: 0 } : { isGiven: true })
  expect((await call<TestQuestion[]>('GET', '/test-questions')).data[0]).toMatchObject({ result: { isGiven: true }, previous: null })

  // The passage keeps its answer when its text is edited, and is missed when it is gone.
  await call('PATCH', `/articles/${hours.id}`, { body: 'From nine to five the quokka house is open.', status: 'PUBLISHED' })
  expect((await run()).data.results[0]?.result).toMatchObject({ rank: 1 })
  await call('DELETE', `/articles/${hours.id}`)
  expect((await run()).data.results[0]?.result).toMatchObject({ rank: null, isGiven: false })
  const [kept] = (await call<TestQuestion[]>('GET', '/test-questions')).data
  expect(kept).toMatchObject({ result: { rank: null }, previous: { rank: 1 } })
  expect((await call('DELETE', `/test-questions/${kept?.id}`)).status).toBe(200)
  expect((await call<TestQuestion[]>('GET', '/test-questions')).data).toHaveLength(1)
})

test('a collection has a threshold and a number of passages of its own', async () => {
  const collection = (await call<Collection>('POST', '/collections', { name: 'Strict' })).data
  expect(collection).toMatchObject({ leastStrength: null, passages: null })
  for (const no of [1, 2, 3]) await write(`Wombat ${no}`, `Wombat rule number ${no}.`, { collectionId: collection.id })
  await write('Wombat free', 'Wombat rules are free.')
  await settings({ leastStrength: 10, passages: 20 })
  expect(await given('wombat rules')).toHaveLength(4)
  const change = (body: object) => call<Collection>('PATCH', `/collections/${collection.id}`, { name: 'Strict', ...body })
  expect((await change({ passages: 1 })).data).toMatchObject({ passages: 1, leastStrength: null })
  expect((await given('wombat rules')).filter((title) => title !== 'Wombat free')).toHaveLength(1)
  // Only some words of the question: below the collection's threshold, above that of all knowledge.
  expect((await change({ leastStrength: 95 })).data).toMatchObject({ passages: 1, leastStrength: 95 })
  expect(await given('wombat rules for pirates')).toEqual(['Wombat free'])
  expect((await change({ leastStrength: null, passages: null })).data).toMatchObject({ passages: null, leastStrength: null })
  await settings({ leastStrength: 10, passages: 2 })
  expect(await given('wombat rules')).toHaveLength(2)
  expect((await change({ leastStrength: 101 })).status).toBe(422)
  expect((await settings({ passages: 0 })).status).toBe(422)
})

test('a test question names passages that its author may read, of the own organization', async () => {
  const stranger = await t.register()
  const foreign = (
    await call<KnowledgeArticleDetail>('POST', '/articles', { title: 'Foreign', body: 'Text', status: 'PUBLISHED' }, stranger)
  ).data
  expect((await keep('Whose is it?', foreign.id)).status).toBe(422)
  expect((await keep('How do I verify webhooks?', 'webhook-signatures')).status).toBe(201)
  const viewer = await t.addMember(owner.orgId, 'VIEWER')
  expect((await call('GET', '/test-questions', undefined, viewer)).status).toBe(403)
  expect((await call('POST', '/test-questions/run', {}, viewer)).status).toBe(403)
  expect((await call<TestQuestion[]>('GET', '/test-questions', undefined, stranger)).data).toEqual([])
})
