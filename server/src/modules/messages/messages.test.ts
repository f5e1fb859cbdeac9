import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import type { z } from 'zod'
import type { TimelineEntry } from '@imperium/contract/contacts/contact-timeline.ts'
import type { Attachment, Conversation, Message, MessageStats } from '@imperium/contract/messages.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { kindOf } from './attachment-store.ts'
import { inboundReceived } from '../channels/index.ts'

let t: TestApp
let owner: TestUser
let member: TestUser
let viewer: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
})
afterAll(() => t.close())
beforeEach(async () => {
  owner = await t.register()
  member = await t.addMember(owner.orgId, 'MEMBER')
  viewer = await t.addMember(owner.orgId, 'VIEWER')
})

const write = (by: TestUser, body: object) =>
  t.call<Conversation>('POST', '/api/messages', { token: by.token, body: { subject: 'Hello', message: 'How are you?', ...body } })
const toMembers = (...users: TestUser[]) => ({ kind: 'members', userIds: users.map(({ userId }) => userId) })
const list = async (by: TestUser, query = '') => (await t.call<Message[]>('GET', `/api/messages${query}`, { token: by.token })).body.data
const read = (by: TestUser, id: string) => t.call<Conversation>('GET', `/api/messages/${id}`, { token: by.token })
const stats = async (by: TestUser) =>
  (await t.call<z.infer<typeof MessageStats>>('GET', '/api/messages/stats', { token: by.token })).body.data
const response = (by: TestUser, id: string, message = 'Fine.') =>
  t.call<Conversation>('POST', `/api/messages/${id}/replies`, { token: by.token, body: { message } })
const mark = (by: TestUser, id: string, body: object) => t.call<Message>('PATCH', `/api/messages/${id}`, { token: by.token, body })
const contactOf = async (body: object = {}) =>
  (
    await t.call<{ id: string }>('POST', '/api/contacts', {
      token: owner.token,
      body: { email: `p${newId()}@example.com`, firstName: 'Ana', ...body },
    })
  ).body.data.id
const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to that')
}

/** An inbound item as a provider reports it. */
async function receiveMessage(item: {
  channel: string
  sender: string
  text: string
  subject?: string
  data?: object
  at?: Date
  isMail?: boolean
}): Promise<void> {
  await t.platform.db.withOrg(owner.orgId, async (tx) => {
    const itemId = newId()
    await tx
      .insertInto('inbound_items')
      .values({
        org_id: owner.orgId,
        id: itemId,
        channel: item.channel,
        kind: 'message',
        // An id parsed from an email proves nothing; a provider's report is signed.
        external_id: `${item.isMail ? 'mail:' : ''}<${itemId}@example.com>`,
        sender: item.sender,
        subject: item.subject ?? '',
        body_text: item.text,
        data: JSON.stringify(item.data ?? {}),
        ...(item.at ? { at: item.at } : {}),
      })
      .execute()
    await t.platform.events.emit(tx, inboundReceived, { itemId, kind: 'message', channel: item.channel })
  })
}

describe('between members', () => {
  it('shows a message in the recipient’s inbox and the sender’s sent box, and in no other box', async () => {
    const made = await write(owner, { to: toMembers(member), priority: 'urgent' })
    expect(made.status).toBe(201)
    expect(await list(member)).toMatchObject([
      { subject: 'Hello', isRead: false, priority: 'urgent', senderEmail: owner.email, preview: 'How are you?' },
    ])
    expect(await list(owner)).toEqual([])
    expect(await list(owner, '?box=sent')).toMatchObject([{ recipientEmail: member.email, isRead: true }])
    expect(await list(viewer)).toEqual([])
    expect((await read(viewer, made.body.data.id)).status).toBe(404)
    expect(await stats(member)).toEqual({ total: 1, unread: 1, flagged: 0, sentToday: 0 })
    expect(await stats(owner)).toEqual({ total: 1, unread: 0, flagged: 0, sentToday: 1 })
  })

  it('reads, flags and archives a message, and returns it to the inbox with the next reply', async () => {
    const { id } = (await write(owner, { to: toMembers(member) })).body.data
    expect((await mark(member, id, { isRead: true, isFlagged: true })).body.data).toMatchObject({ isRead: true, isFlagged: true })
    expect(await stats(member)).toMatchObject({ unread: 0, flagged: 1 })
    expect((await mark(member, id, { isRead: false })).body.data.isRead).toBe(false)
    await mark(member, id, { isArchived: true })
    expect(await list(member)).toEqual([])
    expect(await list(member, '?box=archived')).toHaveLength(1)
    await response(owner, id, 'One more thing')
    expect(await list(member)).toMatchObject([{ preview: 'One more thing', messageCount: 2, isRead: false }])
    expect((await response(member, id)).body.data.messages.map(({ content, isMine }) => [content, isMine])).toEqual([
      ['How are you?', false],
      ['One more thing', false],
      ['Fine.', true],
    ])
    expect(await list(owner)).toMatchObject([{ preview: 'Fine.', isRead: false }])
  })

  it('deletes a message for one member only, until the next reply', async () => {
    const { id } = (await write(owner, { to: toMembers(member) })).body.data
    expect((await t.call('DELETE', `/api/messages/${id}`, { token: member.token })).status).toBe(200)
    expect(await list(member)).toEqual([])
    expect((await read(member, id)).status).toBe(404)
    expect(await list(owner, '?box=sent')).toHaveLength(1)
    await response(owner, id)
    expect(await list(member)).toHaveLength(1)
  })

  it('reports missing fields and refuses members without permission', async () => {
    for (const body of [
      { to: toMembers() },
      { to: toMembers(member), subject: '' },
      { to: toMembers(member), message: ' ' },
      { to: toMembers(await t.register()) },
    ])
      expect((await write(owner, body)).status).toBe(422)
    expect((await write(viewer, { to: toMembers(member) })).status).toBe(403)
  })

  it('searches by words, sender and priority, and pages through the results', async () => {
    for (let n = 0; n < 5; n += 1) await write(owner, { to: toMembers(member), subject: `Report ${n}`, priority: n % 2 ? 'low' : 'high' })
    expect(await list(member, '?q=report%203')).toHaveLength(1)
    expect(await list(member, '?priority=high')).toHaveLength(3)
    expect(await list(member, '?q=100%25')).toHaveLength(0)
    const first = await t.call<Message[]>('GET', '/api/messages?limit=3', { token: member.token })
    const second = await t.call<Message[]>('GET', `/api/messages?limit=3&cursor=${first.body.page?.nextCursor}`, { token: member.token })
    expect([...first.body.data, ...second.body.data].map(({ subject }) => subject)).toEqual([4, 3, 2, 1, 0].map((n) => `Report ${n}`))
  })
})

describe('with contacts', () => {
  it('sends an email, threads the reply into the same conversation, and references what it replies to', async () => {
    const contactId = await contactOf({ email: `ana-${owner.orgId}@example.com` })
    const { id } = (await write(owner, { to: { kind: 'contact', contactId, channel: 'email' } })).body.data
    const sent = await until(async () =>
      (await read(owner, id)).body.data.messages.find(({ status }) => status === 'delivered' || status === 'sent'),
    )
    expect(sent.direction).toBe('outbound')
    const mail = await t.owner.query<{ message_id: string; recipient: string }>(
      'select * from app.sandbox_mail where org_id = $1 and subject = $2',
      [owner.orgId, 'Hello'],
    )
    expect(mail.rows).toMatchObject([{ recipient: `ana-${owner.orgId}@example.com` }])

    await receiveMessage({
      channel: 'email',
      sender: `ana-${owner.orgId}@example.com`,
      text: 'Very well!',
      subject: 'Re: Hello',
      data: { messageIds: [mail.rows[0]?.message_id] },
    })
    const now = await until(async () => (await read(member, id)).body.data.messages.length === 2 && (await read(member, id)).body.data)
    expect(now).toMatchObject({ isRead: false, blocked: null, contactId })
    expect(await list(member)).toMatchObject([{ sender: 'Ana', preview: 'Very well!' }])
    await response(member, id, 'Good to hear.')
    const reply = await until(async () => {
      const { rows } = await t.owner.query<{ subject: string }>(
        `select subject from app.sandbox_mail where org_id = $1 and subject = 'Re: Hello'`,
        [owner.orgId],
      )
      return rows[0]
    })
    expect(reply.subject).toBe('Re: Hello')
    // Shows the contact Ana as the name of the conversation, whichever member wrote last or reads it.
    const answered = { contactName: 'Ana', direction: 'outbound', preview: 'Good to hear.' }
    expect(await list(member)).toMatchObject([{ ...answered, isMine: true }])
    const [mine] = await list(owner)
    expect(mine).toMatchObject({ ...answered, isMine: false })
    expect(mine?.sender).not.toBe('Ana')
  })

  it('creates a contact for an unknown sender and nothing for an absence note', async () => {
    await receiveMessage({
      channel: 'email',
      sender: 'new@example.com',
      text: 'Do you ship abroad?',
      subject: 'Question',
      data: { senderName: 'New Person' },
    })
    await receiveMessage({ channel: 'email', sender: 'away@example.com', text: 'I am away', subject: 'Away', data: { isAutoReply: true } })
    expect(await until(async () => (await list(owner))[0])).toMatchObject({
      subject: 'Question',
      sender: 'New Person',
      contactName: 'New Person',
      direction: 'inbound',
      isMine: false,
      kind: 'contact',
      channel: 'email',
    })
    expect(await list(owner, '?q=away')).toEqual([])
  })

  it('shows messages in both directions and absence notes in the contact’s timeline', async () => {
    const [phone, email] = ['+4915112345999', 'talks@example.com']
    const contactId = await contactOf({ email, phone })
    const notified = async () =>
      (await t.call<TimelineEntry[]>('GET', `/api/contacts/${contactId}/timeline?kind=messages`, { token: viewer.token })).body.data
    const { body: begun } = await write(owner, {
      to: { kind: 'contact', contactId, channel: 'email' },
      subject: 'Offer',
      message: 'Dear  Ana',
    })
    await receiveMessage({ channel: 'sms', sender: phone, text: 'By phone' })
    await until(async () => (await notified()).length === 2)
    await receiveMessage({ channel: 'email', sender: email, text: 'I am away', subject: 'Out of office', data: { isAutoReply: true } })
    const [away, ...outcome] = await until(async () => ((await notified()).length === 3 ? await notified() : undefined))
    expect(away).toMatchObject({
      type: 'message.absence',
      title: 'Out of office',
      link: null,
      detail: { channel: 'email', preview: 'I am away' },
    })
    expect(outcome).toMatchObject([
      { type: 'message.received', detail: { channel: 'sms', preview: 'By phone' }, link: { kind: 'conversation' } },
      {
        type: 'message.sent',
        title: 'Offer',
        detail: { channel: 'email', preview: 'Dear Ana' },
        link: { kind: 'conversation', id: begun.data.id },
      },
    ])
  })

  it('keeps an unverified email as a conversation without changing a contact; a contact added later can be answered', async () => {
    const known = await contactOf({ email: `known-${owner.orgId}@example.com` })
    const mail = { channel: 'email', isMail: true, text: 'STOP' }
    await receiveMessage({ ...mail, sender: `known-${owner.orgId}@example.com`, subject: 'From Ana?', data: { senderName: 'Somebody' } })
    const claimed = await until(async () => (await list(owner, '?q=ana'))[0])
    // Under Ana's name it would be believed to be hers.
    expect(claimed).toMatchObject({ contactName: 'Somebody' })
    const shown = (await read(owner, claimed.id)).body.data
    expect(shown).toMatchObject({ contactId: known, blocked: null, messages: [{ senderVerified: false, sender: 'Somebody' }] })

    const sender = `stranger-${owner.orgId}@example.com`
    await receiveMessage({ ...mail, sender, subject: 'Offer', data: { senderName: 'Some One' } })
    const { id } = await until(async () => (await list(owner, '?q=offer'))[0])
    expect((await read(owner, id)).body.data).toMatchObject({
      contactId: null,
      blocked: 'no_contact',
      messages: [{ senderVerified: false }],
    })
    expect(await list(owner, '?q=offer')).toMatchObject([{ contactName: 'Some One' }])
    expect((await response(owner, id)).body.message).toBe('The sender is not in your contacts. Add them to reply.')
    const { body } = await t.call<{ email: string }[]>('GET', '/api/contacts', { token: owner.token })
    expect(body.data.map(({ email }) => email)).toEqual([`known-${owner.orgId}@example.com`])

    const added = await contactOf({ email: sender })
    expect((await read(owner, id)).body.data).toMatchObject({ contactId: added, blocked: null })
    expect((await response(owner, id)).status).toBe(201)
    await receiveMessage({ ...mail, sender: `new-${owner.orgId}@example.com`, subject: 'Verified', data: { isSenderVerified: true } })
    const verified = await until(async () => (await list(owner, '?q=verified'))[0])
    expect((await read(owner, verified.id)).body.data).toMatchObject({
      contactId: verified.contactId,
      messages: [{ senderVerified: true }],
    })
    expect(verified.contactId).not.toBeNull()
    // Erased with the contact, although the contact did not exist when the email arrived.
    await receiveMessage({ ...mail, sender: `later-${owner.orgId}@example.com`, subject: 'Later' })
    const later = await until(async () => (await list(owner, '?q=later'))[0])
    const contactId = await contactOf({ email: `later-${owner.orgId}@example.com` })
    expect((await t.call('DELETE', `/api/contacts/${contactId}`, { token: owner.token })).status).toBe(200)
    expect((await read(owner, later.id)).status).toBe(404)
  })

  it('keeps SMS in one conversation; replies to STOP once and sends nothing more', async () => {
    const contactId = await contactOf({ phone: '+4915112345678' })
    await receiveMessage({ channel: 'sms', sender: '+4915112345678', text: 'Hi' })
    const first = await until(async () => (await list(owner))[0])
    expect(first).toMatchObject({ contactId, channel: 'sms', subject: 'SMS' })
    await response(owner, first.id, 'Hello!')
    await receiveMessage({ channel: 'sms', sender: '+4915112345678', text: 'STOP' })
    const stopped = await until(async () => {
      const { data } = (await read(owner, first.id)).body
      return data.messages.length === 4 && data.messages.every(({ status }) => status !== 'queued' && status !== 'sending') && data
    })
    expect(stopped.blocked).toBe('suppressed')
    expect(stopped.messages.at(-1)).toMatchObject({ direction: 'outbound', sender: expect.stringMatching(/^Org \d+$/) })
    expect(await list(owner)).toMatchObject([{ contactName: 'Ana', isMine: false, sender: expect.stringMatching(/^Org \d+$/) }])
    expect((await response(owner, first.id)).status).toBe(409)
  })

  it('allows WhatsApp replies within 24 hours of the last inbound message only', async () => {
    await contactOf({ phone: '+4915112345679' })
    await receiveMessage({ channel: 'whatsapp', sender: '+4915112345679', text: 'Hi' })
    const { id } = await until(async () => (await list(owner))[0])
    expect((await response(owner, id)).status).toBe(201)
    // A late report of an earlier message does not shorten the window that the later message opened.
    const { windowUntil } = (await read(owner, id)).body.data
    await receiveMessage({ channel: 'whatsapp', sender: '+4915112345679', text: 'Earlier', at: new Date(Date.now() - 20 * 3_600_000) })
    await until(async () => (await read(owner, id)).body.data.messages.some(({ content }) => content === 'Earlier'))
    expect((await read(owner, id)).body.data.windowUntil).toBe(windowUntil)
    await t.owner.query(`update app.conversations set window_until = now() - interval '1 minute' where id = $1`, [id])
    expect(await response(owner, id)).toMatchObject({ status: 409, body: { message: expect.stringContaining('24 hours') as string } })
  })

  it('is given to a member, and erased with the contact', async () => {
    const contactId = await contactOf()
    const { id } = (await write(owner, { to: { kind: 'contact', contactId, channel: 'email' } })).body.data
    const assign = (assigneeId: string | null) =>
      t.call<Message>('PUT', `/api/messages/${id}/assignment`, { token: owner.token, body: { assigneeId, status: 'open' } })
    expect((await assign(member.userId)).body.data.assigneeId).toBe(member.userId)
    expect((await assign((await t.register()).userId)).status).toBe(404)
    // A VIEWER cannot be an assignee and is not offered as one.
    expect((await assign(viewer.userId)).status).toBe(422)
    expect((await t.call('DELETE', `/api/contacts/${contactId}`, { token: owner.token })).status).toBe(200)
    expect((await read(owner, id)).status).toBe(404)
  })

  it('filters conversations by assignee, priority, channel and status', async () => {
    const contactId = await contactOf({ phone: '+4915112345671' })
    await receiveMessage({ channel: 'sms', sender: '+4915112345671', text: 'Hi' })
    const { id } = await until(async () => (await list(member))[0])
    const ids = async (query: string, by = member) => (await list(by, query)).map((row) => row.id)
    const put = (path: string, body: object, by = owner) => t.call<Message>('PUT', `/api/messages/${id}/${path}`, { token: by.token, body })
    expect(await ids('?assigned=nobody&channel=sms&unread=true')).toEqual([id])
    expect(await ids('?channel=email')).toEqual([])
    expect((await put('priority', { priority: 'urgent' })).body.data.priority).toBe('urgent')
    expect((await put('priority', { priority: 'low' }, viewer)).status).toBe(403)
    expect(await ids('?priority=urgent')).toEqual([id])
    await put('assignment', { assigneeId: member.userId, status: 'closed' })
    expect([await ids('?assigned=me'), await ids('?assigned=me', owner), await ids('?assigned=nobody')]).toEqual([[id], [], []])
    expect([await ids('?status=open'), await ids('?status=closed')]).toEqual([[], [id]])
    await mark(member, id, { isArchived: true })
    expect([await ids(''), await ids(`?box=all&contactId=${contactId}`)]).toEqual([[], [id]])
    // A new message from the contact reopens the conversation and returns it to the inbox.
    await receiveMessage({ channel: 'sms', sender: '+4915112345671', text: 'Hello?' })
    await until(async () => (await ids('?status=open')).length === 1)
    expect(await ids(`?campaignId=${newId()}`)).toEqual([])
  })
})

describe('attachments', () => {
  const upload = (by: TestUser, name: string, bytes: Buffer) =>
    t.app.inject({
      method: 'POST',
      url: `/api/messages/attachments?name=${encodeURIComponent(name)}`,
      payload: bytes,
      headers: {
        authorization: `Bearer ${by.token}`,
        'content-type': 'application/octet-stream',
      },
    })
  const download = (by: TestUser, id: string) =>
    t.app.inject({ method: 'GET', url: `/api/messages/attachments/${id}`, headers: { authorization: `Bearer ${by.token}` } })

  it('detects files by their bytes and shows them to the recipients of the message only', async () => {
    const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), Buffer.alloc(2_000_000, 65)])
    const { id } = (await upload(owner, 'Offer.pdf', bytes)).json<{ data: Attachment }>().data
    expect((await download(member, id)).statusCode).toBe(404)
    const made = (await write(owner, { to: toMembers(member), attachmentIds: [id] })).body.data
    expect(made.messages[0]?.attachments).toMatchObject([{ name: 'Offer.pdf', size: bytes.length, type: 'application/pdf' }])
    const file = await download(member, id)
    expect(file.rawPayload.equals(bytes)).toBe(true)
    expect(file.headers['content-disposition']).toBe('attachment; filename="Offer.pdf"')
    expect((await download(viewer, id)).statusCode).toBe(404)
    expect((await write(member, { to: toMembers(owner), attachmentIds: [id] })).status).toBe(422)
  })

  it('go along with mail to a contact, and not with SMS', async () => {
    const { id } = (await upload(owner, 'note.txt', Buffer.from('A note.'))).json<{ data: Attachment }>().data
    const contactId = await contactOf({ phone: '+4915112345670' })
    const to = (channel: string) => ({ to: { kind: 'contact', contactId, channel }, attachmentIds: [id] })
    expect((await write(owner, to('sms'))).status).toBe(422)
    const made = (await write(owner, to('email'))).body.data
    await until(async () =>
      (await read(owner, made.id)).body.data.messages.every(({ status }) => status === 'delivered' || status === 'sent'),
    )
  })

  it('rejects executable files, whatever their name', async () => {
    expect((await upload(owner, 'tool.exe', Buffer.from('MZ'))).statusCode).toBe(415)
    expect((await upload(owner, 'picture.png', Buffer.from('<script>alert(1)</script>'))).statusCode).toBe(415)
    expect(kindOf('page.html', Buffer.from('<html>'))).toBeNull()
    expect(kindOf('sheet.xlsx', Buffer.from([0x50, 0x4b, 0x03, 0x04]))).toContain('spreadsheetml')
    expect((await upload(owner, 'empty.txt', Buffer.alloc(0))).statusCode).toBe(422)
  })
})
