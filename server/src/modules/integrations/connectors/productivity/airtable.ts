import { z } from 'zod'
import { exactJson } from '../../../../platform/text/exact-json-fields.ts'
import { action } from '../../kit/action.ts'
import { bearer } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import type { ApiRequest } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
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
const fields = z.record(z.string(), exactJson()).meta({ title: 'Fields', description: 'Names and values, as {"Name": "Ada"}' })
const mostOnPage = 100

const nextPage = (body: unknown, request: ApiRequest): ApiRequest | null => {
  const offset = textAt(body, 'offset')
  return offset === '' ? null : { ...request, query: { ...request.query, offset } }
}
const createdSince = (time: number) => `NOT(IS_BEFORE(CREATED_TIME(), DATETIME_PARSE('${new Date(time).toISOString()}')))`

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
        next: nextPage,
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
      pages: {
        request: (input, since) => ({
          path: path`/${input.baseId}/${input.table}`,
          query: { filterByFormula: since === null ? undefined : createdSince(since), pageSize: mostOnPage },
        }),
        items: (body) => listAt(body, 'records'),
        next: nextPage,
        time: (record) => textAt(record, 'createdTime'),
        // Airtable sorts by fields of the table only.
        isSorted: false,
      },
      id: (record) => textAt(record, 'id'),
      sample: { id: 'rec560UJdUtocSouk', createdTime: '2022-09-12T21:03:48.000Z', fields: { Name: 'Ada' } },
    }),
  },
})
