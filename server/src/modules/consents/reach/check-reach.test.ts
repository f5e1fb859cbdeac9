import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { createContactFrom, loadRecipients, setEmailState } from '../../contacts/index.ts'
import { checkReach } from './check-reach.ts'
import type { ReachQuestion } from './check-reach.ts'
import { recordConsent } from '../record-consent.ts'
import { suppress } from '../suppressions/suppress.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
})
afterAll(() => t.close())

let count = 0
const noon = new Date('2026-06-10T12:00:00Z')

/** A contact with every consent. */
async function person(change: { phone?: string; timeZone?: string; consent?: Channel[] } = {}): Promise<string> {
  count += 1
  return t.platform.db.withOrg(user.orgId, async (tx) => {
    const { contact } = await createContactFrom(t.platform, tx, {
      email: `reach${count}@example.com`,
      phone: change.phone ?? `+4930${String(1_000_000 + count)}`,
      timeZone: change.timeZone ?? 'Europe/Berlin',
      source: 'manual',
    })
    await recordConsent(
      tx,
      (change.consent ?? ['email', 'sms', 'whatsapp', 'webhook']).map((channel) => ({
        contactId: contact.id,
        channel,
        purpose: 'marketing',
        status: 'granted',
        source: 'form',
        proof: {},
      })),
    )
    return contact.id
  })
}

const ask = (ids: readonly string[], question: Partial<ReachQuestion> = {}) =>
  t.platform.db.withOrg(user.orgId, async (tx) => {
    const contacts = [...(await loadRecipients(tx, ids)).values()]
    return checkReach(tx, { channel: 'email', purpose: 'marketing', at: noon, orgTimeZone: 'UTC', contacts, ...question })
  })

const reasonOf = async (id: string, question: Partial<ReachQuestion> = {}) => {
  const reach = (await ask([id], question)).get(id)
  return reach?.verdict === 'ok' ? 'ok' : reach?.reason
}
const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(user.orgId, work)
const settings = (change: string) =>
  t.owner
    .query(`insert into app.contact_settings (org_id) values ($1) on conflict do nothing`, [user.orgId])
    .then(() => t.owner.query(`update app.contact_settings set ${change} where org_id = $1`, [user.orgId]))

test('allows contacts with consent only on its channel and for its purpose', async () => {
  const id = await person({ consent: ['email'] })
  expect(await reasonOf(id)).toBe('ok')
  expect(await reasonOf(id, { purpose: 'news' })).toBe('no_consent')
  expect(await reasonOf(id, { channel: 'sms' })).toBe('no_consent')
  expect(await reasonOf(id, { channel: 'webhook' })).toBe('no_consent')
})

test('consent that waits or was withdrawn is none', async () => {
  const id = await person()
  const say = (status: 'pending' | 'withdrawn') =>
    inOrg((tx) => recordConsent(tx, [{ contactId: id, channel: 'email', purpose: 'marketing', status, source: 'form', proof: {} }]))
  await say('pending')
  expect(await reasonOf(id)).toBe('no_consent')
  await say('withdrawn')
  expect(await reasonOf(id)).toBe('no_consent')
})

test('puts suppression above consent: organization list, installation list, dead address', async () => {
  const [own, common, dead] = [await person(), await person(), await person()]
  const contacts = await inOrg((tx) => loadRecipients(tx, [own, common]))
  const addressOf = (id: string) => contacts.get(id)?.email ?? ''
  await inOrg((tx) => suppress(t.platform, tx, { channel: 'email', address: addressOf(own), reason: 'manual' }))
  await t.owner.query(
    `insert into app.platform_suppressions (channel, address_hash, hint, reason) values ('email', $1, 'r***', 'operator')`,
    [t.platform.hashAddress(addressOf(common))],
  )
  await inOrg((tx) => setEmailState(tx, [dead], 'bounced'))
  expect(await reasonOf(own)).toBe('suppressed')
  expect(await reasonOf(common)).toBe('platform_suppressed')
  expect(await reasonOf(dead)).toBe('bounced')
  // Of the email address only: the number of the same people is another one.
  for (const id of [own, common, dead]) expect(await reasonOf(id, { channel: 'sms' })).toBe('ok')
})

test('ignores the suppression list of another organization', async () => {
  const id = await person()
  const email = (await inOrg((tx) => loadRecipients(tx, [id]))).get(id)?.email ?? ''
  const other = await t.register()
  await t.platform.db.withOrg(other.orgId, (tx) => suppress(t.platform, tx, { channel: 'email', address: email, reason: 'complained' }))
  expect(await reasonOf(id)).toBe('ok')
})

test('takes quiet hours of the contact, else of the organization; none on channels without them', async () => {
  const late = new Date('2026-06-10T21:30:00Z')
  const [berlin, angeles, nowhere] = [
    await person(),
    await person({ timeZone: 'America/Los_Angeles' }),
    await person({ timeZone: 'Mars/Base' }),
  ]
  const found = await ask([berlin, angeles, nowhere], { channel: 'sms', at: late, orgTimeZone: 'Asia/Tokyo' })
  expect(found.get(berlin)).toEqual({ verdict: 'later', until: new Date('2026-06-11T06:00:00Z'), reason: 'quiet_hours' })
  expect(found.get(angeles)).toEqual({ verdict: 'ok' })
  // 06:30 in Tokyo.
  expect(found.get(nowhere)).toEqual({ verdict: 'later', until: new Date('2026-06-10T23:00:00Z'), reason: 'quiet_hours' })
  expect((await ask([berlin], { at: late })).get(berlin)).toEqual({ verdict: 'ok' })
})

test('applies a campaign window, also one that never opens', async () => {
  const id = await person()
  const window = { from: '09:00', until: '10:00', days: ['thu'] as const }
  expect((await ask([id], { window })).get(id)).toEqual({ verdict: 'later', until: new Date('2026-06-11T07:00:00Z'), reason: 'window' })
  const closed = { from: '22:00', until: '23:00', days: ['mon'] as const }
  expect(await reasonOf(id, { channel: 'sms', window: closed })).toBe('window_missed')
})

test('counts messages in the days of a frequency cap, and queries only where a cap exists', async () => {
  const [few, many] = [await person(), await person()]
  const request: Date[] = []
  const sentSince = async (_ids: readonly string[], since: Date) => {
    request.push(since)
    return new Map([[many, 3]])
  }
  expect(await reasonOf(many, { sentSince })).toBe('ok')
  expect(request).toEqual([])
  await settings('cap_messages = 3, cap_days = 2')
  expect(await reasonOf(many, { sentSince })).toBe('cap')
  expect(await reasonOf(few, { sentSince })).toBe('ok')
  expect(request[0]).toEqual(new Date('2026-06-08T12:00:00Z'))
  // What went to two people who are one by now went to one.
  const [into, from] = [await person(), await person()]
  const sent = new Map([into, from].map((id, at) => [id, at + 1]))
  const ofThese = async (ids: readonly string[]) => new Map(ids.map((id) => [id, sent.get(id) ?? 0]))
  expect(await reasonOf(into, { sentSince: ofThese })).toBe('ok')
  expect((await t.call('POST', `/api/contacts/${into}/merge`, { token: user.token, body: { otherId: from } })).status).toBe(200)
  expect(await reasonOf(into, { sentSince: ofThese })).toBe('cap')
  await settings('cap_messages = null')
})

test('a thousand contacts take as many statements as one, and less than half a second', async () => {
  const ids: string[] = []
  for (let index = 0; index < 20; index++) ids.push(await person())
  await t.owner.query(
    `with made as (
       insert into app.contacts (org_id, id, email, email_hash, phone, phone_hash, time_zone, source)
       select $1, gen_random_uuid(), 'bulk' || n || '@example.com', sha256(('m' || n)::bytea), '+1555' || (1000000 + n), sha256(('p' || n)::bytea),
         (array['Europe/Berlin', 'America/New_York', 'Asia/Tokyo', null])[1 + n % 4], 'import' from generate_series(1, 1000) n returning id)
     insert into app.consents (org_id, contact_id, channel, purpose, status, source, at)
     select $1, id, 'sms', 'marketing', 'granted', 'import', now() from made`,
    [user.orgId],
  )
  const { rows } = await t.owner.query<{ id: string }>(`select id from app.contacts where org_id = $1 and source = 'import' limit 1000`, [
    user.orgId,
  ])
  await settings('cap_messages = 100')
  const count = async (of: readonly string[]) => {
    let statements = 0
    const verdicts = await inOrg(async (tx) => {
      const contacts = [...(await loadRecipients(tx, of)).values()]
      const counted = Object.assign(
        tx.withPlugin({
          transformQuery: ({ node }) => {
            statements += 1
            return node
          },
          transformResult: async ({ result }) => result,
        }),
        { orgId: tx.orgId },
      ) as unknown as OrgTx
      return checkReach(counted, {
        channel: 'sms',
        purpose: 'marketing',
        contacts,
        at: noon,
        orgTimeZone: 'UTC',
        sentSince: async () => new Map(),
      })
    })
    expect(verdicts.size).toBe(of.length)
    return { statements, ok: [...verdicts.values()].filter((each) => each.verdict === 'ok').length }
  }
  const one = await count(ids.slice(0, 1))
  const many = await count(rows.map((row) => row.id))
  expect(rows).toHaveLength(1000)
  expect(many.statements).toBe(one.statements)
  expect(many.statements).toBe(5)
  // Noon in London is nine in the evening in Tokyo.
  expect(many.ok).toBe(750)
  await settings('cap_messages = null')
})

test('runs no query for an empty list', async () => {
  expect(await ask([newId()])).toEqual(new Map())
})
