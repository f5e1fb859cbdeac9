import { afterAll, beforeAll, expect, test } from 'vitest'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { createEngine } from '../engine/engine.ts'
import type { Engine } from '../engine/engine.ts'
import { accepted, arrangeCampaign, createFakeOutlet, createFakeParts, startEngines } from '../engine/test-sends.ts'
import { runSchedule } from './run-schedule.ts'

let t: TestApp
let engines: Map<string, Engine>
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  engines = await startEngines(t)
})
afterAll(() => t.close())

async function register(): Promise<TestUser> {
  const user = await t.register()
  engines.set(user.orgId, createEngine(t.platform, createFakeParts(createFakeOutlet(() => accepted).send)))
  return user
}

const dueSince = async ({ orgId }: TestUser, since: string): Promise<string> => {
  const schedule = { type: 'scheduled', startAt: '2026-01-01T09:00', timeZone: 'UTC' }
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 1, definition: { schedule } })
  await t.owner.query("update app.campaigns set status = 'scheduled', next_at = now() - $2::interval where id = $1", [campaignId, since])
  return campaignId
}

test('however many campaigns of a suspended organization are due, those of others have their turn, and its own when it is back', async () => {
  const suspended = await register()
  const waiting = await dueSince(suspended, '3 days')
  await t.owner.query(
    `insert into app.campaigns (org_id, id, name, channel, status, definition, created_by, next_at)
    select org_id, gen_random_uuid(), name, channel, status, definition, created_by, now() - interval '2 days'
    from app.campaigns, generate_series(1, 200) where id = $1`,
    [waiting],
  )
  await t.owner.query("update auth.organizations set status = 'SUSPENDED' where id = $1", [suspended.orgId])
  const other = await dueSince(await register(), '1 minute')
  // When the schedule reaches it, the campaign is paused, since it has no account to send by; otherwise its status stays.
  const statusOf = async (campaignId: string) =>
    (await t.owner.query<{ status: string }>('select status from app.campaigns where id = $1', [campaignId])).rows[0]?.status

  await runSchedule(t.platform)
  expect([await statusOf(other), await statusOf(waiting)]).toEqual(['paused', 'scheduled'])

  await t.owner.query("update auth.organizations set status = 'ACTIVE' where id = $1", [suspended.orgId])
  await runSchedule(t.platform)
  expect(await statusOf(waiting)).toBe('paused')
})
