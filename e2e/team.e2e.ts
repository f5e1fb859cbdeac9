import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { addMembership, password, registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

// A user is invited, joins, is limited by the given role, gets another role, and is removed.

const browser = useBrowser({ inOrder: true })
const { url, dataDir } = inject('shared')
const guestEmail = `vera-${Date.now()}@example.com`
let owner: Person
let page: Page
let guest: Page
let base = ''

beforeAll(async () => {
  owner = await registerPerson(url, 'Harbour Works', ['Olga', 'Owner'])
  base = `${url}/org/${owner.slug}`
  // As the link in the email does: only a user with a verified address can invite.
  await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [owner.userId]))
  page = await browser.open()
  guest = await browser.open()
  await signIn(page, url, owner.email)
})

/** The link in the last email to an address. */
async function mailedLink(to: string): Promise<string> {
  const read = () =>
    withOwner(dataDir, async (db) => {
      const { rows } = await db.query<{ body_text: string }>(
        'select body_text from app.sandbox_mail where recipient = $1 order by accepted_at desc limit 1',
        [to],
      )
      return /https?:\S+\/join#token=\S+/.exec(rows[0]?.body_text ?? '')?.[0] ?? ''
    })
  await expect.poll(read, { timeout: 15_000 }).toMatch(/^http/)
  const link = new URL(await read())
  // The email contains the public address; this server listens on another port.
  return `${url}${link.pathname}${link.hash}`
}

const rowOf = (text: string) => page.getByRole('row').filter({ hasText: text })

test('invites by email, and the invitation reserves a seat', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/settings/team`)
  await see(page.getByRole('heading', { name: 'Team Members' }), rowOf(owner.email))
  await page.getByRole('button', { name: 'Invite member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Invite a team member' })
  await dialog.getByRole('textbox', { name: 'Email' }).fill('nobody')
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await see(dialog.getByText('Please enter a valid email address'))
  await dialog.getByRole('textbox', { name: 'Email' }).fill(guestEmail)
  await dialog.getByRole('combobox', { name: 'Role' }).click()
  await page.getByRole('option', { name: 'Viewer' }).click()
  await dialog.getByRole('button', { name: 'Send invitation' }).click()
  await seeNoMore(dialog)
  await see(page.getByText('Invitation sent'), rowOf(guestEmail).getByText('Pending', { exact: true }))
  await see(page.getByLabel('Seats').getByText('8', { exact: true }))
  watch.expectClean('inviting')
})

test('joins a new user by the emailed link', async () => {
  const link = await mailedLink(guestEmail)
  await guest.goto(link)
  await see(guest.getByRole('heading', { name: 'Join Harbour Works' }), guest.getByText(/Olga Owner has invited/))
  await checkEverywhere(guest, 'join new account')
  await guest.getByRole('button', { name: 'Create account and join' }).click()
  await see(guest.getByText('First name is required'), guest.getByText('You must accept the terms'))
  await guest.getByRole('textbox', { name: 'First name' }).fill('Vera')
  await guest.getByRole('textbox', { name: 'Last name' }).fill('Guest')
  await guest.getByRole('textbox', { name: 'Password' }).fill(password)
  await guest.getByRole('checkbox').check()
  await guest.getByRole('button', { name: 'Create account and join' }).click()
  await guest.waitForURL(`${base}/dashboard`)
  const other = await browser.open()
  await other.goto(link)
  await see(other.getByRole('heading', { name: 'This invitation has been used' }))
  await checkEverywhere(other, 'join used')
  await other.context().close()
})

test('lets a viewer read the team and change nothing, in any way', async () => {
  await guest.goto(`${base}/settings/team?invite=true`)
  await see(guest.getByRole('row').filter({ hasText: guestEmail }))
  expect(await guest.getByRole('button', { name: /Invite member|Actions for|Transfer/ }).count()).toBe(0)
  expect(await guest.getByRole('dialog').count()).toBe(0)
  const refused = await guest.evaluate(async () => {
    const headers = { authorization: `Bearer ${localStorage.getItem('authToken')}`, 'content-type': 'application/json' }
    const body = JSON.stringify({ email: 'friend@example.com', role: 'ADMIN' })
    return (await fetch('/api/team/invitations', { method: 'POST', headers, body })).status
  })
  expect(refused).toBe(403)
  await guest.goto(`${base}/agents`)
  expect(await guest.getByRole('button', { name: 'Create agent' }).isDisabled()).toBe(true)
})

test('another role works on the next request', async () => {
  await page.goto(`${base}/settings/team`)
  await page.getByRole('combobox', { name: 'Role of Vera Guest' }).click()
  await page.getByRole('option', { name: 'User' }).click()
  await see(page.getByText('Role changed'))
  await guest.reload()
  await see(guest.getByRole('heading', { name: 'AI Agents' }))
  await expect.poll(() => guest.getByRole('button', { name: 'Create agent' }).first().isDisabled()).toBe(false)
  await page.goto(`${base}/settings/team`)
  await see(rowOf(guestEmail))
  await checkEverywhere(page, 'team')
})

test('a second invitation is sent again, its old link is dead, and is revoked', async () => {
  const email = `late-${Date.now()}@example.com`
  await owner.call('POST', '/team/invitations', { email, role: 'USER' })
  const old = await mailedLink(email)
  await withOwner(dataDir, (db) => db.query(`update app.invitations set sent_at = now() - interval '1 hour' where email = $1`, [email]))
  await page.reload()
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Resend invitation' }).click()
  await see(page.getByText('Invitation sent again'))
  await expect.poll(() => mailedLink(email)).not.toBe(old)
  const other = await browser.open()
  await other.goto(old)
  await see(other.getByRole('heading', { name: 'This invitation cannot be used' }))
  await page.getByRole('button', { name: `Actions for ${email}` }).click()
  await page.getByRole('menuitem', { name: 'Revoke invitation' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Revoke' }).click()
  await seeNoMore(rowOf(email))
  await other.goto('about:blank')
  await other.goto(await mailedLink(email))
  await see(other.getByRole('heading', { name: 'This invitation was revoked' }))
  await other.context().close()
})

test('warns a user who is signed in with another address; the right user accepts with one click', async () => {
  const known = await registerPerson(url, 'Own Yard', ['Kim', 'Known'])
  const other = await browser.open()
  await signIn(other, url, owner.email)
  await owner.call('POST', '/team/invitations', { email: known.email, role: 'ADMIN' })
  await other.goto(await mailedLink(known.email))
  await see(other.getByText(`You are signed in as ${owner.email}.`, { exact: false }))
  await checkEverywhere(other, 'join other account')
  await other.getByRole('button', { name: 'Sign out and continue' }).click()
  await see(other.getByText('You already have an account. Sign in to accept the invitation.'))
  await other.getByRole('textbox', { name: 'Password' }).fill(password)
  await other.getByRole('button', { name: 'Sign in and join' }).click()
  await other.waitForURL(`${base}/dashboard`)
  await other.context().close()
})

test('brings a member who leaves to the picker without page errors', async () => {
  const leaver = await registerPerson(url, 'Own Pier', ['Lea', 'Leaver'])
  await addMembership(dataDir, { orgId: owner.orgId, userId: leaver.userId, role: 'MEMBER' })
  const other = await browser.open()
  await signIn(other, url, leaver.email)
  await other.goto(`${base}/settings/organization`)
  const watch = watchPage(other, url)
  await other.getByRole('button', { name: 'Leave organization' }).click()
  await other.getByRole('dialog').getByRole('button', { name: 'Leave' }).click()
  await other.waitForURL(/\/org\/own-pier[^/]*\/dashboard$/)
  await see(other.getByText('You have left the organization'), other.getByText('Own Pier').first())
  // The page before stays until the one after it is there.
  await expect.poll(() => other.getByText('Harbour Works').count()).toBe(0)
  // The server ends the stream of notifications; a slow page asks for it once more before it is gone.
  watch.expectClean('leaving', /api\/notifications|status of 404/)
  await other.context().close()
})

test('the profile of the organization is read-only until it is edited', async () => {
  await page.goto(`${base}/settings/organization`)
  await see(page.getByText('Harbour Works').first(), page.getByRole('button', { name: 'Delete organization' }))
  await page.getByRole('button', { name: 'Edit Profile' }).click()
  await see(page.getByRole('button', { name: 'Cancel' }))
  await page.getByRole('textbox', { name: 'Website' }).fill('harbour')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await see(page.getByText('Please enter a web address that begins with https:// or http://'))
  await checkEverywhere(page, 'organization edit')
  await page.getByRole('textbox', { name: 'Website' }).fill('https://harbour.example')
  await page.getByRole('textbox', { name: 'City' }).fill('Hamburg')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await see(page.getByText('Organization updated'), page.getByText('https://harbour.example'), page.getByText('Hamburg'))
})

test('refuses the next request of a removed member', async () => {
  await page.goto(`${base}/settings/team`)
  await page.getByRole('button', { name: 'Actions for Vera Guest' }).click()
  await page.getByRole('menuitem', { name: 'Remove' }).click()
  await see(page.getByText('Are you sure you want to remove this team member?'))
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await see(page.getByText('Team member removed'))
  await seeNoMore(rowOf(guestEmail))
  await guest.goto(`${base}/agents`)
  await see(guest.getByRole('heading', { name: 'Organization Not Found' }))
})

test('a deleted organization is read-only and can be restored', async () => {
  await page.goto(`${base}/settings/organization`)
  await page.getByRole('button', { name: 'Delete organization' }).click()
  const dialog = page.getByRole('dialog', { name: 'Delete organization' })
  expect(await dialog.getByRole('button', { name: 'Delete organization' }).isDisabled()).toBe(true)
  await dialog.getByRole('textbox').fill(owner.slug)
  await dialog.getByRole('button', { name: 'Delete organization' }).click()
  await see(page.getByText(/everything in it will be erased on/))
  await checkEverywhere(page, 'organization deleted')
  await page.getByRole('button', { name: 'Restore organization' }).click()
  await seeNoMore(page.getByText(/everything in it will be erased on/))
  await see(page.getByRole('button', { name: 'Delete organization' }))
})
