import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { checkAccessibility, checkEverywhere, modes, setMode } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import { seedWorkspace } from './harness/seed-workspace.ts'
import type { Workspace } from './harness/seed-workspace.ts'
import { watchPage } from './harness/watch-page.ts'
import type { PageWatch } from './harness/watch-page.ts'

const browser = useBrowser()
const { url, dataDir } = inject('shared')
let visitor: Page
let page: Page
let watchVisitor: PageWatch
let watch: PageWatch
let workspace: Workspace

beforeAll(async () => {
  workspace = await seedWorkspace(url, dataDir)
  visitor = await browser.open({ reducedMotion: 'reduce' })
  watchVisitor = watchPage(visitor, url)
  page = await browser.open({ reducedMotion: 'reduce' })
  watch = watchPage(page, url)
  await signIn(page, url, workspace.person.email)
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

/** Every page and every dialog or panel that an address opens, with a word that shows that it is there. */
const screens: readonly (readonly [string, (workspace: Workspace) => string, string])[] = [
  ['dashboard', () => 'dashboard', 'Inbound lead qualifier'],
  ['dashboard 30 days', () => 'dashboard?days=30', 'Inbound lead qualifier'],
  ['agents', () => 'agents', 'Inbound lead qualifier'],
  ['agents grid', () => 'agents?view=grid', 'Inbound lead qualifier'],
  ['agents nothing found', () => 'agents?q=zzz', 'No agents match'],
  ['agent create', () => 'agents?create=true', 'System prompt'],
  ['agent overview', ({ agentId }) => `agents?agent=${agentId}`, 'Success rate'],
  ['agent run', ({ agentId, runId }) => `agents?agent=${agentId}&tab=run&run=${runId}`, 'email_send'],
  ['agent run failed', ({ agentId, failedRunId }) => `agents?agent=${agentId}&tab=run&run=${failedRunId}`, 'Failed'],
  ['agent history', ({ agentId }) => `agents?agent=${agentId}&tab=history`, 'Completed'],
  ['agent settings', ({ agentId }) => `agents?agent=${agentId}&tab=settings`, 'All changes saved'],
  ['models', () => 'settings/ai-models', 'Browse Templates'],
  ['model create', () => 'settings/ai-models?create=true', 'Test Connection'],
  ['model templates', () => 'settings/ai-models?templates=true', 'GPT'],
  ['providers', () => 'settings/providers', 'Sandbox'],
  ['provider create', () => 'settings/providers?create=true', 'API Base URL'],
  ['organization', () => 'settings/organization', 'Time zone'],
]

test.each(screens)('in the organization: %s', async (name, path, word) => {
  await page.goto(`${url}/org/${workspace.person.slug}/${path(workspace)}`)
  await see(page.getByText(word).filter({ visible: true }).last())
  await checkEverywhere(page, name)
  watch.expectClean(name)
})

test('in the organization: menus and dialogs of the header open, stay readable, and close with Escape', async () => {
  await page.goto(`${url}/org/${workspace.person.slug}/dashboard`)
  const opened = page.locator('[role=menu], [role=dialog]').first()
  for (const name of [/^Notifications/, 'Recent activity', 'Resources', 'Help', 'Theme', /^Account of/, 'Search or jump to']) {
    const button = page.getByRole('button', { name }).first()
    await button.click()
    await see(opened)
    for (const mode of modes) {
      await setMode(page, mode)
      await checkAccessibility(page, `${name} (${mode})`)
    }
    await page.keyboard.press('Escape')
    await seeNoMore(opened)
    await expect.poll(() => button.evaluate((element) => element === document.activeElement)).toBe(true)
  }
  watch.expectClean('menus')
})

test('picking and creating an organization, and its first, empty screens', async () => {
  const newcomer = await registerPerson(url, 'Blank Slate', ['Nova', 'Newman'])
  const fresh = await browser.open({ reducedMotion: 'reduce' })
  const watchFresh = watchPage(fresh, url)
  await signIn(fresh, url, newcomer.email)
  await see(fresh.getByRole('button', { name: /Blank Slate/ }))
  await checkEverywhere(fresh, 'select organization')
  for (const [name, path, word] of [
    ['create organization', '/create-organization', 'Organization name'],
    ['empty dashboard', `/org/${newcomer.slug}/dashboard`, 'Three steps to your first result'],
    ['empty agents', `/org/${newcomer.slug}/agents`, 'No agents yet'],
  ] as const) {
    await fresh.goto(url + path)
    await see(fresh.getByText(word).first())
    await checkEverywhere(fresh, name)
  }
  watchFresh.expectClean('first screens')
})

test.each(['ocean', 'forest', 'sunset', 'midnight', 'corporate', 'custom'])('preset %s stays readable', async (preset) => {
  // A customer's colours without a thought for contrast.
  const custom = { primary: '#facc15', text: '#999999', background: '#fefce8' }
  await page.evaluate((theme) => localStorage.setItem('imperium:theme', JSON.stringify(theme)), { mode: null, preset, custom })
  for (const path of ['dashboard', `agents?agent=${workspace.agentId}`]) {
    await page.goto(`${url}/org/${workspace.person.slug}/${path}`)
    await see(page.getByText('Inbound lead qualifier').last())
    for (const mode of modes) {
      await setMode(page, mode)
      await checkAccessibility(page, `${path} in ${preset} (${mode})`)
    }
  }
  expect(await page.evaluate(() => JSON.parse(localStorage.getItem('imperium:theme') ?? '{}').preset)).toBe(preset)
  watch.expectClean(preset)
})
