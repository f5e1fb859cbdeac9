import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { bearer } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import type { ConnectorContext } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { hookTrigger } from '../../kit/trigger.ts'
import { timedHmac } from '../../kit/verify-call.ts'

const eventId = z
  .string()
  .regex(/^(https:\/\/api\.calendly\.com\/scheduled_events\/)?[\w-]{1,60}$/, 'Use the id or the URI of the event')
  .transform((value) => value.split('/').at(-1) ?? value)
  .meta({ title: 'Event' })
const limit = z.int().min(1).max(100).default(50).meta({ title: 'At most' })
const userOf = async ({ send }: ConnectorContext): Promise<string> => textAt((await send({ path: '/users/me' })).body, 'resource.uri')

/** https://developer.calendly.com/api-docs */
export const calendly = defineConnector({
  id: 'calendly',
  name: 'Calendly',
  category: 'Productivity',
  description: 'Reads and cancels booked events, makes booking links, and starts workflows with bookings.',
  baseUrl: 'https://api.calendly.com',
  auth: [bearer({ label: 'Personal access token', hint: 'Integrations & apps, API & Webhooks.' })],
  test: { request: { path: '/users/me' }, account: (body) => at(body, 'resource.email') },
  actions: {
    list_event_types: action({
      title: 'List event types',
      description: 'Lists what people can book with you.',
      input: z.object({}),
      isReadOnly: true,
      run: async (_input, context) =>
        listAt((await context.send({ path: '/event_types', query: { user: await userOf(context), count: 100 } })).body, 'collection'),
      sample: [{ uri: 'https://api.calendly.com/event_types/AAAA', name: '30 minutes' }],
    }),
    list_events: action({
      title: 'List booked events',
      description: 'Lists events that are booked with you, the next one first.',
      input: z.object({
        from: z.iso.datetime().optional().meta({ title: 'From' }),
        status: z.enum(['active', 'canceled']).default('active').meta({ title: 'Status' }),
        limit,
      }),
      isReadOnly: true,
      run: async (input, context) => {
        const query = {
          user: await userOf(context),
          min_start_time: input.from,
          status: input.status,
          sort: 'start_time:asc',
          count: input.limit,
        }
        return listAt((await context.send({ path: '/scheduled_events', query })).body, 'collection')
      },
      sample: [{ uri: 'https://api.calendly.com/scheduled_events/GBGB', name: 'Demo', start_time: '2026-11-24T10:00:00Z' }],
    }),
    list_invitees: action({
      title: 'List invitees',
      description: 'Lists who booked an event, with their answers.',
      input: z.object({ eventId, limit }),
      method: 'GET',
      request: (input) => ({ path: path`/scheduled_events/${input.eventId}/invitees`, query: { count: input.limit } }),
      read: (body) => listAt(body, 'collection'),
      sample: [{ email: 'ada@example.com', name: 'Ada', status: 'active' }],
    }),
    create_link: action({
      title: 'Create a booking link',
      description: 'Makes a link that books once, and answers its address.',
      input: z.object({ eventType: z.url().meta({ title: 'Event type', description: 'Its URI' }) }),
      method: 'POST',
      request: (input) => ({ path: '/scheduling_links', json: { max_event_count: 1, owner: input.eventType, owner_type: 'EventType' } }),
      read: (body) => at(body, 'resource'),
      sample: { booking_url: 'https://calendly.com/s/FOO-BAR-SLUG', owner_type: 'EventType' },
    }),
    cancel_event: action({
      title: 'Cancel an event',
      description: 'Cancels a booked event and tells the invitees why.',
      input: z.object({ eventId, reason: z.string().max(10_000).optional().meta({ title: 'Reason', isLong: true }) }),
      method: 'POST',
      request: (input) => ({ path: path`/scheduled_events/${input.eventId}/cancellation`, json: { reason: input.reason } }),
      read: (body) => at(body, 'resource'),
      sample: { canceled_by: 'Ada', reason: 'Ill' },
    }),
  },
  triggers: {
    booking: hookTrigger({
      title: 'Booking or cancellation',
      description: 'Starts when somebody books or cancels.',
      input: z.object({ event: z.enum(['invitee.created', 'invitee.canceled']).default('invitee.created').meta({ title: 'Event' }) }),
      setup: 'Make a webhook subscription with this address by POST /webhook_subscriptions; its signing key goes here.',
      verify: timedHmac('calendly-webhook-signature'),
      items: ({ body }, input) => (at(body, 'event') === input.event ? [body] : []),
      id: (item) => `${textAt(item, 'event')}:${textAt(item, 'payload.uri')}`,
      sample: {
        event: 'invitee.created',
        payload: { uri: 'https://api.calendly.com/scheduled_events/G/invitees/A', email: 'ada@example.com' },
      },
    }),
  },
})
