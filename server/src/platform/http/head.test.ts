import fs from 'node:fs'
import os from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { currentRelease, describeRelease, readRelease } from '../installation/release.ts'
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

test('health and metrics name the release; without git it is the version alone', async () => {
  const health = await t.app.inject({ method: 'GET', url: '/health' })
  expect(health.json()).toEqual({ status: 'ok', ...currentRelease() })
  const metrics = await t.app.inject({ method: 'GET', url: '/metrics' })
  expect(metrics.body).toContain(`imperium_build_info{version="${currentRelease().version}",commit="`)
  expect(metrics.body).toContain('imperium_database_up 1\n')
  for (const name of ['leader_beat_age_seconds', 'data_disk_free_bytes', 'last_backup_timestamp_seconds'])
    expect(metrics.body).toMatch(new RegExp(`^imperium_${name} [\\d.]+`, 'm'))
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'imperium-release-'))
  try {
    fs.writeFileSync(path.join(folder, 'package.json'), '{"version":"7.1.0"}')
    expect(readRelease(folder)).toEqual({ version: '7.1.0' })
  } finally {
    fs.rmSync(folder, { recursive: true })
  }
  expect(describeRelease({ version: '7.1.0', commit: '1a2b3c4d5e', date: '2026-11-29T10:00:00Z' })).toBe('7.1.0 (1a2b3c4d5e, 2026-11-29)')
})
