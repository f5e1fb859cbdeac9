import { z } from 'zod'
import { messageEvents } from '@imperium/contract/events/messages.ts'
import { eventMatch, eventType, eventTypeOptions } from '../control/event-match.ts'
import { defineStep } from '../step-type.ts'
import { timeout, waitUntil } from './wait-until.ts'

export const waitEvent = defineStep({
  kind: 'pure',
  config: z.strictObject({ event: eventType, match: eventMatch, timeout }),
  about: {
    type: 'wait_event',
    label: 'Wait for an event',
    description: 'Waits for an event in Imperium, or until a timeout.',
    category: 'flow',
    icon: 'hourglass',
    ports: [
      { port: 'next', label: 'Next' },
      { port: 'timeout', label: 'Timed out' },
    ],
    form: [
      { path: 'event', label: 'Event', kind: 'eventType', required: true, options: eventTypeOptions },
      {
        path: 'match',
        label: 'Only where',
        kind: 'pairs',
        hint: 'Event fields and their required values, for example contactId and {{ steps.contact.id }}.',
      },
      { path: 'timeout', label: 'Timeout', kind: 'duration' },
    ],
    sample: messageEvents.received.sample,
  },
  run: ({ event, match, timeout: span }, { now }) => ({
    kind: 'wait',
    wait: {
      kind: 'event',
      key: event,
      match: Object.fromEntries(match.map(({ name, value }) => [name, value])),
      until: waitUntil(span, now),
    },
  }),
})
