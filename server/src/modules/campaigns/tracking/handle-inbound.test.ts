import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { encodeRecipient } from '../recipient-token.ts'
import { numbersOf } from '../engine/test-sends.ts'

// What a mail server or a provider tells later: what it changes of a recipient, and what it means for the address.

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
})
afterAll(() => t.close())
beforeEach(async () => {
  user = await t.register()
})

const until = async <T>(look: () => Promise<T | undefined | false | null>): Promise<T> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to that')
}

interface Sent {
  campaignId: string
  sendId: string
  contactId: string
  address: string
}

/** A message of a campaign that was delivered, as far as anybody knew. */
async function delivered(channel: 'email' | 'sms' = 'email'): Promise<Sent> {
  const address = channel === 'email' ? `p${newId()}@example.com` : `+49151${String(Math.random()).slice(2, 10)}`
  const body = channel === 'email' ? { email: address } : { phone: address }
  const contact = await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body })
  const [campaignId, sendId, contactId] = [newId(), newId(), contact.body.data.id]
  const { orgId } = user
  await t.owner.query(
    `insert into app.consents (org_id, contact_id, channel, purpose, status, source, at) values ($1, $2, $3, 'marketing', 'granted', 'manual', now())`,
    [orgId, contactId, channel],
  )
  await t.owner.query(
    `insert into app.campaigns (org_id, id, name, channel, status, definition, created_by) values ($1, $2, 'Spring', $3, 'running', '{}', 'Pat')`,
    [orgId, campaignId, channel],
  )
  await t.owner.query(
    `insert into app.campaign_sends (org_id, id, campaign_id, step, version, status, total) values ($1, $2, $3, 1, 1, 'sending', 2)`,
    [orgId, sendId, campaignId],
  )
  await t.owner.query(`insert into app.campaign_chunks (org_id, send_id, chunk, total, sent, delivered) values ($1, $2, 0, 2, 1, 1)`, [
    orgId,
    sendId,
  ])
  await t.owner.query(
    `insert into app.campaign_recipients (org_id, send_id, contact_id, campaign_id, chunk, status, address, sent_at, delivered_at)
     values ($1, $2, $3, $4, 0, 'delivered', $5, now(), now())`,
    [orgId, sendId, contactId, campaignId, address],
  )
  return { campaignId, sendId, contactId, address }
}

async function told(sent: Sent, kind: string, data: object, channel = 'email', prefix = 'mail'): Promise<void> {
  const itemId = newId()
  const verpToken = encodeRecipient(t.platform, sent)
  await t.platform.db.withOrg(user.orgId, async (tx) => {
    const values = {
      org_id: user.orgId,
      id: itemId,
      channel,
      kind,
      external_id: `${prefix}:${itemId}`,
      sender: '',
      recipient: '',
      subject: '',
      body_text: '',
    }
    await tx
      .insertInto('inbound_items')
      .values({ ...values, data: JSON.stringify({ verpToken, originalRecipient: sent.address, ...data }) })
      .execute()
    await t.platform.events.emit(tx, 'inbound.received', { itemId, kind, channel })
  })
}

const recipient = async ({ sendId }: Sent) =>
  (
    await t.owner.query<{ status: string; reason: string | null }>(
      'select status, reason from app.campaign_recipients where send_id = $1',
      [sendId],
    )
  ).rows[0]
const becomes = (sent: Sent, status: string) =>
  until(async () => {
    const row = await recipient(sent)
    return row?.status === status && row
  })
const suppressed = async () =>
  (await t.owner.query<{ reason: string }>('select reason from app.suppressions where org_id = $1', [user.orgId])).rows.map(
    ({ reason }) => reason,
  )
const consent = async ({ contactId }: Sent) =>
  (await t.owner.query<{ status: string }>('select status from app.consents where contact_id = $1', [contactId])).rows.map(
    ({ status }) => status,
  )

test('a refusal for policy that comes late is a failure, and nothing is held against the address', async () => {
  const sent = await delivered()
  await told(sent, 'bounce', { isPermanent: false, statusCode: '5.7.1', diagnostic: '550 5.7.1 blocked' })
  expect(await becomes(sent, 'failed')).toEqual({ status: 'failed', reason: 'undelivered' })
  expect(await numbersOf(t, sent.sendId)).toMatchObject({ sent: 1, delivered: 0, failed: 1, bounced: 0 })
  expect(await suppressed()).toEqual([])
  const { body } = await t.call<{ stats: object }>('GET', `/api/campaigns/${sent.campaignId}/analytics`, { token: user.token })
  // Two in all, one of them sent: the other is queued.
  expect(body.data.stats).toMatchObject({ total: 2, queued: 1, sent: 1, failed: 1 })
})

test('nobody at the address: a bounce, and the address is kept from later campaigns', async () => {
  const sent = await delivered()
  await told(sent, 'bounce', { isPermanent: true, statusCode: '5.1.1', diagnostic: '550 5.1.1 unknown' })
  await becomes(sent, 'bounced')
  expect(await until(async () => ((await suppressed()).length ? suppressed() : null))).toEqual(['bounced'])
})

test('a mail that is late leaves a trace in the story of its recipient, and changes nothing', async () => {
  const sent = await delivered()
  await told(sent, 'status', { status: 'delayed', statusCode: '4.4.1', diagnostic: 'still trying' })
  interface Story {
    answer: string
    sends: { events: { type: string; detail: string }[] }[]
  }
  const story = await until(async () => {
    const { body } = await t.call<Story>('GET', `/api/campaigns/${sent.campaignId}/recipients/${sent.contactId}`, { token: user.token })
    return body.data.sends[0]?.events.length ? body.data : null
  })
  expect(story.sends[0]?.events).toMatchObject([{ type: 'delayed', detail: '4.4.1 still trying' }])
  expect(await recipient(sent)).toEqual({ status: 'delivered', reason: null })
  // It is settled, and goes a month later.
  const waiting = await t.owner.query('select 1 from app.inbound_items where org_id = $1 and contact_id = $2 and handled_at is null', [
    user.orgId,
    sent.contactId,
  ])
  expect(waiting.rows).toEqual([])
})

test('an opt-out that the provider tells is one: in the ledger and on the list', async () => {
  const sent = await delivered('sms')
  await told(sent, 'status', { status: 'failed', statusCode: '21610', isOptOut: true }, 'sms', 'SM')
  await becomes(sent, 'failed')
  expect(await until(async () => ((await suppressed()).length ? suppressed() : null))).toEqual(['stop'])
  await until(async () => (await consent(sent)).includes('withdrawn'))
})

test('who unsubscribes with the mail provider is unsubscribed here', async () => {
  const sent = await delivered()
  await told(sent, 'status', { status: 'unsubscribed' }, 'email', 'event')
  await becomes(sent, 'unsubscribed')
  await until(async () => (await consent(sent)).includes('withdrawn'))
  expect(await suppressed()).toEqual(['unsubscribed'])
})
