import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'debug' })
})
afterAll(() => t.close())

test('logs a request as one line, on debug, with its operation and without its content', async () => {
  const lines: string[] = []
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((line) => lines.push(String(line)) > 0)
  await t.call('POST', '/api/auth/login', { body: { email: 'nobody@example.com', password: 'not-the-password' }, token: 'not-a-token' })
  await vi.waitFor(() => expect(lines.filter((line) => line.includes('auth.login'))).toHaveLength(1), 25_000)
  spy.mockRestore()
  const mine = lines.filter((line) => /auth\.login|incoming request|request completed|nobody@/.test(line))
  expect(mine).toHaveLength(1)
  expect(mine[0]).toMatch(/debug request .*"operation":"auth.login".*"status":401/)
  expect(lines.join('')).not.toMatch(/not-the-password|not-a-token/)
})
