import { agentEvents } from '@imperium/contract/events/agents.ts'
import type { CreatedWebhook, WebhookDelivery } from '@imperium/contract/webhooks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { replayJob } from './retry-deliveries.ts'
import type { ReplayJob } from './retry-deliveries.ts'

/** Without workers: what is due is seen in the table. */
let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  owner = await t.register()
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api/webhooks${path}`, { token: user.token, ...(body ? { body } : {}) })
const make = (change: object = {}) =>
  call<CreatedWebhook>('POST', '', { name: newId(), url: 'http://127.0.0.1:9/', events: ['agent.created'], ...change })

/** A webhook with deliveries that failed once and wait for half an hour. */
async function makeWaiting(count: number): Promise<{ id: string; deliveryIds: string[] }> {
  const { id } = (await make()).body.data
  const payloads = Array.from({ length: count }, (_, at) => ({ agentId: newId(), name: `Agent ${at}` }))
  await t.platform.db.withOrg(owner.orgId, (tx) => t.platform.events.emitAll(tx, agentEvents.created, payloads))
  const { rows } = await t.owner.query<{ id: string }>(
    `update app.webhook_deliveries set attempts = 1, failures = 1, due_at = now() + interval '30 minutes' where webhook_id = $1 returning id`,
    [id],
  )
  return { id, deliveryIds: rows.map((row) => row.id) }
}

const dueNow = async (id: string) =>
  (await t.owner.query('select 1 from app.webhook_deliveries where webhook_id = $1 and due_at <= now()', [id])).rowCount

/** Does the pieces of the queued replays. */
async function runReplays(): Promise<void> {
  const { rows } = await t.owner.query<{ id: string; data: ReplayJob }>(`select id, data from pgboss.job where name = 'webhooks.replay'`)
  for (const { id, data } of rows) await replayJob(t.platform).run(data, { id, signal: new AbortController().signal })
}

test('a delivery that waits for its next attempt is sent at once, and one that is due is not sent twice', async () => {
  const { id, deliveryIds } = await makeWaiting(2)
  const retry = (deliveryId = '') => call<WebhookDelivery>('POST', `/${id}/deliveries/${deliveryId}/retry`)
  expect((await retry(deliveryIds[0])).body.data).toMatchObject({ status: 'pending', attempts: 1 })
  expect(await dueNow(id)).toBe(1)
  expect((await retry(deliveryIds[0])).status).toBe(409)
})

test('all that wait are sent now, by a manager of the organization', async () => {
  const { id } = await makeWaiting(3)
  const viewer = await t.addMember(owner.orgId, 'VIEWER')
  expect((await call('POST', `/${id}/send-waiting`, undefined, viewer)).status).toBe(403)
  expect((await call('POST', `/${id}/send-waiting`, undefined, await t.register())).status).toBe(404)
  const sent = await call<{ deliveries: number }>('POST', `/${id}/send-waiting`)
  expect([sent.status, sent.body.data]).toEqual([202, { deliveries: 3 }])
  await runReplays()
  expect(await dueNow(id)).toBe(3)
  expect((await call<{ deliveries: number }>('POST', `/${id}/send-waiting`)).body.data.deliveries).toBe(0)
})

test('a replay reaches what waits for its next attempt', async () => {
  const { id } = await makeWaiting(2)
  const from = new Date(Date.now() - 3_600_000).toISOString()
  expect((await call<{ deliveries: number }>('POST', `/${id}/replay`, { from })).body.data.deliveries).toBe(2)
  await runReplays()
  expect(await dueNow(id)).toBe(2)
})

// A condition on a field that no event has would hold back every delivery without a word.
test('a filter names a field of its events', async () => {
  const filter = (path: string) => [{ path, operator: 'equals', value: 'x' }]
  const paths = async (change: object) => (await make(change)).body.errors?.map(({ path }) => path)
  expect(await paths({ filter: filter('nmae') })).toEqual(['filter.0.path'])
  expect(await paths({ filter: filter('name.first') })).toEqual(['filter.0.path'])
  expect(await paths({ filter: filter('name') })).toBeUndefined()
  expect(await paths({ events: ['agent.created', 'contact.created'], filter: filter('contactId') })).toEqual(['filter.0.path'])
  expect(await paths({ orderingKey: 'nowhere' })).toEqual(['orderingKey'])
  expect(await paths({ events: ['agent.created', 'contact.created'], orderingKey: 'contactId' })).toBeUndefined()
})

// As its manager chose: the body of one webhook has address and name, that of another ids alone.
test('a new contact comes with address and name where the webhook includes them', async () => {
  const events = ['contact.created']
  const including = (await make({ events, includesContact: true })).body.data.id
  const plain = (await make({ events })).body.data.id
  await t.call('POST', '/api/contacts', { token: owner.token, body: { email: 'ada@example.com', firstName: 'Ada' } })
  const bodyOf = async (id: string) =>
    (await t.owner.query<{ body: string }>('select body from app.webhook_deliveries where webhook_id = $1', [id])).rows.map(
      (row) => (JSON.parse(row.body) as { data: { contact?: object } }).data.contact,
    )
  expect(await bodyOf(including)).toEqual([{ email: 'ada@example.com', phone: null, firstName: 'Ada', lastName: '' }])
  expect(await bodyOf(plain)).toEqual([undefined])
})
