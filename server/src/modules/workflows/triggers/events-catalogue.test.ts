import type { z } from 'zod'
import { workflowEvents } from '@imperium/contract/workflows/workflow-events.ts'
import { expect, test } from 'vitest'
import type { EventPayloads, EventType } from '../../../platform/events/events.ts'

/** Events inside the product: maintenance, and those that concern one user alone. */
type Internal =
  | 'contacts.quietHoursChanged'
  | 'conversation.assigned'
  | 'conversations.erased'
  | 'inbound.received'
  | 'message.settled'
  | 'message.undelivered'
  | 'user.signedInFromNewDevice'

// Does not compile when an event is missing or differs from the catalogue.
const catalogue: {
  [T in Exclude<EventType, Internal>]: { label: string; payload: z.ZodType<EventPayloads[T]>; sample: EventPayloads[T] }
} = workflowEvents

test('gives every event its own label and a sample that matches its schema completely', () => {
  const events = Object.entries(catalogue)
  expect(new Set(events.map(([, { label }]) => label)).size).toBe(events.length)
  for (const [type, { payload, sample }] of events) expect(payload.parse(sample), type).toEqual(sample)
})
