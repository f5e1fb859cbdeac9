import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import type { KnowledgeArticleDetail, KnowledgeDocument, KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { KnowledgeIndex, SearchTrial } from '@imperium/contract/knowledge/knowledge-index.ts'
import { createOfflineEmbedder } from '../../../platform/embeddings/offline-embedder.ts'
import { reap } from '../../../platform/leases/reap-tick.ts'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import { modelsOf } from '../../../testing/ai-model-calls.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { testVector } from '../../../testing/test-embedder.ts'
import { until } from '../../../testing/test-runs.ts'
import { startDocumentReader } from '../documents/read-documents.ts'
import { onScale, quantize, similarityOf, toUnit } from './quantize.ts'
import { startIndexBuilder } from './build-index.ts'
import { indexLeases } from './indexes-store.ts'
import { hashOf, productPassages, readProductVectors } from './product-vectors.ts'

let t: TestApp
let owner: TestUser
let fake: FakeOpenAi
let embed: (text: string) => number[] | { status: number }
const workers: { stop: (graceMs: number) => Promise<void> }[] = []
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  fake = await startFakeOpenAi({ embed: (text) => embed(text), script: { text: '{"order":[2]}' } })
})
beforeEach(async () => {
  owner = await t.register()
  // Other directions than those of the test's own embedder: a mix of both models finds nothing.
  embed = (text) => testVector(text).toReversed()
})
afterEach(async () => {
  await Promise.all(workers.splice(0).map((worker) => worker.stop(0)))
})
afterAll(async () => {
  await fake.close()
  await t.close()
})

const work = () => void workers.push(startIndexBuilder(t.platform), startDocumentReader(t.platform))
const call = <T>(method: string, place: string, body?: unknown, user = owner) =>
  t.call<T>(method, `/api/knowledge${place}`, { token: user.token, ...(body === undefined ? {} : { body }) })
const search = async (q: string, user = owner) =>
  (await call<KnowledgePassage[]>('GET', `/search?q=${encodeURIComponent(q)}`, undefined, user)).body.data
const own = async (q: string, user = owner) =>
  (await search(q, user)).filter(({ articleId }) => articleId === null || articleId.length === 36)
const write = async (body: object) => (await call<KnowledgeArticleDetail>('POST', '/articles', { status: 'PUBLISHED', ...body })).body.data
const upload = async (name: string, content: string) =>
  (
    await t.call<KnowledgeDocument>('POST', `/api/knowledge/documents?name=${name}`, {
      token: owner.token,
      body: Buffer.from(content),
      headers: { 'content-type': 'application/octet-stream' },
    })
  ).body.data.id
const index = async () => (await call<KnowledgeIndex>('GET', '/index')).body.data
const settings = (body: object) => call<KnowledgeIndex>('PUT', '/index', body)
const complete = (total: number) =>
  until(async () => {
    const { active, next } = await index()
    return active && !next && active.status === 'ready' && active.total === total && active.done === total ? active : false
  })
const counted = async (table: string) =>
  Number((await t.owner.query(`select count(*) from app.${table} where org_id = $1`, [owner.orgId])).rows[0].count)

test('a passage is found by its meaning alone, by those who may read it, until it is deleted', async () => {
  work()
  const { id } = await write({ title: 'Notes', body: 'Every puppy needs training.' })
  await write({ title: 'Hidden', body: 'The puppy secret.', visibility: 'agents' })
  await write({ title: 'Notiz', body: 'Jeder puppy braucht etwas.', language: 'de' })
  const document = await upload('cars.md', 'A carriage without horses.')
  expect(await complete(3)).toMatchObject({ embedding: 'offline', model: 'test-words' })
  expect((await index()).withoutVectors).toBe(1)
  const [found] = await own('hounds training')
  expect(found).toMatchObject({ articleId: id, words: ['training'] })
  expect(found?.similarity).toBeGreaterThan(0.5)
  expect(await own('automobile')).toMatchObject([{ documentId: document, matched: 'meaning', words: [] }])
  const viewer = await t.addMember(owner.orgId, 'VIEWER')
  expect((await own('dogs', viewer)).map(({ title }) => title)).toEqual(['Notes'])
  expect((await own('dogs')).map(({ title }) => title)).toHaveLength(2)
  const stranger = await t.register()
  expect(await own('dogs', stranger)).toEqual([])

  await call('DELETE', `/documents/${document}`)
  expect(await own('automobile')).toEqual([])
  expect([await counted('knowledge_signatures'), await counted('knowledge_vectors')]).toEqual([2, 2])
  // A changed text gets a new vector; the old one finds nothing any more.
  await call('PATCH', `/articles/${id}`, { body: 'About a refund.', status: 'PUBLISHED' })
  expect(await own('dogs', viewer)).toEqual([])
  await complete(2)
  expect((await own('reimburse', viewer)).map(({ title }) => title)).toEqual(['Notes'])
})

const addModel = async (body: object = {}) => {
  const models = modelsOf(t, owner)
  const provider = await models.addProvider({ code: 'fake', name: 'fake', adapter: 'openai', apiBaseUrl: fake.url })
  const config = { providerId: provider.body.data.id, modelId: 'text-embedding-3-small', displayName: 'Embeddings', ...body }
  const { id } = (await models.addConfig(config)).body.data
  return { id, models }
}

test('another model is filled beside the old one, takes its place when it is complete, and is metered', async () => {
  work()
  for (let n = 0; n < 3; n++) await write({ title: `Animals ${n}`, body: 'Every puppy needs training.' })
  await complete(3)
  const { id: configId } = await addModel()
  embed = () => ({ status: 500 })
  expect((await settings({ embedding: 'model', configId })).body.data.next).toMatchObject({ status: 'building', done: 0, total: 3 })
  const waiting = await until(async () => ((await index()).next?.status === 'waiting' ? index() : false))
  expect(waiting.next?.error?.message).toContain('overloaded')
  expect(waiting.active).toMatchObject({ embedding: 'offline', done: 3 })
  expect(await own('hounds')).toHaveLength(3)

  embed = (text) => testVector(text).toReversed()
  await call('POST', '/index/rebuild')
  expect(await complete(3)).toMatchObject({ embedding: 'model', model: 'text-embedding-3-small' })
  expect(await counted('knowledge_vectors')).toBe(3)
  expect((await own('hounds')).map(({ matched }) => matched)).toEqual(['meaning', 'meaning', 'meaning'])
  const { rows } = await t.owner.query(
    `select sum(model_calls)::int as calls, sum(input_tokens)::int as tokens from app.usage_pending where org_id = $1 and config_id = $2`,
    [owner.orgId, configId],
  )
  // Two calls measure the model, one embeds the passages, one the question; the same question is not embedded again.
  await own('hounds')
  expect(rows).toMatchObject([{ calls: 4 }])
  expect(rows[0].tokens).toBeGreaterThan(20)

  // A provider that fails leaves full text, and the trial says why.
  embed = () => ({ status: 401 })
  const { body } = await call<SearchTrial>('GET', '/index/search?q=training')
  expect(body.data).toMatchObject({ usedVectors: false, note: { message: expect.stringContaining('API key') } })
  expect(body.data.passages.filter(({ matched, isAnswer }) => matched === 'all' && isAnswer)).toHaveLength(3)

  expect((await settings({ embedding: 'none' })).body.data).toMatchObject({ active: null, next: null })
  expect(await counted('knowledge_signatures')).toBe(0)
  expect(await own('hounds')).toEqual([])
})

test('a budget, a wrong key and a chat model stop an index, each with what to do', async () => {
  const { id: configId, models } = await addModel()
  const chat = (await models.addConfig({ providerId: (await models.provider('openai')).id, modelId: 'gpt-4', displayName: 'Chat' })).body
    .data.id
  expect((await settings({ embedding: 'model', configId: chat })).status).toBe(422)
  expect((await settings({ embedding: 'model' })).status).toBe(422)
  await t.owner.query('update auth.organizations set monthly_budget_micros = 0 where id = $1', [owner.orgId])
  await write({ title: 'Animals', body: 'Every puppy needs training.' })
  await settings({ embedding: 'model', configId })
  const calls = fake.requests.length
  work()
  const stopped = (status: string) => until(async () => ((await index()).next?.status === status ? index() : false))
  expect((await stopped('waiting')).next?.error?.message).toContain('budget')
  expect(fake.requests).toHaveLength(calls)
  await t.owner.query('update auth.organizations set monthly_budget_micros = null where id = $1', [owner.orgId])
  embed = () => ({ status: 401 })
  await call('POST', '/index/rebuild')
  expect((await stopped('failed')).next?.error?.message).toContain('API key')
  // All texts alike: nothing can be told apart.
  embed = () => [1, 2, 3]
  await call('POST', '/index/rebuild')
  const useless = await until(async () => ((await index()).next?.error?.message.includes('unrelated') ? index() : false))
  expect(useless.next?.status).toBe('failed')
})

test('a model orders the passages where the organization wants it', async () => {
  const models = modelsOf(t, owner)
  const provider = await models.addProvider({ code: 'fake', name: 'fake', adapter: 'openai', apiBaseUrl: fake.url })
  await models.addConfig({
    providerId: provider.body.data.id,
    modelId: 'fake-model',
    isDefault: true,
    inputMicrosPerMillion: 0,
    outputMicrosPerMillion: 0,
  })
  await write({ title: 'First', body: 'Training training training.' })
  await write({ title: 'Second', body: 'Some training, and much else besides of no use.' })
  const titles = async () => (await own('training')).map(({ title }) => title)
  const before = await titles()
  await settings({ embedding: 'none', isReranked: true })
  expect(await titles()).toEqual(before.toReversed())
  const trial = (await call<SearchTrial>('GET', '/index/search?q=training')).body.data
  expect(trial).toMatchObject({ usedModel: true, usedVectors: false, note: null })
})

const folder = path.join(import.meta.dirname, '../../..')
/** Another process of the installation that embeds, slowly, and does nothing else. */
const program = (connection: object) => `
  import { createPlatform } from '${folder}/platform/create-platform.ts'
  import { loadConfig } from '${folder}/platform/config/config.ts'
  import { createLog } from '${folder}/platform/log.ts'
  import { testSecrets } from '${folder}/testing/test-secrets.ts'
  import { testEmbedder } from '${folder}/testing/test-embedder.ts'
  import { startIndexBuilder } from '${folder}/modules/knowledge/vectors/build-index.ts'
  const config = loadConfig({ DATA_DIR: '/var/tmp/imperium-test-unused', DATABASE_POOL_MAX: '4' }, [])
  const options = { config, secrets: testSecrets, connection: ${JSON.stringify(connection)}, log: createLog('silent', 'pretty') }
  const made = await createPlatform({ ...options, offlineEmbedder: testEmbedder(20) })
  made.attach([])
  startIndexBuilder(made.platform)
`

test('kill -9 in the middle of an index loses and duplicates nothing', { timeout: 60_000 }, async () => {
  const passages = 600
  const { id } = await write({ title: 'Long' })
  await t.owner.query(
    `insert into app.knowledge_chunks (org_id, article_id, position, headings, passage, language)
     select $1, $2, n, '{Long}', 'Number ' || n || ' of many words', 'en' from generate_series(1, $3::int) n`,
    [owner.orgId, id, passages - 1],
  )
  const { host, port, user, database } = t.owner.options
  const file = path.join(mkdtempSync('/var/tmp/imperium-embedder-'), 'embedder.mts')
  writeFileSync(file, program({ host, port, user, database }))
  const child = spawn(process.execPath, [file], { stdio: 'ignore' })
  const ended = once(child, 'exit')
  try {
    await until(async () => (await counted('knowledge_vectors')) > 50, 30_000)
  } finally {
    child.kill('SIGKILL')
    await ended
    rmSync(path.dirname(file), { recursive: true })
  }
  const before = await counted('knowledge_vectors')
  expect(before).toBeLessThan(passages)
  expect(await index()).toMatchObject({ active: null, next: { status: 'building', done: before, total: passages } })
  expect(await reap(t.platform, indexLeases)).toBe(1)
  work()
  await complete(passages)
  const { rows } = await t.owner.query(
    'select count(*)::int as all, count(distinct position)::int as positions from app.knowledge_signatures where org_id = $1',
    [owner.orgId],
  )
  expect(rows).toEqual([{ all: passages, positions: passages }])
  expect(await counted('knowledge_vectors')).toBe(passages)
})

test('an eighth of the bytes keeps the similarity', () => {
  const unit = (text: string) => toUnit(testVector(text)) ?? new Float32Array()
  const [a, b] = [unit('every puppy needs training'), unit('training for a hound')]
  const exact = a.reduce((sum, value, at) => sum + value * (b[at] ?? 0), 0)
  expect(Math.abs(similarityOf(a, quantize(b)) - exact)).toBeLessThan(0.01)
  expect(toUnit([0, 0])).toBeNull()
  expect([0, 0.2, 0.4, 0.6, 1].map((value) => onScale(value, { unrelated: 0.2, related: 0.6 }))).toEqual([0, 0, expect.closeTo(0.5), 1, 1])
})

test('the model that ships knows meanings, and the vectors of the product are those of its articles', { timeout: 60_000 }, async () => {
  const { model, vectors } = readProductVectors()
  // After a change of an article: node scripts/write-product-vectors.ts
  expect(vectors).toHaveLength(productPassages.length)
  expect(new Set(productPassages.map(hashOf)).size).toBe(productPassages.length)
  const embedder = createOfflineEmbedder()
  try {
    const [cat = [], kitten = [], price = [], none = []] = await embedder.embed([
      'A cat sleeps.',
      'The kitten is napping.',
      'Prices rise.',
      '?',
    ])
    expect([embedder.model, cat.length]).toEqual([model, embedder.dimensions])
    const to = (other: ArrayLike<number>) => similarityOf(toUnit(cat) ?? new Float32Array(), quantize(toUnit(other) ?? new Float32Array()))
    expect(to(kitten)).toBeGreaterThan(to(price) + 0.2)
    expect(toUnit(none)).toBeNull()
  } finally {
    await embedder.close()
  }
})
