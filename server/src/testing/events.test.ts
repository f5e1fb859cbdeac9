import { z } from 'zod'
import { defineInternalEvent, personalFieldsOf } from '@imperium/contract/kit/event.ts'
import { events } from '@imperium/contract/registry.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createEventRegistry } from '../platform/events/events.ts'
import { createTestApp } from './test-app.ts'
import type { TestApp } from './test-app.ts'

let t: TestApp
beforeAll(async () => {
  t = await createTestApp()
})
afterAll(() => t.close())

test('gives every event of the catalogue its own name, its own label and a sample that matches its schema completely', () => {
  expect(new Set(events.map(({ type }) => type)).size).toBe(events.length)
  expect(new Set(events.map(({ label }) => label)).size).toBe(events.length)
  for (const { type, payload, sample } of events) expect(payload.parse(sample), type).toEqual(sample)
})

test('lists every event with a label in the catalogue, and every event of the catalogue in a manifest', () => {
  const labelled = t.modules.flatMap(({ emits = [] }) => emits.filter((event) => 'label' in event)).map(({ type }) => type)
  expect(labelled.toSorted()).toEqual(events.map(({ type }) => type).toSorted())
})

test('lists every event that a module hears in a manifest', () => {
  const emitted = new Set(t.modules.flatMap(({ emits = [] }) => emits.map(({ type }) => type)))
  const received = t.modules.flatMap((module) => (module.events ?? []).flatMap((handler) => handler.events.map(({ type }) => type)))
  expect(received.filter((type) => !emitted.has(type))).toEqual([])
})

test('rejects one event in two manifests, and an emitted event that is in none', async () => {
  const unlisted = defineInternalEvent('lighthouse.lit', z.object({}))
  const registry = createEventRegistry()
  registry.attach([unlisted], [])
  expect(() => registry.attach([unlisted], [])).toThrow('Two modules list the event lighthouse.lit.')
  const { orgId } = await t.register()
  await expect(t.platform.db.withOrg(orgId, (tx) => t.platform.events.emit(tx, unlisted, {}))).rejects.toThrow(
    'No manifest lists the event lighthouse.lit.',
  )
})

/**
 * Texts of events that stay in the outbox for a month. Every other text names a person or may be written by one, and is `personalText()`:
 * handlers and webhooks get it, the outbox does not keep it.
 */
const keptTexts: Readonly<Record<string, readonly string[]>> = {
  'names that members gave to things of the organization': [
    'agent.created.name',
    'agent.updated.name',
    'agent.deleted.name',
    'api-key.created.name',
    'agent.run.completed.agentName',
    'agent.run.failed.agentName',
    'agent.run.cancelled.agentName',
    'campaign.launched.name',
    'campaign.sent.name',
    'campaign.sent.campaignName',
    'campaign.completed.name',
    'campaign.paused.name',
    'campaign.alarmed.name',
    'campaign.approvalRequested.name',
    'message.delivered.name',
    'message.bounced.name',
    'message.complained.name',
    'campaign.opened.name',
    'campaign.clicked.name',
    'connection.failing.name',
    'connection.ending.name',
    'webhook.failing.name',
    'webhook.disabled.name',
    'workflow.approvalRequested.workflowName',
    'contact.subscribed.purpose',
    'workflow.run.completed.workflowName',
    'workflow.run.failed.workflowName',
    'workflow.run.failed.step',
    'contact.unsubscribed.purpose',
    'record.created.entity',
    'record.updated.entity',
    'record.deleted.entity',
    'domain.verified.domain',
    'domain.failed.domain',
    'metric.alert.fired.label',
    'metric.alert.fired.name',
    'metric.alert.resolved.label',
    'metric.alert.resolved.name',
    'metric.alert.told.label',
    'metric.alert.told.name',
    'domain.lost.domain',
  ],
  'words of a fixed list': [
    'metric.alert.fired.condition',
    'metric.alert.fired.metric',
    'metric.alert.fired.unit',
    'metric.alert.fired.currency',
    'metric.alert.resolved.condition',
    'metric.alert.resolved.metric',
    'metric.alert.resolved.unit',
    'metric.alert.resolved.currency',
    'metric.alert.told.condition',
    'metric.alert.told.metric',
    'metric.alert.told.unit',
    'metric.alert.told.currency',
    'message.delivered.channel',
    'message.bounced.channel',
    'message.complained.channel',
    'campaign.opened.channel',
    'campaign.clicked.channel',
    'contact.subscribed.channel',
    'contact.subscribed.source',
    'contact.unsubscribed.channel',
    'contact.created.source',
    'message.received.channel',
    'inbound.received.channel',
    'inbound.received.kind',
    'user.joined.role',
    'user.updated.role',
    'user.updated.before',
    'user.updated.status',
    'workflow.run.completed.trigger',
    'workflow.run.failed.trigger',
    'workflow.run.failed.code',
    'agent.run.failed.code',
    'mcp.approval.requested.operation',
    'mcp.approval.requested.summary',
  ],
  'written by the product, of figures alone': ['campaign.alarmed.reason', 'campaign.paused.reason'],
  'numbers, currencies and amounts': [
    'invoice.issued.number',
    'invoice.issued.currency',
    'invoice.overdue.number',
    'invoice.overdue.currency',
    'invoice.paid.number',
    'invoice.paid.currency',
    'quotation.accepted.number',
    'quotation.accepted.currency',
    'quotation.declined.number',
    'quotation.declined.currency',
    'credits.low.balance',
    'subscription.news.amount',
    'subscription.offered.price',
  ],
  'a path of ids': ['note.mentioned.path'],
}
/** A text of no fixed form, also one that may be missing. */
const isText = (schema: z.core.$ZodType): boolean => {
  const shape = z.toJSONSchema(schema, { unrepresentable: 'any', io: 'input' })
  const forms = [shape, ...(shape.anyOf ?? [])] as { type?: string | string[]; format?: string; pattern?: string; enum?: unknown }[]
  return forms.some(({ type, format, pattern, enum: values }) => [type].flat().includes('string') && !format && !pattern && !values)
}

test('names no person in the outbox: each text of an event is left out, or is kept for a reason', async () => {
  const all = t.modules.flatMap(({ emits = [] }) => emits)
  const texts = all.flatMap((event) => {
    const left = personalFieldsOf(event)
    return Object.entries(event.payload.shape).flatMap(([name, schema]) =>
      isText(schema as z.core.$ZodType) && !left.includes(name) ? [`${event.type}.${name}`] : [],
    )
  })
  expect(texts.toSorted()).toEqual(Object.values(keptTexts).flat().toSorted())
})

test('the outbox keeps an event without its personal texts', async () => {
  const user = await t.register()
  const received = events.find(({ type }) => type === 'message.received')
  if (!received) throw new Error('there is no such event')
  await t.platform.db.withOrg(user.orgId, (tx) => t.platform.events.emit(tx, received, { ...received.sample, from: 'ada@people.example' }))
  const { rows } = await t.owner.query<{ payload: object }>(
    `select payload from app.outbox where org_id = $1 and type = 'message.received'`,
    [user.orgId],
  )
  expect(rows).toHaveLength(1)
  expect(rows[0]?.payload).toMatchObject({ kind: 'contact', channel: 'email' })
  expect(rows[0]?.payload).not.toHaveProperty('from')
})
