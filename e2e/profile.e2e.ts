import { randomBytes } from 'node:crypto'
import type { Page } from 'playwright-core'
import { describe, expect, inject, test, vi } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { addMembership, registerPerson, signIn, signInByForm } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

const browser = useBrowser()
const server = inject('shared')

const query = <T extends object>(text: string, values: unknown[] = []) =>
  withOwner(server.dataDir, async (owner) => (await owner.query<T>(text, values)).rows)

/** The link of a mail in the sandbox mailbox. */
async function linkIn(email: string, subject: string): Promise<string> {
  return vi.waitFor(
    async () => {
      const [mail] = await query<{ body_text: string }>('select body_text from app.sandbox_mail where recipient = $1 and subject = $2', [
        email,
        subject,
      ])
      const link = /(http:\/\/localhost:\d+\/\S+#\S+)/.exec(mail?.body_text ?? '')?.[1]
      if (!link) throw new Error(`no mail "${subject}" to ${email}`)
      return link
    },
    { timeout: 15_000 },
  )
}

async function enter(person: Person, path: string): Promise<Page> {
  const page = await browser.open()
  await signIn(page, server.url, person.email)
  await page.goto(`${server.url}/org/${person.slug}/${path}`)
  return page
}

/** A member of another user's organization who owns none. */
async function makeMember(): Promise<Person> {
  const owner = await registerPerson(server.url)
  const person = await registerPerson(server.url, 'Left behind', ['Grace', 'Hopper'])
  await addMembership(server.dataDir, { orgId: owner.orgId, userId: person.userId, role: 'MEMBER' })
  await query('delete from auth.memberships where user_id = $1 and org_id = $2', [person.userId, person.orgId])
  return { ...person, slug: owner.slug, orgId: owner.orgId }
}

const toast = (page: Page, text: string) => page.getByText(text, { exact: true })
const picture = (page: Page) =>
  page.evaluate(() => {
    const canvas = document.createElement('canvas')
    canvas.width = 640
    canvas.height = 480
    const draw = canvas.getContext('2d')
    if (!draw) throw new Error('no canvas')
    draw.fillStyle = '#0a7'
    draw.fillRect(0, 0, 640, 480)
    return canvas.toDataURL('image/png').split(',')[1] ?? ''
  })

describe('profile', () => {
  test('is read-only until Edit Profile; name, phone and photo are saved and show in the header', async () => {
    const person = await registerPerson(server.url)
    const page = await enter(person, 'profile')
    const watch = watchPage(page, server.url)
    await see(page.getByRole('heading', { name: 'Profile Settings' }), page.getByRole('definition').filter({ hasText: 'Ada' }).first())
    expect(await page.getByRole('textbox', { name: 'First name' }).count()).toBe(0)

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByRole('textbox', { name: 'First name' }).fill('')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await see(page.getByText('First name is required'))
    await page.getByRole('textbox', { name: 'First name' }).fill('Augusta')
    await page.getByRole('textbox', { name: 'Phone' }).fill('+44 20 7946 0018')
    await page.locator('input[type=file]').setInputFiles({
      name: 'me.png',
      mimeType: 'image/png',
      buffer: Buffer.from(await picture(page), 'base64'),
    })
    await see(toast(page, 'Photo saved'))
    await page.getByRole('button', { name: 'Save changes' }).click()
    await see(toast(page, 'Profile updated successfully!'), page.getByText('+44 20 7946 0018'))
    const account = page.getByRole('button', { name: 'Account of Augusta Lovelace' })
    await see(account, account.locator('img'))
    await checkEverywhere(page, 'profile with photo')

    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await checkEverywhere(page, 'profile edited')
    await page.getByRole('textbox', { name: 'First name' }).fill('Not saved')
    await page.getByRole('button', { name: 'Cancel' }).click()
    await see(page.getByText('Augusta', { exact: true }))
    watch.expectClean('the whole way')
  })

  test('reports a save without a network immediately, keeps the input, and does not save it later', async () => {
    const person = await registerPerson(server.url)
    const page = await enter(person, 'profile')
    await page.getByRole('button', { name: 'Edit Profile' }).click()
    await page.getByRole('textbox', { name: 'First name' }).fill('Adele')
    await page.context().setOffline(true)
    await page.getByRole('button', { name: 'Save changes' }).click()
    await see(toast(page, 'Network error. Please check your connection.'))
    await page.context().setOffline(false)
    expect(await page.getByRole('textbox', { name: 'First name' }).inputValue()).toBe('Adele')
    expect((await person.call<{ firstName: string }>('GET', '/auth/profile')).firstName).toBe('Ada')
    await page.getByRole('button', { name: 'Save changes' }).click()
    await see(toast(page, 'Profile updated successfully!'))
  })

  test('applies another language, time zone and format immediately and keeps them for the next sign-in', async () => {
    const person = await registerPerson(server.url)
    const page = await enter(person, 'profile?tab=preferences')
    await page.getByRole('combobox', { name: 'Language' }).click()
    await page.getByRole('option', { name: 'Deutsch' }).click()
    await page.getByRole('combobox', { name: 'Time zone' }).fill('Kolkata')
    await page.getByRole('option', { name: 'Asia/Kolkata' }).click()
    await page.getByRole('button', { name: 'Save preferences' }).click()
    await page.waitForFunction(() => document.documentElement.lang === 'de')
    const [stored] = await query<{ language: string; time_zone: string }>('select language, time_zone from auth.users where id = $1', [
      person.userId,
    ])
    expect(stored).toEqual({ language: 'de', time_zone: 'Asia/Kolkata' })
    // Another browser, which speaks English, follows the account.
    const other = await browser.open()
    await signInByForm(other, server.url, person.email)
    await other.waitForFunction(() => document.documentElement.lang === 'de')
  })

  test('the address changes by the link that is mailed to the new one', async () => {
    const person = await registerPerson(server.url)
    const page = await enter(person, 'profile')
    const email = `countess-${randomBytes(4).toString('hex')}@example.com`
    await page.getByRole('button', { name: 'Change email' }).click()
    await page.getByRole('textbox', { name: 'New email' }).fill(email)
    await page.getByRole('button', { name: 'Send the link' }).click()
    await see(page.getByText(`Changes to ${email} once the link in the email there is opened.`))
    const link = await linkIn(email, 'Confirm your new email address')
    // In another browser the link asks for a sign-in: a link alone changes no address.
    const elsewhere = await browser.open()
    await elsewhere.goto(link)
    await see(elsewhere.getByText('Sign in first, then open the link in the email again.'))
    await page.goto(link)
    await see(page.getByRole('heading', { name: 'Confirm your new email address' }))
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await see(page.getByText(`From now on you sign in with ${email}.`))
    await page.goto('about:blank')
    await page.goto(link)
    await page.getByRole('button', { name: 'Confirm the address' }).click()
    await see(page.getByRole('alert').getByText('This link is no longer valid. Please ask for a new one.'))
    await page.goto(`${server.url}/org/${person.slug}/profile`)
    await see(page.getByText(email).first())
  })

  test('collects all stored data for its owner to download', async () => {
    const person = await registerPerson(server.url)
    const page = await enter(person, 'profile')
    await page.getByRole('button', { name: 'Export my data' }).click()
    const download = page.waitForEvent('download')
    await page.getByRole('button', { name: 'Download' }).click()
    expect((await download).suggestedFilename()).toMatch(/^personal-data-\d{4}-\d\d-\d\d\.json$/)
  })

  test('deletes an account by email, ends all sessions, and lets a user who signs in again keep it', async () => {
    const person = await makeMember()
    const page = await enter(person, 'profile')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click()
    await see(toast(page, 'Account deletion initiated. You will receive an email confirmation.'))
    const elsewhere = await browser.open()
    await elsewhere.goto(await linkIn(person.email, 'Confirm the deletion of your account'))
    await elsewhere.getByRole('button', { name: 'Delete my account' }).click()
    await see(elsewhere.getByRole('heading', { name: 'Your account will be deleted' }))
    await page.goto(`${server.url}/org/${person.slug}/dashboard`)
    await page.waitForURL(/\/login/)
    await page.getByRole('textbox', { name: 'Email' }).fill(person.email)
    await page.getByRole('textbox', { name: 'Password' }).fill('Correct-Horse-42!')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await see(page.getByRole('heading', { name: 'Keep your account?' }))
    await checkEverywhere(page, 'keep-account')
    await page.getByRole('button', { name: 'Keep my account' }).click()
    await page.waitForURL(`${server.url}/org/${person.slug}/dashboard`)
    const [row] = await query<{ deletes_at: Date | null }>('select deletes_at from auth.users where id = $1', [person.userId])
    expect(row?.deletes_at).toBeNull()
  })

  test('tells the owner of an organization what to transfer first', async () => {
    const person = await registerPerson(server.url, 'Analytical Engines')
    const page = await enter(person, 'profile')
    await page.getByRole('button', { name: 'Delete Account' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Delete Account' }).click()
    await see(page.getByText('You are the only owner of Analytical Engines.', { exact: false }))
  })
})

async function notifySome(person: Person): Promise<void> {
  const rows = [
    ['error', 'activity', 'Win-back writer failed 3 times', 'The run took too long.', 'agents'],
    ['info', 'update', 'Grace joined the organization', 'Role: User.', 'settings/team'],
    ['info', 'mention', 'Alan mentioned you', 'Have a look at the figures of this week, please.', 'dashboard'],
    ['warning', 'security', 'New sign-in', 'From Firefox on Linux.', 'settings/security'],
    ['success', 'system', 'Your data is ready', 'Download the file from your profile within seven days.', 'profile'],
  ]
  for (const [index, [type, category, title, message, url]] of rows.entries())
    await query(
      `insert into app.notifications (org_id, id, user_id, type, category, title, message, action_url, source, created_at)
       values ($1, gen_random_uuid(), $2, $3, $4, $5, $6, $7, $5, now() - make_interval(hours => $8))`,
      [person.orgId, person.userId, type, category, title, message, url, index],
    )
}

describe('notifications', () => {
  test('reads, opens and deletes notifications, one by one and all together', async () => {
    const person = await registerPerson(server.url)
    await notifySome(person)
    const page = await enter(person, 'notifications')
    const watch = watchPage(page, server.url)
    const items = page.getByRole('tabpanel').getByRole('listitem')
    await see(page.getByText('Alan mentioned you'))
    await checkEverywhere(page, 'notifications')
    await page.getByRole('tab', { name: 'Mentions' }).click()
    await expect.poll(() => items.count()).toBe(1)
    await page.getByRole('tab', { name: 'Updates' }).click()
    await see(items.getByText('Grace joined the organization'))
    await page.getByRole('tab', { name: 'Unread' }).click()
    await see(items.getByText('New sign-in'))
    const before = await items.count()
    await page.getByRole('button', { name: 'Mark as read: New sign-in' }).click()
    await expect.poll(() => items.count()).toBe(before - 1)
    await page.getByRole('tab', { name: 'All' }).click()
    await page.getByRole('button', { name: 'Delete: New sign-in' }).click()
    await seeNoMore(page.getByText('New sign-in'))
    await page.getByRole('button', { name: 'Mark all as read' }).click()
    await see(page.getByRole('button', { name: 'Notifications', exact: true }))
    await page.getByRole('link', { name: 'Alan mentioned you' }).click()
    await page.waitForURL(/\/dashboard/)
    await page.goBack()
    await page.getByRole('button', { name: 'Clear all' }).click()
    await page.getByRole('dialog').getByRole('button', { name: 'Clear all' }).click()
    await see(page.getByText('No notifications yet'))
    await checkEverywhere(page, 'notifications empty')
    await page.getByRole('link', { name: 'Manage preferences' }).click()
    await see(page.getByRole('switch', { name: 'Weekly digest' }))
    watch.expectClean('the whole way')
  })

  test('saves each switch immediately', async () => {
    const person = await registerPerson(server.url)
    const page = await enter(person, 'profile?tab=notifications')
    await see(page.getByRole('switch', { name: 'Mentions only' }))
    await page.getByRole('switch', { name: 'Mentions only' }).click({ force: true })
    await see(toast(page, 'Preferences saved successfully!'))
    await page.reload()
    await expect.poll(() => page.getByRole('switch', { name: 'Mentions only' }).isChecked()).toBe(true)
  })

  test('the digest ends by the link of its mail, without signing in', async () => {
    const person = await registerPerson(server.url)
    await person.call('GET', '/notifications/preferences')
    const [row] = await query<{ digest_key: string }>('select digest_key from auth.notification_preferences where user_id = $1', [
      person.userId,
    ])
    const page = await browser.open()
    await page.goto(`${server.url}/unsubscribe#key=${row?.digest_key}`)
    expect((await person.call<{ weeklyDigest: boolean }>('GET', '/notifications/preferences')).weeklyDigest).toBe(true)
    await page.getByRole('button', { name: 'End the weekly digest' }).click()
    await see(page.getByRole('heading', { name: 'The weekly digest is off' }))
    expect((await person.call<{ weeklyDigest: boolean }>('GET', '/notifications/preferences')).weeklyDigest).toBe(false)
  })

  test('shows a push message in the browser, except while the product is visible', async () => {
    const person = await registerPerson(server.url)
    const page = await enter(person, 'dashboard')
    await page.context().grantPermissions(['notifications'], { origin: server.url })
    const devtools = await page.context().newCDPSession(page)
    const registered = new Promise<string>((resolve) =>
      devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
        const id = registrations.find((each) => each.scopeURL === `${server.url}/`)?.registrationId
        if (id) resolve(id)
      }),
    )
    await devtools.send('ServiceWorker.enable')
    await page.evaluate(async () => {
      await navigator.serviceWorker.register('/sw.js')
      await navigator.serviceWorker.ready
    })
    const registrationId = await registered
    const push = (tag: string) =>
      devtools.send('ServiceWorker.deliverPushMessage', {
        origin: server.url,
        registrationId,
        data: JSON.stringify({ title: 'Writer failed', body: 'It took too long.', url: `/org/${person.slug}/agents`, tag }),
      })
    const shown = () =>
      page.evaluate(async () =>
        (await (await navigator.serviceWorker.ready).getNotifications()).map(({ title, body, tag }) => ({ title, body, tag })),
      )
    await push('looked-at')
    // The service worker decides when it gets the message, and DevTools does not report that moment.
    await page.waitForTimeout(1_500)
    await page.goto('about:blank')
    await push('away')
    await page.waitForTimeout(1_500)
    await page.goto(`${server.url}/org/${person.slug}/dashboard`)
    await vi.waitFor(async () => expect(await shown()).toEqual([{ title: 'Writer failed', body: 'It took too long.', tag: 'away' }]), {
      timeout: 10_000,
    })
  })
})
