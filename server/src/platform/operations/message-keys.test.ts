import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
})
afterAll(() => t.close())

const send = async (method: 'POST' | 'PUT', path: string, payload: object) => {
  const response = await t.app.inject({ method, url: `/api${path}`, headers: { authorization: `Bearer ${user.token}` }, payload })
  return response.json<Record<string, unknown>>()
}

test('sends key and values beside the finished text of an error, and none for a text that is its own key', async () => {
  const wrongType = await t.app.inject({
    method: 'POST',
    url: '/api/messages/attachments?name=a.html',
    headers: { authorization: `Bearer ${user.token}`, 'content-type': 'text/html' },
    payload: 'x',
  })
  expect(wrongType.json()).toMatchObject({
    message: expect.stringMatching(/^Send the body as one of these: application\/pdf, /) as string,
    key: 'Send the body as one of these: {types}.',
    values: { types: expect.stringMatching(/^application\/pdf, /) as string },
  })
  expect(await send('POST', '/auth/reauthenticate', {})).not.toHaveProperty('key')
})

test('sends key and values beside the finished text of a field error', async () => {
  const { errors } = await send('POST', '/agents', { name: 'x'.repeat(5_000), type: 'SALES' })
  expect(errors).toEqual([
    {
      path: 'name',
      message: expect.stringMatching(/^Must be at most \d+ characters$/) as string,
      key: 'Must be at most {max} characters',
      values: { max: expect.any(Number) as number },
    },
  ])
})
