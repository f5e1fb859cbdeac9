import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection, TriggerSubscription } from '@imperium/contract/integrations.ts'
import type { RefusedItem } from '@imperium/contract/integrations/refused-items.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { until } from '../../../testing/test-runs.ts'
import { startStub } from '../testing/stub-service.ts'
import type { Stub } from '../testing/stub-service.ts'
import { shortenItem } from './shorten-item.ts'
import { subscribe } from './subscribe.ts'

let t: TestApp
let stub: Stub
let owner: TestUser
let workflowId: string
beforeAll(async () => {
  stub = await startStub()
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  t.platform.httpOut.fetch = stub.through(t.platform.httpOut.fetch)
  await t.startWorkers()
  owner = await t.register()
  stub.respond({ body: [] })
  const fields = { consumerKey: 'ck_0123456789', apiKey: 'cs_secret_9876543210_abcd', site: 'https://shop.example.com' }
  const { id } = (await call<Connection>('POST', '/integrations/connections', { connectorId: 'woocommerce', fields })).body.data
  const steps = [{ id: 'start', type: 'trigger_woocommerce_new_order', name: 'Start', config: { connection: id } }]
  const made = await call<{ id: string }>('POST', '/workflows', { name: 'Orders', description: '', definition: { steps, edges: [] } })
  workflowId = made.body.data.id
  await call('POST', `/workflows/${workflowId}/publish`, { revision: 1 })
  await until(async () => (await t.owner.query('select from app.integration_subscriptions where is_primed')).rowCount === 1)
})
afterAll(async () => {
  await t.close()
  await stub.close()
})

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api${path}`, { token: owner.token, ...(body ? { body } : {}) })
const order = (id: number, more: object = {}) => ({ id, date_created_gmt: new Date().toISOString().slice(0, 19), ...more })
const find = (...orders: object[]) => {
  stub.respond({ body: orders })
  // A poll that is ending would put it off.
  const due = 'update app.integration_subscriptions set due_at = now() where lease_owner is null'
  return until(async () => (await t.owner.query(due)).rowCount === 1)
}
const limit = (runs: number) => t.owner.query('update auth.organizations set workflow_runs_limit = $2 where id = $1', [owner.orgId, runs])
const trigger = async () => (await call<TriggerSubscription[]>('GET', '/integrations/triggers')).body.data[0]
const refused = async () => (await call<RefusedItem[]>('GET', `/integrations/triggers/${workflowId}/refused`)).body.data
const inputs = async () =>
  (await t.owner.query<{ input: { id: number; bytes?: number } }>('select input from app.workflow_runs order by id')).rows.map(
    ({ input }) => input,
  )
const retry = () => t.owner.query('update app.integration_refused_items set retry_at = now() where retry_at is not null')

test('stands still where too many items wait, so that the rest stays at the service, and counts what is no longer kept', async () => {
  await limit(0)
  await t.owner.query(
    `insert into app.integration_refused_items (org_id, id, workflow_id, item_id, start_key, started_by, data, bytes, is_shortened, reason,
       retry_at, refused_at)
     select $1, uuidv7(), $2, 'w' || n, 'w' || n, 'Shop', '{}', 2, false, 'Used up', now() + interval '1 day', now() from generate_series(1, 1000) n`,
    [owner.orgId, workflowId],
  )
  await find(order(5))
  await until(async () => (await trigger())?.failures === 1)
  expect(await trigger()).toMatchObject({ refused: 1000, error: expect.stringContaining('Too many items wait') })
  const { rows } = await t.owner.query<{ seen: string[] }>('select seen from app.integration_subscriptions')
  expect(rows[0]?.seen).not.toContain('5')
  await t.owner.query("update app.integration_refused_items set refused_at = now() - interval '31 days'")
  await until(async () => (await trigger())?.dropped === 1000)
})

test('keeps the items that a limit refused, and starts them by itself, oldest first, when there is room', async () => {
  await limit(0)
  await find(order(2), order(1))
  await until(async () => (await trigger())?.refused === 2)
  expect(await trigger()).toMatchObject({ failures: 0, error: expect.stringContaining('used up') })
  const [first] = await refused()
  expect(first).toMatchObject({ itemId: '1', isShortened: false, reason: expect.stringContaining('used up'), retryAt: expect.any(String) })
  const early = await call<never>('POST', `/integrations/triggers/${workflowId}/refused/${first?.id}/start`)
  expect(early).toMatchObject({ status: 409, body: { message: expect.stringContaining('used up') } })
  await retry()
  await until(async () => (await t.owner.query('select from app.integration_refused_items where retry_at > now()')).rowCount === 2)
  expect(await inputs()).toEqual([])
  // A paused workflow leaves out what happens meanwhile, and not what waits already.
  await limit(100)
  await t.owner.query('update app.workflow_triggers set enabled = false')
  await retry()
  await until(async () => (await refused()).every(({ reason }) => reason === 'The workflow is paused'))
  await t.owner.query('update app.workflow_triggers set enabled = true')
  await retry()
  await until(async () => (await refused()).length === 0)
  expect((await inputs()).map(({ id }) => id)).toEqual([1, 2])
  expect(await trigger()).toMatchObject({ refused: 0, error: null })
  await find(order(5))
  await until(async () => (await inputs()).at(-1)?.id === 5)
})

test('keeps an item that is too large with its long texts cut, for a member to start or to remove', async () => {
  await find(order(3, { note: 'x'.repeat(300_000) }), order(4, { note: 'y'.repeat(300_000) }))
  await until(async () => (await trigger())?.refused === 2)
  const [older, newer] = await refused()
  expect(newer).toMatchObject({ itemId: '3', isShortened: true, retryAt: null, reason: expect.stringContaining('has more than') })
  expect((await call('POST', `/integrations/triggers/${workflowId}/refused/${newer?.id}/start`)).status).toBe(200)
  expect((await inputs()).at(-1)).toMatchObject({ bytes: 8_262 })
  expect((await call('DELETE', `/integrations/triggers/${workflowId}/refused/${older?.id}`)).status).toBe(200)
  expect(await refused()).toEqual([])
  expect((await call('POST', `/integrations/triggers/${workflowId}/refused/${newer?.id}/start`)).status).toBe(404)
})

test('items of a trigger that the workflow has no longer are dropped and counted', async () => {
  await t.owner.query(
    `insert into app.integration_refused_items (org_id, id, workflow_id, item_id, start_key, started_by, data, bytes, is_shortened, reason,
       retry_at, refused_at) values ($1, uuidv7(), $2, '6', '6', 'Shop', '{}', 2, false, 'Used up', now() + interval '1 day', now())`,
    [owner.orgId, workflowId],
  )
  const dropped = (await trigger())?.dropped ?? 0
  interface Stored {
    connection_id: string
    trigger: string
    input: object
  }
  const { rows } = await t.owner.query<Stored>('select connection_id, trigger, input from app.integration_subscriptions')
  const publish = (input: object) =>
    t.platform.db.withOrg(owner.orgId, (tx) =>
      subscribe(t.platform, tx, { workflowId, connectionId: rows[0]?.connection_id ?? '', trigger: rows[0]?.trigger ?? '', input }),
    )
  await publish(rows[0]?.input ?? {})
  expect(await trigger()).toMatchObject({ refused: 1, dropped })
  await publish({ ...rows[0]?.input, status: 'completed' })
  expect(await trigger()).toMatchObject({ refused: 0, dropped: dropped + 1 })
})

test('cuts texts and lists until an item fits, and nothing of one that does', () => {
  expect(shortenItem({ a: 'x' }, 100)).toEqual({ data: { a: 'x' }, isShortened: false })
  const { data, isShortened } = shortenItem(
    { id: 7, rows: Array.from({ length: 5_000 }, (_, n) => ({ n, text: 'z'.repeat(100) })) },
    10_000,
  )
  expect(isShortened).toBe(true)
  expect(JSON.stringify(data).length).toBeLessThanOrEqual(10_000)
  expect(data).toMatchObject({ id: 7, rows: expect.arrayContaining([{ n: 0, text: expect.stringContaining('zzz') }]) })
})
