import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp } from '../../testing/test-app.ts'
import { registerOnLargePlan, runsOf } from '../../testing/test-runs.ts'
import { eraseRunsBefore } from './erase-runs-store.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
})
afterAll(() => t.close())

test('meters a run’s storage when it ends and releases it when the run is erased', async () => {
  const user = await registerOnLargePlan(t)
  const runs = runsOf(t, user)
  const stored = async () => (await t.call<{ storageBytes: number }>('GET', '/api/usage', { token: user.token })).body.data.storageBytes
  const agentId = await runs.agent({ name: 'Runner' })
  await runs.run(agentId, 'Say something long')
  const ofOne = await stored()
  expect(ofOne).toBeGreaterThan(50)
  const [first] = (await t.owner.query<{ id: string }>('select id from app.runs where org_id = $1', [user.orgId])).rows
  await t.owner.query(
    `insert into app.effects (org_id, source, step, kind, identity, policy, status, request)
     values ($1, 'run:' || $2, '1', 'mail', 'a', 'repeat', 'done', '{"to":"ada@example.com"}'), ($1, 'message:' || $2, '1', 'email', 'b', 'repeat', 'done', '{}')`,
    [user.orgId, first?.id],
  )
  const ledger = async () =>
    (await t.owner.query<{ identity: string }>('select identity from app.effects where org_id = $1', [user.orgId])).rows
  const end = new Date(Date.now() + 2)
  await new Promise((done) => setTimeout(done, 5))
  await runs.run(agentId, 'Say something else, which is longer than that')
  const ofBoth = await stored()
  expect(ofBoth).toBeGreaterThan(ofOne)
  expect(await t.platform.db.withSystem((tx) => eraseRunsBefore(tx, user.orgId, end, 10))).toBe(1)
  expect(await stored()).toBe(ofBoth - ofOne)
  // The recipients in the run's ledger rows are erased with the run; rows of other sources stay.
  expect(await ledger()).toEqual([{ identity: 'b' }])
  expect(await t.platform.db.withSystem((tx) => eraseRunsBefore(tx, user.orgId, end, 10))).toBe(0)
  expect(await stored()).toBe(ofBoth - ofOne)
})
