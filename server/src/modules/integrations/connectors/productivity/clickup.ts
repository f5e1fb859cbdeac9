import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import type { ApiRequest } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const listId = z
  .string()
  .regex(/^\d{1,20}$/, 'An id has digits only')
  .meta({ title: 'List', description: 'Its id: the digits after /li/ in the address that "Copy link" of the list gives' })
const name = z.string().min(1).max(2_000).meta({ title: 'Name' })
const details = {
  description: z.string().max(50_000).optional().meta({ title: 'Description', isLong: true }),
  priority: z.int().min(1).max(4).optional().meta({ title: 'Priority', description: '1 urgent, 2 high, 3 normal, 4 low' }),
  dueDate: z.int().positive().optional().meta({ title: 'Due date', description: 'In milliseconds since 1970' }),
}
const sample = {
  id: '9hx',
  name: 'Call Ada',
  status: { status: 'to do', type: 'open' },
  date_created: '1795600800000',
  url: 'https://app.clickup.com/t/9hx',
}

/** As many as a page of tasks has unless it is the last. */
const pageSize = 100
const tasksOf = (list: string, query: ApiRequest['query']): ApiRequest => ({
  path: path`/list/${list}/task`,
  query: { order_by: 'created', page: 0, ...query },
})
const items = (body: unknown) => listAt(body, 'tasks')
const next = (body: unknown, request: ApiRequest): ApiRequest | null =>
  items(body).length < pageSize ? null : { ...request, query: { ...request.query, page: Number(request.query?.['page'] ?? 0) + 1 } }

/** https://developer.clickup.com/reference */
export const clickup = defineConnector({
  id: 'clickup',
  name: 'ClickUp',
  category: 'Productivity',
  description: 'Creates, updates and finds tasks, and starts workflows with new ones.',
  baseUrl: 'https://api.clickup.com/api/v2',
  // The token itself: "Bearer" belongs to those of OAuth.
  auth: [
    keyIn(
      { headers: { authorization: '{apiKey}' } },
      { label: 'Personal API token', hint: 'Settings, Apps, API token.', placeholder: 'pk_…' },
    ),
  ],
  errors: { message: (body) => at(body, 'err') },
  test: { request: { path: '/user' }, account: (body) => at(body, 'user.email') },
  actions: {
    create_task: action({
      title: 'Create task',
      description: 'Creates a task in a list, and answers it.',
      input: z.object({ listId, name, ...details }),
      method: 'POST',
      request: ({ listId: list, dueDate, ...task }) => ({ path: path`/list/${list}/task`, json: { ...task, due_date: dueDate } }),
      sample,
    }),
    update_task: action({
      title: 'Update task',
      description: 'Changes what is given of a task, and answers it.',
      input: z.object({
        taskId: z.string().min(1).max(50).meta({ title: 'Task', description: 'Its id' }),
        name: name.optional(),
        ...details,
      }),
      method: 'PUT',
      isRepeatable: true,
      request: ({ taskId, dueDate, ...task }) => ({ path: path`/task/${taskId}`, json: { ...task, due_date: dueDate } }),
      sample,
    }),
    find_tasks: action({
      title: 'Find tasks of a list',
      description: 'Lists tasks of a list, without subtasks.',
      input: z.object({
        listId,
        includeClosed: z.boolean().default(false).meta({ title: 'Closed ones too' }),
        limit: z.int().min(1).max(1_000).default(pageSize).meta({ title: 'At most' }),
      }),
      method: 'GET',
      request: ({ listId: list, includeClosed }) => tasksOf(list, { include_closed: includeClosed }),
      pages: { items, next, limit: ({ limit }) => limit },
      sample: { items: [sample] },
    }),
  },
  triggers: {
    new_task: pollTrigger({
      title: 'New task in a list',
      description: 'Starts with each task that is created in a list. Subtasks start nothing.',
      input: z.object({ listId }),
      pages: {
        // Only "after" can be asked for. A task may be closed before it is seen here.
        request: ({ listId: list }, since) =>
          tasksOf(list, { include_closed: true, date_created_gt: since === null ? undefined : since - 1_000 }),
        items,
        next,
        time: (task) => new Date(Number(textAt(task, 'date_created'))).toISOString(),
        // The newest first; the documentation does not say what "reverse" makes of it.
        isSorted: false,
      },
      id: (task) => textAt(task, 'id'),
      sample,
    }),
  },
})
