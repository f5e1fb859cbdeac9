import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { act, connectionOf, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { hubspot } from './hubspot.ts'
import { pipedrive } from './pipedrive.ts'
import { salesforce } from './salesforce.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

describe('HubSpot', () => {
  const contacts = 'https://api.hubapi.com/crm/v3/objects/contacts'
  const properties = { email: 'ada@example.com' }
  testConnector(() => stub, {
    connector: hubspot,
    fields: { apiKey: 'pat-na1-secret' },
    check: {
      answer: { body: { portalId: 1234567, timeZone: 'US/Eastern' } },
      account: '1234567',
      sent: 'GET https://api.hubapi.com/account-info/v3/details',
      headers: { authorization: 'Bearer pat-na1-secret' },
    },
    refused: {
      status: 409,
      body: { status: 'error', message: 'Contact already exists. Existing ID: 512' },
      message: '409: Contact already',
    },
    actions: {
      create_contact: { input: { properties }, sent: `POST ${contacts}`, body: { properties } },
      update_contact: { input: { id: '512', properties }, sent: `PATCH ${contacts}/512`, body: { properties } },
      find_contact: {
        input: properties,
        answers: [{ body: { total: 1, results: [{ id: '512' }] } }],
        output: { id: '512' },
        sent: `POST ${contacts}/search`,
        body: { filterGroups: [{ filters: [{ propertyName: 'email', operator: 'EQ', value: 'ada@example.com' }] }] },
      },
      create_deal: {
        input: { properties: { dealname: 'Spring' } },
        sent: 'POST https://api.hubapi.com/crm/v3/objects/deals',
        body: { properties: { dealname: 'Spring' } },
      },
      add_note: {
        input: { contactId: 512, text: 'Called', time: '2026-11-24T10:00:00Z' },
        sent: 'POST https://api.hubapi.com/crm/v3/objects/notes',
        body: { properties: { hs_note_body: 'Called' }, associations: [{ to: { id: '512' }, types: [{ associationTypeId: 202 }] }] },
      },
    },
    polls: {
      new_contact: {
        before: '1764000000000',
        answers: [
          { body: { results: [{ id: '512', createdAt: '2026-11-24T09:00:00.000Z' }], paging: { next: { after: '100' } } } },
          { body: { results: [{ id: '513', createdAt: '2026-11-24T09:00:00.000Z' }] } },
        ],
        ids: ['512', '513'],
        sent: `POST ${contacts}/search`,
        body: {
          filterGroups: [{ filters: [{ operator: 'GTE', value: '1764000000000' }] }],
          sorts: [{ direction: 'ASCENDING' }],
          after: '100',
        },
      },
    },
  })
})

describe('Salesforce', () => {
  const api = 'https://acme.my.salesforce.com/services/data/v62.0'
  const id = '001D000000IqhSLIAZ'
  const fields = { domain: 'acme', accessToken: '00D-token' }
  testConnector(() => stub, {
    connector: salesforce,
    fields,
    check: {
      answer: { body: { preferred_username: 'ada@acme.example' } },
      account: 'ada@acme.example',
      sent: 'GET https://acme.my.salesforce.com/services/oauth2/userinfo',
      headers: { authorization: 'Bearer 00D-token' },
    },
    refused: {
      status: 400,
      body: [{ message: 'Required fields are missing: [LastName]', errorCode: 'REQUIRED_FIELD_MISSING', fields: ['LastName'] }],
      message: '400: Required fields',
    },
    actions: {
      create_record: {
        input: { object: 'Lead', fields: { LastName: 'Lovelace' } },
        answers: [{ status: 201, body: { id, success: true, errors: [] } }],
        output: { id, created: true },
        sent: `POST ${api}/sobjects/Lead`,
        body: { LastName: 'Lovelace' },
      },
      update_record: {
        input: { object: 'Lead', id, fields: { Status: 'Open' } },
        answers: [{ body: '' }],
        output: { id },
        sent: `PATCH ${api}/sobjects/Lead/${id}`,
        body: { Status: 'Open' },
      },
      upsert_record: {
        input: { object: 'Invoice__c', idField: 'Number__c', value: '7/1', fields: { Total__c: 5 } },
        answers: [{ body: { id, success: true, created: false } }],
        output: { id, created: false },
        sent: `PATCH ${api}/sobjects/Invoice__c/Number__c/7%2F1`,
      },
      get_record: { input: { object: 'Account', id }, sent: `GET ${api}/sobjects/Account/${id}` },
      find_records: {
        input: { object: 'Lead', fields: ['Id', 'Owner.Name'], limit: 3 },
        answers: [
          { body: { records: [{ Id: '1' }], nextRecordsUrl: '/services/data/v62.0/query/01g-2' } },
          { body: { records: [{ Id: '2' }], done: true } },
        ],
        output: { items: [{ Id: '1' }, { Id: '2' }] },
        sent: `GET ${api}/query/01g-2`,
      },
    },
    polls: {
      new_record: {
        input: { object: 'Lead' },
        before: '2026-11-24T09:00:00.000Z',
        answers: [
          {
            body: {
              records: [
                { Id: '00Q1', CreatedDate: '2026-11-24T09:00:00.000+0000' },
                { Id: '00Q2', CreatedDate: '2026-11-24T10:00:00.000+0000' },
              ],
            },
          },
        ],
        ids: ['00Q2', '00Q1'],
        sent: `GET ${api}/query`,
        query: { q: 'SELECT Id, CreatedDate FROM Lead WHERE CreatedDate >= 2026-11-24T09:00:00.000Z ORDER BY CreatedDate ASC' },
      },
    },
  })
  test('writes values of a query as text, and refuses names that are none', async () => {
    const connection = connectionOf(salesforce, fields)
    const find = (field: string, value: string) =>
      act(stub, connection, 'find_records', { object: 'Lead', fields: ['Id'], conditions: [{ field, is: 'equals', value }] })
    stub.respond({ body: { records: [] } })
    await find('Company', "O'Neil \\' OR Name != '")
    expect(stub.last().query['q']).toBe("SELECT Id FROM Lead WHERE Company = 'O\\'Neil \\\\\\' OR Name != \\'' LIMIT 50")
    await expect(find('Id FROM User --', '')).rejects.toThrow('API name')
  })
})

describe('Pipedrive', () => {
  const api = 'https://acme.pipedrive.com/api'
  const done = (data: unknown) => [{ body: { success: true, data } }]
  testConnector(() => stub, {
    connector: pipedrive,
    fields: { apiKey: 'token-1', company: 'acme' },
    check: {
      answer: { body: { success: true, data: { company_name: 'Acme' } } },
      account: 'Acme',
      sent: `GET ${api}/v1/users/me`,
      headers: { 'x-api-token': 'token-1' },
    },
    refused: { status: 401, body: { success: false, error: 'unauthorized access', errorCode: 401 }, message: '401: unauthorized access' },
    actions: {
      create_person: {
        input: { name: 'Ada', email: 'ada@example.com' },
        answers: done({ id: 1 }),
        output: { id: 1 },
        sent: `POST ${api}/v2/persons`,
        body: { name: 'Ada', emails: [{ value: 'ada@example.com', primary: true }] },
      },
      find_person: {
        input: { email: 'ada@example.com' },
        answers: done({ items: [{ result_score: 1, item: { id: 1 } }] }),
        output: { id: 1 },
        sent: `GET ${api}/v2/persons/search`,
        query: { term: 'ada@example.com', fields: 'email', exact_match: 'true' },
      },
      create_deal: {
        input: { title: 'Spring', value: '500', currency: 'EUR', person_id: '1' },
        answers: done({ id: 7 }),
        output: { id: 7 },
        sent: `POST ${api}/v2/deals`,
        body: { title: 'Spring', value: 500, currency: 'EUR', person_id: 1 },
      },
      update_deal: {
        input: { id: 7, status: 'won' },
        answers: done({ id: 7, status: 'won' }),
        output: { id: 7, status: 'won' },
        sent: `PATCH ${api}/v2/deals/7`,
        body: { status: 'won' },
      },
      add_note: {
        input: { content: 'Called', deal_id: 7 },
        answers: done({ id: 9 }),
        output: { id: 9 },
        sent: `POST ${api}/v1/notes`,
        body: { content: 'Called', deal_id: 7 },
      },
    },
    polls: {
      new_deal: {
        input: { status: 'won' },
        before: '2026-11-24T09:00:00Z',
        // One that was changed only, and one of long ago that was won now.
        answers: [
          {
            body: {
              success: true,
              data: [{ id: 7, status: 'open', update_time: '2026-11-24T10:00:00Z' }],
              additional_data: { next_cursor: 'c2' },
            },
          },
          {
            body: {
              success: true,
              data: [{ id: 8, status: 'won', add_time: '2026-01-01T00:00:00Z', update_time: '2026-11-24T11:00:00Z' }],
            },
          },
        ],
        ids: ['8'],
        sent: `GET ${api}/v2/deals`,
        query: { sort_by: 'update_time', sort_direction: 'asc', updated_since: '2026-11-24T09:00:00Z', cursor: 'c2' },
      },
    },
  })
})
