import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { countInbound } from '../tracking/handle-inbound.ts'
import { recordOutcome } from '../tracking/record-event.ts'
import type { Outcome } from '../tracking/record-event.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { checkEndedGuard } from './guard.ts'
import type { EngineParts, Reach } from './parts.ts'
import { queueChunks } from './queue-chunks.ts'
import { requeueFailed } from './retries/retry-failed.ts'
import { reapSends } from './reap-store.ts'
import {
  accepted,
  arrangeCampaign,
  createFakeOutlet,
  createFakeParts,
  makeDue,
  launch,
  numbersOf,
  recipientsOf,
  startEngines,
} from './test-sends.ts'

// An unknown outcome (crash or silent connection) that a report resolves is counted and metered, and the recipient gets no duplicate.

let t: TestApp
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10', CAMPAIGN_RETRY_MS: '600000' } })
  engines = await startEngines(t)
})
afterAll(() => t.close())

type Send = ReturnType<typeof createFakeOutlet>['send']

/** An outlet for a channel in which acceptance does not mean delivery: a later report does. */
const leadBy = (orgId: string, send: Send, unknownPolicy: 'repeat' | 'hold') =>
  engines.set(orgId, createEngine(t.platform, createFakeParts(send, { account: { unknownPolicy, acceptanceDelivers: false } })))

async function start(send: Send, unknownPolicy: 'repeat' | 'hold', contacts: number) {
  const { orgId } = await t.register()
  leadBy(orgId, send, unknownPolicy)
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts }))
  return { orgId, sendId }
}

const peopleOf = async (sendId: string) =>
  (
    await t.owner.query<{ id: string }>('select contact_id as id from app.campaign_recipients where send_id = $1 order by 1', [sendId])
  ).rows.map(({ id }) => id)
const report = (orgId: string, sendId: string, contactId: string, type: Outcome['type']) =>
  t.platform.db.withOrg(orgId, (tx) => recordOutcome(t.platform, tx, { sendId, contactId, type, at: new Date() }))
const metered = async (orgId: string) =>
  (await t.owner.query<{ mails: number }>('select sum(mails)::int as mails from app.usage where org_id = $1', [orgId])).rows[0]?.mails
/** The numbers, and the same counted from the rows. */
const sums = async (sendId: string) => {
  const names = ['sent', 'delivered', 'opened', 'clicked', 'responded', 'complained', 'unsubscribed'] as const
  const { rows } = await t.owner.query<{ numbers: object; marks: object }>(
    `select (select jsonb_build_object(${names.map((name) => `'${name}', sum(${name})`).join()}) from app.campaign_chunks where send_id = $1) as numbers,
       (select jsonb_build_object(${names.map((name) => `'${name}', count(${name}_at)`).join()}) from app.campaign_recipients where send_id = $1) as marks`,
    [sendId],
  )
  return rows[0]
}
/** Makes deferred recipients due once no worker leases the chunk. */
const comeAgain = async (sendId: string) => {
  await until(
    async () => (await t.owner.query("select from app.campaign_chunks where send_id = $1 and status = 'leased'", [sendId])).rowCount === 0,
  )
  await makeDue(t, sendId)
}
const ends = (sendId: string) => until(async () => (await numbersOf(t, sendId)).status === 'completed', 20_000)

test('counts a recipient that replied as delivered and does not repeat its message', async () => {
  const outlet = createFakeOutlet(({ to }, copy) => (copy === 1 ? { kind: 'unknown', response: `cut of ${to}` } : accepted))
  const { orgId, sendId } = await start(outlet.send, 'repeat', 6)
  await until(async () => (await recipientsOf(t, sendId))['queued:outcome_unknown'] === 6)
  const people = await peopleOf(sendId)
  const notified = ['delivered', 'clicked', 'responded', 'complained', 'failed'] as const
  for (const [n, type] of notified.entries()) await report(orgId, sendId, people[n] ?? '', type)
  expect(await recipientsOf(t, sendId)).toEqual({ clicked: 1, complained: 1, delivered: 1, 'queued:outcome_unknown': 2, responded: 1 })
  await makeDue(t, sendId)
  await ends(sendId)
  // Repeated for failed recipients and for those with an unknown outcome.
  const again = [...outlet.got].filter(([, copies]) => copies === 2).map(([to]) => to)
  expect(again.toSorted()).toEqual(['person4@example.com', 'person5@example.com'])
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 6, delivered: 6, held: 0, failed: 0, repeats: 6 })
  const { numbers, marks } = (await sums(sendId)) ?? {}
  expect(numbers).toEqual({ sent: 6, delivered: 6, opened: 1, clicked: 1, responded: 1, complained: 1, unsubscribed: 0 })
  expect(marks).toEqual(numbers)
  expect(await metered(orgId)).toBe(6)
})

test.each(['repeat', 'hold'] as const)('what was reported of a message before its worker died settles it (policy: %s)', async (policy) => {
  let gone: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (gone = resolve))
  const first = createFakeOutlet(async () => {
    await gate
    return accepted
  })
  const { orgId, sendId } = await start(first.send, policy, 3)
  await until(async () => (await recipientsOf(t, sendId))['sending'] === 3)
  const [one = '', other = ''] = await peopleOf(sendId)
  for (const type of ['delivered', 'opened', 'responded'] as const) await report(orgId, sendId, one, type)
  await report(orgId, sendId, other, 'complained')
  const second = createFakeOutlet(() => ({ ...accepted, delivered: false }))
  leadBy(orgId, second.send, policy)
  await t.owner.query(
    "update app.campaign_chunks set lease_owner = null, lease_until = now() - interval '1 minute', job_at = null where send_id = $1",
    [sendId],
  )
  await reapSends(t.platform)
  const third = policy === 'repeat' ? { sent: 1 } : { 'held:outcome_unknown': 1 }
  await until(async () => (await recipientsOf(t, sendId))[Object.keys(third)[0] ?? ''])
  expect(await recipientsOf(t, sendId)).toEqual({ responded: 1, complained: 1, ...third })
  expect([...second.got.keys()]).toEqual(policy === 'repeat' ? ['person2@example.com'] : [])
  const n = policy === 'repeat' ? 1 : 0
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 2 + n, delivered: 2, held: 1 - n, repeats: n })
  const { numbers, marks } = (await sums(sendId)) ?? {}
  expect(marks).toEqual(numbers)
  gone()
})

test.each(['repeat', 'hold'] as const)('a delivery told while the line is silent settles the message (policy: %s)', async (policy) => {
  let silent: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (silent = resolve))
  const outlet = createFakeOutlet(async ({ to }) => {
    await gate
    return to === 'person1@example.com' ? { kind: 'refused', reason: 'rejected', response: 'No' } : { kind: 'unknown', response: 'timeout' }
  })
  const { orgId, sendId } = await start(outlet.send, policy, 2)
  await until(async () => (await recipientsOf(t, sendId))['sending'] === 2)
  for (const id of await peopleOf(sendId)) await report(orgId, sendId, id, 'delivered')
  silent()
  await ends(sendId)
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 2 })
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 2, delivered: 2, held: 0, failed: 0, repeats: 0 })
  expect([...outlet.got.values()]).toEqual([1, 1])
  expect(await metered(orgId)).toBe(2)
})

test('completes a campaign when a report resolves the last held message, and meters it', async () => {
  const outlet = createFakeOutlet(() => ({ kind: 'unknown', response: 'cut' }))
  const { orgId, sendId } = await start(outlet.send, 'hold', 2)
  await until(async () => (await numbersOf(t, sendId)).held === 2)
  const [one = '', other = ''] = await peopleOf(sendId)
  await report(orgId, sendId, one, 'delivered')
  await until(
    async () => (await t.owner.query(`select 1 from app.campaign_chunks where send_id = $1 and status = 'done'`, [sendId])).rowCount,
  )
  await reapSends(t.platform)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'sending', held: 1, sent: 1 })
  await report(orgId, sendId, other, 'bounced')
  await reapSends(t.platform)
  expect(await numbersOf(t, sendId)).toMatchObject({
    status: 'completed',
    campaign: 'completed',
    held: 0,
    sent: 2,
    delivered: 1,
    bounced: 1,
  })
  const { rows } = await t.owner.query(`select 1 from app.outbox where org_id = $1 and type = 'campaign.completed'`, [orgId])
  expect(rows).toHaveLength(1)
  expect(await metered(orgId)).toBe(2)
  // Nothing is metered a second time.
  await pause(100)
  await reapSends(t.platform)
  expect(await metered(orgId)).toBe(2)
})

test('fails an SMS when the failure arrives before its provider id, and assumes no delivery', async () => {
  let org = ''
  const outlet = createFakeOutlet(async ({ identity }) => {
    const [itemId, providerId] = [newId(), `SM${newId()}`]
    await t.owner.query(
      `insert into app.inbound_items (org_id, id, channel, kind, external_id, sender, recipient, subject, body_text, data)
       values ($1, $2, 'sms', 'status', $3, '', '', '', '', $4)`,
      [org, itemId, `${providerId}:failed`, JSON.stringify({ identity, providerId, status: 'failed', statusCode: '30003' })],
    )
    await countInbound(t.platform).run({ orgId: org, payload: { itemId, kind: 'status', channel: 'sms' } } as never)
    return { kind: 'accepted', providerId, response: '201 queued', delivered: false }
  })
  const { orgId } = await t.register()
  org = orgId
  leadBy(orgId, outlet.send, 'repeat')
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 1 }))
  await ends(sendId)
  expect(await recipientsOf(t, sendId)).toEqual({ 'failed:undelivered': 1 })
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 1, delivered: 0, failed: 1 })
})

test('keeps the outcome unknown when a possibly sent message is not repeated, and does not count the repeat', async () => {
  const outlet = createFakeOutlet(({ to }, copy) => (copy === 1 ? { kind: 'unknown', response: `cut of ${to}` } : accepted))
  const { orgId, token } = await t.register()
  let stopped: 'not yet' | 'quiet' | 'for good' = 'not yet'
  const checkReach: EngineParts['checkReach'] = async (_tx, _facts, contacts) =>
    new Map(
      contacts.map(({ id, email }): [string, Reach] => {
        if (stopped === 'quiet') return [id, { verdict: 'later', until: new Date(Date.now() + 3_600_000), reason: 'quiet_hours' }]
        const isStopped = stopped === 'for good' && email === 'person0@example.com'
        return [id, isStopped ? { verdict: 'skip', reason: 'no_consent' } : { verdict: 'ok' }]
      }),
    )
  const parts = createFakeParts(outlet.send, {
    checkReach,
    heldByCap: async (_tx, _facts, ids) => new Set(stopped === 'for good' ? ids.filter((id) => id === people[1]) : []),
  })
  const openOutlet: EngineParts['openOutlet'] = async (tx, facts) => {
    const open = await parts.openOutlet(tx, facts)
    const compose: typeof open.compose = (addressee) =>
      stopped === 'for good' && addressee.contact.email === 'person2@example.com'
        ? { skip: 'missing_field', detail: 'first_name has no value' }
        : open.compose(addressee)
    return { ...open, compose, isCapped: true }
  }
  engines.set(orgId, createEngine(t.platform, { ...parts, openOutlet }))
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 5 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await recipientsOf(t, sendId))['queued:outcome_unknown'] === 5)
  const { rows } = await t.owner.query<{ id: string }>('select id from app.contacts where org_id = $1 order by email', [orgId])
  const people = rows.map(({ id }) => id)
  // Waiting is not final: the repeat is still to come.
  stopped = 'quiet'
  await comeAgain(sendId)
  await until(async () => (await recipientsOf(t, sendId))['queued:quiet_hours'] === 5)
  expect(await numbersOf(t, sendId)).toMatchObject({ skipped: 0, failed: 0, repeats: 5 })
  stopped = 'for good'
  expect((await t.call('DELETE', `/api/contacts/${people[3]}`, { token })).status).toBeLessThan(300)
  await comeAgain(sendId)
  await ends(sendId)
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 1, 'failed:outcome_unknown': 4 })
  expect([...outlet.got].filter(([, copies]) => copies > 1)).toEqual([['person4@example.com', 2]])
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 1, skipped: 0, failed: 4, held: 0, repeats: 1 })
  const kept = await t.owner.query<{ contact_id: string; copies: number; detail: string }>(
    'select contact_id, copies, detail from app.campaign_recipients where send_id = $1',
    [sendId],
  )
  expect(people.map((id) => kept.rows.find((row) => row.contact_id === id))).toMatchObject([
    { copies: 0, detail: 'Not sent again: no_consent' },
    { copies: 0, detail: 'Not sent again: cap' },
    { copies: 0, detail: 'Not sent again: missing_field' },
    { copies: 0, detail: 'Not sent again: erased' },
    { copies: 1 },
  ])
  const story = await t.call<{ answer: string }>('GET', `/api/campaigns/${campaignId}/recipients/${people[0]}`, { token })
  expect(story.body.data.answer).toBe('It may have gone out, and was not sent again: there is no consent to this purpose on this channel.')
  // Later reports about the copy settle it anyway.
  await report(orgId, sendId, people[0] ?? '', 'delivered')
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 2, delivered: 2, failed: 3, repeats: 1 })
})

// They are a sixth of the attempts, and no message was refused: they must not trigger the pause for failures or its notification.
test.each(['before their message is written', 'at the last moment'])(
  'those of unknown outcome who may not be written to again are no failures that pause the campaign; left out %s',
  async (when) => {
    const isOdd = (to: string) => /[05]@/.test(to)
    const outlet = createFakeOutlet(({ to }, copy) => (isOdd(to) && copy === 1 ? { kind: 'unknown', response: 'cut' } : accepted))
    const { orgId } = await t.register()
    let isCapped = false
    const parts = createFakeParts(outlet.send, {
      checkReach: async (_tx, _facts, contacts) =>
        new Map(
          contacts.map(({ id }): [string, Reach] => [
            id,
            isCapped && when !== 'at the last moment' ? { verdict: 'skip', reason: 'cap' } : { verdict: 'ok' },
          ]),
        ),
      heldByCap: async (_tx, _facts, ids) => new Set(isCapped ? ids : []),
    })
    const openOutlet: EngineParts['openOutlet'] = async (tx, facts) => ({ ...(await parts.openOutlet(tx, facts)), isCapped: true })
    engines.set(orgId, createEngine(t.platform, { ...parts, openOutlet }))
    const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 60 }))
    await until(async () => {
      const now = await recipientsOf(t, sendId)
      return now['delivered'] === 48 && now['queued:outcome_unknown'] === 12
    })
    isCapped = true
    await comeAgain(sendId)
    await until(async () => (await numbersOf(t, sendId)).failed === 12)
    await until(async () => (await numbersOf(t, sendId)).status !== 'sending')
    expect(await numbersOf(t, sendId)).toMatchObject({ status: 'completed', campaign: 'completed', sent: 48, failed: 12 })
    expect(await t.platform.db.withOrg(orgId, (tx) => checkEndedGuard(t.platform, tx, sendId))).toBe(false)
  },
)

test('leaves out a retried recipient when the first copy was sent after all, and keeps counting the duplicate', async () => {
  const outlet = createFakeOutlet((_message, copy) =>
    copy === 1 ? { kind: 'unknown', response: 'cut' } : { kind: 'accepted', providerId: null, response: '250 Ok', delivered: false },
  )
  const { orgId } = await t.register()
  let isWithdrawn = false
  const checkReach: EngineParts['checkReach'] = async (_tx, _facts, contacts) =>
    new Map(contacts.map(({ id }) => [id, isWithdrawn ? { verdict: 'skip', reason: 'no_consent' } : { verdict: 'ok' }]))
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send, { checkReach, account: { acceptanceDelivers: false } })))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 2 }))
  await until(async () => (await recipientsOf(t, sendId))['queued:outcome_unknown'] === 2)
  const [one = '', other = ''] = await peopleOf(sendId)
  // One of the two waits, so that the send does not complete.
  await t.owner.query("update app.campaign_recipients set status = 'held' where contact_id = $1 and send_id = $2", [other, sendId])
  await t.owner.query('update app.campaign_chunks set held = 1 where send_id = $1', [sendId])
  await comeAgain(sendId)
  await until(async () => (await recipientsOf(t, sendId))['sent'] === 1)
  await report(orgId, sendId, one, 'failed')
  isWithdrawn = true
  await t.platform.db.withOrg(orgId, async (tx) => {
    await requeueFailed(tx, { sendId, reasons: ['undelivered'] })
    await queueChunks(t.platform, tx, sendId)
  })
  await until(async () => (await recipientsOf(t, sendId))['skipped:no_consent'] === 1)
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 0, skipped: 1, failed: 0, repeats: 2 })
})

test('keeps a shared number for the contact with a copy that may be sent; no other contact with it gets the message', async () => {
  const outlet = createFakeOutlet(() => ({ kind: 'unknown', response: 'cut' }))
  const { orgId } = await t.register()
  let [isWithdrawn, isQuiet] = [false, true]
  const checkReach: EngineParts['checkReach'] = async (_tx, _facts, contacts) =>
    new Map(
      contacts.map(({ id, email }): [string, Reach] => {
        if (email === 'person0@example.com') return [id, isWithdrawn ? { verdict: 'skip', reason: 'suppressed' } : { verdict: 'ok' }]
        return [id, isQuiet ? { verdict: 'later', until: new Date(Date.now() + 3_600_000), reason: 'quiet_hours' } : { verdict: 'ok' }]
      }),
    )
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send, { checkReach })))
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 2, channel: 'sms' })
  await t.owner.query("update app.contacts set phone = '+4915112345678', phone_hash = email_hash where org_id = $1", [orgId])
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await recipientsOf(t, sendId))['queued:outcome_unknown'] === 1)
  isWithdrawn = true
  await comeAgain(sendId)
  await until(async () => (await recipientsOf(t, sendId))['failed:outcome_unknown'] === 1)
  isQuiet = false
  await comeAgain(sendId)
  await ends(sendId)
  expect(await recipientsOf(t, sendId)).toEqual({ 'failed:outcome_unknown': 1, 'skipped:duplicate_address': 1 })
  expect([...outlet.got]).toEqual([['person0@example.com', 1]])
})
