import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { addMembership, password, registerPerson, signIn, signInByForm } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'

const browser = useBrowser()
const { url, dataDir } = inject('shared')
/** Owns one organization and is a member of a second one. */
let ada: Person
let other: Person
let foreign: Person
let page: Page

const orgUrl = (slug: string, path = 'dashboard') => `${url}/org/${slug}/${path}`
const sidebar = () => page.getByRole('complementary', { name: 'Sidebar' })

beforeAll(async () => {
  ada = await registerPerson(url, 'Ada Engines')
  other = await registerPerson(url, 'Babbage Mills', ['Charles', 'Babbage'])
  foreign = await registerPerson(url, 'Foreign Affairs', ['Eve', 'Else'])
  await addMembership(dataDir, { orgId: other.orgId, userId: ada.userId, role: 'MEMBER' })
  await ada.call('POST', '/agents', { name: 'Only at Ada', type: 'SALES' })
  await other.call('POST', '/agents', { name: 'Only at Babbage', type: 'SALES' })
  page = await browser.open()
})

async function openSignedIn(person: Person): Promise<void> {
  page = await browser.open()
  await signIn(page, url, person.email)
}

async function openPicker(person: Person): Promise<void> {
  page = await browser.open()
  await signInByForm(page, url, person.email)
}

test('sends a visitor to the login of that organization, and then to the requested page', async () => {
  page = await browser.open()
  await page.goto(orgUrl(ada.slug))
  await page.waitForURL(`${url}/login?org=${ada.slug}`)
  await page.goto(`${url}/select-organization`)
  await page.waitForURL(`${url}/login`)
  await page.goto(`${url}/dashboard`)
  await page.waitForURL(`${url}/login`)
  await page.goto(orgUrl(ada.slug, 'agents?view=grid'))
  await page.waitForURL((at) => at.pathname === '/login' && at.searchParams.get('org') === ada.slug)

  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(page.getByText('Please enter a valid email address', { exact: true }), page.getByText('Password is required', { exact: true }))
  await page.getByRole('textbox', { name: 'Email' }).fill(ada.email)
  await page.getByRole('textbox', { name: 'Password' }).fill('Wrong-Horse-42!!')
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await see(page.getByRole('alert').first())
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(orgUrl(ada.slug, 'agents?view=grid'))
  await see(page.getByText('Welcome back!'), page.getByRole('article', { name: 'Only at Ada' }))
})

test("redirects a foreign or unknown slug, and the visitor pages, to the user's own dashboard", async () => {
  await openSignedIn(ada)
  for (const slug of [foreign.slug, 'no-such-organization']) {
    await page.goto(orgUrl(slug, 'agents'))
    await page.waitForURL(orgUrl(ada.slug))
  }
  for (const path of ['/', '/login', '/register', '/dashboard', '/dashboard/nowhere-at-all/agents']) {
    await page.goto(url + path)
    await page.waitForURL(orgUrl(ada.slug))
  }
  await page.goto(`${url}/dashboard/settings/organization`)
  await page.waitForURL(orgUrl(ada.slug, 'settings/organization'))
  await see(page.getByRole('heading', { level: 1, name: 'Organization' }))
})

test('the picker and Switch Organization really change the organization', async () => {
  await openPicker(ada)
  await page.getByRole('button', { name: /Babbage Mills/ }).click()
  await page.waitForURL(orgUrl(other.slug))
  await see(sidebar().getByText('Babbage Mills'))
  await page.goto(orgUrl(other.slug, 'agents'))
  await see(page.getByText('Only at Babbage'))
  expect(await page.getByText('Only at Ada').count()).toBe(0)

  await page.getByRole('button', { name: /^Account of Ada/ }).click()
  await page.getByRole('menuitem', { name: 'Switch Organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Switch Organization' })
  await dialog.getByRole('button', { name: /Ada Engines/ }).click()
  await page.waitForURL(orgUrl(ada.slug))
  await see(sidebar().getByText('Ada Engines'))
  await sidebar().getByRole('link', { name: 'AI Agents' }).click()
  await see(page.getByText('Only at Ada'))
  expect(await page.getByText('Only at Babbage').count()).toBe(0)
  // A colleague's link opens the other organization again and makes it the current one.
  await page.goto(orgUrl(other.slug, 'agents'))
  await see(page.getByText('Only at Babbage'))
  await page.goto(`${url}/dashboard`)
  await page.waitForURL(orgUrl(other.slug))
})

test('without an organization: Organization Not Found, the empty picker, and a new one', async () => {
  const lonely = await registerPerson(url, 'Soon Gone', ['Lone', 'Ranger'])
  await withOwner(dataDir, (owner) => owner.query('delete from auth.memberships where user_id = $1', [lonely.userId]))
  await openPicker(lonely)
  await see(page.getByText('No organizations found'), page.getByText('Create your first organization to get started'))
  await page.goto(orgUrl(ada.slug))
  await see(page.getByText('Organization Not Found').last())
  await page.getByRole('link', { name: 'Go to Your Dashboard' }).click()
  await page.waitForURL(`${url}/select-organization`)
  await page.getByRole('link', { name: 'Create New Organization' }).click()
  await page.getByRole('textbox', { name: 'Organization name' }).fill('Lone Star')
  await page.getByRole('button', { name: 'Create organization' }).click()
  await page.waitForURL(/\/org\/lone-star[a-z0-9-]*\/dashboard$/)
  await see(sidebar().getByText('Lone Star'))
})

test('shows a not-found page for an unknown path', async () => {
  page = await browser.open()
  await page.goto(`${url}/no/such/page`)
  await see(page.getByRole('heading', { name: 'Page not found in the empire' }))
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.waitForURL(`${url}/`)
})

test('ends the session on Logout, and shows a message for an expired one', async () => {
  await openSignedIn(other)
  await page.goto(orgUrl(other.slug, 'agents'))
  await page.getByRole('button', { name: /^Account of Charles/ }).click()
  await page.getByRole('menuitem', { name: 'Logout' }).click()
  await page.waitForURL(/\/login/)
  await page.goBack()
  await page.waitForURL(/\/login/)
  await seeNoMore(page.getByText('Only at Babbage'))

  await signIn(page, url, other.email)
  await page.goto(orgUrl(other.slug))
  await see(sidebar().getByText('Babbage Mills'))
  await page.context().clearCookies()
  // Either this click or the notification stream, which the server ends, finds the session gone first. Then the link disappears.
  const click = sidebar()
    .getByRole('link', { name: 'AI Agents' })
    .click()
    .catch((error: unknown) => {
      if (!page.url().includes('/login')) throw error
    })
  await see(page.getByRole('region', { name: 'Messages' }).getByText('Session expired. Please login again.', { exact: true }))
  await click
  await page.waitForURL(/\/login/)
})
