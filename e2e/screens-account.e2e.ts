import type { Page } from 'playwright-core'
import { beforeAll, describe, inject, test } from 'vitest'
import { see, useBrowser, visit } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { signIn } from './harness/people.ts'
import { seedWorkspace } from './harness/seed-workspace.ts'
import { withOwner } from './harness/start-server.ts'
import type { Workspace } from './harness/seed-workspace.ts'
import { watchPage } from './harness/watch-page.ts'
import type { PageWatch } from './harness/watch-page.ts'

// The pages of account, team and security, and those that a mail's link opens, as their owner sees them. Journeys check the others: activity,
// audit log, data, team, API keys, notifications, sign-in history, change of the password, mailbox.

const { url, dataDir } = inject('shared')

describe('signed in', () => {
  const browser = useBrowser()
  let page: Page
  let watch: PageWatch
  let workspace: Workspace

  beforeAll(async () => {
    workspace = await seedWorkspace(url, dataDir)
    await withOwner(dataDir, (db) => db.query('update auth.users set email_verified_at = now() where id = $1', [workspace.person.userId]))
    page = await browser.open({ reducedMotion: 'reduce' })
    watch = watchPage(page, url)
    await signIn(page, url, workspace.person.email)
  })

  test.each([
    ['profile', 'profile', 'Danger Zone'],
    ['profile notifications', 'profile?tab=notifications', 'Connected accounts'],
    ['profile preferences', 'profile?tab=preferences', 'Time zone'],
    ['settings', 'settings', 'Recently Visited'],
    ['settings emails', 'settings/emails', 'Outgoing email'],
    ['team invite', 'settings/team?invite=true', 'Send invitation'],
    ['api key create', 'settings/api-keys?create=true', 'Create key'],
    ['agent api keys', 'agent-api-keys', 'No agent API keys yet'],
    ['security', 'settings/security', 'Authenticator app'],
    ['security sessions', 'settings/security?tab=sessions', 'Last active'],
    ['security policy', 'settings/security?tab=policy', 'Password policy'],
    ['security single sign-on', 'settings/security?tab=single-sign-on', 'Email domains'],
  ] as const)('%s', async (name, path, word) => {
    await visit(page, `${url}/org/${workspace.person.slug}/${path}`)
    await see(page.getByRole('heading', { level: 1 }), page.getByText(word).filter({ visible: true }).last())
    await checkEverywhere(page, `account ${name}`)
    watch.expectClean(name)
  })

  test('short addresses lead into the organization', async () => {
    for (const [path, target] of [
      ['/settings/profile', 'profile'],
      ['/settings/team', 'settings/team'],
      ['/analytics', 'analytics'],
      ['/dashboard', 'dashboard'],
      ['/dashboard/settings', 'settings'],
      ['/setup-two-factor?next=%2Fdashboard', 'dashboard'],
      ['/change-password?next=%2Fdashboard', 'dashboard'],
      ['/keep-account', 'dashboard'],
    ] as const) {
      await page.goto(url + path)
      await page.waitForURL((address) => address.pathname === `/org/${workspace.person.slug}/${target}`)
      await see(page.getByRole('heading', { level: 1 }))
    }
    watch.expectClean('short addresses')
  })
})

describe('signed out', () => {
  const browser = useBrowser()
  let visitor: Page
  let watch: PageWatch

  beforeAll(async () => {
    visitor = await browser.open({ reducedMotion: 'reduce' })
    watch = watchPage(visitor, url)
  })

  test.each([
    ['join without a token', '/join', 'This invitation link is incomplete'],
    ['verify email', '/verify-email#token=none', 'Verify your email address'],
    ['forgot password', '/forgot-password', 'Forgot your password?'],
    ['reset password', '/reset-password#token=none', 'Choose a new password'],
    ['reset password without a token', '/reset-password', 'This link is no longer valid'],
    ['login verify without a sign-in', '/login/verify', 'Sign in to Imperium'],
    ['confirm email', '/confirm-email#token=none', 'Confirm your new email address'],
    ['delete account', '/delete-account#token=none', 'Delete your account'],
    ['unsubscribe', '/unsubscribe#token=none', 'End the weekly digest?'],
  ] as const)('%s', async (name, path, heading) => {
    await visitor.goto('about:blank')
    await visitor.goto(url + path)
    await see(visitor.getByRole('heading', { level: 1, name: heading }))
    await checkEverywhere(visitor, `visitor ${name}`)
    watch.expectClean(name)
  })
})
