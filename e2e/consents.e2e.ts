import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { linksInMessage } from './harness/message-links.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

// Consent is recorded with its proof, confirmed by email, changed on the preference page and withdrawn by the link of a message, on a
// phone and without signing in; the organization sees the history, and its suppressions.

const browser = useBrowser({ inOrder: true })
const shared = inject('shared')
const { url } = shared
const phone = { viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true }
let owner: Person
let page: Page
let base = ''
let ada = ''

interface Consents {
  standing: { channel: string; purpose: string; status: string }[]
  suppressions: { channel: string; reason: string }[]
}
const consentsOf = (id: string) => owner.call<Consents>('GET', `/contacts/${id}/consents`)
const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })

beforeAll(async () => {
  owner = await registerPerson(url, 'Garden & Sons', ['Olga', 'Owner'])
  base = `${url}/org/${owner.slug}`
  await withOwner(shared.dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [owner.userId]))
  ada = (await owner.call<{ id: string }>('POST', '/contacts', { email: 'ada@garden.example', phone: '+442079460958', firstName: 'Ada' }))
    .id
  page = await browser.open()
  await signIn(page, url, owner.email)
})

test('settings: a purpose is added, quiet hours, cap and texts are set and stay', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/settings/consent`)
  await see(
    page.getByRole('heading', { name: 'Consent', level: 1 }),
    page.getByRole('region', { name: 'Purposes' }).getByText('Marketing', { exact: true }),
  )
  await page.getByRole('button', { name: 'Add purpose' }).click()
  await dialog('Add purpose').getByRole('textbox', { name: 'Name' }).fill('Garden tips')
  await dialog('Add purpose').getByRole('textbox', { name: 'Description' }).fill('One letter a month, with what to plant.')
  await dialog('Add purpose').getByRole('button', { name: 'Add purpose' }).click()
  await see(page.getByText('Garden tips', { exact: true }))
  await page.getByRole('switch', { name: 'Frequency cap' }).check()
  await page.getByRole('textbox', { name: 'Messages' }).fill('4')
  await page.getByRole('textbox', { name: 'Title' }).fill('Your post from Garden & Sons')
  await page.getByRole('button', { name: 'Save settings' }).click()
  await see(page.getByText('Settings saved'))
  await page.reload()
  await expect.poll(() => page.getByRole('textbox', { name: 'Messages' }).inputValue()).toBe('4')
  await checkEverywhere(page, 'consent-settings')
  watch.expectClean('settings of consent')
})

test('previews the public page without saving anything', async () => {
  const preview = await page.getByRole('link', { name: 'Preview' }).getAttribute('href')
  const visitor = await browser.open()
  await visitor.goto(`${url}${new URL(preview ?? '').pathname}`)
  await see(visitor.getByRole('heading', { name: 'Your post from Garden & Sons' }), visitor.getByText('Garden tips'))
  expect(await visitor.getByRole('button', { name: 'Save preferences' }).isDisabled()).toBe(true)
})

test('consent is recorded in the contact’s panel, with source and proof', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/contacts?contact=${ada}&tab=consent`)
  await see(page.getByText('Nothing is recorded. Campaigns skip this contact.'))
  await page.getByRole('button', { name: 'Record consent' }).click()
  await dialog('Record consent').getByRole('button', { name: 'Record consent' }).click()
  await see(dialog('Record consent').getByText('Describe the proof'))
  await dialog('Record consent').getByRole('textbox', { name: 'Proof' }).fill('Card signed at the spring fair')
  await dialog('Record consent').getByRole('button', { name: 'Record consent' }).click()
  await see(page.getByText('Card signed at the spring fair'))
  await checkEverywhere(page, 'contact-consent')
  expect(await consentsOf(ada)).toMatchObject({ standing: [{ channel: 'email', purpose: 'marketing', status: 'granted' }] })
  watch.expectClean('consent of a contact')
})

test('on a phone, without signing in: the preference page shows a hint of the address, and choices stay', async () => {
  const { page: link } = await linksInMessage(shared, { orgId: owner.orgId, contactId: ada, purpose: 'marketing' })
  const visitor = await browser.open(phone)
  const watch = watchPage(visitor, url)
  await visitor.goto(link.replace('/unsubscribe/', '/preferences/'))
  await see(visitor.getByRole('heading', { name: 'Your post from Garden & Sons' }), visitor.getByText('For a***@garden.example'))
  expect(await visitor.getByRole('switch', { name: 'Marketing: Email' }).isChecked()).toBe(true)
  await visitor.getByRole('switch', { name: 'Garden tips: Email' }).check()
  await visitor.getByRole('button', { name: 'Save preferences' }).click()
  await see(visitor.getByText('Saved. You can change your mind at any time.'))
  await visitor.reload()
  await see(visitor.getByText('For a***@garden.example'))
  expect(await visitor.getByRole('switch', { name: 'Garden tips: Email' }).isChecked()).toBe(true)
  expect(await visitor.content()).not.toContain('ada@garden.example')
  await checkEverywhere(visitor, 'preferences')
  watch.expectClean('preference page')
})

test('opens the link of a message without effect; one click opts out, and "everything" opts out of all', async () => {
  const { page: link, oneClick } = await linksInMessage(shared, { orgId: owner.orgId, contactId: ada, purpose: 'marketing' })
  const visitor = await browser.open(phone)
  const watch = watchPage(visitor, url)
  // As a mail program does that shows the address of the header: it leads to the page.
  await visitor.goto(oneClick)
  await visitor.waitForURL(link)
  await see(visitor.getByRole('heading', { name: 'Unsubscribe?' }))
  expect((await consentsOf(ada)).standing.every(({ status }) => status === 'granted')).toBe(true)
  await checkEverywhere(visitor, 'unsubscribe')
  await visitor.setViewportSize(phone.viewport)
  await visitor.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await see(visitor.getByRole('heading', { name: 'You are unsubscribed' }), visitor.getByText('gets nothing more about “Marketing”'))
  const { standing, suppressions } = await consentsOf(ada)
  expect(standing.map(({ purpose, status }) => [purpose, status])).toEqual([
    ['garden_tips', 'granted'],
    ['marketing', 'withdrawn'],
  ])
  expect(suppressions).toEqual([])
  await visitor.getByRole('link', { name: 'Choose what you get' }).click()
  await visitor.getByRole('button', { name: 'Unsubscribe from everything' }).click()
  await see(visitor.getByText('Saved. You can change your mind at any time.'))
  expect(await consentsOf(ada)).toMatchObject({ suppressions: [{ channel: 'email', reason: 'unsubscribed' }] })
  watch.expectClean('unsubscribe page')
})

test('redirects to a plain preference page without script, which saves choices as well', async () => {
  const { page: link } = await linksInMessage(shared, { orgId: owner.orgId, contactId: ada, purpose: 'marketing' })
  const visitor = await browser.open({ ...phone, javaScriptEnabled: false })
  await visitor.goto(link.replace('/unsubscribe/', '/preferences/'))
  await visitor.waitForURL('**/choices/*')
  await visitor.getByRole('group', { name: 'Garden tips' }).getByRole('checkbox', { name: 'Email' }).check()
  await visitor.getByRole('button', { name: 'Save preferences' }).click()
  await see(visitor.getByText('Saved. You can change your mind at any time.'))
  expect((await consentsOf(ada)).standing.map(({ purpose, status }) => `${purpose} ${status}`)).toContain('garden_tips granted')
  await visitor.getByRole('button', { name: 'Unsubscribe from everything' }).click()
  await expect.poll(async () => (await consentsOf(ada)).standing.every(({ status }) => status === 'withdrawn')).toBe(true)
  const looker = await browser.open(phone)
  await looker.goto(visitor.url())
  await checkEverywhere(looker, 'choices')
})

test('the pages speak the language of the visitor, and another one when it is chosen', async () => {
  const { page: link } = await linksInMessage(shared, { orgId: owner.orgId, contactId: ada, purpose: 'marketing' })
  const visitor = await browser.open({ ...phone, locale: 'de-DE' })
  await visitor.goto(link)
  await expect.poll(() => visitor.locator('html').getAttribute('lang')).toBe('de')
  await visitor.getByRole('link', { name: 'Français' }).click()
  await expect.poll(() => visitor.locator('html').getAttribute('lang')).toBe('fr')
})

test('shows an error for a truncated link', async () => {
  const visitor = await browser.open(phone)
  await visitor.goto(`${url}/unsubscribe/${'x'.repeat(100)}`)
  await see(visitor.getByRole('heading', { name: 'This link does not work' }))
  await checkEverywhere(visitor, 'unsubscribe-invalid')
  // And so does the short link of a text.
  await visitor.goto(`${url}/l/cut`)
  await see(visitor.getByRole('heading', { name: 'This link does not work' }))
})

test('confirms a double opt-in: the email in the sandbox mailbox links to a page with one button', async () => {
  const settings = await owner.call<Record<string, unknown>>('GET', '/consents/settings')
  const { previewUrl: _, ...body } = settings
  await owner.call('PUT', '/consents/settings', { ...body, doubleOptIn: true })
  const { id } = await owner.call<{ id: string }>('POST', '/contacts', { email: 'bea@garden.example', firstName: 'Bea' })
  await owner.call('POST', `/contacts/${id}/consents`, { channel: 'email', purpose: 'marketing', source: 'form', proof: 'Footer form' })
  const visitor = await browser.open(phone)
  const emailMessage = visitor.getByRole('link', { name: /Please confirm: emails from Garden & Sons/ }).first()
  await expect
    .poll(async () => {
      await visitor.goto(`${url}/dev/mailbox`)
      await see(visitor.getByRole('heading', { name: 'Mailbox' }))
      return emailMessage.isVisible()
    })
    .toBe(true)
  await emailMessage.click()
  const link = visitor.frameLocator('iframe').getByRole('link', { name: 'Confirm', exact: true })
  await visitor.goto((await link.getAttribute('href')) ?? '')
  await see(visitor.getByRole('heading', { name: 'Please confirm' }), visitor.getByText('b***@garden.example'))
  expect((await consentsOf(id)).standing[0]?.status).toBe('pending')
  await checkEverywhere(visitor, 'confirm-consent')
  await visitor.getByRole('button', { name: 'Confirm' }).click()
  await see(visitor.getByRole('heading', { name: 'Thank you, that is confirmed' }))
  expect((await consentsOf(id)).standing[0]?.status).toBe('granted')
})

test('creates a sign-up form, submits it without script on a phone, confirms it by email, and counts it', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/settings/consent?tab=forms`)
  await page.getByRole('button', { name: 'New sign-up form' }).click()
  const editor = dialog('New sign-up form')
  await editor.getByRole('textbox', { name: 'Name' }).fill('Spring letter')
  await editor.getByRole('textbox', { name: 'Heading' }).fill('What to plant this spring')
  await editor.getByRole('checkbox', { name: 'Garden tips' }).check()
  await editor.getByRole('combobox', { name: 'First name' }).selectOption('required')
  await editor.getByRole('switch', { name: 'Also ask for SMS consent' }).check()
  expect(await editor.getByRole('combobox', { name: 'Phone' }).inputValue()).toBe('optional')
  await checkEverywhere(page, 'sign-up-form-editor')
  await editor.getByRole('button', { name: 'Create form' }).click()
  const share = dialog('Share Spring letter')
  const address = new URL(await share.getByRole('textbox', { name: 'Link to the page' }).inputValue()).pathname
  await see(share.getByText('<form method="post"'))
  await checkEverywhere(page, 'sign-up-form-share')
  await page.keyboard.press('Escape')

  const looker = await browser.open(phone)
  await looker.goto(`${url}${address}`)
  await checkEverywhere(looker, 'sign-up-page')
  const visitor = await browser.open({ ...phone, javaScriptEnabled: false })
  await visitor.goto(`${url}${address}`)
  await see(visitor.getByRole('heading', { name: 'What to plant this spring' }), visitor.getByText('Garden & Sons', { exact: true }))
  await visitor.getByRole('textbox', { name: 'Email' }).fill('cleo@garden.example')
  await visitor.getByRole('textbox', { name: 'First name' }).fill('Cleo')
  await visitor.waitForTimeout(2_000)
  await visitor.getByRole('button', { name: 'Sign up' }).click()
  await see(visitor.getByText('Please choose at least one.'))
  await visitor.getByRole('checkbox', { name: 'Garden tips' }).check()
  await visitor.getByRole('textbox', { name: 'Phone' }).fill('+44 20 7946 0999')
  await visitor.getByRole('checkbox', { name: /^Also send me text messages from Garden & Sons/ }).check()
  await visitor.waitForTimeout(2_000)
  await visitor.getByRole('button', { name: 'Sign up' }).click()
  await visitor.waitForURL(`**${address}/thanks`)
  await see(visitor.getByRole('heading', { name: 'Thank you' }))

  const emailMessage = looker.getByRole('link', { name: /Please confirm: emails from Garden & Sons.*c\*?leo@|cleo@garden.example/ }).first()
  await expect
    .poll(async () => {
      await looker.goto(`${url}/dev/mailbox`)
      await see(looker.getByRole('heading', { name: 'Mailbox' }))
      return emailMessage.isVisible()
    })
    .toBe(true)
  await emailMessage.click()
  const link = (await looker.frameLocator('iframe').getByRole('link', { name: 'Confirm', exact: true }).getAttribute('href')) ?? ''
  await visitor.goto(link)
  await see(visitor.getByText('Text messages to +44***99 were asked for, too.'))
  await visitor.getByRole('button', { name: 'Confirm' }).click()
  await see(visitor.getByRole('heading', { name: 'Thank you, that is confirmed' }), visitor.getByText('Answer it with YES.'))
  await looker.goto(link)
  await checkEverywhere(looker, 'confirm-sign-up')
  const { id } = (await owner.call<{ id: string }[]>('GET', '/contacts?q=cleo@garden.example'))[0] ?? { id: '' }
  await expect
    .poll(async () => (await consentsOf(id)).standing.map(({ channel, status }) => `${channel} ${status}`))
    .toEqual(['email granted', 'sms pending'])
  await page.reload()
  const card = page.getByRole('listitem').filter({ hasText: 'Spring letter' })
  await expect.poll(async () => (await card.getByRole('definition').allTextContents()).join()).toBe('1,1')
  await checkEverywhere(page, 'sign-up-forms')
  watch.expectClean('sign-up forms')
})

test('suppressions: a list is pasted, one is found by its whole address and removed for a reason', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/settings/consent?tab=suppressions`)
  await see(page.getByRole('row').filter({ hasText: 'a***@garden.example' }))
  await page.getByRole('button', { name: 'Add addresses' }).click()
  await dialog('Add addresses').getByRole('textbox', { name: 'Addresses' }).fill('cleo@garden.example\nnobody at all\ndora@garden.example')
  await dialog('Add addresses').getByRole('button', { name: 'Add to the list' }).click()
  await see(page.getByText('2 addresses added'), dialog('Add addresses').getByText('1 could not be read. It is shown below.'))
  await dialog('Add addresses').getByRole('button', { name: 'Cancel' }).click()
  await see(page.getByRole('row').filter({ hasText: 'c***@garden.example' }))
  await checkEverywhere(page, 'suppressions')
  await page.getByRole('searchbox', { name: 'Search by full address or number' }).fill('cleo@garden.example')
  await seeNoMore(page.getByRole('row').filter({ hasText: 'd***@garden.example' }))
  await page.getByRole('button', { name: 'Remove c***@garden.example' }).click()
  const remove = dialog('Allow messages to c***@garden.example again')
  await remove.getByRole('textbox').fill('Signed up again')
  await remove.getByRole('button', { name: 'Remove from the list' }).click()
  await see(page.getByText('No address matches'))
  watch.expectClean('suppressions')
})

test('imports suppressions from a file and lists every skipped line', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/settings/consent?tab=suppressions`)
  await page.getByRole('button', { name: 'From a file' }).click()
  const add = dialog('Add addresses from a file')
  const text = 'Name;E-mail\nEve;eve@garden.example\nNobody;\nFay;fay@garden.example\nFay;FAY@garden.example\nGus;gus@nowhere\n'
  await add.locator('input[type="file"]').setInputFiles({ name: 'old-list.csv', mimeType: 'text/csv', buffer: Buffer.from(text) })
  await see(add.getByText('3 addresses in the file · 1 line repeats one'), add.getByText('Line 3: No address in this line'))
  await checkEverywhere(page, 'suppressions from a file')
  await add.getByRole('button', { name: 'Add to the list' }).click()
  await see(add.getByText('3 of 3 sent: 2 added, 0 were on the list'), add.getByText('Line 6: The address cannot be read'))
  await checkEverywhere(page, 'suppressions from a file, sent')
  await add.getByRole('button', { name: 'Done' }).click()
  await see(page.getByRole('row').filter({ hasText: 'e***@garden.example' }))
  watch.expectClean('suppressions from a file')
})
