import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { Conversation } from '@imperium/contract/messages.ts'
import { newId } from '../../../platform/ids.ts'
import { openCampaigns, untilIs } from '../../../testing/campaigns/campaigns-app.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { countInbound } from './handle-inbound.ts'
import { inboundReceived } from '../../channels/index.ts'

// A text message has no reference to the message it answers: it is matched to the last one to that number, by the account it arrived on.

const { app, get, post, addContact, newcomer, makeText } = openCampaigns()

async function sendTexts(who: TestUser, definition: object = {}): Promise<string> {
  const { id } = await makeText(who, definition)
  await post(`/campaigns/${id}/send`, undefined, who)
  await untilIs(
    () => get<Campaign>(`/campaigns/${id}`, who),
    ({ status }) => status === 'completed',
  )
  return id
}
async function writeTo(who: TestUser, contactId: string): Promise<string> {
  const body = { to: { kind: 'contact', contactId, channel: 'sms' }, subject: 'Car', message: 'Your car is ready. When do you come?' }
  const { id } = await post<Conversation>('/messages', body, who)
  await untilIs(
    async () => (await app().owner.query<{ status: string }>('select status from app.messages where conversation_id = $1', [id])).rows,
    ([row]) => row?.status === 'delivered',
  )
  return id
}
/** Receives a message and waits until all its handlers, conversations and campaigns, have finished. */
async function response(who: TestUser, contactId: string, text: string, accountId: string | null = null, at = new Date()): Promise<void> {
  const { rows } = await app().owner.query<{ phone: string }>('select phone from app.contacts where id = $1', [contactId])
  const itemId = newId()
  await app().platform.db.withOrg(who.orgId, async (tx) => {
    await tx
      .insertInto('inbound_items')
      .values({
        org_id: who.orgId,
        id: itemId,
        account_id: accountId,
        channel: 'sms',
        kind: 'message',
        external_id: `sms:${itemId}`,
        sender: rows[0]?.phone ?? '',
        recipient: '',
        subject: '',
        body_text: text,
        data: '{}',
        at,
      })
      .execute()
    await app().platform.events.emit(tx, inboundReceived, { itemId, kind: 'message', channel: 'sms' })
  })
  // Runs the job of the event and waits for it: a second run changes nothing.
  await countInbound(app().platform).run({ orgId: who.orgId, payload: { itemId, kind: 'message', channel: 'sms' } } as never)
  await untilIs(
    async () => (await app().owner.query('select from app.inbound_items where id = $1 and handled_at is not null', [itemId])).rowCount,
    (handled) => handled === 1,
  )
}
/** A second account for text messages, which is not the default. */
async function addNumber(who: TestUser): Promise<string> {
  const { rows } = await app().owner.query<{ id: string }>(
    `insert into app.channel_accounts (org_id, id, channel, name, provider, settings, unknown_policy)
     select org_id, gen_random_uuid(), channel, 'Second number', provider, settings, unknown_policy from app.channel_accounts
     where org_id = $1 and channel = 'sms' and is_default returning id`,
    [who.orgId],
  )
  return rows[0]?.id ?? ''
}
const responded = async (who: TestUser, id: string) => (await get<Campaign>(`/campaigns/${id}`, who)).stats.responded

test("counts a reply to a member's later message for no campaign, and one to a later campaign", async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const first = await sendTexts(who)
  const conversationId = await writeTo(who, ana)
  await response(who, ana, 'At five')
  expect(await responded(who, first)).toBe(0)
  expect(await get<Conversation>(`/messages/${conversationId}`, who)).toMatchObject({ campaignId: null })
  const second = await sendTexts(who)
  await response(who, ana, 'Yes, please')
  expect([await responded(who, first), await responded(who, second)]).toEqual([0, 1])
})

test('does not take a reply from a campaign for an automatic keyword reply', async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const id = await sendTexts(who)
  await response(who, ana, 'HELP')
  await untilIs(
    async () =>
      (
        await app().owner.query("select from app.messages where org_id = $1 and direction = 'outbound' and status = 'delivered'", [
          who.orgId,
        ])
      ).rowCount,
    (answered) => answered === 1,
  )
  expect(await responded(who, id)).toBe(0)
  await response(who, ana, 'Yes, please')
  expect(await responded(who, id)).toBe(1)
})

test("does not count a reply to another account than the campaign's", async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const other = await addNumber(who)
  const ofDefault = "select id from app.channel_accounts where org_id = $1 and channel = 'sms' and is_default"
  const usual = (await app().owner.query<{ id: string }>(ofDefault, [who.orgId])).rows[0]?.id ?? ''
  const byOther = await sendTexts(who, { accountId: other })
  const byUsual = await sendTexts(who)
  await response(who, ana, 'To the second number', other)
  expect([await responded(who, byOther), await responded(who, byUsual)]).toEqual([1, 0])
  // A member's message goes by the default account, and takes no reply from the other.
  const again = await sendTexts(who, { accountId: other })
  await writeTo(who, ana)
  await response(who, ana, 'To what the member wrote', usual)
  await response(who, ana, 'To the second number again', other)
  expect([await responded(who, byUsual), await responded(who, again)]).toEqual([0, 1])
})

test('counts a reply by the account of its message when the default account changes during a send', async () => {
  const who = await newcomer()
  const people = [await addContact(who), await addContact(who)]
  const usual = (
    await app().owner.query<{ id: string }>("select id from app.channel_accounts where org_id = $1 and channel = 'sms' and is_default", [
      who.orgId,
    ])
  ).rows[0]?.id
  const other = await addNumber(who)
  const { id } = await makeText(who, { throttlePerMinute: 2 })
  await post(`/campaigns/${id}/send`, undefined, who)
  await untilIs(
    () => get<Campaign>(`/campaigns/${id}`, who),
    ({ stats }) => stats.sent === 1,
  )
  await post(`/campaigns/${id}/pause`, undefined, who)
  const { rows } = await app().owner.query<{ contact_id: string }>(
    'select contact_id from app.campaign_recipients where org_id = $1 and sent_at is not null',
    [who.orgId],
  )
  const [early] = rows.map((row) => row.contact_id)
  const late = people.find((each) => each !== early)
  await app().owner.query("update app.channel_accounts set is_default = false where org_id = $1 and channel = 'sms'", [who.orgId])
  await app().owner.query('update app.channel_accounts set is_default = true where id = $1', [other])
  await app().owner.query(`update app.campaigns set definition = definition || '{"throttlePerMinute": 6000}' where org_id = $1`, [
    who.orgId,
  ])
  await post(`/campaigns/${id}/resume`, undefined, who)
  await untilIs(
    () => get<Campaign>(`/campaigns/${id}`, who),
    ({ status }) => status === 'completed',
  )
  await response(who, late ?? '', 'Yes please', other)
  expect(await responded(who, id)).toBe(1)
  const ofLate = 'select campaign_id from app.conversations where org_id = $1 and contact_id = $2'
  expect((await app().owner.query(ofLate, [who.orgId, late])).rows).toEqual([{ campaign_id: id }])
  await response(who, early ?? '', 'Yes please', usual)
  expect(await responded(who, id)).toBe(2)
  await response(who, late ?? '', 'STOP', other)
  await untilIs(
    () => get<Campaign>(`/campaigns/${id}`, who),
    ({ stats }) => stats.unsubscribed === 1,
  )
})

test('counts replies to any account for a chunk from before accounts were recorded', async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const other = await addNumber(who)
  const id = await sendTexts(who)
  await app().owner.query('update app.campaign_chunks set account_ids = null where org_id = $1', [who.orgId])
  // A retry of failed messages leases it again: the account of the first attempt is unknown.
  await app().owner.query(`update app.campaign_recipients set status = 'failed', reason = 'undelivered' where org_id = $1`, [who.orgId])
  await app().owner.query('update app.campaign_chunks set failed = 1, undelivered = 1 where org_id = $1', [who.orgId])
  await post(`/campaigns/${id}/retry`, {}, who)
  await untilIs(
    () => get<Campaign>(`/campaigns/${id}`, who),
    ({ status, stats }) => status === 'completed' && stats.failed === 0,
  )
  await response(who, ana, 'Yes please', other)
  expect(await responded(who, id)).toBe(1)
})

test('counts a reply for the earlier campaign when it is handled after a later one was sent', async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const first = await sendTexts(who)
  await app().owner.query('update app.campaign_recipients set sent_at = $2 where org_id = $1', [who.orgId, hoursAgo(3)])
  const second = await sendTexts(who)
  await response(who, ana, 'To the first', null, hoursAgo(2))
  expect([await responded(who, first), await responded(who, second)]).toEqual([1, 0])
  // A sender's clock slightly behind ours loses no reply.
  await response(who, ana, 'To the second', null, new Date(Date.now() - 30_000))
  expect([await responded(who, first), await responded(who, second)]).toEqual([1, 1])
})
