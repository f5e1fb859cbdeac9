import type { SegmentGroup } from '../contract/src/contacts/segment-rules.ts'
import { median } from './figure.ts'
import type { Figure } from './figure.ts'
import type { ServerUnderTest } from './server-under-test.ts'

const contactCount = 500_000
const rounds = 5

/** A contact list like a shop's: tags, custom fields, consent by channel, events, two campaigns. Written as the owner, not imported. */
async function seedContacts({ database: { owner } }: ServerUnderTest, orgId: string): Promise<void> {
  await owner.query(
    `insert into app.contact_fields (org_id, id, key, label, type, choices)
     select $1, uuidv7(), key, label, type, choices from (values
       ('country', 'Country', 'choice', '{Germany,France,Spain,Italy,Poland}'::text[]), ('score', 'Score', 'number', '{}'),
       ('birthday', 'Birthday', 'date', '{}'), ('customer', 'Customer', 'boolean', '{}')) f (key, label, type, choices)`,
    [orgId],
  )
  await owner.query(
    `insert into app.contacts (org_id, id, email, email_hash, first_name, last_name, locale, time_zone, tags, custom, source, created_at)
     select $1, uuidv7(make_interval(mins => -n)), 'person' || n || '@example' || n % 50 || '.com', decode(md5(n::text), 'hex'), 'First' || n % 700, 'Last' || n % 9000,
            (array['de-DE', 'fr-FR', 'en-GB', 'es-ES'])[1 + n % 4], 'Europe/Berlin',
            case n % 10 when 0 then '{vip,newsletter}'::text[] when 1 then '{customer}' when 2 then '{newsletter,trial}' else '{}' end,
            jsonb_build_object('country', (array['Germany', 'France', 'Spain', 'Italy', 'Poland'])[1 + n % 5], 'score', n % 1000,
              'birthday', to_char(date '1950-01-01' + (n % 20000), 'YYYY-MM-DD'), 'customer', n % 3 = 0),
            'import', now() - make_interval(mins => n)
     from generate_series(1, ${contactCount}) n`,
    [orgId],
  )
  await owner.query(
    `insert into app.consents (org_id, contact_id, channel, purpose, status, source, at)
     select org_id, id, channel, 'marketing', case when hashtext(id::text) % 5 = 0 then 'withdrawn' else 'granted' end, 'import', created_at
     from app.contacts cross join (values ('email'), ('sms')) as c (channel) where org_id = $1 and (channel = 'email' or hashtext(id::text) % 2 = 0)`,
    [orgId],
  )
  await owner.query(
    `insert into app.contact_events (org_id, id, contact_id, type, at)
     select org_id, uuidv7(make_interval(secs => -(hashtext(id::text) & 65535))), id, type, now() - make_interval(days => abs(hashtext(id::text || type)) % 90)
     from app.contacts cross join (values ('purchase'), ('page.viewed')) as e (type) where org_id = $1 and abs(hashtext(type || id::text)) % 3 > 0`,
    [orgId],
  )
  await seedCampaigns(owner, orgId)
  await owner.query(
    'vacuum (analyze) app.contacts, app.consents, app.contact_events, app.contact_activity, app.campaign_recipients, app.contact_fields',
  )
}

async function seedCampaigns(owner: ServerUnderTest['database']['owner'], orgId: string): Promise<void> {
  for (const campaign of [1, 2])
    await owner.query(
      `with c as (
         insert into app.campaigns (org_id, id, name, channel, definition, created_by, launched_at) values ($1, uuidv7(), $2, 'email', '{}', 'Bea Bench', now()) returning id
       ), s as materialized (select c.id as campaign_id, uuidv7() as send_id from c)
       insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status)
       select org_id, send_id, id, campaign_id, (row_number() over (order by id) / 500)::int, 'queued' from app.contacts cross join s where org_id = $1`,
      [orgId, `Campaign ${campaign}`],
    )
  // As after a real send: the database aggregates the written rows.
  await owner.query(
    `update app.campaign_recipients set status = 'sent', sent_at = now() - interval '5 days',
       opened_at = case when hashtext(contact_id::text || campaign_id::text) % 4 = 0 then now() - interval '4 days' end,
       clicked_at = case when hashtext(contact_id::text || campaign_id::text) % 20 = 0 then now() - interval '4 days' end
     where org_id = $1`,
    [orgId],
  )
}

const segments: Record<string, SegmentGroup> = {
  'tag, country and score': {
    match: 'all',
    rules: [
      { kind: 'tags', op: 'any_of', tags: ['vip', 'customer'] },
      { kind: 'custom', type: 'choice', field: 'country', op: 'any_of', values: ['Germany'] },
      { kind: 'custom', type: 'number', field: 'score', op: 'at_least', value: 500 },
    ],
  },
  'agreed to email and not a customer': {
    match: 'all',
    rules: [
      { kind: 'consent', channel: 'email', purpose: 'marketing', status: 'granted' },
      { match: 'none', rules: [{ kind: 'tags', op: 'any_of', tags: ['customer'] }] },
    ],
  },
  'tagged vip in Germany who opened a mail in the last 30 days': {
    match: 'all',
    rules: [
      { kind: 'tags', op: 'any_of', tags: ['vip'] },
      { kind: 'custom', type: 'choice', field: 'country', op: 'any_of', values: ['Germany'] },
      { kind: 'campaign', did: 'opened', days: 30 },
    ],
  },
  'was sent and opened none, or bought in the last 60 days': {
    match: 'any',
    rules: [
      { kind: 'campaign', did: 'not_opened', days: 30 },
      { kind: 'event', type: 'purchase', op: 'at_least', count: 1, days: 60 },
    ],
  },
  'new, bought once or less, agreed to text messages or has an address at one company': {
    match: 'all',
    rules: [
      { kind: 'created', op: 'last_days', days: 180 },
      { kind: 'event', type: 'purchase', op: 'at_most', count: 1 },
      {
        match: 'any',
        rules: [
          { kind: 'consent', channel: 'sms', purpose: 'marketing', status: 'granted' },
          { kind: 'field', field: 'email', op: 'ends_with', value: '@example7.com' },
        ],
      },
    ],
  },
  'opened some of what was sent in 30 days but clicked none': {
    match: 'all',
    rules: [
      { kind: 'campaign', did: 'not_clicked', days: 30 },
      { kind: 'campaign', did: 'opened', days: 30 },
    ],
  },
  'never clicked any': { match: 'all', rules: [{ kind: 'campaign', did: 'not_clicked' }] },
  'none of: opened, bought, tagged customer': {
    match: 'none',
    rules: [
      { kind: 'campaign', did: 'opened' },
      { kind: 'event', type: 'purchase', op: 'at_least', count: 1 },
      { kind: 'tags', op: 'any_of', tags: ['customer'] },
    ],
  },
  'tagged, bought exactly once and agreed, or never clicked any and looked at a page': {
    match: 'any',
    rules: [
      {
        match: 'all',
        rules: [
          { kind: 'tags', op: 'any_of', tags: ['newsletter'] },
          { kind: 'event', type: 'purchase', op: 'exactly', count: 1 },
          { kind: 'consent', channel: 'email', purpose: 'marketing', status: 'granted' },
        ],
      },
      {
        match: 'all',
        rules: [
          { kind: 'campaign', did: 'not_clicked' },
          { kind: 'event', type: 'page.viewed', op: 'at_least', count: 1, days: 30 },
        ],
      },
    ],
  },
  'not agreed to text messages, and in neither of two other groups': {
    match: 'all',
    rules: [
      { kind: 'consent', channel: 'sms', status: 'none' },
      {
        match: 'none',
        rules: [
          { kind: 'campaign', did: 'clicked', days: 30 },
          {
            match: 'all',
            rules: [
              { kind: 'tags', op: 'any_of', tags: ['vip'] },
              { kind: 'event', type: 'purchase', op: 'at_least', count: 1 },
            ],
          },
        ],
      },
    ],
  },
}

/** Counts segments of 500,000 contacts by the operation that the rule builder calls, including its ten sample contacts. */
export async function benchSegments(server: ServerUnderTest): Promise<Figure[]> {
  const client = await server.register()
  await server.database.owner.query(
    `insert into app.consent_purposes (org_id, key, name) values ($1, 'marketing', 'Marketing') on conflict do nothing`,
    [client.orgId],
  )
  await seedContacts(server, client.orgId)
  const figures: Figure[] = []
  for (const [name, rules] of Object.entries(segments)) {
    const times: number[] = []
    let count = 0
    for (let round = 0; round <= rounds; round++) {
      const startedAt = performance.now()
      count = (await client.call<{ count: number }>('POST', '/segments/preview', { rules })).count
      if (round > 0) times.push(performance.now() - startedAt)
    }
    figures.push({
      name: `count: ${name}`,
      value: median(times),
      unit: 'ms',
      aim: { of: 'value', atMost: 1_000 },
      note: `${count.toLocaleString('en')} of ${contactCount.toLocaleString('en')} contacts, slowest of ${rounds} ${Math.round(Math.max(...times))} ms`,
    })
  }
  return figures
}
