import { sql } from 'kysely'
import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'
import { newId } from '../ids.ts'
import { nameWorker } from '../jobs/worker-name.ts'
import type { Platform } from '../platform.ts'
import type { LeaseHandle } from './lease-handle.ts'
import { LeaseRunner } from './lease-runner.ts'
import type { RunnerOptions } from './lease-runner.ts'
import { announceDue, claimDue, reapLeases, writeLeased } from './lease-store.ts'
import type { Claimed } from './lease-store.ts'
import { LeaseLostError } from './lease-table.ts'
import type { LeaseTable } from './lease-table.ts'

const key = { batch: 'uuid', no: 'int' } as const
const table: LeaseTable<typeof key, { label: string }, { stop: boolean }> = {
  table: 'app.parcels',
  key,
  dueAt: 'due_at',
  leaseMs: 10_000,
  claimed: sql`due_at = null, claims = l.claims + 1`,
  row: sql`l.label`,
  update: sql`l.stop`,
  reaped: sql`crashes = l.crashes + 1`,
  rests: sql`b.label = 'not now'`,
  atRest: sql`l.label = 'rests'`,
  before: ['label'],
}
type Item = Claimed<typeof key, { label: string }>
type Options = RunnerOptions<typeof key, { label: string }, { stop: boolean }>

let t: TestApp
const orgs: string[] = []
const runners: LeaseRunner<typeof key, { label: string }, { stop: boolean }>[] = []

beforeAll(async () => {
  t = await createTestApp()
  await t.owner.query(`
    create table app.parcels (org_id uuid not null, batch uuid not null, no int not null, label text not null default '', stop boolean not null default false,
      claims int not null default 0, crashes int not null default 0, primary key (org_id, batch, no))`)
  await t.owner.query(`call app.lease_rows('app.parcels', 'parcels')`)
  await t.owner.query(`call app.protect_tenant('app.parcels', 'select, insert, update', 'select, update')`)
  for (let n = 0; n < 3; n++) orgs.push(newId())
  orgs.sort()
})
beforeEach(() => t.owner.query('truncate app.parcels'))
afterEach(async () => {
  await Promise.all(runners.splice(0).map((runner) => runner.stop(0)))
})
afterAll(() => t.close())

/** So many parcels of the n-th organization, due now. */
const add = async (org: number, count: number, label = '') => {
  const batch = newId()
  await t.owner.query(
    `insert into app.parcels (org_id, batch, no, label, due_at) select $1, $2, n, $4, now() from generate_series(1, $3) n`,
    [orgs[org], batch, count, label],
  )
  return batch
}
const rows = async () =>
  (
    await t.owner.query<{ no: number; epoch: number; owner: string | null; due: boolean; claims: number; crashes: number }>(
      'select no, epoch, lease_owner as owner, due_at <= now() as due, claims, crashes from app.parcels order by org_id, batch, no',
    )
  ).rows
const start = (options: Partial<Options> & Pick<Options, 'run'>, platform: Platform = t.platform) => {
  const runner = new LeaseRunner({ platform, table, slots: 10, beatEveryMs: 50, ...options })
  runners.push(runner)
  return runner
}
/** Ends the item as a module does: in its own transaction, behind the fence. */
const finish = (item: Item) => t.platform.db.withOrg(item.orgId, (tx) => writeLeased(tx, table, item, sql`lease_owner = null`))
const claim = (most: number, fairAfter: string | null, perOrganization = most, inFlight = new Map<string, number>()) =>
  t.platform.db.withSystem((tx) => claimDue(tx, table, { owner: 'elsewhere:1:a', most, fairAfter, perOrganization, inFlight }))
const counts = (items: readonly { orgId: string }[]) => orgs.map((orgId) => items.filter((item) => item.orgId === orgId).length)
const forever = (handle: LeaseHandle<{ stop: boolean }>) =>
  new Promise<number>((resolve) => handle.signal.addEventListener('abort', () => resolve(0)))

test('claims the oldest first, and some of each organization when fairness is on', async () => {
  await add(0, 120)
  await add(1, 3)
  await add(2, 1)
  expect(counts((await claim(60, null)).items)).toEqual([60, 0, 0])
  const fair = await claim(60, '00000000-0000-0000-0000-000000000000')
  expect(counts(fair.items)).toEqual([50, 3, 1])
  expect(fair.nextAfter).toBeNull()
  expect(counts((await claim(60, '00000000-0000-0000-0000-000000000000')).items)).toEqual([10, 0, 0])
})

test('takes turns between organizations when fewer items are wanted than are due', async () => {
  for (const org of [0, 1, 2]) await add(org, 5)
  const served: number[][] = []
  let after: string | null = '00000000-0000-0000-0000-000000000000'
  for (let n = 0; n < 3; n++) {
    const { items, nextAfter } = await claim(1, after)
    served.push(counts(items))
    after = nextAfter
  }
  expect(served).toEqual([
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ])
})

test('leaves an organization that has its share in hand', async () => {
  await add(0, 10)
  await add(1, 2)
  const { items } = await claim(10, '00000000-0000-0000-0000-000000000000', 4, new Map([[orgs[0] ?? '', 3]]))
  expect(counts(items)).toEqual([1, 2, 0])
})

test('serves a small organization while a flood of another fills its share', async () => {
  await add(0, 50)
  const done: Item[] = []
  const runner = start({
    slots: 4,
    perOrganization: 3,
    run: async (item, handle) => {
      if (item.orgId === orgs[0]) return forever(handle)
      await finish(item)
      done.push(item)
    },
  })
  runner.begin()
  await until(async () => runner.size === 3)
  await add(1, 5)
  runner.notify()
  await until(async () => done.length === 5)
  expect(runner.size).toBe(3)
})

test('processes a whole backlog with few slots', async () => {
  for (const org of [0, 1, 2]) await add(org, 40)
  let most = 0
  const runner = start({
    slots: 7,
    run: async (item) => {
      most = Math.max(most, runner.size)
      await finish(item)
    },
  })
  runner.begin()
  await until(async () => (await rows()).every(({ epoch, owner }) => epoch === 1 && owner === null))
  expect(most).toBeLessThanOrEqual(7)
})

test('reacts to a signal for due items and finds those without one', async () => {
  const done: string[] = []
  start({
    run: async (item) => {
      await finish(item)
      done.push(item.row.label)
    },
  }).begin()
  await pause(50)
  const batch = newId()
  await t.platform.db.withOrg(orgs[0] ?? '', async (tx) => {
    await sql`insert into app.parcels (org_id, batch, no, label, due_at) values (${tx.orgId}, ${batch}, 1, 'told', now()), (${tx.orgId}, ${batch}, 2, 'later', now() + interval '300 milliseconds')`.execute(
      tx,
    )
    await announceDue(tx, table)
  })
  await until(async () => done.length === 2, 5_000)
  expect(done).toEqual(['told', 'later'])
})

test('postpones what may not be worked on now', async () => {
  await add(0, 2, 'not now')
  expect((await claim(10, null)).items).toEqual([])
  expect(await rows()).toMatchObject([
    { epoch: 0, owner: null, due: false },
    { epoch: 0, owner: null, due: false },
  ])
})

test('extends only the leases of its items in flight', async () => {
  const owner = nameWorker()
  const mine = await add(0, 1)
  const runner = start({ owner, table: { ...table, leaseMs: 400 }, run: (_item, handle) => forever(handle) })
  await runner.take(orgs[0] ?? '', { batch: mine, no: 1 })
  const left = await add(1, 1)
  await t.owner.query(
    `update app.parcels set lease_owner = $1, epoch = 1, due_at = null, lease_until = now() + interval '400 milliseconds' where batch = $2`,
    [owner, left],
  )
  await pause(900)
  expect(runner.find({ batch: mine, no: 1 })?.isSure()).toBe(true)
  const reaped = await t.platform.db.withSystem((tx) => reapLeases(tx, table))
  expect(reaped.map((each) => each.key)).toEqual([{ batch: left, no: 1 }])
})

test('is not sure of an item after its lease could not be extended', async () => {
  const batch = await add(0, 1)
  const withSystem: Platform['db']['withSystem'] = (work) =>
    isUnavailable ? Promise.reject(new Error('The database is away.')) : t.platform.db.withSystem(work)
  let isUnavailable = false
  const runner = start(
    { table: { ...table, leaseMs: 300 }, run: (_item, handle) => forever(handle) },
    { ...t.platform, db: { ...t.platform.db, withSystem } },
  )
  await runner.take(orgs[0] ?? '', { batch, no: 1 })
  const handle = runner.find({ batch, no: 1 })
  expect(handle?.isSure()).toBe(true)
  isUnavailable = true
  await until(async () => !handle?.isSure())
  isUnavailable = false
  await until(async () => handle?.isSure() ?? false)
})

test('reports with the heartbeat what a lost signal would have reported', async () => {
  const batch = await add(0, 1)
  const runner = start({
    run: async (item, handle) => {
      await new Promise<void>((resolve) => (handle.update = ({ stop }) => stop && resolve()))
      await finish(item)
    },
  })
  await runner.take(orgs[0] ?? '', { batch, no: 1 })
  await t.owner.query('update app.parcels set stop = true')
  await until(async () => runner.size === 0)
  expect(await rows()).toMatchObject([{ owner: null, due: null }])
})

test('says with the heartbeat that the organization of an item in hand is at rest', async () => {
  await add(0, 1)
  const seen: boolean[] = []
  const runner = start({
    run: async (item, handle) => {
      seen.push(handle.isAtRest)
      await until(async () => handle.isAtRest)
      seen.push(handle.isAtRest)
      await finish(item)
    },
  })
  runner.begin()
  await until(async () => seen.length === 1)
  await t.owner.query(`update app.parcels set label = 'rests'`)
  await until(async () => seen.length === 2)
  expect(seen).toEqual([false, true])
})

test('refuses the writes of an earlier epoch', async () => {
  const batch = await add(0, 1)
  const [first] = (await claim(1, null)).items
  await t.owner.query(`update app.parcels set lease_until = now() - interval '1 second'`)
  expect(await t.platform.db.withSystem((tx) => reapLeases(tx, table))).toHaveLength(1)
  const taken: Item[] = []
  const runner = start({ run: async (item, handle) => (taken.push(item), forever(handle)) })
  await runner.take(orgs[0] ?? '', { batch, no: 1 })
  await expect(first ? finish(first) : undefined).rejects.toThrow(LeaseLostError)
  expect(await rows()).toMatchObject([{ epoch: 2, claims: 2, crashes: 1, owner: runner.owner }])
})

test('reaps leases of a dead process immediately on this machine and after expiry elsewhere', async () => {
  await add(0, 3)
  await claim(3, null)
  const dead = nameWorker().replace(/:\d+:/, ':999999999:')
  await t.owner.query('update app.parcels set lease_owner = $1 where no = 1', [dead])
  await t.owner.query('update app.parcels set lease_owner = $1 where no = 2', [nameWorker()])
  const reap = async () => (await t.platform.db.withSystem((tx) => reapLeases(tx, table))).map((each) => each.key.no)
  expect(await reap()).toEqual([1])
  expect(await reap()).toEqual([])
  await t.owner.query(`update app.parcels set lease_until = now() - interval '1 second' where no = 3`)
  expect(await reap()).toEqual([3])
  expect(await rows()).toMatchObject([
    { due: true, crashes: 1 },
    { due: null, crashes: 0 },
    { due: true, crashes: 1 },
  ])
})

test('ends the lease immediately when work fails, and retries when that could not be written', async () => {
  await add(0, 1)
  let isUnavailable = true
  const withSystem: Platform['db']['withSystem'] = (work) =>
    isUnavailable ? Promise.reject(new Error('The database is away.')) : t.platform.db.withSystem(work)
  const [item] = (await claim(1, null)).items
  if (!item) throw new Error('nothing was due')
  const runner = start({ owner: 'elsewhere:1:a', run: async () => undefined }, { ...t.platform, db: { ...t.platform.db, withSystem } })
  await expect(runner.hold(item, () => Promise.reject(new Error('no')))).rejects.toThrow('no')
  expect(await t.platform.db.withSystem((tx) => reapLeases(tx, table))).toEqual([])
  isUnavailable = false
  await until(async () => (await t.platform.db.withSystem((tx) => reapLeases(tx, table))).length === 1)
})

test('makes a failed item due again after its delay', async () => {
  await add(0, 1)
  let tries = 0
  const runner = start({
    retryMs: 20,
    run: async (item) => {
      tries += 1
      if (tries === 1) throw new Error('not yet')
      await finish(item)
    },
  })
  runner.begin()
  await until(async () => tries === 2 && runner.size === 0)
  expect(await rows()).toMatchObject([{ epoch: 2, owner: null, crashes: 0 }])
})

test('hands back items that do not end within the grace time and claims none', async () => {
  await add(0, 2)
  const reported: string[] = []
  const runner = start({
    run: async (item, handle) => {
      handle.whenStopping(() => void reported.push(`stopping ${item.key.no}`))
      if (item.key.no === 1) return new Promise<number>((resolve) => handle.whenStopping(() => resolve(0)))
      return forever(handle)
    },
  })
  runner.begin()
  await until(async () => runner.size === 2)
  await runner.stop(100)
  await add(1, 1)
  await pause(100)
  expect(reported).toEqual(['stopping 2'])
  expect(await rows()).toMatchObject([
    { owner: null, due: true, claims: 1 },
    { owner: null, due: true, claims: 1 },
    { owner: null, due: true, claims: 0 },
  ])
})

test('leaves work that ignores the stop signal to other processes', async () => {
  const batch = await add(0, 1)
  const runner = start({ run: () => new Promise(() => undefined) })
  await runner.take(orgs[0] ?? '', { batch, no: 1 })
  await runner.stop(0)
  runners.splice(0)
  expect(await rows()).toMatchObject([{ owner: null, due: true, epoch: 1 }])
})

test('processes every item once when two processes poll', async () => {
  for (const org of [0, 1, 2]) await add(org, 100)
  const other = await t.openOther()
  const done: string[] = []
  const run = (name: string) => async (item: Item) => {
    await pause(5)
    await finish(item)
    done.push(name)
  }
  start({ run: run('first') }).begin()
  start({ run: run('second') }, other.platform).begin()
  await until(async () => done.length === 300)
  expect(new Set(done).size).toBe(2)
  expect((await rows()).every(({ epoch, claims }) => epoch === 1 && claims === 1)).toBe(true)
  await Promise.all(runners.splice(0).map((runner) => runner.stop(0)))
  await other.close()
})
