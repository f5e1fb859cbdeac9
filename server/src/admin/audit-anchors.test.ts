import { afterAll, beforeAll, expect, test } from 'vitest'
import { dropOldAuditMonths } from '../platform/audit/audit-anchors.ts'
import { maintenanceTicks } from '../platform/jobs/maintenance.ts'
import { runAdmin } from '../testing/run-admin.ts'
import { createTestApp } from '../testing/test-app.ts'
import type { TestApp, TestUser } from '../testing/test-app.ts'
import { testEncryptionKey } from '../testing/test-secrets.ts'

// The audit log grows old: months are dropped, and the rest is still proved by anchors that cannot be forged.

let t: TestApp
let user: TestUser
const month = (ago: number) => {
  const now = new Date()
  return new Date(Date.UTC(now.getUTCFullYear(), now.getUTCMonth() - ago, 1))
}
const partOf = (ago: number) => `audit_log_${month(ago).toISOString().slice(0, 7).replace('-', '_')}`

const verify = () => {
  const { host, port, user: owner, database } = t.connection
  const DATABASE_URL = `postgres://${owner}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  return runAdmin(['audit', 'verify'], { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
}
const write = (orgId: string, at: Date, action = 'agents.create') =>
  t.owner.query(
    `insert into app.audit_log (org_id, seq, at, actor_kind, actor_name, action, prev_hash, hash) values ($1, 0, $2, 'system', 'Old', $3, '', '')`,
    [orgId, at, action],
  )
const seqs = async () =>
  (await t.owner.query<{ seq: number }>('select seq from app.audit_log where org_id = $1 order by seq', [user.orgId])).rows.map(
    (row) => row.seq,
  )
const days = (date: Date, count: number) => new Date(date.getTime() + count * 86_400_000)

beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register({ organizationName: 'Old and grown' })
  const other = await t.register()
  for (const ago of [16, 15, 14, 12]) {
    const ends = month(ago - 1).toISOString()
    await t.owner.query(
      `create table app.${partOf(ago)} partition of app.audit_log for values from ('${month(ago).toISOString()}') to ('${ends}')`,
    )
  }
  // A chain begins with what registering wrote today: rewritten as if it had begun sixteen months ago.
  for (const orgId of [user.orgId, other.orgId]) {
    await t.owner.query('delete from app.audit_log where org_id = $1', [orgId])
    await t.owner.query('delete from app.audit_heads where org_id = $1', [orgId])
  }
  for (const ago of [16, 15, 14]) for (const day of [2, 9, 20]) await write(user.orgId, days(month(ago), day))
  // Dated into the next month, though an earlier one follows it in the chain: clocks, long transactions.
  await write(user.orgId, days(month(13), 1), 'dated.later')
  await write(user.orgId, days(month(14), 27), 'dated.earlier')
  await write(user.orgId, days(month(12), 5), 'kept')
  await write(user.orgId, new Date(), 'today')
  await write(other.orgId, days(month(15), 3))
})
afterAll(() => t.close())

test('keeps the last thirteen months, and drops no month without its anchors', async () => {
  const system = (query: string) => t.platform.db.withSystem((tx) => tx.executeQuery({ sql: query, parameters: [] } as never))
  expect(await verify()).toMatchObject({ code: 0 })
  await expect(system(`select app.drop_audit_month('${partOf(12)}')`)).rejects.toThrow(/ended a year ago/)
  await expect(system(`select app.drop_audit_month('${partOf(16)}')`)).rejects.toThrow(/no anchor/)
  await expect(system(`select app.drop_audit_month('agents')`)).rejects.toThrow(/not a month/)
  await expect(system('delete from app.audit_log')).rejects.toThrow(/permission denied/)
  await expect(t.platform.db.withOrg(user.orgId, (tx) => tx.selectFrom('audit_anchors').selectAll().execute())).rejects.toThrow(
    /permission denied/,
  )
})

test('months older than thirteen are dropped, and the chain is whole from its anchor on', async () => {
  expect(await dropOldAuditMonths(t.platform)).toBe(3)
  expect(await seqs()).toEqual([12, 13])
  expect(await verify()).toMatchObject({ code: 0, output: expect.stringContaining('Whole') })
  expect(await dropOldAuditMonths(t.platform)).toBe(0)
  // A chain with no rows left continues where it ended.
  const { rows } = await t.owner.query("select 1 from pg_class where relname like 'audit_log_2%' and relname = any($1)", [
    [partOf(16), partOf(15), partOf(14)],
  ])
  expect(rows).toEqual([])
})

/** Makes a change that only the owner of the database can make, verifies, and undoes it. */
async function whileTampered(...changes: string[]): Promise<{ code: number; output: string }> {
  const client = await t.owner.connect()
  try {
    await client.query(
      'create table public.kept as select * from app.audit_log; create table public.anchors as select * from app.audit_anchors',
    )
    await client.query('create table public.heads as select * from app.audit_heads')
    await client.query("set session_replication_role = 'replica'")
    for (const change of changes) expect((await client.query(change)).rowCount).toBeGreaterThan(0)
    return await verify()
  } finally {
    for (const [table, kept] of [
      ['audit_log', 'kept'],
      ['audit_anchors', 'anchors'],
      ['audit_heads', 'heads'],
    ]) {
      await client.query(`delete from app.${table}`)
      await client.query(`insert into app.${table} select * from public.${kept}`)
      await client.query(`drop table public.${kept}`)
    }
    await client.query("set session_replication_role = 'origin'")
    client.release()
  }
}

test('breaches of a chain with an anchor are found, with organization and row', async () => {
  const mine = `where org_id = '${user.orgId}'`
  const name = 'BROKEN  old-and-grown: '
  const found = async (pattern: RegExp, ...changes: string[]) => {
    const { code, output } = await whileTampered(...changes)
    expect([code, output]).toEqual([1, expect.stringMatching(pattern)])
    expect(output).toContain(name)
  }
  await found(/row 12 .* comes after row 0/, `delete from app.audit_anchors ${mine}`)
  await found(
    /its anchor after row 12 was forged/,
    `update app.audit_anchors set seq = 12, hash = (select hash from app.audit_log ${mine} and seq = 12) ${mine}`,
  )
  await found(/its anchor after row 11 was forged/, `update app.audit_anchors set hash = sha256('x') ${mine}`)
  await found(
    /its anchor after row 1 was forged/,
    // The anchor of another organization in place of one's own.
    `update app.audit_anchors a set seq = b.seq, hash = b.hash, sealed = b.sealed from app.audit_anchors b where a.org_id = '${user.orgId}' and b.org_id <> a.org_id and b.org_id <> '00000000-0000-0000-0000-000000000000'`,
  )
  await found(/comes after row 11/, `delete from app.audit_log ${mine} and seq = 12`)
  await found(/the newest rows were removed/, `delete from app.audit_log ${mine} and seq = 13`)
  await found(/the last is 11/, `delete from app.audit_log ${mine}`)
  await found(/row 12 .* was changed/, `update app.audit_log set user_agent = 'made up' ${mine} and seq = 12`)
  await found(
    /row 5 stands before the anchor/,
    `insert into app.audit_log select org_id, 5, at, actor_kind, actor_id, actor_name, action, target_kind, target_id, target_name, outcome, ip_address, request_id, before, after, prev_hash, hash from app.audit_log ${mine} and seq = 12`,
  )
  await found(
    /row 12 .* was changed/,
    // Reordered: two rows change places.
    `update app.audit_log set seq = 99 ${mine} and seq = 12`,
    `update app.audit_log set seq = 12 ${mine} and seq = 13`,
    `update app.audit_log set seq = 13 ${mine} and seq = 99`,
  )
  await found(/its head is missing/, `delete from app.audit_heads ${mine}`)
  expect((await verify()).code).toBe(0)
}, 60_000)

test('months of events go thirty days after their end, and no earlier', async () => {
  const part = (ago: number) => partOf(ago).replace('audit_log', 'outbox')
  for (const ago of [3, 2])
    await t.owner.query(
      `do $$ begin execute format('create table app.${part(ago)} partition of app.outbox for values from (%L) to (%L)',
        app.uuid_floor('${month(ago).toISOString()}'), app.uuid_floor('${month(ago - 1).toISOString()}')); end $$`,
    )
  const system = (query: string) => t.platform.db.withSystem((tx) => tx.executeQuery({ sql: query, parameters: [] } as never))
  await expect(system(`select app.drop_outbox_months(now() - interval '29 days')`)).rejects.toThrow(/kept for 30 days/)
  // A month that ended less than thirty days ago stays, whatever the day of this test.
  const dueAfter = async (days: number) => {
    const moment = new Date(month(1).getTime() + days * 86_400_000)
    const due = `select part from app.months_before('outbox', $1::timestamptz - interval '30 days')`
    return (await t.owner.query<{ part: string }>(due, [moment])).rows.map((row) => row.part)
  }
  expect(await dueAfter(29)).toEqual([part(3)])
  expect(await dueAfter(30)).toEqual([part(3), part(2)])
  await maintenanceTicks(t.platform)
    .find(({ name }) => name === 'drop-outbox-months')
    ?.run()
  const { rows } = await t.owner.query<{ part: string }>(`select part from app.months_before('outbox', now()) where part = any($1)`, [
    [part(3), part(2), part(0)],
  ])
  // The month before the last may have ended less than thirty days ago in the first days of this one.
  expect(rows.map((row) => row.part)).not.toContain(part(3))
  expect((await t.owner.query('select 1 from app.outbox where org_id = $1', [user.orgId])).rowCount).toBeGreaterThan(0)
})
