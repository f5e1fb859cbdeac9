import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { Conversation } from '@imperium/contract/messages.ts'
import { newId } from '../../../platform/ids.ts'
import { openCampaigns, untilIs } from '../../../testing/campaigns/campaigns-app.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { countInbound } from './handle-inbound.ts'

// A text message never says what it answers: it is the last that went out to that number, by the account that the answer came to.

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
/** What came in, when everybody who hears of it has done what follows: conversations and campaigns. */
async function answer(who: TestUser, contactId: string, text: string, accountId: string | null = null, at = new Date()): Promise<void> {
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
    await app().platform.events.emit(tx, 'inbound.received', { itemId, kind: 'message', channel: 'sms' })
  })
  // As the event has it counted, and awaited: a second time changes nothing.
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

test('an answer to what a member wrote later is none to the campaign; one to a campaign that went out later is', async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const first = await sendTexts(who)
  const conversationId = await writeTo(who, ana)
  await answer(who, ana, 'At five')
  expect(await responded(who, first)).toBe(0)
  expect(await get<Conversation>(`/messages/${conversationId}`, who)).toMatchObject({ campaignId: null })
  const second = await sendTexts(who)
  await answer(who, ana, 'Yes, please')
  expect([await responded(who, first), await responded(who, second)]).toEqual([0, 1])
})

test('what a keyword was answered takes no answer from a campaign', async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const id = await sendTexts(who)
  await answer(who, ana, 'HELP')
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
  await answer(who, ana, 'Yes, please')
  expect(await responded(who, id)).toBe(1)
})

test('an answer to another account than a campaign went out by is none to it', async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const other = await addNumber(who)
  const ofDefault = "select id from app.channel_accounts where org_id = $1 and channel = 'sms' and is_default"
  const usual = (await app().owner.query<{ id: string }>(ofDefault, [who.orgId])).rows[0]?.id ?? ''
  const byOther = await sendTexts(who, { accountId: other })
  const byUsual = await sendTexts(who)
  await answer(who, ana, 'To the second number', other)
  expect([await responded(who, byOther), await responded(who, byUsual)]).toEqual([1, 0])
  // What a member writes goes by the usual one, and takes nothing from the other.
  const again = await sendTexts(who, { accountId: other })
  await writeTo(who, ana)
  await answer(who, ana, 'To what the member wrote', usual)
  await answer(who, ana, 'To the second number again', other)
  expect([await responded(who, byUsual), await responded(who, again)]).toEqual([0, 1])
})

test('where another account becomes the default during a send, an answer counts by the account that its message left by', async () => {
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
  await answer(who, late ?? '', 'Yes please', other)
  expect(await responded(who, id)).toBe(1)
  const ofLate = 'select campaign_id from app.conversations where org_id = $1 and contact_id = $2'
  expect((await app().owner.query(ofLate, [who.orgId, late])).rows).toEqual([{ campaign_id: id }])
  await answer(who, early ?? '', 'Yes please', usual)
  expect(await responded(who, id)).toBe(2)
  await answer(who, late ?? '', 'STOP', other)
  await untilIs(
    () => get<Campaign>(`/campaigns/${id}`, who),
    ({ stats }) => stats.unsubscribed === 1,
  )
})

test('a chunk that was under way before accounts were noted takes answers to any', async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const other = await addNumber(who)
  const id = await sendTexts(who)
  await app().owner.query('update app.campaign_chunks set account_ids = null where org_id = $1', [who.orgId])
  // Taken once more, for what failed: nobody knows what it went out by before.
  await app().owner.query(`update app.campaign_recipients set status = 'failed', reason = 'undelivered' where org_id = $1`, [who.orgId])
  await app().owner.query('update app.campaign_chunks set failed = 1, undelivered = 1 where org_id = $1', [who.orgId])
  await post(`/campaigns/${id}/retry`, {}, who)
  await untilIs(
    () => get<Campaign>(`/campaigns/${id}`, who),
    ({ status, stats }) => status === 'completed' && stats.failed === 0,
  )
  await answer(who, ana, 'Yes please', other)
  expect(await responded(who, id)).toBe(1)
})

test('an answer that is handled after a later campaign went out is to the one before it', async () => {
  const who = await newcomer()
  const ana = await addContact(who)
  const hoursAgo = (hours: number) => new Date(Date.now() - hours * 3_600_000)
  const first = await sendTexts(who)
  await app().owner.query('update app.campaign_recipients set sent_at = $2 where org_id = $1', [who.orgId, hoursAgo(3)])
  const second = await sendTexts(who)
  await answer(who, ana, 'To the first', null, hoursAgo(2))
  expect([await responded(who, first), await responded(who, second)]).toEqual([1, 0])
  // A clock of theirs that is a little behind ours takes it from none.
  await answer(who, ana, 'To the second', null, new Date(Date.now() - 30_000))
  expect([await responded(who, first), await responded(who, second)]).toEqual([1, 1])
})
