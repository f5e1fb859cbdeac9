import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser } from './harness/browser.ts'
import { checkEverywhere } from './harness/check-screen.ts'
import { registerPerson, signIn } from './harness/people.ts'
import type { Person } from './harness/people.ts'
import { watchPage } from './harness/watch-page.ts'

const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let person: Person
let page: Page
let status = 500
const bodies: string[] = []
const receiver = createServer((request, response) => {
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    bodies.push(Buffer.concat(chunks).toString())
    response.writeHead(status).end('answered')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  person = await registerPerson(url, 'Hook Works')
  page = await browser.open({ reducedMotion: 'reduce' })
  await signIn(page, url, person.email)
})
afterAll(() => void receiver.close())

test('makes a webhook, sees its test fail, repairs the receiver, and delivers again', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${url}/org/${person.slug}/webhooks`)
  await see(page.getByText('No webhooks configured'))
  await page.getByRole('button', { name: 'Create Webhook' }).click()
  const form = page.getByRole('dialog')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('CRM')
  await form.getByRole('textbox', { name: 'URL' }).fill(`http://127.0.0.1:${(receiver.address() as AddressInfo).port}/hook`)
  await form.getByRole('checkbox', { name: 'agent.created', exact: true }).check()
  await checkEverywhere(page, 'webhook create')
  await form.getByRole('button', { name: 'Create Webhook' }).click()
  await see(page.getByRole('heading', { name: 'Your signing secret' }))
  await page.getByRole('button', { name: 'Done' }).click()

  await page.getByRole('button', { name: 'Test CRM' }).click()
  await see(page.getByText(/The test failed/).first())
  await person.call('POST', '/agents', { name: 'Door opener', type: 'SALES' })
  await expect.poll(() => bodies.length).toBe(2)
  await checkEverywhere(page, 'webhooks')

  status = 204
  const deliveries = page.getByRole('button', { name: 'agent.created' })
  await deliveries.first().click()
  await see(page.getByRole('region', { name: 'Payload' }))
  await checkEverywhere(page, 'webhook delivery')
  await page.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('button', { name: 'Retry: agent.created' }).first().click()
  await expect.poll(() => bodies.length).toBeGreaterThanOrEqual(3)
  await see(page.getByText('Success', { exact: true }).first())
  watch.expectClean('a webhook is repaired')
})
