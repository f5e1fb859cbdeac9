import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { claimDue } from '../../platform/leases/lease-store.ts'
import type { LeaseTable } from '../../platform/leases/lease-table.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { isSuspended, whileAtRest } from './index.ts'

// A suspended organization and one that waits for its deletion start no work; taken up again, everything goes on.

const table: LeaseTable<{ no: 'int' }> = {
  table: 'app.crates',
  key: { no: 'int' },
  dueAt: 'due_at',
  leaseMs: 10_000,
  claimed: sql`due_at = null`,
  postponed: whileAtRest,
}
let t: TestApp
let user: TestUser

beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  await t.owner.query('create table app.crates (org_id uuid not null, no int not null, primary key (org_id, no))')
  await t.owner.query(`call app.lease_rows('app.crates', 'crates')`)
  await t.owner.query(`call app.protect_tenant('app.crates', 'select, insert, update', 'select, update')`)
})
afterAll(() => t.close())

const change = (set: string) => t.owner.query(`update auth.organizations set ${set} where id = $1`, [user.orgId])
const rests = () => t.platform.db.withOrg(user.orgId, isSuspended)
const claim = async () => {
  const request = { owner: 'elsewhere:1:a', most: 5, fairAfter: null, perOrganization: 5, inFlight: new Map() }
  return (await t.platform.db.withSystem((tx) => claimDue(tx, table, request))).items.length
}

describe.each([
  ['suspended', `status = 'SUSPENDED'`, `status = 'ACTIVE'`, 'This organization is suspended and can only be read.'],
  ['waiting for its deletion', `deletes_at = now() + interval '30 days'`, 'deletes_at = null', 'An owner can cancel the deletion'],
])('an organization that is %s', (_name, rest, wake, reason) => {
  test('is not worked for, says why, and goes on within a minute when it is taken up again', async () => {
    await t.owner.query('delete from app.crates')
    await t.owner.query('insert into app.crates (org_id, no, due_at) values ($1, 1, now())', [user.orgId])
    await change(rest)
    expect(await rests()).toBe(true)
    expect(await claim()).toBe(0)
    const { rows } = await t.owner.query<{ isSoon: boolean }>(
      `select due_at > now() and due_at < now() + interval '1 minute' as "isSoon" from app.crates`,
    )
    expect(rows).toEqual([{ isSoon: true }])
    t.platform.auth.invalidate(user.userId)
    const refused = await t.call('POST', '/api/webhooks', { token: user.token, body: {} })
    expect(refused).toMatchObject({ status: 403, body: { code: 'ORGANIZATION_SUSPENDED' } })
    expect(refused.body.message).toContain(reason)

    await change(wake)
    expect(await rests()).toBe(false)
    await t.owner.query('update app.crates set due_at = now()')
    expect([await claim(), await claim()]).toEqual([1, 0])
  })
})
