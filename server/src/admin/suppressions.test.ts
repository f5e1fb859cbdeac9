import { afterAll, beforeAll, expect, test } from 'vitest'
import { runAdmin } from '../testing/run-admin.ts'
import { createTestApp } from '../testing/test-app.ts'
import type { TestApp } from '../testing/test-app.ts'
import { testEncryptionKey } from '../testing/test-secrets.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())

const admin = (...args: string[]) => {
  const { host, port, user: owner, database } = t.connection
  const DATABASE_URL = `postgres://${owner}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  return runAdmin(args, { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
}
const onList = async (address: string) =>
  (
    await t.owner.query<{ channel: string }>('select channel from app.platform_suppressions where address_hash = $1 order by 1', [
      t.platform.hashAddress(address),
    ])
  ).rows.map((row) => row.channel)

test('addresses are put on the list of the installation by the hash that the server knows them by, and taken off', async () => {
  expect(await admin('suppressions', 'list')).toMatchObject({ code: 0, output: 'The list is empty.' })
  const added = await admin('suppressions', 'add', 'Nina.Never@Example.com', '+49 (30) 123-456 78', '--reason', 'wrote to the postmaster')
  expect(added).toMatchObject({ code: 0, output: expect.stringContaining('nina.never@example.com is not reached any more.') })
  expect(await onList('nina.never@example.com')).toEqual(['email'])
  expect(await onList('+493012345678')).toEqual(['sms', 'whatsapp'])
  expect((await admin('suppressions', 'add', 'nina.never@example.com')).output).toContain('on the list already')
  const { output } = await admin('suppressions', 'list')
  expect(output).toContain('n***@example.com  wrote to the postmaster')
  expect(output).not.toContain('nina.never')
  expect(await admin('suppressions', 'remove', 'nina.never@example.com')).toMatchObject({ code: 0 })
  expect(await onList('nina.never@example.com')).toEqual([])
  expect(await admin('suppressions', 'remove', 'nina.never@example.com')).toMatchObject({
    code: 1,
    output: expect.stringContaining('was not on the list'),
  })
  const { rows } = await t.owner.query(`select action, target_name from app.audit_log where action like 'suppressions.%' order by seq`)
  expect(rows.map((row) => row.action)).toEqual(['suppressions.add', 'suppressions.add', 'suppressions.remove'])
  expect(JSON.stringify(rows)).not.toContain('nina.never')
}, 60_000)

test('rejects an invalid address and changes nothing', async () => {
  expect(await admin('suppressions', 'add', 'a@example.com', 'nobody')).toMatchObject({
    code: 2,
    output: expect.stringContaining('neither an email address'),
  })
  expect(await onList('a@example.com')).toEqual([])
  expect((await admin('suppressions', 'add')).code).toBe(2)
})
