import { agentEvents } from '@imperium/contract/events/agents.ts'
import type { CreatedWebhook } from '@imperium/contract/webhooks.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { replayJob } from './retry-deliveries.ts'
import type { ReplayJob } from './retry-deliveries.ts'

/** Without workers: the test runs the pieces one by one. */
let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  owner = await t.register()
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/webhooks${path}`, { token: owner.token, ...(body ? { body } : {}) })
const pieces = async () =>
  (
    await t.owner.query<{ id: string; data: ReplayJob }>(
      `select id, data from pgboss.job where name = 'webhooks.replay' and state = 'created' order by created_on, id`,
    )
  ).rows
const countOf = async (status: string) =>
  (await t.owner.query<{ count: number }>('select count(*)::int as count from app.webhook_deliveries where status = $1', [status])).rows[0]
    ?.count

test('replays in pieces, each once although its job runs twice, and one replay of a webhook at a time', async () => {
  const body = { name: 'Replayed', url: 'http://127.0.0.1:9/', events: ['agent.created'] }
  const { id } = (await call<CreatedWebhook>('POST', '', body)).body.data
  const payloads = Array.from({ length: 1_500 }, (_, at) => ({ agentId: newId(), name: `Agent ${at}` }))
  await t.platform.db.withOrg(owner.orgId, (tx) => t.platform.events.emitAll(tx, agentEvents.created, payloads))
  const fail = () => t.owner.query(`update app.webhook_deliveries set status = 'failed', due_at = null`)
  await fail()
  const request = { from: new Date(Date.now() - 3_600_000).toISOString() }
  expect((await call<{ deliveries: number }>('POST', `/${id}/replay`, request)).body.data.deliveries).toBe(1_500)
  const refused = await call('POST', `/${id}/replay`, request)
  expect([refused.status, refused.body.error]).toEqual([409, 'A replay of this webhook is still running. Try again when it has finished.'])

  const job = replayJob(t.platform)
  const signal = new AbortController().signal
  const [first] = await pieces()
  await job.run(first!.data, { id: first!.id, signal })
  expect(await countOf('pending')).toBe(1_000)
  expect(await pieces()).toHaveLength(2)
  // The process died before it reported the job: the piece comes again, after its deliveries have failed again.
  await fail()
  await job.run(first!.data, { id: first!.id, signal })
  expect(await countOf('pending')).toBe(0)
  const [, second, ...others] = await pieces()
  expect(others).toEqual([])
  await job.run(second!.data, { id: second!.id, signal })
  expect(await countOf('pending')).toBe(500)
  expect((await call('POST', `/${id}/replay`, request)).status).toBe(202)
})
