import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { password } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'
import type { PageWatch } from './harness/watch-page.ts'

const mostTabs = 90
const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
const organization = `Keyboard Works ${Date.now()}`
let page: Page
let watch: PageWatch

beforeAll(async () => {
  page = await browser.open()
  watch = watchPage(page, url)
})

const isFocused = (place: Locator) => place.evaluate((element) => element === document.activeElement)
async function untilFocused(place: Locator): Promise<void> {
  await expect.poll(() => isFocused(place)).toBe(true)
}

/** Presses Tab until the element has the focus, as a keyboard user does. */
async function tabTo(place: Locator): Promise<void> {
  await place.waitFor({ state: 'attached' })
  for (let count = 0; count < mostTabs; count++) {
    if (await isFocused(place)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${mostTabs} times Tab did not lead to ${place.toString()}`)
}

test('registers without a mouse', async () => {
  await page.goto(`${url}/register`)
  await untilFocused(page.getByRole('textbox', { name: 'First name' }))
  await page.keyboard.type('Kay')
  const type = async (name: string, text: string) => {
    await tabTo(page.getByRole('textbox', { name, exact: true }))
    await page.keyboard.type(text)
  }
  await type('Last name', 'Board')
  await type('Email address', `kay-${Date.now()}@example.com`)
  await type('Organization name', organization)
  await type('Password', password)
  await type('Confirm password', password)
  await tabTo(page.getByRole('checkbox'))
  await page.keyboard.press('Space')
  await tabTo(page.getByRole('button', { name: 'Create Empire' }))
  await page.keyboard.press('Enter')
  await see(page.getByRole('heading', { level: 1, name: /, Kay$/ }))
})

test('the skip link leads past the navigation', async () => {
  await page.reload()
  await see(page.getByRole('heading', { level: 1, name: /, Kay$/ }))
  await page.keyboard.press('Tab')
  const skip = page.getByRole('link', { name: 'Skip to content' })
  await untilFocused(skip)
  await see(skip)
  await page.keyboard.press('Enter')
  await untilFocused(page.locator('main#content'))
})

test('explains the shortcuts on Ctrl+/, closes on Escape, and restores the focus', async () => {
  const periods = page.getByRole('radio', { name: '7 days' })
  await tabTo(periods)
  await page.keyboard.press('Control+/')
  const help = page.getByRole('dialog', { name: 'Keyboard shortcuts' })
  await see(help, help.getByText('AI Agents'), help.getByText('Search the list of a page'))
  await page.keyboard.press('Escape')
  await seeNoMore(help)
  await untilFocused(periods)
  await page.keyboard.press('Control+k')
  const palette = page.getByRole('dialog', { name: 'Search and commands' })
  await untilFocused(palette.getByRole('combobox'))
  await page.keyboard.press('Escape')
  await seeNoMore(palette)
  await untilFocused(periods)
})

test('Ctrl+K creates an agent, and the agent runs', async () => {
  await page.keyboard.press('Control+k')
  await untilFocused(page.getByRole('combobox', { name: 'Type a command or search' }))
  await page.keyboard.type('create agent')
  await see(page.getByRole('option', { name: /Create an AI agent/, selected: true }))
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog', { name: 'Create agent' })
  await untilFocused(dialog.getByRole('textbox', { name: 'Describe the task in one sentence' }))
  await tabTo(dialog.getByRole('textbox', { name: 'Name', exact: true }))
  await page.keyboard.type('Typed agent')
  await tabTo(dialog.getByRole('button', { name: 'Create agent' }))
  await page.keyboard.press('Enter')

  const panel = page.getByRole('dialog', { name: 'Typed agent' })
  await tabTo(panel.getByRole('tab', { name: 'Chat', selected: true }))
  await page.keyboard.press('ArrowRight')
  await see(panel.getByRole('tab', { name: 'Run', selected: true, exact: true }))
  await tabTo(panel.getByRole('textbox', { name: 'Input' }))
  await page.keyboard.type('What can you do?')
  await page.keyboard.press('Control+Enter')
  const run = page.getByRole('region', { name: 'Agent run', exact: true })
  await see(run.getByText('Completed').first(), run.getByText('[sandbox]', { exact: false }).first())
  await page.keyboard.press('Escape')
  await seeNoMore(panel)
})

test('g d and g a go places, / searches the list, arrows and Enter open a row, and Escape leads back to it', async () => {
  await page.keyboard.press('g')
  await page.keyboard.press('d')
  await see(page.getByRole('heading', { level: 1, name: /, Kay$/ }))
  await page.keyboard.press('g')
  await page.keyboard.press('a')
  await see(page.getByRole('heading', { level: 1, name: 'AI Agents' }), page.getByRole('row', { name: /Typed agent/ }))
  await page.keyboard.press('/')
  const search = page.getByRole('searchbox', { name: 'Search agents' })
  await untilFocused(search)
  await page.keyboard.type('typed')
  await page.waitForURL(/[?&]q=typed/)
  await page.keyboard.press('Escape')
  const row = page.getByRole('row', { name: /Typed agent/ }).locator('[data-row-focus]')
  await tabTo(row)
  await page.keyboard.press('x')
  await see(page.getByRole('toolbar', { name: 'Selected rows' }))
  await page.keyboard.press('x')
  await page.keyboard.press('Enter')
  const panel = page.getByRole('dialog', { name: 'Typed agent' })
  await see(panel)
  await page.keyboard.press('Escape')
  await seeNoMore(panel)
  await untilFocused(row)
})

test('the first question and the first dialog of a page give the focus back as the later ones do', async () => {
  await page.reload()
  await tabTo(page.getByRole('row', { name: /Typed agent/ }).locator('[data-row-focus]'))
  await page.keyboard.press('x')
  const remove = page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Delete' })
  await tabTo(remove)
  for (const time of ['first', 'later']) {
    await page.keyboard.press('Enter')
    const question = page.getByRole('dialog')
    await untilFocused(question.getByRole('button', { name: 'Delete' }))
    await page.keyboard.press('Escape')
    await seeNoMore(question)
    await expect.poll(() => isFocused(remove), { message: `the ${time} question` }).toBe(true)
  }
  await page.goto(page.url().replace(/\/agents.*/, '/settings/consent?tab=forms'))
  const open = page.getByRole('button', { name: 'New sign-up form' })
  await tabTo(open)
  await page.keyboard.press('Enter')
  const form = page.getByRole('dialog', { name: 'New sign-up form' })
  await untilFocused(form.getByRole('textbox', { name: 'Name' }))
  await page.keyboard.press('Escape')
  await seeNoMore(form)
  await untilFocused(open)
  watch.expectClean('the whole journey by keyboard')
})
