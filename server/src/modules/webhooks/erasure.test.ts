import { contactEvents } from '@imperium/contract/events/contacts.ts'
import { memberEvents } from '@imperium/contract/events/team.ts'
import type { CreatedWebhook, WebhookDelivery } from '@imperium/contract/webhooks.ts'
import type { Contact } from '@imperium/contract/contacts/contacts.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '../../platform/ids.ts'
import { createTestApp } from '../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../testing/test-app.ts'
import { eraseDeliveriesBefore, organizationsWithDeliveriesBefore } from './erase-store.ts'

// Without workers: deliveries stay as they are written.
let t: TestApp
let owner: TestUser
let webhook: CreatedWebhook
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  owner = await t.register()
  const body = { name: 'Kept', url: 'https://hooks.example.com/', events: ['contact.created', 'user.removed'] }
  webhook = (await t.call<CreatedWebhook>('POST', '/api/webhooks', { token: owner.token, body })).body.data
})
afterAll(() => t.close())

const log = async () => (await t.call<WebhookDelivery[]>('GET', `/api/webhooks/${webhook.id}/deliveries`, { token: owner.token })).body.data

test('deliveries about a contact are exported, follow a merge, and go with the contact', async () => {
  const create = async (email: string) => {
    const made = await t.call<Contact>('POST', '/api/contacts', { token: owner.token, body: { email } })
    return made.body.data.id
  }
  const [gone, kept] = [await create('gone@example.com'), await create('kept@example.com')]
  expect((await log()).map(({ payload }) => (payload['data'] as { contactId: string }).contactId)).toEqual([kept, gone])
  const exported = await t.app.inject({
    method: 'GET',
    url: `/api/contacts/${gone}/export`,
    headers: { authorization: `Bearer ${owner.token}` },
  })
  expect(exported.json<{ webhookDeliveries: object[] }>().webhookDeliveries).toHaveLength(1)
  expect((await t.call('DELETE', `/api/contacts/${gone}`, { token: owner.token })).status).toBe(200)
  expect((await log()).map(({ payload }) => (payload['data'] as { contactId: string }).contactId)).toEqual([kept])
})

test('deliveries about a user go with the account', async () => {
  const userId = newId()
  const payload = { userId, name: 'Ada', how: 'left' } as const
  await t.platform.db.withOrg(owner.orgId, (tx) => t.platform.events.emit(tx, memberEvents.removed, payload))
  expect((await log())[0]?.event).toBe('user.removed')
  await t.platform.db.withSystem((tx) => t.platform.erasePerson(tx, userId))
  expect((await log()).map(({ event }) => event)).not.toContain('user.removed')
})

test('ended deliveries go after the retention of the organization, pending ones stay', async () => {
  await t.platform.db.withOrg(owner.orgId, (tx) =>
    t.platform.events.emitAll(
      tx,
      contactEvents.created,
      [1, 2].map((number) => ({ contactId: newId(), source: 'api', sourceDetail: `${number}` })),
    ),
  )
  const [first] = await log()
  await t.owner.query(`update app.webhook_deliveries set status = 'failed', due_at = null where id = $1`, [first?.id])
  const later = new Date(Date.now() + 60_000)
  const before = (await log()).length
  expect(await t.platform.db.withSystem((tx) => organizationsWithDeliveriesBefore(tx, later, null, 10))).toEqual([owner.orgId])
  expect(await t.platform.db.withSystem((tx) => eraseDeliveriesBefore(tx, owner.orgId, later, 10))).toBe(1)
  expect(await log()).toHaveLength(before - 1)
})
