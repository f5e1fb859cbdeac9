import { afterAll, beforeAll, expect, test } from 'vitest'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { startUnlessRefused } from '../triggers/start-unless-refused.ts'
import { engineOf } from './engine-of.ts'
import { byHand, flow, publish } from './test-flows.ts'

let t: TestApp
let user: TestUser
const clock = createFakeClock()
beforeAll(async () => {
  t = await createTestApp({ log: 'silent', clock })
  user = await t.register()
})
afterAll(() => t.close())

const limit = (runs: number) => t.owner.query('update auth.organizations set workflow_runs_limit = $2 where id = $1', [user.orgId, runs])
const start = (id: string) => engineOf(t.platform).start(user.orgId, byHand(id))
const runs = async () =>
  (await t.owner.query<{ n: number }>('select count(*)::int as n from app.workflow_runs where org_id = $1', [user.orgId])).rows[0]?.n

test('starts no more workflows than the plan allows in a month, says which plan lifts it, and lets triggers pass by', async () => {
  await limit(2)
  const id = await publish(t, user.orgId, flow([], ''))
  await start(id)
  await start(id)
  await expect(start(id)).rejects.toMatchObject({
    status: 429,
    code: 'PLAN_LIMIT',
    message: 'The 2 workflow runs of this month are used up. The Free plan allows more.',
  })
  await t.platform.db.withOrg(user.orgId, (tx) => startUnlessRefused(t.platform, tx, byHand(id)))
  expect(await runs()).toBe(2)
  // A larger plan is seen at once: what is used up is counted anew.
  await limit(3)
  await start(id)
  expect(await runs()).toBe(3)
})
