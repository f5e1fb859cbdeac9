import { agentEvents } from '@imperium/contract/events/agents.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { WorkflowDetail } from '@imperium/contract/workflows/workflows.ts'
import { campaignEvents } from '@imperium/contract/events/campaigns.ts'
import { contactEvents } from '@imperium/contract/events/contacts.ts'
import { consentEvents } from '@imperium/contract/events/consents.ts'
import { contactImportEvents } from '@imperium/contract/events/contact-imports.ts'
import { messageEvents } from '@imperium/contract/events/messages.ts'
import { workflowEvents } from '@imperium/contract/events/workflows.ts'
import type { EventDefinition, PayloadOf } from '@imperium/contract/kit/event.ts'
import { newId } from '../../../platform/ids.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { startFromEvents } from './start-from-event.ts'

let t: TestApp
let user: TestUser
beforeAll(async () => {
  t = await createTestApp({ log: 'error' })
  user = await t.register()
})
afterAll(() => t.close())

const call = async <T = WorkflowDetail>(method: string, path: string, body?: unknown): Promise<T> => {
  const response = await t.call<T>(method, `/api/workflows${path}`, { token: user.token, ...(body === undefined ? {} : { body }) })
  expect([200, 201], JSON.stringify(response.body)).toContain(response.status)
  return response.body.data
}
async function publish(config: object, more: object[] = []): Promise<string> {
  const steps = [{ id: 'start', type: 'trigger_event', name: 'Start', config }, ...more]
  const edges = more.length ? [{ from: 'start', to: 'then' }] : []
  const { id } = await call('POST', '', { name: 'Listens', description: 'For tests', definition: { steps, edges } })
  await call('POST', `/${id}/publish`, { revision: 1 })
  return id
}
const runsOf = async (id: string) =>
  (await t.owner.query<{ id: string; input: object }>('select id, input from app.workflow_runs where workflow_id = $1 order by id', [id]))
    .rows
const queued = async () =>
  (await t.owner.query<{ count: number }>("select count(*)::int as count from pgboss.job where name = 'workflows.hear'")).rows[0]?.count

const happens = <E extends EventDefinition>({ type }: E, payload: PayloadOf<E>, eventId = newId()) =>
  startFromEvents(t.platform).run({ orgId: user.orgId, eventId, event: type, payload })
const unsubscribed = (contactId: string, channel = 'email') => ({ contactId, channel, purpose: 'newsletter', sendId: null })

test('starts matching workflows once per event', async () => {
  const all = await publish({ event: 'contact.unsubscribed' })
  const some = await publish({ event: 'contact.unsubscribed', match: [{ name: 'channel', value: 'sms' }] })
  const eventId = newId()
  const payload = unsubscribed(newId())
  await happens(consentEvents.unsubscribed, payload, eventId)
  await happens(consentEvents.unsubscribed, payload, eventId)
  expect((await runsOf(all)).map(({ input }) => input)).toEqual([payload])
  expect(await runsOf(some)).toEqual([])
  await happens(consentEvents.unsubscribed, unsubscribed(newId(), 'sms'))
  expect([(await runsOf(all)).length, (await runsOf(some)).length]).toEqual([2, 1])
  await call('POST', `/${all}/toggle`)
  await happens(consentEvents.unsubscribed, payload)
  expect(await runsOf(all)).toHaveLength(2)
})

test('queues nothing for an event that no workflow of the organization uses', async () => {
  const emit = (orgId: string, event: typeof agentEvents.created | typeof agentEvents.deleted) =>
    t.platform.db.withOrg(orgId, (tx) => t.platform.events.emit(tx, event, { agentId: newId(), name: 'Qualifier' }))
  await publish({ event: 'agent.deleted' })
  const before = (await queued()) ?? 0
  await emit(user.orgId, agentEvents.created)
  const stranger = await t.register()
  await emit(stranger.orgId, agentEvents.deleted)
  expect(await queued()).toBe(before)
  await emit(user.orgId, agentEvents.deleted)
  expect(await queued()).toBe(before + 1)
})

test('continues a waiting run with its own event only', async () => {
  const mine = newId()
  const wait = {
    id: 'then',
    type: 'wait_event',
    name: 'Wait',
    config: {
      event: 'contact.unsubscribed',
      match: [{ name: 'contactId', value: '{{ trigger.importId }}' }],
      timeout: { amount: 1, unit: 'days' },
    },
  }
  const id = await publish({ event: 'contacts.imported' }, [wait])
  await t.startWorkers()
  const payload = { importId: mine, fileName: 'a.csv', status: 'completed', created: 1, updated: 0, failed: 0 } as const
  await happens(contactImportEvents.imported, payload)
  const status = async () =>
    (await t.owner.query<{ status: string }>('select status from app.workflow_runs where workflow_id = $1', [id])).rows[0]?.status
  await expect.poll(status, { timeout: 20_000 }).toBe('waiting')
  await happens(consentEvents.unsubscribed, unsubscribed(newId()))
  expect(await status()).toBe('waiting')
  await happens(consentEvents.unsubscribed, unsubscribed(mine))
  await expect.poll(status, { timeout: 20_000 }).toBe('success')
})

test('prevents workflows from starting each other endlessly', async () => {
  const onFailure = await publish({ event: 'workflow.run.failed' })
  const failed = (workflowId: string, runId: string) =>
    happens(workflowEvents.runFailed, {
      runId,
      workflowId,
      workflowName: 'Another',
      trigger: 'webhook',
      startedByUser: null,
      step: null,
      code: 'TIMEOUT',
      message: 'Too late',
    })
  await failed(newId(), newId())
  const [started] = await runsOf(onFailure)
  expect(started).toBeDefined()
  // Its own failure does not start it, and runs that it started do not start others.
  await failed(onFailure, newId())
  const second = await publish({ event: 'workflow.run.failed' })
  await failed(onFailure, started?.id ?? '')
  expect([(await runsOf(onFailure)).length, (await runsOf(second)).length]).toEqual([1, 0])
})

test('does not start a workflow again by runs that it called', async () => {
  const caller = await publish({ event: 'workflow.run.completed' })
  const run = (id: string, workflowId: string, more: object) =>
    t.owner.query(
      `insert into app.workflow_runs (org_id, id, workflow_id, workflow_name, version, status, trigger, triggered_by, parent_run)
       select $1, $2, $3, 'Called', 1, 'success', v.trigger, v.by, v.parent from jsonb_to_record($4) as v(trigger text, by text, parent uuid)`,
      [user.orgId, id, workflowId, JSON.stringify(more)],
    )
  const [first, second, third, called] = [newId(), newId(), newId(), newId()]
  await run(first, caller, { trigger: 'event', by: 'Event workflow.run.completed' })
  await run(second, called, { trigger: 'workflow', by: 'Listens', parent: first })
  await run(third, called, { trigger: 'workflow', by: 'Called', parent: second })
  const before = (await runsOf(caller)).length
  const completed = (runId: string) =>
    happens(workflowEvents.runCompleted, { runId, workflowId: called, workflowName: 'Called', trigger: 'workflow', startedByUser: null })
  await completed(second)
  await completed(third)
  expect(await runsOf(caller)).toHaveLength(before)
})

test('a message that a workflow writes to members starts no workflow, one that a member writes does', async () => {
  const id = await publish({ event: 'message.received' })
  const received = (senderUser: string | null) =>
    happens(messageEvents.received, { conversationId: newId(), messageId: newId(), kind: 'internal', from: 'Listens', senderUser })
  await received(null)
  expect(await runsOf(id)).toEqual([])
  await received(user.userId)
  expect(await runsOf(id)).toHaveLength(1)
})

test('starts workflows for a new contact unless a workflow created it', async () => {
  const id = await publish({ event: 'contact.created' })
  const made = { contactId: newId(), source: 'form', sourceDetail: 'Newsletter' }
  await happens(contactEvents.created, made)
  await happens(contactEvents.created, { ...made, source: 'workflow' })
  expect((await runsOf(id)).map(({ input }) => input)).toEqual([made])
})

test('delivers an event to other workflows when one is at its concurrency limit', async () => {
  const [delay, concurrency] = [
    { mode: 'for', for: { amount: 1, unit: 'days' } },
    { limit: 1, onLimit: 'skip' },
  ]
  const steps = [
    { id: 'start', type: 'trigger_event', name: 'Start', config: { event: 'campaign.completed' } },
    { id: 'then', type: 'delay', name: 'Rest', config: delay },
  ]
  const definition = { steps, edges: [{ from: 'start', to: 'then' }], settings: { concurrency } }
  const { id: busy } = await call('POST', '', { name: 'Busy', description: 'For tests', definition })
  await call('POST', `/${busy}/publish`, { revision: 1 })
  const other = await publish({ event: 'campaign.completed' })
  for (let times = 0; times < 2; times++) await happens(campaignEvents.completed, { campaignId: newId(), name: 'Spring' })
  expect([(await runsOf(busy)).length, (await runsOf(other)).length]).toEqual([1, 2])
})
