import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, seeNoMore, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'

const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let person: Person
let page: Page
let agentId = ''
let first = ''
let second = ''

/** Calls the public API as a program does: with the key only. */
async function callAs(plainKey: string, path: string, body?: object) {
  const headers = { authorization: `Bearer ${plainKey}`, ...(body ? { 'content-type': 'application/json' } : {}) }
  const response = await fetch(`${url}/api/v1${path}`, {
    method: body ? 'POST' : 'GET',
    headers,
    ...(body ? { body: JSON.stringify(body) } : {}),
  })
  const reply = (await response.json()) as { code?: string; data: { runId?: string } }
  return { status: response.status, code: reply.code, data: reply.data, headers: response.headers }
}

const row = (name: string) => page.getByRole('row', { name: new RegExp(name) })
const shownKey = async () => page.getByRole('dialog').getByRole('textbox').inputValue()

beforeAll(async () => {
  person = await registerPerson(url, 'Key Works')
  agentId = (await person.call<{ id: string }>('POST', '/agents', { name: 'Door opener', type: 'SALES' })).id
  page = await browser.open({ reducedMotion: 'reduce', permissions: ['clipboard-read', 'clipboard-write'] })
  await signIn(page, url, person.email)
})

test('creates a key, shows it once, and copies it', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${url}/org/${person.slug}/settings/api-keys`)
  await see(page.getByText('No API keys yet'))
  await checkEverywhere(page, 'api keys empty')
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await see(page.getByText('Name is required'))
  await page.getByLabel('Name').fill('Nightly reports')
  await page.getByRole('button', { name: 'Run agents' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await see(page.getByRole('heading', { name: 'Your new API key' }))
  first = await shownKey()
  await checkEverywhere(page, 'api key made')
  expect(first).toMatch(/^imp_org_[0-9A-Za-z]{49}$/)
  await see(page.getByText(`${url}/api/v1/agents`))
  await page.getByRole('button', { name: 'Copy', exact: true }).click()
  await see(page.getByRole('button', { name: 'Copied' }))
  expect(await page.evaluate(() => navigator.clipboard.readText())).toBe(first)
  await page.getByRole('button', { name: 'Done' }).click()
  await see(row('Nightly reports').getByText(`imp_org_${'*'.repeat(24)}${first.slice(-4)}`))
  await page.reload()
  await see(row('Nightly reports'))
  expect(await page.content()).not.toContain(first.slice(8, 40))
  watch.expectClean('a key is made')
})

test('the public API opens to it, within its scopes, and the page counts its use', async () => {
  const list = await callAs(first, '/agents')
  expect([list.status, list.headers.get('x-ratelimit-limit')]).toEqual([200, '1000000'])
  const run = await callAs(first, `/agents/${agentId}/execute`, { input: 'Good morning' })
  expect(run.status).toBe(202)
  expect((await callAs(first, `/runs/${run.data.runId}`)).status).toBe(200)
  expect((await callAs(first, '/usage')).code).toBe('FORBIDDEN')
  expect((await callAs(first, '/agents', { name: 'x', type: 'SALES' })).code).toBe('FORBIDDEN')
  await expect
    .poll(async () => {
      await page.reload()
      await see(row('Nightly reports'))
      return (await row('Nightly reports').innerText()).split('\n').map((each) => each.trim())
    })
    .toEqual(expect.arrayContaining(['5', 'Just now']))
})

test('rotated, the old and the new key work side by side', async () => {
  await page.getByRole('button', { name: 'Actions for Nightly reports' }).click()
  await page.getByRole('menuitem', { name: 'Rotate' }).click()
  await page.getByRole('button', { name: 'Rotate' }).click()
  await see(page.getByRole('heading', { name: 'Your new API key' }))
  second = await shownKey()
  await page.getByRole('button', { name: 'Done' }).click()
  await see(page.getByText(/^Replaced, until /))
  await checkEverywhere(page, 'api keys')
  expect([(await callAs(first, '/agents')).status, (await callAs(second, '/agents')).status]).toEqual([200, 200])
})

test('refuses a revoked key and the key that it replaced immediately', async () => {
  const fresh = page.getByRole('row', { name: /Nightly reports/ }).filter({ hasText: second.slice(-4) })
  await fresh.getByRole('button', { name: 'Actions for Nightly reports' }).click()
  await page.getByRole('menuitem', { name: 'Revoke' }).click()
  await see(page.getByText('Are you sure you want to revoke this API key? This action cannot be undone.'))
  await see(page.getByText('Keys replaced by rotation that still work are revoked too.'))
  await page.getByRole('button', { name: 'Revoke' }).click()
  await seeNoMore(page.getByText('Are you sure you want to revoke this API key? This action cannot be undone.'))
  await expect.poll(async () => (await callAs(second, '/agents')).code).toBe('API_KEY_INACTIVE')
  expect((await callAs(first, '/agents')).code).toBe('API_KEY_INACTIVE')
  await see(row('Inactive').first())
})

test('allows the key of an agent to run only that agent', async () => {
  await page.goto(`${url}/org/${person.slug}/agent-api-keys`)
  await page.getByRole('button', { name: 'Create API key' }).click()
  await page.getByLabel('Name').fill('Website chat')
  await checkEverywhere(page, 'agent api key create')
  await page.getByPlaceholder('Choose an agent').click()
  await page.getByRole('option', { name: 'Door opener' }).click()
  await page.getByRole('button', { name: 'Create key' }).click()
  await see(page.getByRole('heading', { name: 'Run the agent' }))
  const plainKey = await shownKey()
  await page.getByRole('button', { name: 'Done' }).click()
  await see(page.getByText('Runs Door opener'))
  expect((await callAs(plainKey, `/agents/${agentId}/execute`, { input: 'Hello' })).status).toBe(202)
  expect((await callAs(plainKey, '/agents')).code).toBe('FORBIDDEN')
  expect((await fetch(`${url}/api/agents`, { headers: { authorization: `Bearer ${plainKey}` } })).status).toBe(401)
})
