import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { recordOutcome } from '../tracking/record-event.ts'
import { chooseDueWinners } from './choose-winner.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import type { EngineParts, OutletAccount } from './parts.ts'
import { queueChunks } from './queue-chunks.ts'
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
import { clearHourDelays } from './recheck-sends.ts'

// When the time of an A/B test begins, and what is chosen when nothing could be measured. Only the test calls the ticks.

let t: TestApp
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10', CAMPAIGN_RETRY_MS: '50,100' } })
  engines = await startEngines(t)
})
afterAll(() => t.close())

type Over = Partial<EngineParts> & { account?: Partial<OutletAccount> }

async function arrange(
  contacts: number,
  testPercent: number,
  over: Over,
  response: Parameters<typeof createFakeOutlet>[0] = () => accepted,
) {
  const { orgId } = await t.register()
  engines.set(orgId, createEngine(t.platform, createFakeParts(createFakeOutlet(response).send, over)))
  const ab = { variants: [{ name: 'B', share: 50, content: { subject: 'B' } }], testPercent, winnerBy: 'opened', waitHours: 4 }
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts, definition: { ab } }))
  return { orgId, sendId }
}

interface Clock {
  status: string
  winner: number | null
  scores: object[] | null
  /** Hours until the decision; null while the time of the test has not begun. */
  hours: number | null
}

async function clockOf(sendId: string): Promise<Clock | undefined> {
  const { rows } = await t.owner.query<Clock>(
    `select status, winner, winner_detail -> 'scores' as scores, (extract(epoch from winner_due_at - now()) / 3600)::float8 as hours
     from app.campaign_sends where id = $1`,
    [sendId],
  )
  return rows[0]
}
const isBegun = (sendId: string) => until(async () => (await clockOf(sendId))?.hours != null, 20_000)
const isCompleted = (sendId: string) => until(async () => (await clockOf(sendId))?.status === 'completed', 20_000)

test('starts the time of a test that waits for the morning when its messages were sent', async () => {
  let isQuiet = true
  const { orgId, sendId } = await arrange(100, 20, {
    checkReach: async (_tx, _facts, contacts) => {
      const until = new Date(Date.now() + 36_000_000)
      return new Map(contacts.map(({ id }) => [id, isQuiet ? { verdict: 'later', until, reason: 'quiet_hours' } : { verdict: 'ok' }]))
    },
  })
  await until(async () => {
    const { rows } = await t.owner.query(`select 1 from app.campaign_chunks where send_id = $1 and status = 'ready' and next_at > now()`, [
      sendId,
    ])
    return rows.length > 0
  })
  await chooseDueWinners(t.platform)
  expect(await clockOf(sendId)).toMatchObject({ status: 'testing', hours: null })
  // A clock of earlier, that had not waited for it.
  await t.owner.query('update app.campaign_sends set winner_due_at = now() where id = $1', [sendId])
  await chooseDueWinners(t.platform)
  expect(await clockOf(sendId)).toEqual({ status: 'testing', winner: null, scores: null, hours: null })
  expect(await recipientsOf(t, sendId)).toEqual({ queued: 80, 'queued:quiet_hours': 20 })
  isQuiet = false
  await t.platform.db.withOrg(orgId, async (tx) => {
    await clearHourDelays(tx, sendId)
    await queueChunks(t.platform, tx, sendId)
  })
  await isBegun(sendId)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'testing', sent: 20 })
  expect((await clockOf(sendId))?.hours).toBeCloseTo(4, 1)
})

test('a test that a rate slows down has its time from its last message on', async () => {
  const { sendId } = await arrange(100, 30, { account: { domainRatePerSecond: 5 } })
  await until(async () => {
    const found = await recipientsOf(t, sendId)
    return (found['queued:domain_rate'] ?? 0) > 0 && !found['sending']
  })
  expect((await clockOf(sendId))?.hours).toBeNull()
  await isBegun(sendId)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'testing', sent: 30 })
})

test('measures a test whose recipients were all postponed by those who get it later', async () => {
  let isOpen = false
  const { sendId } = await arrange(50, 20, {}, () =>
    isOpen ? accepted : { kind: 'put-off', response: '451 Greylisted', throttled: false, retryAfterMs: 1_500 },
  )
  await until(async () => (await recipientsOf(t, sendId))['queued:put_off'] === 10)
  await pause(300)
  expect((await clockOf(sendId))?.hours).toBeNull()
  isOpen = true
  await isBegun(sendId)
  expect((await numbersOf(t, sendId)).sent).toBeGreaterThan(0)
})

test('sends the first variant to the rest when the test has no recipients', async () => {
  const { sendId } = await arrange(3, 20, {})
  await isBegun(sendId)
  await chooseDueWinners(t.platform)
  await isCompleted(sendId)
  expect(await numbersOf(t, sendId)).toMatchObject({ total: 3, sent: 3 })
  expect(await clockOf(sendId)).toMatchObject({ winner: 0, scores: [] })
})

test('sends the first variant to the rest when all test recipients are skipped', async () => {
  const { sendId } = await arrange(50, 20, {
    checkReach: async (_tx, { winner }, contacts) =>
      new Map(contacts.map(({ id }) => [id, winner === null ? { verdict: 'skip', reason: 'no_consent' } : { verdict: 'ok' }])),
  })
  await isBegun(sendId)
  await chooseDueWinners(t.platform)
  await isCompleted(sendId)
  expect(await numbersOf(t, sendId)).toMatchObject({ total: 50, sent: 40, skipped: 10 })
  expect(await clockOf(sendId)).toMatchObject({ winner: 0 })
})

test('starts the time of a test with only unknown outcomes at the first delivery report', async () => {
  const { orgId, sendId } = await arrange(20, 20, { account: { unknownPolicy: 'hold' } }, () => ({ kind: 'unknown', response: 'timeout' }))
  const { contactId } = await until(async () => {
    const { rows } = await t.owner.query<{ contactId: string }>(
      `select r.contact_id as "contactId" from app.campaign_recipients r join app.campaign_chunks k on k.send_id = r.send_id and k.chunk = r.chunk
       where r.send_id = $1 and r.status = 'held' and k.status = 'done' and k.held = k.total`,
      [sendId],
    )
    return rows[0] ?? false
  })
  await chooseDueWinners(t.platform)
  expect(await clockOf(sendId)).toMatchObject({ winner: null, hours: null })
  await t.platform.db.withOrg(orgId, (tx) => recordOutcome(t.platform, tx, { sendId, contactId, type: 'delivered', at: new Date() }))
  await chooseDueWinners(t.platform)
  expect((await clockOf(sendId))?.hours).toBeCloseTo(4, 1)
})
