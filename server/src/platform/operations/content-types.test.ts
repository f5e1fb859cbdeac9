import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
})
afterAll(() => t.close())

const json = 'Send the body as application/json.'
test.each([
  ['PUT', `/contacts/import/${newId()}/pieces?offset=0`, 'text/csv', /^Send the body as one of these: application\/octet-stream\.$/],
  [
    'POST',
    '/messages/attachments?name=a.html',
    'text/html',
    /^Send the body as one of these: application\/pdf, .*, application\/octet-stream\.$/,
  ],
  ['POST', '/messages/attachments?name=a.json', 'application/json', /^Send the body as one of these: application\/pdf, /],
  ['POST', '/contacts', 'text/html', json],
  ['POST', '/contacts', 'text/csv', json],
] as const)('%s %s with %s says what it takes', async (method, path, type, expected) => {
  const response = await t.app.inject({
    method,
    url: `/api${path}`,
    headers: { authorization: `Bearer ${user.token}`, 'content-type': type },
    payload: '{"a":1}',
  })
  expect(response.statusCode).toBe(415)
  expect(response.json<{ message: string }>().message).toMatch(expected)
})
