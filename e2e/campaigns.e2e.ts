import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser, visit } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'
import { checkPanels, showMessage, writeDesign } from './harness/write-design.ts'

// A campaign from the list to the last number: contacts imported and segmented, a message written, checked, tested, sent, watched,
// opened, clicked, unsubscribed from, counted; paused, resumed, and unknown outcomes resolved.

const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
/** The user agent of a normal browser: the headless one is classified as a machine, and not counted. */
const userAgent = 'Mozilla/5.0 (X11; Linux x86_64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/130.0.0.0 Safari/537.36'
const [people, agreed] = [12, 10]
/** A visit sooner than this after the hand-over of a message counts as a machine's. */
const fastestReaderMs = 2_500
let owner: Person
let page: Page
let base = ''

beforeAll(async () => {
  owner = await registerPerson(url, 'Harbour Goods', ['Olga', 'Owner'])
  base = `${url}/org/${owner.slug}`
  await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [owner.userId]))
  await owner.call('PATCH', `/organizations/${owner.orgId}/profile`, {
    address: '1 Quay Street',
    city: 'Bristol',
    country: 'United Kingdom',
  })
  await owner.call('POST', '/channels/senders', { name: 'Harbour Goods', email: owner.email, isDefault: true })
  // Text messages are not sent at night by default; the test must pass at night, too.
  const { previewUrl: _url, ...settings } = await owner.call<{ previewUrl: string }>('GET', '/consents/settings')
  await owner.call('PUT', '/consents/settings', { ...settings, quietFrom: null, quietUntil: null })
  const agent = { name: 'Newsletter writer', type: 'EMAIL_MARKETER', capabilities: [], description: '', config: { model: 'sandbox' } }
  await owner.call('POST', '/agents', agent)
  page = await browser.open({ reducedMotion: 'reduce', userAgent })
  await signIn(page, url, owner.email)
})

/** The text message to this number is accepted but the response is lost: an unknown outcome. */
const unknownNumber = '+12025550151'
const phoneOf = (n: number) => (n === 9 ? unknownNumber : `+1202555${String(1000 + n)}`)
const listOfPeople = ['Email,First name,Phone,Tags']
  .concat(Array.from({ length: agreed }, (_, n) => `reader${n}@customers.example,Reader ${n},${phoneOf(n)},customers`))
  .join('\n')

const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
const step = (name: string) => page.getByRole('navigation', { name: 'Steps' }).getByRole('button', { name })
const figure = (strip: string, label: string) => page.locator(`dl[aria-label="${strip}"] > div`, { hasText: label })
const seeSaved = () => see(page.getByText('All changes saved'))

async function create(name: string, channel?: string): Promise<void> {
  await visit(page, `${base}/campaigns?create=true`)
  await dialog('Create Campaign').getByRole('textbox', { name: 'Name' }).fill(name)
  if (channel) await dialog('Create Campaign').getByRole('radio', { name: channel }).check()
  await dialog('Create Campaign').getByRole('button', { name: 'Create draft' }).click()
  await page.getByRole('radio', { name: /All contacts/ }).check()
}

async function launch(): Promise<void> {
  await page.getByRole('button', { name: 'Send now' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Send now' }).click()
  await see(page.getByRole('tab', { name: 'Overview' }))
}

test('imports a list with its consent, and makes a segment that includes contacts without consent', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/contacts/import`)
  const file = { name: 'customers.csv', mimeType: 'text/csv', buffer: Buffer.from(listOfPeople) }
  await page.getByLabel('CSV or Excel file').setInputFiles(file)
  await page.getByRole('button', { name: 'Next: Consent' }).click()
  await page.getByRole('radio', { name: 'These contacts gave consent' }).check()
  await page.getByRole('checkbox', { name: 'Email' }).check()
  await page.getByRole('checkbox', { name: 'SMS' }).check()
  await page.getByRole('textbox', { name: 'Source of consent' }).fill('Signed at the counter')
  await page.getByRole('button', { name: 'Start import' }).click()
  await see(page.getByText('Completed', { exact: true }))
  for (const n of [agreed, agreed + 1])
    await owner.call('POST', '/contacts', { email: `reader${n}@customers.example`, firstName: `Reader ${n}`, tags: ['customers'] })
  await visit(page, `${base}/segments/new`)
  await page.getByRole('button', { name: 'Add condition' }).click()
  await page.locator('input[aria-label="Tags"]').fill('customers')
  await page.keyboard.press('Enter')
  await see(page.getByRole('region', { name: 'Audience' }).getByText(`${people} contacts`))
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('Customers')
  await page.getByRole('button', { name: 'Save segment' }).click()
  await see(page.getByRole('heading', { name: 'Customers' }))
  watch.expectClean('list and segment')
})

test('shows the empty state, creates a draft, and rejects a campaign without a name', async () => {
  const watch = watchPage(page, url)
  await visit(page, `${base}/campaigns`)
  await see(page.getByText('No campaigns found'), page.getByText('Get started by creating your first campaign'))
  await checkEverywhere(page, 'campaigns-empty')
  await page.getByRole('button', { name: 'Create your first campaign' }).click()
  await dialog('Create Campaign').getByRole('button', { name: 'Create draft' }).click()
  await see(page.getByText('Name is required', { exact: true }))
  await checkEverywhere(page, 'campaigns-create')
  await dialog('Create Campaign').getByRole('textbox', { name: 'Name' }).fill('Spring offer')
  await dialog('Create Campaign').getByRole('textbox', { name: 'Description' }).fill('Chairs for a fifth less')
  await dialog('Create Campaign').getByRole('combobox', { name: 'AI agent' }).click()
  await page.getByRole('option', { name: 'Newsletter writer' }).click()
  await dialog('Create Campaign').getByRole('button', { name: 'Create draft' }).click()
  await page.waitForURL(/\/edit\?step=audience/)
  await see(page.getByRole('heading', { name: 'Spring offer' }))
  watch.expectClean('a draft')
})

test('sets audience and message; the preview shows the message of one contact and its problems', async () => {
  const watch = watchPage(page, url)
  await page.getByRole('radio', { name: /Segments/ }).check()
  await page.getByRole('combobox', { name: 'In any of these segments' }).click()
  await page.getByRole('option', { name: 'Customers' }).click()
  await page.keyboard.press('Escape')
  await see(page.getByText(`${people} contacts; ${agreed} of them can be reached by Email for this purpose.`))
  await checkEverywhere(page, 'campaign-audience')
  await page.getByRole('button', { name: 'Next: Message' }).click()
  await seeSaved()
  await see(page.getByRole('textbox', { name: 'Subject' }))
  await page.keyboard.press('Tab')
  expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Write with AI')
  await page.getByRole('textbox', { name: 'Subject' }).fill('Hello {{ first_nam }}')
  await page.getByRole('button', { name: 'Blank' }).click()
  await showMessage(page, 'Preview')
  await see(page.getByRole('list', { name: 'Problems' }).getByText('There is no merge field first_nam'))
  await page.getByRole('textbox', { name: 'Subject' }).fill('Hello ')
  await page.getByRole('textbox', { name: 'Subject' }).press('End')
  await page.getByRole('button', { name: 'Insert a merge field into Subject' }).click()
  await page.getByRole('menuitem', { name: /First name/ }).click()
  expect(await page.getByRole('textbox', { name: 'Subject' }).inputValue()).toBe('Hello {{ first_name | default: "there" }}')
  await see(page.getByText(/^Hello Reader \d$/))
  await showMessage(page, 'Edit')
  await writeDesign(page, `${url}/terms`)
  await checkEverywhere(page, 'campaign-designer')
  await checkPanels(page)
  await showMessage(page, 'Preview')
  await see(page.frameLocator('iframe[title="The message"]').getByText(/^Hello Reader \d,$/))
  await see(page.frameLocator('iframe[title="The message"]').getByText(/1 Quay Street/))
  await checkEverywhere(page, 'campaign-message')
  await page.locator('label', { hasText: /^Phone$/ }).click()
  await expect.poll(async () => (await page.locator('iframe[title="The message"]').boundingBox())?.width).toBeLessThanOrEqual(376)
  await page.locator('label', { hasText: /^Text$/ }).click()
  await see(page.getByRole('region', { name: 'Text of the message' }).getByText(/See what is new/))
  watch.expectClean('the message')
})

test('asks about unsaved changes, checks schedule and settings, and saves the draft', async () => {
  await page.getByRole('button', { name: 'Close', exact: true }).click()
  await see(dialog('Unsaved changes'))
  await dialog('Unsaved changes').getByRole('button', { name: 'Cancel' }).click()
  await step('Schedule').click()
  await page.getByRole('radio', { name: /Recurring/ }).check()
  await page.getByLabel('Only at certain hours').check()
  await see(page.getByRole('list', { name: 'Next occurrences' }).getByRole('listitem').nth(3))
  await checkEverywhere(page, 'campaign-schedule')
  await page.getByLabel('Start', { exact: false }).fill('2030-05-01T09:00')
  await page.getByLabel('End', { exact: true }).fill('2030-04-01T09:00')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await see(page.getByText('The end must not be before the start'))
  await page.getByRole('radio', { name: /Send immediately/ }).check()
  await page.getByLabel('Only at certain hours').uncheck()
  await step('Advanced').click()
  await page.getByLabel('Send variants of the message').check()
  await page.getByRole('button', { name: 'Add variant' }).click()
  await checkEverywhere(page, 'campaign-advanced')
  await page.getByLabel('Send variants of the message').uncheck()
  await page.getByLabel('Bounces, percent').fill('6')
  // Typed while the request was in flight: it stays, and is not saved yet.
  const saved = page.waitForResponse((response) => response.request().method() === 'PUT')
  await page.route('**/api/campaigns/*', async (route) => {
    await new Promise((resolve) => setTimeout(resolve, 500))
    await route.continue()
  })
  await page.getByRole('button', { name: 'Save draft' }).click()
  await page.getByLabel('Bounces, percent').fill('7')
  await saved
  await see(page.getByText('Draft saved'), page.getByText('Unsaved changes', { exact: true }))
  expect(await page.getByLabel('Bounces, percent').inputValue()).toBe('7')
  await page.unroute('**/api/campaigns/*')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await seeSaved()
  // An empty field is an invalid change: it must not look saved while the earlier number applies.
  await page.getByLabel('Complaints, percent').fill('')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await see(page.getByText('Must be a number'), page.getByText('Unsaved changes', { exact: true }))
  await page.getByLabel('Complaints, percent').fill('0.2')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await seeSaved()
})

test('does not overwrite a change of another member', async () => {
  const id = /campaigns\/([^/]+)\/edit/.exec(page.url())?.[1]
  await owner.call('PUT', `/campaigns/${id}`, { description: 'Chairs for a fifth less, this week' })
  await step('Basics').click()
  await page.getByRole('textbox', { name: 'Name' }).fill('Spring offer of chairs')
  await page.getByRole('button', { name: 'Save draft' }).click()
  await see(page.getByText('Another member changed this campaign'))
  await page.getByRole('button', { name: 'Load what was saved' }).click()
  await see(page.getByText('Chairs for a fifth less, this week'))
  expect(await page.getByRole('textbox', { name: 'Name' }).inputValue()).toBe('Spring offer')
})

test('loads the new version by retrying when the page was open during an upgrade', async () => {
  await page.route('**/assets/review-step-*.js', (route) => route.fulfill({ status: 404 }))
  await step('Review').click()
  await see(page.getByText('This part of the page failed'))
  await page.unroute('**/assets/review-step-*.js')
  await page.getByRole('button', { name: 'Try again' }).click()
  await see(page.getByRole('heading', { name: 'Dry run' }))
})

test('shows exclusions and reasons in the dry run, sends a test, then sends and watches the campaign', async () => {
  const watch = watchPage(page, url)
  await step('Review').click()
  await see(page.getByRole('region', { name: 'Launch checklist' }).getByText('Everything is ready'))
  await page.getByRole('button', { name: 'Run', exact: true }).click()
  await see(page.getByText('No consent for this purpose'))
  await see(page.locator('dl > div', { hasText: 'In the audience' }).getByText(String(people), { exact: true }))
  await see(page.locator('dl > div', { hasText: 'Get it immediately' }).getByText(String(agreed), { exact: true }))
  await page.getByText('10 messages as they will be').click()
  await checkEverywhere(page, 'campaign-review')
  await page.getByRole('button', { name: 'Send test' }).click()
  await see(page.getByRole('list', { name: 'Test send' }).getByText('Sent', { exact: true }))
  await launch()
  await see(page.getByText('Completed', { exact: true }).first())
  await see(figure('Totals', 'Sent').getByText(String(agreed), { exact: true }))
  await see(figure('Totals', 'Recipients').getByText('2 skipped'))
  await see(page.frameLocator('iframe[title="The message"]').getByText(/1 Quay Street/))
  await checkEverywhere(page, 'campaign-overview')
  watch.expectClean('review and launch')
})

test('a reader opens the mail in the sandbox, follows its link and unsubscribes; all of it is counted', async () => {
  await page.waitForTimeout(fastestReaderMs)
  const reader = await browser.open({ userAgent })
  await reader.goto(`${url}/dev/mailbox`)
  await reader.getByRole('listitem').filter({ hasText: 'Hello Reader 3' }).filter({ hasNotText: '[Test]' }).first().click()
  const mail = reader.frameLocator('iframe')
  await see(mail.getByText('Hello Reader 3,'))
  const opened = reader.context().waitForEvent('page')
  await mail.getByRole('link', { name: 'See what is new' }).click()
  await (await opened).waitForURL(/\/terms$/)
  const request = reader.context().waitForEvent('page')
  await mail.getByRole('link', { name: 'Unsubscribe' }).click()
  const question = await request
  await question.getByRole('button', { name: 'Unsubscribe', exact: true }).click()
  await see(question.getByText('You are unsubscribed'))
  await reader.context().close()

  const count = (label: string) =>
    page
      .locator('dl > div')
      .filter({ has: page.getByText(label, { exact: true }) })
      .getByText('1', { exact: true })
  // The page has been open since the end of the campaign and must update without a reload.
  await expect
    .poll(async () => (await Promise.all(['Opened', 'Clicked', 'Unsubscribed'].map((label) => count(label).count()))).join(), {
      timeout: 30_000,
      interval: 500,
    })
    .toBe('1,1,1')
})

test('shows contacts why they did or did not get the message, with messages and analytics', async () => {
  const watch = watchPage(page, url)
  await page.getByRole('button', { name: 'Show contacts: Clicked, 1' }).click()
  await see(page.getByText('1 contact', { exact: true }), page.getByRole('row').filter({ hasText: 'Reader 3' }))
  await page.getByRole('link', { name: 'Campaigns', exact: true }).and(page.locator('[aria-label=Breadcrumb] a')).waitFor()
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Unsubscribed' }).click()
  await see(page.getByRole('row').filter({ hasText: 'Reader 3' }).getByText('Unsubscribed').last())
  await page.getByRole('combobox', { name: 'Status' }).click()
  await page.getByRole('option', { name: 'Skipped' }).click()
  await seeNoMore(page.getByRole('row').filter({ hasText: 'Reader 3' }))
  await checkEverywhere(page, 'campaign-contacts')
  await page.getByRole('row').filter({ hasText: 'Reader 11' }).click()
  const story = page.getByRole('dialog', { name: 'Reader 11' })
  await see(story.getByText('Current result'), story.getByText('No consent for this purpose').first())
  await checkEverywhere(page, 'campaign-story')
  await page.keyboard.press('Escape')
  const report = page.url()
  await page.getByRole('button', { name: 'Create a segment' }).click()
  await page.getByRole('menuitem', { name: 'Did not open it' }).click()
  await see(
    page.getByRole('heading', { name: 'Did not open it: Spring offer' }),
    page.getByRole('region', { name: 'Audience' }).getByText(`${agreed - 1} contacts`),
  )
  await page.goto(report)
  await page.getByRole('tab', { name: 'Messages' }).click()
  await see(page.getByText('Hello Reader 9', { exact: true }))
  await checkEverywhere(page, 'campaign-messages')
  await page.getByRole('tab', { name: 'Analytics' }).click()
  await see(
    page.getByRole('list', { name: 'By link' }).getByText(/\/terms/),
    page.getByRole('list', { name: 'Not delivered' }).getByText(/No consent/),
  )
  await checkEverywhere(page, 'campaign-analytics')
  watch.expectClean('contacts, messages, analytics')
})

test('pauses and resumes a slow text campaign, resolves an unknown outcome, and ends', async () => {
  await create('Slow texts', 'SMS')
  await step('Message').click()
  await page.getByRole('textbox', { name: 'Text' }).fill('Hello {{ first_name | default: "there" }}, see https://harbour.example/offer.')
  await see(
    page.getByText(/1 part ·/).first(),
    page.getByText(/^1 address is sent as a short link/),
    page.getByRole('region', { name: 'Text of the message' }).getByText(/see http:\S+\/l\/yourlinkhere1\./),
  )
  await checkEverywhere(page, 'campaign-sms')
  await step('Advanced').click()
  await see(page.getByRole('switch', { name: 'Clicks' }))
  await checkEverywhere(page, 'campaign-sms-tracking')
  await step('Schedule').click()
  const pace = page.getByRole('textbox', { name: 'Messages per minute' })
  await pace.pressSequentially('2.5')
  await pace.blur()
  await see(page.getByText('Must be a whole number'))
  await pace.fill('60')
  await step('Review').click()
  await launch()
  await expect.poll(() => sentNow()).toBeGreaterThan(0)
  await page.getByRole('button', { name: 'Pause' }).click()
  await see(page.getByText('This campaign is paused'))
  // Messages in flight are finished; after that nothing moves.
  await page.waitForTimeout(2_000)
  const before = await sentNow()
  expect(before).toBeLessThan(agreed)
  await page.waitForTimeout(2_500)
  expect(await sentNow()).toBe(before)
  await checkEverywhere(page, 'campaign-paused')
  await page.getByRole('button', { name: 'Resume' }).click()
  await see(page.getByText('Running', { exact: true }).first())
  // One was accepted but its response was lost: it is not retried automatically.
  await page.getByText('1 message is held').waitFor({ timeout: 30_000 })
  await expect.poll(() => sentNow(), { timeout: 30_000 }).toBe(agreed - 1)
  await page.getByRole('button', { name: 'Show them' }).click()
  await see(page.getByRole('row').filter({ hasText: 'Reader 9' }).getByText('Held').last())
  await page.getByRole('tab', { name: 'Overview' }).click()
  await page.getByRole('button', { name: 'Send again' }).click()
  await page.getByRole('dialog', { name: 'Send again' }).getByRole('button', { name: 'Send again' }).click()
  await page.getByText('Completed', { exact: true }).first().waitFor({ timeout: 60_000 })
  await see(figure('Totals', 'Sent').getByText(String(agreed), { exact: true }))
  // A recipient follows the link of their text message.
  const { rows } = await withOwner(dataDir, (db) =>
    db.query<{ body: string }>(`select body from app.sandbox_messages where org_id = $1 and body like '%Reader 1,%'`, [owner.orgId]),
  )
  const link = /http:\S+\/l\/[a-z2-7]{12}1/.exec(rows[0]?.body ?? '')?.[0] ?? ''
  const followed = await fetch(`${url}${new URL(link).pathname}`, { redirect: 'manual', headers: { 'user-agent': userAgent } })
  expect(followed.headers.get('location')).toBe('https://harbour.example/offer')
  await page.getByRole('tab', { name: 'Analytics' }).click()
  await see(page.getByRole('list', { name: 'By link' }).getByText('harbour.example/offer'))
  await checkEverywhere(page, 'campaign-sms-analytics')
})

const sentNow = async () => Number(await figure('Totals', 'Sent').locator('dd > span').first().textContent())

test('the list counts, filters, clones and deletes; on a phone too', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/campaigns`)
  await see(figure('Campaigns in figures', 'Total Campaigns').getByText('2', { exact: true }))
  await see(figure('Campaigns in figures', 'Sent Today').getByText(String(2 * agreed), { exact: true }))
  await checkEverywhere(page, 'campaigns-list')
  await page.getByRole('searchbox', { name: 'Search campaigns' }).fill('nothing like it')
  await see(page.getByText('Try adjusting your filters'))
  await page.getByRole('button', { name: 'Clear filters' }).click()
  await page.getByRole('combobox', { name: 'Channel' }).click()
  await page.getByRole('option', { name: 'SMS' }).click()
  await seeNoMore(page.getByRole('article', { name: 'Spring offer', exact: true }))
  expect(await page.getByRole('button', { name: 'Resume: Slow texts' }).count()).toBe(0)
  await page.getByRole('button', { name: 'Clone: Slow texts' }).click()
  await see(page.getByRole('article', { name: 'Slow texts (Copy)' }))
  await page.getByRole('button', { name: 'Delete: Slow texts (Copy)' }).click()
  await see(page.getByText('Are you sure you want to delete this campaign?'))
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await seeNoMore(page.getByRole('article', { name: 'Slow texts (Copy)' }))
  // The same for several campaigns.
  await page.getByRole('button', { name: 'Clone: Slow texts' }).click()
  await page.getByRole('checkbox', { name: 'Select Slow texts (Copy)' }).check()
  const bar = page.getByRole('toolbar', { name: 'Selected rows' })
  await see(bar.getByText('1 selected'))
  expect(await bar.getByRole('button', { name: 'Pause' }).isDisabled()).toBe(true)
  await checkEverywhere(page, 'campaigns-selected')
  await bar.getByRole('button', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await see(page.getByText('1 campaign deleted'))
  await seeNoMore(page.getByRole('article', { name: 'Slow texts (Copy)' }))
  await seeNoMore(bar)
  watch.expectClean('the list')
  await page.setViewportSize({ width: 390, height: 844 })
  await page.getByRole('button', { name: 'View: Slow texts' }).click()
  await see(page.getByRole('tab', { name: 'Analytics' }))
  await page.getByRole('tab', { name: 'Contacts' }).click()
  await see(page.getByRole('row').filter({ hasText: 'Reader 0' }).getByText('Delivered').first())
})
