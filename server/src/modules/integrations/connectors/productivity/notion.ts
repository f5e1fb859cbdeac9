import { z } from 'zod'
import { exactJson } from '../../../../platform/text/exact-json-fields.ts'
import { action } from '../../kit/action.ts'
import { keyIn } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import type { ApiRequest } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const id = (title: string) =>
  z
    .string()
    .regex(/^[0-9a-f]{8}-?([0-9a-f]{4}-?){3}[0-9a-f]{12}$/i, 'Copy the id out of the address of the page')
    .meta({ title, description: 'The 32 characters in its address' })
const properties = z
  .record(z.string(), exactJson())
  .meta({ title: 'Properties', description: 'As {"Name": {"title": [{"text": {"content": "Ada"}}]}}' })
const paragraph = (content: string) => ({
  object: 'block',
  type: 'paragraph',
  paragraph: { rich_text: [{ type: 'text', text: { content } }] },
})
const mostCharacters = 2_000
/** Notion takes at most 2,000 characters in one text. */
const paragraphs = (text: string) =>
  text.split(/\n+/).flatMap((line) => (line.match(new RegExp(`[\\s\\S]{1,${mostCharacters}}`, 'g')) ?? []).map(paragraph))
const text = z.string().min(1).max(100_000).meta({ title: 'Text', isLong: true })
const limit = z.int().min(1).max(500).default(50).meta({ title: 'At most' })

const nextPage = (body: unknown, request: ApiRequest) =>
  at(body, 'has_more') === true ? { ...request, json: { ...(request.json as object), start_cursor: at(body, 'next_cursor') } } : null

/** https://developers.notion.com/reference */
export const notion = defineConnector({
  id: 'notion',
  name: 'Notion',
  category: 'Productivity',
  description: 'Reads and writes pages and databases.',
  isPopular: true,
  baseUrl: 'https://api.notion.com/v1',
  auth: [
    keyIn(
      { headers: { authorization: 'Bearer {apiKey}', 'notion-version': '2022-06-28' } },
      { label: 'Internal integration secret', placeholder: 'ntn_…', hint: 'Share the pages and databases with the integration.' },
    ),
  ],
  test: { request: { path: '/users/me' }, account: (body) => at(body, 'bot.workspace_name') ?? at(body, 'name') },
  actions: {
    create_page: action({
      title: 'Add a page to a database',
      description: 'Creates a row of a database, with a text where there is one.',
      input: z.object({ databaseId: id('Database'), properties, text: text.optional() }),
      method: 'POST',
      request: (input) => ({
        path: '/pages',
        json: {
          parent: { database_id: input.databaseId },
          properties: input.properties,
          ...(input.text === undefined ? {} : { children: paragraphs(input.text).slice(0, 100) }),
        },
      }),
      sample: { object: 'page', id: '59833787-2cf9-4fdf-8782-e53db20768a5', url: 'https://www.notion.so/Ada' },
    }),
    update_page: action({
      title: 'Change a page',
      description: 'Changes the given properties of a page.',
      input: z.object({ pageId: id('Page'), properties }),
      method: 'PATCH',
      request: ({ pageId, ...json }) => ({ path: path`/pages/${pageId}`, json }),
      isRepeatable: true,
      sample: { object: 'page', id: '59833787-2cf9-4fdf-8782-e53db20768a5' },
    }),
    append_text: action({
      title: 'Add text to a page',
      description: 'Adds paragraphs at the end of a page.',
      input: z.object({ pageId: id('Page'), text }),
      method: 'PATCH',
      request: (input) => ({ path: path`/blocks/${input.pageId}/children`, json: { children: paragraphs(input.text).slice(0, 100) } }),
      sample: { object: 'list', results: [{ object: 'block', type: 'paragraph' }] },
    }),
    query_database: action({
      title: 'Find pages of a database',
      description: 'Lists pages of a database, with a filter in the form of Notion.',
      input: z.object({
        databaseId: id('Database'),
        filter: z
          .record(z.string(), exactJson())
          .optional()
          .meta({ title: 'Filter', description: 'As {"property": "Done", "checkbox": {"equals": true}}' }),
        limit,
      }),
      method: 'POST',
      isReadOnly: true,
      request: (input) => ({
        path: path`/databases/${input.databaseId}/query`,
        json: { page_size: Math.min(input.limit, 100), ...(input.filter && { filter: input.filter }) },
      }),
      pages: { items: (body) => listAt(body, 'results'), next: nextPage, limit: (input) => input.limit },
      sample: { items: [{ object: 'page', id: '59833787-2cf9-4fdf-8782-e53db20768a5' }] },
    }),
    search: action({
      title: 'Search',
      description: 'Lists pages and databases by their title.',
      input: z.object({ query: z.string().max(200).default('').meta({ title: 'Title' }), limit }),
      method: 'POST',
      isReadOnly: true,
      request: (input) => ({ path: '/search', json: { query: input.query, page_size: Math.min(input.limit, 100) } }),
      pages: { items: (body) => listAt(body, 'results'), next: nextPage, limit: (input) => input.limit },
      sample: { items: [{ object: 'database', id: '668d797c-76fa-4934-9b05-ad288df2d136' }] },
    }),
  },
  triggers: {
    new_page: pollTrigger({
      title: 'New page in a database',
      description: 'Starts with each page that is added to a database.',
      input: z.object({ databaseId: id('Database') }),
      // Notion rounds times to minutes.
      pages: {
        request: (input, since) => ({
          method: 'POST',
          path: path`/databases/${input.databaseId}/query`,
          json: {
            page_size: 100,
            sorts: [{ timestamp: 'created_time', direction: 'ascending' }],
            ...(since !== null && { filter: { timestamp: 'created_time', created_time: { on_or_after: new Date(since).toISOString() } } }),
          },
        }),
        items: (body) => listAt(body, 'results'),
        next: nextPage,
        time: (page) => textAt(page, 'created_time'),
      },
      id: (page) => textAt(page, 'id'),
      sample: { object: 'page', id: '59833787-2cf9-4fdf-8782-e53db20768a5', created_time: '2026-11-24T10:00:00.000Z' },
    }),
  },
})
