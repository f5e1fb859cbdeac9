import { afterAll, beforeAll } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { intercom } from './intercom.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const api = 'https://api.intercom.io'
testConnector(() => stub, {
  connector: intercom,
  fields: { apiKey: 'dG9rOmFkYQ==' },
  check: {
    answer: { body: { type: 'admin', email: 'ada@example.com' } },
    account: 'ada@example.com',
    sent: `GET ${api}/me`,
    headers: { authorization: 'Bearer dG9rOmFkYQ==', 'intercom-version': '2.11' },
  },
  refused: {
    status: 401,
    body: { type: 'error.list', errors: [{ code: 'unauthorized', message: 'Access Token Invalid' }] },
    message: '401: Access Token Invalid',
  },
  actions: {
    find_contact: {
      input: { email: 'ada@example.com' },
      answers: [{ body: { type: 'list', data: [{ id: 'c1' }], total_count: 1 } }],
      output: { id: 'c1' },
      sent: `POST ${api}/contacts/search`,
      body: { query: { field: 'email', operator: '=', value: 'ada@example.com' } },
    },
    reply: {
      input: { conversationId: '471', adminId: '493', text: 'Hello' },
      sent: `POST ${api}/conversations/471/reply`,
      body: { message_type: 'comment', type: 'admin', admin_id: '493', body: 'Hello' },
    },
    list_teammates: { answers: [{ body: { admins: [{ id: '493' }] } }], output: [{ id: '493' }], sent: `GET ${api}/admins` },
  },
  polls: {
    new_conversation: {
      before: '2026-11-24T10:00:00Z',
      answers: [
        { body: { conversations: [{ id: '1', created_at: 1_795_600_800 }], pages: { next: { starting_after: 's2' } } } },
        { body: { conversations: [{ id: '2', created_at: 1_795_600_800 }], pages: {} } },
      ],
      ids: ['1', '2'],
      sent: `POST ${api}/conversations/search`,
      body: { query: { value: String(Date.parse('2026-11-24T10:00:00Z') / 1_000 - 1) }, pagination: { starting_after: 's2' } },
    },
  },
})
