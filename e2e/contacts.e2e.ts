import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'

// A contact is created, described, found, tagged, merged with a duplicate, and erased.

const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let owner: Person
let page: Page
let base = ''

beforeAll(async () => {
  owner = await registerPerson(url, 'Contact Harbour', ['Olga', 'Owner'])
  base = `${url}/org/${owner.slug}`
  page = await browser.open()
  await signIn(page, url, owner.email)
})

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })
const fill = (where: string, values: Record<string, string>) =>
  Object.entries(values).reduce(
    (before, [label, value]) => before.then(() => dialog(where).getByRole('textbox', { name: label, exact: true }).fill(value)),
    Promise.resolve(),
  )
const figure = (label: string) => page.locator('dl[aria-label="Contacts in figures"] > div', { hasText: label })

test('shows the empty state, creates a custom field, and the first contact with it', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/contacts`)
  await see(page.getByText('No contacts yet', { exact: true }))
  await checkEverywhere(page, 'contacts-empty')
  await page.getByRole('button', { name: 'More about contacts' }).click()
  await page.getByRole('menuitem', { name: 'Custom fields' }).click()
  await dialog('Custom fields').getByRole('button', { name: 'Add field' }).click()
  await fill('Add field', { Name: 'Favourite colour' })
  await dialog('Add field').getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Choice', exact: true }).click()
  const choices = dialog('Add field').getByRole('combobox', { name: 'Choices' })
  for (const colour of ['Red', 'Blue']) {
    await choices.fill(colour)
    await choices.press('Enter')
  }
  await dialog('Add field').getByRole('button', { name: 'Save' }).click()
  await see(dialog('Custom fields').getByText('favourite_colour'))
  await dialog('Custom fields').getByRole('button', { name: 'Add field' }).click()
  await fill('Add field', { Name: 'Spent' })
  await dialog('Add field').getByRole('combobox', { name: 'Type' }).click()
  await page.getByRole('option', { name: 'Number', exact: true }).click()
  await dialog('Add field').getByRole('button', { name: 'Save' }).click()
  await see(dialog('Custom fields').getByText('spent', { exact: true }))
  await checkEverywhere(page, 'contacts-fields')
  await dialog('Custom fields').getByRole('button', { name: 'Cancel' }).click()

  await page.getByRole('button', { name: 'Create contact' }).click()
  await dialog('Create contact').getByRole('button', { name: 'Create contact' }).click()
  await see(page.getByText('Enter an email address or a phone number', { exact: true }))
  await fill('Create contact', { 'First name': 'Ada', 'Last name': 'King', Email: 'Ada@Harbour.example', Phone: '+44 20 7946 0958' })
  await dialog('Create contact').getByRole('combobox', { name: 'Favourite colour' }).click()
  await page.getByRole('option', { name: 'Blue', exact: true }).click()
  const spent = dialog('Create contact').getByRole('textbox', { name: 'Spent', exact: true })
  // One and a half, or one thousand and a half: neither is taken for meant.
  await spent.fill('1,500')
  await spent.blur()
  await see(dialog('Create contact').getByText('Ambiguous number: write 1500 or 1.500.'))
  // Key by key, as users type: the value passes through "250.", which is not a number yet.
  await spent.fill('')
  await spent.pressSequentially('250.75')
  await checkEverywhere(page, 'contacts-create')
  await dialog('Create contact').getByRole('button', { name: 'Create contact' }).click()
  await see(
    dialog('Ada King').getByText('+442079460958').first(),
    dialog('Ada King').getByText('Blue', { exact: true }),
    dialog('Ada King').getByText('250.75', { exact: true }),
  )
  await checkEverywhere(page, 'contacts-panel')
  watch.expectClean('the first contact')
})

test('shows a change in the timeline, and rejects a second contact with the address by name', async () => {
  await dialog('Ada King').getByRole('button', { name: 'Edit', exact: true }).click()
  await fill('Edit contact', { 'Last name': 'Lovelace' })
  await dialog('Edit contact').getByRole('button', { name: 'Save' }).click()
  await dialog('Ada Lovelace').getByRole('tab', { name: 'Timeline' }).click()
  await see(page.getByText('Last name: King → Lovelace'), page.getByText('Contact created'), page.getByRole('heading', { name: 'Today' }))
  await checkEverywhere(page, 'contacts-timeline')
  const kinds = dialog('Ada Lovelace').getByRole('combobox', { name: 'Show' })
  await kinds.click()
  await page.getByRole('option', { name: 'Campaigns' }).click()
  await see(page.getByText('No such activity', { exact: true }))
  await dialog('Ada Lovelace').getByRole('button', { name: 'Show everything' }).click()
  await see(page.getByText('Contact created'))
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Create contact' }).click()
  await fill('Create contact', { Email: 'ada@harbour.example' })
  await dialog('Create contact').getByRole('button', { name: 'Create contact' }).click()
  await see(page.getByText('Ada Lovelace has this email address already.'))
  await fill('Create contact', {
    Email: 'ada.lovelace@harbour.example',
    'First name': 'Ada',
    'Last name': 'Lovelace',
    Phone: '+442079460958',
  })
  await dialog('Create contact').getByRole('button', { name: 'Create contact' }).click()
  await see(figure('Total contacts').getByText('2', { exact: true }))
  await page.keyboard.press('Escape')
})

test('contacts are found, tagged together, filtered, and exported', async () => {
  await page.getByRole('searchbox', { name: 'Search name, email or phone' }).fill('lovel')
  await page.waitForURL(/q=lovel/)
  await see(page.getByText('2 contacts', { exact: true }))
  await page.getByRole('checkbox', { name: 'Select all' }).check()
  await page.getByRole('toolbar', { name: 'Selected rows' }).getByRole('button', { name: 'Tags' }).click()
  await page.getByRole('dialog', { name: 'Tags of 2 contacts' }).getByRole('combobox', { name: 'Tag' }).fill('pioneer')
  await page.getByRole('button', { name: 'Add tag' }).click()
  await see(page.getByText('2 contacts changed'), rowOf('Ada Lovelace').first().getByText('pioneer'))
  await checkEverywhere(page, 'contacts-list')
  await page.getByRole('button', { name: 'Clear selection' }).click()
  await page.getByRole('button', { name: 'More about contacts' }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('menuitem', { name: 'Export as CSV' }).click()
  expect((await download).suggestedFilename()).toMatch(/^contacts-\d{4}-\d{2}-\d{2}\.csv$/)
})

test('merges two contacts of one person into one, which is erased', async () => {
  await page.getByRole('button', { name: 'More about contacts' }).click()
  await page.getByRole('menuitem', { name: 'Possible duplicates' }).click()
  await see(dialog('Possible duplicates').getByText('Same number: +442079460958'))
  await checkEverywhere(page, 'contacts-duplicates')
  await dialog('Possible duplicates').getByRole('button', { name: 'Merge Ada Lovelace into Ada Lovelace' }).first().click()
  await dialog('Merge contacts').getByRole('radio', { name: 'ada.lovelace@harbour.example' }).check()
  await checkEverywhere(page, 'contacts-merge')
  await dialog('Merge contacts').getByRole('button', { name: 'Merge', exact: true }).click()
  await see(dialog('Possible duplicates').getByText('No possible duplicates'))
  await page.keyboard.press('Escape')
  await see(figure('Total contacts').getByText('1', { exact: true }))
  await rowOf('ada.lovelace@harbour.example').getByRole('button', { name: 'Actions for Ada Lovelace' }).click()
  await page.getByRole('menuitem', { name: 'Erase' }).click()
  await page.getByRole('button', { name: 'Erase', exact: true }).click()
  await see(page.getByText('1 contact erased'), figure('Total contacts').getByText('0', { exact: true }))
  await seeNoMore(rowOf('ada.lovelace@harbour.example'))
})
