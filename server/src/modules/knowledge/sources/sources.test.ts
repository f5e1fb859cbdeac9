import { createServer } from 'node:http'
import type { IncomingHttpHeaders, IncomingMessage, Server, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { KnowledgeDocument, KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { KnowledgeSource } from '@imperium/contract/knowledge/knowledge-sources.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { startDocumentReader } from '../documents/read-documents.ts'
import { startSourceReader } from './sync-source.ts'
import { readRobots } from './robots.ts'

interface Page {
  type?: string
  body?: string
  status?: number
  location?: string
  etag?: string
  /** Before its answer. */
  wait?: Promise<void>
}

let t: TestApp
let site: Server
let base: string
let pages: Record<string, Page>
let visits: { path: string; headers: IncomingHttpHeaders }[]
let owner: TestUser
let readers: { stop: (graceMs: number) => Promise<void> }[]
async function answer(request: IncomingMessage, response: ServerResponse): Promise<void> {
  const path = request.url ?? ''
  visits.push({ path, headers: request.headers })
  const { type = 'text/html; charset=utf-8', body = '', status = 200, location, etag, wait } = pages[path] ?? { status: 404 }
  await wait
  const isKnown = etag !== undefined && request.headers['if-none-match'] === etag
  response.writeHead(isKnown ? 304 : status, { 'content-type': type, ...(location ? { location } : {}), ...(etag ? { etag } : {}) })
  response.end(isKnown ? '' : body)
}

beforeAll(async () => {
  site = createServer((request, response) => void answer(request, response))
  await new Promise<void>((done) => site.listen(0, '127.0.0.1', done))
  const { port } = site.address() as AddressInfo
  base = `http://127.0.0.1:${port}`
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: `127.0.0.1:${port}` } })
  readers = [startDocumentReader(t.platform), startSourceReader(t.platform)]
})
afterAll(async () => {
  await Promise.all(readers.map((reader) => reader.stop(0)))
  await t.close()
  site.closeAllConnections()
  site.close()
})
beforeEach(async () => {
  owner = await t.register()
  pages = {}
  visits = []
})

const html = (title: string, body: string) => ({ body: `<html><head><title>${title}</title></head><body>${body}</body></html>` })
const add = (body: object, by = owner) => t.call<KnowledgeSource>('POST', '/api/knowledge/sources', { token: by.token, body })
const sources = async () => (await t.call<KnowledgeSource[]>('GET', '/api/knowledge/sources', { token: owner.token })).body.data
const settled = () =>
  until(async () => {
    const [source] = await sources()
    return source && (source.status === 'ready' || source.status === 'failed') ? source : false
  })
const sync = async (id: string) => {
  expect((await t.call('POST', `/api/knowledge/sources/${id}/sync`, { token: owner.token })).status).toBe(200)
  return settled()
}
const documents = async () => (await t.call<KnowledgeDocument[]>('GET', '/api/knowledge/documents', { token: owner.token })).body.data
const names = async () => (await documents()).map(({ name }) => name).toSorted()
const search = async (q: string) =>
  (await t.call<KnowledgePassage[]>('GET', `/api/knowledge/search?q=${q}`, { token: owner.token })).body.data.filter(
    (each) => each.documentId,
  )
const paths = () => visits.map(({ path }) => path)

describe('a web address', () => {
  test('is followed on its host to its depth and limit, within robots.txt', async () => {
    pages = {
      '/robots.txt': { type: 'text/plain', body: 'User-agent: *\nDisallow: /private' },
      '/': html(
        'Home',
        `<h2>Sea</h2><p>The narwhal rule.</p><a href="/a#x">a</a><a href="/private">p</a><a href="https://elsewhere.test/">e</a>`,
      ),
      '/a': html('Page A', '<p>The okapi rule.</p><a href="/b">b</a>'),
      '/b': html('Page B', '<p>Too deep.</p>'),
      '/private': html('Private', '<p>Hidden.</p>'),
    }
    expect((await add({ url: `${base}/`, depth: 1, visibility: 'public' })).status).toBe(201)
    const source = await settled()
    expect(source).toMatchObject({ status: 'ready', pages: 2, failedPages: 1 })
    expect(source.failures).toMatchObject([{ url: `${base}/private`, message: expect.stringContaining('robots.txt') }])
    expect(paths()).not.toContain('/private')
    expect(paths()).not.toContain('/b')
    expect(await names()).toEqual(['Home', 'Page A'])
    expect(await until(async () => ((await search('okapi')).length === 1 ? search('okapi') : false))).toMatchObject([{ title: 'Page A' }])
    expect((await documents()).find(({ name }) => name === 'Page A')).toMatchObject({ sourceUrl: `${base}/a`, visibility: 'public' })
    expect(visits.find(({ path }) => path === '/a')?.headers['user-agent']).toContain('ImperiumBot')
  })

  test('a redirect to an inside address or to another host is refused', async () => {
    pages = {
      '/': html('Home', '<a href="/inside">i</a><a href="/away">a</a>'),
      '/inside': { status: 302, location: 'http://169.254.169.254/latest' },
      '/away': { status: 302, location: 'https://example.com/' },
    }
    await add({ url: `${base}/`, depth: 1 })
    const source = await settled()
    expect(source).toMatchObject({ status: 'ready', pages: 1, failedPages: 2 })
    expect(source.failures.map(({ message }) => message)).toEqual([
      'This page leads to example.com. Add that address as a source of its own.',
      'This page leads to 169.254.169.254. Add that address as a source of its own.',
    ])
  })

  test('is renamed, and its pages follow what it is changed to, but for those that a member changed', async () => {
    pages = {
      '/': html('Home', '<p>The narwhal rule.</p><a href="/own">o</a>'),
      '/own': html('Own', '<p>The okapi rule.</p>'),
      '/late': html('Late', '<p>The tapir rule.</p>'),
    }
    const { id } = (await add({ url: `${base}/`, depth: 1, visibility: 'public', metadata: { team: 'sea' } })).body.data
    await settled()
    const call = <T>(method: string, place: string, body?: object, by = owner) =>
      t.call<T>(method, `/api/knowledge${place}`, { token: by.token, ...(body && { body }) })
    const made = (await call<{ id: string }>('POST', '/collections', { name: 'Site' })).body.data
    const own = (await documents()).find(({ name }) => name === 'Own')
    await call('PATCH', `/documents/${own?.id}`, { visibility: 'agents', metadata: { team: 'own' } })
    const change = { name: 'Our site', visibility: 'organization', collectionId: made.id, metadata: { team: 'land' }, schedule: 'daily' }
    const changed = await call<KnowledgeSource>('PATCH', `/sources/${id}`, { ...change, language: 'de' })
    expect([changed.status, changed.body.data]).toEqual([200, expect.objectContaining(change)])
    const facts = async () =>
      Object.fromEntries((await documents()).map((each) => [each.name, [each.visibility, each.collectionId, each.metadata, each.language]]))
    expect(await facts()).toEqual({
      Home: ['organization', made.id, { team: 'land' }, 'de'],
      Own: ['agents', made.id, { team: 'own' }, 'de'],
    })
    // The source is changed to what the member had set, and from there: that page stays, in what he set and in nothing else.
    const chosen = { visibility: 'agents', metadata: { team: 'own' } }
    await call('PATCH', `/sources/${id}`, chosen)
    await call('PATCH', `/documents/${own?.id}`, { ...chosen, collectionId: made.id, language: 'de' })
    await call('PATCH', `/sources/${id}`, { visibility: 'public', metadata: { team: 'air' }, collectionId: null, language: 'fr' })
    expect(await facts()).toEqual({
      Home: ['public', null, { team: 'air' }, 'fr'],
      Own: ['agents', null, { team: 'own' }, 'fr'],
    })
    await call('PATCH', `/sources/${id}`, { ...change, language: 'de' })
    const { rows } = await t.owner.query<{ days: string }>(
      'select extract(day from due_at - synced_at) as days from app.knowledge_sources where id = $1',
      [id],
    )
    expect(Number(rows[0]?.days)).toBe(1)
    pages['/'] = html('Home', '<p>The narwhal rule.</p><a href="/own">o</a><a href="/late">l</a>')
    await sync(id)
    expect((await facts())['Late']).toEqual(['organization', made.id, { team: 'land' }, 'de'])
    const stranger = await t.register()
    expect((await call('PATCH', `/sources/${id}`, { name: 'Mine' }, stranger)).status).toBe(404)
    const foreign = (await call<{ id: string }>('POST', '/collections', { name: 'Theirs' }, stranger)).body.data
    expect((await call('PATCH', `/sources/${id}`, { collectionId: foreign.id })).status).toBe(422)
    for (const body of [{ url: `${base}/own` }, { depth: 9 }, { schedule: 'hourly' }])
      expect((await call('PATCH', `/sources/${id}`, body)).status).toBe(422)
  })

  test('inside addresses, viewers and strangers are refused; an address is added once', async () => {
    expect((await add({ url: 'http://127.0.0.1:1/' })).status).toBe(422)
    expect((await add({ url: 'http://10.0.0.1/' })).status).toBe(422)
    expect((await add({ url: 'ftp://example.com/' })).status).toBe(422)
    const viewer = await t.addMember(owner.orgId, 'VIEWER')
    const stranger = await t.register()
    expect((await add({ url: `${base}/` }, viewer)).status).toBe(403)
    pages = { '/': html('Home', 'Words') }
    const { id } = (await add({ url: `${base}/` })).body.data
    expect((await add({ url: `${base}/#again` })).status).toBe(409)
    expect((await t.call('POST', `/api/knowledge/sources/${id}/sync`, { token: stranger.token })).status).toBe(404)
    expect((await t.call('DELETE', `/api/knowledge/sources/${id}`, { token: stranger.token })).status).toBe(404)
    await settled()
  })

  test('a site that cannot be read fails as a whole and says what to do', async () => {
    pages = { '/robots.txt': { status: 503 }, '/': html('Home', 'Words') }
    await add({ url: `${base}/` })
    expect(await settled()).toMatchObject({ status: 'failed', pages: 0, error: { message: expect.stringContaining('robots.txt') } })
    pages = { '/': html('Home', 'Words') }
    expect(await sync((await sources())[0]?.id ?? '')).toMatchObject({ status: 'ready', pages: 1, error: null })
  })
})

describe('a sitemap', () => {
  const listed = (...addresses: string[]) => ({
    type: 'application/xml',
    body: `<urlset>${addresses.map((path) => `<url><loc>${base}${path}</loc></url>`).join('')}</urlset>`,
  })

  test('is read again without indexing what has not changed; what vanished is removed', async () => {
    pages = {
      '/index.xml': { type: 'application/xml', body: `<sitemapindex><sitemap><loc>${base}/pages.xml</loc></sitemap></sitemapindex>` },
      '/pages.xml': listed('/same', '/changing', '/gone', '/list.txt', '/image'),
      '/same': { ...html('Same', '<p>The narwhal rule.</p>'), etag: '"1"' },
      '/changing': html('Changing', '<p>The okapi rule.</p>'),
      '/gone': html('Gone', '<p>The dodo rule.</p>'),
      '/list.txt': { type: 'text/plain', body: 'The quokka rule.' },
      '/image': { type: 'image/png', body: 'x' },
    }
    const { id } = (await add({ kind: 'sitemap', url: `${base}/index.xml` })).body.data
    expect(await settled()).toMatchObject({ pages: 4, failedPages: 1, failures: [{ url: `${base}/image` }] })
    const ready = async () => ((await documents()).every(({ status }) => status === 'ready') ? documents() : false)
    const before = new Map((await until(ready)).map((each) => [each.name, each]))
    pages['/changing'] = html('Changing', '<p>The okapi law.</p>')
    pages['/pages.xml'] = listed('/same', '/changing', '/list.txt')
    visits = []
    expect(await sync(id)).toMatchObject({ status: 'ready', pages: 3, failedPages: 0 })
    expect(visits.find(({ path }) => path === '/same')?.headers['if-none-match']).toBe('"1"')
    const after = new Map((await until(ready)).map((each) => [each.name, each]))
    expect(after.get('Same')).toEqual(before.get('Same'))
    expect(after.get('Changing')?.id).toBe(before.get('Changing')?.id)
    expect(after.get('Changing')?.updatedAt).not.toBe(before.get('Changing')?.updatedAt)
    expect(await search('dodo')).toEqual([])
    expect(await search('law')).toHaveLength(1)

    // An error of the site takes nothing away.
    pages['/same'] = { status: 500 }
    expect(await sync(id)).toMatchObject({ pages: 3, failedPages: 1 })
    await t.call('DELETE', `/api/knowledge/sources/${id}`, { token: owner.token })
    expect(await documents()).toEqual([])
    expect((await t.owner.query('select from app.files where org_id = $1', [owner.orgId])).rowCount).toBe(0)
  })

  test('that is interrupted while its organization is at rest waits, counts no attempt, and is read after it', async () => {
    const opened = Promise.withResolvers<void>()
    pages = { '/': { ...html('Home', '<p>Sea.</p><a href="/a">a</a>'), wait: opened.promise }, '/a': html('Page A', '<p>Sand.</p>') }
    expect((await add({ url: `${base}/`, depth: 1 })).status).toBe(201)
    await until(async () => paths().includes('/'))
    const rest = (at: string) => t.owner.query(`update auth.organizations set deletes_at = ${at} where id = $1`, [owner.orgId])
    const row = async () =>
      (
        await t.owner.query<{ attempts: number; status: string; owner: string | null; until: Date }>(
          'select attempts, status, lease_owner as owner, lease_until as until from app.knowledge_sources where org_id = $1',
          [owner.orgId],
        )
      ).rows[0]
    await rest(`now() + interval '30 days'`)
    // A heartbeat tells the reader.
    const before = (await row())?.until
    await until(async () => String((await row())?.until) !== String(before))
    opened.resolve()
    await until(async () => (await row())?.owner === null)
    expect(await row()).toMatchObject({ attempts: 0, status: 'queued' })
    expect(paths()).not.toContain('/a')
    await rest('null')
    await t.platform.wakeRested(owner.orgId)
    expect(await settled()).toMatchObject({ status: 'ready', pages: 2 })
  }, 40_000)

  test('reads no more pages than it may, and comes again by its schedule', async () => {
    pages = { '/s.xml': listed('/1', '/2', '/3') }
    for (const path of ['/1', '/2', '/3']) pages[path] = html(path, `<p>Page ${path}</p>`)
    await add({ kind: 'sitemap', url: `${base}/s.xml`, maxPages: 2, schedule: 'daily' })
    expect(await settled()).toMatchObject({ pages: 2 })
    const { rows } = await t.owner.query<{ hours: number }>(
      'select extract(epoch from due_at - synced_at)::int / 3600 as hours from app.knowledge_sources where org_id = $1',
      [owner.orgId],
    )
    expect(rows).toEqual([{ hours: 24 }])
  })
})

test('robots.txt: the own group, the longest rule, wildcards and ends', () => {
  const may = readRobots(
    'User-agent: *\nDisallow: /\n\nUser-agent: Other\nUser-agent: ImperiumBot\nDisallow: /a # why\nAllow: /a/b\nDisallow: /*.pdf$\nDisallow:\n',
    'ImperiumBot',
  )
  expect(['/', '/a', '/a/c', '/a/b', '/x.pdf', '/x.pdf?y'].map(may)).toEqual([true, false, false, true, false, true])
  expect(readRobots('User-agent: *\nDisallow: /', 'ImperiumBot')('/any')).toBe(false)
})
