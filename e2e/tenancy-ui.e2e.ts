import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { addMembership, password, registerPerson, signIn } from './harness/people.ts'
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

test('who is not signed in goes to the login of that organization, and after it to where they were going', async () => {
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

test('a foreign or unknown slug leads to the own dashboard; the doors for visitors do too', async () => {
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
  await openSignedIn(ada)
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
  // The link of a colleague opens the other one again, and makes it the current one.
  await page.goto(orgUrl(other.slug, 'agents'))
  await see(page.getByText('Only at Babbage'))
  await page.goto(`${url}/dashboard`)
  await page.waitForURL(orgUrl(other.slug))
})

test('without an organization: Organization Not Found, the empty picker, and a new one', async () => {
  const lonely = await registerPerson(url, 'Soon Gone', ['Lone', 'Ranger'])
  await openSignedIn(lonely)
  await withOwner(dataDir, (owner) => owner.query('delete from auth.memberships where user_id = $1', [lonely.userId]))
  await openSignedIn(lonely)
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

test('a path that leads nowhere says so', async () => {
  page = await browser.open()
  await page.goto(`${url}/no/such/page`)
  await see(page.getByRole('heading', { name: 'Page not found in the empire' }))
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await page.waitForURL(`${url}/`)
})

test('Logout ends the session for good; an expired one says so', async () => {
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
  // Who asks first learns it: this click, or the page itself, whose stream of notifications the server ends. Then the link is gone.
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
