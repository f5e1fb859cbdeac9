import { z } from 'zod'
import { action } from '../../kit/action.ts'
import { bearer } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, newestFirst, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const baseId = z
  .string()
  .regex(/^app\w{1,30}$/, 'A base id begins with app')
  .meta({ title: 'Base', description: 'Its id, appXXXXXXXXXXXXXX' })
const table = z.string().min(1).max(300).meta({ title: 'Table', description: 'Name or id' })
const recordId = z
  .string()
  .regex(/^rec\w{1,30}$/, 'A record id begins with rec')
  .meta({ title: 'Record' })
const fields = z.record(z.string(), z.json()).meta({ title: 'Fields', description: 'Names and values, as {"Name": "Ada"}' })
const mostOnPage = 100
const mostPages = 10
const mostPolled = 200

/** https://airtable.com/developers/web/api */
export const airtable = defineConnector({
  id: 'airtable',
  name: 'Airtable',
  category: 'Productivity',
  description: 'Reads and writes records of tables.',
  baseUrl: 'https://api.airtable.com/v0',
  auth: [
    bearer({ label: 'Personal access token', placeholder: 'pat…', hint: 'With the scopes data.records:read and data.records:write.' }),
  ],
  test: { request: { path: '/meta/whoami' }, account: (body) => at(body, 'email') ?? at(body, 'id') },
  actions: {
    create_record: action({
      title: 'Create a record',
      description: 'Creates a record and answers it with its id.',
      input: z.object({ baseId, table, fields }),
      method: 'POST',
      request: (input) => ({ path: path`/${input.baseId}/${input.table}`, json: { fields: input.fields, typecast: true } }),
      sample: { id: 'rec560UJdUtocSouk', createdTime: '2022-09-12T21:03:48.000Z', fields: { Name: 'Ada' } },
    }),
    update_record: action({
      title: 'Change a record',
      description: 'Changes the given fields of a record.',
      input: z.object({ baseId, table, recordId, fields }),
      method: 'PATCH',
      request: (input) => ({
        path: path`/${input.baseId}/${input.table}/${input.recordId}`,
        json: { fields: input.fields, typecast: true },
      }),
      isRepeatable: true,
      sample: { id: 'rec560UJdUtocSouk', fields: { Name: 'Ada' } },
    }),
    get_record: action({
      title: 'Read a record',
      description: 'Answers a record with its fields.',
      input: z.object({ baseId, table, recordId }),
      method: 'GET',
      request: (input) => ({ path: path`/${input.baseId}/${input.table}/${input.recordId}` }),
      sample: { id: 'rec560UJdUtocSouk', fields: { Name: 'Ada' } },
    }),
    list_records: action({
      title: 'List records',
      description: 'Lists records of a table or view, with a formula as filter.',
      input: z.object({
        baseId,
        table,
        view: z.string().max(300).optional().meta({ title: 'View' }),
        filterByFormula: z.string().max(4_000).optional().meta({ title: 'Formula', description: "As {Status} = 'Open'" }),
        limit: z.int().min(1).max(2_000).default(mostOnPage).meta({ title: 'At most' }),
      }),
      method: 'GET',
      request: ({ baseId: base, table: name, limit, ...query }) => ({
        path: path`/${base}/${name}`,
        query: { ...query, pageSize: Math.min(limit, mostOnPage) },
      }),
      pages: {
        items: (body) => listAt(body, 'records'),
        next: (body, request) => {
          const offset = textAt(body, 'offset')
          return offset === '' ? null : { ...request, query: { ...request.query, offset } }
        },
        limit: ({ limit }) => limit,
      },
      sample: { items: [{ id: 'rec560UJdUtocSouk', fields: { Name: 'Ada' } }] },
    }),
    delete_record: action({
      title: 'Delete a record',
      description: 'Deletes a record.',
      input: z.object({ baseId, table, recordId }),
      method: 'DELETE',
      request: (input) => ({ path: path`/${input.baseId}/${input.table}/${input.recordId}` }),
      sample: { id: 'rec560UJdUtocSouk', deleted: true },
    }),
  },
  triggers: {
    new_record: pollTrigger({
      title: 'New record',
      description: 'Starts with each record that is added to a table.',
      input: z.object({ baseId, table }),
      // Airtable sorts by no time of its own: all pages are read, and the oldest are taken, so that the cursor passes none.
      run: async (input, cursor, { send }) => {
        // At first the newest of today are enough: what is there then starts nothing.
        const since = cursor ? `DATETIME_PARSE('${cursor}')` : 'TODAY()'
        const query = { filterByFormula: `NOT(IS_BEFORE(CREATED_TIME(), ${since}))`, pageSize: mostOnPage }
        const records: unknown[] = []
        let offset = ''
        for (let page = 0; page < mostPages; page++) {
          const { body } = await send({ path: path`/${input.baseId}/${input.table}`, query: { ...query, offset: offset || undefined } })
          records.push(...listAt(body, 'records'))
          offset = textAt(body, 'offset')
          if (!offset) break
        }
        const sorted = newestFirst(records, 'createdTime')
        return cursor ? sorted.slice(-mostPolled) : sorted
      },
      id: (record) => textAt(record, 'id'),
      cursor: ([newest], before) => textAt(newest, 'createdTime') || before,
      sample: { id: 'rec560UJdUtocSouk', createdTime: '2022-09-12T21:03:48.000Z', fields: { Name: 'Ada' } },
    }),
  },
})
