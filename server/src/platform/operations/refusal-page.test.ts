import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

// A truncated or expired link of a message shows a page with the reason; programs get the envelope.

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

const browser = { accept: 'text/html,application/xhtml+xml,*/*;q=0.8', 'accept-language': 'de-CH, en;q=0.5' }
const open = (url: string, headers: Record<string, string> = browser) => t.app.inject({ method: 'GET', url, headers })

const links = [
  '/l/abcdefghijklm1',
  '/l/',
  '/l/cut',
  '/l/a/b',
  `/api/t/c/${'a'.repeat(61)}/1`,
  '/api/t/c/cut/1',
  '/api/t/c/',
  '/confirm/cut',
  '/unsubscribe/',
]

test.each(links)('%s is a page for a browser, in its language', async (url) => {
  const page = await open(url)
  expect([page.statusCode >= 400 && page.statusCode < 500, page.headers['content-type']]).toEqual([true, 'text/html; charset=utf-8'])
  expect(page.headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/)
  expect([page.headers['cache-control'], page.headers['x-request-id']]).toEqual(['no-store', expect.any(String)])
  expect(page.body).toContain('<h1>Dieser Link funktioniert nicht</h1>')
  expect(page.body).not.toMatch(/<script|cut/)
})

test('returns the envelope to programs and to API requests that are no links', async () => {
  const reported = [
    await open('/l/cut', { accept: '*/*' }),
    await open('/l/cut', {}),
    await open('/api/contacts'),
    await open('/api/nothing'),
  ]
  expect(reported.map(({ statusCode, headers }) => [statusCode, headers['content-type']])).toEqual([
    [404, 'application/json; charset=utf-8'],
    [404, 'application/json; charset=utf-8'],
    [401, 'application/json; charset=utf-8'],
    [404, 'application/json; charset=utf-8'],
  ])
})

test('the language is the one that was chosen on the page before', async () => {
  expect((await open('/confirm/cut?language=fr')).body).toContain('<h1>Ce lien ne fonctionne pas</h1>')
  expect((await open('/confirm/cut?language=xx')).body).toContain('<h1>Dieser Link funktioniert nicht</h1>')
})

test('shows when to retry after too many requests', async () => {
  let page = await open('/confirm/cut')
  for (let each = 0; each < 130 && page.statusCode !== 429; each++) page = await open('/confirm/cut')
  expect([page.statusCode, Number(page.headers['retry-after']) > 0]).toEqual([429, true])
  expect(page.body).toContain('Bitte versuchen Sie es in einer Minute noch einmal.')
})

test('shows an internal error as such, without details', async () => {
  await t.owner.query('alter table app.campaign_short_links rename to elsewhere')
  try {
    const page = await open('/l/abcdefghijkl1')
    expect(page.statusCode).toBe(500)
    expect(page.body).toContain('<h1>Das hat nicht geklappt</h1>')
    expect(page.body).not.toMatch(/relation|short_links/)
  } finally {
    await t.owner.query('alter table app.elsewhere rename to campaign_short_links')
  }
})
