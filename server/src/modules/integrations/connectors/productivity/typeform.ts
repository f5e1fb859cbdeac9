import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { bearer } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { hookTrigger } from '../../kit/trigger.ts'
import { hmacOfBody } from '../../kit/verify-call.ts'

const formId = z
  .string()
  .regex(/^\w{1,40}$/, 'Use the id in the address of the form')
  .meta({ title: 'Form', description: 'Its id' })

/** https://www.typeform.com/developers */
export const typeform = defineConnector({
  id: 'typeform',
  name: 'Typeform',
  category: 'Productivity',
  description: 'Reads forms and responses, and starts workflows with new ones.',
  baseUrl: 'https://api.typeform.com',
  auth: [bearer({ label: 'Personal access token', placeholder: 'tfp_…', hint: 'With accounts:read, forms:read and responses:read.' })],
  test: { request: { path: '/me' }, account: (body) => at(body, 'email') ?? at(body, 'alias') },
  actions: {
    list_forms: action({
      title: 'List forms',
      description: 'Lists forms with their ids.',
      input: z.object({ search: z.string().max(200).optional().meta({ title: 'Title holds' }) }),
      method: 'GET',
      request: ({ search }) => ({ path: '/forms', query: { search, page_size: 200 } }),
      read: (body) => listAt(body, 'items'),
      sample: [{ id: 'u6nXL7', title: 'Demo request' }],
    }),
    get_form: action({
      title: 'Read a form',
      description: 'Answers a form with its questions.',
      input: z.object({ formId }),
      method: 'GET',
      request: (input) => ({ path: path`/forms/${input.formId}` }),
      sample: { id: 'u6nXL7', title: 'Demo request', fields: [{ ref: 'name', title: 'Your name?' }] },
    }),
    list_responses: action({
      title: 'List responses',
      description: 'Lists responses, the newest first.',
      input: z.object({
        formId,
        since: z.iso.datetime().optional().meta({ title: 'Since' }),
        limit: z.int().min(1).max(1_000).default(50).meta({ title: 'At most' }),
      }),
      method: 'GET',
      request: ({ formId: form, since, limit }) => ({ path: path`/forms/${form}/responses`, query: { page_size: limit, since } }),
      read: (body) => listAt(body, 'items'),
      sample: [{ response_id: 'r1', submitted_at: '2026-11-24T10:00:00Z', answers: [{ field: { ref: 'name' }, text: 'Ada' }] }],
    }),
  },
  triggers: {
    new_response: hookTrigger({
      title: 'New response',
      description: 'Starts with each response to a form.',
      input: z.object({ formId: formId.optional() }),
      setup: 'Connect, Webhooks of the form: this address, and a secret that goes here too.',
      verify: hmacOfBody({ header: 'typeform-signature', prefix: 'sha256=', encoding: 'base64' }),
      items: ({ body }, input) => {
        const isWanted = !input.formId || at(body, 'form_response.form_id') === input.formId
        return at(body, 'event_type') === 'form_response' && isWanted ? [body] : []
      },
      id: (item) => textAt(item, 'form_response.token') || textAt(item, 'event_id'),
      sample: { event_id: 'ev1', event_type: 'form_response', form_response: { form_id: 'u6nXL7', token: 'r1', answers: [] } },
    }),
  },
})
