import { z } from 'zod'
import { exactJson } from '../../../../platform/text/exact-json-fields.ts'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import type { ConnectorContext } from '../../kit/connector.ts'
import { at } from '../../kit/read-value.ts'

const distinctId = z.string().min(1).max(400).meta({ title: 'Person', description: 'The distinct id' })
const properties = z.record(z.string(), exactJson()).default({}).meta({ title: 'Properties', description: 'As {"plan": "team"}' })
const event = z.string().min(1).max(200).meta({ title: 'Event' })

/** PostHog takes the key in the body. */
const post = async ({ send, fields }: ConnectorContext, path: string, json: object) =>
  (await send({ method: 'POST', path, json: { api_key: fields['apiKey'], ...json } })).body

/** https://posthog.com/docs/api/capture */
export const posthog = defineConnector({
  id: 'posthog',
  name: 'PostHog',
  category: 'Analytics',
  description: 'Records events and properties of people, and asks for feature flags.',
  baseUrl: '{host}',
  auth: [
    keyIn(
      {},
      {
        label: 'Project API key',
        placeholder: 'phc_…',
        fields: [{ key: 'host', label: 'Address', kind: 'address', placeholder: 'https://eu.i.posthog.com' }],
      },
    ),
  ],
  test: {
    run: async (context) => {
      await post(context, '/flags?v=2', { distinct_id: 'connection-test' })
      return null
    },
  },
  actions: {
    capture_event: action({
      title: 'Record an event',
      description: 'Records an event of a person. Time, where it was not now.',
      input: z.object({ event, distinctId, properties, timestamp: z.iso.datetime().optional().meta({ title: 'Time' }) }),
      isReadOnly: false,
      run: (input, context) =>
        post(context, '/i/v0/e/', {
          event: input.event,
          distinct_id: input.distinctId,
          properties: input.properties,
          timestamp: input.timestamp ?? context.now.toISOString(),
        }),
      sample: { status: 1 },
    }),
    set_person: action({
      title: 'Set properties of a person',
      description: 'Sets properties, and others only where there are none.',
      input: z.object({ distinctId, properties, once: properties.meta({ title: 'Only where there are none' }) }),
      isReadOnly: false,
      isRepeatable: true,
      run: (input, context) =>
        post(context, '/i/v0/e/', {
          event: '$set',
          distinct_id: input.distinctId,
          properties: { $set: input.properties, $set_once: input.once },
          timestamp: context.now.toISOString(),
        }),
      sample: { status: 1 },
    }),
    get_flags: action({
      title: 'Ask for feature flags',
      description: 'Answers which feature flags a person has.',
      input: z.object({ distinctId, properties: properties.meta({ title: 'Properties to decide by' }) }),
      isReadOnly: true,
      run: async (input, context) =>
        at(await post(context, '/flags?v=2', { distinct_id: input.distinctId, person_properties: input.properties }), 'flags'),
      sample: { 'new-checkout': { key: 'new-checkout', enabled: true, variant: 'test' } },
    }),
  },
})
