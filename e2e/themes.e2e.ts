import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { checkAccessibility, modes, ofColours, setMode } from './harness/check-screen.ts'
import { findViolations } from './harness/find-violations.ts'
import { signIn } from './harness/people.ts'
import { seedWorkspace } from './harness/seed-workspace.ts'
import type { Workspace } from './harness/seed-workspace.ts'
import { watchPage } from './harness/watch-page.ts'
import type { PageWatch } from './harness/watch-page.ts'

const browser = useBrowser()
const { url, dataDir } = inject('shared')
let page: Page
let watch: PageWatch
let workspace: Workspace

beforeAll(async () => {
  workspace = await seedWorkspace(url, dataDir)
  page = await browser.open({ reducedMotion: 'reduce' })
  watch = watchPage(page, url)
  await signIn(page, url, workspace.person.email)
})

test('in the organization: menus and dialogs of the header open, stay readable, and close with Escape', async () => {
  await page.goto(`${url}/org/${workspace.person.slug}/dashboard`)
  const opened = page.locator('[role=menu], [role=dialog]').first()
  for (const name of [/^Notifications/, 'Recent activity', 'Resources', 'Help', 'Theme', /^Account of/, 'Search or jump to']) {
    const button = page.getByRole('button', { name }).first()
    await button.click()
    await see(opened)
    for (const mode of modes) {
      await setMode(page, mode)
      await checkAccessibility(page, `${name} (${mode})`)
    }
    await page.keyboard.press('Escape')
    await seeNoMore(opened)
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  }
  watch.expectClean('menus')
})

test.each(['ocean', 'forest', 'sunset', 'midnight', 'corporate', 'custom'])('preset %s stays readable', async (preset) => {
  // A customer's colours without a thought for contrast.
  const custom = { primary: '#facc15', text: '#999999', background: '#fefce8' }
  await page.evaluate((theme) => localStorage.setItem('imperium:theme', JSON.stringify(theme)), { mode: null, preset, custom })
  for (const path of ['dashboard', `agents?agent=${workspace.agentId}`]) {
    await page.goto(`${url}/org/${workspace.person.slug}/${path}`)
    await see(page.getByText('Inbound lead qualifier').last())
    for (const mode of modes) {
      await setMode(page, mode)
      await checkAccessibility(page, `${path} in ${preset} (${mode})`, ofColours)
    }
  }
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('imperium:theme') ?? '{}').preset)).toBe(preset)
  watch.expectClean(preset)
})

test("applies one mode to the whole page when the system's mode changes while it loads", async () => {
  for (const delayMs of [20, 40, 50, 60, 70, 80, 90, 100, 110, 130, 160, 200]) {
    const visitor = await browser.open({ colorScheme: 'dark' })
    await visitor.goto(`${url}/login`, { waitUntil: 'commit' })
    await visitor.waitForTimeout(delayMs)
    await visitor.emulateMedia({ colorScheme: 'light' })
    await see(visitor.getByLabel('Email').first())
    const colours = () =>
      visitor.evaluate(() => {
        const { dataset, style } = document.documentElement
        return `${dataset['mantineColorScheme']} ${style.colorScheme} ${getComputedStyle(document.body).color}`
      })
    await expect.poll(colours, { message: `changed after ${delayMs} ms` }).toBe('light light rgb(23, 23, 28)')
    await visitor.context().close()
  }
})

const documentOf = (style: string, text: string) =>
  `<html lang="en"><title>Colours</title><body style="background: #fff"><p>Plain</p><div style="${style}"><p>${text}</p></div></body></html>`

// The journeys check a look of a text once: what differs in any part of it must be checked again.
test.each([
  ['pale text', 'color: #aaa'],
  ['a dark ground', 'background: #222'],
  ['a dark ground that shines through', 'background: rgba(0, 0, 0, 0.8)'],
  ['faded text', 'opacity: 0.3'],
])('finds %s after the same text passed on white', async (_name, style) => {
  const tab = await browser.open()
  await tab.setContent(documentOf('', 'Read me'))
  expect(await findViolations(tab, ofColours)).toEqual([])
  await tab.setContent(documentOf(style, 'Read me'))
  expect((await findViolations(tab, ofColours)).join()).toContain('color-contrast: ')
})

test('finds pale text over which a question was open', async () => {
  const tab = await browser.open()
  const question = '<div role="dialog" aria-modal="true" style="position: fixed; inset: 0; background: #fff"><p>Sure?</p></div>'
  await tab.setContent(`${documentOf('color: #bbb', 'Read me')}${question}`)
  await findViolations(tab, ofColours)
  await tab.setContent(documentOf('color: #bbb', 'Read me'))
  expect((await findViolations(tab, ofColours)).join()).toContain('color-contrast: ')
})
