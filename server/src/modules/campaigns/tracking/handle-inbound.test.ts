import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { newId } from '../../../platform/ids.ts'
import { tenantTables } from '../../../testing/matrix/tenant-rows.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { unsubscribeUrls } from '../../consents/index.ts'
import { requeueFailed } from '../engine/retries/retry-failed.ts'
import { encodeRecipient } from '../messages/recipient-token.ts'
import { numbersOf } from '../engine/test-sends.ts'
import { inboundReceived } from '../../channels/index.ts'

// Later reports of a mail server or provider: what they change of a recipient, and for the address.

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

/** A campaign message that was reported as delivered. */
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

async function reported(sent: Sent, kind: string, data: object, channel = 'email', prefix = 'mail'): Promise<string> {
  const itemId = newId()
  const verpToken = encodeRecipient(t.platform, sent)
  await t.platform.db.withOrg(user.orgId, async (tx) => {
    const values = {
      org_id: user.orgId,
      id: itemId,
      channel,
      kind,
      external_id: `${prefix}:${itemId}`,
      sender: kind === 'message' ? sent.address : '',
      recipient: '',
      subject: '',
      body_text: '',
    }
    await tx
      .insertInto('inbound_items')
      .values({ ...values, data: JSON.stringify({ verpToken, originalRecipient: sent.address, ...data }) })
      .execute()
    await t.platform.events.emit(tx, inboundReceived, { itemId, kind, channel })
  })
  return itemId
}

const isHandled = (itemId: string) =>
  until(async () => (await t.owner.query('select from app.inbound_items where id = $1 and handled_at is not null', [itemId])).rowCount)
const eventsOf = async ({ sendId }: Sent) =>
  (await t.owner.query<{ type: string; detail: string }>('select type, detail from app.campaign_events where send_id = $1', [sendId])).rows
/** Tables of tenants that contain this text in any column, bypassing row-level security. */
async function tablesThatName(word: string): Promise<string[]> {
  const found: string[] = []
  for (const table of await tenantTables(t)) {
    const { rowCount } = await t.owner.query(`select from ${table} x where org_id = $1 and strpos(lower(x::text), $2) > 0 limit 1`, [
      user.orgId,
      word,
    ])
    if (rowCount) found.push(table)
  }
  return found
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

test('counts a late policy refusal as a failure, and does not suppress the address', async () => {
  const sent = await delivered()
  await reported(sent, 'bounce', { isPermanent: false, statusCode: '5.7.1', diagnostic: '550 5.7.1 blocked' })
  expect(await becomes(sent, 'failed')).toEqual({ status: 'failed', reason: 'undelivered' })
  expect(await numbersOf(t, sent.sendId)).toMatchObject({ sent: 1, delivered: 0, failed: 1, bounced: 0 })
  expect(await suppressed()).toEqual([])
  const { body } = await t.call<{ stats: object }>('GET', `/api/campaigns/${sent.campaignId}/analytics`, { token: user.token })
  // Two in all, one of them sent: the other is queued.
  expect(body.data.stats).toMatchObject({ total: 2, queued: 1, sent: 1, failed: 1 })
})

test('treats an opt-out in a late report as one in the response: does not retry, and suppresses the number', async () => {
  const sent = await delivered('sms')
  await reported(sent, 'bounce', { status: 'bounced', isOptOut: true, statusCode: '21610', diagnostic: 'Unsubscribed' }, 'sms', 'SM')
  expect(await becomes(sent, 'failed')).toEqual({ status: 'failed', reason: 'opted_out' })
  expect(await until(async () => ((await suppressed()).length ? suppressed() : null))).toEqual(['stop'])
  const retry = await t.call('POST', `/api/campaigns/${sent.campaignId}/retry`, { token: user.token, body: {} })
  expect(retry.status).toBe(409)
})

test('counts an unknown mailbox as a bounce, and suppresses the address for later campaigns', async () => {
  const sent = await delivered()
  await reported(sent, 'bounce', { isPermanent: true, statusCode: '5.1.1', diagnostic: '550 5.1.1 unknown' })
  await becomes(sent, 'bounced')
  expect(await until(async () => ((await suppressed()).length ? suppressed() : null))).toEqual(['bounced'])
})

test("records a delayed email in the recipient's history, and changes nothing else", async () => {
  const sent = await delivered()
  await reported(sent, 'status', { status: 'delayed', statusCode: '4.4.1', diagnostic: 'still trying' })
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
  // The item is settled, and is deleted a month later.
  const waiting = await t.owner.query('select 1 from app.inbound_items where org_id = $1 and contact_id = $2 and handled_at is null', [
    user.orgId,
    sent.contactId,
  ])
  expect(waiting.rows).toEqual([])
})

test('records an opt-out that the provider reports in the consent ledger and as a suppression', async () => {
  const sent = await delivered('sms')
  await reported(sent, 'status', { status: 'failed', statusCode: '21610', isOptOut: true }, 'sms', 'SM')
  await becomes(sent, 'failed')
  expect(await until(async () => ((await suppressed()).length ? suppressed() : null))).toEqual(['stop'])
  await until(async () => (await consent(sent)).includes('withdrawn'))
})

test('unsubscribes a contact that unsubscribes with the mail provider', async () => {
  const sent = await delivered()
  await reported(sent, 'status', { status: 'unsubscribed' }, 'email', 'event')
  await becomes(sent, 'unsubscribed')
  await until(async () => (await consent(sent)).includes('withdrawn'))
  expect(await suppressed()).toEqual(['unsubscribed'])
})

const person = 'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1'
const visit = (path: string) => t.app.inject({ method: 'GET', url: `/api/t/${path}`, headers: { 'user-agent': person } })

test('restores no data of an erased contact from late events: links redirect, and a dead address stays known by its hash', async () => {
  const sent = await delivered()
  const token = encodeRecipient(t.platform, sent)
  await t.owner.query(
    `insert into app.campaign_versions (org_id, campaign_id, version, definition, created_by) values ($1, $2, 1, '{}', 'Pat')`,
    [user.orgId, sent.campaignId],
  )
  await t.owner.query(
    `insert into app.campaign_links (org_id, campaign_id, version, no, url) values ($1, $2, 1, 1, 'https://shop.example/')`,
    [user.orgId, sent.campaignId],
  )
  expect((await t.call('DELETE', `/api/contacts/${sent.contactId}`, { token: user.token })).status).toBe(200)
  expect(await tablesThatName(sent.address)).toEqual([])
  const before = await numbersOf(t, sent.sendId)
  const clicked = await visit(`c/${token}/1`)
  expect([clicked.statusCode, clicked.headers.location]).toEqual([303, 'https://shop.example/'])
  expect((await visit(`o/${token}`)).statusCode).toBe(200)
  const texts = { statusCode: '5.1.1', diagnostic: `550 5.1.1 <${sent.address}>: no such user` }
  await isHandled(await reported(sent, 'bounce', { isPermanent: true, ...texts }, 'email', 'sendgrid'))
  // As after an import was undone, which leaves no suppressions.
  await t.owner.query('delete from app.suppressions where org_id = $1', [user.orgId])
  const last = await reported(sent, 'bounce', { isPermanent: true, ...texts }, 'email', 'sendgrid')
  await isHandled(last)
  const { rows } = await t.owner.query('select reason, hint, detail from app.suppressions where org_id = $1 and address_hash = $2', [
    user.orgId,
    t.platform.hashAddress(sent.address),
  ])
  expect(rows).toEqual([{ reason: 'bounced', hint: '***', detail: '' }])
  // Runs again, as a job may, with an email that contains a text.
  await t.platform.db.withOrg(user.orgId, (tx) =>
    t.platform.events.emit(tx, inboundReceived, { itemId: last, kind: 'bounce', channel: 'email' }),
  )
  await isHandled(await reported(sent, 'complaint', texts))
  expect([await tablesThatName(sent.address), await tablesThatName('iphone'), await eventsOf(sent)]).toEqual([[], [], []])
  expect(await numbersOf(t, sent.sendId)).toEqual(before)
  expect((await t.owner.query('select 1 from app.inbound_items where contact_id = $1', [sent.contactId])).rows).toEqual([])
})

test('keeps no number from a report about an erased contact with an unknown message name', async () => {
  const sent = await delivered('sms')
  expect((await t.call('DELETE', `/api/contacts/${sent.contactId}`, { token: user.token })).status).toBe(200)
  const late = { verpToken: undefined, providerId: 'SM1', status: 'delivered' }
  await isHandled(await reported(sent, 'status', late, 'sms', 'SM'))
  expect(await tablesThatName(sent.address)).toEqual([])
})

test('counts late events of a merged contact', async () => {
  const sent = await delivered()
  const kept = await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email: `k${newId()}@example.com` } })
  const path = `/api/contacts/${kept.body.data.id}/merge`
  expect((await t.call('POST', path, { token: user.token, body: { otherId: sent.contactId } })).status).toBe(200)
  await reported(sent, 'complaint', { diagnostic: 'spam' })
  await becomes(sent, 'complained')
})

test('counts an unsubscribe by an old link, or a reply, of a merged contact for the contact it was merged into', async () => {
  const sent = await delivered()
  const kept = await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email: `k${newId()}@example.com` } })
  const path = `/api/contacts/${kept.body.data.id}/merge`
  expect((await t.call('POST', path, { token: user.token, body: { otherId: sent.contactId } })).status).toBe(200)
  const link = { orgId: user.orgId, contactId: sent.contactId, channel: 'email', purpose: 'marketing', sendId: sent.sendId } as const
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: new URL(unsubscribeUrls(t.platform, link).oneClick).pathname,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: 'List-Unsubscribe=One-Click',
  })
  expect(statusCode).toBe(200)
  await becomes(sent, 'unsubscribed')
  const text = await delivered('sms')
  expect((await t.call('POST', path, { token: user.token, body: { otherId: text.contactId } })).status).toBe(200)
  await reported(text, 'message', { verpToken: undefined }, 'sms', 'SM')
  await becomes(text, 'responded')
})

test('matches a reply from a shared number to the message that went to one of its contacts', async () => {
  const sent = await delivered('sms')
  const older = await t.call<{ id: string }>('POST', '/api/contacts', { token: user.token, body: { email: `o${newId()}@example.com` } })
  await t.owner.query(
    `update app.contacts o set phone = c.phone, phone_hash = c.phone_hash, created_at = c.created_at - interval '1 day'
     from app.contacts c where c.id = $1 and o.id = $2`,
    [sent.contactId, older.body.data.id],
  )
  await reported(sent, 'message', { verpToken: undefined }, 'sms', 'SM')
  expect(await becomes(sent, 'responded')).toEqual({ status: 'responded', reason: null })
})

test('counts the same failure for the second copy after a retry', async () => {
  const sent = await delivered('sms')
  const texts = { status: 'failed', statusCode: '30003', diagnostic: 'Unreachable destination handset' }
  await reported(sent, 'status', texts, 'sms', 'SM')
  await becomes(sent, 'failed')
  const { again } = await t.platform.db.withOrg(user.orgId, (tx) => requeueFailed(tx, { sendId: sent.sendId, reasons: ['undelivered'] }))
  expect(again).toBe(1)
  await t.owner.query(`update app.campaign_recipients set status = 'sent', sent_at = now() where send_id = $1`, [sent.sendId])
  await t.owner.query('update app.campaign_chunks set sent = sent + 1 where send_id = $1', [sent.sendId])
  await reported(sent, 'status', texts, 'sms', 'SM')
  await becomes(sent, 'failed')
  // A failure that is reported in two ways counts once.
  await isHandled(await reported(sent, 'status', texts, 'sms', 'SM'))
  expect(await numbersOf(t, sent.sendId)).toMatchObject({ sent: 1, failed: 1 })
  expect((await eventsOf(sent)).map(({ type }) => type).toSorted()).toEqual(['failed', 'failed', 'retried'])
})

describe('a message that failed and was retried', () => {
  /** Sends its second copy; `held`: that copy has an unknown outcome. */
  async function sentAgain(status: 'sent' | 'sending' | 'held'): Promise<Sent & { identity: string }> {
    const sent = await delivered('sms')
    const identity = `${user.orgId}/${sent.sendId}/${sent.contactId}`
    const set = (columns: string) => t.owner.query(`update app.campaign_recipients set ${columns} where send_id = $1`, [sent.sendId])
    await set("provider_id = 'SM-first'")
    await reported(sent, 'status', { identity, providerId: 'SM-first', status: 'failed', statusCode: '30008' }, 'sms', 'SM')
    await becomes(sent, 'failed')
    await t.platform.db.withOrg(user.orgId, (tx) => requeueFailed(tx, { sendId: sent.sendId, reasons: ['undelivered'] }))
    await set(status === 'sent' ? "status = 'sent', sent_at = now(), provider_id = 'SM-second'" : `status = '${status}'`)
    await t.owner.query('update app.campaign_chunks set sent = $2, held = $3 where send_id = $1', [
      sent.sendId,
      status === 'sent' ? 1 : 0,
      status === 'held' ? 1 : 0,
    ])
    return { ...sent, identity }
  }
  const failure = { status: 'bounced', isPermanent: false, statusCode: '30003', diagnostic: 'Unreachable' }
  const report = (sent: Sent & { identity: string }, providerId: string, data: { status: string }) =>
    reported(sent, data.status === 'delivered' ? 'status' : 'bounce', { identity: sent.identity, providerId, ...data }, 'sms', 'SM')

  test.each(['sent', 'sending', 'held'] as const)('is not failed by a late report of the first copy while it is %s', async (status) => {
    const sent = await sentAgain(status)
    const before = await numbersOf(t, sent.sendId)
    await isHandled(await report(sent, 'SM-first', failure))
    expect(await recipient(sent)).toMatchObject({ status })
    expect(await numbersOf(t, sent.sendId)).toEqual(before)
    // A report about the second copy counts, even before the response that names it is written.
    await report(sent, 'SM-second', failure)
    expect(await becomes(sent, 'failed')).toEqual({ status: 'failed', reason: 'undelivered' })
  })

  test('is delivered when its first copy is', async () => {
    const sent = await sentAgain('sent')
    await report(sent, 'SM-first', { status: 'delivered' })
    expect(await becomes(sent, 'delivered')).toMatchObject({ status: 'delivered' })
  })

  test.each([
    ['that the address is dead', { isPermanent: true, statusCode: '30005' }, 'bounced'],
    ['that its owner wants nothing more', { isOptOut: true, statusCode: '21610' }, 'stop'],
  ] as const)('does not hide %s', async (_what, data, reason) => {
    const sent = await sentAgain('sent')
    await isHandled(await report(sent, 'SM-first', { ...failure, ...data }))
    expect([await recipient(sent), await suppressed()]).toEqual([{ status: 'sent', reason: null }, [reason]])
  })
})

test.each([
  ['email', 'complaint', { messageIds: ['<1@other.example>'] }, 'complained'],
  ['email', 'bounce', { verpToken: 'a'.repeat(61), isPermanent: true }, 'bounced'],
  ['sms', 'bounce', { providerId: 'SM0', isPermanent: true, status: 'bounced' }, 'bounced'],
] as const)(
  'what another system sent by the same account (%s, %s) counts for the address and no campaign',
  async (channel, kind, data, reason) => {
    const sent = await delivered(channel)
    const before = await numbersOf(t, sent.sendId)
    await isHandled(await reported(sent, kind, { verpToken: undefined, ...data }, channel, 'event'))
    expect([await recipient(sent), await eventsOf(sent)]).toEqual([{ status: 'delivered', reason: null }, []])
    expect(await numbersOf(t, sent.sendId)).toEqual(before)
    expect(await suppressed()).toEqual([reason])
    const { rows } = await t.owner.query('select email_state from app.contacts where id = $1', [sent.contactId])
    expect(rows).toEqual([{ email_state: channel === 'email' && kind === 'bounce' ? 'bounced' : 'active' }])
    // One that names no message at all is about the newest to the address.
    await reported(sent, kind, { verpToken: undefined, isPermanent: true }, channel, 'event')
    await becomes(sent, reason)
  },
)

test("writes one event when a job runs twice, however long the server's text is", async () => {
  const sent = await delivered()
  const data = { status: 'delayed', statusCode: '4.4.1', diagnostic: 'still trying '.repeat(150) }
  const itemId = await reported(sent, 'status', data)
  await isHandled(itemId)
  await t.platform.db.withOrg(user.orgId, (tx) => t.platform.events.emit(tx, inboundReceived, { itemId, kind: 'status', channel: 'email' }))
  // Behind it.
  await reported(sent, 'complaint', { diagnostic: 'spam' })
  await becomes(sent, 'complained')
  await new Promise((resolve) => setTimeout(resolve, 500))
  expect((await eventsOf(sent)).map(({ type }) => type).toSorted()).toEqual(['complained', 'delayed'])
})
