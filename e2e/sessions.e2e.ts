import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { password, registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'

const newPassword = 'Tangerine-Walrus-88'

const browser = useBrowser({ inOrder: true })
const server = inject('shared')
let person: Person
let desk: Page
let laptop: Page

beforeAll(async () => {
  person = await registerPerson(server.url)
})

const security = (tab: string) => `${server.url}/org/${person.slug}/settings/security?tab=${tab}`
const rows = (page: Page, table: string) => page.getByRole('table', { name: table }).getByRole('row')

test('verifies the address from the sandbox mailbox and hides the reminder', async () => {
  desk = await browser.open()
  const watch = watchPage(desk, server.url)
  await signIn(desk, server.url, person.email)
  await desk.goto(`${server.url}/org/${person.slug}/dashboard`)
  await see(desk.getByText(`open the link that we sent to ${person.email}`))
  await desk.getByRole('button', { name: 'Send again' }).click()
  await see(desk.getByText('We sent you a new link. It works for 24 hours.'))
  await openMail(desk, 'Verify your email address')
  await checkEverywhere(desk, 'mailbox')
  await (
    await mailButton(desk, 'Verify email address')
  )()
  await see(desk.getByRole('heading', { name: 'Your email address is verified' }))
  await desk.getByRole('link', { name: 'Continue to Imperium' }).click()
  await desk.goto(`${server.url}/org/${person.slug}/dashboard`)
  await see(desk.getByRole('heading', { level: 1 }))
  await seeNoMore(desk.getByRole('region', { name: 'Verify your email address' }))
  watch.expectClean('verification')
})

test('another session is ended, and is thrown out', async () => {
  laptop = await browser.open({ userAgent: 'Mozilla/5.0 (Windows NT 10.0; Win64; x64; rv:140.0) Gecko/20100101 Firefox/140.0' })
  await signIn(laptop, server.url, person.email)
  await laptop.goto(`${server.url}/org/${person.slug}/dashboard`)
  await desk.goto(security('sessions'))
  await see(desk.getByText('Firefox on Windows'), desk.getByText('This session'))
  await desk.getByRole('button', { name: 'End session: Firefox on Windows' }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'End session' }).click()
  await see(desk.getByText('Session ended').first())
  // Exactly: on a busy machine the question that names it is still fading out.
  await seeNoMore(desk.getByText('Firefox on Windows', { exact: true }))
  // Without a click: its event stream ends with the session.
  await laptop.waitForURL(/\/login/)
})

test('ends all other sessions', async () => {
  await signIn(laptop, server.url, person.email)
  await laptop.goto(`${server.url}/org/${person.slug}/dashboard`)
  await desk.reload()
  await desk.getByRole('button', { name: /^End \d other sessions?$/ }).click()
  await desk.getByRole('dialog').getByRole('button', { name: 'End all other sessions' }).click()
  await see(desk.getByText('All other sessions ended').first())
  await expect.poll(() => rows(desk, 'Active sessions').count()).toBe(2)
  await laptop.waitForURL(/\/login/)
})

test('a forgotten password is reset by mail, with which every session ends', async () => {
  await laptop.getByRole('link', { name: 'Forgot your password?' }).click()
  await see(laptop.getByRole('heading', { level: 1, name: 'Forgot your password?' }))
  await laptop.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await laptop.getByRole('button', { name: 'Send reset link' }).click()
  await see(laptop.getByText(`If there is an account for ${person.email}`))
  await laptop.getByRole('link', { name: 'mailbox' }).click()
  await openMail(laptop, 'Reset your password')
  await (
    await mailButton(laptop, 'Choose a new password')
  )()
  await chooseReset(laptop, 'Password1234!')
  await see(laptop.getByText('This password is too common or has appeared in data breaches'))
  await chooseReset(laptop, newPassword)
  await laptop.waitForURL(/\/login/)
  await see(laptop.getByText('Your password was reset. Sign in with the new one.'))
  await desk.goto(security('sessions'))
  await desk.waitForURL(/\/login/)
  await enter(laptop, newPassword)
})

test('changes the password in the profile, with the texts of the specification', async () => {
  await laptop.goto(`${server.url}/org/${person.slug}/profile?tab=password`)
  const change = laptop.getByRole('button', { name: 'Change password' })
  await change.click()
  await see(laptop.getByText('Please fill in all password fields'))
  await checkEverywhere(laptop, 'profile-password')
  await fillChange(laptop, newPassword, 'Correct-Otter-43!', 'Correct-Otter-44!')
  await change.click()
  await see(laptop.getByText('Passwords do not match!'))
  await fillChange(laptop, newPassword, 'Short1!', 'Short1!')
  await change.click()
  await see(laptop.getByText('Error: Password must be at least 12 characters'))
  await fillChange(laptop, newPassword, password, password)
  await change.click()
  await see(laptop.getByText(/^Error: This password was used before/))
  await fillChange(laptop, newPassword, 'Correct-Otter-43!', 'Correct-Otter-43!')
  await change.click()
  await see(laptop.getByText('Password changed successfully!'))
})

test('shows sign-ins and failed sign-ins in the history', async () => {
  await fetch(`${server.url}/api/auth/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ email: person.email, password: 'Wrong-Horse-42!' }),
  })
  await laptop.goto(security('history'))
  await see(laptop.getByText('Wrong password'), laptop.getByText('Registration'), laptop.getByText('Success').first())
  await checkEverywhere(laptop, 'security-history')
})

test('lets an owner raise the password length and switch off expiry', async () => {
  await laptop.goto(security('policy'))
  await laptop.getByRole('textbox', { name: 'Minimum length' }).fill('16')
  await laptop.getByRole('switch', { name: 'Passwords expire' }).click()
  await laptop.getByRole('button', { name: 'Save policy' }).click()
  await see(laptop.getByText('Password policy saved'))
  await laptop.goto(`${server.url}/org/${person.slug}/profile?tab=password`)
  await see(laptop.getByText('16 characters minimum'))
})

async function openMail(page: Page, subject: string): Promise<void> {
  await page.goto(`${server.url}/dev/mailbox`)
  await page.getByRole('listitem').filter({ hasText: person.email }).getByText(subject).first().click()
  await see(page.getByRole('article', { name: subject }))
}

test('logs out every tab of the browser when one tab logs out', async () => {
  const other = await registerPerson(server.url, 'Two Tabs')
  const tab = await browser.open()
  await signIn(tab, server.url, other.email)
  await tab.goto(`${server.url}/org/${other.slug}/agents`)
  const second = await tab.context().newPage()
  await second.goto(`${server.url}/org/${other.slug}/settings/team`)
  await see(second.getByRole('heading', { name: 'Team Members' }))
  await tab.getByRole('button', { name: 'Account of Ada Lovelace' }).click()
  await tab.getByRole('menuitem', { name: 'Logout' }).click()
  await tab.waitForURL(`${server.url}/login`)
  await second.waitForURL(`${server.url}/login`)
  await tab.context().close()
})

/** Returns a function that opens the target of the email's button in this page; the button itself would open a new one. */
async function mailButton(page: Page, name: string): Promise<() => Promise<unknown>> {
  const link = page.frameLocator('iframe').getByRole('link', { name, exact: true })
  const address = await link.getAttribute('href')
  return () => page.goto(address ?? '')
}

async function chooseReset(page: Page, chosen: string): Promise<void> {
  await page.getByRole('textbox', { name: 'New password' }).fill(chosen)
  await page.getByRole('textbox', { name: 'Confirm password' }).fill(chosen)
  await page.getByRole('button', { name: 'Set new password' }).click()
}

async function enter(page: Page, secret: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
  await page.getByRole('textbox', { name: 'Password' }).fill(secret)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(/\/org\/[^/]+\/dashboard$/)
}

async function fillChange(page: Page, current: string, next: string, again: string): Promise<void> {
  await page.getByRole('textbox', { name: 'Current password' }).fill(current)
  await page.getByRole('textbox', { name: 'New password', exact: true }).fill(next)
  await page.getByRole('textbox', { name: 'Confirm new password' }).fill(again)
}
