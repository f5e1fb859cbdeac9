import type { Page } from 'playwright-core'
import { beforeAll, inject, test } from 'vitest'
import { see, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { addMembership, registerPerson, signInByForm } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'
import type { PageWatch } from './harness/watch-page.ts'

const browser = useBrowser()
const { url, dataDir } = inject('shared')
let visitor: Page
let watchVisitor: PageWatch

beforeAll(async () => {
  visitor = await browser.open({ reducedMotion: 'reduce' })
  watchVisitor = watchPage(visitor, url)
})

test.each([
  ['landing', '/', 'Imperium'],
  ['login', '/login', 'Sign in to Imperium'],
  ['register', '/register', 'Create your empire'],
  ['privacy', '/privacy', /./],
  ['terms', '/terms', /./],
  ['security', '/security', /./],
  ['cookies', '/cookies', /./],
  ['not found', '/no/such/page', 'Page not found in the empire'],
] as const)('for visitors: %s', async (name, path, heading) => {
  await visitor.goto(url + path)
  await see(visitor.getByRole('heading', { level: 1, name: heading }))
  await checkEverywhere(visitor, name)
  watchVisitor.expectClean(name)
})

test('for visitors: messages of a refused registration', async () => {
  await visitor.goto(`${url}/register`)
  await visitor.getByRole('button', { name: 'Create Empire' }).click()
  await see(visitor.getByText('First name is required'))
  await checkEverywhere(visitor, 'register refused')
  watchVisitor.expectClean('register refused')
})

test('picking and creating an organization, and its first, empty screens', async () => {
  const newcomer = await registerPerson(url, 'Blank Slate', ['Nova', 'Newman'])
  const second = await registerPerson(url, 'Second Slate')
  await addMembership(dataDir, { orgId: second.orgId, userId: newcomer.userId, role: 'MEMBER' })
  const fresh = await browser.open({ reducedMotion: 'reduce' })
  const watchFresh = watchPage(fresh, url)
  await signInByForm(fresh, url, newcomer.email)
  await see(fresh.getByRole('button', { name: /Blank Slate/ }))
  await checkEverywhere(fresh, 'select organization')
  for (const [name, path, word] of [
    ['create organization', '/create-organization', 'Organization name'],
    ['empty dashboard', `/org/${newcomer.slug}/dashboard`, 'What do you want to do first?'],
    ['empty agents', `/org/${newcomer.slug}/agents`, 'No agents yet'],
  ] as const) {
    await fresh.goto(url + path)
    await see(fresh.getByText(word).first())
    await checkEverywhere(fresh, name)
  }
  watchFresh.expectClean('first screens')
})
