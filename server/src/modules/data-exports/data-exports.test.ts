import { gunzipSync } from 'node:zlib'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DataExport, HeldData } from '@imperium/contract/data-exports/data-exports.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { buildExportJob } from './build-export.ts'
import { leftOutTables } from './exported-tables.ts'
import { streamOf } from './stream-rows.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register({ organizationName: 'Northwind' })
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api${path}`, { token: user.token, ...(body ? { body } : {}) })

/** Works on what waits in the queue, as a worker does. */
async function work(): Promise<void> {
  const { rows } = await t.owner.query<{ data: never }>(`delete from pgboss.job where name = 'data-exports.build' returning data`)
  for (const { data } of rows) await buildExportJob(t.platform).run(data, { signal: new AbortController().signal } as never)
}

/** Files of a tar archive by path. */
function readArchive(archive: Buffer): Map<string, Buffer> {
  const files = new Map<string, Buffer>()
  for (let at = 0; at + 512 <= archive.length;) {
    const text = (from: number, length: number) =>
      archive
        .subarray(at + from, at + from + length)
        .toString()
        .replace(/\0[\s\S]*$/, '')
    const [name, prefix, size] = [text(0, 100), text(345, 155), Number.parseInt(text(124, 12), 8)]
    if (!name) break
    files.set(prefix ? `${prefix}/${name}` : name, archive.subarray(at + 512, at + 512 + size))
    at += 512 * (1 + Math.ceil(size / 512))
  }
  return files
}

test('exports everything: all tables as JSON and CSV, files, the organization as code; no secrets and nothing of others', async () => {
  await call('POST', '/contacts', { firstName: '=Ada', email: 'ada@customer.example' })
  const stranger = await t.register({ organizationName: 'Southwind' })
  await call('POST', '/contacts', { firstName: 'Eve', email: 'eve@foreign.example' }, stranger)
  const secret = 'crm_live_0123456789abcdef'
  await call('POST', '/workflow-credentials', { name: 'CRM', kind: 'bearer', field: '', hosts: ['crm.example.com'], secret })
  const source = (async function* () {
    yield Buffer.from('the text of a file')
  })()
  await t.platform.files.write(owner.orgId, { name: '../a note.txt', contentType: 'text/plain', source, maxBytes: 100 })
  const begun = await call<DataExport>('POST', '/data-exports')
  expect([begun.status, begun.body.data.state]).toEqual([202, 'running'])
  expect((await call('POST', '/data-exports')).status).toBe(409)
  await work()
  const [row] = (await call<DataExport[]>('GET', '/data-exports')).body.data
  expect(row).toMatchObject({ state: 'done', message: '', files: 1 })
  const reply = await t.app.inject({ url: `/api/data-exports/${row?.id}/file`, headers: { authorization: `Bearer ${owner.token}` } })
  const files = readArchive(gunzipSync(reply.rawPayload))
  const contacts = JSON.parse(files.get('data/contacts/0001.json')?.toString() ?? '[]') as { email: string }[]
  expect(contacts.map(({ email }) => email)).toEqual(['ada@customer.example'])
  // A cell that a spreadsheet would compute is a text.
  expect(files.get('data/contacts/0001.csv')?.toString()).toContain("'=Ada")
  expect([...files].find(([path]) => path.startsWith('files/'))?.[1].toString()).toBe('the text of a file')
  expect([...files.keys()].filter((path) => path.includes('..'))).toEqual([])
  expect(JSON.parse(files.get('organization.json')?.toString() ?? '{}')).toMatchObject({ format: 'organization-bundle' })
  const all = Buffer.concat([...files.values()]).toString('latin1')
  for (const hidden of [secret, 'eve@foreign.example', stranger.orgId, owner.token]) expect(all).not.toContain(hidden)

  // Every table of an organization that the product may read is in it, or left out for a reason.
  const manifest = JSON.parse(files.get('manifest.json')?.toString() ?? '{}') as { tables: { table: string; rows: number }[] }
  const { rows } = await t.owner.query<{ name: string }>(
    `select 'app.' || c.relname as name from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attname = 'org_id'
     where c.relnamespace = 'app'::regnamespace and c.relkind in ('r', 'p') and not c.relispartition and c.relrowsecurity
       and has_table_privilege('imperium_app', c.oid, 'select')`,
  )
  const known = new Set([...manifest.tables.map(({ table }) => table), ...Object.keys(leftOutTables)])
  expect(rows.filter(({ name }) => !known.has(name))).toEqual([])
  expect(manifest.tables.find(({ table }) => table === 'app.contacts')?.rows).toBe(1)
})

test('an administrator cannot export everything; what is stored is shown to members', async () => {
  const admin = await t.addMember(owner.orgId, 'ADMIN')
  expect((await call('POST', '/data-exports', undefined, admin)).status).toBe(403)
  const { kinds } = (await call<HeldData>('GET', '/held-data', undefined, admin)).body.data
  expect(kinds.find(({ kind }) => kind === 'contacts')).toMatchObject({ count: 1, keptDays: null })
  expect(kinds.find(({ kind }) => kind === 'runs')?.keptDays).toBeGreaterThan(0)
})

test('a stream gives what was put in order, passes a failure on, and ends its writer with its reader', async () => {
  const read = async (stream: AsyncIterable<number>) => {
    const items = []
    for await (const item of stream) items.push(item)
    return items
  }
  const upTo = (most: number) => async (put: (item: number) => Promise<void>) => {
    for (let at = 0; at < most; at++) await put(at)
  }
  expect(await read(streamOf(upTo(5)))).toEqual([0, 1, 2, 3, 4])
  expect(await read(streamOf(upTo(0)))).toEqual([])
  const failing = streamOf<number>(async (put) => {
    await put(1)
    throw new Error('no more')
  })
  await expect(read(failing)).rejects.toThrow('no more')
  let written = 0
  const endless = streamOf<number>(async (put) => {
    for (;;) {
      await put(written)
      written += 1
    }
  })
  for await (const item of endless) if (item === 3) break
  await new Promise((resolve) => setImmediate(resolve))
  expect(written).toBeLessThanOrEqual(4)
})
