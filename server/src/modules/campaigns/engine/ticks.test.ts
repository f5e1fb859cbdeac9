import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Notification } from '@imperium/contract/notifications.ts'
import { createFakeClock } from '../../../testing/fake-clock.ts'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { runSchedule } from '../launch/run-schedule.ts'
import { recordOutcome } from '../tracking/record-event.ts'
import { readAnalytics } from '../reports/analytics-store.ts'
import { chooseDueWinners } from './choose-winner.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { guardEndedSends, guardSends } from './reap-store.ts'
import {
  accepted,
  arrangeCampaign,
  createFakeOutlet,
  createFakeParts,
  launch,
  numbersOf,
  recipientsOf,
  startEngines,
} from './test-sends.ts'

// What happens to a send without a user: winners, pauses, and robustness against clock jumps. Only the test calls the ticks.

let t: TestApp
const clock = createFakeClock()
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ clock, env: { CAMPAIGN_IN_FLIGHT: '10', CAMPAIGN_RETRY_MS: '50,100' } })
  engines = await startEngines(t)
})
afterAll(() => t.close())

async function use(outlet: ReturnType<typeof createFakeOutlet>): Promise<TestUser> {
  const user = await t.register()
  engines.set(user.orgId, createEngine(t.platform, createFakeParts(outlet.send)))
  return user
}

const personOf = (n: number) => `01900000-0000-7000-8000-${(n + 1).toString(16).padStart(12, '0')}`
/** Contact ids of `arrangeCampaign` are the same in every organization. */
const happens = (orgId: string, sendId: string, n: number, type: 'opened' | 'complained' | 'bounced') =>
  happensTo(orgId, sendId, personOf(n), type)
const happensTo = (orgId: string, sendId: string, contactId: string, type: 'opened' | 'complained' | 'bounced') =>
  t.platform.db.withOrg(orgId, (tx) => recordOutcome(t.platform, tx, { sendId, contactId, type, at: clock.now() }))
/** Chunks are sent in parallel, in no order: a recipient that complains must have got the message. */
const someoneSent = async (sendId: string) => {
  const { rows } = await t.owner.query<{ contact_id: string }>(
    'select contact_id from app.campaign_recipients where send_id = $1 and sent_at is not null limit 1',
    [sendId],
  )
  return rows[0]?.contact_id ?? ''
}
const completed = (sendId: string) =>
  until(async () => {
    const numbers = await numbersOf(t, sendId)
    return numbers.status === 'completed' && numbers
  }, 60_000)
const alarms = async (orgId: string) => {
  const { rows } = await t.owner.query<{ payload: { reason: string } }>(
    `select payload from app.outbox where org_id = $1 and type = 'campaign.alarmed'`,
    [orgId],
  )
  return rows.map((row) => row.payload.reason)
}

test('the winner is chosen when the test’s time is up, by what its recipients did, and the rest gets it', async () => {
  const { orgId } = await use(createFakeOutlet(() => accepted))
  const ab = { variants: [{ name: 'B', share: 50, content: { subject: 'B' } }], testPercent: 20, winnerBy: 'opened', waitHours: 4 }
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 200, definition: { ab } })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).sent === 40)
  const { rows } = await t.owner.query<{ contact_id: string; variant: number }>(
    'select contact_id, variant from app.campaign_recipients where send_id = $1 and sent_at is not null',
    [sendId],
  )
  const of = (variant: number) => rows.filter((row) => row.variant === variant).map((row) => row.contact_id)
  for (const contactId of [...of(0).slice(0, 2), ...of(1).slice(0, 5)])
    await t.platform.db.withOrg(orgId, (tx) => recordOutcome(t.platform, tx, { sendId, contactId, type: 'opened', at: clock.now() }))
  // Not before its time.
  await until(
    async () => (await t.owner.query('select 1 from app.campaign_sends where id = $1 and winner_due_at > now()', [sendId])).rowCount,
  )
  await chooseDueWinners(t.platform)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'testing', sent: 40 })
  // Recipients that wait for the winner count for no variant.
  const totals = async () =>
    (await t.platform.db.withOrg(orgId, (tx) => readAnalytics(tx, campaignId, { timeZone: 'UTC', now: new Date() }))).variants.map(
      ({ total }) => total,
    )
  expect(await totals()).toEqual([of(0).length, of(1).length])
  await t.owner.query('update app.campaign_sends set winner_due_at = now() where id = $1', [sendId])
  await chooseDueWinners(t.platform)
  expect(await completed(sendId)).toMatchObject({ sent: 200, campaign: 'completed' })
  const after = await t.owner.query<{ winner: number; winner_detail: object; n: number }>(
    `select winner, winner_detail, (select count(*)::int from app.campaign_recipients r where r.send_id = s.id and r.variant = 1) as n
     from app.campaign_sends s where id = $1`,
    [sendId],
  )
  expect(after.rows[0]).toEqual({
    winner: 1,
    winner_detail: {
      by: 'opened',
      scores: [
        { variant: 0, sent: of(0).length, hits: 2 },
        { variant: 1, sent: of(1).length, hits: 5 },
      ],
    },
    n: of(1).length + 160,
  })
  expect(await totals()).toEqual([of(0).length, of(1).length + 160])
})

test('starts the winner’s clock although one recipient is postponed for hours', async () => {
  let first = ''
  const { orgId } = await use(
    createFakeOutlet(({ to }) => {
      first ||= to
      return to === first ? { kind: 'put-off', response: '451 Greylisted', throttled: false, retryAfterMs: 3_600_000 } : accepted
    }),
  )
  const ab = { variants: [{ name: 'B', share: 50, content: { subject: 'B' } }], testPercent: 20, winnerBy: 'opened', waitHours: 4 }
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 100, definition: { ab } }))
  await until(
    async () => (await t.owner.query('select 1 from app.campaign_sends where id = $1 and winner_due_at > now()', [sendId])).rowCount,
  )
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'testing', sent: 19 })
})

test('a spike of bounces stops the campaign before most of it is sent', async () => {
  const outlet = createFakeOutlet(async ({ to }) => {
    await pause(2)
    return Number(/\d+/.exec(to)?.[0]) % 4 ? accepted : { kind: 'refused', reason: 'bounced', response: '550 5.1.1 No such user' }
  })
  const { orgId } = await use(outlet)
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 3_000 }))
  const paused = await until(async () => {
    const numbers = await numbersOf(t, sendId)
    return numbers.status === 'paused' && numbers
  }, 60_000)
  expect(paused.pause_reason).toMatch(/^Paused automatically: \d+ of \d+ \([\d.]+ %\) bounced; the limit is 5 %\.$/)
  await until(async () => !(await recipientsOf(t, sendId))['sending'])
  const { sent } = await numbersOf(t, sendId)
  expect(sent).toBeLessThan(2_000)
  await pause(300)
  expect((await numbersOf(t, sendId)).sent).toBe(sent)
})

test('pauses a running campaign at the next tick when complaints reach one per thousand', async () => {
  const outlet = createFakeOutlet(async () => {
    await pause(20)
    return accepted
  })
  const { orgId } = await use(outlet)
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 600 }))
  await until(async () => (await numbersOf(t, sendId)).sent > 20)
  await guardSends(t.platform)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'sending' })
  await happensTo(orgId, sendId, await someoneSent(sendId), 'complained')
  await guardSends(t.platform)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'paused', campaign: 'paused' })
})

test('pauses the later sends of a recurring campaign when complaints arrive after a send ended', async () => {
  const { orgId, token } = await use(createFakeOutlet(() => accepted))
  const schedule = { type: 'recurring', startAt: '2030-01-01T09:00', timeZone: 'UTC', frequency: 'daily' }
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 400, definition: { schedule } })
  await t.owner.query(`update app.campaigns set next_at = now() + interval '1 hour' where id = $1`, [campaignId])
  const sendId = await launch(t.platform, orgId, campaignId)
  expect(await completed(sendId)).toMatchObject({ sent: 400, campaign: 'running' })
  await guardEndedSends(t.platform)
  expect(await numbersOf(t, sendId)).toMatchObject({ campaign: 'running' })
  await happens(orgId, sendId, 7, 'complained')
  await guardEndedSends(t.platform)
  const held = await numbersOf(t, sendId)
  expect(held).toMatchObject({ campaign: 'paused', status: 'completed' })
  expect(held.pause_reason).toBe('Paused automatically: 1 of 400 (0.25 %) complained; the limit is 0.1 %.')
  // The occurrence is due, and nothing starts.
  await t.owner.query(`update app.campaigns set next_at = now() - interval '1 second' where id = $1`, [campaignId])
  await runSchedule(t.platform)
  const { rows } = await t.owner.query('select 1 from app.campaign_sends where campaign_id = $1', [campaignId])
  expect(rows).toHaveLength(1)
  // After a resume, earlier complaints no longer count.
  await t.owner.query(`update app.campaigns set next_at = now() + interval '1 hour' where id = $1`, [campaignId])
  expect((await t.call('POST', `/api/campaigns/${campaignId}/resume`, { token })).status).toBe(200)
  await guardEndedSends(t.platform)
  expect(await numbersOf(t, sendId)).toMatchObject({ campaign: 'running' })
  expect(await alarms(orgId)).toEqual([])
})

test('notifies the creator once when bounces arrive after the end of a campaign with nothing left to pause', async () => {
  const { orgId, userId, token } = await use(createFakeOutlet(() => accepted))
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 60 })
  await t.owner.query('update app.campaigns set created_by_user = $2 where id = $1', [campaignId, userId])
  const sendId = await launch(t.platform, orgId, campaignId)
  await completed(sendId)
  for (const n of [0, 1, 2]) await happens(orgId, sendId, n, 'bounced')
  await guardEndedSends(t.platform)
  await guardEndedSends(t.platform)
  expect(await alarms(orgId)).toEqual(['3 of 60 (5 %) bounced; the limit is 5 %.'])
  expect(await numbersOf(t, sendId)).toMatchObject({ campaign: 'completed', delivered: 57, bounced: 3 })
  const handler = t.modules.flatMap((each) => each.events ?? []).find(({ name }) => name === 'notifications.tellAlarmedCampaign')
  const payload = { campaignId, sendId, name: 'Spring', reason: (await alarms(orgId))[0] ?? '' }
  await handler?.run({ orgId, eventId: '01900000-0000-7000-8000-00000000ffff', event: 'campaign.alarmed', payload })
  const { body } = await t.call<Notification[]>('GET', '/api/notifications/all', { token })
  expect(body.data.find(({ title }) => title === 'Spring met with too many complaints or bounces')?.message).toBe(
    '3 of 60 (5 %) bounced; the limit is 5 %.',
  )
})

test('loses no recipient, sends nothing twice and gives up nothing when the clock jumps two hours ahead and back', async () => {
  const outlet = createFakeOutlet(async ({ to }, copy) => {
    await pause(3)
    // Some recipients are postponed, while the clock jumps.
    return Number(/\d+/.exec(to)?.[0]) % 10 === 0 && copy === 1
      ? { kind: 'put-off', throttled: false, retryAfterMs: null, response: '451 Later' }
      : accepted
  })
  const { orgId } = await use(outlet)
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 1_200 }))
  const twoHours = 2 * 3_600_000
  for (const [reached, ms] of [
    [200, twoHours],
    [500, -twoHours],
    [800, -twoHours],
    [1_000, twoHours],
  ] as const) {
    await until(async () => outlet.got.size >= reached, 20_000, 5)
    clock.advance(ms)
  }
  expect(await completed(sendId)).toMatchObject({ sent: 1_200, delivered: 1_200, failed: 0, held: 0, repeats: 0 })
  const copies = [...outlet.got.entries()].map(([to, n]) => [Number(/\d+/.exec(to)?.[0]) % 10 === 0 ? 2 : 1, n])
  expect(copies.every(([wanted, n]) => wanted === n)).toBe(true)
  expect(outlet.most()).toBeLessThanOrEqual(10)
})
