import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { Conversation, Message, MessageStats } from '@imperium/contract/messages.ts'
import type { z } from 'zod'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
})
afterAll(() => t.close())

const makeKey = async (name: string): Promise<string> => {
  const body = { name: `${name} ${newId()}`, scopes: ['messages:read', 'messages:write'] }
  return (await t.call<{ plainKey: string }>('POST', '/api/api-keys', { token: owner.token, body })).body.data.plainKey
}
const sentOf = async (token: string) => (await t.call<Message[]>('GET', '/api/v1/messages?box=sent', { token })).body.data
const sentToday = async (token: string) =>
  (await t.call<z.infer<typeof MessageStats>>('GET', '/api/v1/messages/stats', { token })).body.data.sentToday

it('sends a message of a key by that key, not by another key or its creator', async () => {
  const [key, other] = [await makeKey('Shop'), await makeKey('Other')]
  const body = { email: `p${newId()}@example.com` }
  const contactId = (await t.call<{ id: string }>('POST', '/api/contacts', { token: owner.token, body })).body.data.id
  const made = await t.call<Conversation>('POST', '/api/v1/messages', {
    token: key,
    body: { to: { kind: 'contact', contactId, channel: 'email' }, subject: 'Your order', message: 'It is on its way.' },
  })
  expect([made.status, made.body.data.messages.map(({ isMine }) => isMine)]).toEqual([201, [true]])
  expect(await sentOf(key)).toMatchObject([{ subject: 'Your order', isMine: true }])
  expect(await sentToday(key)).toBe(1)
  for (const token of [other, owner.token]) expect([await sentOf(token), await sentToday(token)]).toEqual([[], 0])
})

it('lists with the members which of them can be assigned a conversation', async () => {
  const [member, viewer] = [await t.addMember(owner.orgId, 'MEMBER'), await t.addMember(owner.orgId, 'VIEWER')]
  const { body } = await t.call<{ members: { id: string; canAnswer: boolean }[] }>('GET', '/api/messages/recipients', {
    token: owner.token,
  })
  expect(new Map(body.data.members.map(({ id, canAnswer }) => [id, canAnswer]))).toEqual(
    new Map([
      [member.userId, true],
      [viewer.userId, false],
    ]),
  )
})

describe('files of keys', () => {
  const upload = (token: string, prefix = '/api/v1') =>
    t.app.inject({
      method: 'POST',
      url: `${prefix}/messages/attachments?name=order.txt`,
      headers: { authorization: `Bearer ${token}`, 'content-type': 'text/plain' },
      payload: 'Two shirts',
    })
  const idOf = ({ body }: { body: string }) => (JSON.parse(body) as { data: { id: string } }).data.id
  const statusOf = async (id: string, token: string, prefix = '/api/v1') =>
    (await t.app.inject({ url: `${prefix}/messages/attachments/${id}`, headers: { authorization: `Bearer ${token}` } })).statusCode
  const write = async (token: string, attachmentIds: string[], prefix = '/api/v1') => {
    const contact = { email: `p${newId()}@example.com` }
    const contactId = (await t.call<{ id: string }>('POST', '/api/contacts', { token: owner.token, body: contact })).body.data.id
    const to = { kind: 'contact', contactId, channel: 'email' }
    return t.call<Conversation>('POST', `${prefix}/messages`, {
      token,
      body: { to, subject: 'Order', message: 'Attached.', attachmentIds },
    })
  }

  it('lets a key attach its uploads, and all readers of the conversation get them', async () => {
    const key = await makeKey('Shop')
    const uploaded = await upload(key)
    expect(uploaded.statusCode).toBe(201)
    const id = idOf(uploaded)
    const { status, body } = await write(key, [id])
    expect([status, body.data.messages[0]?.attachments]).toMatchObject([201, [{ id, name: 'order.txt', size: 10 }]])
    expect([await statusOf(id, key), await statusOf(id, owner.token, '/api')]).toEqual([200, 200])
  })

  it('keeps an unsent upload private to its key, and a user’s upload closed to keys', async () => {
    const [key, other] = [await makeKey('Shop'), await makeKey('Other')]
    const [ofKey, ofPerson] = [idOf(await upload(key)), idOf(await upload(owner.token, '/api'))]
    expect([await statusOf(ofKey, key), await statusOf(ofKey, other), await statusOf(ofKey, owner.token, '/api')]).toEqual([200, 404, 404])
    expect(await statusOf(ofPerson, key)).toBe(404)
    for (const response of [await write(other, [ofKey]), await write(owner.token, [ofKey], '/api'), await write(key, [ofPerson])])
      expect([response.status, response.body.errors]).toMatchObject([422, [{ path: 'attachmentIds' }]])
  })
})

it('keeps a conversation unread for the key’s creator after a reply of the key, which sets no marks', async () => {
  const key = await makeKey('Shop')
  const email = `p${newId()}@example.com`
  const contactId = (await t.call<{ id: string }>('POST', '/api/contacts', { token: owner.token, body: { email } })).body.data.id
  const to = { kind: 'contact', contactId, channel: 'email' }
  const made = await t.call<Conversation>('POST', '/api/messages', { token: owner.token, body: { to, subject: 'Hello', message: 'Hi' } })
  const { id } = made.body.data
  await t.owner.query(
    `insert into app.messages (org_id, id, conversation_id, direction, sender_name, address, body, status, at)
     values ($1, $2, $3, 'inbound', 'Pia', $4, 'A question', 'received', now())`,
    [owner.orgId, newId(), id, email],
  )
  const isRead = async () => (await t.call<Conversation>('GET', `/api/messages/${id}`, { token: owner.token })).body.data.isRead
  expect(await isRead()).toBe(false)
  const response = await t.call('POST', `/api/v1/messages/${id}/replies`, { token: key, body: { message: 'An answer' } })
  expect([response.status, await isRead()]).toEqual([201, false])
  expect((await t.call('PATCH', `/api/v1/messages/${id}`, { token: key, body: { isRead: true } })).status).toBeGreaterThanOrEqual(404)
  expect(await isRead()).toBe(false)
})
