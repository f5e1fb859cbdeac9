import type { z } from 'zod'
import { workflowEvents } from '@imperium/contract/workflows/workflow-events.ts'
import { expect, test } from 'vitest'
import type { EventPayloads, EventType } from '../../../platform/events/events.ts'

/** What the product tells itself: upkeep, and what concerns one person alone. */
type Internal =
  | 'contacts.quietHoursChanged'
  | 'conversation.assigned'
  | 'conversations.erased'
  | 'inbound.received'
  | 'message.settled'
  | 'message.undelivered'
  | 'user.signedInFromNewDevice'

// Does not compile where an event is missing, or says something else than the catalogue.
const catalogue: {
  [T in Exclude<EventType, Internal>]: { label: string; payload: z.ZodType<EventPayloads[T]>; sample: EventPayloads[T] }
} = workflowEvents

test('every event has a label of its own and a sample that its schema takes whole', () => {
  const events = Object.entries(catalogue)
  expect(new Set(events.map(([, { label }]) => label)).size).toBe(events.length)
  for (const [type, { payload, sample }] of events) expect(payload.parse(sample), type).toEqual(sample)
})
