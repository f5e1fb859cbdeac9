import { afterAll, beforeAll, expect, test } from 'vitest'
import type { CampaignAnalytics, CampaignSend, CampaignRecipient } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { dropEmptyMonths, encodeRecipient, eraseRecipientsBefore } from '../campaigns/index.ts'
import { unsubscribeToken } from '../consents/index.ts'
import { eraseExpired } from './erase-expired.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
})
afterAll(() => t.close())

const run = async <R extends object>(statement: string, ...values: unknown[]) => (await t.owner.query<R>(statement, values)).rows
const get = async <T>(user: TestUser, path: string) => (await t.call<T>('GET', `/api${path}`, { token: user.token })).body.data
const daysAgo = (days: number) => new Date(Date.now() - days * 86_400_000)
/** An id as it would have been created then. */
const idOf = async (days: number) =>
  (await run<{ id: string }>(`select (substr(app.uuid_floor($1)::text, 1, 14) || substr($2, 15))::uuid as id`, daysAgo(days), newId()))[0]
    ?.id ?? ''
const makeContact = async (user: TestUser, email: string) =>
  (await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email } })).body.data.id

async function makeCampaign(user: TestUser, name: string): Promise<string> {
  const id = newId()
  await run(
    `insert into app.campaigns (org_id, id, name, channel, status, definition, created_by, launched_at)
     values ($1, $2, $3, 'email', 'completed', '{"purpose":"marketing","content":{"subject":"Hi","html":"<p>Hi</p>"},"audience":{"kind":"all"}}', 'Pat', now())`,
    user.orgId,
    id,
    name,
  )
  await run(
    `insert into app.campaign_links (org_id, campaign_id, version, no, url) values ($1, $2, 1, 1, 'https://shop.example.com/')`,
    user.orgId,
    id,
  )
  return id
}

/** A send that ended `days` ago: every recipient opened, the first clicked, the last failed with a message of the server. */
async function makeSend(user: TestUser, campaignId: string, days: number, contacts: readonly string[], step = 1): Promise<string> {
  const [id, at] = [await idOf(days), daysAgo(days)]
  await run(
    `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status, started_at, finished_at, total) values ($1, $2, $3, $4, 1, 'completed', $5, $5, $6)`,
    user.orgId,
    id,
    campaignId,
    step,
    at,
    contacts.length,
  )
  await run(
    `insert into app.campaign_chunks (org_id, send_id, chunk, status, total, sent, delivered, opened, clicked, failed, undelivered)
     values ($1, $2, 0, 'done', $3, $3, $3 - 1, $3, 1, 1, 1)`,
    user.orgId,
    id,
    contacts.length,
  )
  for (const [index, contactId] of contacts.entries()) {
    const fails = index === contacts.length - 1
    await run(
      `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, variant, status, reason, address) values ($1, $2, $3, $4, 0, $5, 'queued', null, 'x@example.com')`,
      user.orgId,
      id,
      contactId,
      campaignId,
      index % 2,
    )
    // Engagement marks follow from changes; the sums of a contact are computed from them.
    await run(
      `update app.campaign_recipients set status = $4, reason = $5, sent_at = $6, delivered_at = $7, opened_at = $6, clicked_at = $8 where org_id = $1 and send_id = $2 and contact_id = $3`,
      user.orgId,
      id,
      contactId,
      fails ? 'failed' : 'opened',
      fails ? 'undelivered' : null,
      at,
      fails ? null : at,
      index === 0 ? at : null,
    )
    if (index > 0) continue
    for (const type of ['opened', 'clicked', 'clicked'])
      await run(
        `insert into app.campaign_events (org_id, id, send_id, contact_id, type, at, link) values ($1, $2, $3, $4, $5, $6, $7)`,
        user.orgId,
        newId(),
        id,
        contactId,
        type,
        at,
        type === 'clicked' ? 1 : null,
      )
    await run(
      `insert into app.campaign_drafts (org_id, send_id, contact_id, status, body, cost_micros) values ($1, $2, $3, 'approved', 'Dear x', 700)`,
      user.orgId,
      id,
      contactId,
    )
  }
  return id
}

const recipientsOf = async (sendId: string) =>
  (await run<{ n: number }>('select count(*)::int as n from app.campaign_recipients where send_id = $1', sendId))[0]?.n
const activityOf = (user: TestUser) => run('select * from app.contact_activity where org_id = $1 order by contact_id', user.orgId)
const keep = (user: TestUser, historyDays: number | null) =>
  t.call('PUT', '/api/security/retention', { token: user.token, body: { retentionDays: 90, historyDays } })

test('erases recipients of an old send, keeps its figures and segment data, and marks every page', async () => {
  const user = await t.register()
  const people = [
    await makeContact(user, 'a@example.com'),
    await makeContact(user, 'b@example.com'),
    await makeContact(user, 'c@example.com'),
  ]
  const campaignId = await makeCampaign(user, 'Old')
  const sendId = await makeSend(user, campaignId, 800, people)
  const path = `/campaigns/${campaignId}`
  const figures = async () => [await get<CampaignAnalytics>(user, `${path}/analytics`), await get(user, path), await activityOf(user)]
  const before = await figures()
  expect(before[0]).toMatchObject({
    stats: { sent: 3, opened: 3, clicked: 1, costMicros: 700 },
    variants: [
      { variant: 0, total: 2, clicked: 1 },
      { variant: 1, total: 1 },
    ],
    links: [{ clicks: 2, people: 1 }],
    reasons: [{ status: 'failed', reason: 'undelivered', count: 1 }],
  })
  // With half of it erased, the figures are unchanged.
  expect(await t.platform.db.withOrg(user.orgId, (tx) => eraseRecipientsBefore(tx, daysAgo(730), 2))).toBe(2)
  expect([await figures(), await recipientsOf(sendId)]).toEqual([before, 1])
  expect(await eraseExpired(t.platform, 'history')).toBe(1)
  expect([await figures(), await recipientsOf(sendId), await eraseExpired(t.platform, 'history')]).toEqual([before, 0, 0])
  for (const table of ['campaign_events', 'campaign_drafts'])
    expect(await run(`select 1 from app.${table} where send_id = $1`, sendId)).toEqual([])
  // Recounted, as after a merge, the sums of a contact are the same.
  await run('select app.recount_activity($1, $2)', user.orgId, people)
  expect(await activityOf(user)).toEqual(before[2])

  expect(await get<CampaignSend[]>(user, `${path}/sends`)).toMatchObject([{ recipientsErasedAt: expect.any(String) as string }])
  expect(await get<CampaignRecipient[]>(user, `${path}/recipients`)).toEqual([])
  expect(await get(user, `${path}/recipients/${people[0]}`)).toMatchObject({
    answer: expect.stringContaining('no longer stored') as string,
    sends: [{ recipient: null, recipientsErasedAt: expect.any(String) as string }],
  })
  expect((await get<TimelineEntry[]>(user, `/contacts/${people[0]}/timeline`)).map(({ type }) => type)).toContain('campaign.past')
  const retry = await t.call('POST', `/api${path}/retry`, { token: user.token, body: { reasons: ['undelivered'] } })
  expect([retry.status, JSON.stringify(retry.body)]).toEqual([409, expect.stringContaining('no longer stored')])
  const rules = { match: 'all', rules: [{ kind: 'campaign', did: 'not_sent', campaignId }] }
  const segment = await t.call('POST', '/api/segments', { token: user.token, body: { name: 'Not yet', rules } })
  expect([segment.status, JSON.stringify(segment.body)]).toEqual([422, expect.stringContaining('no longer stored')])
  expect(JSON.stringify(await get(user, '/segments/choices'))).not.toContain(campaignId)

  // The links in delivered emails must still work.
  const token = encodeRecipient(t.platform, { sendId, contactId: people[0] ?? '' })
  const click = await t.app.inject({ method: 'GET', url: `/api/t/c/${token}/1` })
  expect([click.statusCode, click.headers.location]).toEqual([303, 'https://shop.example.com/'])
  expect((await t.app.inject({ method: 'GET', url: `/api/t/o/${token}` })).statusCode).toBe(200)
  const ref = { orgId: user.orgId, contactId: people[0] ?? '', channel: 'email', purpose: 'marketing', sendId } as const
  const left = await t.app.inject({
    method: 'POST',
    url: `/api/unsubscribe/${unsubscribeToken(t.platform, ref)}`,
    payload: 'List-Unsubscribe=One-Click',
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
  })
  expect(left.statusCode).toBe(200)
  const exported = await t.call<Record<string, unknown[]>>('GET', `/api/contacts/${people[0]}/export`, { token: user.token })
  expect((exported.body as unknown as Record<string, unknown[]>)['earlierCampaignMessages']).toHaveLength(1)
}, 30_000)

test("applies each organization's retention; keeps running sends, sends used by a segment, and open conversations", async () => {
  const [usual, short, ever] = [await t.register(), await t.register(), await t.register()]
  await keep(short, 90)
  await keep(ever, null)
  const left = []
  for (const user of [usual, short, ever]) {
    const contactId = await makeContact(user, 'p@example.com')
    const campaignId = await makeCampaign(user, 'Weekly')
    const named = await makeCampaign(user, 'Named')
    const rules = { match: 'all', rules: [{ kind: 'campaign', did: 'opened', campaignId: named }] }
    expect((await t.call('POST', '/api/segments', { token: user.token, body: { name: 'Opened it', rules } })).status).toBe(201)
    const sends = [
      await makeSend(user, campaignId, 800, [contactId], 1),
      await makeSend(user, campaignId, 100, [contactId], 2),
      await makeSend(user, campaignId, 80, [contactId], 3),
      await makeSend(user, campaignId, 801, [contactId], 4),
      await makeSend(user, named, 800, [contactId]),
    ]
    await run(`update app.campaign_sends set status = 'paused', finished_at = null where id = $1`, sends[3])
    left.push(sends)
  }
  await eraseExpired(t.platform, 'history')
  const there = await Promise.all(left.map((sends) => Promise.all(sends.map(recipientsOf))))
  expect(there).toEqual([
    [0, 1, 1, 1, 1],
    [0, 0, 1, 1, 1],
    [1, 1, 1, 1, 1],
  ])
}, 30_000)

test('erases old conversations with their files; the history keeps a note', async () => {
  const user = await t.register()
  await keep(user, 90)
  const contactId = await makeContact(user, 'talks@example.com')
  const talk = async (days: number, status: string) => {
    const [id, messageId] = [newId(), newId()]
    await run(
      `insert into app.conversations (org_id, id, kind, subject, channel, contact_id, last_message_at) values ($1, $2, 'contact', 'Hello', 'email', $3, $4)`,
      user.orgId,
      id,
      contactId,
      daysAgo(days),
    )
    await run(
      `insert into app.messages (org_id, id, conversation_id, direction, sender_name, body, status, at) values ($1, $2, $3, 'inbound', 'Talks', 'Words', $4, $5)`,
      user.orgId,
      messageId,
      id,
      status,
      daysAgo(days),
    )
    const source = (async function* () {
      yield Buffer.from('picture')
    })()
    const file = await t.platform.files.write(user.orgId, { name: 'a.png', contentType: 'image/png', source, maxBytes: 100 })
    await run(
      `insert into app.message_attachments (org_id, id, message_id, file_id, name, content_type, size_bytes) values ($1, $2, $3, $4, 'a.png', 'image/png', 7)`,
      user.orgId,
      newId(),
      messageId,
      file.id,
    )
    return id
  }
  await talk(91, 'received')
  const kept = [await talk(89, 'received'), await talk(92, 'queued')]
  expect(await eraseExpired(t.platform, 'history')).toBe(1)
  expect(
    (await run<{ id: string }>('select id from app.conversations where org_id = $1', user.orgId)).map(({ id }) => id).toSorted(),
  ).toEqual(kept.toSorted())
  expect(await run('select 1 from app.files where org_id = $1', user.orgId)).toHaveLength(2)
  expect(await get<TimelineEntry[]>(user, `/contacts/${contactId}/timeline`)).toContainEqual(
    expect.objectContaining({ type: 'message.erased', detail: { channel: 'email', messages: 1 } }),
  )
}, 30_000)

test('drops an empty month to free its disk, and keeps a month with data', async () => {
  const user = await t.register()
  const [empty, full] = ['2019_01', '2019_02']
  for (const [part, from, to] of [
    [empty, '2019-01-01Z', '2019-02-01Z'],
    [full, '2019-02-01Z', '2019-03-01Z'],
  ])
    await t.owner.query(
      `do $$ begin execute format('create table app.campaign_recipients_${part} partition of app.campaign_recipients for values from (%L) to (%L)', app.uuid_floor('${from}'), app.uuid_floor('${to}')); end $$`,
    )
  await run(
    `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk) values ($1, app.uuid_floor('2019-02-10Z'), $2, $2, 0)`,
    user.orgId,
    newId(),
  )
  expect(await t.platform.db.withSystem((tx) => dropEmptyMonths(tx, daysAgo(100)))).toBe(1)
  const [found] = await run(
    `select to_regclass('app.campaign_recipients_${empty}') as empty, to_regclass('app.campaign_recipients_${full}')::text as full`,
  )
  expect(found).toEqual({ empty: null, full: `app.campaign_recipients_${full}` })
  await expect(t.platform.db.withSystem((tx) => dropEmptyMonths(tx, new Date()))).rejects.toThrow(/kept for 90 days/)
}, 30_000)
