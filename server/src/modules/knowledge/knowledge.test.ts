import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { KnowledgeArticle, KnowledgeArticleDetail, KnowledgeOverview, KnowledgePassage } from '@imperium/contract/knowledge.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { productArticles } from './product-articles.ts'

let t: TestApp
let owner: TestUser
let admin: TestUser
let viewer: TestUser
let stranger: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  admin = await t.addMember(owner.orgId, 'ADMIN')
  viewer = await t.addMember(owner.orgId, 'VIEWER')
  stranger = await t.register()
})
afterAll(() => t.close())

const write = async (body: object, user = owner) =>
  (await t.call<KnowledgeArticleDetail>('POST', '/api/knowledge/articles', { token: user.token, body })).body.data
const change = (id: string, body: object, user = owner) =>
  t.call<KnowledgeArticleDetail>('PATCH', `/api/knowledge/articles/${id}`, { token: user.token, body })
const read = (id: string, user = owner) => t.call<KnowledgeArticleDetail>('GET', `/api/knowledge/articles/${id}`, { token: user.token })
const list = async (query: string, user = owner) =>
  (await t.call<KnowledgeArticle[]>('GET', `/api/knowledge/articles?${query}`, { token: user.token })).body.data
const search = async (q: string, user = owner) =>
  (await t.call<KnowledgePassage[]>('GET', `/api/knowledge/search?q=${encodeURIComponent(q)}`, { token: user.token })).body.data
const overview = async (user = owner) =>
  (await t.call<KnowledgeOverview>('GET', '/api/knowledge/overview', { token: user.token })).body.data
const ids = (rows: readonly { articleId: string | null }[]) => rows.map(({ articleId }) => articleId)

describe('articles of the product', () => {
  test('are readable by every role and cannot be changed', async () => {
    const [first] = productArticles
    expect((await list('limit=200', viewer)).filter(({ source }) => source === 'product')).toHaveLength(productArticles.length)
    expect((await read(first?.id ?? '', viewer)).body.data.body).toBe(first?.body)
    expect((await change(first?.id ?? '', { title: 'Mine' })).status).toBe(422)
  })

  test('lead only to articles that exist', () => {
    const known = new Set(productArticles.map(({ id }) => id))
    const links = productArticles.flatMap(({ id, body }) =>
      [...body.matchAll(/\(docs\?article=([a-z0-9-]+)\)/g)].map(([, to = '']) => ({ id, to })),
    )
    expect(links.filter(({ to }) => !known.has(to))).toEqual([])
  })
})

describe('articles of an organization', () => {
  test('a draft is for writers; readers see what was published, until it is published again', async () => {
    const draft = await write({ title: 'Returns', body: 'Thirty days.' })
    expect(draft).toMatchObject({ status: 'DRAFT', version: 1, publishedVersion: null, source: 'organization' })
    expect((await read(draft.id, viewer)).status).toBe(404)
    await change(draft.id, { status: 'PUBLISHED' })
    expect((await read(draft.id, viewer)).body.data.body).toBe('Thirty days.')
    const next = (await change(draft.id, { body: 'Sixty days.' })).body.data
    expect(next).toMatchObject({ version: 2, publishedVersion: 1, hasDraft: true, body: 'Sixty days.' })
    expect((await read(draft.id, viewer)).body.data.body).toBe('Thirty days.')
    await change(draft.id, { status: 'PUBLISHED' })
    expect((await read(draft.id, viewer)).body.data.body).toBe('Sixty days.')
    const versions = await t.call<{ version: number; isPublished: boolean }[]>('GET', `/api/knowledge/articles/${draft.id}/versions`, {
      token: owner.token,
    })
    expect(versions.body.data.map(({ version, isPublished }) => [version, isPublished])).toEqual([
      [2, true],
      [1, false],
    ])
    await change(draft.id, { status: 'DRAFT' })
    expect((await read(draft.id, viewer)).status).toBe(404)
  })

  test('a stale write is refused', async () => {
    const { id, updatedAt } = await write({ title: 'Stale' })
    expect((await change(id, { body: 'A', updatedAt })).status).toBe(200)
    expect((await change(id, { body: 'B', updatedAt })).status).toBe(409)
  })

  test('visibility decides who reads, lists and finds it', async () => {
    const body = 'The quetzal rule applies.'
    const forAdmins = await write({ title: 'For admins', body, visibility: 'roles', roles: ['ADMIN'], status: 'PUBLISHED' })
    const forAgents = await write({ title: 'For agents', body, visibility: 'agents', status: 'PUBLISHED' })
    const forAll = await write({ title: 'For all', body, status: 'PUBLISHED' })
    expect(new Set(ids(await search('quetzal', admin)))).toEqual(new Set([forAdmins.id, forAgents.id, forAll.id]))
    expect(ids(await search('quetzal', viewer))).toEqual([forAll.id])
    expect((await list('q=quetzal', viewer)).map(({ id }) => id)).toEqual([forAll.id])
    for (const { id } of [forAdmins, forAgents]) expect((await read(id, viewer)).status).toBe(404)
    expect(await search('quetzal', stranger)).toEqual([])
    expect((await read(forAll.id, stranger)).status).toBe(404)
    expect((await change(forAll.id, { visibility: 'roles' })).status).toBe(422)
  })

  test('deleted or taken back, none of its passages is found', async () => {
    const { id } = await write({ title: 'Axolotl care', body: '## Water\n\nKeep the axolotl cool.', status: 'PUBLISHED' })
    expect(await search('axolotl')).toMatchObject([
      { articleId: id, headings: ['Axolotl care', 'Water'], passage: 'Keep the axolotl cool.', matched: 'all' },
    ])
    await change(id, { status: 'DRAFT' })
    expect(await search('axolotl')).toEqual([])
    await change(id, { status: 'PUBLISHED' })
    await t.call('DELETE', `/api/knowledge/articles/${id}`, { token: owner.token })
    expect(await search('axolotl')).toEqual([])
  })

  test('passages with every word come before those with some, in each language', async () => {
    const both = await write({ title: 'Zebra', body: 'A zebra likes pomelo.', status: 'PUBLISHED' })
    const one = await write({ title: 'Fruit', body: 'Pomelo pomelo pomelo.', status: 'PUBLISHED' })
    expect(ids(await search('zebras and pomelos'))).toEqual([both.id, one.id])
    const german = await write({ title: 'Rückgabe', body: 'Die Bücher gehen zurück.', language: 'de', status: 'PUBLISHED' })
    expect(ids(await search('Buch'))).toEqual([german.id])
    const japanese = await write({ title: '返品', body: '返品の期限は三十日です。', language: 'ja', status: 'PUBLISHED' })
    // The German article is about the same thing, in another language; the product's own articles have ids that are words.
    expect(ids(await search('返品の期限')).filter((id) => !/^[a-z-]+$/.test(String(id)))).toEqual([japanese.id, german.id])
    // Written in the wrong language at first, and corrected beside a draft that no search finds yet.
    const wrong = await write({ title: 'Häuser', body: 'Die Dächer sind rot.', status: 'PUBLISHED' })
    expect(await search('Dach')).toEqual([])
    await change(wrong.id, { language: 'de', body: 'Die Zäune sind grün.' })
    expect([ids(await search('Dach')), await search('Zaun')]).toEqual([[wrong.id], []])
  })

  test('a view counts once for each person, and an answer can be changed', async () => {
    const { id } = await write({ title: 'Counted', status: 'PUBLISHED', tags: ['count'] })
    const view = (user: TestUser) => t.call('POST', `/api/knowledge/articles/${id}/view`, { token: user.token })
    const rate = (helpful: boolean) =>
      t.call<KnowledgeArticleDetail>('PUT', `/api/knowledge/articles/${id}/feedback`, { token: viewer.token, body: { helpful } })
    for (const user of [owner, viewer, viewer]) await view(user)
    expect((await rate(true)).body.data).toMatchObject({ views: 2, helpfulCount: 1, isHelpful: true })
    await view(viewer)
    expect((await read(id, viewer)).body.data.isHelpful).toBe(true)
    expect((await rate(false)).body.data).toMatchObject({ views: 2, helpfulCount: 0, isHelpful: false })
  })
})

test('the first page counts published articles by category and shows featured, popular and recent ones', async () => {
  const before = await overview(viewer)
  const { id } = await write({ title: 'Stands out', category: 'faqs', featured: true, status: 'PUBLISHED' })
  await write({ title: 'Hidden', category: 'faqs', featured: true })
  for (const user of [owner, admin, viewer]) await t.call('POST', `/api/knowledge/articles/${id}/view`, { token: user.token })
  const after = await overview(viewer)
  expect(after.total).toBe(before.total + 1)
  const faqs = ({ counts }: KnowledgeOverview) => counts.find(({ category }) => category === 'faqs')?.count ?? 0
  expect(faqs(after)).toBe(faqs(before) + 1)
  expect(after.featured.map(({ title }) => title)).not.toContain('Hidden')
  for (const strip of [after.featured, after.popular, after.recent]) expect(strip[0]?.id).toBe(id)
})
