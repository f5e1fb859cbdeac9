import type * as AgentEvents from '@imperium/contract/events/agents.ts'
import type { CreatedWebhook } from '@imperium/contract/webhooks.ts'
import type { ServerResponse } from 'node:http'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { startReceiver } from '../testing/receiver.ts'
import type { Receiver } from '../testing/receiver.ts'
import type * as SessionStore from './session-store.ts'

/** Holds up what `readDue` has read until the test goes on. */
const reading = vi.hoisted(() => ({ isHeld: false, heldRows: 0, release: () => {} }))
vi.mock('./session-store.ts', async (original) => {
  const store = await original<typeof SessionStore>()
  const readDue: typeof store.readDue = async (...given) => {
    const rows = await store.readDue(...given)
    if (reading.isHeld && rows.length > 0) {
      reading.heldRows = rows.length
      await new Promise<void>((resolve) => {
        reading.release = resolve
      })
    }
    return rows
  }
  return { ...store, readDue }
})

let t: TestApp
let agentEvents: (typeof AgentEvents)['agentEvents']
let receiver: Receiver
let owner: TestUser
beforeAll(async () => {
  // Test files share their modules: this one needs a store of its own, and the next one must not get it.
  vi.resetModules()
  const { createTestApp } = await import('../../../testing/test-app.ts')
  ;({ agentEvents } = await import('@imperium/contract/events/agents.ts'))
  receiver = await startReceiver()
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1', WEBHOOK_RETRY_MS: '3600000' } })
  await t.startWorkers()
  owner = await t.register()
})
afterAll(async () => {
  await t.close()
  receiver.close()
  vi.resetModules()
})

test('a delivery read while the receiver asks for a pause waits until the pause ends', async () => {
  const held: ServerResponse[] = []
  receiver.respondAt('/pause', (response) => void held.push(response))
  const body = { name: 'Paused', url: `${receiver.url}/pause`, events: ['agent.created'] }
  const { id } = (await t.call<CreatedWebhook>('POST', '/api/webhooks', { token: owner.token, body })).body.data
  const emit = () =>
    t.platform.db.withOrg(owner.orgId, (tx) => t.platform.events.emit(tx, agentEvents.created, { agentId: newId(), name: 'Late' }))
  const soon = { timeout: 15_000, interval: 20 }
  await emit()
  await vi.waitFor(() => expect(held).toHaveLength(1), soon)
  reading.isHeld = true
  await emit()
  await vi.waitFor(() => expect(reading.heldRows).toBe(1), soon)
  held[0]?.writeHead(429, { 'retry-after': '3600' }).end()
  const isSettled = async () => expect((await t.owner.query('select 1 from app.webhook_attempts where status_code = 429')).rowCount).toBe(1)
  await vi.waitFor(isSettled, soon)
  reading.isHeld = false
  reading.release()
  const isHandedBack = `select 1 from app.webhook_queues where webhook_id = $1 and lease_owner is null and paused_until > now()`
  await vi.waitFor(async () => expect((await t.owner.query(isHandedBack, [id])).rowCount).toBe(1), soon)
  expect(receiver.of('/pause')).toHaveLength(1)
})
