import { agentEvents } from '@imperium/contract/events/agents.ts'
import type { CreatedWebhook, WebhookDelivery } from '@imperium/contract/webhooks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { failPending } from './session-store.ts'

/** Without workers: the tests do their steps one by one. */
let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  owner = await t.register()
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/webhooks${path}`, { token: owner.token, ...(body ? { body } : {}) })
const make = async (name: string) =>
  (await call<CreatedWebhook>('POST', '', { name, url: 'http://127.0.0.1:9/', events: ['agent.created'] })).body.data.id
const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(owner.orgId, work)
const emit = (many: number) => {
  const payloads = Array.from({ length: many }, (_, at) => ({ agentId: newId(), name: `Agent ${at}` }))
  return inOrg((tx) => t.platform.events.emitAll(tx, agentEvents.created, payloads))
}
const logOf = async (id: string) => (await call<WebhookDelivery[]>('GET', `/${id}/deliveries`)).body.data

test('ends what a disabled webhook has not sent, but no call under way and nothing of one that is enabled again', async () => {
  const id = await make('Switched')
  await emit(2)
  await call('PATCH', `/${id}`, { isEnabled: false })
  const [later, earlier] = (await logOf(id)).map((each) => each.id)
  const ending = { error: 'The webhook is disabled.', limit: 10, inFlight: [later ?? ''] }
  expect(await inOrg((tx) => failPending(tx, id, ending))).toBe(false)
  expect((await logOf(id)).map((each) => [each.id, each.status])).toEqual([
    [later, 'pending'],
    [earlier, 'failed'],
  ])
  await call('PATCH', `/${id}`, { isEnabled: true })
  await emit(1)
  expect(await inOrg((tx) => failPending(tx, id, { ...ending, inFlight: [] }))).toBe(false)
  expect((await logOf(id)).map(({ status }) => status)).toEqual(['pending', 'pending', 'failed'])
})
