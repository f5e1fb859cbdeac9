import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const id = (title: string) => z.int().min(1).meta({ title })
const title = z.string().min(1).max(255).meta({ title: 'Title' })
const status = z.enum(['open', 'won', 'lost']).optional().meta({ title: 'Status' })
const value = z.number().min(0).optional().meta({ title: 'Value' })
const result = (body: unknown) => at(body, 'data')

/** https://developers.pipedrive.com/docs/api/v1; version 2 where it has the endpoint */
export const pipedrive = defineConnector({
  id: 'pipedrive',
  name: 'Pipedrive',
  category: 'CRM',
  description: 'Reads and writes people, deals and notes.',
  baseUrl: 'https://{company}.pipedrive.com/api',
  auth: [
    keyIn(
      { headers: { 'x-api-token': '{apiKey}' } },
      {
        label: 'API token',
        hint: 'Personal preferences, API.',
        fields: [{ key: 'company', label: 'Company domain', kind: 'host', placeholder: 'acme' }],
      },
    ),
  ],
  test: { request: { path: '/v1/users/me' }, account: (body) => at(body, 'data.company_name') },
  actions: {
    create_person: action({
      title: 'Create a person',
      description: 'Creates a person and answers it with its id.',
      input: z.object({
        name: z.string().min(1).max(255).meta({ title: 'Name' }),
        email: z.email().optional().meta({ title: 'Email' }),
        phone: z.string().max(60).optional().meta({ title: 'Phone' }),
        org_id: id('Organization').optional(),
      }),
      method: 'POST',
      request: ({ email, phone, ...rest }) => ({
        path: '/v2/persons',
        json: {
          ...rest,
          ...(email === undefined ? {} : { emails: [{ value: email, primary: true, label: 'work' }] }),
          ...(phone === undefined ? {} : { phones: [{ value: phone, primary: true, label: 'work' }] }),
        },
      }),
      read: result,
      sample: { id: 1, name: 'Ada Lovelace' },
    }),
    find_person: action({
      title: 'Find a person by email',
      description: 'Answers the person with this email address, or null.',
      input: z.object({ email: z.email().meta({ title: 'Email' }) }),
      method: 'GET',
      request: ({ email }) => ({ path: '/v2/persons/search', query: { term: email, fields: 'email', exact_match: true, limit: 1 } }),
      read: (body) => at(body, 'data.items.0.item') ?? null,
      sample: { id: 1, name: 'Ada Lovelace', emails: ['ada@example.com'] },
    }),
    create_deal: action({
      title: 'Create a deal',
      description: 'Creates a deal and answers it with its id.',
      input: z.object({
        title,
        value,
        currency: z.string().length(3).optional().meta({ title: 'Currency', description: 'As USD' }),
        person_id: id('Person').optional(),
        org_id: id('Organization').optional(),
        stage_id: id('Stage').optional(),
      }),
      method: 'POST',
      request: (json) => ({ path: '/v2/deals', json }),
      read: result,
      sample: { id: 7, title: 'Spring', status: 'open' },
    }),
    update_deal: action({
      title: 'Change a deal',
      description: 'Changes stage, value or status of a deal.',
      input: z.object({ id: id('Deal'), title: title.optional(), value, status, stage_id: id('Stage').optional() }),
      method: 'PATCH',
      request: ({ id: deal, ...json }) => ({ path: path`/v2/deals/${deal}`, json }),
      read: result,
      isRepeatable: true,
      sample: { id: 7, title: 'Spring', status: 'won' },
    }),
    add_note: action({
      title: 'Add a note',
      description: 'Writes a note to a deal or a person.',
      input: z.object({
        content: z.string().min(1).max(100_000).meta({ title: 'Text', isLong: true }),
        deal_id: id('Deal').optional(),
        person_id: id('Person').optional(),
      }),
      method: 'POST',
      request: (json) => ({ path: '/v1/notes', json }),
      read: result,
      sample: { id: 9, content: 'Called' },
    }),
  },
  triggers: {
    new_deal: pollTrigger({
      title: 'New deal',
      description: 'Starts with each new deal.',
      input: z.object({ status }),
      // A deal gets its status later than it is created, so with one it counts from its last change.
      pages: {
        request: (input, since) => ({
          path: '/v2/deals',
          query: {
            updated_since: since === null ? undefined : new Date(since).toISOString().replace(/\.\d+/, ''),
            sort_by: input.status ? 'update_time' : 'add_time',
            sort_direction: 'asc',
            limit: 100,
          },
        }),
        items: (body) => listAt(body, 'data'),
        next: (body, request) => {
          const cursor = textAt(body, 'additional_data.next_cursor')
          return cursor === '' ? null : { ...request, query: { ...request.query, cursor } }
        },
        time: (deal, input) => textAt(deal, input.status ? 'update_time' : 'add_time'),
      },
      isWanted: (deal, input) => input.status === undefined || textAt(deal, 'status') === input.status,
      id: (deal) => textAt(deal, 'id'),
      sample: { id: 7, title: 'Spring', status: 'open', add_time: '2026-11-24T10:00:00Z' },
    }),
  },
})
