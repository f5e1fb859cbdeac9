import { z } from 'zod'
import { messageEvents } from '@imperium/contract/events/messages.ts'
import { eventMatch, eventType, eventTypeOptions } from '../control/event-match.ts'
import { defineStep } from '../step-type.ts'

export const triggerEvent = defineStep({
  kind: 'control',
  config: z.strictObject({ event: eventType, match: eventMatch }),
  // A trigger has no earlier output that a template could read.
  verbatim: ['match'],
  about: {
    type: 'trigger_event',
    label: 'Event',
    description: 'Starts when something happens in Imperium.',
    category: 'trigger',
    icon: 'bolt',
    isTrigger: true,
    ports: [{ port: 'next', label: 'Next' }],
    form: [
      { path: 'event', label: 'Event', kind: 'eventType', required: true, options: eventTypeOptions },
      { path: 'match', label: 'Only where', kind: 'pairs', hint: 'Event fields and their required values.' },
    ],
    sample: messageEvents.received.sample,
  },
})
