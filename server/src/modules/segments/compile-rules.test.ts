import fc from 'fast-check'
import { sql } from 'kysely'
import { afterAll, beforeAll, expect, test } from 'vitest'
import {
  SegmentRules,
  matches,
  dateOperators,
  numberOperators,
  textOperators,
  behaviours,
  depthOf,
  reachStates,
} from '@imperium/contract/contacts/segment-rules.ts'
import type { SegmentGroup, SegmentRule } from '@imperium/contract/contacts/segment-rules.ts'
import { rounds } from '../../testing/deep.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { compileRules } from './compile-rules.ts'
import { loadScope } from './rule-scope.ts'
import { holds } from './testing/brute-force.ts'
import type { Known, Person } from './testing/brute-force.ts'

const now = new Date('2026-11-20T12:00:00Z')
const campaigns = [newId(), newId()] as const
const vips = newId()
const known: Known = {
  now,
  suppressed: new Set(['sms +3312345678', 'whatsapp +4912345678', ...[1, 4, 9, 12, 40, 77].map((at) => `email ada${at}@example.com`)]),
  segments: new Map([
    [
      vips,
      {
        match: 'any',
        rules: [
          { kind: 'tags', op: 'any_of', tags: ['vip'] },
          { kind: 'emailState', state: 'bounced' },
        ],
      },
    ],
  ]),
}

// Few different values, so that conditions meet contacts; among them what would break a statement put together from text.
const hostile = ["O'Brien", '%', '_', '\\', "'; drop table app.contacts; --", '$1', '{{x}}', 'Zoë', '日本']
const word = fc.constantFrom('Ada', 'ada', 'Bo', 'a', 'da', '@example.com', ...hostile)
const tag = fc.constantFrom('vip', 'new', "it's", 'a,b', '{x}')
const moment = fc.integer({ min: 0, max: 60 * 24 }).map((hours) => new Date(now.getTime() - hours * 3_600_000))
const day = fc.integer({ min: -40, max: 40 }).map((days) => new Date(now.getTime() + days * 86_400_000).toISOString().slice(0, 10))
const days = fc.integer({ min: 1, max: 60 })
const maybe = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: null })
const optional = <T>(value: fc.Arbitrary<T>) => fc.option(value, { nil: undefined })
const channel = fc.constantFrom('email', 'sms', 'whatsapp', 'webhook')
const purpose = fc.constantFrom('marketing', 'news')

const person: fc.Arbitrary<Person> = fc.record({
  id: fc.constant(''),
  email: maybe(fc.constant('ada@example.com')),
  phone: maybe(fc.constantFrom('+4912345678', '+3312345678')),
  firstName: fc.oneof(fc.constant(''), word),
  lastName: fc.oneof(fc.constant(''), word),
  locale: maybe(fc.constantFrom('de-DE', 'en')),
  timeZone: maybe(fc.constantFrom('Europe/Berlin', 'Asia/Tokyo')),
  tags: fc.uniqueArray(tag, { maxLength: 3 }),
  custom: fc.record(
    {
      city: fc.oneof(word, fc.constant(5)),
      score: fc.oneof(fc.integer({ min: -3, max: 3 }), fc.constantFrom(0.1, 2.5, 'three')),
      birthday: day,
      customer: fc.oneof(fc.boolean(), fc.constant('yes')),
      plan: fc.constantFrom('Free', 'Pro', "Pro'"),
    },
    { requiredKeys: [] },
  ),
  source: fc.constantFrom('manual', 'import', 'api'),
  emailState: fc.constantFrom('active', 'bounced'),
  createdAt: moment,
  events: fc.array(fc.record({ type: fc.constantFrom('purchase', "it's.done", 'contact.changed'), at: moment }), { maxLength: 4 }),
  consents: fc.uniqueArray(fc.record({ channel, purpose, status: fc.constantFrom('granted', 'pending', 'withdrawn') }), {
    maxLength: 6,
    selector: (consent) => `${consent.channel} ${consent.purpose}`,
  }),
  sends: fc.uniqueArray(
    fc.record({
      campaignId: fc.constantFrom(...campaigns),
      at: moment,
      status: fc.constantFrom('queued', 'failed', 'skipped', 'clicked'),
      sent: maybe(moment),
      delivered: maybe(moment),
      unsubscribed: maybe(moment),
      complained: maybe(moment),
      opened: maybe(moment),
      clicked: maybe(moment),
      responded: maybe(moment),
      bounced: maybe(moment),
    }),
    { maxLength: 2, selector: ({ campaignId }) => campaignId },
  ),
})

const textCondition = fc.record({ op: fc.constantFrom(...textOperators), value: word })
const condition = fc.oneof(
  textCondition.chain((text) =>
    fc.constantFrom('email', 'phone', 'firstName', 'lastName', 'locale', 'timeZone').map((field) => ({ kind: 'field', field, ...text })),
  ),
  textCondition.map((text) => ({ kind: 'custom', type: 'text', field: 'city', ...text })),
  fc.record({
    kind: fc.constant('custom'),
    type: fc.constant('number'),
    field: fc.constant('score'),
    op: fc.constantFrom(...numberOperators),
    value: fc.constantFrom(-1, 0, 0.1, 2.5, 1e21),
  }),
  fc.record({
    kind: fc.constant('custom'),
    type: fc.constant('date'),
    field: fc.constant('birthday'),
    op: fc.constantFrom(...dateOperators),
    date: day,
    days,
  }),
  fc.record({
    kind: fc.constant('custom'),
    type: fc.constant('boolean'),
    field: fc.constant('customer'),
    op: fc.constantFrom('is_true', 'is_false', 'is_empty'),
  }),
  fc.record({
    kind: fc.constant('custom'),
    type: fc.constant('choice'),
    field: fc.constant('plan'),
    op: fc.constantFrom('any_of', 'none_of', 'is_empty', 'is_not_empty'),
    values: fc.constantFrom(['Free'], ['Pro', "Pro'"]),
  }),
  fc.record({
    kind: fc.constant('tags'),
    op: fc.constantFrom('any_of', 'all_of', 'none_of'),
    tags: fc.uniqueArray(tag, { minLength: 1, maxLength: 2 }),
  }),
  fc.record({
    kind: fc.constant('source'),
    op: fc.constantFrom('any_of', 'none_of'),
    sources: fc.constantFrom(['manual'], ['import', 'api']),
  }),
  fc.record({ kind: fc.constant('created'), op: fc.constantFrom('is', 'before', 'after', 'last_days', 'not_last_days'), date: day, days }),
  fc.record({ kind: fc.constant('emailState'), state: fc.constantFrom('active', 'bounced') }),
  fc.record({
    kind: fc.constant('event'),
    type: fc.constantFrom('purchase', "it's.done", 'contact.changed'),
    op: fc.constantFrom('at_least', 'at_most', 'exactly'),
    count: fc.integer({ min: 0, max: 3 }),
    days: optional(days),
  }),
  fc.record({
    kind: fc.constant('campaign'),
    did: fc.constantFrom(...behaviours),
    campaignId: optional(fc.constantFrom(...campaigns)),
    days: optional(days),
  }),
  fc.record({
    kind: fc.constant('consent'),
    channel,
    purpose: optional(purpose),
    status: fc.constantFrom('granted', 'pending', 'withdrawn', 'none'),
  }),
  fc.record({
    kind: fc.constant('reach'),
    channel,
    purpose: optional(purpose),
    state: fc.constantFrom(...reachStates),
  }),
  fc.record({ kind: fc.constant('segment'), segmentId: fc.constant(vips), in: fc.boolean() }),
)
const group: fc.Arbitrary<SegmentGroup> = fc.letrec<{ rule: unknown; group: unknown }>((tie) => ({
  group: fc.record({ match: fc.constantFrom(...matches), rules: fc.array(tie('rule'), { maxLength: 4, depthIdentifier: 'rules' }) }),
  rule: fc.oneof({ depthIdentifier: 'rules', maxDepth: 3 }, condition, tie('group')),
})).group as fc.Arbitrary<SegmentGroup>

let t: TestApp
let user: TestUser
let other: TestUser
let people: Person[]
beforeAll(async () => {
  t = await createTestApp()
  user = await t.register()
  other = await t.register()
  await arrange()
  people = fc
    .sample(person, { numRuns: rounds(120), seed: 4 })
    .map((each, at) => ({ ...each, id: newId(), email: each.email === null ? null : `ada${at}@example.com` }))
  for (const each of people) await insertPerson(user.orgId, each)
  await suppressSome(user.orgId)
  // The same people once more in another organization: none of them may ever be found.
  for (const each of people.slice(0, 30)) await insertPerson(other.orgId, { ...each, id: newId() })
})
afterAll(() => t.close())

async function arrange(): Promise<void> {
  const { orgId } = user
  for (const [key, type] of Object.entries({ city: 'text', score: 'number', birthday: 'date', customer: 'boolean', plan: 'choice' }))
    await t.owner.query('insert into app.contact_fields (org_id, id, key, label, type) values ($1, $2, $3, $3, $4)', [
      orgId,
      newId(),
      key,
      type,
    ])
  for (const key of ['marketing', 'news'])
    await t.owner.query('insert into app.consent_purposes (org_id, key, name) values ($1, $2, $2) on conflict do nothing', [orgId, key])
  for (const org of [orgId, other.orgId])
    for (const [at, id] of campaigns.entries())
      await t.owner.query(
        `insert into app.campaigns (org_id, id, name, channel, definition, created_by) values ($1, $2, $3, 'email', '{}', 'Test')`,
        [org, id, `Campaign ${at}`],
      )
  await t.owner.query(`insert into app.segments (org_id, id, name, rules, created_by) values ($1, $2, 'VIPs', $3, 'Test')`, [
    orgId,
    vips,
    JSON.stringify(known.segments.get(vips)),
  ])
}

async function insertPerson(orgId: string, p: Person): Promise<void> {
  await t.owner.query(
    `insert into app.contacts (org_id, id, email, email_hash, phone, phone_hash, first_name, last_name, locale, time_zone, tags, custom, source, email_state, created_at)
     values ($1, $2, $3::text, sha256(convert_to($3::text, 'utf8')), $4::text, sha256(convert_to($4::text, 'utf8')), $5, $6, $7, $8, $9, $10, $11, $12, $13)`,
    [
      orgId,
      p.id,
      p.email,
      p.phone,
      p.firstName,
      p.lastName,
      p.locale,
      p.timeZone,
      p.tags,
      JSON.stringify(p.custom),
      p.source,
      p.emailState,
      p.createdAt,
    ],
  )
  for (const event of p.events)
    await t.owner.query('insert into app.contact_events (org_id, id, contact_id, type, at) values ($1, $2, $3, $4, $5)', [
      orgId,
      newId(),
      p.id,
      event.type,
      event.at,
    ])
  for (const consent of p.consents)
    await t.owner.query(
      `insert into app.consents (org_id, contact_id, channel, purpose, status, source, at) values ($1, $2, $3, $4, $5, 'test', now())`,
      [orgId, p.id, consent.channel, consent.purpose, consent.status],
    )
  const times = ['sent', 'opened', 'clicked', 'responded', 'bounced', 'delivered', 'unsubscribed', 'complained'] as const
  for (const [nth, send] of p.sends.entries()) {
    // The first message went to a contact that has become part of this one since, or becomes it afterwards.
    const name = nth === 0 ? newId() : p.id
    const merge = () =>
      t.owner.query('insert into app.contact_merges (org_id, merged_id, contact_id) values ($1, $2, $3)', [orgId, name, p.id])
    const isMergedFirst = p.firstName.length % 2 === 0
    if (name !== p.id && isMergedFirst) await merge()
    await t.owner.query(
      `with send as (
         insert into app.campaign_sends (org_id, id, campaign_id, step, version, status)
         select $1, uuidv7($5::timestamptz - clock_timestamp()), $3, count(*), 1, 'completed' from app.campaign_sends where campaign_id = $3 returning id
       ) insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status) select $1, id, $2, $3, 0, $4 from send`,
      [orgId, name, send.campaignId, send.status, send.at],
    )
    // A machine's opening, which is taken back.
    if (nth === 1)
      await written(orgId, name, send.campaignId, ['opened_at', 'clicked_at', 'delivered_at'], [new Date(), new Date(), new Date()])
    await written(
      orgId,
      name,
      send.campaignId,
      times.map((time) => `${time}_at`),
      times.map((time) => send[time]),
    )
    if (name !== p.id && !isMergedFirst) await merge()
  }
}

const written = (orgId: string, contactId: string, campaignId: string, columns: readonly string[], times: readonly (Date | null)[]) =>
  t.owner.query(
    `update app.campaign_recipients set ${columns.map((column, at) => `${column} = $${at + 4}`).join(', ')}
     where org_id = $1 and contact_id = $2 and campaign_id = $3`,
    [orgId, contactId, campaignId, ...times],
  )

async function suppressSome(orgId: string): Promise<void> {
  for (const [at, each] of [...known.suppressed].entries()) {
    const [channel, address] = each.split(' ')
    // On the organization's own list, or on the installation's.
    await t.owner.query(
      at % 2
        ? `insert into app.suppressions (org_id, id, channel, address_hash, hint, reason) values ($1, gen_random_uuid(), $2, sha256(convert_to($3, 'utf8')), '***', 'manual')`
        : `insert into app.platform_suppressions (channel, address_hash, hint, reason) select $2, sha256(convert_to($3, 'utf8')), '***', 'complained' where $1::uuid is not null`,
      [orgId, channel, address],
    )
  }
}

const found = (rules: SegmentGroup, reach: 'count' | 'page'): Promise<string[]> =>
  t.platform.db.withOrg(user.orgId, async (tx) => {
    const scope = await loadScope(tx, [rules])
    expect(scope.problems).toEqual([])
    const { page, count } = compileRules(rules, scope, now)
    const { joins, where } = reach === 'count' ? count : { joins: sql``, where: page }
    const { rows } = await sql<{ id: string }>`select c.id from app.contacts c${joins} where ${where} order by c.id`.execute(tx)
    return rows.map(({ id }) => id)
  })

const plain = (rules: SegmentRule): SegmentGroup => SegmentRules.parse(JSON.parse(JSON.stringify(rules)))

// What SQL finds is what the rules mean, for trees of every condition, in both shapes, and never in another organization.
test('finds exactly the contacts that an evaluation without SQL finds', async () => {
  let some = 0
  await fc.assert(
    fc.asyncProperty(group, async (raw) => {
      fc.pre(depthOf(raw) <= 5)
      const rules = plain(raw)
      const expected = people
        .filter((each) => holds(rules, each, known))
        .map(({ id }) => id)
        .toSorted()
      if (expected.length > 0 && expected.length < people.length) some++
      expect(await found(rules, 'count')).toEqual(expected)
      expect(await found(rules, 'page')).toEqual(expected)
    }),
    { numRuns: rounds(300), seed: 11 },
  )
  // A test that only compares empty lists would say nothing.
  expect(some).toBeGreaterThan(80)
})

test('finds exactly the expected contacts for each kind of condition', async () => {
  await fc.assert(
    fc.asyncProperty(condition, fc.constantFrom(...matches), async (leaf, match) => {
      const rules = plain({ match, rules: [leaf as SegmentRule] })
      const expected = people
        .filter((each) => holds(rules, each, known))
        .map(({ id }) => id)
        .toSorted()
      expect(await found(rules, 'count')).toEqual(expected)
      expect(await found(rules, 'page')).toEqual(expected)
    }),
    { numRuns: rounds(500), seed: 7 },
  )
})
