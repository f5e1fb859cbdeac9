import { spawnSync } from 'node:child_process'
import type { Connection } from '@imperium/contract/integrations.ts'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { zeroId } from '../../platform/ids.ts'
import { nameWorker } from '../../platform/jobs/worker-name.ts'
import { claimDue } from '../../platform/leases/lease-store.ts'
import { LeaseLostError } from '../../platform/leases/lease-table.ts'
import { reap } from '../../platform/leases/reap-tick.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'
import { connectionLeases } from './store.ts'
import { startConnectionTests } from './test-connection.ts'
import { startStub } from './testing/stub-service.ts'
import type { Stub } from './testing/stub-service.ts'
import { startPolling } from './triggers/poll-subscriptions.ts'
import { endPoll, subscriptionLeases, writeSubscription } from './triggers/subscriptions-store.ts'

let t: TestApp
let stub: Stub
let broken: TestUser
let good: TestUser
let brokenId: string
let goodId: string
const deadWorker = nameWorker().replace(/:\d+:/, `:${spawnSync('true').pid}:`)

beforeAll(async () => {
  stub = await startStub()
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' } })
  t.platform.httpOut.fetch = stub.through(t.platform.httpOut.fetch)
  stub.respond({ body: [] })
  broken = await t.register()
  good = await t.register()
  brokenId = await connect(broken)
  goodId = await connect(good)
})
afterAll(async () => {
  await t.close()
  await stub.close()
})

async function connect({ token }: TestUser): Promise<string> {
  const body = {
    connectorId: 'woocommerce',
    fields: { consumerKey: 'ck_0123456789', apiKey: 'cs_secret_9876543210_abcd', site: 'https://shop.example.com' },
  }
  return (await t.call<Connection>('POST', '/api/integrations/connections', { token, body })).body.data.id
}
const subscribeMany = (user: TestUser, connection: string, trigger: string, count: number, due = 'now()') =>
  t.owner.query(
    `insert into app.integration_subscriptions (org_id, workflow_id, connection_id, trigger, due_at)
     select $1, uuidv7(), $2, $3, ${due} from generate_series(1, $4)`,
    [user.orgId, connection, trigger, count],
  )
const claim = (now: Date, most: number) => {
  const request = { owner: 'elsewhere:1:a', now, most, fairAfter: zeroId, perOrganization: 5, inFlight: new Map<string, number>() }
  return t.platform.db.withSystem((tx) => claimDue(tx, subscriptionLeases, request))
}

test('polls every organization when one has many broken triggers and the worker of another was killed', async () => {
  await subscribeMany(broken, brokenId, 'gone', 30, `now() - interval '1 hour'`)
  await subscribeMany(good, goodId, 'new_order', 1)
  await t.owner.query(
    `update app.integration_subscriptions set lease_owner = $2, lease_until = now() + interval '1 hour', epoch = 1 where org_id = $1`,
    [good.orgId, deadWorker],
  )
  expect(await reap(t.platform, subscriptionLeases, { byClock: true })).toBe(1)
  const polling = startPolling(t.platform)
  const read = async (user: TestUser) =>
    (
      await t.owner.query<{ failures: number; error: string | null; is_primed: boolean; leased: boolean; later: boolean }>(
        `select failures, error, is_primed, lease_owner is not null as leased, due_at > now() + interval '50 seconds' as later
         from app.integration_subscriptions where org_id = $1`,
        [user.orgId],
      )
    ).rows
  await until(async () => (await read(good)).every((row) => row.is_primed && !row.leased && row.later))
  await until(async () => (await read(broken)).every((row) => row.failures === 1 && !row.leased && row.later))
  expect((await read(broken))[0]?.error).toContain('does not exist')
  await polling.stop(1_000)
})

test('gives an organization its share and writes nothing of a trigger that was published anew', async () => {
  await t.owner.query('delete from app.integration_subscriptions')
  await subscribeMany(good, goodId, 'new_order', 9)
  // Rows of this very millisecond are due in the next.
  const { items } = await claim(new Date(t.platform.clock.now().getTime() + 1), 20)
  expect(items).toHaveLength(5)
  const [first, second] = items
  if (!first || !second) throw new Error('nothing was claimed')
  const due = new Date()
  const again = { workflowId: first.key.workflow_id, connectionId: goodId, trigger: 'order_updated', input: {}, dueAt: due }
  await t.platform.db.withOrg(good.orgId, (tx) => writeSubscription(tx, again))
  const end = (lease: typeof first) => t.platform.db.withOrg(good.orgId, (tx) => endPoll(tx, lease, due, sql`failures = 0`))
  await expect(end(first)).rejects.toThrow(LeaseLostError)
  await end(second)
  expect((await claim(new Date(due.getTime() + 1), 20)).items.map(({ key }) => key.workflow_id)).toContain(first.key.workflow_id)
})

test('tests every connection that is due when many of one organization cannot be read and a worker was killed', async () => {
  await t.owner.query(
    `insert into app.integration_connections (org_id, id, connector, name, secrets, roles, status, test_due_at, due_at, created_by)
     select org_id, uuidv7(), connector, name || n, secrets, roles, status, now() - interval '1 hour', now() - interval '1 hour', ''
     from app.integration_connections cross join generate_series(1, 30) n where id = $1`,
    [brokenId],
  )
  await t.owner.query(
    `update app.integration_connections set test_due_at = now(), due_at = now(), tested_at = null, status = 'failing', lease_owner = $2,
       lease_until = now() + interval '1 hour' where id = $1`,
    [goodId, deadWorker],
  )
  // Its token ends soon: looked at before its daily test, which stays.
  await t.owner.query(`update app.integration_connections set due_at = now(), tested_at = null where id = $1`, [brokenId])
  expect(await reap(t.platform, connectionLeases, { byClock: true })).toBe(1)
  const tests = startConnectionTests(t.platform)
  const read = async (id: string) =>
    (
      await t.owner.query<{ status: string; tested: boolean; later: boolean; leased: boolean }>(
        `select status, tested_at is not null as tested, due_at > now() + interval '23 hours' and test_due_at = due_at as later,
           lease_owner is not null as leased from app.integration_connections where id = $1`,
        [id],
      )
    ).rows[0]
  await until(async () => (await read(goodId))?.later)
  expect(await read(goodId)).toEqual({ status: 'connected', tested: true, later: true, leased: false })
  await until(async () => (await read(brokenId))?.later)
  expect(await read(brokenId)).toEqual({ status: 'connected', tested: false, later: true, leased: false })
  const due = () => t.owner.query(`select from app.integration_connections where due_at < now() + interval '1 hour'`)
  await until(async () => (await due()).rowCount === 0)
  await tests.stop(1_000)
})

test('keeps what it read before a page was refused, and waits as long as the service asked', async () => {
  await t.owner.query('delete from app.integration_subscriptions')
  await subscribeMany(good, goodId, 'new_order', 1)
  const order = { date_created_gmt: new Date().toISOString().slice(0, 19) }
  stub.respond(
    { body: Array.from({ length: 100 }, (_, id) => ({ id: id + 1, ...order })) },
    { status: 429, headers: { 'retry-after': '7200' } },
  )
  const polling = startPolling(t.platform)
  const read = async () =>
    (
      await t.owner.query<{ failures: number; error: string; seen: number; later: boolean; paused: boolean }>(
        `select s.failures, s.error, cardinality(s.seen) as seen, s.due_at > now() + interval '110 minutes' as later,
           c.paused_until > now() + interval '110 minutes' as paused
         from app.integration_subscriptions s join app.integration_connections c on c.org_id = s.org_id and c.id = s.connection_id
         where s.lease_owner is null`,
      )
    ).rows[0]
  await until(async () => (await read())?.failures)
  expect(await read()).toEqual({ failures: 1, error: expect.stringContaining('429'), seen: 100, later: true, paused: true })
  await polling.stop(1_000)
})

test('a poll in hand when its organization comes to rest skips no items: they are read again afterwards', async () => {
  await t.owner.query('delete from app.integration_subscriptions')
  const resting = await t.register()
  stub.respond({ body: [] })
  await subscribeMany(resting, await connect(resting), 'new_order', 1)
  await t.owner.query('update app.integration_subscriptions set is_primed = true')
  const change = (status: string) => t.owner.query('update auth.organizations set status = $2 where id = $1', [resting.orgId, status])
  const { fetch } = t.platform.httpOut
  let asked = 0
  t.platform.httpOut.fetch = async (...request) => {
    asked += 1
    if (asked === 1) await change('SUSPENDED')
    return fetch(...request)
  }
  const polling = startPolling(t.platform)
  const read = async () =>
    (
      await t.owner.query<{ waits: boolean; polled_at: Date | null; leased: boolean }>(
        `select due_at > now() + interval '1 year' as waits, polled_at, lease_owner is not null as leased from app.integration_subscriptions`,
      )
    ).rows[0]
  await until(async () => ((row) => row?.waits && !row.leased)(await read()), 10_000)
  expect(await read()).toMatchObject({ polled_at: null })
  expect(asked).toBe(1)
  const listed = await t.call<{ nextAt: string | null }[]>('GET', '/api/integrations/triggers', { token: resting.token })
  expect(listed.body.data.map(({ nextAt }) => nextAt)).toEqual([null])
  await change('ACTIVE')
  await t.platform.wakeRested(resting.orgId)
  await until(async () => (await read())?.polled_at, 10_000)
  expect(asked).toBe(2)
  await polling.stop(1_000)
  t.platform.httpOut.fetch = fetch
})
