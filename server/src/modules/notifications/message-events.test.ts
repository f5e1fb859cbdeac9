import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import type { Message } from '@imperium/contract/messages.ts'
import type { Notification } from '@imperium/contract/notifications.ts'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { inboundReceived } from '../channels/index.ts'

let t: TestApp
let owner: TestUser
let admin: TestUser
let member: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  await t.startWorkers()
  owner = await t.register()
  admin = await t.addMember(owner.orgId, 'ADMIN')
  member = await t.addMember(owner.orgId, 'MEMBER')
})
afterAll(() => t.close())

const notified = async (user: TestUser) =>
  (await t.call<{ items: Notification[] }>('GET', '/api/notifications', { token: user.token })).body.data.items
    .filter(({ actionUrl }) => actionUrl?.startsWith('messages?'))
    .map(({ title, message }) => `${title}: ${message}`)
const untilNotified = (user: TestUser, news: string[]) =>
  vi.waitFor(async () => expect(await notified(user)).toEqual(news), { timeout: 25_000 })

async function receiveMessage(sender: string, text: string): Promise<void> {
  await t.platform.db.withOrg(owner.orgId, async (tx) => {
    const itemId = newId()
    await tx
      .insertInto('inbound_items')
      .values({
        org_id: owner.orgId,
        id: itemId,
        channel: 'sms',
        kind: 'message',
        external_id: itemId,
        sender,
        body_text: text,
        data: '{}',
      })
      .execute()
    await t.platform.events.emit(tx, inboundReceived, { itemId, kind: 'message', channel: 'sms' })
  })
}
const assign = (id: string, assigneeId: string | null) =>
  t.call('PUT', `/api/messages/${id}/assignment`, { token: owner.token, body: { assigneeId, status: 'open' } })

test("notifies managers of a new contact, the campaign's creator of a reply, and the assigned member of an assignment", async () => {
  const sender = '+4915112340001'
  await receiveMessage(sender, 'Do you ship?')
  await untilNotified(owner, [`New message from ${sender}: SMS`])
  await untilNotified(admin, [`New message from ${sender}: SMS`])
  expect(await notified(member)).toEqual([])
  // In sight, and no mail of each.
  const mails = await t.owner.query(
    "select 1 from pgboss.job_common where name = 'notifications.mail' and data->>'userId' = any($1::text[])",
    [[owner.userId, admin.userId]],
  )
  expect(mails.rows).toEqual([])

  const [conversation] = (await t.call<Message[]>('GET', '/api/messages', { token: owner.token })).body.data
  const id = conversation?.id ?? ''
  const definition = { content: { text: 'Hi' }, audience: { kind: 'all' } }
  const campaign = await t.call<{ id: string }>('POST', '/api/campaigns', {
    token: member.token,
    body: { name: 'Spring', channel: 'sms', definition },
  })
  const campaignId = campaign.body.data.id
  await t.owner.query('update app.conversations set campaign_id = $2 where id = $1', [id, campaignId])
  await receiveMessage(sender, 'Yes please')
  await untilNotified(member, [`New message from ${sender}: SMS`])

  expect((await assign(id, owner.userId)).status).toBe(200)
  expect((await assign(id, admin.userId)).status).toBe(200)
  const isReassignment = ({ title }: { title: string }) => title.endsWith('gave you a conversation')
  const titles = async (user: TestUser) =>
    (await t.call<{ items: Notification[] }>('GET', '/api/notifications', { token: user.token })).body.data.items
  await vi.waitFor(async () => expect((await titles(admin)).filter(isReassignment)).toHaveLength(1), { timeout: 25_000 })
  expect((await titles(owner)).filter(isReassignment)).toEqual([])
  // The assigned member has left and is not notified: the creator of the campaign is, again.
  await t.owner.query('delete from app.notifications where user_id = $1', [member.userId])
  await t.owner.query("update auth.memberships set status = 'INACTIVE' where user_id = $1 and org_id = $2", [admin.userId, owner.orgId])
  await receiveMessage(sender, 'Hello?')
  await untilNotified(member, [`New message from ${sender}: SMS`])
})
