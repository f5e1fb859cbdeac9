import { expect, test } from 'vitest'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Conversation, Message } from '@imperium/contract/messages.ts'
import { newId } from '../../../platform/ids.ts'
import { openCampaigns, untilIs } from '../../../testing/campaigns/campaigns-app.ts'
import type { TestUser } from '../../../testing/test-app.ts'
import { inboundReceived } from '../../channels/index.ts'

const { app, get, post, addContact, newcomer } = openCampaigns()

/** Creates a contact that opted in to two purposes by email. */
async function agreed(who: TestUser, email: string): Promise<string> {
  const id = await addContact(who, { email })
  await app().owner.query(`insert into app.consent_purposes (org_id, key, name, description) values ($1, 'newsletter', 'Newsletter', '')`, [
    who.orgId,
  ])
  await app().owner.query(
    `insert into app.consents (org_id, contact_id, channel, purpose, status, source, at) values ($1, $2, 'email', 'newsletter', 'granted', 'manual', now())`,
    [who.orgId, id],
  )
  return id
}
const consents = async (contactId: string) =>
  (
    await app().owner.query<{ purpose: string; status: string; source: string }>(
      `select purpose, status, source from app.consents where contact_id = $1 and channel = 'email' order by purpose`,
      [contactId],
    )
  ).rows
const suppressed = async ({ orgId }: TestUser) =>
  (await app().owner.query<{ reason: string }>('select reason from app.suppressions where org_id = $1', [orgId])).rows
const report = async ({ orgId }: TestUser) =>
  (await app().owner.query(`select from app.outbox where org_id = $1 and type = 'message.received'`, [orgId])).rowCount

test('treats STOP in reply to an email campaign as an unsubscribe from its purpose, and not as a response', async () => {
  const who = await newcomer()
  const ana = await agreed(who, `ana-${newId()}@stop.test`)
  await app().owner.query(
    "insert into app.senders (org_id, id, name, email, verified_at, is_default) values ($1, $2, 'News', 'news@org.example.com', now(), true)",
    [who.orgId, newId()],
  )
  await app().owner.query("update auth.organizations set address = 'Street 1', city = 'Graz', country = 'Austria' where id = $1", [
    who.orgId,
  ])
  const definition = { content: { subject: 'Spring', text: 'Hi' }, audience: { kind: 'all' }, purpose: 'newsletter' }
  const { id } = await post<Campaign>('/campaigns', { name: 'Spring', channel: 'email', definition }, who)
  await post(`/campaigns/${id}/send`, undefined, who)
  // The reply may be counted before the engine has written that the message was sent.
  const { stats } = await untilIs(
    () => get<Campaign>(`/campaigns/${id}`, who),
    (each) => each.stats.unsubscribed === 1 && each.stats.sent === 1,
  )
  expect(stats).toMatchObject({ sent: 1, unsubscribed: 1, responded: 0 })
  expect(await consents(ana)).toMatchObject([
    { purpose: 'marketing', status: 'granted' },
    { purpose: 'newsletter', status: 'withdrawn', source: 'mail-reply' },
  ])
  expect(await suppressed(who)).toEqual([])
  // The message can be read, but does not ask for attention.
  const [message] = await get<Message[]>('/messages', who)
  expect((await get<Conversation>(`/messages/${message?.id}`, who)).messages).toMatchObject([{ content: 'STOP', direction: 'inbound' }])
  expect(await report(who)).toBe(0)
  const types = (await get<TimelineEntry[]>(`/contacts/${ana}/timeline`, who)).map(({ type }) => type)
  for (const type of ['consent.withdrawn', 'message.received', 'campaign.unsubscribed']) expect(types).toContain(type)
  expect(types).not.toContain('campaign.responded')
})

test.each([
  [true, 'withdrawn', [{ reason: 'unsubscribed' }]],
  [false, 'granted', []],
] as const)('STOP by a mail that answers no campaign, its sender verified: %s', async (isSenderVerified, status, list) => {
  const who = await newcomer()
  const email = `bo-${newId()}@example.com`
  const bo = await agreed(who, email)
  const itemId = newId()
  await app().platform.db.withOrg(who.orgId, async (tx) => {
    await tx
      .insertInto('inbound_items')
      .values({
        org_id: who.orgId,
        id: itemId,
        channel: 'email',
        kind: 'message',
        external_id: `mail:<${itemId}@example.com>`,
        sender: email,
        subject: 'Re: our offer',
        body_text: 'Unsubscribe\n\n> Buy!',
        data: JSON.stringify({ isSenderVerified, replyText: 'Unsubscribe' }),
      })
      .execute()
    await app().platform.events.emit(tx, inboundReceived, { itemId, kind: 'message', channel: 'email' })
  })
  await untilIs(
    () => get<Message[]>('/messages', who),
    (messages) => messages.length === 1,
  )
  expect((await consents(bo)).map((each) => each.status)).toEqual([status, status])
  expect(await suppressed(who)).toEqual(list)
  // It may answer a member's question.
  expect(await report(who)).toBe(1)
})
