import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'

const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let person: Person
let page: Page

beforeAll(async () => {
  person = await registerPerson(url, 'Channel Works')
  page = await browser.open({ reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] })
  await signIn(page, url, person.email)
})

test('gives a new organization a sandbox account on every channel, labelled as such', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${url}/org/${person.slug}/settings/channels`)
  for (const name of ['Mail server of this installation', 'Sandbox SMS', 'Sandbox webhook', 'Sandbox WhatsApp'])
    await see(page.getByRole('listitem').filter({ hasText: name }).getByText('Sandbox', { exact: true }))
  await checkEverywhere(page, 'channels')
  watch.expectClean('channels')
})

test('a webhook account is added: fields are checked, its secret is shown once', async () => {
  const watch = watchPage(page, url)
  await page.getByRole('button', { name: 'Add account' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await see(dialog.getByText('Name is required'))
  await see(dialog.getByText('Server is required'))
  await checkEverywhere(page, 'channel account')
  await dialog.getByRole('combobox', { name: 'Kind' }).click()
  await page.getByRole('option', { name: 'Webhook to your own address' }).click()
  await dialog.getByLabel('Name').fill('Our shop')
  await dialog.getByLabel('URL').fill('https://1.1.1.1/in')
  await dialog.getByRole('button', { name: 'Add a header' }).click()
  await dialog.getByLabel('Name of header 1').fill('Authorization')
  await dialog.getByLabel('Value of header 1', { exact: true }).fill('Bearer of-the-shop')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await see(page.getByRole('heading', { name: 'Your signing secret' }))
  expect(await page.getByRole('dialog').getByRole('textbox').inputValue()).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  await checkEverywhere(page, 'channel secret')
  await page.getByRole('button', { name: 'Done' }).click()
  await see(page.getByRole('listitem').filter({ hasText: 'Our shop' }))
  expect(await page.getByRole('listitem').filter({ hasText: 'Our shop' }).getByText('Sandbox', { exact: true }).count()).toBe(0)
  await page.getByRole('button', { name: 'More for Our shop' }).click()
  await page.getByRole('menuitem', { name: 'Edit' }).click()
  const edited = page.getByRole('dialog')
  expect(await edited.getByLabel('Name of header 1').inputValue()).toBe('Authorization')
  expect(await edited.getByLabel('Value of header 1', { exact: true }).inputValue()).toBe('')
  await edited.getByLabel('Signing secret').fill('another secret of 24 letters')
  await see(edited.getByLabel('Hours while the previous secret also signs'))
  await checkEverywhere(page, 'channel webhook')
  await edited.getByRole('button', { name: 'Save changes' }).click()
  await edited.waitFor({ state: 'hidden' })
  watch.expectClean('a webhook account')
})

test('sets the provider of delivery reports, shows its setup, and lists a call without valid proof', async () => {
  const watch = watchPage(page, url)
  await page.getByRole('button', { name: 'More for Mail server of this installation' }).click()
  await page.getByRole('menuitem', { name: 'Reports of the provider' }).click()
  const dialog = page.getByRole('dialog')
  await see(dialog.getByText('No report received yet'))
  await dialog.getByRole('combobox', { name: 'Provider of delivery reports' }).click()
  await page.getByRole('option', { name: 'SendGrid' }).click()
  await see(dialog.getByRole('list', { name: 'What to do with the provider' }))
  await dialog.getByLabel('Verification key').fill('MFkw')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await see(dialog.getByText('This is not the verification key of SendGrid, which begins with MFkw'))
  await checkEverywhere(page, 'channel reports')
  await dialog.getByRole('combobox', { name: 'Provider of delivery reports' }).click()
  await page.getByRole('option', { name: 'Postmark' }).click()
  await dialog.getByRole('button', { name: 'Save' }).click()
  await see(dialog.getByText('Copy the secret now. It is never shown again.'))
  const address = await dialog.getByLabel('Address', { exact: true }).inputValue()
  const call = async (password: string) => {
    const authorization = `Basic ${Buffer.from(`imperium:${password}`).toString('base64')}`
    const headers = { 'content-type': 'application/json', authorization }
    const response = await fetch(`${url}${new URL(address).pathname}`, { method: 'POST', headers, body: '{"RecordType":"Open"}' })
    return response.status
  }
  expect(await call('guessed')).toBe(401)
  await see(dialog.getByText('Its signature or password is missing or wrong.', { exact: false }))
  expect(await call(await dialog.getByLabel('Password', { exact: true }).inputValue())).toBe(200)
  await see(dialog.getByText('Last report'))
  await checkEverywhere(page, 'channel reports arrived')
  await dialog.getByRole('button', { name: 'Done' }).click()
  await see(page.getByRole('listitem').filter({ hasText: 'reports by Postmark' }))
  // If the server belongs to a provider, the setup to do at the provider is shown next.
  await page.getByRole('button', { name: 'Add account' }).click()
  await dialog.getByRole('textbox', { name: 'Name', exact: true }).fill('Newsletter')
  await dialog.getByRole('textbox', { name: 'Server', exact: true }).fill('smtp.sendgrid.net')
  await dialog.getByRole('button', { name: 'Add account' }).click()
  await see(page.getByRole('heading', { name: 'Reports of Newsletter' }), dialog.getByLabel('Verification key'))
  expect(await dialog.getByLabel('Address', { exact: true }).inputValue()).toContain('/api/hooks/')
  await checkEverywhere(page, 'channel reports of a new account')
  await dialog.getByRole('button', { name: 'Done' }).click()
  watch.expectClean('reports of a provider')
})

test('sends a test message, keeps it in the sandbox, and receives STOP from its recipient', async () => {
  await page.getByRole('button', { name: 'Test Sandbox SMS' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Number').fill('12')
  await dialog.getByRole('button', { name: 'Send test message' }).click()
  await see(dialog.getByText('Please enter a number such as +14155550123'))
  const watch = watchPage(page, url)
  await dialog.getByLabel('Number').fill('+12025550107')
  await dialog.getByLabel('Text').fill(`Hello from ${person.slug}`)
  await dialog.getByRole('button', { name: 'Send test message' }).click()
  await see(dialog.getByText('Kept in the sandbox. Nothing left this server.'))
  await checkEverywhere(page, 'channel test')
  watch.expectClean('a test message')
  const mailbox = await browser.open({ reducedMotion: 'reduce' })
  await mailbox.goto(`${url}/dev/mailbox`)
  await mailbox.getByRole('link', { name: `Hello from ${person.slug}` }).click()
  await mailbox.getByLabel('Reply as recipient').fill('STOP')
  await mailbox.getByRole('button', { name: 'Send reply' }).click()
  await see(mailbox.getByText('The reply is on its way in.'))
  await checkEverywhere(mailbox, 'mailbox with answers')
  await page.reload()
  await see(page.getByRole('listitem').filter({ hasText: '+12025550107' }).getByText('STOP'))
})

test('approves WhatsApp templates in the sandbox, and rejects those with a name that asks for it', async () => {
  for (const [name, status] of [
    ['order_shipped', 'Approved'],
    ['order_rejected', 'Rejected'],
  ] as const) {
    await page.getByRole('button', { name: 'New template' }).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByRole('textbox', { name: 'Text' }).fill('Hello {{1}}')
    await dialog.getByRole('button', { name: 'Submit' }).click()
    await see(page.getByRole('listitem').filter({ hasText: name }).getByText(status, { exact: true }))
  }
})

test('the email section: senders, sending domains, footer and suppression list', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${url}/org/${person.slug}/settings/emails`)
  for (const title of ['Senders', 'Sending domains', 'Footer and tracking', 'Suppression list'])
    await see(page.getByRole('heading', { name: title, exact: true }))
  await page.getByRole('button', { name: 'Add sender' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Name').fill('Acme News')
  await dialog.getByLabel('Email address').fill(`news-${person.slug}@example.org`)
  await checkEverywhere(page, 'sender dialog')
  await dialog.getByRole('button', { name: 'Add sender' }).click()
  await see(page.getByText('Not verified yet'))
  await page.getByLabel('Domain', { exact: true }).fill(`${person.slug}.example.org`)
  await page.getByRole('button', { name: 'Add domain' }).click()
  await see(page.getByText('DKIM: the key for checking signatures'))
  await page.getByLabel('Footer text').fill('Greetings from {{ first_name }}')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await see(page.getByText('Email settings saved'))
  await checkEverywhere(page, 'email settings')
  watch.expectClean('the email section')
})

test('confirms a sender by the link in the email to its owner', async () => {
  const mailbox = await browser.open({ reducedMotion: 'reduce' })
  await mailbox.goto(`${url}/dev/mailbox`)
  await mailbox.getByRole('link', { name: new RegExp(`news-${person.slug}@example.org`) }).click()
  const link = mailbox.frameLocator('iframe').getByRole('link', { name: 'Confirm this sender' })
  await mailbox.goto((await link.getAttribute('href')) ?? '')
  await checkEverywhere(mailbox, 'verify sender')
  await mailbox.getByRole('button', { name: 'Confirm' }).click()
  await see(mailbox.getByText('The sender is confirmed'))
  await page.reload()
  await see(page.getByText('Verified', { exact: true }))
})
