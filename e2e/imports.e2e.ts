import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Contact } from '@imperium/contract/contacts.ts'
import { see, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

// A list comes in from the empty contacts page, over a connection that breaks, is looked at, imported, and taken back.

const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
let owner: Person
let page: Page

beforeAll(async () => {
  owner = await registerPerson(url, 'Import Harbour')
  page = await browser.open({ reducedMotion: 'reduce' })
  await signIn(page, url, owner.email)
})

const list = [
  'E-Mail;Vorname;Nachname;Telefon;Notiz',
  'ada@example.com;Ada;Lovelace;+44 20 7946 0958;met at the fair',
  'grace@example.com;Grace;Hopper;;',
  'not an address;Bad;Row;;',
  'ada@example.com;Ada;Again;;',
].join('\n')

test('a list is uploaded over a lost connection, mapped and imported with its consent', async () => {
  await page.goto(`${url}/org/${owner.slug}/contacts`)
  await page.getByRole('link', { name: 'Import your contacts' }).click()
  await see(page.getByRole('heading', { name: 'Import contacts' }), page.getByText('Drop a CSV file here'))
  await checkEverywhere(page, 'import choose')

  // The first piece does not get through; the page tries again by itself.
  let lost = 0
  await page.route('**/pieces?*', async (route) => {
    if (lost++ === 0) await route.fulfill({ status: 503, contentType: 'text/html', body: '' })
    else await route.continue()
  })
  await page.getByLabel('CSV file').setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
  await see(page.getByText('Connection lost. Trying again…'))
  await see(page.getByRole('region', { name: 'Preview' }))
  await page.unroute('**/pieces?*')
  expect(lost).toBe(2)
  const watch = watchPage(page, url)

  const target = (column: string) => page.getByRole('combobox', { name: `What ${column} is` })
  expect(await target('E-Mail').inputValue()).toBe('email')
  expect(await target('Vorname').inputValue()).toBe('firstName')
  expect(await target('Telefon').inputValue()).toBe('phone')
  expect(await target('Notiz').inputValue()).toBe('ignore')
  await see(page.getByText('+442079460958'), page.getByText('Invalid email address'))
  await checkEverywhere(page, 'import columns')

  await page.getByRole('button', { name: 'Start import' }).click()
  await see(page.getByText('Decide on consent first: nobody may be written to without it'))
  await page.getByRole('radio', { name: 'These people agreed to hear from us' }).check()
  await page.getByRole('checkbox', { name: 'E-mail' }).check()
  await page.getByRole('combobox', { name: 'For', exact: true }).selectOption('marketing')
  await page.getByRole('button', { name: 'Start import' }).click()
  await see(page.getByText('Say where these people agreed', { exact: true }))
  await page.getByRole('textbox', { name: 'Where these people agreed' }).fill('Signed the list at our stand')
  await checkEverywhere(page, 'import consent')
  await page.getByRole('button', { name: 'Start import' }).click()
  await see(page.getByText('Completed', { exact: true }), page.getByRole('button', { name: 'Download errors' }))
  await checkEverywhere(page, 'import result')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download errors' }).click()])
  expect(download.suggestedFilename()).toBe('people-errors.csv')
  const people = await owner.call<Contact[]>('GET', '/contacts?sort=email&direction=asc')
  expect(people.map(({ email }) => email)).toEqual(['ada@example.com', 'grace@example.com'])
  watch.expectClean('import')
})

test('the import is undone after a question', async () => {
  await page.getByRole('button', { name: 'Undo import' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Undo import' }).click()
  await see(page.getByText('Undone', { exact: true }))
  expect(await owner.call<Contact[]>('GET', '/contacts')).toEqual([])
  await page.getByRole('button', { name: 'New import' }).click()
  await see(page.getByRole('link', { name: 'people.csv' }))
})

test('people who have not agreed are asked by letter, and rows say themselves who has', async () => {
  await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [owner.userId]))
  const rows = ['E-Mail;Opt-in', 'new@example.org;', 'old@example.org;yes', 'gone@example.org;unsubscribed'].join('\n')
  await page.goto(`${url}/org/${owner.slug}/contacts/import`)
  await page.getByLabel('CSV file').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await see(page.getByRole('region', { name: 'Preview' }))
  expect(await page.getByRole('combobox', { name: 'What Opt-in is' }).inputValue()).toBe('consentStatus')
  await page.getByRole('radio', { name: 'Ask them to confirm' }).check()
  await page.getByRole('combobox', { name: 'For', exact: true }).selectOption('marketing')
  await page.getByRole('textbox', { name: 'Where these addresses come from' }).fill('Visitors of our stand')
  await checkEverywhere(page, 'import ask')
  await page.getByRole('button', { name: 'Start import' }).click()
  await see(page.getByText('Completed', { exact: true }))
  const asked = page.getByRole('group', { name: 'Asked to confirm' }).or(page.getByLabel('Asked to confirm')).first()
  await expect.poll(() => asked.textContent(), { timeout: 20_000 }).toMatch(/Asked to confirm\s*1/)
  await checkEverywhere(page, 'import asked')
})
