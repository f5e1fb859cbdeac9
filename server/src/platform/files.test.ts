import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { createTestApp } from '../testing/test-app.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'
import { newId } from './ids.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

async function* parts(bytes: Buffer, size: number) {
  for (let at = 0; at < bytes.length; at += size) yield bytes.subarray(at, at + size)
}
const bytesOf = (length: number) => Buffer.from(Array.from({ length }, (_, at) => (at * 31 + (at >> 8)) & 255))
const readAll = async (orgId: string, id: string, from?: number) => {
  const read: Uint8Array[] = []
  for await (const part of t.platform.files.read(orgId, id, from)) read.push(part)
  return Buffer.concat(read)
}
const write = (bytes: Buffer, size: number, more: object = {}) =>
  t.platform.files.write(user.orgId, { name: 'a.csv', contentType: 'text/csv', source: parts(bytes, size), maxBytes: 10_000_000, ...more })
const stored = async () =>
  (
    await t.owner.query<{ sum: number }>('select coalesce(sum(storage_bytes), 0)::int as sum from app.usage_pending where org_id = $1', [
      user.orgId,
    ])
  ).rows[0]?.sum

describe('files', () => {
  it.each([
    [0, 10],
    [1, 1],
    [1024 * 1024, 65_536],
    [2 * 1024 * 1024 + 7, 100_003],
  ])('of %i bytes are read as they were written, from any byte on', async (length, size) => {
    const bytes = bytesOf(length)
    const file = await write(bytes, size)
    expect(file.sizeBytes).toBe(length)
    expect(await readAll(user.orgId, file.id)).toEqual(bytes)
    for (const from of [1, 1024 * 1024 - 1, 1024 * 1024, length])
      expect(await readAll(user.orgId, file.id, from)).toEqual(bytes.subarray(from))
  })

  it('are metered and release their quota', async () => {
    const before = (await stored()) ?? 0
    const file = await write(bytesOf(5_000), 999)
    expect(await stored()).toBe(before + 5_000)
    await t.platform.db.withOrg(user.orgId, (tx) => t.platform.files.remove(tx, file.id))
    expect(await stored()).toBe(before)
  })

  it('leave nothing behind when they are too large, break off or exceed the quota', async () => {
    const count = async () => (await t.owner.query('select from app.file_pieces where org_id = $1', [user.orgId])).rowCount
    const before = await count()
    await expect(write(bytesOf(2_500_000), 70_000, { maxBytes: 2_000_000 })).rejects.toMatchObject({ status: 413 })
    const broken = (async function* () {
      yield bytesOf(1_500_000)
      throw new Error('the line broke')
    })()
    await expect(write(Buffer.alloc(0), 1, { source: broken })).rejects.toThrow('the line broke')
    await t.owner.query('update auth.organizations set storage_limit_bytes = 100 where id = $1', [user.orgId])
    await expect(write(bytesOf(5_000), 5_000)).rejects.toMatchObject({ code: 'PLAN_LIMIT' })
    await t.owner.query('update auth.organizations set storage_limit_bytes = 10737418240 where id = $1', [user.orgId])
    expect(await count()).toBe(before)
  })

  it('are invisible to other organizations', async () => {
    const file = await write(bytesOf(10), 10)
    const other = await t.register()
    await expect(readAll(other.orgId, file.id)).rejects.toMatchObject({ status: 404 })
    await expect(readAll(user.orgId, newId())).rejects.toMatchObject({ status: 404 })
  })
})
