import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { engineOf } from './engine-of.ts'
import { byHand, flow, publish } from './test-flows.ts'
import { deleteExpiredRows } from './ticks-store.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

test('deletes large values after their retention, except those of open runs, without a full scan', async () => {
  const wait = { id: 'wait', type: 'wait_webhook', config: { timeout: { amount: 1, unit: 'days' } } }
  const workflowId = await publish(t, user.orgId, flow([wait], 'start>wait'))
  const { runId: going } = await engineOf(t.platform).start(user.orgId, byHand(workflowId))
  const ended = newId()
  const keep = (runId: string, id: number, days: number) =>
    t.owner.query(
      `insert into app.workflow_payloads (org_id, run_id, id, data, bytes, expires_at) values ($1, $2, $3, '{}', 2, now() + $4 * interval '1 day')`,
      [user.orgId, runId, id, days],
    )
  await keep(going, 100, -1)
  await keep(ended, 1, -1)
  await keep(ended, 2, 1)
  await deleteExpiredRows(t.platform)
  const { rows } = await t.owner.query<{ run_id: string; id: number }>('select run_id, id from app.workflow_payloads order by id')
  expect(rows).toEqual([
    { run_id: ended, id: 2 },
    { run_id: going, id: 100 },
  ])
  // With so few rows it would read them all.
  const client = await t.owner.connect()
  await client.query('set enable_seqscan = off')
  const plan = await client.query<{ 'QUERY PLAN': string }>('explain delete from app.workflow_payloads where expires_at < now()')
  client.release(true)
  const lines = plan.rows.map((row) => row['QUERY PLAN'])
  expect(lines.filter((line) => line.includes('Seq Scan'))).toEqual([])
  expect(lines.filter((line) => /Index Cond: \(expires_at < now\(\)\)/.test(line)).length).toBeGreaterThan(0)
})
