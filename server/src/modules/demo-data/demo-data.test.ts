import { afterAll, beforeAll, expect, test } from 'vitest'
import type { EntityDefinition } from '@imperium/contract/entities/entities.ts'
import type { EntityRecord } from '@imperium/contract/entities/records.ts'
import type { DemoData } from '@imperium/contract/onboarding/demo-data.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { newId } from '../../platform/ids.ts'
import { beginLoading, endLoading, TakenOverError, writeProgress } from './store.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
  owner = await t.register()
})
afterAll(() => t.close())

const call = async <T>(method: 'GET' | 'POST' | 'DELETE', path: string, user = owner) => t.call<T>(method, path, { token: user.token })
const state = async (user = owner) => (await call<DemoData>('GET', '/api/demo-data', user)).body.data
const settled = (user = owner) =>
  until(async () => {
    const now = await state(user)
    return !['loading', 'removing'].includes(now.status) && now
  }, 60_000)
const totals = async (orgId: string) => {
  const { rows } = await t.owner.query<Record<string, number>>(
    `select (select count(*)::int from app.agents where org_id = $1 and deleted_at is null) agents,
       (select count(*)::int from app.runs where org_id = $1) runs,
       (select count(*)::int from app.contacts where org_id = $1) contacts,
       (select count(*)::int from app.segments where org_id = $1) segments,
       (select count(*)::int from app.campaigns where org_id = $1 and deleted_at is null) campaigns,
       (select count(*)::int from app.conversations where org_id = $1) conversations,
       (select coalesce(sum(cost_micros), 0)::int from app.usage_pending where org_id = $1)
         + (select coalesce(sum(cost_micros), 0)::int from app.usage_totals where org_id = $1) cost`,
    [orgId],
  )
  return rows[0] ?? {}
}
/** A run of today by a member, with its use; returns its cost. */
async function addOwnRun(orgId: string): Promise<number> {
  const { rows } = await t.owner.query<{ cost: number }>(
    `with run as (
       insert into app.runs select (jsonb_populate_record(r, jsonb_build_object('id', uuidv7()))).* from app.runs r
       where r.org_id = $1 and r.status = 'completed' limit 1 returning *
     ), used as (
       insert into app.usage_pending (id, org_id, at, agent_id, config_id, model, runs, completed, failed, cancelled, latency_ms, model_calls,
         input_tokens, output_tokens, cost_micros, storage_bytes)
       select uuidv7(), org_id, now(), agent_id, '00000000-0000-0000-0000-000000000000', model, 1, 1, 0, 0, 1, 1, input_tokens, output_tokens,
         cost_micros, 0 from run
     )
     select cost_micros::int as cost from run`,
    [orgId],
  )
  return rows[0]?.cost ?? 0
}

test('a load that another one has replaced writes nothing more', async () => {
  const slow = await t.register()
  const [first, second] = [newId(), newId()]
  const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(slow.orgId, work)
  expect(await inOrg((tx) => beginLoading(tx, first))).toBe(true)
  expect(await inOrg((tx) => beginLoading(tx, second))).toBe(false)
  await t.owner.query("update app.demo_data set updated_at = now() - interval '2 minutes' where org_id = $1", [slow.orgId])
  expect(await inOrg((tx) => beginLoading(tx, second))).toBe(true)
  await expect(inOrg((tx) => writeProgress(tx, first, 50))).rejects.toThrow(TakenOverError)
  await expect(inOrg((tx) => endLoading(tx, first, 'ready', null))).rejects.toThrow(TakenOverError)
  await inOrg((tx) => writeProgress(tx, second, 20))
  expect(await state(slow)).toMatchObject({ status: 'loading', progress: 20 })
})

test('is loaded, counted, shown by every module, and removed without a trace in lists and sums', async () => {
  expect(await state()).toMatchObject({ status: 'none', progress: 0 })
  const response = await call<DemoData>('POST', '/api/demo-data')
  expect(response.status).toBe(202)
  expect((await call('POST', '/api/demo-data')).status).toBe(409)
  const loaded = await settled()
  expect(loaded).toMatchObject({ status: 'ready', progress: 100, error: null })
  expect(loaded.counts).toMatchObject({
    agents: 3,
    contacts: 2_000,
    segments: 2,
    campaigns: 3,
    workflows: 1,
    conversations: 4,
    orders: 24,
    documents: 3,
    webhooks: 1,
    entities: 2,
  })
  expect(loaded.counts.runs).toBeGreaterThan(200)
  expect(await totals(owner.orgId)).toMatchObject({ agents: 3, contacts: 2_000, campaigns: 3, conversations: 4, runs: loaded.counts.runs })

  const campaigns = await call<{ rows: { name: string; stats: { sent: number; opened: number } }[] }>('GET', '/api/campaigns')
  expect(JSON.stringify(campaigns.body.data)).toContain('Spring offers (demo)')
  const runs = await call<{ rows: { status: string; success: number }[] }>('GET', '/api/agents/stats')
  expect(runs.status).toBe(200)

  const list = async (path: string) => (await call<Record<string, unknown>[]>('GET', path)).body.data
  const orders = await list('/api/sales-orders?limit=50')
  expect(orders).toHaveLength(24)
  expect(new Set(orders.map(({ status }) => status))).toEqual(new Set(['Pending', 'Confirmed', 'Completed', 'Cancelled']))
  expect(new Set(orders.map(({ date }) => date)).size).toBeGreaterThan(15)
  expect((await list('/api/sales-invoices?limit=50')).every(({ status }) => status === 'Draft')).toBe(true)
  expect(await list('/api/webhooks')).toMatchObject([{ isEnabled: false, deliveryStats: { total: 56 } }])
  expect(await list('/api/knowledge/documents')).toHaveLength(3)
  const connections = async () =>
    (await call<{ name: string; status: string; connectedAt: string }[]>('GET', '/api/integrations/connections')).body.data
  const [connection] = await connections()
  expect(connection).toMatchObject({ name: 'Web search (demo)', status: 'connected' })
  expect(Date.now() - Date.parse(connection?.connectedAt ?? '')).toBeGreaterThan(27 * 86_400_000)

  const viewings = (await call<EntityRecord[]>('GET', '/api/records/demo_viewings?limit=50')).body.data
  expect(viewings).toHaveLength(24)
  expect(viewings.every(({ related }) => related['visitor']?.[0]?.label && related['property']?.[0]?.label)).toBe(true)

  const ownCost = await addOwnRun(owner.orgId)
  expect((await call('DELETE', '/api/demo-data')).status).toBe(202)
  expect(await settled()).toMatchObject({ status: 'none' })
  for (const path of ['sales-orders', 'sales-products', 'sales-quotations', 'sales-invoices', 'webhooks', 'knowledge/documents'])
    expect(await list(`/api/${path}`), path).toEqual([])
  expect(await connections()).toEqual([])
  expect((await call<EntityDefinition[]>('GET', '/api/entities?q=demo_')).body.data).toEqual([])
  const { rows: tables } = await t.owner.query("select tablename from pg_tables where schemaname = 'records' and tablename like 'demo_%'")
  expect(tables).toEqual([])
  // What a member ran with an agent of the demo data was used.
  const none = { agents: 0, runs: 0, contacts: 0, segments: 0, campaigns: 0, conversations: 0 }
  expect(await totals(owner.orgId)).toEqual({ ...none, cost: ownCost })
  expect((await call('DELETE', '/api/demo-data')).status).toBe(409)
})

test('stops with the reason where the plan has no room, and can be removed', async () => {
  const full = await t.register()
  await t.owner.query('update auth.organizations set max_agents = 1 where id = $1', [full.orgId])
  await call('POST', '/api/demo-data', full)
  const failed = await settled(full)
  expect(failed).toMatchObject({ status: 'failed' })
  expect(failed.error).toContain('Your plan allows 1 agents.')
  // A second try begins with what the first one left, and comes to the same end.
  expect((await call('POST', '/api/demo-data', full)).status).toBe(202)
  expect(await settled(full)).toMatchObject({ status: 'failed', counts: { agents: 1 } })
  expect(await totals(full.orgId)).toMatchObject({ agents: 1 })
  await call('DELETE', '/api/demo-data', full)
  expect(await settled(full)).toMatchObject({ status: 'none' })
  expect(await totals(full.orgId)).toMatchObject({ agents: 0, runs: 0, contacts: 0 })
})

test('work that its process left in the middle counts as stopped and can be removed', async () => {
  const left = await t.register()
  await t.owner.query(
    "insert into app.demo_data (org_id, status, progress, updated_at) values ($1, 'loading', 40, now() - interval '2 minutes')",
    [left.orgId],
  )
  expect(await state(left)).toMatchObject({ status: 'failed', progress: 40 })
  expect((await call('DELETE', '/api/demo-data', left)).status).toBe(202)
  expect(await settled(left)).toMatchObject({ status: 'none' })
})

test('what a crash kept from being recorded is removed too, and things of members with such a name stay', async () => {
  const left = await t.register()
  const own = await t.call<{ id: string }>('POST', '/api/agents', {
    token: left.token,
    body: { name: 'Lead Qualifier (demo)', type: 'SALES' },
  })
  await t.owner.query("update app.agents set created_at = now() - interval '1 hour' where id = $1", [own.body.data.id])
  await call('POST', '/api/demo-data', left)
  expect(await settled(left)).toMatchObject({ status: 'ready' })
  // As if the process had died after each create and before its record.
  await t.owner.query(
    `update app.demo_data set status = 'loading', progress = 65, updated_at = now() - interval '2 minutes', records = records
       || '{"agents": [], "segments": [], "campaigns": [], "workflows": [], "importId": null}' where org_id = $1`,
    [left.orgId],
  )
  expect((await call('DELETE', '/api/demo-data', left)).status).toBe(202)
  expect(await settled(left)).toMatchObject({ status: 'none' })
  expect(await totals(left.orgId)).toMatchObject({ agents: 1, runs: 0, contacts: 0, segments: 0, campaigns: 0, conversations: 0 })
})

test('a member may see it and not load it', async () => {
  const member = await t.addMember(owner.orgId, 'MEMBER')
  expect((await call('GET', '/api/demo-data', member)).status).toBe(200)
  expect((await call('POST', '/api/demo-data', member)).status).toBe(403)
})

test('is removed with its contacts where a crash stopped it during their import', async () => {
  const left = await t.register()
  await call('POST', '/api/demo-data', left)
  expect(await settled(left)).toMatchObject({ status: 'ready' })
  await t.owner.query(
    "update app.contact_imports set status = 'running', worker = null, finished_at = null, updated_at = now() where org_id = $1",
    [left.orgId],
  )
  await t.owner.query(
    "update app.demo_data set status = 'loading', progress = 25, updated_at = now() - interval '2 minutes' where org_id = $1",
    [left.orgId],
  )
  expect((await call('DELETE', '/api/demo-data', left)).status).toBe(202)
  expect(await settled(left)).toMatchObject({ status: 'none' })
  expect(await totals(left.orgId)).toMatchObject({ contacts: 0 })
})
