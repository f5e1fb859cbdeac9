import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

// Uptime monitors use HEAD: it must answer like GET, without the body.
test.each(['/health', '/ready'])('HEAD %s answers as GET does', async (url) => {
  const [head, get] = [await t.app.inject({ method: 'HEAD', url }), await t.app.inject({ method: 'GET', url })]
  expect([head.statusCode, head.headers['content-type'], head.body]).toEqual([get.statusCode, get.headers['content-type'], ''])
})
