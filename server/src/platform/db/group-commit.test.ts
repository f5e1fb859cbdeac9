import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { newId } from '../ids.ts'
import { createGroupCommit } from './group-commit.ts'

let t: TestApp
const [one, other] = [newId(), newId()]
/** The sizes of the groups that were tried, by organization. */
let tried: [string, number][] = []

beforeAll(async () => {
  t = await createTestApp()
  await t.owner.query(
    'create table app.committed_notes (org_id uuid not null, no int not null check (no < 1000), primary key (org_id, no))',
  )
  await t.owner.query(`call app.protect_tenant('app.committed_notes', 'select, insert', 'select')`)
})
beforeEach(async () => {
  tried = []
  await t.owner.query('truncate app.committed_notes')
})
afterAll(() => t.close())

const open = () =>
  createGroupCommit(t.platform.db, async (tx, numbers: readonly number[]) => {
    tried.push([tx.orgId, numbers.length])
    await sql`insert into app.committed_notes select ${tx.orgId}, no from unnest(${numbers}::int[]) no`.execute(tx)
    return numbers.map((no) => `${no} of ${tx.orgId}`)
  })
const stored = async (orgId: string) =>
  (await t.owner.query<{ no: number }>('select no from app.committed_notes where org_id = $1 order by no', [orgId])).rows.map(
    ({ no }) => no,
  )

test('writes what comes together in one transaction of each organization, with a result for each', async () => {
  const group = open()
  const results = await Promise.all([group.write(one, 1), group.write(other, 2), group.write(one, 3)])
  expect(results).toEqual([`1 of ${one}`, `2 of ${other}`, `3 of ${one}`])
  expect(new Map(tried)).toEqual(
    new Map([
      [one, 2],
      [other, 1],
    ]),
  )
  expect([await stored(one), await stored(other)]).toEqual([[1, 3], [2]])
})

test('rejects only the item that the database refuses', async () => {
  const group = open()
  const results = await Promise.allSettled([group.write(one, 1), group.write(one, 1_000), group.write(one, 2)])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
  expect(await stored(one)).toEqual([1, 2])
  expect(tried.map(([, count]) => count)).toEqual([3, 1, 1, 1])
})

test('rejects all of a group that cannot be tried again, and writes nothing of it', async () => {
  const group = createGroupCommit(t.platform.db, async (tx, numbers: readonly number[]) => {
    await sql`insert into app.committed_notes select ${tx.orgId}, no from unnest(${numbers}::int[]) no`.execute(tx)
    throw new Error('The database is away.')
  })
  const results = await Promise.allSettled([group.write(one, 1), group.write(one, 2)])
  expect(results.map(({ status }) => status)).toEqual(['rejected', 'rejected'])
  expect(await stored(one)).toEqual([])
})

test('fills the next groups while two are being written', async () => {
  const group = open()
  await Promise.all(Array.from({ length: 500 }, (_each, no) => group.write(one, no)))
  expect(await stored(one)).toHaveLength(500)
  expect(tried.map(([, count]) => count)).toEqual([200, 200, 100])
})

test('puts large items into groups of their own', async () => {
  const sizes: number[][] = []
  const group = createGroupCommit(
    t.platform.db,
    async (_tx, items: readonly number[]) => {
      sizes.push([...items])
      return items
    },
    (size) => size,
  )
  const [small, large] = [500_000, 5_000_000]
  await Promise.all([large, small, small, large, small].map((size) => group.write(one, size)))
  expect(sizes).toEqual([[large], [small, small], [large], [small]])
})
