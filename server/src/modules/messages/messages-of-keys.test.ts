import { afterAll, beforeAll, expect, it } from 'vitest'
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
  const body = { name, scopes: ['messages:read', 'messages:write'] }
  return (await t.call<{ plainKey: string }>('POST', '/api/api-keys', { token: owner.token, body })).body.data.plainKey
}
const sentOf = async (token: string) => (await t.call<Message[]>('GET', '/api/v1/messages?box=sent', { token })).body.data
const sentToday = async (token: string) =>
  (await t.call<z.infer<typeof MessageStats>>('GET', '/api/v1/messages/stats', { token })).body.data.sentToday

it('what a key wrote is sent by that key: not by another, and not by the person who made it', async () => {
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

it('who may take care of a conversation is told with the members', async () => {
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
