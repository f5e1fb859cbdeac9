import type { Page, Response } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser } from '../harness/browser.ts'
import { password } from '../harness/people.ts'
import { seedWorkspace } from '../harness/seed-workspace.ts'
import type { Workspace } from '../harness/seed-workspace.ts'
import { withOwner } from '../harness/start-server.ts'

const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
/** At least so many different pages. */
const leastPages = 60
const mostPages = 110
/** Pages whose address differs in an id or a tab alone: so many of each kind. */
const ofOneKind = 3

let workspace: Workspace
let page: Page
/** Below the installation's host: Chromium takes every name of `localhost` to this machine. */
let host = ''
const found: string[] = []

beforeAll(async () => {
  workspace = await seedWorkspace(url, dataDir)
  const { person } = workspace
  host = url.replace('localhost', `${person.slug}.localhost`)
  await withOwner(dataDir, (owner) => owner.query('update auth.users set email_verified_at = now() where id = $1', [person.userId]))
  await person.call('PUT', '/branding', { primary: '#0f766e', font: 'lora', customCss: 'h1 { letter-spacing: 0.01em }' })
  await person.call('POST', '/contacts', { firstName: 'Ada', email: 'ada@customer.example' })
  page = await browser.open()
  page.on('response', noteHeaders)
})

/** Bundles, fonts and API documents may name the product; headers of answers may not. */
function noteHeaders(response: Response): void {
  for (const [name, value] of Object.entries(response.headers()))
    if (/imperium/i.test(`${name}: ${value}`)) found.push(`header of ${new URL(response.url()).pathname}: ${name}: ${value}`)
}

/** Texts, titles and attributes of the open page that name the product. */
async function readNames(where: string): Promise<void> {
  const names = await page.evaluate(() => {
    const hits: string[] = [document.title]
    for (const element of document.querySelectorAll('*')) {
      if (element.matches('script, style')) continue
      for (const { name, value } of element.attributes) hits.push(`${element.tagName.toLowerCase()}[${name}] ${value}`)
      if (element instanceof HTMLInputElement || element instanceof HTMLTextAreaElement) hits.push(`value ${element.value}`)
      for (const node of element.childNodes)
        if (node.nodeType === Node.TEXT_NODE) hits.push(`${element.tagName.toLowerCase()} ${node.textContent ?? ''}`)
    }
    // What the browser stores, and the header that keeps its name on every brand.
    const kept = /imperium[:_][a-z-]+|x-imperium-signature/gi
    return hits.filter((hit) => /imperium/i.test(hit.replaceAll(kept, ''))).map((hit) => hit.slice(0, 200))
  })
  for (const name of names) found.push(`${where}: ${name}`)
}

const expectNone = (where: string) => expect([...new Set(found.splice(0))], where).toEqual([])

test("signed out, the organization's host shows its own name", async () => {
  for (const path of [
    '/login',
    '/forgot-password',
    '/register',
    '/join',
    '/no/such/page',
    '/terms',
    '/privacy',
    '/cookies',
    '/security',
    '/',
  ]) {
    await page.goto(host + path)
    await see(page.getByRole('heading', { level: 1 }).first())
    await readNames(path)
  }
  expectNone('signed out')
})

test("a crawl of the organization's host finds the product's name nowhere", async () => {
  const { person } = workspace
  await page.goto(`${host}/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/org\//)
  const seen = await crawl(`/org/${person.slug}/dashboard`)
  expect(seen.length).toBeGreaterThanOrEqual(leastPages)
  expectNone(`${seen.length} pages`)
})

/** `/org/x/agents?agent=0190…&tab=run` -> `/org/x/agents?agent&tab=run`. */
const kindOf = ({ pathname, searchParams }: URL): string => {
  const parts = [...searchParams].map(([name, value]) => (/^[\d-]|[:%]/.test(value) ? name : `${name}=${value}`))
  return `${pathname.replaceAll(/[0-9a-f-]{36}/g, '*')}?${parts.toSorted().join('&')}`
}

async function crawl(start: string): Promise<string[]> {
  const queue = [start]
  const known = new Set(queue)
  const kinds = new Map<string, number>()
  const seen: string[] = []
  for (const path of queue) {
    if (seen.length >= mostPages) break
    await go(path)
    seen.push(path)
    await readNames(path)
    for (const link of await linksOf()) {
      const kind = kindOf(new URL(link, host))
      const count = kinds.get(kind) ?? 0
      if (known.has(link) || count >= ofOneKind) continue
      known.add(link)
      kinds.set(kind, count + 1)
      queue.push(link)
    }
  }
  return seen
}

/** Opens a path of the app that is already open, and waits until it is shown. */
async function go(path: string): Promise<void> {
  if (!page.url().startsWith(host)) await page.goto(host + path)
  else await page.evaluate((to) => history.pushState(null, '', to), path)
  await see(page.getByRole('heading', { level: 1 }).first())
  // Some pages hold a stream open, so the network is never idle: a moment, and then no placeholder.
  await page.waitForTimeout(200)
  await page
    .waitForFunction(() => !document.querySelector('main [class*="Skeleton"], main [aria-busy=true]'), null, { timeout: 5_000 })
    .catch(() => null)
}

/** Where the open page leads within the app: its links, and its tabs, which have an address of their own. */
const linksOf = () =>
  page.evaluate(() =>
    [...document.querySelectorAll<HTMLAnchorElement>('a[href]')]
      .map(({ href }) => new URL(href))
      .filter(({ origin, pathname }) => origin === location.origin && !/^\/(api|assets|dev)\//.test(pathname))
      .map(({ pathname, search }) => pathname + search),
  )
