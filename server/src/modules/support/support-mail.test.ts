import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Conversation, Message } from '@imperium/contract/messages.ts'
import type { TicketDetail } from '@imperium/contract/support.ts'
import { runAdmin } from '../../testing/run-admin.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { until } from '../../testing/test-runs.ts'
import { testEncryptionKey } from '../../testing/test-secrets.ts'
import { composeMail } from '../../platform/mail/compose.ts'
import { newId } from '../../platform/ids.ts'
import { inboundReceived } from '../channels/index.ts'
import { ticketMailId, ticketOfMail } from './ticket-address.ts'

let t: TestApp
let member: TestUser
let desk: TestUser
let ticketId: string
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
  member = await t.register()
  desk = await t.register()
  const { host, port, user, database } = t.connection
  const DATABASE_URL = `postgres://${user}@localhost:${port}/${database}?host=${encodeURIComponent(String(host))}`
  await runAdmin(['support', 'organization', desk.slug], { DATABASE_URL, ENCRYPTION_KEY: testEncryptionKey })
  const sender = { name: 'Support', email: `support-${newId()}@operator.example`, isDefault: true }
  const made = await t.call<{ id: string }>('POST', '/api/channels/senders', { token: desk.token, body: sender })
  await t.owner.query('update app.senders set verified_at = now() where id = $1', [made.body.data.id])
  const body = { category: 'problem', subject: 'Mail is slow', message: 'It takes hours.' }
  ticketId = (await t.call<TicketDetail>('POST', '/api/support/tickets', { token: member.token, body })).body.data.id
}, 60_000)
afterAll(() => t.close())

const ticket = async () => (await t.call<TicketDetail>('GET', `/api/support/tickets/${ticketId}`, { token: member.token })).body.data
const atDesk = async () => (await t.call<Conversation>('GET', `/api/messages/${ticketId}`, { token: desk.token })).body.data
const inboxOfDesk = async (q: string) =>
  (await t.call<Message[]>('GET', `/api/messages?box=all&q=${encodeURIComponent(q)}`, { token: desk.token })).body.data

/** An email that arrives in the operator's mailbox. */
async function arrives(text: string, { sender = member.email, reference = '', isProved = true, times = 1 }): Promise<void> {
  await t.platform.db.withOrg(desk.orgId, async (tx) => {
    const itemId = newId()
    await tx
      .insertInto('inbound_items')
      .values({
        org_id: desk.orgId,
        id: itemId,
        channel: 'email',
        kind: 'message',
        external_id: `mail:<${itemId}@example.com>`,
        sender,
        subject: 'Re: Mail is slow',
        body_text: text,
        data: JSON.stringify({ messageIds: [reference], isSenderVerified: isProved }),
      })
      .execute()
    for (let sent = 0; sent < times; sent += 1)
      await t.platform.events.emit(tx, inboundReceived, { itemId, kind: 'message', channel: 'email' })
  })
}

test('a member replies to the mail of an answer, once, and the ticket goes on at the desk', async () => {
  await until(async () => (await atDesk())?.messages?.length === 1)
  await t.call('POST', `/api/messages/${ticketId}/replies`, { token: desk.token, body: { message: 'Since when?' } })
  const mail = await until(async () => {
    const { rows } = await t.owner.query<{ id: string; raw: string }>(
      'select message_id as id, to_jsonb(m)::text as raw from app.sandbox_mail m where recipient = $1 and subject like $2',
      [member.email, 'Answer%'],
    )
    return rows[0]
  })
  expect(mail.raw).toMatch(/Reply to this email/)
  expect(ticketOfMail(t.platform, [mail.id])).toBe(ticketId)
  await arrives('Since yesterday.', { reference: mail.id, times: 3 })
  const there = await until(async () => ((await atDesk()).messages.length === 3 ? atDesk() : undefined))
  expect(there.messages.at(-1)).toMatchObject({ content: 'Since yesterday.', direction: 'inbound', senderEmail: member.email })
  expect(await ticket()).toMatchObject({ status: 'open' })
  expect((await ticket()).messages.at(-1)).toMatchObject({ origin: 'member', body: 'Since yesterday.' })
  expect(await inboxOfDesk('Since yesterday.')).toMatchObject([{ kind: 'support' }])
})

test('a reply with a quotation, longer than a message of a ticket, loses nothing', async () => {
  await until(async () => (await atDesk())?.messages?.length > 0)
  const before = (await ticket()).messages.length
  const text = `${'Long words. '.repeat(2_000)}\n\n> Since when?\n\nThe last line.`
  await arrives(text, { reference: ticketMailId(t.platform, ticketId, newId()) })
  const whole = await until(async () => ((await ticket()).messages.length > before ? ticket() : undefined))
  const [message] = whole.messages.slice(-1)
  expect([message?.body, message?.attachments.map(({ name, size }) => [name, size])]).toEqual([
    text.slice(0, 20_000),
    [['message.txt', text.length]],
  ])
})

test('a queued email names where replies are read, and refuses what is no address', () => {
  const mail = { messageId: '<a@b.example>', to: 'a@b.example', subject: 'S', text: 'T' }
  expect(composeMail({ ...mail, replyTo: 'desk@b.example' }, 'x@b.example').replyTo).toBe('desk@b.example')
  expect(() => composeMail({ ...mail, replyTo: 'a@b.example, c@d.example' }, 'x@b.example')).toThrow('The reply address is malformed.')
})

test('a forged, foreign or made up reply stays in the inbox of the operator and reaches no ticket', async () => {
  const reference = ticketMailId(t.platform, ticketId, newId())
  const stranger = await t.register()
  await arrives('Forged words', { reference, isProved: false })
  await arrives('Foreign words', { reference, sender: stranger.email })
  await arrives('Made up words', { reference: `<ticket-${'a'.repeat(36)}-${newId().replaceAll('-', '')}@localhost>` })
  for (const text of ['Forged words', 'Foreign words', 'Made up words'])
    expect(await until(async () => (await inboxOfDesk(text))[0])).toMatchObject({ kind: 'contact' })
  expect((await ticket()).messages).toHaveLength(4)
})
