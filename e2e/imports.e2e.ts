import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { see, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

// A list is imported from the empty contacts page, over a connection that breaks, reviewed, imported, and reverted.

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
  await see(page.getByRole('heading', { name: 'Import contacts' }), page.getByText('Drop a CSV or Excel file here'))
  await checkEverywhere(page, 'import choose')

  // A file that is not a table is detected before the upload.
  await page
    .getByLabel('CSV or Excel file')
    .setInputFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from('d0cf11e0a1b11ae1', 'hex') })
  await see(page.getByText('This is an old Excel file (.xls).'))

  // The first chunk of the upload fails; the page retries automatically.
  let lost = 0
  await page.route('**/pieces?*', async (route) => {
    if (lost++ === 0) await route.fulfill({ status: 503, contentType: 'text/html', body: '' })
    else await route.continue()
  })
  // From here on by keys alone, up to the corrected row.
  const [chooser] = await Promise.all([page.waitForEvent('filechooser'), page.getByRole('button', { name: 'Choose file' }).press('Enter')])
  await chooser.setFiles({ name: 'people.csv', mimeType: 'text/csv', buffer: Buffer.from(list) })
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
  // A column without a matching field becomes a new field in the mapping.
  await page.getByRole('button', { name: 'Create a field for Notiz' }).press('Enter')
  const dialog = page.getByRole('dialog')
  expect(await dialog.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Notiz')
  await checkEverywhere(page, 'import field')
  await dialog.getByRole('button', { name: 'Save' }).press('Enter')
  await expect.poll(() => target('Notiz').inputValue()).toBe('custom:notiz')
  await see(page.getByRole('cell', { name: 'met at the fair' }))

  await page.getByRole('button', { name: 'Next: Consent' }).press('Enter')
  await page.getByRole('button', { name: 'Start import' }).press('Enter')
  await see(page.getByText('Choose the consent first: contacts cannot be messaged without it'))
  await page.getByRole('radio', { name: 'These contacts gave consent' }).press('Space')
  // The only purpose there is needs no choice.
  expect(await page.getByRole('combobox', { name: 'For', exact: true }).inputValue()).toBe('marketing')
  await page.getByRole('button', { name: 'Start import' }).press('Enter')
  await see(page.getByText('Choose at least one channel', { exact: true }))
  await page.getByRole('checkbox', { name: 'Email' }).press('Space')
  await page.getByRole('button', { name: 'Start import' }).press('Enter')
  await see(page.getByText('Enter the source of consent', { exact: true }))
  await page.getByRole('textbox', { name: 'Source of consent' }).fill('Signed the list at our stand')
  await checkEverywhere(page, 'import consent')
  await page.getByRole('button', { name: 'Start import' }).press('Enter')
  await see(page.getByText('Completed', { exact: true }), page.getByRole('button', { name: 'Download errors' }))
  await checkEverywhere(page, 'import result')
  const [download] = await Promise.all([page.waitForEvent('download'), page.getByRole('button', { name: 'Download errors' }).click()])
  expect(download.suggestedFilename()).toBe('people-errors.csv')
  const people = await owner.call<Contact[]>('GET', '/contacts?sort=email&direction=asc')
  expect(people.map(({ email, custom }) => [email, custom])).toEqual([
    ['ada@example.com', { notiz: 'met at the fair' }],
    ['grace@example.com', {}],
  ])
  await page.getByRole('textbox', { name: 'E-Mail, row 4' }).fill('bad@example.com')
  await page.getByRole('textbox', { name: 'E-Mail, row 4' }).press('Enter')
  await see(page.getByText('1 row imported.'))
  expect(await owner.call<Contact[]>('GET', '/contacts')).toHaveLength(3)
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

test('an import that was stopped is resumed, and its file can be deleted instead', async () => {
  const settings = { separator: ',', encoding: 'utf-8', hasHeader: true, columns: ['email'], dedupe: 'skip', tags: [] }
  const stopped = async (fileName: string) => {
    const file = Buffer.from('email\nresumed@example.com\n')
    const { id } = await owner.call<{ id: string }>('POST', '/contacts/import', { fileName, sizeBytes: file.length })
    await page.goto(`${url}/org/${owner.slug}/contacts/import?import=${id}`)
    await page.getByLabel('CSV or Excel file').setInputFiles({ name: fileName, mimeType: 'text/csv', buffer: file })
    await see(page.getByRole('region', { name: 'Preview' }))
    // Small files are processed before a test can cancel them.
    await withOwner(dataDir, (db) =>
      db.query(`update app.contact_imports set status = 'running', settings = $2, started_at = now() where id = $1`, [
        id,
        JSON.stringify({ ...settings, consent: { kind: 'none', statement: 'no consent' } }),
      ]),
    )
    await page.reload()
    await page.getByRole('button', { name: 'Stop import' }).click()
    await see(page.getByText('Stopped', { exact: true }))
  }
  await stopped('first.csv')
  await checkEverywhere(page, 'import stopped')
  await page.getByRole('button', { name: 'Resume import' }).click()
  await see(page.getByText('Completed', { exact: true }))
  expect((await owner.call<Contact[]>('GET', '/contacts')).map(({ email }) => email)).toEqual(['resumed@example.com'])
  await stopped('second.csv')
  await page.getByRole('button', { name: 'Delete file' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete file' }).click()
  await see(page.getByText('It cannot be resumed because its file was deleted.'))
  expect(await page.getByRole('button', { name: 'Resume import' }).count()).toBe(0)
})

test('asks contacts without consent by email, and reads consent from a column', async () => {
  await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [owner.userId]))
  const rows = ['E-Mail;Opt-in;Consent date', 'new@example.org;;', 'old@example.org;yes;03/04/2026', 'gone@example.org;unsubscribed;'].join(
    '\n',
  )
  await page.goto(`${url}/org/${owner.slug}/contacts/import`)
  await page.getByLabel('CSV or Excel file').setInputFiles({ name: 'fair.csv', mimeType: 'text/csv', buffer: Buffer.from(rows) })
  await see(page.getByRole('region', { name: 'Preview' }))
  expect(await page.getByRole('combobox', { name: 'What Opt-in is' }).inputValue()).toBe('consentStatus')
  // Only the owner of the list knows which day that is.
  await see(page.getByText('Ambiguous date.'))
  await page.getByRole('combobox', { name: 'Days such as 03/04/2026' }).selectOption('dmy')
  await see(page.getByText('2026-04-03'))
  await page.getByRole('button', { name: 'Next: Consent' }).click()
  await page.getByRole('radio', { name: 'Ask them to confirm' }).check()
  await page.getByRole('textbox', { name: 'Source of these addresses' }).fill('Visitors of our stand')
  await checkEverywhere(page, 'import ask')
  await page.getByRole('button', { name: 'Start import' }).click()
  await see(page.getByText('Completed', { exact: true }))
  const request = page.getByRole('group', { name: 'Asked to confirm' }).or(page.getByLabel('Asked to confirm')).first()
  await expect.poll(() => request.textContent(), { timeout: 20_000 }).toMatch(/Asked to confirm\s*1/)
  await checkEverywhere(page, 'import asked')
})
