import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, BrowserContext, BrowserContextOptions, Locator, Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest'
import type { RunnerTestCase } from 'vitest'
import { launchChromium } from './launch-chromium.ts'

const failureFolder = join(import.meta.dirname, '../../test-results')
const waitLimitMs = 20_000

export interface TestBrowser {
  /** A new browser context: shares no cookies and storage with others. */
  open(options?: BrowserContextOptions): Promise<Page>
}

/**
 * One Chromium for the tests of a file. A failed test saves a screenshot of every open page in test-results/.
 * `inOrder`: the tests are steps of one journey; after a failure the rest is skipped.
 */
export function useBrowser({ inOrder = false } = {}): TestBrowser {
  let browser: Browser | undefined
  let hasFailed = false
  /** Contexts opened by the running test. Closed after it, because each keeps listening to the server. */
  let ofTest: BrowserContext[] | null = null
  beforeEach(({ skip }) => {
    ofTest = inOrder ? null : []
    skip(inOrder && hasFailed, 'an earlier step of the journey failed')
  })
  beforeAll(async () => {
    browser = await launchChromium()
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
    for (const [index, page] of (browser?.contexts() ?? []).flatMap((context) => context.pages()).entries()) {
      const name = `${task.file.name} ${task.name} ${index}`.replace(/[^a-z0-9]+/gi, '-')
      await page.screenshot({ path: join(failureFolder, `${name}.png`), timeout: 10_000 }).catch((error: unknown) => console.error(error))
    }
  }
  afterAll(() => browser?.close())
  return {
    open: async (options = {}) => {
      if (!browser) throw new Error('the browser opens before the first test')
      const usual = { viewport: { width: 1440, height: 900 }, locale: 'en-US', reducedMotion: 'reduce' } as const
      const context: BrowserContext = await browser.newContext({ ...usual, ...options })
      context.setDefaultTimeout(waitLimitMs)
      ofTest?.push(context)
      return context.newPage()
    },
  }
}

/**
 * Opens an address of the app that is already open, without loading the app again: that costs most of a second each time. Everything
 * shown before is gone first, so that nothing of it passes for the new screen.
 */
export async function visit(page: Page, address: string): Promise<void> {
  if (!page.url().startsWith(new URL(address).origin)) return void (await page.goto(address))
  const go = (to: string) => page.evaluate((path) => history.pushState(null, '', path), to)
  await go('/no/such/page')
  await page.getByRole('heading', { level: 1, name: 'Page not found in the empire' }).waitFor()
  await go(address)
  await page.getByRole('heading', { level: 1, name: 'Page not found in the empire' }).waitFor({ state: 'detached' })
}

/** Waits until all of them can be seen. */
export async function see(...places: Locator[]): Promise<void> {
  for (const place of places) await place.waitFor({ state: 'visible' })
}

/** Waits until all of them are gone or hidden. */
export async function seeNoMore(...places: Locator[]): Promise<void> {
  for (const place of places) await place.waitFor({ state: 'hidden' })
}
