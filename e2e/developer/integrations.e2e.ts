import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, expect, inject, test } from 'vitest'
import { see, useBrowser, visit } from '../harness/browser.ts'
import { checkEverywhere } from '../harness/check-screen.ts'
import { registerPerson, signIn } from '../harness/people.ts'
import type { Person } from '../harness/people.ts'
import { watchPage } from '../harness/watch-page.ts'

const browser = useBrowser({ inOrder: true })
const { url } = inject('shared')
let person: Person
let page: Page
/** A shop with an API of its own, on this machine. */
let shop: Server
let address = ''
const received: string[] = []

beforeAll(async () => {
  shop = createServer((request, response) => {
    received.push(`${request.method} ${request.url} ${request.headers.authorization}`)
    response.writeHead(request.url === '/' ? 404 : 200, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ id: 727, customer: 'Mira', total: 120 }))
  })
  await new Promise<void>((resolve) => shop.listen(0, '127.0.0.1', resolve))
  address = `http://127.0.0.1:${(shop.address() as AddressInfo).port}`
  person = await registerPerson(url, 'Connected Works')
  page = await browser.open({ reducedMotion: 'reduce' })
  await signIn(page, url, person.email)
})
afterAll(() => {
  shop.closeAllConnections()
  shop.close()
})

const document = () =>
  JSON.stringify({
    openapi: '3.1.0',
    info: { title: 'Corner shop', version: '1' },
    servers: [{ url: address }],
    paths: {
      '/orders/{orderId}': {
        get: {
          operationId: 'getOrder',
          summary: 'Read an order',
          parameters: [
            { name: 'orderId', in: 'path', required: true, description: 'As printed on the receipt', schema: { type: 'string' } },
            { name: 'view', in: 'query', schema: { type: 'string', enum: ['short', 'full'] } },
          ],
        },
      },
    },
  })

test('connects an API by its document', async () => {
  const watch = watchPage(page, url)
  await page.goto(`${url}/org/${person.slug}/integrations`)
  await page.getByRole('searchbox', { name: 'Search integrations' }).fill('OpenAPI')
  await page.getByRole('button', { name: 'Connect HTTP with OpenAPI' }).click()
  const dialog = page.getByRole('dialog', { name: 'Connect HTTP with OpenAPI' })
  await dialog.getByText('Pasted').click()
  await dialog.getByRole('textbox', { name: 'OpenAPI document' }).fill(document())
  await dialog.getByLabel('Bearer token').fill('shop-secret-0123456789')
  await dialog.getByRole('button', { name: 'Connect', exact: true }).click()
  await see(page.getByText('Corner shop').first())
  await checkEverywhere(page, 'integrations')
  watch.expectClean('connecting an API')
})

test('calls it in a workflow, by the form of its operation', async () => {
  const [connection] = await person.call<{ id: string }[]>('GET', '/integrations/connections')
  const made = await person.call<{ id: string; revision: number }>('POST', '/workflows', { name: 'Look up an order', description: '' })
  const steps = [
    { id: 'start', type: 'trigger_manual', name: 'Start', config: {}, position: { x: 0, y: 0 } },
    { id: 'shop', type: 'openapi_operation', name: 'Ask the shop', config: { connection: connection?.id }, position: { x: 0, y: 160 } },
  ]
  const draft = { steps, edges: [{ from: 'start', port: 'next', to: 'shop' }], settings: { concurrency: null, timeoutSeconds: null } }
  await person.call('PUT', `/workflows/${made.id}`, { draft, revision: made.revision })
  await visit(page, `${url}/org/${person.slug}/workflows/${made.id}/edit`)
  await page.locator('.react-flow__node[data-id="shop"]').click()
  await page.getByRole('combobox', { name: 'Operation' }).click()
  await page.getByRole('option', { name: 'Read an order' }).click()
  const input = page.getByRole('group', { name: 'Input' })
  await see(input.getByText('As printed on the receipt'))
  await input.getByRole('textbox', { name: 'orderId' }).fill('727')
  await input.getByRole('combobox', { name: 'view' }).click()
  await page.getByRole('option', { name: 'full' }).click()
  await checkEverywhere(page, 'workflow step of an imported operation')
  const saved = () => person.call<{ revision: number; draft: { steps: { config: object }[] } }>('GET', `/workflows/${made.id}`)
  await expect
    .poll(async () => (await saved()).draft.steps[1]?.config)
    .toMatchObject({ action: 'get_order', input: { orderId: '727', view: 'full' } })
  await person.call('POST', `/workflows/${made.id}/publish`, { revision: (await saved()).revision })
  received.length = 0
  const { runId } = await person.call<{ runId: string }>('POST', `/workflows/${made.id}/run`, { input: {} })
  await visit(page, `${url}/org/${person.slug}/workflows/runs/${runId}`)
  await see(page.getByText('Mira').first())
  expect(received).toEqual(['GET /orders/727?view=full Bearer shop-secret-0123456789'])
})

test('grants it to an agent, which uses it in a chat', async () => {
  const { id } = await person.call<{ id: string }>('POST', '/agents', { name: 'Shop clerk', type: 'SALES', config: { model: 'sandbox' } })
  await visit(page, `${url}/org/${person.slug}/agents?agent=${id}&tab=settings`)
  await page.getByRole('combobox', { name: 'Actions of integrations' }).click()
  await page.getByRole('option', { name: 'Corner shop: Read an order' }).click()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Save changes' }).click()
  await expect
    .poll(async () => (await person.call<{ capabilities: string[] }>('GET', `/agents/${id}`)).capabilities)
    .toEqual([expect.stringContaining(':get_order')])
  received.length = 0
  await page.goto(`${url}/org/${person.slug}/agents?agent=${id}&tab=chat`)
  await page.getByRole('textbox', { name: 'Message' }).fill('Please openapi get order')
  await page.keyboard.press('Enter')
  await page.getByRole('button', { name: 'Steps' }).click()
  await see(page.getByText('openapi_get_order').first())
  await expect.poll(() => received.length).toBe(1)
  expect(received[0]).toMatch(/^GET \/orders\/.+ Bearer shop-secret-0123456789$/)
})
