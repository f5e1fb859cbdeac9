import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { chooseWinner } from '../engine/choose-winner.ts'
import { createEngine } from '../engine/engine.ts'
import type { Engine } from '../engine/engine.ts'
import type { EngineParts } from '../engine/parts.ts'
import { cancelSend } from '../engine/start-send.ts'
import { accepted, arrangeCampaign, createFakeParts, launch, numbersOf, startEngines } from '../engine/test-sends.ts'
import { readAnalytics } from '../reports/analytics-store.ts'
import { eraseRecipientsBefore } from './erase-recipients-store.ts'

let t: TestApp
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10' } })
  engines = await startEngines(t)
})
afterAll(() => t.close())

/** A campaign whose test on a part is complete; every other contact cannot be reached. */
async function testPart() {
  const checkReach: EngineParts['checkReach'] = async (_tx, _facts, contacts) =>
    new Map(
      contacts.map(({ id, email }) => [id, /[13579]@/.test(email ?? '') ? { verdict: 'skip', reason: 'no_consent' } : { verdict: 'ok' }]),
    )
  const { orgId } = await t.register()
  engines.set(
    orgId,
    createEngine(
      t.platform,
      createFakeParts(async () => accepted, { checkReach }),
    ),
  )
  const ab = { variants: [{ name: 'B', share: 50, content: { subject: 'B' } }], testPercent: 20, winnerBy: 'manual', waitHours: 4 }
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 100, definition: { ab } })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => {
    const { rows } = await t.owner.query(`select status from app.campaign_chunks where send_id = $1 and chunk % 2 = 0`, [sendId])
    return rows.length > 0 && rows.every(({ status }) => status === 'done')
  })
  const look = async () => {
    const { variants, reasons } = await t.platform.db.withOrg(orgId, (tx) =>
      readAnalytics(tx, campaignId, { timeZone: 'UTC', now: new Date() }),
    )
    return { variants, reasons, people: variants.reduce((sum, { total }) => sum + total, 0) }
  }
  const erase = () => t.platform.db.withOrg(orgId, (tx) => eraseRecipientsBefore(tx, new Date(Date.now() + 60_000), 1_000))
  return { orgId, campaignId, sendId, look, erase }
}

test('counts skipped recipients in the rest of a test with the winning variant, also after recipients are erased', async () => {
  const { orgId, sendId, look, erase } = await testPart()
  await t.platform.db.withOrg(orgId, (tx) => chooseWinner(t.platform, tx, { sendId, winner: 1, detail: {} }))
  await until(async () => (await numbersOf(t, sendId)).status === 'completed')
  const before = await look()
  expect(before.people).toBe(100)
  expect(before.variants.find(({ name }) => name === 'B')?.total).toBeGreaterThanOrEqual(80)
  expect(await erase()).toBe(100)
  expect(await look()).toEqual(before)
})

test('counts the rest of a test that was cancelled before its decision for no variant, also after recipients are erased', async () => {
  const { orgId, campaignId, look, erase } = await testPart()
  await t.platform.db.withOrg(orgId, (tx) => cancelSend(tx, { campaignId }))
  const before = await look()
  expect(before.people).toBe(20)
  expect(await erase()).toBe(100)
  expect(await look()).toEqual(before)
})
