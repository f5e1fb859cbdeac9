import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector } from '../../kit/connector.ts'
import { listAt, textAt } from '../../kit/read-value.ts'
import { ServiceError } from '../../kit/service-error.ts'

const who = {
  client_id: z.string().min(1).max(200).meta({ title: 'Client', description: 'Of the _ga cookie, or a random number of your own' }),
  user_id: z.string().min(1).max(256).optional().meta({ title: 'User', description: 'Your own id. No email address.' }),
}
const name = z
  .string()
  .regex(/^[A-Za-z]\w{0,39}$/, 'A letter, then letters, digits and _; 40 at most')
  .meta({ title: 'Event' })
const params = z
  .record(z.string().regex(/^[A-Za-z]\w{0,39}$/), z.union([z.string().max(100), z.number()]))
  .default({})
  .meta({ title: 'Parameters', description: 'As {"plan": "team", "value": 9.5}' })
const item = z.object({
  item_id: z.string().max(100),
  item_name: z.string().max(100),
  price: z.number().optional(),
  quantity: z.int().optional(),
})

/** https://developers.google.com/analytics/devguides/collection/protocol/ga4 */
export const googleAnalytics = defineConnector({
  id: 'google_analytics',
  name: 'Google Analytics',
  category: 'Analytics',
  description: 'Sends events by the Measurement Protocol.',
  isPopular: true,
  baseUrl: 'https://www.google-analytics.com',
  auth: [
    keyIn(
      { query: { measurement_id: '{measurementId}', api_secret: '{apiKey}' } },
      {
        label: 'API secret',
        hint: 'Admin, Data streams, your stream, Measurement Protocol API secrets.',
        fields: [{ key: 'measurementId', label: 'Measurement ID', placeholder: 'G-XXXXXXXXXX' }],
      },
    ),
  ],
  // Google answers 204 for every secret: only the form can be looked at.
  test: {
    run: async ({ send, fields }) => {
      const json = { client_id: '1.1', events: [{ name: 'connection_test', params: {} }] }
      const [wrong] = listAt((await send({ method: 'POST', path: '/debug/mp/collect', json })).body, 'validationMessages')
      if (wrong) throw new ServiceError(textAt(wrong, 'description'))
      return fields['measurementId'] ?? null
    },
  },
  actions: {
    send_event: action({
      title: 'Send an event',
      description: 'Records an event of a visitor. Google answers nothing and checks nothing.',
      input: z.object({ ...who, name, params }),
      method: 'POST',
      request: ({ name: event, params: given, ...rest }) => ({
        path: '/mp/collect',
        json: { ...rest, events: [{ name: event, params: { engagement_time_msec: 1, ...given } }] },
      }),
      read: () => ({ sent: true }),
      sample: { sent: true },
    }),
    send_purchase: action({
      title: 'Send a purchase',
      description: 'Records a purchase with its items.',
      input: z.object({
        ...who,
        transaction_id: z.string().min(1).max(100).meta({ title: 'Transaction', description: 'Google counts each once' }),
        value: z.number().min(0).meta({ title: 'Value' }),
        currency: z.string().length(3).meta({ title: 'Currency' }),
        items: z.array(item).max(200).default([]).meta({ title: 'Items' }),
      }),
      method: 'POST',
      isRepeatable: true,
      request: ({ client_id, user_id, ...purchase }) => ({
        path: '/mp/collect',
        json: { client_id, user_id, events: [{ name: 'purchase', params: { engagement_time_msec: 1, ...purchase } }] },
      }),
      read: () => ({ sent: true }),
      sample: { sent: true },
    }),
    check_event: action({
      title: 'Check an event',
      description: 'Answers what Google finds wrong with an event, without recording it.',
      input: z.object({ ...who, name, params }),
      method: 'POST',
      isReadOnly: true,
      request: ({ name: event, params: given, ...rest }) => ({
        path: '/debug/mp/collect',
        json: { ...rest, events: [{ name: event, params: given }] },
      }),
      read: (body) => listAt(body, 'validationMessages'),
      sample: [{ fieldPath: 'events', description: 'Event at index: [0] has invalid name.', validationCode: 'NAME_INVALID' }],
    }),
  },
})
