import { afterAll, beforeAll, expect, test } from 'vitest'
import { createClient } from '../../../../packages/client/src/client.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { makeKey } from './test-keys.ts'

let t: TestApp
let apiKey: string
beforeAll(async () => {
  t = await createTestApp()
  apiKey = (await makeKey(t, await t.register(), { name: 'Client', scopes: ['contacts:read', 'contacts:write'] })).plainKey
})
afterAll(() => t.close())

/** The app without a network in between. */
const fetchApp: typeof fetch = async (url, init) => {
  const { pathname, search } = new URL(String(url))
  const response = await t.app.inject({
    method: init?.method as 'GET' | 'POST',
    url: pathname + search,
    headers: Object.fromEntries(new Headers(init?.headers)),
    ...(typeof init?.body === 'string' ? { payload: init.body } : {}),
  })
  const headers = Object.entries(response.headers).map(([name, value]): [string, string] => [name, String(value)])
  return new Response(response.statusCode === 204 ? null : response.body, { status: response.statusCode, headers })
}

test('the published client creates once, pages over all, and is refused with words', async () => {
  const imperium = createClient({ baseUrl: 'https://imperium.example', apiKey, fetch: fetchApp })
  const emails = ['ada@example.com', 'grace@example.com', 'mary@example.com']
  for (const email of emails) await imperium.call('contacts.create', { body: { email } }, { idempotencyKey: email })
  const again = await imperium.call('contacts.create', { body: { email: emails[0]! } }, { idempotencyKey: emails[0]! })
  const found: string[] = []
  for await (const contact of imperium.each('contacts.list', { query: { limit: 1, sort: 'email', direction: 'asc' } }))
    found.push(contact.id)
  expect(found).toHaveLength(3)
  expect(found[0]).toBe(again.id)
  await expect(imperium.call('contacts.read', { params: { id: crypto.randomUUID() } })).rejects.toMatchObject({
    status: 404,
    kind: 'answer',
  })
  await expect(imperium.call('agents.list')).rejects.toMatchObject({ status: 403, requestId: expect.any(String) as string })
})
