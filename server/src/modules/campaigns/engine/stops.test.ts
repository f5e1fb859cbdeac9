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
import { forgetHoursOfSends } from './look-again.ts'
import type { EngineParts } from './parts.ts'
import { readFacts } from './send-store.ts'
import { cancelSend, pauseSend, resumeSend } from './start-send.ts'
import { sweepSends } from './sweep-store.ts'
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

// What stops a send on its way: somebody, the guard, or the state of its organization; and how it goes on.

let t: TestApp
/** By organization: each test has its own way out. */
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10', CAMPAIGN_RETRY_MS: '50,100' } })
  engines = await startEngines(t, [
    { name: 'campaigns.forgetHours', lane: 'transactional', run: ({ orgId }) => forgetHoursOfSends(t.platform, orgId) },
  ])
})
afterAll(() => t.close())

/** An organization whose campaigns are sent by this way out. */
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

// A pause finishes what is in flight and takes nothing new; the resume goes on exactly there.
test('pause stops, resume goes on where it stopped', async () => {
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

// Consent was looked at before the window was written, and that may take as long as somebody else holds the chunk's row.
test('who withdraws while a window waits to be written gets nothing, and the others do', async () => {
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
  // What had been written before has left, and the next window waits.
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

// Slowing down, or loosening a bound that was met, is why somebody pauses: it counts for what is left. Words do not.
test('a send under way keeps its message, and takes the pace and the bounds that its campaign has now', async () => {
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

test('a throttle that was lifted during a pause holds nobody up after the resume; who was put off keeps their time', async () => {
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
  // Nobody's turn has come: there is nothing to look at.
  await t.platform.db.withOrg(orgId, (tx) => pauseSend(tx, { campaignId }))
  await resume()
  expect(await waits(3_000)).toBe(true)
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 5, 'queued:put_off': 1 })
})

// What the hours were reckoned from may have changed: a resume looks at those who wait for one again, and so do other quiet hours by themselves.
test('who waits for an hour is looked at again after a resume, and when the quiet hours change', async () => {
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
  // One of them was put off by a server.
  await t.owner.query(
    `update app.campaign_recipients set reason = 'put_off', tried_at = now(), attempts = 1 where send_id = $1 and contact_id =
       (select contact_id from app.campaign_recipients where send_id = $1 order by contact_id limit 1)`,
    [sendId],
  )
  // The page of the campaign says so.
  const listed = await t.call<ListedSend[]>('GET', `/api/campaigns/${campaignId}/sends`, { token })
  const nextAt = expect.stringMatching(morning.toISOString().slice(0, 15)) as string
  expect(listed.body.data[0]?.waiting).toEqual([
    { reason: 'quiet_hours', count: 599, more: false, nextAt },
    { reason: 'put_off', count: 1, more: false, nextAt },
  ])
  quiet = 'window'
  await t.platform.db.withOrg(orgId, (tx) => pauseSend(tx, { campaignId }))
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  // The hour has not come: put off anew.
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
  // What does not change the hours disturbs nobody.
  expect((await change({ quietFrom: null, quietUntil: null, capDays: 8 })).status).toBe(200)
  const { rows: told } = await t.owner.query(`select from app.outbox where org_id = $1 and type = 'contacts.quietHoursChanged'`, [orgId])
  expect(told).toHaveLength(1)
})

// A cancelled send sends nothing more, for good.
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

// One complaint in a thousand stops the campaign, in words, with an event and an audit row; after the resume only new ones count.
test('complaints pause a campaign by themselves', async () => {
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
  const { rows: told } = await t.owner.query(`select 1 from app.outbox where org_id = $1 and type = 'campaign.paused'`, [orgId])
  expect(told).toHaveLength(1)
  await t.owner.query(`update app.campaigns set status = 'running', paused_from = null where id = $1`, [campaignId])
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  expect(await look()).toBe(false)
  expect(await completed(sendId)).toMatchObject({ campaign: 'completed', sent: 700 })
})

// They are a tenth of what was tried, and somebody decided on them: what pauses for failures does not, and what pauses for complaints does.
test('held messages that a person drops are no failures that pause the campaign, and complaints count as before', async () => {
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
  const lookBack = () => t.platform.db.withOrg(orgId, (tx) => checkEndedGuard(t.platform, tx, sendId))
  expect(await lookBack()).toBe(false)
  await t.owner.query('update app.campaign_chunks set complained = 1 where send_id = $1 and chunk = 0', [sendId])
  expect(await lookBack()).toBe(true)
})

// Whoever is suspended sends nothing more from the next window on; afterwards it goes on where it stopped, nobody twice.
test('a suspended organization stops sending, and goes on afterwards', async () => {
  const outlet = createFakeOutlet(async () => {
    await pause(10)
    return accepted
  })
  const orgId = await use(outlet)
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 600 }))
  await until(async () => (await numbersOf(t, sendId)).sent > 30)
  const become = (status: string) => t.owner.query('update auth.organizations set status = $2 where id = $1', [orgId, status])
  await become('SUSPENDED')
  const leased = async () =>
    (await t.owner.query(`select 1 from app.campaign_chunks where send_id = $1 and status = 'leased'`, [sendId])).rows.length
  await until(async () => (await leased()) === 0)
  const stopped = outlet.got.size
  expect(stopped).toBeLessThan(600)
  await t.owner.query(`update app.campaign_chunks set job_at = now() - interval '1 hour' where send_id = $1`, [sendId])
  await sweepSends(t.platform)
  await pause(300)
  expect(outlet.got.size).toBe(stopped)
  await become('ACTIVE')
  await sweepSends(t.platform)
  expect(await completed(sendId)).toMatchObject({ sent: 600, repeats: 0 })
  expect([...outlet.got.values()].every((copies) => copies === 1)).toBe(true)
})

// A campaign of a schedule waits for its next time while a send of it goes out: stopped by itself, it is resumed to that.
test('the automatic pause keeps what the campaign was', async () => {
  const orgId = await use(createFakeOutlet(() => pause(20).then(() => accepted)))
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 200 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).sent > 0)
  await t.owner.query(`update app.campaigns set status = 'scheduled' where id = $1`, [campaignId])
  await t.platform.db.withOrg(orgId, (tx) => pauseBySystem(t.platform, tx, sendId, 'Stopped.'))
  const { rows } = await t.owner.query('select status, paused_from from app.campaigns where id = $1', [campaignId])
  expect(rows).toEqual([{ status: 'paused', paused_from: 'scheduled' }])
})

// Whoever is erased gets nothing more, although they were looked at just before; of what was on its way to them, only that it was counted stays.
test('an erased person is left out at the last moment, and no answer about them is kept', async () => {
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

test('a segment that is gone while recipients are gathered by it stops the campaign, which says why and goes on when that is mended', async () => {
  const orgId = await use(createFakeOutlet(() => accepted))
  const segmentId = newId()
  const definition = { audience: { kind: 'segments', include: [segmentId], exclude: [] } }
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 3, definition })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).status === 'paused')
  const { rows } = await t.owner.query('select status, pause_reason from app.campaigns where id = $1', [campaignId])
  expect(rows).toEqual([{ status: 'paused', pause_reason: 'Paused automatically: A segment that these rules name no longer exists.' }])
  const everybody = JSON.stringify({ match: 'all', rules: [{ kind: 'tags', op: 'none_of', tags: ['x'] }] })
  await t.owner.query(`insert into app.segments (org_id, id, name, rules, created_by) values ($1, $2, 'Everybody', $3, 'Pat')`, [
    orgId,
    segmentId,
    everybody,
  ])
  await t.owner.query(`update app.campaigns set status = 'running', paused_from = null, pause_reason = '' where id = $1`, [campaignId])
  await t.platform.db.withOrg(orgId, (tx) => resumeSend(t.platform, tx, { campaignId }))
  expect(await completed(sendId)).toMatchObject({ total: 3, sent: 3 })
})
