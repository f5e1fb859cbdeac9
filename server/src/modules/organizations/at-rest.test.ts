import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimDue } from '../../platform/leases/lease-store.ts'
import type { LeaseTable } from '../../platform/leases/lease-table.ts'
import type { JobDefinition } from '../../platform/jobs/jobs.ts'
import type { ModuleFactory } from '../../platform/module.ts'
import { until } from '../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { isSuspended, whileAtRest } from './index.ts'
import { wakeOrganizations } from './wake-organizations.ts'

// A suspended organization and one that waits for its deletion start no work; taken up again, everything goes on.

const table: LeaseTable<{ no: 'int' }> = {
  table: 'app.crates',
  key: { no: 'int' },
  dueAt: 'due_at',
  leaseMs: 10_000,
  claimed: sql`due_at = null`,
  rests: whileAtRest,
}
let t: TestApp
let user: TestUser
let other: TestUser
const done: number[] = []

const crates: ModuleFactory = () => {
  const run: JobDefinition['run'] = async (data) => void done.push((data as { orgId: string; no: number }).no)
  return {
    name: 'crates',
    tables: ['crates'],
    operations: [],
    leases: [table],
    jobs: [
      { name: 'crates.carry', lane: 'transactional', run },
      { name: 'crates.erase', lane: 'transactional', run, worksAtRest: 'erasure is owed' },
    ],
  }
}

beforeAll(async () => {
  t = await createTestApp({ modules: [crates] })
  user = await t.register()
  other = await t.register()
  await t.platform.jobs.work(crates(t.platform).jobs ?? [])
  await t.owner.query('create table app.crates (org_id uuid not null, no int not null, primary key (org_id, no))')
  await t.owner.query(`call app.lease_rows('app.crates', 'crates')`)
  await t.owner.query(`call app.protect_tenant('app.crates', 'select, insert, update', 'select, update')`)
})
afterAll(() => t.close())

const change = (set: string) => t.owner.query(`update auth.organizations set ${set} where id = $1`, [user.orgId])
const rests = () => t.platform.db.withOrg(user.orgId, isSuspended)
const resting = async () => (await t.owner.query('select * from app.rested_jobs order by data ->> $1', ['no'])).rows
const claim = async () => {
  const request = { owner: 'elsewhere:1:a', most: 5, fairAfter: null, perOrganization: 5, inFlight: new Map() }
  return (await t.platform.db.withSystem((tx) => claimDue(tx, table, request))).items.length
}

describe.each([
  ['suspended', `status = 'SUSPENDED'`, `status = 'ACTIVE'`, 'This organization is suspended and can only be read.'],
  ['waiting for its deletion', `deletes_at = now() + interval '30 days'`, 'deletes_at = null', 'An owner can cancel the deletion'],
])('an organization that is %s', (_name, rest, wake, reason) => {
  test('is not worked for, says why, and goes on when it is taken up again', async () => {
    await t.owner.query('delete from app.crates')
    await t.owner.query('insert into app.crates (org_id, no, due_at) values ($1, 1, now())', [user.orgId])
    await change(rest)
    expect(await rests()).toBe(true)
    expect(await claim()).toBe(0)
    t.platform.auth.invalidate(user.userId)
    const refused = await t.call('POST', '/api/webhooks', { token: user.token, body: {} })
    expect(refused).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_SUSPENDED' } })
    expect(refused.body.message).toContain(reason)

    await change(wake)
    expect(await rests()).toBe(false)
    expect(await claim()).toBe(0)
    await wakeOrganizations(t.platform)
    expect([await claim(), await claim()]).toEqual([1, 0])
  })

  test('keeps its jobs out of the queue, runs those that work at rest, and the others once it is taken up again', async () => {
    await change(rest)
    await t.platform.db.withOrg(user.orgId, async (tx) => {
      await t.platform.jobs.send(tx, 'crates.carry', { orgId: user.orgId, no: 1 }, { retryLimit: 7 })
      await t.platform.jobs.send(tx, 'crates.erase', { orgId: user.orgId, no: 2 })
      await t.platform.jobs.send(tx, 'crates.carry', { orgId: user.orgId, no: 3 })
    })
    await t.platform.db.withOrg(other.orgId, (tx) => t.platform.jobs.send(tx, 'crates.carry', { orgId: other.orgId, no: 4 }))
    await until(async () => done.length >= 2, 5_000)
    await until(async () => (await resting()).length === 2, 5_000)
    expect(done.toSorted((a, b) => a - b)).toEqual([2, 4])
    const [job] = await resting()
    expect(job).toMatchObject({ name: 'crates.carry', data: { no: 1 }, retry_limit: 7 })
    expect(
      (await t.owner.query(`select from pgboss.job where name = 'crates.carry' and state <> 'completed' and group_id = $1`, [user.orgId]))
        .rowCount,
    ).toBe(0)
    await wakeOrganizations(t.platform)
    expect(await resting()).toHaveLength(2)

    await change(wake)
    await Promise.all([wakeOrganizations(t.platform), wakeOrganizations(t.platform)])
    await until(async () => done.length >= 4, 5_000)
    expect(done.splice(0).toSorted((a, b) => a - b)).toEqual([1, 2, 3, 4])
    expect(await resting()).toEqual([])
  })

  test('what a process puts off a moment after it was taken up again is found, too', async () => {
    await t.owner.query('delete from app.crates')
    await change(rest)
    await change(wake)
    await wakeOrganizations(t.platform)
    await t.owner.query(`insert into app.crates (org_id, no, due_at) values ($1, 1, timestamptz '9999-01-01 00:00:00+00')`, [user.orgId])
    await wakeOrganizations(t.platform)
    expect(await claim()).toBe(1)
    await t.owner.query(`update auth.organizations set woken_at = woken_at - interval '2 minutes' where id = $1`, [user.orgId])
    await wakeOrganizations(t.platform)
    const { rows } = await t.owner.query('select woken_at from auth.organizations where id = $1', [user.orgId])
    expect(rows).toEqual([{ woken_at: null }])
  })
})
