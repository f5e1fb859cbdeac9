import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import type { Page } from 'playwright-core'
import { beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser } from '../harness/browser.ts'
import { checkEverywhere } from '../harness/check-screen.ts'
import { registerPerson, signIn } from '../harness/people.ts'
import type { Person } from '../harness/people.ts'
import { watchPage } from '../harness/watch-page.ts'

const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let person: Person
let page: Page

beforeAll(async () => {
  person = await registerPerson(url, 'Play Works')
  page = await browser.open({ reducedMotion: 'reduce' })
  await signIn(page, url, person.email)
})

test('tries a call, saves it, copies its cURL and runs that with a key', async () => {
  const watch = watchPage(page, url)
  await person.call('POST', '/agents', { name: 'Door opener', type: 'SALES' })
  await page.goto(`${url}/org/${person.slug}/api-playground`)
  await page.getByRole('button', { name: '+ New Collection' }).click()
  await page.getByRole('dialog').getByLabel('Name').fill('Nightly checks')
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await see(page.getByText('Nightly checks'))

  const sent = page.waitForRequest((request) => request.url().includes('/api/v1/agents'))
  await page.getByRole('button', { name: 'Send Request' }).click()
  await see(page.getByText('Request successful'))
  await see(page.getByText('"Door opener"'))
  const headers = await (await sent).allHeaders()
  expect([headers['cookie'], headers['authorization']?.slice(0, 15)]).toEqual([undefined, 'Bearer imp_try_'])
  await checkEverywhere(page, 'api playground')

  await page.getByRole('button', { name: 'Save', exact: true }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Save' }).click()
  await see(page.getByRole('button', { name: 'GET GET /agents' }))

  const code = await page.getByRole('region', { name: 'cURL' }).innerText()
  expect(code).not.toContain('imp_try_')
  const key = await person.call<{ plainKey: string }>('POST', '/api-keys', { name: 'Nightly', scopes: ['agents:read'] })
  const { stdout } = await promisify(execFile)('sh', ['-c', code], { env: { ...process.env, IMPERIUM_API_KEY: key.plainKey } })
  expect(JSON.parse(stdout)).toMatchObject({ success: true, data: [{ name: 'Door opener' }] })
  watch.expectClean('a call of the playground')
})

test('shows the reference without a session', async () => {
  const visitor = await browser.open({ reducedMotion: 'reduce' })
  await visitor.goto(`${url}/dashboard/docs?category=api`)
  await visitor.getByRole('textbox', { name: 'Search operations' }).fill('List agents')
  await visitor
    .getByRole('button', { name: /List agents/ })
    .first()
    .click()
  await see(visitor.getByRole('region', { name: 'Parameters' }))
  await checkEverywhere(visitor, 'api reference')
})
