import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { keepOpen, runLast } from '../db/database.ts'
import type { OrgTx } from '../db/database.ts'
import { listStatement } from './list-statement.ts'

let t: TestApp
let user: TestUser
let builds = 0

beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  await t.owner.query('create table app.noted (text text primary key); grant select, insert on app.noted to imperium_app')
})
afterAll(() => t.close())
beforeEach(() => {
  builds = 0
})

const moments = listStatement((tx, { at }: { at: string }) => {
  builds += 1
  return tx.selectNoFrom([sql<Date>`${at}::timestamptz`.as('at'), sql<Date | null>`null::timestamptz`.as('never'), sql<number>`7`.as('n')])
})
const failing = listStatement((tx, { by }: { by: number }) => tx.selectNoFrom(sql<number>`1 / ${by}::int`.as('n')))
const enter = (text: string) => sql`insert into app.noted values (${text})`
const noted = async () => (await t.owner.query<{ text: string }>('select text from app.noted order by 1')).rows.map(({ text }) => text)
const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(user.orgId, work)

test('reads timestamps as ISO text', async () => {
  const rows = await inOrg((tx) => moments(tx, { at: '2026-11-24 01:02:03.456789+00' }))
  expect(rows).toEqual([{ at: '2026-11-24T01:02:03.456Z', never: null, n: 7 }])
})

test('builds the statement once for an input and an organization', async () => {
  const other = await t.register()
  for (const at of ['2026-01-01', '2026-01-02', '2026-01-01']) await inOrg((tx) => moments(tx, { at }))
  expect(builds).toBe(2)
  await t.platform.db.withOrg(other.orgId, (tx) => moments(tx, { at: '2026-01-01' }))
  expect(builds).toBe(3)
})

test('keeps the values of inputs apart', async () => {
  const read = async (at: string) => (await inOrg((tx) => moments(tx, { at })))[0]?.at
  expect(await read('2025-05-05 00:00:00+00')).toBe('2025-05-05T00:00:00.000Z')
  expect(await read('2025-05-06 00:00:00+00')).toBe('2025-05-06T00:00:00.000Z')
  expect(await read('2025-05-05 00:00:00+00')).toBe('2025-05-05T00:00:00.000Z')
})

test('commits what the transaction wrote before', async () => {
  await inOrg(async (tx) => {
    await enter('before the list').execute(tx)
    await moments(tx, { at: '2026-01-01' })
  })
  expect(await noted()).toEqual(['before the list'])
})

const later: [string, (tx: OrgTx) => unknown][] = [
  ['a statement', (tx) => enter('later').execute(tx)],
  ['a statement kept for the commit', (tx) => runLast(tx, { compile: () => enter('later').compile(tx) })],
]
test.each(later)('refuses %s after the list', async (_name, run) => {
  const work = inOrg(async (tx) => {
    await moments(tx, { at: '2026-01-01' })
    await run(tx)
  })
  await expect(work).rejects.toThrow('ended with its last read')
  expect(await noted()).not.toContain('later')
})

test('goes on after the list in a transaction that is kept open', async () => {
  const rows = await inOrg(async (tx) => {
    keepOpen(tx)
    const read = await moments(tx, { at: '2026-01-01 00:00:00+00' })
    await enter('after the list').execute(tx)
    runLast(tx, { compile: () => enter('with the commit').compile(tx) })
    return read
  })
  expect(rows[0]?.at).toBe('2026-01-01T00:00:00.000Z')
  expect(await noted()).toEqual(expect.arrayContaining(['after the list', 'with the commit']))
})

test('writes what was kept for the commit before the list', async () => {
  await inOrg(async (tx) => {
    runLast(tx, { compile: () => enter('kept before the list').compile(tx) })
    await moments(tx, { at: '2026-01-01' })
  })
  expect(await noted()).toContain('kept before the list')
})

test('rolls back and lets the connection go on when the list fails', async () => {
  for (let round = 0; round < 4; round++) {
    const work = inOrg(async (tx) => {
      await enter('lost').execute(tx)
      return failing(tx, { by: 0 })
    })
    await expect(work).rejects.toMatchObject({ code: '22012' })
    expect(await inOrg((tx) => failing(tx, { by: 1 }))).toEqual([{ n: 1 }])
  }
  expect(await noted()).not.toContain('lost')
})

test('goes on after an error that follows the list', async () => {
  const work = inOrg(async (tx) => {
    await moments(tx, { at: '2026-01-01' })
    throw new Error('no')
  })
  await expect(work).rejects.toThrow('no')
  expect(await inOrg((tx) => failing(tx, { by: 1 }))).toEqual([{ n: 1 }])
})
