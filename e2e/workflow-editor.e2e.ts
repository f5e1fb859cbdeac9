import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Locator, Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser, visit } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { addMembership, registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'

interface Saved {
  id: string
  name: string
  revision: number
  status: string
  draft: {
    steps: { id: string; name: string; type: string; config: Record<string, unknown> }[]
    edges: { from: string; port: string; to: string }[]
  }
}

const runInShell = promisify(execFile)
const browser = useBrowser()
const { url, dataDir } = inject('shared')
let person: Person
let page: Page

beforeAll(async () => {
  person = await registerPerson(url, 'Flow Works')
  page = await browser.open({ reducedMotion: 'reduce' })
  await signIn(page, url, person.email)
})

/** Opens the editor of a new workflow without steps. */
async function openEmpty(name: string): Promise<string> {
  const { id } = await person.call<Saved>('POST', '/workflows', { name, description: 'Made by a test' })
  await visit(page, `${url}/org/${person.slug}/workflows/${id}/edit`)
  await see(page.getByRole('heading', { name: 'What starts this workflow?' }))
  return id
}

const node = (id: string) => page.locator(`.react-flow__node[data-id="${id}"]`)
const handle = (id: string, port: string) => page.locator(`.react-flow__handle[data-nodeid="${id}"][data-handleid="${port}"]`)
const fromPalette = (name: string) => page.getByRole('complementary', { name: 'Steps' }).getByRole('button', { name, exact: true })
const dialog = () => page.getByRole('dialog')
const read = (id: string) => person.call<Saved>('GET', `/workflows/${id}`)
/** The saved edges, once that was done, each as `from.port>to`. */
const waysOf = async (id: string) => (await read(id)).draft.edges.map(({ from, port, to }) => `${from}.${port}>${to}`).toSorted()

test('a workflow is drawn with the mouse, tested and published', async () => {
  const watch = watchPage(page, url)
  const id = await openEmpty('New leads')
  await page.getByRole('button', { name: /^Webhook Starts/ }).click()
  await see(node('start'))
  // Dragged from the palette to a free place, and connected by drawing from one dot to the other.
  await fromPalette('Set fields').dragTo(page.locator('.react-flow__pane'), { targetPosition: { x: 120, y: 520 } })
  await see(node('set'))
  await handle('start', 'next').hover()
  await page.mouse.down()
  await page.locator('.react-flow__handle[data-nodeid="set"].target').hover()
  await page.mouse.up()
  await expect.poll(() => waysOf(id)).toEqual(['start.next>set'])

  await page.getByRole('button', { name: 'Add a row' }).click()
  await page.getByRole('textbox', { name: 'Name', exact: true }).fill('score')
  await page.getByRole('button', { name: 'Insert data into Value' }).click()
  await page.getByRole('textbox', { name: 'Search data' }).fill('budget')
  await page.keyboard.press('Enter')
  await expect.poll(() => page.getByRole('textbox', { name: 'Value', exact: true }).inputValue()).toBe('{{ trigger.body.budget }}')

  await node('set').hover()
  await page.getByRole('button', { name: 'Add a step after Set fields' }).click()
  await dialog().getByRole('button', { name: 'Condition', exact: true }).click()
  await page.getByRole('button', { name: 'Add a rule' }).click()
  await page.getByRole('textbox', { name: 'Value', exact: true }).fill('{{ vars.score }}')
  await page.getByRole('combobox', { name: 'Comparison' }).click()
  await page.getByRole('option', { name: 'is greater than' }).click()
  await page.getByRole('textbox', { name: 'Compared with' }).fill('70')
  await fromPalette('Respond').click()
  await see(node('respond'))
  await node('condition').click()
  await fromPalette('Delay').click()
  await see(node('delay'))
  const ways = ['condition.no>delay', 'condition.yes>respond', 'set.next>condition', 'start.next>set']
  await expect.poll(() => waysOf(id)).toEqual(ways)

  await page.getByRole('button', { name: 'Add a step here', exact: true }).first().click()
  await dialog().getByRole('button', { name: 'Code', exact: true }).click()
  await expect.poll(() => waysOf(id)).toContain('start.next>code')
  await page.getByRole('button', { name: 'Undo' }).click()
  await expect.poll(() => waysOf(id)).toEqual(ways)
  await see(page.getByText('saved just now'))

  await page.getByRole('button', { name: 'Test run' }).click()
  const results = page.getByRole('region', { name: 'Test run' })
  await results.getByRole('button', { name: 'Simulate' }).click()
  await see(results.getByRole('button', { name: /^Success Respond/ }), results.getByText('Success').first())
  await checkEverywhere(page, 'workflow editor tested')
  await page.getByRole('button', { name: 'Close the test' }).click()
  await page.getByRole('button', { name: 'Publish', exact: true }).click()
  await page.getByRole('textbox', { name: 'Changes' }).fill('The first one')
  await dialog().getByRole('button', { name: 'Publish', exact: true }).click()
  await see(page.getByText('Version 1 published'), page.getByText('Active · version 1'))
  expect((await read(id)).status).toBe('active')

  // The secret is shown once: it must stay while the window shrinks to phone width, where the form is a sheet, and grows again.
  const secret = page.getByRole('region', { name: 'secret of the webhook' })
  const shown = await secret.textContent()
  expect(shown).toMatch(/^whsec_/)
  for (const width of [390, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    await see(
      page
        .getByRole('complementary', { name: 'Steps' })
        .or(page.getByRole('button', { name: 'Add a step' }))
        .first(),
    )
    expect(await secret.textContent()).toBe(shown)
  }
  // The call that the person copies works as it stands.
  const copied = (await page.getByRole('region', { name: 'call with the secret' }).textContent()) ?? ''
  const { stdout } = await runInShell('sh', ['-c', `${copied} -s -o /dev/null -w '%{http_code}'`])
  expect(stdout).toMatch(/^20[0-2]$/)
  await page.getByRole('button', { name: 'Done' }).click()
  watch.expectClean('workflow editor')
})

const mostTabs = 160
async function tabTo(place: Locator): Promise<void> {
  for (let count = 0; count < mostTabs; count += 1) {
    if (await place.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${mostTabs} times Tab did not lead to ${place.toString()}`)
}
async function hasFocus(place: Locator): Promise<void> {
  await expect.poll(() => place.evaluate((element) => element === document.activeElement)).toBe(true)
}

/** Adds a step behind the one that has the focus. */
async function addByKeys(texts: string, id: string): Promise<void> {
  await page.keyboard.press('+')
  await hasFocus(dialog().getByRole('searchbox', { name: 'Search steps' }))
  await page.keyboard.type(texts)
  await page.keyboard.press('Enter')
  await see(node(id))
  await hasFocus(node(id))
}

test('builds and publishes a workflow with the keyboard alone', async () => {
  const id = await openEmpty('By keys')
  await tabTo(page.getByRole('button', { name: /^Manual Starts/ }))
  await page.keyboard.press('Enter')
  await hasFocus(node('start'))
  await addByKeys('set f', 'set')
  await page.keyboard.press('Enter')
  await hasFocus(page.getByRole('textbox', { name: 'Step name' }))
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('Greet')
  await tabTo(page.getByRole('button', { name: 'Add a row' }))
  await page.keyboard.press('Enter')
  await hasFocus(page.getByRole('textbox', { name: 'Name', exact: true }))
  await page.keyboard.type('greeting')
  await page.keyboard.press('Tab')
  await page.keyboard.type('Hello')
  await page.keyboard.press('Escape')
  await hasFocus(node('set'))
  await addByKeys('condition', 'condition')
  await addByKeys('stop', 'stop')

  // Copied, pasted, removed, and restored by undo; then the form connects the other branch of the condition to the copy.
  await page.keyboard.press('ControlOrMeta+c')
  await page.keyboard.press('ControlOrMeta+v')
  await see(node('stop_2'))
  await expect.poll(async () => (await read(id)).draft.steps.length).toBe(5)
  await page.keyboard.press('ControlOrMeta+z')
  await node('stop_2').waitFor({ state: 'detached' })
  await page.keyboard.press('ControlOrMeta+Shift+z')
  await see(node('stop_2'))
  await tabTo(node('start'))
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await hasFocus(node('condition'))
  await page.keyboard.press('Enter')
  await hasFocus(page.getByRole('textbox', { name: 'Step name' }))
  await tabTo(page.getByRole('button', { name: 'Add a rule' }))
  await page.keyboard.press('Enter')
  await tabTo(page.getByRole('combobox', { name: 'No: connect to' }))
  await page.keyboard.type('Stop')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  await expect.poll(() => waysOf(id)).toContain('condition.no>stop_2')
  await page.keyboard.press('Escape')
  const saved = await read(id)
  expect(saved.draft.steps.find((step) => step.id === 'set')).toMatchObject({
    name: 'Greet',
    config: { values: [{ name: 'greeting', value: 'Hello' }] },
  })
  await tabTo(page.getByRole('button', { name: 'Publish', exact: true }))
  await page.keyboard.press('Enter')
  await hasFocus(page.getByRole('textbox', { name: 'Changes' }))
  await tabTo(dialog().getByRole('button', { name: 'Publish', exact: true }))
  await page.keyboard.press('Enter')
  await see(page.getByText('Version 1 published'))
})

test('does not overwrite a change that another member saved in between', async () => {
  const id = await openEmpty('Two people')
  await page.getByRole('button', { name: /^Manual Starts/ }).click()
  await see(page.getByText('saved just now'))
  await expect.poll(async () => (await read(id)).draft.steps.length).toBe(1)
  const { revision } = await read(id)
  await person.call('PUT', `/workflows/${id}`, { name: 'Theirs', revision })
  await fromPalette('Stop').click()
  await see(page.getByText('Another member changed this workflow'))
  await page.getByRole('button', { name: 'Keep mine' }).click()
  await expect.poll(async () => (await read(id)).draft.steps.length).toBe(2)
  await see(page.getByText('saved just now'))
})

/** Steps without positions, as programs send them. */
const bare = (name: string) => ({
  steps: [
    { id: 'start', type: 'trigger_manual', name: 'Start' },
    { id: 'set', type: 'set', name, config: { values: [{ name: 'kind', value: 'new' }] } },
  ],
  edges: [{ from: 'start', to: 'set' }],
})

/** Creates a workflow through the API and publishes it. */
async function publishBare(name: string): Promise<Saved> {
  const body = { name, description: 'Made by a test', definition: bare('First') }
  const { id, revision } = await person.call<Saved>('POST', '/workflows', body)
  return person.call<Saved>('POST', `/workflows/${id}/publish`, { note: 'The first one', revision })
}

test('publishes an earlier version again; spreads steps without positions without changing the workflow', async () => {
  const { id, revision } = await publishBare('Back and forth')
  const changed = await person.call<Saved>('PUT', `/workflows/${id}`, { draft: bare('Second'), revision })
  const second = await person.call<Saved>('POST', `/workflows/${id}/publish`, { note: '', revision: changed.revision })
  await page.goto(`${url}/org/${person.slug}/workflows/${id}/edit`)
  await see(node('set').getByText('Second'), page.getByText('saved just now'))
  const boxes = await Promise.all([node('start').boundingBox(), node('set').boundingBox()])
  expect((boxes[1]?.y ?? 0) - (boxes[0]?.y ?? 0)).toBeGreaterThan(boxes[0]?.height ?? 0)
  expect(await page.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
  await page.getByRole('button', { name: 'Versions' }).click()
  await page.getByRole('combobox', { name: 'Compare', exact: true }).click()
  await page.getByRole('option', { name: 'Version 1' }).click()
  await see(page.getByRole('region', { name: 'Compare' }).getByRole('deletion').filter({ hasText: 'First' }).last())
  await page.getByRole('button', { name: 'Roll back' }).click()
  await page.getByRole('dialog', { name: 'Roll back to version 1' }).getByRole('button', { name: 'Roll back' }).click()
  await see(page.getByText('Version 1 is published again'), node('set').getByText('First'), page.getByText('Active · version 3'))
  expect((await read(id)).revision).toBe(second.revision + 1)
})

test('asks before unsaved work is lost offline, and saves it when the connection is back', async () => {
  const { id } = await publishBare('On the train')
  await page.goto(`${url}/org/${person.slug}/workflows/${id}/edit`)
  await see(node('set'))
  await page.context().setOffline(true)
  try {
    await page.getByRole('textbox', { name: 'Workflow name' }).fill('On the plane')
    await see(page.getByText('not saved: no connection.'))
    await page.getByRole('link', { name: 'Templates' }).click()
    await dialog().getByText('Leave without saving your changes?').waitFor()
    await dialog().getByRole('button', { name: 'Cancel' }).click()
  } finally {
    await page.context().setOffline(false)
  }
  await see(page.getByText('saved just now'))
  expect(await read(id)).toMatchObject({ name: 'On the plane' })
  expect(page.url()).toContain(`/workflows/${id}/edit`)
})

test('lets a viewer open the steps but neither change nor publish them', async () => {
  const { id, revision } = await publishBare('To look at')
  const viewer = await registerPerson(url, 'Elsewhere', ['Vera', 'Viewer'])
  await addMembership(dataDir, { orgId: person.orgId, userId: viewer.userId, role: 'VIEWER' })
  const theirs = await browser.open({ reducedMotion: 'reduce' })
  await signIn(theirs, url, viewer.email)
  await theirs.goto(`${url}/org/${person.slug}/workflows/${id}/edit`)
  await theirs.locator('.react-flow__node[data-id="set"]').click()
  const form = theirs.getByRole('complementary', { name: 'Form' })
  await see(form.getByRole('textbox', { name: 'Step name' }))
  expect(await form.getByRole('textbox', { name: 'Step name' }).isEditable()).toBe(false)
  expect(await theirs.getByRole('textbox', { name: 'Workflow name' }).isEditable()).toBe(false)
  expect(await theirs.getByRole('button', { name: 'Publish', exact: true }).isDisabled()).toBe(true)
  await theirs.keyboard.press('Delete')
  expect(await theirs.getByRole('button', { name: /^(Undo|Add a step|Arrange)/ }).count()).toBe(0)
  await theirs.getByRole('button', { name: 'Versions' }).click()
  await see(theirs.getByText('The first one'))
  expect((await read(id)).revision).toBe(revision)
})
