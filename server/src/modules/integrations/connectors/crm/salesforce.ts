import { z } from 'zod'
import { exactJson } from '../../../../platform/text/exact-json-fields.ts'
import { action } from '../../kit/action.ts'
import { oauth2 } from '../../kit/auth.ts'
import { defineConnector, path } from '../../kit/connector.ts'
import { at, listAt, textAt } from '../../kit/read-value.ts'
import { pollTrigger } from '../../kit/trigger.ts'

const name = (title: string, description: string) =>
  z
    .string()
    .regex(/^[A-Za-z]\w{0,79}(\.[A-Za-z]\w{0,79}){0,4}$/, 'Use an API name')
    .meta({ title, description })
const object = name('Object', 'API name: Lead, Contact, Account, Opportunity, Invoice__c')
const id = z
  .string()
  .regex(/^[A-Za-z0-9]{15}([A-Za-z0-9]{3})?$/, 'An id has 15 or 18 characters')
  .meta({ title: 'Id' })
const fields = z.record(z.string(), exactJson()).meta({ title: 'Fields', description: 'API names and values, as {"LastName": "Lovelace"}' })
const comparisons = { equals: '=', not_equals: '!=', greater: '>', less: '<', like: 'LIKE' } as const
const condition = z.object({
  field: name('Field', 'API name'),
  is: z.enum(['equals', 'not_equals', 'greater', 'less', 'like']),
  value: z.union([z.string(), z.number(), z.boolean(), z.null()]),
})

/** A value of SOQL: times and dates stand without quotes. */
function literal(value: string | number | boolean | null): string {
  if (typeof value !== 'string' || /^\d{4}-\d\d-\d\d(T[\d:.]+(Z|[+-]\d\d:?\d\d))?$/.test(value)) return String(value)
  return `'${value.replaceAll('\\', '\\\\').replaceAll("'", "\\'").replaceAll('\n', '\\n').replaceAll('\r', '\\r')}'`
}

const isCreated = (body: unknown) => ({ id: at(body, 'id'), created: at(body, 'created') ?? true })

const nextPage = (body: unknown) => (textAt(body, 'nextRecordsUrl') ? { path: textAt(body, 'nextRecordsUrl') } : null)

/** https://developer.salesforce.com/docs/atlas.en-us.api_rest.meta/api_rest */
export const salesforce = defineConnector({
  id: 'salesforce',
  name: 'Salesforce',
  category: 'CRM',
  description: 'Reads and writes records of all objects.',
  isPopular: true,
  baseUrl: 'https://{domain}.my.salesforce.com',
  auth: [
    oauth2({
      fields: [{ key: 'domain', label: 'My Domain', kind: 'host', placeholder: 'acme, or acme--test.sandbox' }],
      authorizeUrl: 'https://{domain}.my.salesforce.com/services/oauth2/authorize',
      tokenUrl: 'https://{domain}.my.salesforce.com/services/oauth2/token',
      scopes: ['api', 'openid', 'refresh_token'],
      clientAuth: 'body',
    }),
  ],
  test: { request: { path: '/services/oauth2/userinfo' }, account: (body) => at(body, 'preferred_username') },
  actions: {
    create_record: action({
      title: 'Create a record',
      description: 'Creates a record and answers its id.',
      input: z.object({ object, fields }),
      method: 'POST',
      request: (input) => ({ path: path`/services/data/v62.0/sobjects/${input.object}`, json: input.fields }),
      read: isCreated,
      sample: { id: '001D000000IqhSLIAZ', created: true },
    }),
    update_record: action({
      title: 'Change a record',
      description: 'Changes the given fields of a record.',
      input: z.object({ object, id, fields }),
      method: 'PATCH',
      request: (input) => ({ path: path`/services/data/v62.0/sobjects/${input.object}/${input.id}`, json: input.fields }),
      read: (_body, _response, input) => ({ id: input.id }),
      isRepeatable: true,
      sample: { id: '001D000000IqhSLIAZ' },
    }),
    upsert_record: action({
      title: 'Create or change a record by an external id',
      description: 'Changes the record whose external id field has this value, or creates it.',
      input: z.object({
        object,
        idField: name('External id field', 'API name'),
        value: z.string().min(1).max(255).meta({ title: 'Value' }),
        fields,
      }),
      method: 'PATCH',
      request: (input) => ({
        path: path`/services/data/v62.0/sobjects/${input.object}/${input.idField}/${input.value}`,
        json: input.fields,
      }),
      read: isCreated,
      isRepeatable: true,
      sample: { id: '001D000000IqhSLIAZ', created: false },
    }),
    get_record: action({
      title: 'Read a record',
      description: 'Answers a record with its fields.',
      input: z.object({ object, id }),
      method: 'GET',
      request: (input) => ({ path: path`/services/data/v62.0/sobjects/${input.object}/${input.id}` }),
      sample: { Id: '001D000000IqhSLIAZ', Name: 'Acme' },
    }),
    find_records: action({
      title: 'Find records',
      description: 'Lists records for which all conditions hold.',
      input: z.object({
        object,
        fields: z.array(name('Field', 'API name')).min(1).max(100).meta({ title: 'Fields' }),
        conditions: z.array(condition).max(20).default([]).meta({ title: 'Conditions' }),
        limit: z.int().min(1).max(2_000).default(50).meta({ title: 'At most' }),
      }),
      method: 'GET',
      request: (input) => {
        const where = input.conditions.map((each) => `${each.field} ${comparisons[each.is]} ${literal(each.value)}`).join(' AND ')
        const select = `SELECT ${input.fields.join(', ')} FROM ${input.object}`
        return { path: '/services/data/v62.0/query', query: { q: `${select}${where ? ` WHERE ${where}` : ''} LIMIT ${input.limit}` } }
      },
      pages: {
        items: (body) => listAt(body, 'records'),
        next: nextPage,
        limit: (input) => input.limit,
      },
      sample: { items: [{ Id: '001D000000IqhSLIAZ', Name: 'Acme' }] },
    }),
  },
  triggers: {
    new_record: pollTrigger({
      title: 'New record',
      description: 'Starts with each new record of an object.',
      input: z.object({ object, fields: z.array(name('Field', 'API name')).max(50).default([]).meta({ title: 'More fields' }) }),
      pages: {
        request: (input, since) => {
          const select = ['Id', 'CreatedDate', ...input.fields].join(', ')
          const where = since === null ? '' : ` WHERE CreatedDate >= ${literal(new Date(since).toISOString())}`
          const q = `SELECT ${select} FROM ${input.object}${where} ORDER BY CreatedDate ASC`
          return { path: '/services/data/v62.0/query', query: { q }, headers: { 'sforce-query-options': 'batchSize=200' } }
        },
        items: (body) => listAt(body, 'records'),
        next: nextPage,
        time: (record) => textAt(record, 'CreatedDate'),
      },
      id: (record) => textAt(record, 'Id'),
      sample: { Id: '00QD000000IqhSLIAZ', CreatedDate: '2026-11-24T10:00:00.000+0000' },
    }),
  },
})
