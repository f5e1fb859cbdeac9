import { afterAll, beforeAll, expect, test } from 'vitest'
import type { KnowledgeDocument, KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { KnowledgeIndex, SearchTrial } from '@imperium/contract/knowledge/knowledge-index.ts'
import { startFakeOpenAi } from '../../../platform/llm/testing/fake-openai-server.ts'
import type { FakeOpenAi, FakeReply } from '../../../platform/llm/testing/fake-openai-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { registerOnLargePlan, runsOf, until } from '../../../testing/test-runs.ts'
import { readFilter } from './filter-documents.ts'

let t: TestApp
let fake: FakeOpenAi
let owner: TestUser
let script: FakeReply[] = []
beforeAll(async () => {
  fake = await startFakeOpenAi({ script: () => script.shift() ?? { text: 'Done' } })
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  owner = await registerOnLargePlan(t)
  await t.startWorkers()
})
afterAll(async () => {
  await t.close()
  await fake.close()
})

const call = <T>(method: string, place: string, body?: unknown) =>
  t.call<T>(method, `/api/knowledge${place}`, { token: owner.token, ...(body === undefined ? {} : { body }) })
const upload = (name: string, metadata?: object | string) =>
  t.call<KnowledgeDocument>(
    'POST',
    `/api/knowledge/documents?name=${name}.md${metadata === undefined ? '' : `&metadata=${encodeURIComponent(typeof metadata === 'string' ? metadata : JSON.stringify(metadata))}`}`,
    {
      token: owner.token,
      body: Buffer.from('Every puppy needs training.'),
      headers: { 'content-type': 'application/octet-stream' },
    },
  )
const names = async (q: string, filter: string): Promise<string[]> => {
  const query = `/search?q=${encodeURIComponent(q)}&filter=${encodeURIComponent(filter)}`
  return (await call<KnowledgePassage[]>('GET', query)).body.data.map(({ title }) => title).toSorted()
}

test('filters documents by their metadata when words or vectors are compared', async () => {
  const sales = (await upload('sales', { department: 'Sales', year: 2025, valid_until: '2026-06-30', draft: false })).body.data
  await upload('law', { department: 'legal', year: 2024, valid_until: '2027-01-31', draft: true })
  await upload('none')
  await call('POST', '/articles', { title: 'Article', body: 'Every puppy needs training.', status: 'PUBLISHED' })
  await until(async () => {
    const { active } = (await call<KnowledgeIndex>('GET', '/index')).body.data
    return active?.status === 'ready' && active.done === 4
  })
  // The first is found by its words, the second by its meaning alone.
  for (const q of ['puppy training', 'hounds']) {
    expect([q, await names(q, 'department=sales')]).toEqual([q, ['sales.md']])
    expect(await names(q, 'year>=2024')).toEqual(['law.md', 'sales.md'])
    expect(await names(q, 'year < 2025')).toEqual(['law.md'])
    expect(await names(q, 'valid_until>2026-12-31')).toEqual(['law.md'])
    expect(await names(q, 'draft=true')).toEqual(['law.md'])
    expect(await names(q, 'draft!=true;year=2025.0')).toEqual(['sales.md'])
    // Without the field, and articles, which have none, differ from any value.
    expect(await names(q, 'draft!=true')).toEqual(expect.arrayContaining(['Article', 'none.md', 'sales.md']))
    expect(await names(q, 'draft!=true')).not.toContain('law.md')
    expect(await names(q, "department=sales' or true --")).toEqual([])
  }
  const trial = (await call<SearchTrial>('GET', '/index/search?q=hounds&filter=department%3Dlegal')).body.data
  expect(trial.passages.map(({ title }) => title)).toEqual(['law.md'])

  const changed = await call<KnowledgeDocument>('PATCH', `/documents/${sales.id}`, { metadata: { department: 'support' } })
  expect(changed.body.data.metadata).toEqual({ department: 'support' })
  expect(await names('puppy', 'department=sales')).toEqual([])
  expect(await names('puppy', 'department=support')).toEqual(['sales.md'])
})

test('compares texts that look like numbers as they are written', async () => {
  await upload('padded', { customer: '0042', version: '1.10' })
  await upload('plain', { customer: '42', version: '1.1', department: 'Ärzte' })
  await upload('number', { customer: 42, version: 1.1 })
  await until(async () => (await names('puppy', 'customer>=0')).length === 3)
  expect(await names('puppy', 'customer=0042')).toEqual(['number.md', 'padded.md'])
  expect(await names('puppy', 'customer=42')).toEqual(['number.md', 'plain.md'])
  expect(await names('puppy', 'version=1.10')).toEqual(['number.md', 'padded.md'])
  expect(await names('puppy', 'customer!=0042')).toContain('plain.md')
  expect(await names('puppy', 'customer!=0042')).not.toContain('padded.md')
  expect(await names('puppy', 'department=Ärzte')).toEqual(['plain.md'])
})

test('a condition with a line separator inside its value narrows like any other; what cannot be read throws', async () => {
  for (const separator of ['\u2028', '\u2029']) {
    expect(await names('puppy', `department=sa${separator}les`)).toEqual([])
    expect(readFilter(`a=x${separator}y;b!=z`)).toEqual([
      { key: 'a', is: '=', value: `x${separator}y` },
      { key: 'b', is: '!=', value: 'z' },
    ])
  }
  expect([readFilter(undefined), readFilter('')]).toEqual([[], []])
  for (const text of ['a', 'a=1;;b=2', 'a=1;', ' ']) expect(() => readFilter(text)).toThrow('Not a condition')
})

test('refuses metadata and filters of another form', async () => {
  for (const metadata of ['{"year"', '[1]', '{"Year":1}', '{"year":null}', '{"year":{"of":1}}'])
    expect([metadata, (await upload('bad', metadata)).status]).toEqual([metadata, 422])
  for (const filter of ['department', '=sales', 'department=', 'a=1;;b=2', 'Department=x', 'a==b'])
    expect([filter, (await call('GET', `/search?q=x&filter=${encodeURIComponent(filter)}`)).status]).toEqual([filter, 422])
})

test('an agent finds only documents that meet its fixed conditions, whatever the model filters by', async () => {
  await upload('inside', { tier: 'gold' })
  await upload('outside', { tier: 'silver' })
  await until(async () => (await names('puppy', 'tier>a')).length === 2)
  const runs = runsOf(t, owner)
  await runs.serveModel(fake.url)
  const agent = await runs.agent({ config: { model: 'fake-model' }, capabilities: ['knowledge_search', 'where:tier=gold'] })
  script = [undefined, ['tier=silver'], ['tier!=none'], ['tier=gold'], ['tier=gold" or true']].map((filter, at) => ({
    toolCalls: [{ id: `c${at}`, name: 'knowledge_search', arguments: { query: 'puppy training', ...(filter ? { filter } : {}) } }],
  }))
  script.push({ text: 'Yes [1].' })
  const run = await runs.run(agent, 'Do puppies need training?')
  const found = run.steps
    .filter(({ kind }) => kind === 'tool_call')
    .map(({ output }) => (output as { passages?: { title: string }[] }).passages?.map(({ title }) => title) ?? [])
  expect(found).toEqual([['inside.md'], [], ['inside.md'], ['inside.md'], []])
  const bad = await t.call('POST', '/api/agents', {
    token: owner.token,
    body: { name: 'Bad', type: 'SALES', capabilities: ['where:tier'] },
  })
  expect(bad.status).toBe(422)
})
