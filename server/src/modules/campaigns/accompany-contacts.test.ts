import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Contact, TimelineEntry } from '@imperium/contract/contacts.ts'
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

// Also of somebody who was merged: links in letters that were sent name the contact that is gone, so its rows stay under that name.
test('the timeline and the export tell what campaigns did, also to a contact that was merged away', async () => {
  const make = async (email: string) => (await call<Contact>('POST', '', { email })).body.data.id
  const [kept, gone] = [await make('kept@example.com'), await make('gone@example.com')]
  const [campaign, send] = [newId(), newId()]
  const client = await t.owner.connect()
  try {
    // No send behind it: only what a person sees of it matters here.
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
        `insert into app.campaign_events (org_id, id, send_id, contact_id, type, machine) values ($1, $2, $3, $4, $5, $6)`,
        [user.orgId, newId(), send, gone, type, machine],
      )
  } finally {
    await client.query('set session_replication_role = origin')
    client.release()
  }
  expect((await call('POST', `/${kept}/merge`, { otherId: gone })).status).toBe(200)
  const { body } = await call<TimelineEntry[]>('GET', `/${kept}/timeline`)
  const told = body.data.filter((entry) => entry.type.startsWith('campaign.'))
  expect(told.map((entry) => [entry.type, entry.title])).toEqual([
    ['campaign.clicked', 'Spring letter'],
    ['campaign.sent', 'Spring letter'],
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
