import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { onceByKey } from './idempotency.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
})
afterAll(() => t.close())

test('rejects a repeat while the first request is in flight; afterwards returns the first response', async () => {
  let runs = 0
  const [begun, end] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const ask = () =>
    t.platform.db.withOrg(user.orgId, (tx) =>
      onceByKey(tx, 'things.create', 'somebody', 'key-1', { name: 'A' }, async () => {
        runs += 1
        begun.resolve()
        await end.promise
        return { made: runs }
      }),
    )
  const first = ask()
  await begun.promise
  await expect(ask()).rejects.toMatchObject({ status: 409 })
  end.resolve()
  expect(await first).toEqual({ made: 1 })
  expect(await ask()).toEqual({ made: 1 })
  expect(runs).toBe(1)
})

test('creates one copy for each key', async () => {
  const post = (path: string, body: object | null, key: string) =>
    t.call<Campaign>('POST', `/api/campaigns${path}`, {
      token: user.token,
      headers: { 'idempotency-key': key },
      ...(body ? { body } : {}),
    })
  const { id } = (await post('', { name: 'Spring', channel: 'sms' }, 'made')).body.data
  const copies = [await post(`/${id}/clone`, null, 'one'), await post(`/${id}/clone`, null, 'one'), await post(`/${id}/clone`, null, 'two')]
  expect(copies.map(({ status }) => status)).toEqual([201, 201, 201])
  const [one, again, two] = copies.map(({ body }) => body.data.id)
  expect(again).toBe(one)
  expect(two).not.toBe(one)
})
