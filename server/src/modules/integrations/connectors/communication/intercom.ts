import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const conversationId = z
  .string()
  .regex(/^\d{1,20}$/, 'An id has digits only')
  .meta({ title: 'Conversation' })
const adminId = z
  .string()
  .regex(/^\d{1,20}$/, 'An id has digits only')
  .meta({ title: 'Teammate', description: 'Its id, as List teammates answers it' })
const seconds = (time: unknown) => new Date(Number(time) * 1_000).toISOString()

/** https://developers.intercom.com/docs/references/2.11/rest-api */
export const intercom = defineConnector({
  id: 'intercom',
  name: 'Intercom',
  category: 'Communication',
  description: 'Finds contacts, replies to conversations, and starts workflows with new ones.',
  baseUrl: 'https://api.intercom.io',
  auth: [
    keyIn(
      { headers: { authorization: 'Bearer {apiKey}', 'intercom-version': '2.11' } },
      { label: 'Access token', hint: 'Developer Hub, your app, Authentication.' },
    ),
  ],
  test: { request: { path: '/me' }, account: (body) => at(body, 'email') },
  actions: {
    find_contact: action({
      title: 'Find a contact by email',
      description: 'Answers the contact with this email address, or null.',
      input: z.object({ email: z.email().meta({ title: 'Email' }) }),
      method: 'POST',
      isReadOnly: true,
      request: ({ email }) => ({ path: '/contacts/search', json: { query: { field: 'email', operator: '=', value: email } } }),
      read: (body) => at(body, 'data.0') ?? null,
      sample: { type: 'contact', id: '6762f0dd1bb69f9f2193bb83', email: 'ada@example.com' },
    }),
    reply: action({
      title: 'Reply to a conversation',
      description: 'Sends a comment to the customer, or keeps a note for the team.',
      input: z.object({
        conversationId,
        adminId,
        kind: z.enum(['comment', 'note']).default('comment').meta({ title: 'Kind' }),
        text: z.string().min(1).max(20_000).meta({ title: 'Text', isLong: true }),
      }),
      method: 'POST',
      request: (input) => ({
        path: path`/conversations/${input.conversationId}/reply`,
        json: { message_type: input.kind, type: 'admin', admin_id: input.adminId, body: input.text },
      }),
      sample: { type: 'conversation', id: '471', state: 'open' },
    }),
    list_teammates: action({
      title: 'List teammates',
      description: 'Lists teammates with id, name and email.',
      input: z.object({}),
      method: 'GET',
      request: () => ({ path: '/admins' }),
      read: (body) => listAt(body, 'admins'),
      sample: [{ type: 'admin', id: '493', name: 'Ada' }],
    }),
  },
  triggers: {
    new_conversation: pollTrigger({
      title: 'New conversation',
      description: 'Starts with each conversation that begins.',
      input: z.object({}),
      pages: {
        // Only "after" can be asked for.
        request: (_input, since) => ({
          method: 'POST',
          path: '/conversations/search',
          json: {
            query: { field: 'created_at', operator: '>', value: String(since === null ? 0 : Math.floor(since / 1_000) - 1) },
            pagination: { per_page: 50 },
            sort: { field: 'created_at', order: 'ascending' },
          },
        }),
        items: (body) => listAt(body, 'conversations'),
        next: (body, request) => {
          const after = textAt(body, 'pages.next.starting_after')
          return after === ''
            ? null
            : { ...request, json: { ...(request.json as object), pagination: { per_page: 50, starting_after: after } } }
        },
        time: (conversation) => seconds(at(conversation, 'created_at')),
      },
      id: (conversation) => textAt(conversation, 'id'),
      sample: { type: 'conversation', id: '471', created_at: 1_764_064_800, state: 'open' },
    }),
  },
})
