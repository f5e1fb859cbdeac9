import { afterAll, beforeAll } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { clickup } from './clickup.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const api = 'https://api.clickup.com/api/v2'
const created = Date.parse('2026-11-24T10:00:00Z')
/** The first page, the newest first, and the second with one more task. */
const [first, second] = [
  Array.from({ length: 100 }, (_each, index) => ({ id: `t${index}`, date_created: String(created + 100 - index) })),
  [{ id: 't100', date_created: String(created) }],
]
const pages = [{ body: { tasks: first } }, { body: { tasks: second } }]

testConnector(() => stub, {
  connector: clickup,
  fields: { apiKey: 'pk_12345_SECRET' },
  check: {
    answer: { body: { user: { id: 123, username: 'Ada', email: 'ada@example.com' } } },
    account: 'ada@example.com',
    sent: `GET ${api}/user`,
    headers: { authorization: 'pk_12345_SECRET' },
  },
  refused: { status: 401, body: { err: 'Token invalid', ECODE: 'OAUTH_025' }, message: '401: Token invalid' },
  actions: {
    create_task: {
      input: { listId: '901', name: 'Call Ada', description: 'About the offer', priority: '2', dueDate: created },
      sent: `POST ${api}/list/901/task`,
      body: { name: 'Call Ada', description: 'About the offer', priority: 2, due_date: created },
    },
    update_task: {
      input: { taskId: '9hx', name: '', priority: 4 },
      sent: `PUT ${api}/task/9hx`,
      body: { priority: 4 },
    },
    find_tasks: {
      input: { listId: '901', limit: 500 },
      answers: pages,
      output: { items: [...first, ...second] },
      sent: `GET ${api}/list/901/task`,
      query: { order_by: 'created', include_closed: 'false', page: '1' },
    },
  },
  polls: {
    new_task: {
      input: { listId: '901' },
      before: new Date(created).toISOString(),
      answers: pages,
      ids: [...first, ...second].map(({ id }) => id),
      sent: `GET ${api}/list/901/task`,
      query: { order_by: 'created', include_closed: 'true', date_created_gt: String(created - 1_000), page: '1' },
    },
  },
})
