import { afterAll, beforeAll, expect, test } from 'vitest'
import { until } from '../../../testing/campaigns/campaign-server.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { recordOutcome } from '../tracking/record-event.ts'
import { createEngine } from './engine.ts'
import type { Engine } from './engine.ts'
import { accepted, arrangeCampaign, createFakeOutlet, createFakeParts, launch, numbersOf, startEngines } from './test-sends.ts'

// Workflows receive events about message outcomes; without a listening workflow no event is written.

let t: TestApp
let engines: Map<string, Engine>
beforeAll(async () => {
  t = await createTestApp()
  engines = await startEngines(t)
})
afterAll(() => t.close())

async function listen({ token }: TestUser, event: string): Promise<void> {
  const definition = { steps: [{ id: 'start', type: 'trigger_event', name: 'Start', config: { event } }], edges: [] }
  const made = await t.call<{ id: string }>('POST', '/api/workflows', { token, body: { name: event, description: 'Listens', definition } })
  const response = await t.call('POST', `/api/workflows/${made.body.data.id}/publish`, { token, body: { revision: 1 } })
  expect(response.status, JSON.stringify(response.body)).toBe(200)
}

async function sendAll({ orgId }: TestUser) {
  const outlet = createFakeOutlet(({ to }) =>
    to.startsWith('person3@') ? { kind: 'refused', reason: 'bounced', response: '550 5.1.1 User unknown' } : accepted,
  )
  engines.set(orgId, createEngine(t.platform, createFakeParts(outlet.send)))
  const campaignId = await arrangeCampaign(t, orgId, { contacts: 30 })
  const sendId = await launch(t.platform, orgId, campaignId)
  await until(async () => (await numbersOf(t, sendId)).status === 'completed')
  return { campaignId, sendId }
}

const notificationsOf = async ({ orgId }: TestUser) => {
  const { rows } = await t.owner.query<{ type: string; payload: { contactId: string } }>(
    `select type, payload from app.outbox where org_id = $1 and type like 'message.%'`,
    [orgId],
  )
  return rows
}

test('emits one event per delivered or bounced message when a workflow listens', async () => {
  const user = await t.register()
  await listen(user, 'message.delivered')
  await listen(user, 'message.bounced')
  const { campaignId, sendId } = await sendAll(user)
  const notified = await notificationsOf(user)
  expect(notified.filter(({ type }) => type === 'message.delivered')).toHaveLength(29)
  expect(new Set(notified.map(({ payload }) => payload.contactId)).size).toBe(30)
  const bounced = notified.find(({ type }) => type === 'message.bounced')
  expect(bounced?.payload).toMatchObject({ channel: 'email', campaignId, sendId, name: 'Spring' })
  // The receiver's text may quote the address: those who listen get it, the outbox does not keep it.
  expect(bounced?.payload).not.toHaveProperty('detail')
})

test('emits no events without a listener; sends later ones to a new listener', async () => {
  const user = await t.register()
  const { sendId } = await sendAll(user)
  expect(await notificationsOf(user)).toEqual([])
  await listen(user, 'message.complained')
  const { rows } = await t.owner.query<{ contact_id: string }>(
    `select contact_id from app.campaign_recipients where send_id = $1 and status = 'delivered' limit 1`,
    [sendId],
  )
  const contactId = rows[0]?.contact_id ?? ''
  const complain = () =>
    t.platform.db.withOrg(user.orgId, (tx) => recordOutcome(t.platform, tx, { sendId, contactId, type: 'complained', at: new Date() }))
  await complain()
  await complain()
  expect((await notificationsOf(user)).map(({ type, payload }) => [type, payload.contactId])).toEqual([['message.complained', contactId]])
})
