import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { sql } from 'kysely'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { newId } from '../ids.ts'
import { defineSignal, signal } from '../events/live.ts'
import { connectDatabase, runLast } from './database.ts'
import type { Database, OrgTx } from './database.ts'
import { testEncryptionKey } from '../../testing/test-secrets.ts'

let t: TestApp
let user: TestUser
/** One connection, so that the next statement meets the session state of the previous one. */
let narrow: Database
const errors: Error[] = []

beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  narrow = connectDatabase({
    connection: t.connection,
    secret: testEncryptionKey,
    poolMax: 1,
    onError: (error) => void errors.push(error),
  })
})
afterAll(async () => {
  await narrow.close()
  await t.close()
})

const named = (db: Database) =>
  db.withOrg(
    user.orgId,
    async (tx) => (await sql<{ name: string; statement: string }>`select name, statement from pg_prepared_statements`.execute(tx)).rows,
  )

test('a statement that is used again is prepared once', async () => {
  const text = 'select id, name from app.agents where id = '
  for (let round = 0; round < 6; round++)
    await narrow.withOrg(user.orgId, (tx) => sql`select id, name from app.agents where id = ${newId()}`.execute(tx))
  expect((await named(narrow)).filter(({ statement }) => statement.startsWith(text))).toHaveLength(1)
})

test('a statement that fails again and again leaves neither a stuck name nor a trail of prepared ones', async () => {
  const fail = () => narrow.withOrg(user.orgId, (tx) => sql`select 1 / ${0}::int as nothing`.execute(tx))
  for (let round = 0; round < 8; round++) await expect(fail()).rejects.toMatchObject({ code: '22012' })
  expect((await named(narrow)).filter(({ statement }) => statement.includes('as nothing')).length).toBeLessThanOrEqual(1)
  // The same statement still works with a valid value.
  for (let round = 0; round < 8; round++) {
    const { rows } = await narrow
      .withOrg(user.orgId, (tx) => sql<{ half: number }>`select 10 / ${round % 2 ? 0 : 5}::int as half`.execute(tx))
      .catch((error: { code: string }) => ({ rows: [{ half: error.code }] }))
    expect(rows[0]?.half).toBe(round % 2 ? '22012' : 2)
  }
})

test('a plan of an empty table is not kept for when it is full', async () => {
  // Prevents autoanalyze: it would also cause new plans.
  await t.owner.query('drop table if exists app.filling; create table app.filling (n int primary key) with (autovacuum_enabled = off)')
  await t.owner.query('grant select on app.filling to imperium_app')
  await t.owner.query('insert into app.filling values (1)')
  await t.owner.query('vacuum analyze app.filling')
  const read = async (tx: OrgTx) =>
    (await sql<{ n: number }>`select seq_scan::int as n from pg_stat_xact_user_tables where relname = 'filling'`.execute(tx)).rows[0]?.n ??
    0
  const scans = () =>
    narrow.withOrg(user.orgId, async (tx) => {
      const before = await read(tx)
      await sql`select n as filling from app.filling where n = ${1}`.execute(tx)
      return (await read(tx)) - before
    })
  for (let round = 0; round < 10; round++) expect(await scans()).toBe(1)
  await t.owner.query('insert into app.filling select generate_series(2, 20000)')
  expect(await scans()).toBe(1)
  const later = performance.now() + 31_000
  const clock = vi.spyOn(performance, 'now').mockReturnValue(later)
  expect(await scans()).toBe(0)
  clock.mockRestore()
})

test('a table that changed under a prepared statement costs one error, not a session', async () => {
  await t.owner.query('create table app.changing (n int); grant select on app.changing to imperium_app')
  const read = () => narrow.withOrg(user.orgId, (tx) => sql`select * from app.changing where n > ${0}`.execute(tx))
  for (let round = 0; round < 5; round++) await read()
  await t.owner.query('alter table app.changing add column more text')
  await expect(read()).rejects.toMatchObject({ code: '0A000' })
  await expect(read()).resolves.toMatchObject({ rows: [] })
})

test('identifies an organization only by its id', async () => {
  await expect(narrow.withOrg(`${user.orgId}'; reset role; --`, (tx) => sql`select 1`.execute(tx))).rejects.toThrow('named by its id')
  await expect(narrow.withOrg('', (tx) => sql`select 1`.execute(tx))).rejects.toThrow('named by its id')
})

test('does not commit after a swallowed error', async () => {
  const work = narrow.withOrg(user.orgId, async (tx) => {
    await sql`select 1 / 0`.execute(tx).catch(() => undefined)
  })
  await expect(work).rejects.toThrow('rolled back')
})

describe('a statement that is kept for the commit', () => {
  const enter = (text: string) => sql`insert into app.kept values (${text})`
  const kept = async () => (await t.owner.query<{ text: string }>('select text from app.kept order by 1')).rows.map(({ text }) => text)
  beforeAll(() => t.owner.query('create table app.kept (text text primary key); grant select, insert on app.kept to imperium_app'))
  const keep = (tx: OrgTx, text: string) => runLast(tx, { compile: () => enter(text).compile(tx) })

  test('runs after all others, in the transaction of its organization', async () => {
    await narrow.withOrg(user.orgId, async (tx) => {
      keep(tx, 'last')
      expect((await sql`select 1 from app.kept`.execute(tx)).rows).toEqual([])
      await enter('first').execute(tx)
    })
    expect(await kept()).toEqual(['first', 'last'])
  })

  test('is not run when the transaction fails, nor by the next one', async () => {
    const failing = narrow.withOrg(user.orgId, async (tx) => {
      keep(tx, 'never')
      throw new Error('no')
    })
    await expect(failing).rejects.toThrow('no')
    await narrow.withOrg(user.orgId, (tx) => enter('next').execute(tx))
    expect(await kept()).toEqual(['first', 'last', 'next'])
  })

  test('rolls back a failed transaction and keeps the connection usable', async () => {
    const failing = narrow.withOrg(user.orgId, async (tx) => {
      await enter('lost').execute(tx)
      keep(tx, 'first')
    })
    await expect(failing).rejects.toMatchObject({ code: '23505' })
    expect(await kept()).toEqual(['first', 'last', 'next'])
    await expect(narrow.withOrg(user.orgId, (tx) => sql`select 1`.execute(tx))).resolves.toBeDefined()
  })
})

test('delivers a signal after the commit, in this and other processes, and never after a rollback', async () => {
  const lampLit = defineSignal<{ orgId: string; userId: string }>('lamp-lit')
  const signalled: object[] = []
  const received: object[] = []
  const offs = [
    t.platform.live.on(lampLit, (message) => signalled.push(message)),
    narrow.announcements.on((message) => received.push(message)),
  ]
  const message = lampLit({ orgId: user.orgId, userId: user.userId })
  const failing = narrow.withOrg(user.orgId, async (tx) => {
    await signal(tx, lampLit({ orgId: user.orgId, userId: newId() }))
    throw new Error('no')
  })
  await expect(failing).rejects.toThrow('no')
  await narrow.withOrg(user.orgId, async (tx) => {
    await signal(tx, message)
    await sql`select pg_sleep(0.05)`.execute(tx)
    expect(received).toEqual([])
  })
  expect(received).toEqual([message])
  // Another process on the same database: that of the test app.
  await vi.waitFor(() => expect(signalled).toEqual([message]), 25_000)
  offs.forEach((off) => off())
})

test('rejects a kind of signal that is declared twice', () => {
  defineSignal('lamp-out')
  expect(() => defineSignal('lamp-out')).toThrow('The signal lamp-out is declared twice.')
})

test('logs no unexpected error', () => {
  expect(errors).toEqual([])
})
