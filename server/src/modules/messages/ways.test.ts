import { createHmac } from 'node:crypto'
import { createServer } from 'node:http'
import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest'
import type { Conversation, Message, MessageTemplate } from '@imperium/contract/messages.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { writeSystemMessage } from './write-system-message.ts'
import { inboundReceived } from '../channels/index.ts'

// The account, number and sender of a message, and how an undelivered message is handled.

interface Request {
  /** Of our number. */
  by: string
  to: string
  text?: { body: string }
  template?: { name: string; components?: { parameters: { text: string }[] }[] }
}

let t: TestApp
let owner: TestUser
let viewer: TestUser
let server: Server
const requested: Request[] = []
/** Runs while the provider call is in flight; returns whether the provider responds. */
let beforeResponse = async (): Promise<boolean> => true
beforeAll(async () => {
  server = createServer((request, response) => {
    let body = ''
    request.on('data', (bytes: Buffer) => (body += bytes.toString()))
    request.on('end', () => {
      if (request.method === 'GET') {
        // The location of the file, and the file, require the token.
        if (request.headers.authorization !== 'Bearer token') return void response.writeHead(401).end()
        if (request.url === '/file') return void response.writeHead(200, { 'content-type': 'image/png' }).end('bytes')
        return void response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ url: `http://${request.headers.host}/file` }))
      }
      requested.push({ ...(JSON.parse(body) as Request), by: request.url?.split('/')[2] ?? '' })
      void beforeResponse().then((responses) => {
        if (!responses) return request.socket.destroy()
        return response
          .writeHead(200, { 'content-type': 'application/json' })
          .end(JSON.stringify({ messages: [{ id: `wamid.${newId()}` }] }))
      })
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.0/8' } })
  await t.startWorkers()
})
afterAll(async () => {
  await t.close()
  server.closeAllConnections()
  server.close()
})
beforeEach(async () => {
  owner = await t.register()
  viewer = await t.addMember(owner.orgId, 'VIEWER')
  requested.length = 0
  beforeResponse = async () => true
})

const ask = <T>(method: string, path: string, body?: object, by = owner) =>
  t.call<T>(method, `/api${path}`, { token: by.token, ...(body ? { body } : {}) })
async function call<T>(method: string, path: string, body?: object): Promise<T> {
  const result = await ask<T>(method, path, body)
  expect(result.status, JSON.stringify(result.body)).toBeLessThan(300)
  return result.body.data
}
const until = async <T>(look: () => Promise<T | undefined | false>): Promise<T> => {
  for (let tries = 0; tries < 200; tries += 1) {
    const found = await look()
    if (found) return found
    await new Promise((resolve) => setTimeout(resolve, 50))
  }
  throw new Error('it did not come to that')
}
const read = (id: string) => call<Conversation>('GET', `/messages/${id}`)
const statusIs = (id: string, status: string) =>
  until(async () => {
    const conversation = await read(id)
    return conversation.messages.at(-1)?.status === status && conversation
  })
let count = 0
const newPhone = () => `+4915${String(Date.now()).slice(-6)}${String(++count).padStart(3, '0')}`
const contactWith = async (body: object) => (await call<{ id: string }>('POST', '/contacts', body)).id
const numberOf = async (phoneNumberId: string, isDefault: boolean) =>
  (
    await call<{ id: string }>('POST', '/channels/accounts', {
      provider: 'whatsapp-cloud',
      name: `Number ${phoneNumberId}`,
      isDefault,
      settings: { baseUrl: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v23.0`, phoneNumberId, businessAccountId: '2002' },
      secret: { accessToken: 'token', appSecret: 'secret' },
    })
  ).id
async function templateOf(accountId: string): Promise<string> {
  const id = newId()
  await t.owner.query(
    `insert into app.whatsapp_templates (org_id, id, account_id, name, language, body, variables, status)
     values ($1, $2, $3, 'parcel', 'en', 'Hello {{1}}, your parcel {{2}} is here.', 2, 'APPROVED')`,
    [owner.orgId, id, accountId],
  )
  return id
}
async function receiveMessage(item: {
  channel: string
  sender: string
  text: string
  accountId?: string
  recipient?: string
}): Promise<void> {
  await t.platform.db.withOrg(owner.orgId, async (tx) => {
    const itemId = newId()
    const { channel, sender, text, accountId = null, recipient = '' } = item
    await tx
      .insertInto('inbound_items')
      .values({
        org_id: owner.orgId,
        id: itemId,
        account_id: accountId,
        channel,
        kind: 'message',
        external_id: `<${itemId}@example.com>`,
        sender,
        recipient,
        body_text: text,
        data: '{}',
      })
      .execute()
    await t.platform.events.emit(tx, inboundReceived, { itemId, kind: 'message', channel })
  })
}
const newest = () => until(async () => (await call<Message[]>('GET', '/messages'))[0])

it('replies from the number that was written to, STOP included, with that number’s window', async () => {
  await numberOf('1001', true)
  const second = await numberOf('1002', false)
  const phone = newPhone()
  const contactId = await contactWith({ phone, firstName: 'Ana' })
  await receiveMessage({ channel: 'whatsapp', sender: phone, text: 'Hi', accountId: second })
  const { id } = await newest()
  await call('POST', `/messages/${id}/replies`, { message: 'Hello!' })
  await statusIs(id, 'sent')
  expect(requested.map(({ by, text }) => [by, text?.body])).toEqual([['1002', 'Hello!']])
  // A new conversation finds the open window, and the number that it is open on.
  const fresh = await call<Conversation>('POST', '/messages', {
    to: { kind: 'contact', contactId, channel: 'whatsapp' },
    subject: 'News',
    message: 'One more thing',
  })
  expect(fresh).toMatchObject({ blocked: null, accountId: second })
  await statusIs(fresh.id, 'sent')
  await receiveMessage({ channel: 'whatsapp', sender: phone, text: 'STOP', accountId: second })
  await until(async () => requested.length === 3)
  expect(requested.map(({ by }) => by)).toEqual(['1002', '1002', '1002'])
})

it('describes a picture and a location in text and downloads the file from the provider', async () => {
  const account = await numberOf('1001', true)
  const hook = await call<{ url: string }>('POST', `/channels/accounts/${account}/hook`)
  const report = (message: object) => {
    const value = { metadata: { phone_number_id: '1001' }, messages: [{ id: `wamid.${newId()}`, from: '4915112340099', ...message }] }
    const body = JSON.stringify({ object: 'whatsapp_business_account', entry: [{ changes: [{ field: 'messages', value }] }] })
    const signature = createHmac('sha256', 'secret').update(body).digest('hex')
    const headers = { 'content-type': 'application/json', 'x-hub-signature-256': `sha256=${signature}` }
    return t.app.inject({ method: 'POST', url: new URL(hook.url).pathname, payload: body, headers })
  }
  expect((await report({ type: 'image', image: { id: 'media-1', mime_type: 'image/png', caption: 'Broken' } })).statusCode).toBe(200)
  const { id } = await newest()
  const shown = await until(async () => {
    const found = (await read(id)).messages[0]
    return found?.attachments.length === 1 && found
  })
  expect([shown.content, shown.attachments]).toEqual(['Broken\n[Photo]', [expect.objectContaining({ name: 'image.png', size: 5 })]])
  await report({ type: 'location', location: { latitude: 52.5, longitude: 13.4, name: 'Our shop' } })
  await report({ type: 'order' })
  const { messages } = await until(async () => {
    const found = await read(id)
    return found.messages.length === 3 && found
  })
  expect(
    messages
      .slice(1)
      .map(({ content }) => content)
      .toSorted(),
  ).toEqual(['[Location] 52.5, 13.4 (Our shop)', '[Message of a kind that cannot be shown here: order]'])
})

it('sends a filled-in approved template outside the window, and rejects free text', async () => {
  const first = await numberOf('1001', true)
  const second = await numberOf('1002', false)
  const template = await templateOf(first)
  const contactId = await contactWith({ phone: newPhone() })
  const body = { to: { kind: 'contact', contactId, channel: 'whatsapp' }, subject: 'Parcel', message: 'x' }
  expect(await ask('POST', '/messages', body)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('24 hours') as string },
  })
  expect(await call<MessageTemplate[]>('GET', '/messages/templates')).toMatchObject([{ id: template, accountId: first, variables: 2 }])
  for (const choice of [
    { id: template, variables: ['Ana'] },
    { id: newId(), variables: [] },
    { id: template, variables: ['Ana', ''] },
  ])
    expect((await ask('POST', '/messages', { ...body, template: choice })).status).toBe(422)
  const made = await call<Conversation>('POST', '/messages', { ...body, template: { id: template, variables: ['Ana', '7'] } })
  const { messages, blocked } = await statusIs(made.id, 'sent')
  expect([messages[0]?.content, blocked]).toEqual(['Hello Ana, your parcel 7 is here.', 'window_closed'])
  expect(requested).toMatchObject([{ by: '1001', template: { name: 'parcel' } }])
  expect(JSON.stringify(requested[0]?.template?.components)).toContain('"7"')
  // In the conversation, too; but not one of another number.
  const reply = (id: string) => ask(`POST`, `/messages/${made.id}/replies`, { message: 'x', template: { id, variables: ['Ana', '8'] } })
  expect((await reply(template)).status).toBe(201)
  expect((await reply(await templateOf(second))).status).toBe(422)
  expect((await ask('POST', `/messages/${made.id}/replies`, { message: 'Free words' })).status).toBe(409)
})

it('replies to an email from the address that received it', async () => {
  const sender = async (email: string, isDefault: boolean) => call('POST', '/channels/senders', { name: email, email, isDefault })
  await sender(`news@${owner.orgId}.example`, true)
  await sender(`help@${owner.orgId}.example`, false)
  await receiveMessage({ channel: 'email', sender: 'ana@example.com', text: 'Hi', recipient: `help@${owner.orgId}.example` })
  const { id } = await newest()
  await call('POST', `/messages/${id}/replies`, { message: 'Hello!' })
  await until(async () => ['sent', 'delivered'].includes((await read(id)).messages.at(-1)?.status ?? ''))
  const { rows } = await t.owner.query<{ sender: string }>(
    "select sender from app.sandbox_mail where org_id = $1 and recipient = 'ana@example.com'",
    [owner.orgId],
  )
  expect(rows.map(({ sender: from }) => from)).toEqual([expect.stringContaining(`help@${owner.orgId}`)])
})

it('resends an undelivered message unchanged and lets a member decide about an unknown outcome', async () => {
  const account = await numberOf('1001', true)
  const template = await templateOf(account)
  const contactId = await contactWith({ phone: newPhone() })
  const body = { to: { kind: 'contact', contactId, channel: 'whatsapp' }, subject: 'Parcel', message: 'x' }
  const { id } = await call<Conversation>('POST', '/messages', { ...body, template: { id: template, variables: ['Ana', '7'] } })
  const { messages } = await statusIs(id, 'sent')
  const messageId = messages[0]?.id ?? ''
  const decide = (decision: string, by = owner) => ask<Conversation>('POST', `/messages/${id}/deliveries/${messageId}`, { decision }, by)
  expect((await decide('send')).status).toBe(409)
  // As a crash leaves it, in message and ledger.
  const leave = async (status: string) => {
    const delivery = { template: { id: template, variables: ['Ana', '7'] } }
    await t.owner.query('update app.messages set status = $2, delivery = $3 where id = $1', [messageId, status, delivery])
    await t.owner.query("update app.effects set status = 'unknown' where source = $1", [`message:${messageId}`])
  }
  await leave('held')
  expect((await decide('send', viewer)).status).toBe(403)
  expect((await ask('POST', `/messages/${newId()}/deliveries/${messageId}`, { decision: 'send' })).status).toBe(404)
  expect((await decide('send')).body.data.messages[0]).toMatchObject({ status: 'queued', detail: '' })
  await statusIs(id, 'sent')
  expect(requested.map(({ by, template: sent }) => [by, sent?.name])).toEqual([
    ['1001', 'parcel'],
    ['1001', 'parcel'],
  ])
  const ledger = await t.owner.query('select step, identity from app.effects where source = $1 order by step', [`message:${messageId}`])
  const identity = `${owner.orgId}/message/${messageId}`
  expect(ledger.rows).toEqual([
    { step: 'send-1', identity },
    { step: 'send-2', identity },
  ])
  await leave('held')
  expect((await decide('sent')).body.data.messages[0]).toMatchObject({ status: 'sent', detail: '' })
  await leave('held')
  expect((await decide('drop')).body.data.messages[0]).toMatchObject({
    status: 'failed',
    detail: expect.stringContaining('Not sent') as string,
  })
  expect((await decide('drop')).status).toBe(409)
  expect((await decide('send')).status).toBe(200)
  await statusIs(id, 'sent')
  expect(requested).toHaveLength(3)
  const { rows } = await t.owner.query("select 1 from app.audit_log where org_id = $1 and action = 'messages.decide'", [owner.orgId])
  expect(rows.length).toBeGreaterThanOrEqual(4)
})

it.each([true, false])('counts a report before the provider response once, with or without a response: %s', async (responses) => {
  const account = await numberOf('1001', true)
  const template = { id: await templateOf(account), variables: ['Ana', '7'] }
  const to = await contactWith({ phone: newPhone() })
  const rows = async <T extends object>(query: string, value: string) => (await t.owner.query<T>(query, [value])).rows
  const stored = async () =>
    (await rows<{ id: string; status: string; external_id: string }>('select * from app.messages where org_id = $1', owner.orgId))[0]
  beforeResponse = async () => {
    const itemId = newId()
    await t.platform.db.withOrg(owner.orgId, async (tx) => {
      const data = { identity: `${owner.orgId}/message/${(await stored())?.id}`, providerId: 'wamid.reported', status: 'delivered' }
      await tx
        .insertInto('inbound_items')
        .values({ org_id: owner.orgId, id: itemId, channel: 'whatsapp', kind: 'status', external_id: itemId, data: JSON.stringify(data) })
        .execute()
      await t.platform.events.emit(tx, inboundReceived, { itemId, kind: 'status', channel: 'whatsapp' })
    })
    await until(async () => (await stored())?.status === 'delivered')
    return responses
  }
  await t.platform.db.withOrg(owner.orgId, (tx) =>
    writeSystemMessage(t.platform, tx, {
      channel: 'whatsapp',
      to,
      subject: '',
      text: 'Hello',
      html: '',
      from: 'Parcels',
      purpose: null,
      senderId: null,
      accountId: account,
      template,
      tellsEnd: true,
    }),
  )
  // What is done leaves the queue.
  const queued = () => rows("select 1 from pgboss.job where name = 'messages.deliver' and data ->> 'orgId' = $1", owner.orgId)
  await until(async () => (await queued()).length === 0)
  const left = await stored()
  // The response's id for the message overrides the report's id.
  expect([left?.status, left?.external_id === 'wamid.reported']).toEqual(['delivered', !responses])
  const ends = await rows<object>(
    "select payload ->> 'status' as status from app.outbox where org_id = $1 and type = 'message.settled'",
    owner.orgId,
  )
  const ledger = await rows<object>('select status from app.effects where org_id = $1', owner.orgId)
  const metered = await rows<object>('select messages from app.usage_pending where org_id = $1 and messages > 0', owner.orgId)
  expect([ends, ledger, metered]).toEqual([[{ status: 'delivered' }], [{ status: 'done' }], [{ messages: 1 }]])
  expect(requested).toHaveLength(1)
})

// The check of numbers refuses the 1 that Mexico dials no more: of its spellings, one alone can be a contact's.
it.each([
  ['Brazilian', '+551187654321', '+5511987654321', 2],
  ['Mexican', '+5215512345678', '+525512345678', 1],
  ['Argentine', '+5491123456789', '+541123456789', 2],
])('a STOP of a %s number ends consent for both spellings, and a START of either brings it back', async (_name, one, other, held) => {
  const contacts = await Promise.all([other, one].slice(0, held).map((phone) => contactWith({ phone })))
  const suppressed = async () => {
    const all = await Promise.all(contacts.map((id) => call<{ suppressions: unknown[] }>('GET', `/contacts/${id}/consents`)))
    return all.map(({ suppressions }) => suppressions.length)
  }
  await receiveMessage({ channel: 'whatsapp', sender: one, text: 'STOP' })
  await until(async () => (await suppressed()).every((count) => count === 1))
  await receiveMessage({ channel: 'whatsapp', sender: other, text: 'START' })
  await until(async () => (await suppressed()).every((count) => count === 0))
  expect(await suppressed()).toEqual(contacts.map(() => 0))
})
