import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Suppression } from '@imperium/contract/contacts/consents.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { applyKeyword, suppress } from '../../consents/index.ts'
import { listTimeline } from './list-timeline.ts'
import type { TimelineMark } from './list-timeline.ts'
import { earlierThan, idOf, momentOf, noBound, upTo } from './timeline.ts'

let t: TestApp
let user: TestUser
let contactId: string
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
  const { body } = await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email: 'busy@example.com' } })
  contactId = body.data.id
})
afterAll(() => t.close())

const read = (query: string, token = user.token) => t.call<TimelineEntry[]>('GET', `/api/contacts/${contactId}/timeline${query}`, { token })

async function readAll(query: string): Promise<TimelineEntry[]> {
  const all: TimelineEntry[] = []
  let cursor: string | null | undefined
  do {
    const { body } = await read(`${query}${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`)
    all.push(...body.data)
    cursor = body.page?.nextCursor
  } while (cursor)
  return all
}

test('bounds are exact to the microsecond, and by id within that moment', () => {
  expect(momentOf(noBound)).toBe('infinity')
  expect(momentOf(upTo(1_795_000_000_123_456))).toBe('2026-11-18T11:06:40.123456Z')
  const [ms, id] = [1_795_000_000_123, '01a1ee74-7e7b-7000-8000-000000000001']
  expect(idOf({ atMicros: ms * 1_000, id, sub: id })).toEqual({ id, sub: id })
  const floor = (at: number) => expect.stringContaining(at.toString(16).padStart(12, '0').slice(8)) as string
  expect(idOf(earlierThan(ms * 1_000)).id).toEqual(floor(ms))
  expect(idOf(upTo(ms * 1_000)).id).toEqual(floor(ms + 1))
  expect(idOf(earlierThan(ms * 1_000 + 1)).id).toEqual(floor(ms + 1))
})

test('continues every page of every source where the last one ended, also at equal times', async () => {
  const moment = '2026-10-01T10:00:00.123456Z'
  // Of three sources five each in one microsecond, and as many around it.
  for (const steps of [0, 1])
    for (let each = 0; each < 5; each++) {
      const at = `timestamptz '${moment}' + ${steps * each} * interval '1 microsecond'`
      await t.owner.query(
        `insert into app.contact_events (org_id, id, contact_id, type, at) values ($1, uuidv7(), $2, 'shop.visit', ${at}), ($1, uuidv7(), $2, 'contact.tagged', ${at})`,
        [user.orgId, contactId],
      )
      await t.owner.query(
        `insert into app.consent_entries (org_id, id, contact_id, channel, purpose, status, source, at)
         values ($1, uuidv7(), $2, 'email', 'marketing', 'granted', 'form', ${at})`,
        [user.orgId, contactId],
      )
    }
  const all = await readAll('?limit=200')
  expect(all).toHaveLength(31)
  for (const limit of [1, 3, 7]) expect((await readAll(`?limit=${limit}`)).map(({ id }) => id)).toEqual(all.map(({ id }) => id))
  const visits = await readAll('?kind=events&limit=4')
  expect(visits.map(({ id }) => id)).toEqual(all.filter(({ type }) => type === 'shop.visit').map(({ id }) => id))
  expect(all.map(({ at }) => at)).toEqual(
    all
      .map(({ at }) => at)
      .toSorted()
      .toReversed(),
  )
  // A cursor is of its list.
  const { body } = await read('?kind=events&limit=1')
  expect((await read(`?kind=consent&cursor=${encodeURIComponent(body.page?.nextCursor ?? '')}`)).status).toBe(422)
})

test('a page costs as much as it is long, however much lies behind it', async () => {
  const client = await t.owner.connect()
  try {
    await client.query(
      `insert into app.contact_events (org_id, id, contact_id, type, at)
       select $1, uuidv7(-(n || ' seconds')::interval), $2, 'shop.visit', now() - n * interval '1 second' from generate_series(1, 20000) n`,
      [user.orgId, contactId],
    )
    await client.query('analyze app.contact_events')
    await client.query('set session_replication_role = replica')
    const [campaign, send] = [newId(), newId()]
    await client.query(
      `insert into app.campaigns (org_id, id, name, channel, definition, created_by) values ($1, $2, 'Often', 'email', '{}', 'Somebody')`,
      [user.orgId, campaign],
    )
    await client.query(
      `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status) values ($1, $2, $3, 1, 1, 'completed')`,
      [user.orgId, send, campaign],
    )
    await client.query(
      `insert into app.campaign_events (org_id, id, send_id, contact_id, type, at)
       select $1, uuidv7(-(n || ' seconds')::interval), $3, $2, 'opened', now() - n * interval '1 second' from generate_series(1, 5000) n`,
      [user.orgId, contactId, send],
    )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  const pages: TimelineMark[] = []
  for (const kind of [undefined, 'contact', 'campaigns'] as const)
    await t.platform.db.withOrg(user.orgId, async (tx) => {
      const context = { tx, may: () => true }
      const first = await listTimeline(t.platform, context, { contactId, kind, after: null, limit: 50 })
      if (first.next) pages.push(first.next)
      const next = await listTimeline(t.platform, context, { contactId, kind, after: first.next, limit: 50 })
      expect([first.rows.length, next.rows.length]).toEqual(kind === 'contact' ? [11, 11] : [50, 50])
      const { rows } = await sql<{ n: number }>`
        select sum(coalesce(seq_tup_read, 0) + coalesce(idx_tup_fetch, 0))::int as n from pg_stat_xact_all_tables
        where schemaname = 'app' and relname ~ '^(contact|campaign)_events'`.execute(tx)
      expect(rows[0]?.n).toBeGreaterThan(10)
      expect(rows[0]?.n).toBeLessThan(1_000)
    })
  expect(pages).toHaveLength(2)
})

test('hides entries that the member may not read elsewhere, and links that they cannot open', async () => {
  await t.owner.query(
    `insert into app.contact_events (org_id, id, contact_id, type, data) values ($1, uuidv7(), $2, 'contact.imported', jsonb_build_object('importId', $3::text, 'file', 'a.csv'))`,
    [user.orgId, contactId, newId()],
  )
  const viewer = await t.addMember(user.orgId, 'VIEWER')
  const imported = async (token: string) => (await read('?kind=contact&limit=1', token)).body.data[0]
  expect(await imported(user.token)).toMatchObject({ type: 'contact.imported', link: { kind: 'import' } })
  expect(await imported(viewer.token)).toMatchObject({ type: 'contact.imported', link: null })
  const key = async (scopes: string[]) =>
    (await t.call<{ plainKey: string }>('POST', '/api/api-keys', { token: user.token, body: { name: newId(), scopes } })).body.data.plainKey
  const byKey = async (scopes: string[]) => {
    const path = `/api/v1/contacts/${contactId}/timeline?kind=consent`
    return (await t.call<TimelineEntry[]>('GET', path, { token: await key(scopes) })).body.data.length
  }
  expect(await byKey(['contacts:read', 'consents:read'])).toBe(10)
  expect(await byKey(['contacts:read'])).toBe(0)
})

test('shows who added and removed a suppression and why, also for another contact with the address', async () => {
  const phone = '+4930998877'
  const person = async () =>
    (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email: `c${newId()}@example.com`, phone } })).body
      .data.id
  const inOrg = <T>(work: (tx: OrgTx) => Promise<T>) => t.platform.db.withOrg(user.orgId, work)
  const [token, id] = [user.token, await person()]
  const added = await t.call<Suppression>('POST', '/api/suppressions', {
    token,
    body: { channel: 'sms', address: phone, detail: 'By email' },
  })
  const path = `/api/suppressions/${added.body.data.id}/remove`
  expect((await t.call('POST', path, { token, body: { reason: 'A mistake' } })).status).toBe(200)
  await inOrg((tx) => applyKeyword(t.platform, tx, { channel: 'sms', address: phone, text: 'STOP' }))
  await inOrg((tx) => suppress(t.platform, tx, { channel: 'sms', address: phone, reason: 'stop' }))
  await inOrg((tx) => suppress(t.platform, tx, { channel: 'sms', address: phone, reason: 'bounced', detail: '30005' }))
  await inOrg((tx) => applyKeyword(t.platform, tx, { channel: 'sms', address: phone, text: 'START' }))
  const byHand = expect.stringMatching(/^Pat Person/) as string
  const entries = [
    ['consent.suppressed', '', 'bounced', '30005'],
    ['consent.suppressed', '', 'stop', ''],
    ['consent.lifted', byHand, 'manual', 'A mistake'],
    ['consent.suppressed', byHand, 'manual', 'By email'],
  ]
  const listed = async (of: string) =>
    (await t.call<TimelineEntry[]>('GET', `/api/contacts/${of}/timeline?kind=consent`, { token })).body.data
      .filter(({ type }) => type === 'consent.suppressed' || type === 'consent.lifted')
      .map(({ type, actor, detail }) => [type, actor, detail['reason'], detail['detail']])
  expect(await listed(id)).toEqual(entries)
  const file = await t.app.inject({ url: `/api/contacts/${id}/export`, headers: { authorization: `Bearer ${token}` } })
  expect(file.json<{ suppressionEvents: object[] }>().suppressionEvents).toHaveLength(4)
  const { body: latest } = await t.call<TimelineEntry[]>('GET', `/api/contacts/${id}/timeline?kind=contact&limit=1`, { token })
  expect(latest.data).toMatchObject([{ type: 'contact.exported', actor: byHand }])
  const later = await person()
  expect(await listed(later)).toEqual(entries)
  expect((await t.call('DELETE', `/api/contacts/${id}`, { token })).status).toBe(200)
  expect(await listed(later)).toEqual(entries)
  expect((await t.call('DELETE', `/api/contacts/${later}`, { token })).status).toBe(200)
  const { rows } = await t.owner.query('select 1 from app.suppression_events where address_hash = $1', [t.platform.hashAddress(phone)])
  expect(rows).toEqual([])
})
