import { afterAll, beforeAll, expect, test } from 'vitest'
import { allEndpoints } from '@imperium/contract/registry.ts'
import { newId } from '../ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { validate } from './validate.ts'

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

test('a body of more values than any operation needs is refused before it is read, signed in or not', async () => {
  const send = (url: string, fields: number) =>
    t.app.inject({
      method: 'POST',
      url: `/api${url}`,
      headers: { 'content-type': 'application/json' },
      payload: `{${Array.from({ length: fields }, (_, at) => `"k${at}":0`).join(',')}}`,
    })
  for (const [url, fields] of [
    ['/campaigns', 60_000],
    ['/bundle/apply', 160_000],
  ] as const) {
    const { statusCode, body } = await send(url, fields)
    expect([statusCode, (JSON.parse(body) as { message: string }).message]).toEqual([400, 'The request body has too many values.'])
  }
  expect((await send('/campaigns', 40_000)).statusCode).toBe(401)
})

test('of unknown fields only as many are named as are answered', () => {
  const create = allEndpoints.find(({ id }) => id === 'campaigns.create')
  if (!create) throw new Error('no such operation')
  const body = Object.fromEntries(Array.from({ length: 40_000 }, (_, at) => [`k${at}`, 0]))
  const cost = () => {
    const began = process.threadCpuUsage()
    expect(() => validate(create, { params: {}, query: {}, body })).toThrow('Validation failed')
    return process.threadCpuUsage(began).user / 1_000
  }
  expect(Math.min(cost(), cost(), cost())).toBeLessThan(100)
})
