import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { releaseLeases } from '../../../platform/leases/lease-store.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { giveBackMessages, messagesOfMonth } from '../../../platform/metering/metering.ts'
import { chunkLeases, leaseOf } from './chunk-store.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { handBackChunk, leaseChunk } from './lease-chunk.ts'
import type { EngineParts } from './parts.ts'
import { pauseSend, resumeSend } from './start-send.ts'
import { reapSends } from './reap-store.ts'
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

// A send never exceeds the monthly limit of the plan by even one message; the rest waits for a member.

let t: TestApp
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10' } })
  engines = await startEngines(t)
})
afterAll(() => t.close())

const limitTo = (orgId: string, limit: number) =>
  t.owner.query('update auth.organizations set messages_limit = $2 where id = $1', [orgId, limit])
const used = async (orgId: string, at?: Date) => (await t.platform.db.withOrg(orgId, (tx) => messagesOfMonth(tx, at))).used
const campaignOf = async (id: string) => {
  const { rows } = await t.owner.query('select status, pause_reason from app.campaigns where id = $1', [id])
  return rows[0] as { status: string; pause_reason: string }
}

test('sends exactly the rest of the month from two parallel chunks, pauses naming the plan that lifts the limit, and continues', async () => {
  const { orgId } = await t.register()
  const outlet = createFakeOutlet(async () => accepted)
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send)))
  await limitTo(orgId, 130)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 700 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await campaignOf(campaignId)).status === 'paused', 30_000)
  expect(outlet.got.size).toBe(130)
  expect(await recipientsOf(t, sendId)).toMatchObject({ delivered: 130, queued: 570 })
  expect(await used(orgId)).toBe(130)
  expect((await campaignOf(campaignId)).pause_reason).toBe('The 130 messages of this month are used up. The Free plan allows more.')

  // A resume without a higher limit pauses again and sends nothing.
  const areBack = async () =>
    (await t.owner.query("select from app.campaign_chunks where send_id = $1 and status = 'leased'", [sendId])).rowCount === 0
  const resume = async () => {
    await until(areBack)
    await t.platform.db.withOrg(orgId, async (tx) => {
      await tx.updateTable('campaigns').set({ status: 'running', pause_reason: '' }).where('id', '=', campaignId).execute()
      await resumeSend(t.platform, tx, { campaignId })
    })
  }
  await resume()
  await until(async () => (await campaignOf(campaignId)).status === 'paused', 30_000)
  expect(outlet.got.size).toBe(130)

  await limitTo(orgId, 1_000)
  await resume()
  await until(async () => (await numbersOf(t, sendId)).status === 'completed', 30_000)
  expect(outlet.got.size).toBe(700)
  expect([...outlet.got.values()].every((count) => count === 1)).toBe(true)
  // Unused reservations were returned.
  expect(await used(orgId)).toBe(700)
}, 120_000)

test('completes a send without remaining recipients also at the limit', async () => {
  const { orgId } = await t.register()
  const outlet = createFakeOutlet(() => accepted)
  const checkReach: EngineParts['checkReach'] = async (_tx, _facts, contacts) =>
    new Map(
      contacts.map(({ id, email }) => [
        id,
        email === 'person0@example.com' ? { verdict: 'ok' } : { verdict: 'skip', reason: 'suppressed' },
      ]),
    )
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send, { checkReach })))
  await limitTo(orgId, 1)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 3 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).status === 'completed', 30_000)
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 1, 'skipped:suppressed': 2 })
  const other = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 3 }))
  await until(async () => (await numbersOf(t, other)).campaign === 'paused', 30_000)
  expect(outlet.got.size).toBe(1)
}, 60_000)

test('returns the reservation of a dead worker for a paused send', async () => {
  const { orgId } = await t.register()
  const { promise: gate, resolve: open } = Promise.withResolvers<void>()
  const stuck = createFakeOutlet(async () => {
    await gate
    return accepted
  })
  engines.set(orgId, createEngine(t.platform, createFakeParts(stuck.send)))
  await limitTo(orgId, 3)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 3 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await recipientsOf(t, sendId))['sending'] === 3)
  expect(await used(orgId)).toBe(3)
  await t.platform.db.withOrg(orgId, (tx) => pauseSend(tx, { campaignId }))
  await reapSends(t.platform)
  // Its lease still runs.
  expect(await used(orgId)).toBe(3)
  await t.owner.query(
    "update app.campaign_chunks set epoch = epoch + 1, lease_owner = null, lease_until = now() - interval '1 minute' where send_id = $1",
    [sendId],
  )
  await reapSends(t.platform)
  await reapSends(t.platform)
  expect(await used(orgId)).toBe(0)
  open()
}, 60_000)

/** A chunk with forty messages reserved in the last minute of the previous month, by a worker that still leases it. */
async function reserveBefore() {
  const { orgId } = await t.register()
  const parts = createFakeParts(async () => accepted)
  engines.set(orgId, { ...createEngine(t.platform, parts), sendChunk: async () => undefined })
  await limitTo(orgId, 100)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 40 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).status === 'sending')
  const data = { orgId, sendId, chunk: 0 }
  const hold = () => leaseChunk(t.platform, parts, data, { owner: 'one:1:a', leaseMs: 60_000 })
  const held = await hold()
  if (!held) throw new Error('There is no chunk to take.')
  expect(await used(orgId)).toBe(40)
  const { rows } = await t.owner.query<{ at: Date }>(
    `update app.usage_pending set at = date_trunc('month', now() at time zone 'UTC') at time zone 'UTC' - interval '1 minute'
     where org_id = $1 returning at`,
    [orgId],
  )
  const takenAt = rows[0]?.at ?? new Date()
  expect([await used(orgId, takenAt), await used(orgId)]).toEqual([40, 0])
  /** The worker dies, and is found in the month after. */
  const die = () =>
    t.owner.query(
      `update app.campaign_chunks set lease_owner = null, lease_until = now() - interval '1 minute', reserved_at = $2 where send_id = $1`,
      [sendId, takenAt],
    )
  return { orgId, campaignId, data, held: { ...held, takenAt }, hold, die }
}

test('returns a reservation to its own month after the month has changed', async () => {
  const { orgId, data, held } = await reserveBefore()
  await handBackChunk(t.platform, data, held, 60_000)
  expect([await used(orgId, held.takenAt), await used(orgId)]).toEqual([0, 0])
})

test('reserves anew for the next worker what a dead worker reserved in the previous month', async () => {
  const { orgId, held, hold, die } = await reserveBefore()
  await die()
  expect((await hold())?.allowance).toEqual({ count: 40, usedUp: null })
  expect([await used(orgId, held.takenAt), await used(orgId)]).toEqual([0, 40])
})

test('returns what a dead worker reserved in the previous month when the send is paused', async () => {
  const { orgId, campaignId, held, die } = await reserveBefore()
  await t.platform.db.withOrg(orgId, (tx) => pauseSend(tx, { campaignId }))
  await die()
  await reapSends(t.platform)
  expect([await used(orgId, held.takenAt), await used(orgId)]).toEqual([0, 0])
})

test('no month gets back more than it has', async () => {
  const { orgId } = await t.register()
  await t.platform.db.withOrg(orgId, (tx) => giveBackMessages(tx, 'sms', 5, new Date()))
  expect(await used(orgId)).toBe(0)
})

test('does not treat the reservation of a handed-back chunk as the end of the month for another chunk', async () => {
  const { orgId } = await t.register()
  const parts = createFakeParts(async () => accepted)
  engines.set(orgId, { ...createEngine(t.platform, parts), sendChunk: async () => undefined })
  await limitTo(orgId, 400)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 700 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).status === 'sending')
  const first = await leaseChunk(t.platform, parts, { orgId, sendId, chunk: 0 }, { owner: 'one:1:a', leaseMs: 60_000 })
  if (!first) throw new Error('There is no chunk to take.')
  await t.platform.db.withSystem((tx) => releaseLeases(tx, chunkLeases(60_000), [leaseOf(orgId, first.key)], 0))
  const engine = createEngine(t.platform, parts)
  const send = (chunk: number) => engine.sendChunk({ orgId, sendId, chunk }, new AbortController().signal)
  await send(1)
  expect([first.allowance.count, await campaignOf(campaignId)]).toEqual([400, { status: 'running', pause_reason: '' }])
  await send(0)
  expect([await used(orgId), (await numbersOf(t, sendId)).sent]).toEqual([400, 400])
})
