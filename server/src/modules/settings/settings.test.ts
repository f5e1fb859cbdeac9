import { afterAll, beforeAll, expect, test } from 'vitest'
import type { z } from 'zod'
import type { SettingsVisits } from '@imperium/contract/settings.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())

const visit = (user: TestUser, page: string) => t.call('POST', '/api/settings/visits', { token: user.token, body: { page } })
const read = async (user: TestUser) =>
  (await t.call<z.infer<typeof SettingsVisits>>('GET', '/api/settings/visits', { token: user.token })).body.data

test('lists recently visited per user, the last first, and popular for the whole organization', async () => {
  const owner = await t.register()
  const viewer = await t.addMember(owner.orgId, 'VIEWER')
  expect(await read(owner)).toEqual({ recent: [], popular: [] })
  for (const page of ['team', 'security', 'team', 'organization', 'profile', 'providers', 'ai-models']) await visit(owner, page)
  for (const page of ['security', 'security', 'security']) await visit(viewer, page)
  expect((await visit(owner, 'billing/../x')).status).toBe(422)

  const seen = await read(owner)
  expect(seen.recent.map(({ page }) => page)).toEqual(['ai-models', 'providers', 'profile', 'organization', 'team'])
  expect(seen.popular.slice(0, 2)).toEqual([
    { page: 'security', visits: 4 },
    { page: 'team', visits: 2 },
  ])
  expect((await read(viewer)).recent.map(({ page }) => page)).toEqual(['security'])
  expect((await read(await t.register())).popular).toEqual([])
})

test('forgets the page that was not opened for longest when a user opens more than forty', async () => {
  const owner = await t.register()
  for (let visits = 0; visits < 3; visits++) await visit(owner, 'first')
  expect((await read(owner)).popular).toEqual([{ page: 'first', visits: 3 }])
  for (let at = 0; at < 40; at++) await visit(owner, `page-${'abcdefgh'[at % 8]}${'abcde'[Math.floor(at / 8)]}`)
  expect((await read(owner)).popular).toHaveLength(5)
  expect((await read(owner)).popular.map(({ page }) => page)).not.toContain('first')
})

test('counts all concurrent visits', async () => {
  const owner = await t.register()
  await Promise.all(Array.from({ length: 20 }, () => visit(owner, 'data')))
  expect((await read(owner)).popular).toEqual([{ page: 'data', visits: 20 }])
})
