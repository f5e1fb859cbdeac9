import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { agentEvents } from '@imperium/contract/events/agents.ts'
import type { PayloadOf } from '@imperium/contract/kit/event.ts'
import { events } from '@imperium/contract/registry.ts'
import type {
  CreatedWebhook,
  ListedWebhook,
  Webhook,
  WebhookDelivery,
  WebhookDeliveryDetail,
  WebhookEvent,
  WebhookStats,
} from '@imperium/contract/webhooks.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { judgeFailing } from './endpoint-health.ts'
import { startReceiver } from './testing/receiver.ts'
import type { Receiver } from './testing/receiver.ts'

let t: TestApp
let receiver: Receiver
let owner: TestUser
beforeAll(async () => {
  receiver = await startReceiver()
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1', WEBHOOK_RETRY_MS: '50', WEBHOOK_TIMEOUT_MS: '1000' } })
  await t.startWorkers()
  owner = await t.register()
})
afterAll(async () => {
  await t.close()
  receiver.close()
})

const call = <T>(method: string, path: string, body?: object, user = owner) =>
  t.call<T>(method, `/api/webhooks${path}`, { token: user.token, ...(body ? { body } : {}) })
const make = async (path: string, more: object = {}, user = owner): Promise<CreatedWebhook> => {
  const body = { name: `Hook ${path} ${user.orgId}`, url: `${receiver.url}${path}`, events: ['agent.created'], ...more }
  const made = await call<CreatedWebhook>('POST', '', body, user)
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data
}
const emit = <E extends (typeof agentEvents)['created' | 'updated']>(event: E, payload: PayloadOf<E>, user = owner) =>
  t.platform.db.withOrg(user.orgId, (tx) => t.platform.events.emit(tx, event, payload))
const makeAgent = (name: string, user = owner) => emit(agentEvents.created, { agentId: newId(), name }, user)
const logOf = async (id: string, query = '') => (await call<WebhookDelivery[]>('GET', `/${id}/deliveries${query}`)).body.data
const until = vi.waitFor
const soon = { timeout: 25_000, interval: 20 }

test('creates, lists, changes and deletes a webhook, without showing its secrets again', async () => {
  const made = await make('/crud', {
    headers: [
      { key: 'X-Key', value: 'hidden-value' },
      { key: '', value: '' },
      { key: 'X-Blank', value: ' ' },
    ],
  })
  expect(made).toMatchObject({ isEnabled: true, headers: [{ key: 'X-Key' }], deliveryStats: { total: 0, successful: 0, failed: 0 } })
  expect(made.plainSecretKey).toMatch(/^whsec_[A-Za-z0-9+/]{32}$/)
  const listed = await t.call<ListedWebhook[]>('GET', '/api/webhooks?q=crud', { token: owner.token })
  expect(JSON.stringify(listed.body)).not.toContain('hidden-value')
  expect(JSON.stringify(listed.body)).not.toContain(made.plainSecretKey)
  expect(listed.body.data[0]).toMatchObject({ id: made.id, recentDeliveries: [] })
  const revealed = await call<{ plainSecretKey: string }>('POST', `/${made.id}/secret`)
  expect(revealed.body.data.plainSecretKey).toBe(made.plainSecretKey)
  const changed = await call<Webhook>('PATCH', `/${made.id}`, { isEnabled: false, headers: [{ key: 'X-Key' }], updatedAt: made.updatedAt })
  expect(changed.body.data).toMatchObject({ isEnabled: false, disabledReason: 'member', headers: [{ key: 'X-Key' }] })
  expect((await call('PATCH', `/${made.id}`, { name: 'x', updatedAt: made.updatedAt })).status).toBe(409)
  expect((await call('DELETE', `/${made.id}`)).status).toBe(200)
  expect((await call('GET', `/${made.id}`)).status).toBe(404)
  await until(async () => expect((await t.owner.query('select 1 from app.webhooks where id = $1', [made.id])).rowCount).toBe(0), soon)
})

test('another address gets no stored header value', async () => {
  const made = await make('/kept', { headers: [{ key: 'X-Key', value: 'hidden-value' }] })
  const change = async (body: object) => {
    const { status, body: reply } = await call<Webhook>('PATCH', `/${made.id}`, body)
    return [status, reply.errors?.map(({ path }) => path)]
  }
  const whole = await call('PATCH', `/${made.id}`, { url: 'https://example.com/' })
  expect(whole.body.errors).toEqual([{ path: 'headers', message: 'Enter the header values again: the address has changed' }])
  expect(await change({ url: 'https://example.com/', headers: [{ key: 'X-New', value: 'a' }, { key: 'x-key' }] })).toEqual([
    422,
    ['headers.1.value'],
  ])
  expect((await call<Webhook>('GET', `/${made.id}`)).body.data.url).toBe(made.url)
  expect(await change({ url: `${receiver.url}/kept-elsewhere` })).toEqual([200, undefined])
  expect(await change({ url: 'https://example.com/', headers: [{ key: 'X-Key', value: 'anew' }] })).toEqual([200, undefined])
  expect(await change({ url: 'https://example.org/', headers: [] })).toEqual([200, undefined])
  expect(await change({ url: made.url })).toEqual([200, undefined])
})

test('refuses a blank name, a bad address, no event, inner addresses, and headers of ours', async () => {
  const body = { name: 'N', url: 'https://example.com/', events: ['agent.created'] }
  const messageOf = async (change: object) => (await call('POST', '', { ...body, ...change })).body.errors?.[0]
  expect(await messageOf({ name: ' ' })).toEqual({ path: 'name', message: 'Name is required' })
  expect(await messageOf({ url: '' })).toEqual({ path: 'url', message: 'URL is required' })
  expect(await messageOf({ url: 'example' })).toEqual({ path: 'url', message: 'Enter a valid URL' })
  expect(await messageOf({ events: [] })).toEqual({ path: 'events', message: 'Select at least one event' })
  expect(await messageOf({ events: ['no.such'] })).toMatchObject({ path: 'events.0', message: 'There is no event "no.such"' })
  for (const url of ['http://10.0.0.1/', 'http://169.254.169.254/latest', 'http://[::1]/'])
    expect((await messageOf({ url }))?.path).toBe('url')
  expect((await messageOf({ headers: [{ key: 'webhook-id', value: 'x' }] }))?.path).toBe('headers.0.key')
  expect((await messageOf({ headers: [{ key: 'X-A', value: 'a\r\nHost: b' }] }))?.path).toBe('headers.0.value')
})

test('delivers an event once, signed, with the headers of the customer, and logs it', async () => {
  const made = await make('/once', { headers: [{ key: 'X-Team', value: 'sales' }] })
  await makeAgent('Delivered')
  await until(async () => expect((await logOf(made.id))[0]?.status).toBe('success'), soon)
  const [got] = receiver.of('/once')
  expect(got?.headers).toMatchObject({ 'x-team': 'sales', 'content-type': 'application/json' })
  expect(got?.headers['x-imperium-signature']).toMatch(/^sha256=[0-9a-f]{64}$/)
  const [delivery] = await logOf(made.id)
  expect(JSON.parse(got?.body ?? '')).toEqual(delivery?.payload)
  expect(delivery).toMatchObject({
    event: 'agent.created',
    statusCode: 200,
    attempts: 1,
    isTest: false,
    errorMessage: null,
    nextAttemptAt: null,
  })
  expect(delivery?.payload).toMatchObject({
    id: got?.headers['webhook-id'],
    event: 'agent.created',
    data: { name: 'Delivered', organizationId: owner.orgId },
  })
  const detail = await call<{ attemptLog: object[] }>('GET', `/${made.id}/deliveries/${delivery?.id}`)
  expect(detail.body.data.attemptLog).toMatchObject([
    {
      attempt: 1,
      statusCode: 200,
      responseBody: 'ok',
      requestHeaders: { 'X-Team': '***', 'webhook-signature': '***', 'x-imperium-signature': '***', 'webhook-id': delivery?.payload['id'] },
    },
  ])
  expect((await call<Webhook>('GET', `/${made.id}`)).body.data.deliveryStats).toEqual({ total: 1, successful: 1, failed: 0 })
  expect(await logOf(made.id, '?q=delivered&status=success&event=agent.created')).toHaveLength(1)
  expect(await logOf(made.id, '?q=nothing')).toEqual([])
})

test('delivers to those whose filter holds, and in the order of a key', async () => {
  await make('/filtered', { filter: [{ path: 'name', operator: 'starts_with', value: 'Big' }] })
  const ordered = await make('/ordered', { orderingKey: 'agentId', events: ['agent.created', 'agent.updated'] })
  let failures = 2
  receiver.respondAt('/ordered', (response) => response.writeHead((failures -= 1) >= 0 ? 500 : 200).end())
  const agentId = newId()
  await emit(agentEvents.created, { agentId, name: 'Small' })
  await emit(agentEvents.updated, { agentId, name: 'Renamed', version: 2 })
  await makeAgent('Big one')
  await until(async () => expect((await logOf(ordered.id)).map(({ status }) => status)).toEqual(['success', 'success', 'success']), soon)
  const ofAgent = receiver.of('/ordered').map(({ body }) => JSON.parse(body) as { event: string; data: { agentId: string } })
  const types = ofAgent.filter(({ data }) => data.agentId === agentId).map(({ event }) => event)
  expect(types.slice(0, -1).every((type) => type === 'agent.created')).toBe(true)
  expect(types.at(-1)).toBe('agent.updated')
  const filtered = () => receiver.of('/filtered').map(({ body }) => (JSON.parse(body) as { data: { name: string } }).data.name)
  await until(async () => expect(filtered()).toEqual(['Big one']), soon)
})

test('a webhook in hand stops while its organization is at rest, and sends the others once after it', async () => {
  const user = await t.register()
  const { id } = await make('/resting', { ratePerSecond: 4 }, user)
  const agents = Array.from({ length: 30 }, () => newId())
  for (const agentId of agents) await emit(agentEvents.created, { agentId, name: 'Resting' }, user)
  await until(() => expect(receiver.of('/resting').length).toBeGreaterThan(0), soon)
  await t.owner.query(`update auth.organizations set deletes_at = now() + interval '30 days' where id = $1`, [user.orgId])
  const isLetGo = `select 1 from app.webhook_queues where webhook_id = $1 and lease_owner is null and due_at = '9999-01-01'`
  await until(async () => expect((await t.owner.query(isLetGo, [id])).rowCount).toBe(1), soon)
  expect(receiver.of('/resting').length).toBeLessThan(agents.length)
  await t.owner.query('update auth.organizations set deletes_at = null where id = $1', [user.orgId])
  await t.platform.wakeRested(user.orgId)
  await until(() => expect(receiver.of('/resting').length).toBe(agents.length), soon)
  const sent = receiver.of('/resting').map(({ body }) => (JSON.parse(body) as { data: { agentId: string } }).data.agentId)
  expect(new Set(sent)).toEqual(new Set(agents))
})

test('retries under the same id and body, fails at last, and delivers again on request', async () => {
  const made = await make('/again')
  receiver.respondAt('/again', (response) => response.writeHead(500).end('n'.repeat(3_000)))
  await makeAgent('Stubborn')
  await until(async () => expect((await logOf(made.id))[0]?.status).toBe('failed'), soon)
  const [failed] = await logOf(made.id)
  expect(failed).toMatchObject({ attempts: 2, statusCode: 500, errorMessage: 'The receiver did not accept the delivery.' })
  expect(new Set(receiver.of('/again').map(({ headers, body }) => `${String(headers['webhook-id'])} ${body}`)).size).toBe(1)
  receiver.respondAt('/again', (response) => response.end())
  const retried = await call<WebhookDelivery>('POST', `/${made.id}/deliveries/${failed?.id}/retry`)
  expect(retried.body.data.status).toBe('pending')
  await until(async () => expect((await logOf(made.id))[0]).toMatchObject({ status: 'success', attempts: 3 }), soon)
  expect((await call<Webhook>('GET', `/${made.id}`)).body.data.deliveryStats).toEqual({ total: 1, successful: 1, failed: 0 })
  const again = await call<{ deliveries: number }>('POST', `/${made.id}/replay`, { from: '2026-01-01T00:00:00.000Z', status: 'all' })
  expect([again.status, again.body.data.deliveries]).toEqual([202, 1])
  await until(async () => expect((await logOf(made.id))[0]).toMatchObject({ status: 'success', attempts: 4 }), soon)
  // The last three keep their whole response.
  const { attemptLog } = (await call<WebhookDeliveryDetail>('GET', `/${made.id}/deliveries/${failed?.id}`)).body.data
  expect(attemptLog.map(({ responseBody }) => responseBody.length)).toEqual([1_024, 3_000, 0, 0])
})

test('replays what failed since a time', async () => {
  const made = await make('/replay')
  receiver.respondAt('/replay', (response) => response.writeHead(503).end())
  for (const name of ['A', 'B', 'C']) await makeAgent(name)
  await until(async () => expect((await logOf(made.id, '?status=failed')).length).toBe(3), soon)
  receiver.respondAt('/replay', (response) => response.end())
  const body = { from: new Date(Date.now() - 3_600_000).toISOString() }
  expect((await call<{ deliveries: number }>('POST', `/${made.id}/replay`, body)).body.data.deliveries).toBe(3)
  await until(async () => expect((await logOf(made.id, '?status=success')).length).toBe(3), soon)
})

test('sends a test really, also of a disabled webhook, and answers with what came of it', async () => {
  const made = await make('/test', { events: ['campaign.sent'] })
  await call('PATCH', `/${made.id}`, { isEnabled: false })
  receiver.respondAt('/test', (response) => response.writeHead(400).end('wrong'))
  const failed = await call<WebhookDelivery>('POST', `/${made.id}/test`, {})
  expect(failed.body.data).toMatchObject({ status: 'failed', statusCode: 400, attempts: 1, isTest: true, event: 'campaign.sent' })
  expect(Object.keys(failed.body.data.payload['data'] as object)).toEqual(
    expect.arrayContaining(['campaignId', 'campaignName', 'recipientCount', 'organizationId', 'triggeredBy']),
  )
  receiver.respondAt('/test', (response) => response.end())
  expect((await call<WebhookDelivery>('POST', `/${made.id}/test`, { event: 'user.created' })).body.data).toMatchObject({
    status: 'success',
    event: 'user.created',
  })
})

test('disables on 410, tells the managers, and ends what is pending', async () => {
  const made = await make('/gone')
  receiver.respondAt('/gone', (response) => response.writeHead(410).end())
  await makeAgent('Last')
  await until(
    async () => expect((await call<Webhook>('GET', `/${made.id}`)).body.data).toMatchObject({ isEnabled: false, disabledReason: 'gone' }),
    soon,
  )
  expect((await logOf(made.id))[0]).toMatchObject({ status: 'failed', statusCode: 410 })
  await makeAgent('After it')
  expect(await logOf(made.id)).toHaveLength(1)
  expect((await call('POST', `/${made.id}/replay`, { from: '2026-01-01T00:00:00.000Z' })).status).toBe(409)
  await until(async () => {
    const shown = await t.call<{ items: { title: string }[] }>('GET', '/api/notifications', { token: owner.token })
    expect(shown.body.data.items.map(({ title }) => title)).toContain(`${made.name} was disabled`)
  }, soon)
})

test('warns after three days of failures and disables after five, unless one succeeds', async () => {
  const preferences = { dateFormat: 'DD/MM/YYYY' }
  expect((await t.call('PATCH', '/api/profile/preferences', { token: owner.token, body: preferences })).status).toBe(200)
  const made = await make('/days')
  const failFor = (days: number) =>
    t.owner.query(
      `update app.webhook_queues set failing_since = now() - $2 * interval '1 day' - interval '1 minute', last_failed_at = now() where webhook_id = $1`,
      [made.id, days],
    )
  // The state, not what the call returns: the job of this app may have come first.
  const judge = async () => {
    await judgeFailing(t.platform)
    const { rows } = await t.owner.query<{ warnedAt: Date | null; isEnabled: boolean }>(
      `select q.warned_at as "warnedAt", w.is_enabled as "isEnabled"
       from app.webhooks w join app.webhook_queues q on q.webhook_id = w.id where w.id = $1`,
      [made.id],
    )
    return rows[0]
  }
  await failFor(2)
  expect(await judge()).toEqual({ warnedAt: null, isEnabled: true })
  await failFor(3)
  const warned = await judge()
  expect(warned).toEqual({ warnedAt: expect.any(Date), isEnabled: true })
  expect(await judge()).toEqual(warned)
  await makeAgent('Success')
  await until(async () => expect((await call<Webhook>('GET', `/${made.id}`)).body.data.failingSince).toBeNull(), soon)
  await failFor(5)
  expect(await judge()).toMatchObject({ isEnabled: false })
  expect((await call<Webhook>('GET', `/${made.id}`)).body.data).toMatchObject({ isEnabled: false, disabledReason: 'failing' })
  await until(async () => {
    const { body } = await t.call<{ items: { title: string; message: string }[] }>('GET', '/api/notifications', { token: owner.token })
    const shown = new Map(body.data.items.map(({ title, message }) => [title, message]))
    expect([...shown.keys()]).toEqual(expect.arrayContaining([`${made.name} keeps failing`, `${made.name} was disabled`]))
    // Dates as the reader chose.
    expect(shown.get(`${made.name} keeps failing`)).toMatch(/since \d\d\/\d\d\/\d{4}\. It will be disabled on \d\d\/\d\d\/\d{4} /)
  }, soon)
  const subjects = async () =>
    (await t.owner.query<{ subject: string }>('select subject from app.sandbox_mail where recipient = $1', [owner.email])).rows.map(
      ({ subject }) => subject,
    )
  // Emailed after two minutes, because they are still unread.
  await t.owner.query("update pgboss.job set start_after = now() where name = 'notifications.mail'")
  await until(
    async () => expect(await subjects()).toEqual(expect.arrayContaining([`${made.name} keeps failing`, `${made.name} was disabled`])),
    soon,
  )
})

test('members read logs without secrets, viewers nothing, strangers find nothing', async () => {
  const made = await make('/roles')
  const member = await t.addMember(owner.orgId, 'MEMBER')
  const viewer = await t.addMember(owner.orgId, 'VIEWER')
  expect((await call('GET', `/${made.id}/deliveries`, undefined, member)).status).toBe(200)
  for (const [method, path, body] of [
    ['POST', `/${made.id}/secret`],
    ['PATCH', `/${made.id}`, { name: 'Mine' }],
    ['POST', `/${made.id}/test`, {}],
  ] as const)
    expect((await call(method, path, body, member)).status).toBe(403)
  expect((await call('GET', '', undefined, viewer)).status).toBe(403)
  const stranger = await t.register()
  for (const [method, path] of [
    ['GET', `/${made.id}`],
    ['GET', `/${made.id}/deliveries`],
    ['DELETE', `/${made.id}`],
  ] as const)
    expect((await call(method, path, undefined, stranger)).status).toBe(404)
})

test('counts and describes: cards, and every event with schema and example', async () => {
  const fresh = await t.register()
  const stats = async () => (await call<WebhookStats>('GET', '/stats', undefined, fresh)).body.data
  expect(await stats()).toEqual({ total: 0, active: 0, deliveries: 0, successRate: null })
  await make('/cards', {}, fresh)
  await makeAgent('Counted', fresh)
  await until(async () => expect(await stats()).toEqual({ total: 1, active: 1, deliveries: 1, successRate: 100 }), soon)
  const catalogue = (await call<WebhookEvent[]>('GET', '/events')).body.data
  expect(catalogue.map(({ type }) => type)).toEqual(events.map(({ type }) => type))
  const nine = [
    'agent.created',
    'agent.updated',
    'agent.deleted',
    'campaign.sent',
    'campaign.opened',
    'campaign.clicked',
    'message.received',
    'user.created',
    'user.updated',
  ]
  expect(catalogue.map(({ type }) => type)).toEqual(expect.arrayContaining(nine))
  for (const { type, schema, example } of catalogue) {
    expect([type, example['event']]).toEqual([type, type])
    expect(Object.keys(example['data'] as object)).toEqual(expect.arrayContaining(schema['required'] as string[]))
  }
})
