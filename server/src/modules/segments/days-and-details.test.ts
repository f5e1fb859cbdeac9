import { sql } from 'kysely'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SegmentRules } from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentCondition } from '@imperium/contract/contacts/segment-rules.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { compileRules } from './compile-rules.ts'
import { idsAfter } from './match-store.ts'
import { loadScope } from './rule-scope.ts'

// Days by the clock on the wall of the organization, what events were recorded with, and clicks on one link.

// In New York it is still the 20th, ten in the evening.
const now = new Date('2026-11-21T03:00:00Z')
const campaignId = newId()
const link = 'https://shop.example.com/sale?for={{name}}'
let t: TestApp
let user: TestUser
const people: Record<string, string> = {}

beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  await t.owner.query(`update auth.organizations set time_zone = 'America/New_York' where id = $1`, [user.orgId])
  const run = (statement: string, ...values: unknown[]) => t.owner.query(statement, [user.orgId, ...values])
  await run(`insert into app.contact_fields (org_id, id, key, label, type) values ($1, $2, 'birthday', 'Birthday', 'date')`, newId())
  await person('ada', { createdAt: '2026-11-20T04:59:00Z', birthday: '2026-11-20' })
  await person('bo', { createdAt: '2026-11-20T05:00:00Z', birthday: '2026-11-21' })
  await person('cy', { createdAt: '2026-11-21T02:00:00Z', birthday: '2026-11-19' })
  const events: [string, object][] = [
    ['ada', { amount: 120, product: 'Garden Chair' }],
    ['ada', { amount: 20, product: 'Lamp' }],
    ['bo', { amount: 50, product: 'garden table', gift: true }],
    ['cy', { amount: '900', product: "O'Brien" }],
    ['cy', {}],
  ]
  for (const [name, data] of events)
    await run(
      `insert into app.contact_events (org_id, id, contact_id, type, at, data) values ($1, $2, $3, 'purchase', $4, $5)`,
      newId(),
      people[name],
      now,
      JSON.stringify(data),
    )
  await run(
    `insert into app.campaigns (org_id, id, name, channel, definition, created_by) values ($1, $2, 'Sale', 'email', '{}', 'Test')`,
    campaignId,
  )
  // In the second version the link has another number.
  await sent(
    1,
    ['https://other.example.com', link],
    [
      ['ada', 1, false],
      ['ada', 0, false],
      ['bo', 1, true],
      ['cy', 0, false],
    ],
  )
  await sent(2, [link], [['bo', 0, false]])
})
afterAll(() => t.close())

async function person(name: string, { createdAt, birthday }: { createdAt: string; birthday: string }): Promise<void> {
  const id = (people[name] = newId())
  await t.owner.query(
    `insert into app.contacts (org_id, id, first_name, source, custom, created_at) values ($1, $2, $3, 'manual', $4, $5)`,
    [user.orgId, id, name, JSON.stringify({ birthday }), createdAt],
  )
}

async function sent(version: number, links: readonly string[], clicks: readonly (readonly [string, number, boolean])[]): Promise<void> {
  const sendId = newId()
  const run = (statement: string, ...values: unknown[]) => t.owner.query(statement, [user.orgId, ...values])
  await run(
    `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status) values ($1, $2, $3, $4, $4, 'completed')`,
    sendId,
    campaignId,
    version,
  )
  for (const [no, url] of links.entries())
    await run(
      'insert into app.campaign_links (org_id, campaign_id, version, no, url) values ($1, $2, $3, $4, $5)',
      campaignId,
      version,
      no,
      url,
    )
  for (const contactId of Object.values(people))
    await run(
      `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status, sent_at) values ($1, $2, $3, $4, 0, 'sent', $5)`,
      sendId,
      contactId,
      campaignId,
      now,
    )
  for (const [name, no, machine] of clicks)
    await run(
      `insert into app.campaign_events (org_id, id, send_id, contact_id, type, at, machine, link) values ($1, $2, $3, $4, 'clicked', $5, $6, $7)`,
      newId(),
      sendId,
      people[name],
      now,
      machine,
      no,
    )
}

/** Names of the contacts that a rule finds, evaluated for all and one by one. */
const found = (condition: object): Promise<string[]> =>
  t.platform.db.withOrg(user.orgId, async (tx) => {
    const rules = SegmentRules.parse({ match: 'all', rules: [condition] })
    const scope = await loadScope(tx, [rules])
    expect(scope.problems).toEqual([])
    const { page, count } = compileRules(rules, scope, now)
    const { rows } = await sql<{ id: string }>`select c.id from app.contacts c${count.joins} where ${count.where}`.execute(tx)
    expect(await idsAfter(tx, page, null, 100)).toEqual(rows.map(({ id }) => id).toSorted())
    const ids = new Set(rows.map(({ id }) => id))
    return Object.keys(people).filter((name) => ids.has(people[name] ?? ''))
  })

describe('days are those of the time zone of the organization', () => {
  const birthday = { kind: 'custom', type: 'date', field: 'birthday' }
  test.each<[object, string[]]>([
    [{ kind: 'created', op: 'is', date: '2026-11-19' }, ['ada']],
    [{ kind: 'created', op: 'is', date: '2026-11-20' }, ['bo', 'cy']],
    [{ kind: 'created', op: 'before', date: '2026-11-20' }, ['ada']],
    [{ kind: 'created', op: 'after', date: '2026-11-19' }, ['bo', 'cy']],
    [{ ...birthday, op: 'next_days', days: 1 }, ['ada']],
    [{ ...birthday, op: 'next_days', days: 2 }, ['ada', 'bo']],
    [{ ...birthday, op: 'last_days', days: 1 }, ['ada']],
    [{ ...birthday, op: 'last_days', days: 2 }, ['ada', 'cy']],
  ])('%j', async (condition, names) => {
    expect(await found(condition)).toEqual(names)
  })

  test('keeps the real length of a day with a clock change', async () => {
    // 1 November 2026: the clocks go back, the day has 25 hours.
    await t.owner.query(`update app.contacts set created_at = '2026-11-02T04:30:00Z' where id = $1`, [people['cy']])
    expect(await found({ kind: 'created', op: 'is', date: '2026-11-01' })).toEqual(['cy'])
    await t.owner.query(`update app.contacts set created_at = '2026-11-21T02:00:00Z' where id = $1`, [people['cy']])
  })
})

describe('yearly dates', () => {
  beforeAll(async () => {
    await person('dee', { createdAt: now.toISOString(), birthday: '1990-11-20' })
    await person('eve', { createdAt: now.toISOString(), birthday: '2000-02-29' })
  })
  afterAll(async () => {
    await t.owner.query('delete from app.contacts where id = any($1)', [[people['dee'], people['eve']]])
    delete people['dee']
    delete people['eve']
  })
  const birthday = { kind: 'custom', type: 'date', field: 'birthday' }
  test.each<[object, string[]]>([
    [{ ...birthday, op: 'anniversary_days', days: 1 }, ['ada', 'dee']],
    [{ ...birthday, op: 'anniversary_days', days: 2 }, ['ada', 'bo', 'dee']],
    [{ ...birthday, op: 'anniversary_days', days: 101 }, ['ada', 'bo', 'dee', 'eve']],
    [{ ...birthday, op: 'anniversary_days', days: 100 }, ['ada', 'bo', 'dee']],
    [{ ...birthday, op: 'anniversary_days', days: 3650 }, ['ada', 'bo', 'cy', 'dee', 'eve']],
  ])('%j', async (condition, names) => {
    expect(await found(condition)).toEqual(names)
  })
})

describe('event properties', () => {
  const bought = (data: object, more: object = {}) => ({ kind: 'event', type: 'purchase', op: 'at_least', count: 1, data, ...more })
  test.each<[object, string[]]>([
    [bought({ property: 'amount', op: 'at_least', value: 50 }), ['ada', 'bo']],
    [bought({ property: 'amount', op: 'at_most', value: 20 }), ['ada']],
    [bought({ property: 'amount', op: 'is', value: 50 }), ['bo']],
    [bought({ property: 'amount', op: 'is', value: '50' }), ['bo']],
    [bought({ property: 'amount', op: 'is', value: '900' }), ['cy']],
    [bought({ property: 'product', op: 'contains', value: 'GARDEN' }), ['ada', 'bo']],
    [bought({ property: 'product', op: 'is', value: "o'brien" }), ['cy']],
    [bought({ property: 'gift', op: 'is', value: 'true' }), ['bo']],
    [bought({ property: "'; drop table app.contacts; --", op: 'is', value: 'x' }), []],
    [bought({ property: 'product', op: 'contains', value: 'a' }, { count: 2 }), ['ada']],
    [bought({ property: 'amount', op: 'at_least', value: 50 }, { op: 'exactly', count: 0 }), ['cy']],
    [bought({ property: 'amount', op: 'at_least', value: 50 }, { days: 1 }), ['ada', 'bo']],
  ])('%j', async (condition, names) => {
    expect(await found(condition)).toEqual(names)
  })

  test('a number is compared with a number, and a property has a name', () => {
    const check = (data: object) => SegmentRules.safeParse({ match: 'all', rules: [bought(data)] }).success
    expect(check({ property: 'amount', op: 'at_least', value: 'much' })).toBe(false)
    expect(check({ property: '', op: 'is', value: 'x' })).toBe(false)
    expect(check({ property: 'amount', op: 'is' })).toBe(false)
  })
})

describe('clicks on one link of a campaign', () => {
  const clicked = (did: string, more: object = {}) => ({ kind: 'campaign', did, campaignId, link, ...more })
  test.each<[object, string[]]>([
    // Bo's first was a scanner's, the second one in the other version was not; Cy clicked another link.
    [clicked('clicked'), ['ada', 'bo']],
    [clicked('not_clicked'), ['cy']],
    [clicked('clicked', { days: 1 }), ['ada', 'bo']],
    [clicked('clicked', { link: 'https://gone.example.com' }), []],
    [clicked('not_clicked', { link: 'https://gone.example.com' }), ['ada', 'bo', 'cy']],
  ])('%j', async (condition, names) => {
    expect(await found(condition)).toEqual(names)
  })

  test('offers recorded properties, only within their organization', async () => {
    const path = `/api/segments/choices/campaigns/${campaignId}/links`
    const { body } = await t.call<string[]>('GET', path, { token: user.token })
    expect(body.data).toEqual(['https://other.example.com', link])
    const stranger = await t.register()
    expect((await t.call('GET', path, { token: stranger.token })).status).toBe(404)
  })

  test('limits a link to clicks in one campaign', () => {
    const check = (rule: object) => SegmentRules.safeParse({ match: 'all', rules: [rule as SegmentCondition] }).success
    expect(check(clicked('clicked'))).toBe(true)
    expect(check(clicked('opened'))).toBe(false)
    expect(check({ kind: 'campaign', did: 'clicked', link })).toBe(false)
  })
})
