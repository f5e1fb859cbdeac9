import sharp from 'sharp'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { lintDesign } from '@imperium/contract/email-designs/lint-design.ts'
import type { Template } from '@imperium/contract/templates.ts'
import { loadTemplates } from '../../platform/text/liquid.ts'
import { runAdmin } from '../../testing/run-admin.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { testEncryptionKey } from '../../testing/test-secrets.ts'
import { stepTypes, validateDefinition } from '../workflows/index.ts'
import { WorkflowContent, contentOf } from './contents.ts'
import { officialTemplates } from './official/index.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  await t.startWorkers()
  user = await t.register()
})
afterAll(() => t.close())

/** The operator's command line, on this database. */
const admin = (...args: string[]) => {
  const { host, port, user: owner, database } = t.connection
  const DATABASE_URL = `postgres://${owner}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  return runAdmin(args, { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
}
/** Numbers of all organizations are counted by a job. */
const isSeen = async (key: string, expected: object) => {
  await expect.poll(async () => (await call('GET', `/${key}`)).body.data, { timeout: 25_000 }).toMatchObject(expected)
}

const call = <T = Template>(method: string, path: string, body?: unknown, as = user) =>
  t.call<T>(method, `/api/templates${path}`, { token: as.token, ...(body === undefined ? {} : { body }) })

test('the catalogue has 7 agents, 6 campaigns and 8 workflows, each valid as it is', async () => {
  const count = (category: string) => officialTemplates.filter((each) => each.category === category).length
  expect([count('agent'), count('campaign'), count('workflow')]).toEqual([7, 6, 8])
  const templates = await loadTemplates()
  for (const { key, category, content, tags, included } of officialTemplates) {
    expect(contentOf[category].safeParse(content).error, key).toBeUndefined()
    expect(tags.length, key).toBeGreaterThan(0)
    expect(included.length, key).toBeGreaterThan(0)
    if (category !== 'workflow') continue
    // References to objects of the organization have ids by the time of publishing.
    const text = JSON.stringify(WorkflowContent.parse(content).definition).replaceAll(
      /"(agent|members):[^"]+"/g,
      '"01a1fba3-9616-7ac7-b863-a4e68deb819d"',
    )
    expect(validateDefinition(stepTypes, templates, JSON.parse(text)), key).toEqual([])
  }
})

test('lists by category, type, tags and text, in pages and in every order', async () => {
  const names = async (query: string) => (await call<Template[]>('GET', `?${query}`)).body.data.map(({ name }) => name)
  expect(await names('category=agent')).toHaveLength(7)
  expect(await names('category=agent&tags=support,customers')).toEqual(['Customer Support'])
  expect(await names('q=NEWSLETTER')).toContain('Monthly Newsletter')
  expect(await names('type=community')).toEqual([])
  for (const sort of ['popular', 'recent', 'trending']) {
    const all = await names(`sort=${sort}`)
    const pages: string[] = []
    let cursor = ''
    do {
      const { body } = await call<Template[]>('GET', `?sort=${sort}&limit=6${cursor}`)
      pages.push(...body.data.map(({ name }) => name))
      cursor = body.page?.nextCursor ? `&cursor=${encodeURIComponent(body.page.nextCursor)}` : ''
    } while (cursor)
    expect(pages, sort).toEqual(all)
    expect(new Set(pages).size, sort).toBe(21)
  }
})

test('creates a draft and counts the use once, over all organizations', async () => {
  const key = 'official:lead-qualification'
  const made = await call<{ category: string; id: string }>('POST', `/${key}/use`, {})
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  const workflow = await t.call<{ status: string; name: string; problems: unknown[] }>('GET', `/api/workflows/${made.body.data.id}`, {
    token: user.token,
  })
  expect(workflow.body.data).toMatchObject({ status: 'draft', name: 'Lead Qualification' })
  // The required agent was created with it, and the messages go to the user of the template.
  expect(workflow.body.data.problems).toEqual([])
  const other = await t.register()
  const campaign = await call<{ id: string }>('POST', '/official:win-back/use', { name: 'Come back' }, other)
  expect(
    (await t.call<{ status: string; name: string }>('GET', `/api/campaigns/${campaign.body.data.id}`, { token: other.token })).body.data,
  ).toMatchObject({
    status: 'draft',
    name: 'Come back',
  })
  await call('POST', `/${key}/use`, {}, other)
  await isSeen(key, { uses: 2, trending: true, popular: true, workflow: { category: 'leads', triggers: ['webhook'], actions: 7 } })
  const overview = await call<{ stats: { uses: number }; trending: Template[] }>('GET', '/overview?category=workflow')
  expect(overview.body.data.trending.map((each) => each.key)).toEqual([key])
})

test('allows one rating per user, and removes one that is withdrawn', async () => {
  const key = 'official:data-analyst'
  const other = await t.register()
  expect((await call('PUT', `/${key}/rating`, { stars: 5 })).body.data).toMatchObject({ myRating: 5 })
  await call('PUT', `/${key}/rating`, { stars: 2 })
  await call('PUT', `/${key}/rating`, { stars: 5 }, other)
  await isSeen(key, { rating: 3.5, ratings: 2, myRating: 2 })
  await call('PUT', `/${key}/rating`, { stars: 0 })
  await isSeen(key, { rating: 5, ratings: 1, myRating: null })
})

test("publishes to the organization immediately, to the community after review, without the organization's own data", async () => {
  const definition = {
    steps: [
      { id: 'start', type: 'trigger_manual', name: 'Start' },
      { id: 'tell', type: 'message', name: 'Tell', config: { to: [user.userId], subject: 'Hello', text: 'Text' } },
    ],
    edges: [{ from: 'start', to: 'tell' }],
  }
  const source = await t.call<{ id: string }>('POST', '/api/workflows', {
    token: user.token,
    body: { name: 'Mine', description: 'Mine', definition },
  })
  expect(source.status, JSON.stringify(source.body)).toBe(201)
  const body = {
    category: 'workflow',
    sourceId: source.body.data.id,
    name: 'Shared',
    description: 'For all',
    tags: ['Mine'],
    visibility: 'community',
  }
  const made = await call('POST', '', body)
  expect(made.body.data).toMatchObject({ review: 'pending', isMine: true, type: 'community' })
  const { key } = made.body.data
  const file = await call('GET', `/${key}`)
  expect(JSON.stringify(file.body)).not.toContain(user.userId)
  expect(file.body.data.included).toEqual(['Start', 'Tell', 'You decide which contacts get messages'])
  const other = await t.register()
  expect((await call('GET', `/${key}`, undefined, other)).status).toBe(404)
  expect((await admin('templates', 'approve', key)).code).toBe(0)
  expect((await call('GET', `/${key}`, undefined, other)).body.data).toMatchObject({ name: 'Shared', isMine: false })
  expect((await call('POST', `/${key}/use`, {}, other)).status).toBe(201)
  expect((await call('DELETE', `/${key}`, undefined, other)).status).toBe(404)
  expect((await call('DELETE', `/${key}`)).status).toBe(200)
  await expect.poll(async () => (await call('GET', `/${key}`, undefined, other)).status, { timeout: 25_000 }).toBe(404)
})

test('exports a file and imports it as the same template', async () => {
  const file = (key: string) => t.app.inject({ url: `/api/templates/${key}/export`, headers: { authorization: `Bearer ${user.token}` } })
  const text = (await file('official:order-follow-up')).body
  const again = await call('POST', '/import', { ...JSON.parse(text), name: 'Imported' })
  expect(again.status, JSON.stringify(again.body)).toBe(201)
  expect((await file(again.body.data.key)).body.replace('"Imported"', '"Order Follow-up"')).toBe(text)
  const broken = await call('POST', '/import', { ...JSON.parse(text), content: { definition: { steps: [{ id: 'X' }] } } })
  expect(broken.status).toBe(422)
})

test('an official email is designed, with pictures of this installation, and marked as a sample until it is edited', async () => {
  for (const key of ['welcome-email', 'product-launch', 'monthly-newsletter', 'win-back']) {
    const { id } = (await call<{ id: string }>('POST', `/official:${key}/use`, {})).body.data
    const made = await t.call<Campaign>('GET', `/api/campaigns/${id}`, { token: user.token })
    const { design, html } = made.body.data.definition.content
    if (!design) throw new Error(`${key} has no design`)
    expect(lintDesign(design).map(({ code }) => code)).toContain('sample_content')
    expect(html).toContain(`src="${t.platform.config.publicUrl}/api/email-pictures/`)
    expect(JSON.stringify(made.body.data.definition)).not.toContain('.invalid')
  }
})

test('a published design shows all of its blocks to everyone: segments stay with their organization', async () => {
  const rules = { match: 'all', rules: [{ kind: 'tags', op: 'any_of', tags: ['vip'] }] }
  const segment = await t.call<{ id: string }>('POST', '/api/segments', { token: user.token, body: { name: 'VIPs only', rules } })
  const visibility = { segmentId: segment.body.data.id, show: 'inside' }
  const heading = { id: 'b', type: 'heading', spans: [{ text: 'Hello' }], visibility }
  const blocks = [heading, { id: 'a', type: 'columns', columns: [[{ ...heading, id: 'c' }], []], visibility }]
  const definition = { content: { subject: 'Hi', design: { blocks } } }
  const campaign = await t.call<Campaign>('POST', '/api/campaigns', {
    token: user.token,
    body: { name: 'VIP', channel: 'email', definition },
  })
  const published = { category: 'campaign', sourceId: campaign.body.data.id, name: 'VIP', description: 'For all' }
  const { key } = (await call('POST', '', published)).body.data
  const { content } = (await call<Template & { content: object }>('GET', `/${key}`)).body.data
  expect(JSON.stringify(content)).not.toContain(visibility.segmentId)
  expect(JSON.stringify(content)).not.toContain('__segments')
  expect(JSON.stringify(content).match(/Hello/g)?.length).toBe(4)
})

test('a campaign made of a template of another organization has copies of its images', async () => {
  const payload = await sharp({ create: { width: 30, height: 30, channels: 3, background: '#cc0000' } })
    .png()
    .toBuffer()
  const headers = { authorization: `Bearer ${user.token}`, 'content-type': 'image/png' }
  const sent = await t.app.inject({ method: 'POST', url: '/api/email-images?name=Chair', headers, payload })
  const image = sent.json<{ data: { id: string; url: string } }>().data
  const definition = { content: { subject: 'Chairs', design: { blocks: [{ id: 'a', type: 'image', src: image.url, alt: 'A chair' }] } } }
  const campaign = await t.call<Campaign>('POST', '/api/campaigns', {
    token: user.token,
    body: { name: 'Chairs', channel: 'email', definition },
  })
  const source = { category: 'campaign', sourceId: campaign.body.data.id, name: 'Chairs', description: 'For all', visibility: 'community' }
  const { key } = (await call('POST', '', source)).body.data
  await admin('templates', 'approve', key)
  const other = await t.register()
  const used = await call<{ id: string }>('POST', `/${key}/use`, {}, other)
  expect(used.status, JSON.stringify(used.body)).toBe(201)
  const made = await t.call<Campaign>('GET', `/api/campaigns/${used.body.data.id}`, { token: other.token })
  const src = JSON.stringify(made.body.data.definition).match(/"src":"([^"]+)"/)?.[1] ?? ''
  expect(src).toContain('/api/i/')
  expect(src).not.toBe(image.url)
  const opened = await t.app.inject({ url: new URL(src).pathname })
  expect([opened.statusCode, opened.headers['content-type']]).toEqual([200, 'image/png'])
  const images = await t.call<{ name: string; url: string }[]>('GET', '/api/email-images', { token: other.token })
  expect(images.body.data).toMatchObject([{ name: 'Chair', url: src }])
})
