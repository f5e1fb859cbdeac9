import { createHmac } from 'node:crypto'
import type { AddressInfo } from 'node:net'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest'
import type { AccountHook, ChannelAccount } from '@imperium/contract/channels/channel-accounts.ts'
import type { Attachment, Conversation, Message } from '@imperium/contract/messages.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

interface Taken {
  from: string
  messageId: string
  text: string
}

const taken: Taken[] = []
const sink = new SMTPServer({
  authOptional: true,
  disabledCommands: ['STARTTLS'],
  onData: (stream, session, done) => {
    const parts: Buffer[] = []
    stream.on('data', (part: Buffer) => parts.push(part))
    stream.on('end', () => {
      const { mailFrom } = session.envelope
      const text = Buffer.concat(parts).toString()
      taken.push({ from: mailFrom ? mailFrom.address : '', messageId: /^Message-ID: (\S+)/im.exec(text)?.[1] ?? '', text })
      done()
    })
  },
})

let t: TestApp
let owner: TestUser
let member: TestUser
let viewer: TestUser
beforeAll(async () => {
  await new Promise<void>((resolve) => sink.listen(0, '127.0.0.1', resolve))
  const { port } = sink.server.address() as AddressInfo
  t = await createTestApp({ env: { SMTP_URL: `smtp://127.0.0.1:${port}`, MAIL_FROM: 'installation@imperium.example' } })
  await t.startWorkers()
})
afterAll(async () => {
  await t.close()
  await new Promise<void>((resolve) => sink.close(resolve))
})
beforeEach(async () => {
  owner = await t.register()
  member = await t.addMember(owner.orgId, 'MEMBER')
  viewer = await t.addMember(owner.orgId, 'VIEWER')
})

const write = (by: TestUser, body: object) =>
  t.call<Conversation>('POST', '/api/messages', { token: by.token, body: { subject: 'Hello', message: 'How are you?', ...body } })
const toContact = (contactId: string) => ({ to: { kind: 'contact', contactId, channel: 'email' } })
async function contactOf(email: string): Promise<string> {
  const { body } = await t.call<{ id: string }>('POST', '/api/contacts', { token: owner.token, body: { email } })
  return body.data.id
}
const mailTo = (email: string): Promise<Taken> =>
  vi.waitFor(
    () => {
      const found = taken.findLast(({ text }) => text.includes(`To: ${email}`))
      if (!found) throw new Error(`no mail to ${email}`)
      return found
    },
    { timeout: 25_000 },
  )
/** By the address that an email provider calls, signed as it signs. */
async function receiveMessage(raw: string): Promise<void> {
  const accounts = (await t.call<ChannelAccount[]>('GET', '/api/channels/accounts', { token: owner.token })).body.data
  const account = accounts.find(({ channel }) => channel === 'email')
  const hook = (await t.call<AccountHook>('POST', `/api/channels/accounts/${account?.id}/hook`, { token: owner.token })).body.data
  const payload = Buffer.from(raw.replaceAll('\n', '\r\n'))
  const [id, timestamp] = [newId(), String(Math.floor(Date.now() / 1_000))]
  const key = Buffer.from((hook.newSecret ?? '').replace('whsec_', ''), 'base64')
  const signature = createHmac('sha256', key).update(`${id}.${timestamp}.`).update(payload).digest('base64')
  const { statusCode } = await t.app.inject({
    method: 'POST',
    url: new URL(hook.url ?? '').pathname,
    payload,
    headers: {
      'content-type': 'message/rfc822',
      'webhook-id': id,
      'webhook-timestamp': timestamp,
      'webhook-signature': `v1,${signature}`,
    },
  })
  expect(statusCode).toBe(200)
}
const failedJobs = async () =>
  (await t.owner.query("select name from pgboss.job_common where state in ('retry', 'failed') and name like 'messages.%'")).rows

describe('mail to contacts over a real mail server', () => {
  it('never sends from an unverified sender', async () => {
    const made = await t.call('POST', '/api/channels/senders', {
      token: owner.token,
      body: { name: 'The chief', email: 'chief@bank.example', isDefault: true },
    })
    expect(made.status).toBe(201)
    const to = `spoofed-${owner.orgId}@example.com`
    await write(owner, toContact(await contactOf(to)))
    const { from, text } = await mailTo(to)
    expect(from).toBe('installation@imperium.example')
    expect(text).toMatch(/^From: .*installation@imperium\.example/m)
    expect(text).not.toContain('bank.example')
  })

  it('uses a return path that names the message when the account has a bounce domain', async () => {
    await t.owner.query(
      `update app.channel_accounts set settings = settings || '{"bounceDomain": "back.example"}' where org_id = $1 and channel = 'email'`,
      [owner.orgId],
    )
    const to = `named-${owner.orgId}@example.com`
    await write(owner, toContact(await contactOf(to)))
    expect((await mailTo(to)).from).toMatch(/^b\+[a-z2-7]{36}@back\.example$/)
  })

  it('references the email it replies to, whatever its headers contained', async () => {
    const sender = `ana-${owner.orgId}@example.com`
    await contactOf(sender)
    await receiveMessage(
      `From: Ana <${sender}>\nTo: news@example.com\nSubject: Hi\nMessage-ID: <question.1@mail.example>\n\nDo you ship?\n`,
    )
    const { id } = await vi.waitFor(
      async () => {
        const [first] = (await t.call<Message[]>('GET', '/api/messages', { token: owner.token })).body.data
        if (!first) throw new Error('not there yet')
        return first
      },
      { timeout: 25_000 },
    )
    await t.call('POST', `/api/messages/${id}/replies`, { token: owner.token, body: { message: 'We do.' } })
    expect((await mailTo(sender)).text).toMatch(/^In-Reply-To: <question\.1@mail\.example>\r$/m)
  })

  it('sends the double opt-in email from the organization’s own sender and hides its link from members', async () => {
    const sender = { name: 'Acme Garden', email: `hello@acme-${owner.slug}.example`, isDefault: true }
    await t.call('POST', '/api/channels/senders', { token: owner.token, body: sender })
    await t.owner.query('update app.senders set verified_at = now() where org_id = $1', [owner.orgId])
    await t.owner.query(
      'insert into app.contact_settings (org_id, double_opt_in) values ($1, true) on conflict (org_id) do update set double_opt_in = true',
      [owner.orgId],
    )
    const email = `subscriber-${owner.orgId}@example.com`
    const contactId = await contactOf(email)
    const proof = { channel: 'email', purpose: 'marketing', source: 'form', proof: 'Ticked the box' }
    expect((await t.call('POST', `/api/contacts/${contactId}/consents`, { token: owner.token, body: proof })).status).toBe(200)
    const { from, text } = await mailTo(email)
    expect(from).toBe(sender.email)
    expect(text).toMatch(/^From: .*hello@acme-/m)
    expect(text).toContain('/confirm/')
    const listed = await t.call<Message[]>('GET', `/api/messages?contactId=${contactId}&box=sent`, { token: owner.token })
    const { rows } = await t.owner.query<{ id: string }>('select id from app.conversations where contact_id = $1', [contactId])
    const shown = await t.call<Conversation>('GET', `/api/messages/${rows[0]?.id}`, { token: owner.token })
    expect(shown.body.data.messages[0]?.content).toContain('would like to write to you about: Marketing')
    expect(JSON.stringify([listed.body, shown.body])).not.toContain('/confirm/')
  })

  it('waits until the own address is proved: it may be a stranger’s', async () => {
    const contactId = await contactOf(`someone-${owner.orgId}@example.com`)
    await t.owner.query('update auth.users set email_verified_at = null where id = $1', [member.userId])
    const { status, body } = await write(member, toContact(contactId))
    expect([status, body.code]).toEqual([403, 'EMAIL_NOT_VERIFIED'])
  })

  it('takes no more files than a mail server does', async () => {
    const contactId = await contactOf(`files-${owner.orgId}@example.com`)
    const ids: string[] = []
    for (let n = 0; n < 3; n += 1) {
      const response = await t.app.inject({
        method: 'POST',
        url: `/api/messages/attachments?name=big${n}.txt`,
        payload: Buffer.alloc(9_000_000, 65),
        headers: { authorization: `Bearer ${owner.token}`, 'content-type': 'application/octet-stream' },
      })
      ids.push(response.json<{ data: Attachment }>().data.id)
    }
    const { status, body } = await write(owner, { ...toContact(contactId), attachmentIds: ids })
    expect([status, body.errors?.[0]?.path]).toEqual([422, 'attachmentIds'])
  })

  it('leaves no address in the effect ledger when the contact is erased', async () => {
    const email = `erased-${owner.orgId}@example.com`
    const contactId = await contactOf(email)
    await write(owner, toContact(contactId))
    await mailTo(email)
    const ledger = async () =>
      (
        await t.owner.query<{ text: string }>(
          "select row_to_json(e)::text as text from app.effects e where source like 'message:%' and org_id = $1",
          [owner.orgId],
        )
      ).rows.map(({ text }) => text)
    await vi.waitFor(async () => expect((await ledger()).join('')).toContain('"done"'), 25_000)
    expect((await t.call('DELETE', `/api/contacts/${contactId}`, { token: owner.token })).status).toBe(200)
    expect((await ledger()).join('')).not.toContain(email)
  })
})

describe('inbound messages', () => {
  it.each([
    ['no sender', 'Subject: x\nMessage-ID: <a@b>\n\nHello\n'],
    ['a sender that is no address', 'From: somebody\nSubject: x\nMessage-ID: <c@d>\n\nHello\n'],
    ['a sender of two addresses in one', 'From: <"a@b.example, c"@d.example>\nSubject: x\nMessage-ID: <e@f>\n\nHello\n'],
  ])('stores an email without a sender to reply to as a report only: %s', async (_name, raw) => {
    await receiveMessage(raw)
    await receiveMessage(`From: real-${newId()}@example.com\nSubject: after\nMessage-ID: <${newId()}@x>\n\nHello\n`)
    await vi.waitFor(
      async () => expect((await t.call<Message[]>('GET', '/api/messages', { token: owner.token })).body.data).toHaveLength(1),
      { timeout: 25_000 },
    )
    expect(await failedJobs()).toEqual([])
  })
})

describe('duplicate delivery of an event', () => {
  it('is one message', async () => {
    const receive = t.modules.flatMap((module) => module.events ?? []).find(({ name }) => name === 'messages.receive')
    const itemId = newId()
    await t.owner.query(
      `insert into app.inbound_items (org_id, id, channel, kind, external_id, sender, body_text, data)
       values ($1, $2, 'sms', 'message', $3, '+4915112349999', 'Hello', '{}')`,
      [owner.orgId, itemId, newId()],
    )
    const data = { orgId: owner.orgId, eventId: newId(), payload: { itemId, kind: 'message', channel: 'sms' } }
    await Promise.all(Array.from({ length: 6 }, async () => receive?.run(data as never)))
    const { rows } = await t.owner.query('select id from app.messages where org_id = $1', [owner.orgId])
    expect(rows).toHaveLength(1)
  })
})

describe('erased contacts', () => {
  it('removes the contact from the notifications of members', async () => {
    const sender = `gone-${newId()}@example.com`
    const contactId = await contactOf(sender)
    const { id } = (await write(owner, toContact(contactId))).body.data
    await t.call('PUT', `/api/messages/${id}/assignment`, { token: owner.token, body: { assigneeId: member.userId, status: 'open' } })
    const { messageId } = await mailTo(sender)
    await receiveMessage(
      `From: Gone Person <${sender}>\nSubject: Re: Hello\nMessage-ID: <${newId()}@x>\nIn-Reply-To: ${messageId}\n\nMy secret\n`,
    )
    const notified = async () =>
      (
        await t.owner.query<{ title: string }>("select title from app.notifications where org_id = $1 and source like 'message:%'", [
          owner.orgId,
        ])
      ).rows
    await vi.waitFor(async () => expect(await notified()).toHaveLength(1), { timeout: 25_000 })
    expect((await t.call('DELETE', `/api/contacts/${contactId}`, { token: owner.token })).status).toBe(200)
    await vi.waitFor(async () => expect(await notified()).toEqual([]), { timeout: 25_000 })
  })
})

describe('between members', () => {
  it('keeps the subject out of the audit log and activity for other members', async () => {
    const subject = `Dismissal ${newId()}`
    const { id } = (await write(owner, { to: { kind: 'members', userIds: [member.userId] }, subject })).body.data
    await t.call('POST', `/api/messages/${id}/replies`, { token: member.token, body: { message: 'Fine.' } })
    await t.call('DELETE', `/api/messages/${id}`, { token: member.token })
    const { rows } = await t.owner.query<{ text: string }>('select row_to_json(a)::text as text from app.audit_log a where org_id = $1', [
      owner.orgId,
    ])
    expect(rows.filter(({ text }) => text.includes('messages.'))).toHaveLength(3)
    expect(rows.filter(({ text }) => text.includes(subject))).toEqual([])
    for (const path of ['/api/dashboard/activity', '/api/activity'])
      expect(JSON.stringify((await t.call('GET', path, { token: viewer.token })).body)).not.toContain(subject)
  })
})
