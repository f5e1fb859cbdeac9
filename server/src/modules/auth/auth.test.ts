import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp, testPassword } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())

test('registration makes account, organization and session at once', async () => {
  const user = await t.register({ organizationName: 'Acme Robotics' })
  expect(user.slug).toBe('acme-robotics')
  const profile = await t.call<{ role: string; organization: { slug: string } }>('GET', '/api/auth/profile', { token: user.token })
  expect(profile.status).toBe(200)
  expect(profile.body.data).toMatchObject({
    role: 'OWNER',
    organization: { slug: 'acme-robotics', planType: 'FREE', maxAgents: 5, maxUsers: 10 },
  })
})

test('a second organization of the same name gets a number', async () => {
  const user = await t.register({ organizationName: 'Acme Robotics' })
  expect(user.slug).toBe('acme-robotics-2')
})

test('SEC-5: a wrong password and an unknown account answer the same', async () => {
  const { email } = await t.register()
  const wrong = await t.call('POST', '/api/auth/login', { body: { email, password: 'Wrong-Horse-42!' } })
  const unknown = await t.call('POST', '/api/auth/login', { body: { email: 'nobody@example.com', password: testPassword } })
  expect([wrong.status, wrong.body.error, wrong.body.code]).toEqual([unknown.status, unknown.body.error, unknown.body.code])
  expect(wrong.status).toBe(401)
})
