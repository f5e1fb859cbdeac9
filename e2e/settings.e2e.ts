import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser, visit } from './harness/browser.ts'
import { checkEverywhere, sizes } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'
import type { PageWatch } from './harness/watch-page.ts'

// Settings have their own navigation, stand still while they load, and an unknown address keeps the frame.

const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
/** Sum of layout shifts without input, as web.dev counts them for a page that is only loaded. */
const largestShift = 0.01
let page: Page
let watch: PageWatch
let person: Person

beforeAll(async () => {
  person = await registerPerson(url, 'Settled Works', ['Mary', 'Somerville'])
  page = await browser.open({ reducedMotion: 'reduce' })
  watch = watchPage(page, url)
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries() as (PerformanceEntry & { value: number; hadRecentInput: boolean })[])
        if (!entry.hadRecentInput) shifts.push(entry.value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  await signIn(page, url, person.email)
})

const open = (path: string) => page.goto(`${url}/org/${person.slug}/${path}`)
const nav = () => page.getByRole('navigation', { name: 'Settings', exact: true })
const shiftOf = () => page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, value) => sum + value, 0))

test('lists all pages of settings beside the open one, marks it, and finds one by a word', async () => {
  await page.setViewportSize(sizes.wide)
  await open('settings/team')
  await see(nav().getByRole('link', { name: 'Team Members' }).and(page.locator('[aria-current=page]')))
  expect(await nav().getByRole('link').count()).toBeGreaterThan(15)
  await nav().getByRole('searchbox').fill('quiet')
  expect(await nav().getByRole('link').allTextContents()).toEqual(['Consent'])
  await nav().getByRole('link', { name: 'Consent' }).click()
  await page.waitForURL(`${url}/org/${person.slug}/settings/consent`)
  await nav().getByRole('searchbox').fill('')
  const widths = new Set<number>()
  const paths = await nav()
    .getByRole('link')
    .evaluateAll((links) => links.map((link) => new URL((link as HTMLAnchorElement).href).pathname))
  for (const path of paths) {
    await visit(page, url + path)
    await see(page.locator('#content h1'), nav().locator('[aria-current=page]'))
    widths.add(await page.locator('#content h1').evaluate((title) => title.parentElement!.parentElement!.parentElement!.clientWidth))
  }
  expect(widths.size).toBe(1)
  await page.setViewportSize(sizes.phone)
  await page.getByRole('combobox', { name: 'Settings page' }).selectOption('Email Settings')
  await page.waitForURL(`${url}/org/${person.slug}/settings/emails`)
  watch.expectClean('navigation of settings')
})

for (const [name, size] of Object.entries(sizes))
  test(`email settings do not shift while they load, ${name}`, async () => {
    await page.setViewportSize(size)
    await open('settings/emails')
    await see(page.getByRole('heading', { name: 'Outgoing email' }))
    await page.evaluate(() =>
      document.fonts.ready.then(() => new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)))),
    )
    expect(await shiftOf()).toBeLessThanOrEqual(largestShift)
  })

test('an unknown address keeps the frame for members, inside of the organization and outside', async () => {
  await page.setViewportSize(sizes.wide)
  for (const address of [`org/${person.slug}/no-such-page`, 'no-such-page']) {
    await page.goto(`${url}/${address}`)
    await see(page.getByRole('heading', { name: 'Page not found in the empire' }), page.getByRole('navigation', { name: 'Main' }))
    await see(page.getByText('Not found', { exact: true }))
  }
  await checkEverywhere(page, 'not found')
  await page.getByRole('link', { name: 'Go to the dashboard' }).click()
  await page.waitForURL(`${url}/org/${person.slug}/dashboard`)
})
