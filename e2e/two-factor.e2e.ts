import { TOTP } from 'otpauth'
import type { Page } from 'playwright-core'
import { beforeAll, describe, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { addMembership, password, registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { withOwner } from './harness/start-server.ts'
import { watchPage } from './harness/watch-page.ts'

// Second factors in use: an authenticator app, recovery codes, passkeys, and an organization that requires one of every member.

const server = inject('shared')

const openTab = async (page: Page, person: Person) => {
  await page.goto(`${server.url}/org/${person.slug}/settings/security?tab=two-factor`)
  await see(page.getByRole('heading', { name: 'Authenticator app' }))
}

/** The code of the app; `stepsAhead` picks a later one if the current one is already used. */
const codeOf = (secret: string, stepsAhead = 0) => new TOTP({ secret }).generate({ timestamp: Date.now() + stepsAhead * 30_000 })

async function enterPassword(page: Page, email: string): Promise<void> {
  await page.goto(`${server.url}/login`)
  await page.getByRole('textbox', { name: 'Email' }).fill(email)
  await page.getByRole('textbox', { name: 'Password' }).fill(password)
  await page.getByRole('button', { name: 'Sign in', exact: true }).click()
  await page.waitForURL(`${server.url}/login/verify`)
}

async function signOut(page: Page): Promise<void> {
  await page.context().clearCookies()
  await page.evaluate(() => localStorage.clear())
}

/** Reads the codes on screen, confirms that they are stored, and continues. */
async function keepCodes(page: Page, goOn = 'Done'): Promise<string[]> {
  const items = page.getByRole('list', { name: 'Your recovery codes' }).getByRole('listitem')
  await see(items.first())
  const codes = await items.allTextContents()
  const button = page.getByRole('button', { name: goOn, exact: true })
  expect(await button.isDisabled()).toBe(true)
  await page.getByRole('checkbox', { name: 'I have saved them' }).check()
  await button.click()
  return codes
}

async function readSecret(page: Page): Promise<string> {
  const key = page.locator('code')
  await see(key)
  return ((await key.textContent()) ?? '').replaceAll(' ', '')
}

describe('an authenticator app', () => {
  const browser = useBrowser({ inOrder: true })
  let person: Person
  let page: Page
  let secret: string
  let codes: string[]
  beforeAll(async () => {
    person = await registerPerson(server.url)
  })

  test('is set up with a QR code or its key, and brings recovery codes once', async () => {
    page = await browser.open()
    const watched = watchPage(page, server.url)
    await signIn(page, server.url, person.email)
    await openTab(page, person)
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    await see(page.getByRole('img', { name: /QR code/ }))
    secret = await readSecret(page)
    await checkEverywhere(page, 'two-factor-setup')
    watched.expectClean('setup of an authenticator app')
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await page.getByRole('button', { name: 'Turn on' }).click()
    await see(page.getByText('That code is incorrect.'))
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret, -1))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await see(page.getByRole('heading', { name: 'Your recovery codes' }))
    await checkEverywhere(page, 'two-factor-codes')
    codes = await keepCodes(page)
    expect(codes).toHaveLength(10)
    await see(page.getByText('10 codes are left.', { exact: false }))
    await checkEverywhere(page, 'two-factor-on')
    // The session continues under its new token.
    await page.reload()
    await see(page.getByRole('button', { name: 'Use another app' }))
  })

  test('asks for the second factor at the next sign-in', async () => {
    await signOut(page)
    await enterPassword(page, person.email)
    await checkEverywhere(page, 'login-verify')
    await page.getByRole('textbox', { name: 'Code' }).fill('000000')
    await see(page.getByText('That code is incorrect.'))
    // Six digits are submitted automatically.
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
    await page.waitForURL(/\/org\/[^/]+\/dashboard$/)
  })

  test('can be replaced by a recovery code, which works once', async () => {
    await signOut(page)
    for (const isFirst of [true, false]) {
      await enterPassword(page, person.email)
      await page.getByRole('button', { name: 'Use a recovery code' }).click()
      await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[0] ?? '')
      await page.getByRole('button', { name: 'Sign in', exact: true }).click()
      if (isFirst) await page.waitForURL(/\/org\/[^/]+\/dashboard$/)
      else await see(page.getByText('That code is incorrect.'))
      await signOut(page)
    }
  })

  test('restarts a sign-in that took too long or was reloaded', async () => {
    await enterPassword(page, person.email)
    await withOwner(server.dataDir, (owner) =>
      owner.query("update auth.challenges set expires_at = now() - interval '1 second' where user_id = $1", [person.userId]),
    )
    await page.getByRole('textbox', { name: 'Code' }).fill('123456')
    await page.waitForURL(`${server.url}/login`)
    await see(page.getByText('This sign-in has expired. Please sign in again.'))
    await enterPassword(page, person.email)
    await page.reload()
    await page.waitForURL(`${server.url}/login`)
  })

  test('turns the second factor off with a last code, after reauthentication', async () => {
    await enterPassword(page, person.email)
    await page.getByRole('button', { name: 'Use a recovery code' }).click()
    await page.getByRole('textbox', { name: 'Recovery code' }).fill(codes[1] ?? '')
    await page.getByRole('button', { name: 'Sign in', exact: true }).click()
    await page.waitForURL(/\/org\/[^/]+\/dashboard$/)
    // As if the user had signed in an hour ago.
    await withOwner(server.dataDir, (owner) =>
      owner.query("update auth.sessions set authenticated_at = now() - interval '1 hour' where user_id = $1", [person.userId]),
    )
    await openTab(page, person)
    await page.waitForTimeout(3_100)
    await page.getByRole('button', { name: 'Turn off' }).click()
    const dialog = page.getByRole('dialog', { name: 'Turn off the authenticator app' })
    await dialog.getByRole('textbox').fill(codes[2] ?? '')
    await dialog.getByRole('button', { name: 'Turn off' }).click()
    const question = page.getByRole('dialog', { name: 'Confirm your identity' })
    const field = question.getByRole('textbox', { name: 'Code of the authenticator app, or a recovery code' })
    await field.fill('AAAA-BBBB-CCCC')
    await question.getByRole('button', { name: 'Confirm', exact: true }).click()
    await see(question.getByText('That code is incorrect.'))
    await field.fill(codes[3] ?? '')
    await question.getByRole('button', { name: 'Confirm', exact: true }).click()
    await see(page.getByText('Two-factor authentication is off'))
    await seeNoMore(dialog)
  })
})

describe('passkeys', () => {
  const browser = useBrowser({ inOrder: true })
  let person: Person
  let page: Page
  beforeAll(async () => {
    person = await registerPerson(server.url, 'Passkey Trading')
  })

  test('are added, named and listed', async () => {
    page = await browser.open()
    const authenticator = await page.context().newCDPSession(page)
    await authenticator.send('WebAuthn.enable')
    await authenticator.send('WebAuthn.addVirtualAuthenticator', {
      options: {
        protocol: 'ctap2',
        transport: 'internal',
        hasResidentKey: true,
        hasUserVerification: true,
        isUserVerified: true,
        automaticPresenceSimulation: true,
      },
    })
    await signIn(page, server.url, person.email)
    await openTab(page, person)
    await page.getByRole('button', { name: 'Add a passkey' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add a passkey' })
    await dialog.getByRole('textbox', { name: 'Name' }).fill('Work laptop')
    await dialog.getByRole('button', { name: 'Continue' }).click()
    await keepCodes(page)
    const list = page.getByRole('list', { name: 'Passkeys' })
    await see(list.getByText('Work laptop'))
    await page.getByRole('button', { name: 'Rename Work laptop' }).click()
    await page.getByRole('dialog', { name: 'Rename passkey' }).getByRole('textbox', { name: 'Name' }).fill('Old laptop')
    await page.getByRole('dialog', { name: 'Rename passkey' }).getByRole('button', { name: 'Save' }).click()
    await see(list.getByText('Old laptop'))
    await checkEverywhere(page, 'passkeys')
  })

  test('sign in without a password', async () => {
    await signOut(page)
    await page.goto(`${server.url}/login`)
    await page.getByRole('button', { name: 'Sign in with a passkey' }).click()
    await page.waitForURL(/\/org\/[^/]+\/dashboard$/)
  })

  test('are the second step after a password', async () => {
    await signOut(page)
    await enterPassword(page, person.email)
    await checkEverywhere(page, 'login-verify-passkey')
    await page.getByRole('button', { name: 'Use a passkey' }).click()
    await page.waitForURL(/\/org\/[^/]+\/dashboard$/)
  })

  test('are removed, and with the last one the second factor', async () => {
    await openTab(page, person)
    await page.getByRole('button', { name: 'Remove Old laptop' }).click()
    await page.getByRole('dialog', { name: 'Remove passkey' }).getByRole('button', { name: 'Remove' }).click()
    await see(page.getByText('Two-factor authentication is off'))
  })
})

describe('an organization that requires it', () => {
  const browser = useBrowser({ inOrder: true })
  let owner: Person
  let member: Person
  beforeAll(async () => {
    owner = await registerPerson(server.url, 'Careful Trading')
    member = await registerPerson(server.url, 'Own Trading', ['Grace', 'Hopper'])
    await addMembership(server.dataDir, { orgId: owner.orgId, userId: member.userId, role: 'MEMBER' })
  })

  test('requires a second factor of the owner first, and of a member before anything opens', async () => {
    const page = await browser.open()
    await signIn(page, server.url, owner.email)
    await openTab(page, owner)
    const all = page.getByRole('switch', { name: 'Require two-factor for all members' })
    await see(page.getByText('Set up a second factor for your own account first.'))
    expect(await all.isDisabled()).toBe(true)
    await page.getByRole('button', { name: 'Set up', exact: true }).click()
    const secret = await readSecret(page)
    await page.getByRole('textbox', { name: 'Code' }).fill(codeOf(secret))
    await page.getByRole('button', { name: 'Turn on' }).click()
    await keepCodes(page)

    // The member is signed in meanwhile.
    const other = await browser.open()
    await signIn(other, server.url, member.email)
    await other.goto(`${server.url}/org/${owner.slug}/agents`)
    await see(other.getByRole('heading', { name: 'AI Agents' }))

    await all.click()
    const question = page.getByRole('dialog', { name: 'Require two-factor for all members' })
    await see(question.getByText('1 member has no second factor yet', { exact: false }))
    await question.getByRole('button', { name: 'Require', exact: true }).click()
    await see(page.getByText('1 member has no second factor.'))

    await other.goto(`${server.url}/org/${owner.slug}/agents`)
    await other.waitForURL(/setup-two-factor/)
    await see(other.getByText('Careful Trading requires a second factor.', { exact: false }))
    await checkEverywhere(other, 'setup-two-factor')
    const key = await readSecret(other)
    await other.getByRole('textbox', { name: 'Code' }).fill(codeOf(key))
    await other.getByRole('button', { name: 'Turn on' }).click()
    await keepCodes(other, 'Continue')
    await other.waitForURL(`${server.url}/org/${owner.slug}/agents`)
    await see(other.getByRole('heading', { name: 'AI Agents' }))
  })
})
