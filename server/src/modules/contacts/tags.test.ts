import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestResponse, TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

const call = <T = Contact>(method: string, path: string, body?: unknown): Promise<TestResponse<T>> =>
  t.call<T>(method, `/api/contacts${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
let made = 0
const make = async (body: object): Promise<Contact> => {
  made += 1
  const response = await call('POST', '', { email: `tagged${made}@example.com`, ...body })
  expect(response.status, JSON.stringify(response.body)).toBe(201)
  return response.body.data
}

test('ignores case in tags: adds no second spelling and removes every spelling', async () => {
  const [a, b, both] = [await make({ tags: ['VIP'] }), await make({ tags: ['old'] }), await make({ tags: ['one', 'two'] })]
  // As older releases left it.
  await t.owner.query(`update app.contacts set tags = '{VIP,old,vip,last}' where id = $1`, [both.id])
  const bulk = async (action: string, tag: string) =>
    (await call<{ changed: number }>('POST', '/bulk', { ids: [a.id, b.id, both.id], action, tag })).body.data
  const tags = async () => Promise.all([a, b, both].map(async ({ id }) => (await call('GET', `/${id}`)).body.data.tags))
  expect(await bulk('add_tag', 'vip')).toEqual({ changed: 1 })
  expect(await tags()).toEqual([['VIP'], ['old', 'vip'], ['VIP', 'old', 'vip', 'last']])
  expect(await bulk('remove_tag', 'Vip')).toEqual({ changed: 3 })
  expect(await tags()).toEqual([[], ['old'], ['old', 'last']])
})
