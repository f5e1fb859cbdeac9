import { agentEvents } from '@imperium/contract/events/agents.ts'
import type { CreatedWebhook, WebhookDelivery, WebhookDeliveryDetail } from '@imperium/contract/webhooks.ts'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { startReceiver } from '../testing/receiver.ts'
import type { Receiver } from '../testing/receiver.ts'

let t: TestApp
let receiver: Receiver
let owner: TestUser
beforeAll(async () => {
  receiver = await startReceiver()
  const env = { EGRESS_ALLOW: '127.0.0.1', WEBHOOK_RETRY_MS: '3600000', WEBHOOK_TIMEOUT_MS: '1000' }
  t = await createTestApp({ log: 'error', env })
  await t.startWorkers()
  owner = await t.register()
})
afterAll(async () => {
  await t.close()
  receiver.close()
})

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/webhooks${path}`, { token: owner.token, ...(body ? { body } : {}) })
const make = async (name: string, url: string) =>
  (await call<CreatedWebhook>('POST', '', { name, url, events: ['agent.created'] })).body.data.id
const emit = () =>
  t.platform.db.withOrg(owner.orgId, (tx) => t.platform.events.emit(tx, agentEvents.created, { agentId: newId(), name: 'Answered' }))
const firstOf = async (id: string) => (await call<WebhookDelivery[]>('GET', `/${id}/deliveries`)).body.data[0]
const piece = 'x'.repeat(16_384)
const endless = (response: ServerResponse) => {
  const more = () => {
    while (!response.destroyed && response.write(piece));
  }
  response.on('drain', more)
  more()
}

test('every answer, and none, ends in a state that shows', async () => {
  const responses: Record<string, (response: ServerResponse) => void> = {
    '200': (response) => response.end('fine'),
    '204': (response) => response.writeHead(204).end(),
    '301': (response) => response.writeHead(301, { location: '/200' }).end(),
    '400': (response) => response.writeHead(400).end('what?'),
    '404': (response) => response.writeHead(404).end(),
    '410': (response) => response.writeHead(410).end(),
    '429': (response) => response.writeHead(429, { 'retry-after': '7200' }).end(),
    '500': (response) => response.writeHead(500).end('oh'),
    cut: (response) => response.socket?.destroy(),
    silent: () => undefined,
    endless,
    enormous: (response) => response.end('y'.repeat(5_000_000)),
  }
  const ids = new Map<string, string>()
  for (const [name, respond] of Object.entries(responses)) {
    receiver.respondAt(`/${name}`, respond)
    ids.set(name, await make(name, `${receiver.url}/${name}`))
  }
  await emit()
  const expected: Record<string, Partial<WebhookDelivery>> = {
    '200': { status: 'success', statusCode: 200 },
    '204': { status: 'success', statusCode: 204 },
    '301': { status: 'pending', statusCode: 301 },
    '400': { status: 'pending', statusCode: 400 },
    '404': { status: 'pending', statusCode: 404 },
    '410': { status: 'failed', statusCode: 410 },
    '429': { status: 'pending', statusCode: 429 },
    '500': { status: 'pending', statusCode: 500 },
    cut: { status: 'pending', statusCode: null },
    silent: { status: 'pending', statusCode: null, errorMessage: 'The other side did not answer in time.' },
    endless: { status: 'success', statusCode: 200 },
    enormous: { status: 'success', statusCode: 200 },
  }
  for (const [name, id] of ids)
    await vi.waitFor(async () => expect([name, await firstOf(id)]).toMatchObject([name, { attempts: 1, ...expected[name] }]), {
      timeout: 15_000,
      interval: 50,
    })
  // A redirect is not followed, and the wait that a receiver asks for is obeyed.
  expect(receiver.of('/200')).toHaveLength(1)
  const nextAt = Date.parse((await firstOf(ids.get('429') ?? ''))?.nextAttemptAt ?? '')
  expect(nextAt).toBeGreaterThanOrEqual(Date.now() + 7_100_000)
  const large = await firstOf(ids.get('enormous') ?? '')
  const detail = (await call<WebhookDeliveryDetail>('GET', `/${large?.webhookId}/deliveries/${large?.id}`)).body.data
  expect(detail.attemptLog[0]?.responseBody).toBe(`${'y'.repeat(64 * 1024)}\n[Cut here after 64 KB]`)
})

test('an address that leads inside by the time of the call fails for good', async () => {
  const id = await make('inside', `${receiver.url}/inside`)
  await t.owner.query(`update app.webhooks set url = 'http://10.1.2.3/' where id = $1`, [id])
  await emit()
  await vi.waitFor(async () => expect(await firstOf(id)).toMatchObject({ status: 'failed', attempts: 1, statusCode: null }), {
    timeout: 15_000,
    interval: 50,
  })
  expect((await firstOf(id))?.errorMessage).toContain('not reachable from here')
})

test('webhooks that hang do not delay another one of the organization', async () => {
  const other = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1', WEBHOOK_TIMEOUT_MS: '60000' } })
  const held: ServerResponse[] = []
  try {
    await other.startWorkers()
    const { token, orgId } = await other.register()
    for (const name of ['hang1', 'hang2', 'hang3', 'hang4', 'hang5', 'hang6', 'healthy']) {
      if (name !== 'healthy') receiver.respondAt(`/${name}`, (response) => void held.push(response))
      await other.call('POST', '/api/webhooks', { token, body: { name, url: `${receiver.url}/${name}`, events: ['agent.created'] } })
    }
    const payloads = Array.from({ length: 40 }, (_, at) => ({ agentId: newId(), name: `Agent ${at}` }))
    await other.platform.db.withOrg(orgId, (tx) => other.platform.events.emitAll(tx, agentEvents.created, payloads))
    await vi.waitFor(() => expect(receiver.of('/healthy')).toHaveLength(40), { timeout: 30_000, interval: 20 })
    // All six were called, and none of them has been answered: the others did not wait for them.
    await vi.waitFor(() => expect(held.length).toBeGreaterThanOrEqual(6), { timeout: 15_000, interval: 20 })
  } finally {
    for (const response of held) response.end()
    await other.close()
  }
})
