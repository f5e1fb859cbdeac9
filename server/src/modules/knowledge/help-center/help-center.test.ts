import sharp from 'sharp'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { contrast } from '@imperium/contract/email-designs/design-colors.ts'
import type { HelpCenter } from '@imperium/contract/knowledge/help-center.ts'
import type { KnowledgeArticleDetail } from '@imperium/contract/knowledge.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { placeLinks } from './place-links.ts'
import { renderMarkdown } from './render-markdown.ts'

let t: TestApp
let owner: TestUser
let member: TestUser
let closed: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  member = await t.addMember(owner.orgId, 'MEMBER')
  closed = await t.register()
})
afterAll(() => t.close())

const write = async (title: string, more: object = {}, by = owner) => {
  const body = { title, body: `All about ${title}`, visibility: 'public', status: 'PUBLISHED', ...more }
  return (await t.call<KnowledgeArticleDetail>('POST', '/api/knowledge/articles', { token: by.token, body })).body.data
}
const setCenter = (by: TestUser, isEnabled: boolean) =>
  t.call<HelpCenter>('PUT', '/api/knowledge/help-center', { token: by.token, body: { isEnabled, title: 'Acme <Help>', intro: 'Ask us.' } })
const get = (url: string, headers: Record<string, string> = {}) => t.app.inject({ method: 'GET', url, headers })

describe('a help center', () => {
  test('is off at first, and only managers switch it on', async () => {
    await write('Returns')
    expect((await get(`/help/${owner.slug}`)).statusCode).toBe(404)
    expect((await get(`/help/${owner.slug}/sitemap.xml`)).statusCode).toBe(404)
    expect((await setCenter(member, true)).status).toBe(403)
    expect((await setCenter(owner, true)).body.data).toMatchObject({ isEnabled: true, publicArticles: 1 })
    expect((await get(`/help/${owner.slug}`)).statusCode).toBe(200)
  })

  test('shows what is public and published, as published, and nothing else', async () => {
    const draft = await write('Secret draft', { status: 'DRAFT' })
    const internal = await write('Secret for members', { visibility: 'organization' })
    const forAgents = await write('Secret for agents', { visibility: 'agents' })
    const foreign = await write('Secret of others', {}, closed)
    const open = await write('Shipping')
    const changed = { token: owner.token, body: { title: 'Secret new title', body: 'Secret new text' } }
    await t.call('PATCH', `/api/knowledge/articles/${open.id}`, changed)
    const pages = await Promise.all(
      [
        `/help/${owner.slug}`,
        `/help/${owner.slug}?q=secret`,
        `/help/${owner.slug}/articles/${open.id}`,
        `/help/${owner.slug}/sitemap.xml`,
      ].map((url) => get(url)),
    )
    expect(pages.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200])
    expect(pages.map(({ body }) => /Secret/.test(body.replaceAll('Results for “secret”', '')))).toEqual([false, false, false, false])
    expect(pages[0]?.body).toContain('Shipping')
    expect(pages[3]?.body).toContain(`/help/${owner.slug}/articles/${open.id}</loc>`)
    for (const { id } of [draft, internal, forAgents, foreign])
      expect((await get(`/help/${owner.slug}/articles/${id}`)).statusCode).toBe(404)
    expect((await get(`/help/${closed.slug}/articles/${foreign.id}`)).statusCode).toBe(404)
    expect((await get(`/help/${owner.slug}?q=shipping`)).body).toContain(`/articles/${open.id}`)
  })

  test('runs no script, says where it is, keeps its language, and may be kept for a minute', async () => {
    const { body, headers } = await get(`/help/${owner.slug}`, { 'accept-language': 'de' })
    expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
    expect(headers['cache-control']).toBe('public, max-age=60')
    expect(body).toContain('<html lang="de">')
    expect(body).toContain('Acme &#60;Help&#62;')
    expect(body).toContain(`<link rel="canonical" href="${t.platform.config.publicUrl}/help/${owner.slug}">`)
    expect(body).toContain('<meta property="og:site_name" content="Acme &#60;Help&#62;">')
    expect(body).not.toMatch(/<script|<Help>/)
    expect((await get(`/help/${owner.slug}?language=ja`, { 'accept-language': 'de' })).body).toContain('<html lang="ja">')
  })

  test('shows its colour where it can be read, its links and its logo, and no image of others', async () => {
    const links = [{ label: 'Shop & more', url: 'https://shop.example/?a=1&b="' }]
    const look = { isEnabled: true, title: 'Acme', accent: '#ffdd00', links }
    expect((await t.call('PUT', '/api/knowledge/help-center', { token: owner.token, body: look })).status).toBe(200)
    for (const url of ['javascript:alert(1)', 'data:text/html,x', 'no'])
      expect(
        (await t.call('PUT', '/api/knowledge/help-center', { token: owner.token, body: { ...look, links: [{ label: 'Bad', url }] } }))
          .status,
      ).toBe(422)
    expect((await get(`/api/public/help/${owner.slug}/logo.png`)).statusCode).toBe(404)
    const picture = await sharp({ create: { width: 900, height: 300, channels: 3, background: '#ff0000' } })
      .jpeg()
      .toBuffer()
    const set = await t.call<HelpCenter>('PUT', '/api/knowledge/help-center/logo', {
      token: owner.token,
      body: picture,
      headers: { 'content-type': 'image/jpeg' },
    })
    expect(set.body.data).toMatchObject({ hasLogo: true, accent: '#ffdd00', links })
    const logo = await get(`/api/public/help/${owner.slug}/logo.png`)
    expect([logo.statusCode, logo.headers['content-type']]).toEqual([200, 'image/png'])
    expect(await sharp(logo.rawPayload).metadata()).toMatchObject({ format: 'png', width: 360, height: 120 })
    const { body, headers } = await get(`/help/${owner.slug}`)
    expect(headers['content-security-policy']).toContain("img-src 'self'")
    expect(body).toContain(`<img src="/api/public/help/${owner.slug}/logo.png" alt="Acme">`)
    expect(body).toContain('href="https://shop.example/?a=1&#38;b=')
    expect(body).not.toContain('b=""')
    const [, light = '', dark = ''] = /:root\{--accent:(#[0-9a-f]{6})\}.*:root\{--accent:(#[0-9a-f]{6})\}/.exec(body) ?? []
    expect(contrast(light, '#f7f7f8')).toBeGreaterThanOrEqual(4.5)
    expect(contrast(dark, '#17171b')).toBeGreaterThanOrEqual(4.5)
    await t.call('DELETE', '/api/knowledge/help-center/logo', { token: owner.token })
    expect((await get(`/help/${owner.slug}`)).body).not.toContain('<img')
  })

  test('counts one vote of a network, of IPv6 one of a /48, which may change', async () => {
    const { id } = await write('Voted')
    const vote = (helpful: string, remoteAddress = '127.0.0.1') =>
      t.app.inject({
        method: 'POST',
        remoteAddress,
        url: `/help/${owner.slug}/articles/${id}`,
        headers: { 'content-type': 'application/x-www-form-urlencoded' },
        payload: `helpful=${helpful}`,
      })
    const count = async () =>
      (await t.call<KnowledgeArticleDetail>('GET', `/api/knowledge/articles/${id}`, { token: owner.token })).body.data.helpfulCount
    expect((await vote('true')).statusCode).toBe(303)
    await vote('true')
    expect(await count()).toBe(1)
    await vote('false')
    expect(await count()).toBe(0)
    expect((await vote('maybe')).statusCode).toBe(404)
    for (const address of ['2001:db8:7:1::1', '2001:db8:7:2::1', '2001:db8:7:ffff::9']) await vote('true', address)
    expect(await count()).toBe(1)
    await vote('true', '2001:db8:8::1')
    expect(await count()).toBe(2)
  })

  test('is gone when it is switched off, and of a suspended organization', async () => {
    await t.owner.query(`update auth.organizations set status = 'SUSPENDED' where id = $1`, [owner.orgId])
    expect((await get(`/help/${owner.slug}`)).statusCode).toBe(404)
    await t.owner.query(`update auth.organizations set status = 'ACTIVE' where id = $1`, [owner.orgId])
    await setCenter(owner, false)
    expect((await get(`/help/${owner.slug}`)).statusCode).toBe(404)
  })
})

test('Markdown becomes HTML that runs and loads nothing', () => {
  const id = '01990000-0000-7000-8000-000000000001'
  const rendered = renderMarkdown(
    `# Top\n\n<script>alert(1)</script>\n\n![far](https://elsewhere.test/a.png "x") [bad](javascript:alert(1)) [next](docs?article=${id}&quote=a) [own](docs?article=api-basics) [web](https://example.com)`,
  )
  const html = placeLinks(rendered, (other) => `/help/acme/articles/${other}`)
  expect(html).toContain('<h2>Top</h2>')
  expect(html).not.toMatch(/<script|<img|javascript:/)
  expect(html).toContain(`<a href="/help/acme/articles/${id}">next</a>`)
  expect(html).toContain('own')
  expect(html).not.toContain('docs?')
  expect(html).toContain('<a rel="nofollow noopener" href="https://example.com">web</a>')
})

test('an article is rendered once for each version, and kept', async () => {
  await setCenter(owner, true)
  const article = await write('Kept', { body: '**First** text' })
  const path = `/help/${owner.slug}/articles/${article.id}`
  const kept = async () => {
    const sql = 'select version, html from app.knowledge_article_versions where article_id = $1 order by version'
    return (await t.owner.query<{ version: number; html: string | null }>(sql, [article.id])).rows
  }
  expect((await get(path)).body).toContain('<strong>First</strong>')
  expect(await kept()).toEqual([{ version: 1, html: '<p><strong>First</strong> text</p>' }])
  // What is kept is what is shown.
  await t.owner.query("update app.knowledge_article_versions set html = '<p>Kept text</p>' where article_id = $1", [article.id])
  expect((await get(path)).body).toContain('<p>Kept text</p>')
  await t.call('PATCH', `/api/knowledge/articles/${article.id}`, { token: owner.token, body: { body: 'Second', status: 'PUBLISHED' } })
  expect((await get(path)).body).toContain('<p>Second</p>')
})

// The last one: workers go on to the end.
test('an article is rendered when it is published, or opened to the public, and no sooner', async () => {
  const draft = await write('Draft', { status: 'DRAFT' })
  const internal = await write('Internal', { visibility: 'organization', body: 'Is *opened*' })
  await t.startWorkers()
  const sql = 'select html from app.knowledge_article_versions where article_id = any($1)'
  const kept = async (...ids: string[]) => (await t.owner.query<{ html: string | null }>(sql, [ids])).rows.map(({ html }) => html)
  const open = await write('Published', { body: 'Is **published**' })
  await expect.poll(() => kept(open.id), { timeout: 20_000 }).toEqual(['<p>Is <strong>published</strong></p>'])
  expect(await kept(draft.id, internal.id)).toEqual([null, null])
  await t.call('PATCH', `/api/knowledge/articles/${internal.id}`, { token: owner.token, body: { visibility: 'public' } })
  await expect.poll(() => kept(internal.id), { timeout: 20_000 }).toEqual(['<p>Is <em>opened</em></p>'])
})
