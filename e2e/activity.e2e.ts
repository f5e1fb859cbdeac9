import { readFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'
import type { PageWatch } from './harness/watch-page.ts'

// Actions appear in the activity log and in the audit log, can be searched and exported; settings remember the visited pages.

const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let page: Page
let watch: PageWatch
let person: Person

beforeAll(async () => {
  person = await registerPerson(url, 'Activity Works', ['Grace', 'Hopper'])
  page = await browser.open({ reducedMotion: 'reduce' })
  watch = watchPage(page, url)
  await signIn(page, url, person.email)
})

const open = (path: string) => page.goto(`${url}/org/${person.slug}/${path}`)
const list = () => page.getByRole('list', { name: 'Activity', exact: true })

/** Opens an address without an organization, and waits until the visit of the page it leads to is counted. */
async function follow(from: string, to: string): Promise<void> {
  const counted = page.waitForResponse(
    (response) => response.url().endsWith('/api/settings/visits') && response.request().method() === 'POST',
  )
  await page.goto(`${url}/${from}`)
  await page.waitForURL(`${url}/org/${person.slug}/${to}**`)
  expect((await counted).status()).toBe(200)
}

async function download(button: string): Promise<{ name: string; lines: string[] }> {
  const [file] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: button }).click()])
  return {
    name: file.suggestedFilename(),
    lines: readFileSync(await file.path(), 'utf8')
      .trimEnd()
      .split('\r\n'),
  }
}

test('an act in the interface is in the activity log, with the sign-in before it', async () => {
  await open('agents?create=true')
  await page.getByRole('textbox', { name: 'Name' }).fill('=Ledger keeper')
  await page.getByRole('dialog').getByRole('button', { name: 'Create agent' }).click()
  await see(page.getByText('=Ledger keeper').first())
  await open('activity')
  await see(list().getByText('Grace Hopper created =Ledger keeper'), page.getByText('Activity is kept for 90 days.'))
  // Brought over from the platform's record within a second or two.
  await expect
    .poll(async () => {
      await page.reload()
      await see(list())
      return list().getByText('Grace Hopper signed in').count()
    })
    .toBe(1)
  await see(page.getByRole('heading', { name: 'Today' }))
  await checkEverywhere(page, 'activity')
  watch.expectClean('activity')
})

test('filters by search text and type, and keeps the filter in the address', async () => {
  await page.getByRole('searchbox', { name: 'Search activity' }).fill('ledger')
  await see(page.getByText('1 entry'))
  await page.reload()
  await see(page.getByText('1 entry'), list().getByText('Grace Hopper created =Ledger keeper'))
  await open('activity?type=team')
  await see(list().getByText('Grace Hopper joined'), page.getByText('1 entry'))
  await open('activity?q=nothing+like+it')
  await see(page.getByText('No activity matches'))
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await see(list().getByText('Grace Hopper joined'))
})

test('exports the shown rows, with formulas escaped for spreadsheets', async () => {
  await open('activity?q=ledger')
  await see(page.getByText('1 entry'))
  const { name, lines } = await download('Export CSV')
  expect(name).toBe(`activity-log-${new Date().toISOString().slice(0, 10)}.csv`)
  expect(lines[0]).toBe('"Time","Type","Action","Description","Status","User","IP address","Browser","Device"')
  expect(lines.length).toBe(2)
  expect(lines[1]).toContain('"agents.create","Grace Hopper created =Ledger keeper","success","Grace Hopper"')
})

test('the audit log shows the same act with all of its record, and its export', async () => {
  await open('settings/security?tab=audit&q=ledger')
  await page
    .getByRole('table')
    .getByRole('button', { name: /Ledger keeper/ })
    .click()
  const panel = page.getByRole('dialog', { name: 'Grace Hopper created =Ledger keeper' })
  await see(panel.getByText('agents.create'), panel.getByText('Request id'), panel.getByRole('heading', { name: 'Changes' }))
  await checkEverywhere(page, 'audit log entry')
  await page.keyboard.press('Escape')
  const { name, lines } = await download('Export CSV')
  expect(name).toMatch(/^audit-log-/)
  expect(lines.filter((line) => line.includes('agents.create'))[0]).toContain(`"'=Ledger keeper"`)
  // The exports are logged as actions themselves.
  await open('settings/security?tab=audit&type=security')
  await see(page.getByText('Grace Hopper exported the activity log'), page.getByText('Grace Hopper exported the audit log'))
  await checkEverywhere(page, 'audit log')
  watch.expectClean('audit log')
})

test('the header shows the latest acts and leads to all of them', async () => {
  await open('dashboard')
  await page.getByRole('button', { name: 'Recent activity' }).click()
  await page.getByRole('link', { name: 'View all activity' }).click()
  await page.waitForURL(/\/activity$/)
})

test('sets the retention in data management, and asks before a shorter one', async () => {
  await open('settings/data')
  const keep = page.getByRole('combobox', { name: 'Activity and runs' })
  await keep.click()
  await page.getByRole('option', { name: '30 days', exact: true }).click()
  await page.getByRole('button', { name: 'Erase older runs' }).click()
  await see(page.getByText('Retention saved'))
  await keep.click()
  await page.getByRole('option', { name: '60 days' }).click()
  await expect.poll(() => keep.inputValue()).toContain('60 days')
  const history = page.getByRole('combobox', { name: 'Campaign and message history' })
  await history.click()
  await page.getByRole('option', { name: 'Forever' }).click()
  await history.click()
  await page.getByRole('option', { name: '1 year' }).click()
  await page.getByRole('button', { name: 'Erase older history' }).click()
  await checkEverywhere(page, 'data management')
  await open('activity')
  await see(page.getByText('Activity is kept for 60 days.'))
})

test('lists visited settings in the hub, and leads links without an organization there', async () => {
  await follow('settings/security', 'settings/security')
  await follow('dashboard/settings/organization', 'settings/organization')
  await follow('settings/profile', 'profile')
  await page.goto(`${url}/analytics`)
  await page.waitForURL(`${url}/org/${person.slug}/analytics`)
  await open('settings')
  const recent = page.getByRole('region', { name: 'Recently Visited' })
  await see(recent.getByRole('link', { name: /User Profile/ }), recent.getByRole('link', { name: /Organization/ }))
  await see(page.getByRole('region', { name: 'Popular Settings' }).getByText(/visit/).first())
  watch.expectClean('settings hub')
})
