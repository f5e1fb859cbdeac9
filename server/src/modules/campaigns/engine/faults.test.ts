import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeliveryOutcome } from '../../../platform/delivery/transport.ts'
import { outcomeOfReply } from '../../../platform/mail/smtp-outcome.ts'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { createFaults } from './faults.ts'
import { judgeSums } from './guard.ts'
import type { EngineParts } from './parts.ts'
import { resumeSend } from './start-send.ts'
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

// A fault that no recipient caused fails no recipient: the send pauses with a reason and continues where it stopped.

let t: TestApp
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10', CAMPAIGN_RETRY_MS: '50,100' } })
  engines = await startEngines(t)
})
afterAll(() => t.close())

type Response = (to: string, copy: number) => DeliveryOutcome | Promise<DeliveryOutcome>

async function arrange(response: Response, { contacts = 600, parts = {} }: { contacts?: number; parts?: Partial<EngineParts> } = {}) {
  const user = await t.register()
  const { orgId } = user
  const outlet = createFakeOutlet(({ to }, copy) => response(to, copy))
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send, parts)))
  const campaignId = await arrangeCampaign(t, orgId, { contacts })
  const sendId = await launch(t.platform, orgId, campaignId)
  return { user, orgId, campaignId, sendId, outlet }
}

/** Waits until no chunk is leased: with two chunks at the fault each pauses, and the later one would pause again after a resume. */
const become = (sendId: string, status: string) =>
  until(async () => {
    const numbers = await numbersOf(t, sendId)
    const { rows } = await t.owner.query(`select 1 from app.campaign_chunks where send_id = $1 and status = 'leased'`, [sendId])
    return numbers.status === status && rows.length === 0 && numbers
  }, 60_000)

async function resume(orgId: string, campaignId: string) {
  await t.owner.query(`update app.campaigns set status = 'running', paused_from = null, pause_reason = '' where id = $1`, [campaignId])
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
}

const faults: [name: string, outcome: DeliveryOutcome, words: RegExp][] = [
  [
    'the sender',
    { kind: 'refused', reason: 'rejected', response: '553 5.1.8 Sender domain unknown', fault: 'sender' },
    /^Paused automatically: The provider refuses the sender: 553 5\.1\.8 Sender domain unknown$/,
  ],
  [
    'the account',
    { kind: 'unreachable', response: '20003 Authenticate', fault: 'account' },
    /^Paused automatically: The provider refuses the account: 20003 Authenticate$/,
  ],
  [
    'the template',
    { kind: 'refused', reason: 'rejected', response: '132015 Template is paused', fault: 'template' },
    /refuses the template/,
  ],
  ['the address', { kind: 'refused', reason: 'rejected', response: 'HTTP 404', fault: 'address' }, /account calls refuses it: HTTP 404$/],
  [
    'whatever refuses all of them',
    { kind: 'refused', reason: 'rejected', response: '554 5.7.1 You are on a list', fault: 'perhaps' },
    /^Paused automatically: The last \d+ messages were all refused: 554 5\.7\.1 You are on a list$/,
  ],
]

test.each(faults)('pauses on a fault of %s and fails no recipient', async (_name, outcome, texts) => {
  let isMended = false
  const taken = new Map<string, number>()
  const { orgId, campaignId, sendId, outlet } = await arrange((to) => {
    if (!isMended) return outcome
    taken.set(to, (taken.get(to) ?? 0) + 1)
    return accepted
  })
  const paused = await become(sendId, 'paused')
  expect(paused).toMatchObject({ campaign: 'paused', sent: 0, failed: 0, bounced: 0 })
  expect(paused.pause_reason).toMatch(texts)
  // Only the messages in flight of each chunk when the first fault came.
  expect(outlet.got.size).toBeLessThanOrEqual(30)
  const { rows } = await t.owner.query(`select 1 from app.outbox where org_id = $1 and type = 'campaign.paused'`, [orgId])
  expect(rows).toHaveLength(1)
  isMended = true
  await resume(orgId, campaignId)
  expect(await become(sendId, 'completed')).toMatchObject({ campaign: 'completed', sent: 600, failed: 0 })
  expect(taken.size).toBe(600)
  expect([...taken.values()].every((copies) => copies === 1)).toBe(true)
})

test('fails single rejected recipients among many accepted ones', async () => {
  const refused = (to: string) => /^person\d*00@/.test(to)
  const { sendId } = await arrange((to) =>
    refused(to) ? { kind: 'refused', reason: 'rejected', response: '550 5.7.1 Members only', fault: 'perhaps' } : accepted,
  )
  expect(await become(sendId, 'completed')).toMatchObject({ sent: 595, failed: 5 })
  expect(await recipientsOf(t, sendId)).toMatchObject({ 'failed:rejected': 5 })
})

test('fails recipients that are rejected again after the resume, and does not pause again', async () => {
  // The lowest ids, so that they come first again.
  const refused = (to: string) => /^person\d@/.test(to)
  const { orgId, campaignId, sendId } = await arrange((to) =>
    refused(to) ? { kind: 'refused', reason: 'rejected', response: '550 5.7.1 Members only', fault: 'perhaps' } : accepted,
  )
  expect(await become(sendId, 'paused')).toMatchObject({ failed: 0 })
  for (let resumes = 0; resumes < 3 && (await numbersOf(t, sendId)).status === 'paused'; resumes++) {
    await resume(orgId, campaignId)
    await until(async () => ['paused', 'completed'].includes((await numbersOf(t, sendId)).status), 60_000)
    await pause(500)
  }
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'completed', sent: 590, failed: 10 })
})

test('does not pause for recipients that were retried, but lets them wait when others cause a pause', () => {
  let now = 0
  const watch = createFaults(() => now).of('send')
  const refused: DeliveryOutcome = { kind: 'refused', reason: 'rejected', response: '554 5.7.1 You are on a list', fault: 'perhaps' }
  const note = (...ids: string[]) => ids.map((id) => watch.note(id, refused))
  const [first, others] = [
    ['a', 'b', 'c', 'd', 'e'],
    ['f', 'g', 'h', 'i', 'j'],
  ]
  expect(note(...first).map((fault) => fault !== null)).toEqual([false, false, false, false, true])
  // A resume that came too early.
  now += 90_000
  expect(note(...first)).toEqual(first.map(() => null))
  expect(note(...others).at(-1)?.refused).toEqual([...first, 'f', 'g', 'h', 'i'])
  // A message was accepted since: the fault belongs to the recipients.
  now += 90_000
  watch.note('k', accepted)
  expect(note(...first, ...others)).toEqual([...first, ...others].map(() => null))
})

test('a share of failures pauses like one of bounces', async () => {
  const { sendId } = await arrange(async (to) => {
    await pause(20)
    return /[05]@/.test(to) ? { kind: 'refused', reason: 'invalid_address', response: '501 5.1.3 Bad address' } : accepted
  })
  const paused = await become(sendId, 'paused')
  expect(paused.pause_reason).toMatch(/^Paused automatically: \d+ of \d+ \([\d.]+ %\) failed; the limit is 5 %\.$/)
  expect(paused.failed).toBeLessThan(120)
})

test('failures are counted among all that were tried, each once', () => {
  const guard = { complaintPercent: 0.1, bouncePercent: 5 }
  const none = { sent: 0, bounced: 0, complained: 0, failed: 0, undelivered: 0 }
  expect(judgeSums({ ...none, sent: 96, failed: 4 }, guard)).toBeNull()
  expect(judgeSums({ ...none, sent: 95, failed: 5 }, guard)?.message).toBe('5 of 100 (5 %) failed; the limit is 5 %.')
  expect(judgeSums({ ...none, sent: 100, failed: 5, undelivered: 5 }, guard)?.message).toBe('5 of 100 (5 %) failed; the limit is 5 %.')
  expect(judgeSums({ ...none, failed: 49 }, guard)).toBeNull()
})

test('records opt-outs reported by the provider, and excludes them from a retry', async () => {
  const notified: string[] = []
  const { user, campaignId, sendId } = await arrange(
    (to) =>
      to.startsWith('person7@') ? { kind: 'refused', reason: 'rejected', optedOut: true, response: '21610 Unsubscribed' } : accepted,
    { contacts: 60, parts: { noteOptOuts: async (_tx, _facts, ids) => void notified.push(...ids) } },
  )
  expect(await become(sendId, 'completed')).toMatchObject({ sent: 59, failed: 1 })
  expect(await recipientsOf(t, sendId)).toMatchObject({ 'failed:opted_out': 1 })
  expect(notified).toHaveLength(1)
  const response = await t.call('POST', `/api/campaigns/${campaignId}/retry`, { token: user.token, body: {} })
  expect([response.status, response.body.message]).toEqual([409, 'No message of this campaign can be sent again.'])
})

test('retries failed recipients, and completes the completed campaign anew', async () => {
  let isMended = false
  const { user, campaignId, sendId, outlet } = await arrange(
    (to) => {
      if (isMended || !/[1]@/.test(to)) return accepted
      return { kind: 'refused', reason: to.startsWith('person1@') ? 'invalid_address' : 'rejected', response: '552 5.2.2 Mailbox full' }
    },
    { contacts: 45 },
  )
  expect(await become(sendId, 'completed')).toMatchObject({ campaign: 'completed', sent: 40, failed: 5 })
  isMended = true
  const path = `/api/campaigns/${campaignId}/retry`
  const retry = (body: object) => t.call<{ again: number }>('POST', path, { token: user.token, body })
  expect((await retry({ reasons: ['put_off_too_long'] })).status).toBe(409)
  expect((await retry({ reasons: ['invalid_address'] })).status).toBe(422)
  expect((await retry({ sendId, reasons: ['rejected'] })).body.data).toEqual({ again: 4 })
  expect(await become(sendId, 'completed')).toMatchObject({ campaign: 'completed', total: 45, sent: 44, failed: 1 })
  expect(outlet.got.get('person11@example.com')).toBe(2)
  const { rows } = await t.owner.query(`select detail from app.campaign_events where send_id = $1 and type = 'retried'`, [sendId])
  expect(rows).toHaveLength(4)
  expect(rows[0]).toEqual({ detail: 'rejected: 552 5.2.2 Mailbox full' })
  const { rows: acts } = await t.owner.query(
    `select after from app.audit_log where action = 'campaigns.retryFailed' and outcome = 'success' and org_id = $1`,
    [user.orgId],
  )
  // A retry without effect writes no audit entry.
  expect(acts).toMatchObject([{ after: { again: 4, sendId } }])
})

test('delays no other recipient for one full mailbox, and gives it up in time', async () => {
  const full = 'person0@example.com'
  const texts = 'Mailbox size limit exceeded'
  const { sendId, outlet } = await arrange(
    (to) => (to === full ? outcomeOfReply({ code: 452, enhanced: null, text: texts, summary: `452 ${texts}` }, 'rcpt') : accepted),
    { contacts: 300 },
  )
  // At one rest of the account for each of its tries it would be minutes.
  await until(async () => (await numbersOf(t, sendId)).sent === 299, 20_000)
  await until(async () => (outlet.got.get(full) ?? 0) > 1)
  await t.owner.query(`update app.campaign_recipients set tried_at = tried_at - interval '72 hours' where send_id = $1`, [sendId])
  expect(await become(sendId, 'completed')).toMatchObject({ sent: 299, failed: 1 })
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 299, 'failed:put_off_too_long': 1 })
})

// One email server for all: when it asks to slow down, no organization calls it for a while.
test('a server that organizations share rests for all of them', async () => {
  const arrangeShared = async (response: Response) => {
    const { orgId } = await t.register()
    const outlet = createFakeOutlet(({ to }, copy) => response(to, copy))
    engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send, { account: { isShared: true } })))
    return { outlet, sendId: await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 20 })) }
  }
  const first = await arrangeShared((_to, copy) =>
    copy === 1 ? { kind: 'put-off', throttled: true, retryAfterMs: 3_000, response: '421 4.7.0 slow down' } : accepted,
  )
  await until(async () => first.outlet.got.size > 0)
  await pause(300)
  const second = await arrangeShared(() => accepted)
  await pause(800)
  expect(second.outlet.got.size).toBe(0)
  expect(await become(second.sendId, 'completed')).toMatchObject({ sent: 20 })
})
