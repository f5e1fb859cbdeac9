import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/contacts${path}`, { token: user.token, ...(body ? { body } : {}) })

// Includes rows of a merged contact: links in sent emails name the old contact, so its rows keep that id.
test('adds campaign entries to the timeline and the export, also for a merged contact', async () => {
  const make = async (email: string) => (await call<Contact>('POST', '', { email })).body.data.id
  const [kept, gone] = [await make('kept@example.com'), await make('gone@example.com')]
  const [campaign, send] = [newId(), newId()]
  const client = await t.owner.connect()
  try {
    // The row has no send behind it: this test checks only what the timeline shows.
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into app.campaigns (org_id, id, name, channel, definition, created_by) values ($1, $2, 'Spring letter', 'email', '{}', 'Somebody')`,
      [user.orgId, campaign],
    )
    await client.query(
      `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status) values ($1, $2, $3, 1, 1, 'completed')`,
      [user.orgId, send, campaign],
    )
    await client.query(
      `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status, address, sent_at)
       values ($1, $2, $3, $4, 0, 'clicked', 'gone@example.com', now())`,
      [user.orgId, send, gone, campaign],
    )
    for (const [type, machine] of [
      ['opened', true],
      ['clicked', false],
    ])
      await client.query(
        `insert into app.campaign_events (org_id, id, send_id, contact_id, type, machine, link) values ($1, $2, $3, $4, $5, $6, 2)`,
        [user.orgId, newId(), send, gone, type, machine],
      )
    await client.query(
      `insert into app.campaign_links (org_id, campaign_id, version, no, url) values ($1, $2, 1, 2, 'https://acme.example/offer')`,
      [user.orgId, campaign],
    )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  expect((await call('POST', `/${kept}/merge`, { otherId: gone })).status).toBe(200)
  const { body } = await call<TimelineEntry[]>('GET', `/${kept}/timeline`)
  const entries = body.data.filter((entry) => entry.type.startsWith('campaign.'))
  const link = { kind: 'campaign', id: campaign }
  expect(entries).toMatchObject([
    { type: 'campaign.clicked', title: 'Spring letter', link, detail: { url: 'https://acme.example/offer' } },
    { type: 'campaign.sent', title: 'Spring letter', link, detail: { address: 'gone@example.com', delivered: false } },
  ])
  // A deleted campaign has no link to open.
  await t.owner.query('update app.campaigns set deleted_at = now() where id = $1', [campaign])
  const left = (await call<TimelineEntry[]>('GET', `/${kept}/timeline`)).body.data.filter(({ type }) => type.startsWith('campaign.'))
  expect(left).toMatchObject([
    { title: 'Spring letter', link: null },
    { title: 'Spring letter', link: null },
  ])
  const file = await t.app.inject({
    method: 'GET',
    url: `/api/contacts/${kept}/export`,
    headers: { authorization: `Bearer ${user.token}` },
  })
  expect(file.headers['content-disposition']).toContain(`contact-${kept}.json`)
  const sections = JSON.parse(file.body) as Record<string, object[]>
  expect(sections['campaignMessages']).toMatchObject([{ campaign: 'Spring letter', status: 'clicked', address: 'gone@example.com' }])
  expect(Object.keys(sections)).toEqual(
    expect.arrayContaining(['contact', 'events', 'consents', 'consentLedger', 'campaignEvents', 'campaignDrafts']),
  )
})

test('shows skip reasons, events and agent runs in the timeline, and keeps the entries of both merged contacts', async () => {
  const make = async () => (await call<Contact>('POST', '', { email: `p${newId()}@example.com` })).body.data.id
  const [kept, gone] = [await make(), await make()]
  const campaign = newId()
  const at = new Date(Date.now() - 3_600_000)
  const sends = Array.from({ length: 4 }, newId).toSorted()
  const [skipped = '', failed = '', bounced = '', queued = ''] = sends
  const [draft = '', sample = ''] = [newId(), newId()].toSorted()
  const client = await t.owner.connect()
  try {
    await client.query('set session_replication_role = replica')
    await client.query(
      `insert into app.campaigns (org_id, id, name, channel, definition, created_by) values ($1, $2, 'Autumn', 'email', '{}', 'Somebody')`,
      [user.orgId, campaign],
    )
    for (const send of sends)
      await client.query(
        `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status) values ($1, $2, $3, $4, 1, 'completed')`,
        [user.orgId, send, campaign, sends.indexOf(send) + 1],
      )
    for (const contact of [kept, gone])
      for (const [send, status, reason, sentAt] of [
        [skipped, 'skipped', 'no_consent', null],
        [failed, 'failed', 'rejected', null],
        // Both have the same time: they were sent in one window.
        [bounced, 'bounced', 'bounced', at],
        [queued, 'queued', null, null],
      ] as const)
        await client.query(
          `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status, reason, detail, sent_at)
           values ($1, $2, $3, $4, 0, $5, $6, '550 no such user', $7)`,
          [user.orgId, send, contact, campaign, status, reason, sentAt],
        )
    await client.query(
      `insert into app.campaign_events (org_id, id, send_id, contact_id, type, at) values ($1, $2, $3, $4, 'bounced', $5)`,
      [user.orgId, newId(), bounced, kept, at],
    )
    await client.query(
      `insert into app.campaign_drafts (org_id, send_id, contact_id, status, run_id) values ($1, $2, $3, 'approved', $4)`,
      [user.orgId, skipped, kept, draft],
    )
    await client.query(
      `insert into app.campaign_samples (org_id, campaign_id, contact_id, version, run_id, created_by) values ($1, $2, $3, 1, $4, 'Somebody')`,
      [user.orgId, campaign, kept, sample],
    )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  expect((await call('POST', `/${kept}/merge`, { otherId: gone })).status).toBe(200)
  const entries: TimelineEntry[] = []
  let cursor: string | null | undefined
  do {
    const path: string = `/${kept}/timeline?kind=campaigns&limit=1${cursor ? `&cursor=${encodeURIComponent(cursor)}` : ''}`
    const { body } = await call<TimelineEntry[]>('GET', path)
    entries.push(...body.data)
    cursor = body.page?.nextCursor
  } while (cursor)
  expect(entries.map(({ type, detail }) => [type, detail['reason'] ?? null])).toEqual([
    ['campaign.failed', 'rejected'],
    ['campaign.failed', 'rejected'],
    ['campaign.skipped', 'no_consent'],
    ['campaign.skipped', 'no_consent'],
    ['campaign.bounced', 'bounced'],
    ['campaign.sent', null],
    ['campaign.sent', null],
  ])
  expect(new Set(entries.map(({ id }) => id)).size).toBe(7)
  expect(entries.find(({ type }) => type === 'campaign.bounced')?.detail).toMatchObject({ detail: '550 no such user' })
  const agents = await call<TimelineEntry[]>('GET', `/${kept}/timeline?kind=agents`)
  // Their runs were deleted: the link goes to the campaign.
  expect(agents.body.data.map(({ type, title, link }) => [type, title, link?.kind])).toEqual([
    ['agent.sampled', 'Autumn', 'campaign'],
    ['agent.drafted', 'Autumn', 'campaign'],
  ])
})
