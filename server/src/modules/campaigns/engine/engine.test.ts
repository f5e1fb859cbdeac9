import { setTimeout as pause } from 'node:timers/promises'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { DeliveryOutcome } from '../../../platform/delivery/transport.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp } from '../../../testing/test-app.ts'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { newId } from '../../../platform/ids.ts'
import { codeNumber, recipientCode } from '../messages/short-code.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import type { Addressee, Composed, EngineParts, Reach } from './parts.ts'
import { decideHeld } from './decide-held.ts'
import { chooseWinner } from './choose-winner.ts'
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

let t: TestApp
/** By organization: each test has its own parts. */
let engines: Map<string, Engine>

beforeAll(async () => {
  t = await createTestApp({ env: { CAMPAIGN_IN_FLIGHT: '10', CAMPAIGN_RETRY_MS: '50,100' } })
  engines = await startEngines(t)
})
afterAll(() => t.close())

/** Creates an organization that sends campaigns with these parts. */
async function use(parts: EngineParts): Promise<string> {
  const { orgId } = await t.register()
  engines.set(orgId, createEngine(t.platform, parts))
  return orgId
}

const reach = (sendId: string, status: string, timeoutMs = 20_000) =>
  until(async () => {
    const numbers = await numbersOf(t, sendId)
    return numbers.status === status && numbers
  }, timeoutMs)

const tick = () => pause(1)

// The normal case: in flight stays within the limit; numbers, states, meter and events agree, and the campaign completes.
test('sends a campaign once to each recipient and completes it', async () => {
  const outlet = createFakeOutlet(async () => {
    await tick()
    return accepted
  })
  const orgId = await use(createFakeParts(outlet.send))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 2_600 }))
  const numbers = await reach(sendId, 'completed')
  expect(numbers).toMatchObject({ campaign: 'completed', total: 2_600, sent: 2_600, delivered: 2_600, repeats: 0 })
  expect(outlet.got.size).toBe(2_600)
  expect([...outlet.got.values()].every((copies) => copies === 1)).toBe(true)
  expect(outlet.most()).toBeLessThanOrEqual(10)
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 2_600 })
  const { rows } = await t.owner.query<{ mails: number }>('select sum(mails)::int mails from app.usage where org_id = $1', [orgId])
  expect(rows[0]?.mails).toBe(2_600)
  const events = await t.owner.query<{ type: string }>(
    `select type from app.outbox where org_id = $1 and type like 'campaign.%' order by type`,
    [orgId],
  )
  expect(events.rows.map((row) => row.type)).toEqual(['campaign.completed', 'campaign.sent'])
})

// A campaign with an empty audience must complete and not run forever.
test('completes immediately with an empty audience', async () => {
  const orgId = await use(createFakeParts(createFakeOutlet(() => accepted).send))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 0 }))
  expect(await reach(sendId, 'completed')).toMatchObject({ campaign: 'completed', total: 0, sent: 0 })
})

// Each outcome has its end: rejected, deferred and retried, unknown and repeated (counted).
test('settles each kind of outcome', { timeout: 60_000 }, async () => {
  const responses: Record<string, (copy: number) => DeliveryOutcome> = {
    person0: () => ({ kind: 'refused', reason: 'bounced', response: '550 5.1.1 No such user' }),
    person1: () => ({ kind: 'refused', reason: 'rejected', response: '554 No' }),
    person2: (copy) => (copy < 3 ? { kind: 'put-off', throttled: false, retryAfterMs: null, response: '451 Later' } : accepted),
    person3: (copy) => (copy < 2 ? { kind: 'unknown', response: 'cut' } : accepted),
    person4: (copy) => (copy < 2 ? { kind: 'put-off', throttled: true, retryAfterMs: 100, response: '421 Slow down' } : accepted),
    person5: () => ({ kind: 'unknown', response: 'cut' }),
  }
  const outlet = createFakeOutlet(({ to }, copy) => responses[to.split('@')[0] ?? '']?.(copy) ?? accepted)
  const bounced: string[] = []
  const orgId = await use(createFakeParts(outlet.send, { noteBounces: async (_tx, _facts, ids) => void bounced.push(...ids) }))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 20 }))
  const held = await until(async () => {
    await makeDue(t, sendId)
    const numbers = await numbersOf(t, sendId)
    return numbers.held === 1 && numbers.sent === 18 && numbers
  }, 40_000)
  // Six copies to person5: the first and five repeats; one to person3. Throttling counts as neither attempt nor repeat.
  expect(held).toMatchObject({ status: 'sending', bounced: 1, failed: 1, delivered: 17, repeats: 6 })
  expect(bounced).toHaveLength(1)
  const { rows } = await t.owner.query<{ email: string; status: string; attempts: number; copies: number }>(
    `select c.email, r.status, r.attempts, r.copies from app.campaign_recipients r join app.contacts c on c.org_id = r.org_id and c.id = r.contact_id
     where r.send_id = $1 and c.email ~ '^person[0-5]@' order by c.email`,
    [sendId],
  )
  expect(rows.map((row) => [row.status, row.attempts, row.copies])).toEqual([
    ['bounced', 0, 0],
    ['failed', 0, 0],
    ['delivered', 2, 0],
    ['delivered', 1, 1],
    ['delivered', 0, 0],
    ['held', 5, 5],
  ])
  // A member decides not to repeat it: then the campaign completes.
  expect(await t.platform.db.withOrg(orgId, (tx) => decideHeld(t.platform, tx, { sendId, decision: 'drop' }))).toBe(1)
  expect(await reach(sendId, 'completed')).toMatchObject({ held: 0, failed: 2, campaign: 'completed' })
})

// SMS and similar: an unknown outcome is held, and repeated only if a member decides so.
test('holds an unknown outcome if the account policy is hold', async () => {
  const outlet = createFakeOutlet((_message, copy) => (copy === 1 ? { kind: 'unknown', response: 'cut' } : accepted))
  const orgId = await use(createFakeParts(outlet.send, { account: { unknownPolicy: 'hold' } }))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 5 }))
  await until(async () => (await numbersOf(t, sendId)).held === 5)
  await pause(300)
  expect([...outlet.got.values()]).toEqual([1, 1, 1, 1, 1])
  await t.platform.db.withOrg(orgId, (tx) => decideHeld(t.platform, tx, { sendId, decision: 'send' }))
  expect(await reach(sendId, 'completed')).toMatchObject({ sent: 5, held: 0, repeats: 5 })
})

// A message deferred for 72 hours fails with a reason.
test('fails a message that was deferred for 72 hours', async () => {
  const later: DeliveryOutcome = { kind: 'put-off', throttled: false, retryAfterMs: null, response: '451 Later' }
  const orgId = await use(createFakeParts(createFakeOutlet(() => later).send))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 3 }))
  await until(async () => (await recipientsOf(t, sendId))['queued:put_off'] === 3)
  await t.owner.query(`update app.campaign_recipients set tried_at = now() - interval '72 hours' where send_id = $1`, [sendId])
  await until(async () => {
    await makeDue(t, sendId)
    return (await numbersOf(t, sendId)).status === 'completed'
  })
  expect(await recipientsOf(t, sendId)).toEqual({ 'failed:put_off_too_long': 3 })
})

// Unreachable server: no attempt is spent, the circuit breaker gets one report per chunk, and the whole chunk is retried.
test('pauses an unreachable account and loses no recipient', async () => {
  let isThere = false
  const reports: unknown[] = []
  const outlet = createFakeOutlet(() => (isThere ? accepted : { kind: 'unreachable', response: 'connection refused' }))
  const reportHealth: EngineParts['reportHealth'] = async (_tx, _id, health) => {
    reports.push(health)
    return null
  }
  const orgId = await use(createFakeParts(outlet.send, { reportHealth }))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 40 }))
  await until(async () => reports.length > 0 && (await recipientsOf(t, sendId))['queued'] === 40)
  expect(reports).toEqual([{ ok: false, reason: 'connection refused' }])
  isThere = true
  await until(async () => {
    await makeDue(t, sendId)
    return (await numbersOf(t, sendId)).status === 'completed'
  })
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 40, repeats: 0, failed: 0 })
})

// An unreachable contact is skipped with the reason; one that may not be reached now is checked again later.
test('reach is checked again before every message', async () => {
  let isQuiet = true
  const outlet = createFakeOutlet(() => accepted)
  const checkReach: EngineParts['checkReach'] = async (_tx, _facts, contacts) =>
    new Map(
      contacts.map((each): [string, Reach] => {
        if (each.email === 'person0@example.com') return [each.id, { verdict: 'skip', reason: 'no_consent' }]
        const index = Number(/\d/.exec(each.email ?? '')?.[0])
        return [
          each.id,
          isQuiet && index % 2 ? { verdict: 'later', until: new Date(Date.now() + 3_600_000), reason: 'quiet_hours' } : { verdict: 'ok' },
        ]
      }),
    )
  const orgId = await use(createFakeParts(outlet.send, { checkReach }))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 10 }))
  await until(async () => (await numbersOf(t, sendId)).sent === 4)
  expect(await recipientsOf(t, sendId)).toEqual({ delivered: 4, 'queued:quiet_hours': 5, 'skipped:no_consent': 1 })
  expect((await numbersOf(t, sendId)).status).toBe('sending')
  isQuiet = false
  await until(async () => {
    await makeDue(t, sendId)
    return (await numbersOf(t, sendId)).status === 'completed'
  })
  expect(await numbersOf(t, sendId)).toMatchObject({ sent: 9, skipped: 1 })
})

// The rate never exceeds the campaign's throttle, whatever the batch sizes.
test('keeps to the throttle without blocking a worker', async () => {
  const outlet = createFakeOutlet(() => accepted)
  const orgId = await use(createFakeParts(outlet.send))
  const begun = performance.now()
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 60, definition: { throttlePerMinute: 600 } }))
  await reach(sendId, 'completed', 30_000)
  // 10 per second with a burst of 20: 60 messages take at least four seconds.
  expect(performance.now() - begun).toBeGreaterThan(3_500)
  expect((await numbersOf(t, sendId)).sent).toBe(60)
})

// Recipients at a domain's limit wait; all others continue.
test('a recipient domain has its own bound', async () => {
  const outlet = createFakeOutlet(() => accepted)
  const orgId = await use(createFakeParts(outlet.send, { account: { domainRatePerSecond: 2 } }))
  const domains = ['slow.example', 'slow.example', 'slow.example', 'fast.example']
  const begun = performance.now()
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 16, domains }))
  const first = await until(async () => {
    const found = await recipientsOf(t, sendId)
    return found['queued:domain_rate'] && !found['queued'] && !found['sending'] && found
  })
  // A burst of four per domain: all of one domain, a third of the other.
  expect(first).toEqual({ delivered: 8, 'queued:domain_rate': 8 })
  expect([...outlet.got.keys()].filter((to) => to.endsWith('@fast.example'))).toHaveLength(4)
  expect((await reach(sendId, 'completed', 30_000)).sent).toBe(16)
  expect(performance.now() - begun).toBeGreaterThan(3_000)
})

// A/B: the test's part first, shares met; the rest waits, and gets what won.
test('the rest of the audience gets the winner', async () => {
  const outlet = createFakeOutlet(() => accepted)
  const orgId = await use(createFakeParts(outlet.send))
  const ab = { variants: [{ name: 'B', share: 50, content: { subject: 'B' } }], testPercent: 20, winnerBy: 'opened', waitHours: 4 }
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 1_000, definition: { ab } }))
  await until(async () => (await numbersOf(t, sendId)).sent === 200)
  await until(
    async () => (await t.owner.query('select 1 from app.campaign_sends where id = $1 and winner_due_at is not null', [sendId])).rowCount,
  )
  const { rows } = await t.owner.query<{ variant: number; n: number }>(
    `select variant, count(*)::int n from app.campaign_recipients where send_id = $1 and sent_at is not null group by 1 order by 1`,
    [sendId],
  )
  expect(rows.map((row) => row.n)).toEqual([100, 100])
  const { rows: due } = await t.owner.query<{ hours: number }>(
    `select extract(epoch from winner_due_at - now()) / 3600 as hours from app.campaign_sends where id = $1 and status = 'testing'`,
    [sendId],
  )
  expect(Number(due[0]?.hours)).toBeCloseTo(4, 1)
  await t.platform.db.withOrg(orgId, (tx) => chooseWinner(t.platform, tx, { sendId, winner: 1, detail: {} }))
  expect(await reach(sendId, 'completed')).toMatchObject({ sent: 1_000 })
  const after = await t.owner.query<{ variant: number; n: number }>(
    `select variant, count(*)::int n from app.campaign_recipients where send_id = $1 group by 1 order by 1`,
    [sendId],
  )
  expect(after.rows).toEqual([
    { variant: 0, n: 100 },
    { variant: 1, n: 900 },
  ])
})

// A worker frozen past its lease wakes up: its writes must be rejected.
test('writes of an earlier epoch are void', async () => {
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  let isFirst = true
  const outlet = createFakeOutlet(async () => {
    if (isFirst) await gate
    return accepted
  })
  const orgId = await use(createFakeParts(outlet.send))
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 30 }))
  await until(async () => outlet.got.size === 9)
  isFirst = false
  // The lease expired and another worker takes the chunk: the nine messages in flight are repeated and counted.
  await t.owner.query(`update app.campaign_chunks set lease_until = now() - interval '1 second', lease_owner = 'gone' where send_id = $1`, [
    sendId,
  ])
  const other = createEngine(t.platform, createFakeParts(outlet.send))
  await other.sendChunk({ orgId, sendId, chunk: 0 }, new AbortController().signal)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'completed', sent: 30, repeats: 9 })
  release()
  await pause(300)
  expect(await numbersOf(t, sendId)).toMatchObject({ status: 'completed', sent: 30, repeats: 9 })
  expect([...outlet.got.values()].filter((copies) => copies === 2)).toHaveLength(9)
  await other.stop(100)
})

// A server that accepts messages and then stops responding delays only its own account, not others of this or another organization.
test('a silent account leaves places to others', async () => {
  const silent = '00000000-0000-7000-8000-00000000000a'
  let release: () => void = () => undefined
  const gate = new Promise<void>((resolve) => (release = resolve))
  const hold = createFakeOutlet(async () => {
    await gate
    return accepted
  })
  const quick = createFakeOutlet(() => accepted)
  const held = createFakeParts(hold.send, { account: { id: silent } })
  const free = createFakeParts(quick.send)
  let isHeld = true
  const orgId = await use({ ...free, openOutlet: (tx, facts) => (isHeld ? held : free).openOutlet(tx, facts) })
  const first = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 30 }))
  await until(async () => hold.got.size === 9)
  isHeld = false
  const second = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 30 }))
  expect(await reach(second, 'completed')).toMatchObject({ sent: 30 })
  expect(await numbersOf(t, first)).toMatchObject({ status: 'sending', sent: 0 })
  release()
  expect(await reach(first, 'completed')).toMatchObject({ sent: 30, repeats: 0 })
})

// Short link codes are hashes and may collide, within or across organizations. No recipient may get the link of another.
test('sends full addresses when a code collides with that of another message, also on a repeat after a crash', async () => {
  const texts: string[] = []
  const parts = createFakeParts(async ({ content }) => {
    if (content.channel === 'sms') texts.push(content.text)
    return texts.length === 1 ? { kind: 'unknown', response: 'the line broke' } : accepted
  })
  const others = await use(parts)
  const taken = recipientCode(t.platform, { sendId: newId(), contactId: newId() })
  const orgId = await use({
    ...parts,
    openOutlet: async (tx, facts) => {
      const outlet = await parts.openOutlet(tx, facts)
      const compose = ({ contact }: Addressee): Composed => {
        // The first has its own code, the second the code of the first, the third a code of another organization.
        const n = Number(contact.id.slice(-1))
        const code = n === 3 ? taken : 'aaaaaaaaaaaa'
        const message = (text: string) => ({
          identity: `${facts.orgId}/${facts.sendId}/${contact.id}`,
          to: contact.email ?? '',
          content: { channel: 'sms' as const, text },
        })
        return { message: message(`${n} short`), shortened: { code, straight: () => message(`${n} straight`) } }
      }
      return { ...outlet, compose }
    },
  })
  await t.owner.query('insert into app.campaign_short_links (code, org_id, campaign_id, version) values ($1, $2, $3, 1)', [
    codeNumber(taken),
    others,
    newId(),
  ])
  const sendId = await launch(t.platform, orgId, await arrangeCampaign(t, orgId, { contacts: 3, channel: 'sms' }))
  expect(await reach(sendId, 'completed')).toMatchObject({ sent: 3, repeats: 1 })
  expect(texts).toHaveLength(4)
  expect(new Set(texts)).toEqual(new Set(['1 short', '2 straight', '3 straight']))
  const { rows } = await t.owner.query<{ contact: string }>(
    `select right(contact_id::text, 1) as contact from app.campaign_short_links where send_id = $1`,
    [sendId],
  )
  expect(rows).toEqual([{ contact: '1' }])
})
