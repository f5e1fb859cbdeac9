import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { RunnerTestCase } from 'vitest'
import { sharedChromium } from './launch-chromium.ts'

const failureFolder = join(import.meta.dirname, '../../test-results')
const waitLimitMs = 20_000

export interface TestBrowser {
  /** A new browser context: shares no cookies and storage with others. */
  open(options?: BrowserContextOptions): Promise<Page>
}

/**
 * Contexts of their own for the tests of a file, in the Chromium of its worker. A failed test saves a screenshot of every open page in test-results/.
 * `inOrder`: the tests are steps of one journey; after a failure the rest is skipped.
 */
export function useBrowser({ inOrder = false } = {}): TestBrowser {
  let browser: Browser | undefined
  let hasFailed = false
  const opened: BrowserContext[] = []
  /** Contexts opened by the running test. Closed after it, because each keeps listening to the server. */
  let ofTest: BrowserContext[] | null = null
  beforeEach(({ skip }) => {
    ofTest = inOrder ? null : []
    skip(inOrder && hasFailed, 'an earlier step of the journey failed')
  })
  beforeAll(async () => {
    browser = await sharedChromium()
  })
  afterEach(async ({ task }) => {
    const left = ofTest ?? []
    ofTest = null
    if (task.result?.state === 'fail') await noteFailure(task)
    for (const context of left) await context.close()
  })
  const noteFailure = async (task: RunnerTestCase): Promise<void> => {
    hasFailed = true
    mkdirSync(failureFolder, { recursive: true })
    for (const [index, page] of opened.flatMap((context) => context.pages()).entries()) {
      const name = `${task.file.name} ${task.name} ${index}`.replace(/[^a-z0-9]+/gi, '-')
      await page.screenshot({ path: join(failureFolder, `${name}.png`), timeout: 10_000 }).catch((error: unknown) => console.error(error))
    }
  }
  afterAll(async () => {
    for (const context of opened) await context.close()
  })
  return {
    open: async (options = {}) => {
      if (!browser) throw new Error('the browser opens before the first test')
      const usual = { viewport: { width: 1440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' } as const
      const context: BrowserContext = await browser.newContext({ ...usual, ...options })
      context.setDefaultTimeout(waitLimitMs)
      opened.push(context)
      ofTest?.push(context)
      return context.newPage()
    },
  }
}

/**
 * Opens an address of the app that is already open, without loading the app again: that costs most of a second each time. Everything
 * shown before is gone first, so that nothing of it passes for the new screen; the frame of an organization stays, as it does for people.
 */
export async function visit(page: Page, address: string): Promise<void> {
  const { origin, pathname } = new URL(address)
  if (!page.url().startsWith(origin)) return void (await page.goto(address))
  const go = (to: string) => page.evaluate((path) => history.pushState(null, '', path), to)
  const nothing = page.getByRole('heading', { level: 1, name: 'Page not found in the empire' })
  await go(`${/^\/org\/[^/]+/.exec(pathname)?.[0] ?? ''}/no-such-page`)
  await nothing.waitFor()
  await go(address)
  await nothing.waitFor({ state: 'detached' })
}

/** Waits until all of them can be seen. */
export async function see(...places: Locator[]): Promise<void> {
  for (const place of places) await place.waitFor({ state: 'visible' })
}

/** Waits until all of them are gone or hidden. */
export async function seeNoMore(...places: Locator[]): Promise<void> {
  for (const place of places) await place.waitFor({ state: 'hidden' })
}
