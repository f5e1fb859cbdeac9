import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser, visit } from './harness/browser.ts'
import { addMembership, registerPerson, signIn } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'

const browser = useBrowser()
const { url, dataDir } = inject('shared')
const reason = 'Your role can view agents, but not change or run them'
let base = ''
let page: Page
let writes: string[] = []

/** A viewer of an organization in which an agent was created and ran. */
beforeAll(async () => {
  const owner = await registerPerson(url, 'Glass House')
  const viewer = await registerPerson(url, 'Own Place', ['Vera', 'Viewer'])
  await addMembership(dataDir, { orgId: owner.orgId, userId: viewer.userId, role: 'VIEWER' })
  const agent = await owner.call<{ id: string }>('POST', '/agents', {
    name: 'Look, do not touch',
    type: 'ANALYTICS',
    capabilities: ['database_query'],
  })
  await owner.call('POST', `/agents/${agent.id}/execute`, { input: 'How many agents are there?' })
  base = `${url}/org/${owner.slug}`
  page = await browser.open()
  page.on('request', (request) => {
    // Their own session and their own list of visited settings are a viewer's to write.
    if (request.method() !== 'GET' && /\/api\/(?!auth\/|settings\/visits$)/.test(request.url())) writes.push(request.url())
  })
  await signIn(page, url, viewer.email)
  await page.goto(`${base}/dashboard`)
  writes = []
})

test('a viewer sees the dashboard, the agents and each step of their runs', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${base}/dashboard`)
  await see(page.getByRole('link', { name: 'Look, do not touch' }).first())
  await visit(page, `${base}/agents`)
  await page
    .getByRole('button', { name: /Look, do not touch/ })
    .first()
    .click()
  await page.getByRole('tab', { name: 'Run History' }).click()
  await page
    .getByRole('row', { name: /Completed/ })
    .getByRole('button')
    .click()
  await page.getByRole('button', { name: /database_query/ }).click()
  await see(page.getByRole('heading', { name: 'Output' }).first())
  watch.expectClean('a viewer reads')
})

test('disables every button that writes, with the reason', async () => {
  await visit(page, `${base}/agents`)
  const create = page.getByRole('button', { name: 'Create agent' })
  await see(create)
  expect([await create.isDisabled(), await create.getAttribute('title')]).toEqual([true, reason])
  await page.getByRole('checkbox', { name: 'Select Look, do not touch' }).check()
  for (const name of ['Activate', 'Deactivate', 'Delete'])
    expect(await page.getByRole('toolbar').getByRole('button', { name, exact: true }).isDisabled(), name).toBe(true)
  await page.getByRole('button', { name: 'Actions for Look, do not touch' }).click()
  for (const name of ['Run', 'Pause', 'Clone', 'Archive', 'Delete'])
    expect(await page.getByRole('menuitem', { name, exact: true }).isDisabled(), name).toBe(true)
  await page.getByRole('menuitem', { name: 'Settings' }).click()
  const panel = page.getByRole('dialog', { name: 'Look, do not touch' })
  for (const name of ['Name', 'Category', 'Description', 'System prompt'])
    expect(await panel.getByRole('textbox', { name, exact: true }).isDisabled(), name).toBe(true)
  expect(await panel.getByRole('button', { name: 'Save changes' }).isDisabled()).toBe(true)
  expect(await panel.getByRole('button', { name: 'Delete', exact: true }).isDisabled()).toBe(true)
  await panel.getByRole('tab', { name: 'Run', exact: true }).click()
  await see(panel.getByText(reason))
  expect(await panel.getByRole('textbox', { name: 'Input' }).isDisabled()).toBe(true)
  expect(await panel.locator('form').getByRole('button', { name: 'Run' }).isDisabled()).toBe(true)
  expect(writes).toEqual([])
})

test('offers no way around by shortcuts, addresses or the palette', async () => {
  for (const path of ['agents', 'contacts', 'workflows', 'campaigns', 'messages']) {
    await visit(page, `${base}/${path}?create=true`)
    await see(page.getByRole('heading', { level: 1 }))
    const dialog = page.getByRole('dialog').waitFor({ timeout: 1_000 })
    expect(
      await dialog.then(
        () => 'opened',
        () => 'closed',
      ),
      path,
    ).toBe('closed')
  }
  await visit(page, `${base}/dashboard`)
  await see(page.getByRole('heading', { level: 1 }))
  expect(await page.getByRole('button', { name: 'New', exact: true }).count()).toBe(0)
  await page.keyboard.press('Control+k')
  await page.getByRole('combobox', { name: 'Type a command or search' }).fill('create')
  await see(page.getByText('Nothing matches “create”.'))
  await page.keyboard.press('Escape')
  expect(writes).toEqual([])
})

test('shows settings read-only, with who may change them', async () => {
  for (const [path, texts] of [
    ['settings/ai-models', 'Only owners and administrators can change AI models. Your role is Viewer.'],
    ['settings/providers', 'Only owners and administrators can change AI providers. Your role is Viewer.'],
    ['settings/organization', 'Only owners and administrators can change the organization. Your role is Viewer.'],
  ] as const) {
    await visit(page, `${base}/${path}?create=true`)
    await see(page.getByText(texts))
    expect(
      await page
        .getByRole('main')
        .getByRole('button', { name: /add|edit|delete|save/i })
        .count(),
      path,
    ).toBe(0)
    expect(await page.getByRole('dialog').count(), path).toBe(0)
  }
  expect(writes).toEqual([])
})
