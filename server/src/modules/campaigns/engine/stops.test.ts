import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import type { ListedSend } from '@imperium/contract/campaigns/campaign-reports.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { decideHeld } from './decide-held.ts'
import { checkEndedGuard, checkGuard, pauseBySystem } from './guard.ts'
import { clearHourDelaysOfSends } from './recheck-sends.ts'
import type { EngineParts } from './parts.ts'
import { readFacts } from './send-store.ts'
import { cancelSend, pauseSend, resumeSend } from './start-send.ts'
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

// What stops an active send: a user, the guard, or the state of its organization; and how it continues.

let t: TestApp
/** By organization: each test has its own outlet. */
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10', CAMPAIGN_RETRY_MS: '50,100' } })
  engines = await startEngines(t, [
    { name: 'campaigns.forgetHours', lane: 'transactional', run: ({ orgId }) => clearHourDelaysOfSends(t.platform, orgId) },
  ])
})
afterAll(() => t.close())

/** Creates an organization that sends campaigns through this outlet. */
async function use(outlet: ReturnType<typeof createFakeOutlet>): Promise<string> {
  const { orgId } = await t.register()
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send)))
  return orgId
}

const completed = (sendId: string) =>
  until(async () => {
    const numbers = await numbersOf(t, sendId)
    return numbers.status === 'completed' && numbers
  }, 60_000)

// A pause finishes messages in flight and takes nothing new; the resume continues exactly there.
test('stops on a pause and continues there on resume', async () => {
  const outlet = createFakeOutlet(async () => {
    await pause(5)
    return accepted
  })
  const orgId = await use(outlet)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 600 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => outlet.got.size > 50)
  await t.platform.db.withOrg(orgId, (tx) => pauseSend(tx, { campaignId }))
  const atPause = outlet.got.size
  await until(async () => !(await recipientsOf(t, sendId))['sending'])
  await pause(400)
  expect(outlet.got.size).toBeLessThanOrEqual(atPause + 10)
  const paused = await numbersOf(t, sendId)
  expect(paused).toMatchObject({ status: 'paused', sent: outlet.got.size })
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  expect(await completed(sendId)).toMatchObject({ sent: 600, repeats: 0 })
  expect([...outlet.got.values()].every((copies) => copies === 1)).toBe(true)
})

// Consent is checked before the window is written, and the write may wait as long as another transaction locks the chunk.
test('sends nothing to a contact that opts out while its window waits to be written, and sends to the others', async () => {
  const withdrawn = new Set<string>()
  const late: string[] = []
  const outlet = createFakeOutlet(async ({ to }) => {
    if (withdrawn.has(to)) late.push(to)
    await pause(20)
    return accepted
  })
  const checkReach: EngineParts['checkReach'] = async (_tx, _facts, contacts) =>
    new Map(
      contacts.map(({ id, email }) => [id, withdrawn.has(email ?? '') ? { verdict: 'skip', reason: 'suppressed' } : { verdict: 'ok' }]),
    )
  const { orgId } = await t.register()
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send, { checkReach })))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 150 }))
  await until(async () => outlet.got.size > 30)
  const blocker = await t.owner.connect()
  await blocker.query('begin')
  await blocker.query('select from app.campaign_chunks where send_id = $1 for update', [sendId])
  // What was written before has been sent, and the next window waits.
  await pause(500)
  const before = outlet.got.size
  for (let n = 0; n < 150; n += 2) if (!outlet.got.has(`person${n}@example.com`)) withdrawn.add(`person${n}@example.com`)
  await pause(3_000)
  await blocker.query('rollback')
  blocker.release()
  expect(outlet.got.size).toBe(before)
  expect(await completed(sendId)).toMatchObject({ sent: 150 - withdrawn.size, skipped: withdrawn.size, repeats: 0 })
  expect(late).toEqual([])
  expect(withdrawn.size).toBeGreaterThan(20)
})

// Users pause to slow a send down or to loosen a limit that was reached: that applies to the rest of the send. The message does not change.
test('keeps the message of an active send, and applies the current rate and limits of the campaign', async () => {
  const outlet = createFakeOutlet(() => accepted)
  const orgId = await use(outlet)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 40, definition: { throttlePerMinute: 60 } })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => outlet.got.size > 0)
  await t.platform.db.withOrg(orgId, (tx) => pauseSend(tx, { campaignId }))
  await t.owner.query(
    `update app.campaigns set version = 2, definition = definition ||
       '{"throttlePerMinute": null, "guard": {"complaintPercent": 10, "bouncePercent": 5}, "content": {"subject": "Other", "text": "Other"}}'
     where id = $1`,
    [campaignId],
  )
  const facts = await t.platform.db.withOrg(orgId, (tx) => readFacts(tx, sendId))
  expect(facts?.definition).toMatchObject({ throttlePerMinute: null, guard: { complaintPercent: 10 }, content: { subject: 'Hello' } })
  expect(outlet.got.size).toBeLessThan(20)
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  // At sixty a minute it would take forty seconds.
  await until(async () => (await numbersOf(t, sendId)).status === 'completed', 15_000)
  expect(outlet.got.size).toBe(40)
})

test('delays no recipient after a resume for a throttle removed during the pause; keeps the time of deferred ones', async () => {
  const outlet = createFakeOutlet(() => accepted)
  const orgId = await use(outlet)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 6, definition: { throttlePerMinute: 1 } })
  const sendId = await launch(t.platform, orgId, campaignId)
  const waits = async (seconds: number) => {
    const { rows } = await t.owner.query(
      `select from app.campaign_chunks where send_id = $1 and status = 'ready' and next_at > now() + $2 * interval '1 second'`,
      [sendId, seconds],
    )
    return rows.length === 1
  }
  await until(async () => outlet.got.size === 1 && (await waits(30)))
  await t.platform.db.withOrg(orgId, (tx) => pauseSend(tx, { campaignId }))
  await t.owner.query(`update app.campaigns set definition = definition || '{"throttlePerMinute": null}' where id = $1`, [campaignId])
  await t.owner.query(
    `update app.campaign_recipients set next_at = now() + interval '1 hour', reason = 'put_off' where send_id = $1 and contact_id =
       (select contact_id from app.campaign_recipients where send_id = $1 and status = 'queued' order by contact_id limit 1)`,
    [sendId],
  )
  const resume = () => t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  await resume()
  await until(async () => outlet.got.size === 5 && (await waits(3_000)), 10_000)
  // No recipient is due: there is nothing to check.
  await t.platform.db.withOrg(orgId, (tx) => pauseSend(tx, { campaignId }))
  await resume()
  expect(await waits(3_000)).toBe(true)
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 5, 'queued:put_off': 1 })
})

// What the hours depend on may have changed: a resume, and a change of quiet hours, check waiting recipients again.
test('checks recipients that wait for an hour again after a resume and when the quiet hours change', async () => {
  const outlet = createFakeOutlet(() => accepted)
  const { orgId, token } = await t.register()
  let quiet: 'quiet_hours' | 'window' | null = 'quiet_hours'
  const morning = new Date(Date.now() + 8 * 3_600_000)
  const checkReach: EngineParts['checkReach'] = async (_tx, _facts, contacts) =>
    new Map(contacts.map(({ id }) => [id, quiet ? { verdict: 'later', until: morning, reason: quiet } : { verdict: 'ok' }]))
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send, { checkReach })))
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 600 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await recipientsOf(t, sendId))['queued:quiet_hours'] === 600)
  await until(
    async () => (await t.owner.query(`select from app.campaign_chunks where send_id = $1 and next_at > now()`, [sendId])).rowCount === 2,
  )
  // One of them was deferred by a server.
  await t.owner.query(
    `update app.campaign_recipients set reason = 'put_off', tried_at = now(), attempts = 1 where send_id = $1 and contact_id =
       (select contact_id from app.campaign_recipients where send_id = $1 order by contact_id limit 1)`,
    [sendId],
  )
  // The page of the campaign shows it.
  const listed = await t.call<ListedSend[]>('GET', `/api/campaigns/${campaignId}/sends`, { token })
  const nextAt = expect.stringMatching(morning.toISOString().slice(0, 15)) as string
  expect(listed.body.data[0]?.waiting).toEqual([
    { reason: 'quiet_hours', count: 599, more: false, nextAt },
    { reason: 'put_off', count: 1, more: false, nextAt },
  ])
  quiet = 'window'
  await t.platform.db.withOrg(orgId, (tx) => pauseSend(tx, { campaignId }))
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  // The hour has not come: deferred anew.
  await until(async () => (await recipientsOf(t, sendId))['queued:window'] === 599)
  expect(outlet.got.size).toBe(0)
  quiet = null
  const { data } = (await t.call<{ previewUrl?: string }>('GET', '/api/consents/settings', { token })).body
  const { previewUrl: _, ...settings } = data
  const change = (body: object) => t.call('PUT', '/api/consents/settings', { token, body: { ...settings, updatedAt: undefined, ...body } })
  expect((await change({ quietFrom: null, quietUntil: null })).status).toBe(200)
  await until(async () => outlet.got.size === 599)
  await until(async () => !(await recipientsOf(t, sendId))['sending'])
  expect(await recipientsOf(t, sendId)).toMatchObject({ delivered: 599, 'queued:put_off': 1 })
  // A change of other settings does not wake waiting recipients.
  expect((await change({ quietFrom: null, quietUntil: null, capDays: 8 })).status).toBe(200)
  const { rows: notified } = await t.owner.query(`select from app.outbox where org_id = $1 and type = 'contacts.quietHoursChanged'`, [
    orgId,
  ])
  expect(notified).toHaveLength(1)
})

// A cancelled send never sends again.
test('cancelled is cancelled', async () => {
  const outlet = createFakeOutlet(async () => {
    await pause(5)
    return accepted
  })
  const orgId = await use(outlet)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 600 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => outlet.got.size > 20)
  await t.platform.db.withOrg(orgId, (tx) => cancelSend(tx, { campaignId }))
  await until(async () => !(await recipientsOf(t, sendId))['sending'])
  const sent = outlet.got.size
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  await pause(400)
  expect(outlet.got.size).toBe(sent)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'cancelled', sent })
})

// One complaint per thousand pauses the campaign with a reason, an event and an audit entry; after the resume only new ones count.
test('pauses a campaign automatically on complaints', async () => {
  const outlet = createFakeOutlet(async () => {
    await pause(10)
    return accepted
  })
  const orgId = await use(outlet)
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 700 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).sent > 100)
  const look = () =>
    t.platform.db.withOrg(orgId, async (tx) => {
      const facts = await readFacts(tx, sendId)
      return facts !== null && checkGuard(t.platform, tx, facts)
    })
  expect(await look()).toBe(false)
  await t.owner.query('update app.campaign_chunks set complained = complained + 1 where send_id = $1 and chunk = 0', [sendId])
  expect(await look()).toBe(true)
  const paused = await numbersOf(t, sendId)
  expect(paused).toMatchObject({ status: 'paused', campaign: 'paused' })
  expect(paused.pause_reason).toMatch(/^Paused automatically: 1 of \d+ \([\d.]+ %\) complained; the limit is 0.1 %\.$/)
  const { rows } = await t.owner.query(
    `select 1 from app.audit_log where org_id = $1 and action = 'campaigns.pause' and actor_kind = 'system'`,
    [orgId],
  )
  expect(rows).toHaveLength(1)
  const { rows: notified } = await t.owner.query(`select 1 from app.outbox where org_id = $1 and type = 'campaign.paused'`, [orgId])
  expect(notified).toHaveLength(1)
  await t.owner.query(`update app.campaigns set status = 'running', paused_from = null where id = $1`, [campaignId])
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  expect(await look()).toBe(false)
  expect(await completed(sendId)).toMatchObject({ campaign: 'completed', sent: 700 })
})

// They are a tenth of the attempts, and a member decided about them: they must not trigger the pause for failures, but complaints must.
test('does not pause for held messages that a member drops, and counts complaints as before', async () => {
  const outlet = createFakeOutlet(({ to }) => (/\d*5@/.test(to) ? { kind: 'unknown', response: 'Connection lost' } : accepted))
  const { orgId } = await t.register()
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send, { account: { unknownPolicy: 'hold' } })))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 100 }))
  await until(async () => {
    const { sent, held } = await numbersOf(t, sendId)
    return sent === 90 && held === 10
  })
  const drop = (contactIds: readonly string[] | null) =>
    t.platform.db.withOrg(orgId, (tx) => decideHeld(t.platform, tx, { sendId, contactIds, decision: 'drop' }))
  const look = () =>
    t.platform.db.withOrg(orgId, async (tx) => {
      const facts = await readFacts(tx, sendId)
      return facts !== null && checkGuard(t.platform, tx, facts)
    })
  const { rows } = await t.owner.query<{ contact_id: string }>(
    `select contact_id from app.campaign_recipients where send_id = $1 and status = 'held' limit 8`,
    [sendId],
  )
  expect(await drop(rows.map(({ contact_id: contactId }) => contactId))).toBe(8)
  expect(await look()).toBe(false)
  expect(await drop(null)).toBe(2)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'completed', campaign: 'completed', sent: 90, failed: 10 })
  const checkEnded = () => t.platform.db.withOrg(orgId, (tx) => checkEndedGuard(t.platform, tx, sendId))
  expect(await checkEnded()).toBe(false)
  await t.owner.query('update app.campaign_chunks set complained = 1 where send_id = $1 and chunk = 0', [sendId])
  expect(await checkEnded()).toBe(true)
})

// An organization at rest sends nothing from the next window on; afterwards it continues where it stopped, without duplicates.
test('stops sending for an organization at rest and continues afterwards', async () => {
  const outlet = createFakeOutlet(async () => {
    await pause(10)
    return accepted
  })
  const orgId = await use(outlet)
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 600 }))
  const become = (set: string) => t.owner.query(`update auth.organizations set ${set} where id = $1`, [orgId])
  const leased = async () =>
    (await t.owner.query(`select 1 from app.campaign_chunks where send_id = $1 and status = 'leased'`, [sendId])).rows.length
  const states: [rest: string, wake: string][] = [
    [`status = 'SUSPENDED'`, `status = 'ACTIVE'`],
    [`deletes_at = now() + interval '30 days'`, 'deletes_at = null'],
  ]
  for (const [rest, wake] of states) {
    const before = outlet.got.size
    await until(async () => outlet.got.size > before + 30)
    await become(rest)
    await until(async () => (await leased()) === 0)
    const stopped = outlet.got.size
    expect(stopped).toBeLessThan(600)
    await t.owner.query(`update app.campaign_chunks set job_at = now() - interval '1 hour' where send_id = $1`, [sendId])
    await reapSends(t.platform)
    await pause(300)
    expect(outlet.got.size).toBe(stopped)
    await become(wake)
    // The reaper finds lost chunks only after half a minute: the jobs that waited go on.
    await t.platform.wakeRested(orgId)
  }
  expect(await completed(sendId)).toMatchObject({ sent: 600, repeats: 0 })
  expect([...outlet.got.values()].every((copies) => copies === 1)).toBe(true)
})

// A recurring campaign stays scheduled while a send of it is active: a resume after the automatic pause returns to that state.
test('resumes to the previous state after an automatic pause', async () => {
  const orgId = await use(createFakeOutlet(() => pause(20).then(() => accepted)))
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 200 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).sent > 0)
  await t.owner.query(`update app.campaigns set status = 'scheduled' where id = $1`, [campaignId])
  await t.platform.db.withOrg(orgId, (tx) => pauseBySystem(t.platform, tx, sendId, 'Stopped.'))
  const { rows } = await t.owner.query('select status, paused_from from app.campaigns where id = $1', [campaignId])
  expect(rows).toEqual([{ status: 'paused', paused_from: 'scheduled' }])
})

// An erased contact gets nothing, even if it was just checked; of its messages in flight only the count stays.
test('leaves out an erased contact at the last moment and stores no outcome about it', async () => {
  const gate = Promise.withResolvers<void>()
  const outlet = createFakeOutlet(async ({ to }) => {
    await gate.promise
    return to === 'person0@example.com' ? { kind: 'refused', reason: 'bounced', response: `550 5.1.1 <${to}>: no such user` } : accepted
  })
  const { orgId, token } = await t.register()
  const noted: string[] = []
  const noteBounces = async (_tx: unknown, _facts: unknown, ids: readonly string[]) => void noted.push(...ids)
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send, { noteBounces })))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 40 }))
  await until(async () => outlet.got.size > 0)
  const { rows } = await t.owner.query<{ id: string }>(
    `select id from app.contacts where org_id = $1 and email in ('person0@example.com', 'person39@example.com')`,
    [orgId],
  )
  const ids = rows.map(({ id }) => id)
  expect((await t.call('POST', '/api/contacts/erase', { token, body: { ids } })).body.data).toEqual({ erased: 2 })
  gate.resolve()
  expect(await completed(sendId)).toMatchObject({ total: 40, sent: 39, delivered: 38, bounced: 1, skipped: 1, repeats: 0 })
  expect([outlet.got.has('person0@example.com'), outlet.got.has('person39@example.com'), noted]).toEqual([true, false, []])
  const left = await t.owner.query(
    'select status, reason, address, detail, provider_id from app.campaign_recipients where send_id = $1 and contact_id = any($2)',
    [sendId, ids],
  )
  expect(left.rows).toEqual(
    expect.arrayContaining([
      { status: 'skipped', reason: 'erased', address: '', detail: null, provider_id: null },
      { status: 'bounced', reason: 'bounced', address: '', detail: null, provider_id: null },
    ]),
  )
})

test('pauses the campaign with a reason when a segment is gone while gathering, and continues when that is fixed', async () => {
  const orgId = await use(createFakeOutlet(() => accepted))
  const segmentId = newId()
  const definition = { audience: { kind: 'segments', include: [segmentId], exclude: [] } }
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 3, definition })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).status === 'paused')
  const { rows } = await t.owner.query('select status, pause_reason from app.campaigns where id = $1', [campaignId])
  expect(rows).toEqual([{ status: 'paused', pause_reason: 'Paused automatically: A segment used in these rules no longer exists.' }])
  const all = JSON.stringify({ match: 'all', rules: [{ kind: 'tags', op: 'none_of', tags: ['x'] }] })
  await t.owner.query(`insert into app.segments (org_id, id, name, rules, created_by) values ($1, $2, 'Everybody', $3, 'Pat')`, [
    orgId,
    segmentId,
    all,
  ])
  await t.owner.query(`update app.campaigns set status = 'running', paused_from = null, pause_reason = '' where id = $1`, [campaignId])
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  expect(await completed(sendId)).toMatchObject({ total: 3, sent: 3 })
})
