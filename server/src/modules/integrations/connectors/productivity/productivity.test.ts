import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { airtable } from './airtable.ts'
import { jira } from './jira.ts'
import { linear } from './linear.ts'
import { notion } from './notion.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const hmac = (secret: string, body: string) => createHmac('sha256', secret).update(body).digest('hex')
describe('Notion', () => {
  const api = 'https://api.notion.com/v1'
  const id = '668d797c76fa49349b05ad288df2d136'
  const properties = { Name: { title: [{ text: { content: 'Ada' } }] } }
  testConnector(() => stub, {
    connector: notion,
    fields: { apiKey: 'ntn_secret' },
    check: {
      answer: { body: { object: 'user', bot: { workspace_name: 'Acme' } } },
      account: 'Acme',
      sent: `GET ${api}/users/me`,
      headers: { authorization: 'Bearer ntn_secret', 'notion-version': '2022-06-28' },
    },
    refused: {
      status: 404,
      body: { object: 'error', status: 404, code: 'object_not_found', message: 'Could not find database' },
      message: '404: Could not find',
    },
    actions: {
      create_page: {
        input: { databaseId: id, properties, text: 'One\nTwo' },
        sent: `POST ${api}/pages`,
        body: { parent: { database_id: id }, properties, children: [{ type: 'paragraph' }, { type: 'paragraph' }] },
      },
      update_page: { input: { pageId: id, properties }, sent: `PATCH ${api}/pages/${id}`, body: { properties } },
      append_text: {
        input: { pageId: id, text: 'x'.repeat(2_001) },
        sent: `PATCH ${api}/blocks/${id}/children`,
        body: { children: [{}, { paragraph: { rich_text: [{ text: { content: 'x' } }] } }] },
      },
      query_database: {
        input: { databaseId: id, limit: 150 },
        answers: [
          { body: { results: [{ id: '1' }], has_more: true, next_cursor: 'c2' } },
          { body: { results: [{ id: '2' }], has_more: false } },
        ],
        output: { items: [{ id: '1' }, { id: '2' }] },
        sent: `POST ${api}/databases/${id}/query`,
        body: { page_size: 100, start_cursor: 'c2' },
      },
      search: {
        input: { query: 'Leads' },
        answers: [{ body: { results: [{ id }], has_more: false } }],
        output: { items: [{ id }] },
        sent: `POST ${api}/search`,
        body: { query: 'Leads' },
      },
    },
    polls: {
      new_page: {
        input: { databaseId: id },
        before: '2026-11-24T09:00:00.000Z',
        answers: [
          { body: { results: [{ id: 'p1', created_time: '2026-11-24T10:00:00.000Z' }], has_more: true, next_cursor: 'c2' } },
          { body: { results: [{ id: 'p2', created_time: '2026-11-24T10:00:00.000Z' }], has_more: false } },
        ],
        ids: ['p1', 'p2'],
        sent: `POST ${api}/databases/${id}/query`,
        body: {
          filter: { created_time: { on_or_after: '2026-11-24T09:00:00.000Z' } },
          sorts: [{ timestamp: 'created_time', direction: 'ascending' }],
          start_cursor: 'c2',
        },
      },
    },
  })
})

describe('Airtable', () => {
  const table = 'https://api.airtable.com/v0/app1/Leads%20A'
  const input = { baseId: 'app1', table: 'Leads A' }
  const fields = { Name: 'Ada' }
  testConnector(() => stub, {
    connector: airtable,
    fields: { apiKey: 'pat.secret' },
    check: {
      answer: { body: { id: 'usr1', email: 'ada@example.com' } },
      account: 'ada@example.com',
      sent: 'GET https://api.airtable.com/v0/meta/whoami',
    },
    refused: {
      status: 422,
      body: { error: { type: 'UNKNOWN_FIELD_NAME', message: 'Unknown field name: "Nam"' } },
      message: '422: Unknown field',
    },
    actions: {
      create_record: { input: { ...input, fields }, sent: `POST ${table}`, body: { fields, typecast: true } },
      update_record: { input: { ...input, recordId: 'rec1', fields }, sent: `PATCH ${table}/rec1`, body: { fields } },
      get_record: { input: { ...input, recordId: 'rec1' }, sent: `GET ${table}/rec1` },
      list_records: {
        input: { ...input, filterByFormula: '{A} = 1', limit: 2 },
        answers: [{ body: { records: [{ id: 'rec1' }], offset: 'itr/2' } }, { body: { records: [{ id: 'rec2' }] } }],
        output: { items: [{ id: 'rec1' }, { id: 'rec2' }] },
        sent: `GET ${table}`,
        query: { filterByFormula: '{A} = 1', pageSize: '2', offset: 'itr/2' },
      },
      delete_record: { input: { ...input, recordId: 'rec1' }, sent: `DELETE ${table}/rec1` },
    },
    polls: {
      new_record: {
        input,
        before: '2022-09-12T21:00:00.000Z',
        answers: [
          { body: { records: [{ id: 'rec2', createdTime: '2022-09-12T21:03:48.000Z' }], offset: 'itr/2' } },
          { body: { records: [{ id: 'rec1', createdTime: '2022-09-12T21:03:48.000Z' }] } },
        ],
        ids: ['rec2', 'rec1'],
        sent: `GET ${table}`,
        query: { offset: 'itr/2', filterByFormula: "NOT(IS_BEFORE(CREATED_TIME(), DATETIME_PARSE('2022-09-12T21:00:00.000Z')))" },
      },
    },
  })
})

describe('Jira', () => {
  const api = 'https://acme.atlassian.net/rest/api/3'
  const paragraph = (text: string) => ({ type: 'doc', version: 1, content: [{ type: 'paragraph', content: [{ type: 'text', text }] }] })
  testConnector(() => stub, {
    connector: jira,
    fields: { email: 'ada@example.com', apiKey: 'token', site: 'acme' },
    check: {
      answer: { body: { emailAddress: 'ada@example.com', displayName: 'Ada' } },
      account: 'ada@example.com',
      sent: `GET ${api}/myself`,
      headers: { authorization: `Basic ${Buffer.from('ada@example.com:token').toString('base64')}` },
    },
    refused: {
      status: 400,
      body: { errorMessages: [], errors: { project: 'Specify a valid project' } },
      message: '400: Specify a valid project',
    },
    actions: {
      create_issue: {
        input: { project: 'ED', summary: 'Broken', description: 'Now' },
        sent: `POST ${api}/issue`,
        body: { fields: { project: { key: 'ED' }, issuetype: { name: 'Task' }, summary: 'Broken', description: paragraph('Now') } },
      },
      get_issue: { input: { key: 'ED-24' }, sent: `GET ${api}/issue/ED-24` },
      add_comment: { input: { key: 'ED-24', text: 'Seen' }, sent: `POST ${api}/issue/ED-24/comment`, body: { body: paragraph('Seen') } },
      move_issue: {
        input: { key: 'ED-24', transition: 'done' },
        answers: [{ body: { transitions: [{ id: '31', name: 'Finish', to: { name: 'Done' } }] } }, { body: '' }],
        output: { moved: true, status: 'Done' },
        sent: `POST ${api}/issue/ED-24/transitions`,
        body: { transition: { id: '31' } },
      },
      find_issues: {
        input: { jql: 'project = ED', limit: 2 },
        answers: [{ body: { issues: [{ id: '1' }], nextPageToken: 'n2' } }, { body: { issues: [{ id: '2' }], isLast: true } }],
        output: { items: [{ id: '1' }, { id: '2' }] },
        sent: `GET ${api}/search/jql`,
        query: { jql: 'project = ED', nextPageToken: 'n2' },
      },
    },
    polls: {
      new_issue: {
        input: { project: 'ED' },
        answers: [
          { body: { issues: [{ id: '10000', fields: { created: '2026-11-24T10:00:00.000+0000' } }], nextPageToken: 'n2' } },
          { body: { issues: [{ id: '10001', fields: { created: '2026-11-24T11:00:00.000+0000' } }], isLast: true } },
        ],
        before: '2026-11-24T10:00:00.000Z',
        ids: ['10001', '10000'],
        sent: `GET ${api}/search/jql`,
        query: { nextPageToken: 'n2', jql: expect.stringMatching(/^project = "ED" AND created >= -\d+m ORDER BY created ASC$/) },
      },
    },
  })
})

describe('Linear', () => {
  const sent = 'POST https://api.linear.app/graphql'
  const done = (data: object) => [{ body: { data } }]
  testConnector(() => stub, {
    connector: linear,
    fields: { apiKey: 'lin_api_1' },
    check: {
      answer: { body: { data: { viewer: { organization: { name: 'Acme' } } } } },
      account: 'Acme',
      sent,
      headers: { authorization: 'lin_api_1' },
    },
    refused: {
      body: { errors: [{ message: 'Entity not found', extensions: { userPresentableMessage: 'Could not find the team.' } }] },
      message: 'Could not find the team.',
    },
    actions: {
      create_issue: {
        input: { teamId: 't1', title: 'Login fails', priority: '2' },
        answers: done({ issueCreate: { success: true, issue: { id: 'a1' } } }),
        output: { id: 'a1' },
        sent,
        body: { variables: { input: { teamId: 't1', title: 'Login fails', priority: 2 } } },
      },
      update_issue: {
        input: { id: 'ENG-7', stateId: 's1' },
        answers: done({ issueUpdate: { issue: { id: 'a1' } } }),
        output: { id: 'a1' },
        sent,
        body: { variables: { id: 'ENG-7', input: { stateId: 's1' } } },
      },
      add_comment: {
        input: { issueId: 'a1', body: 'Seen' },
        answers: done({ commentCreate: { comment: { id: 'c1' } } }),
        output: { id: 'c1' },
        sent,
        body: { variables: { input: { issueId: 'a1', body: 'Seen' } } },
      },
      find_issues: {
        input: { title: 'Login' },
        answers: done({ issues: { nodes: [{ id: 'a1' }] } }),
        output: [{ id: 'a1' }],
        sent,
        body: { variables: { first: 50, filter: { title: { containsIgnoreCase: 'Login' } } } },
      },
      list_teams: { answers: done({ teams: { nodes: [{ id: 't1' }] } }), output: [{ id: 't1' }], sent },
    },
    hooks: {
      new_issue: {
        body: { type: 'Issue', action: 'create', data: { id: 'a1', teamId: 't1' } },
        sign: (body, secret) => ({ 'linear-signature': hmac(secret, body) }),
        ids: ['a1'],
        other: { type: 'Issue', action: 'update', data: { id: 'a1' } },
      },
    },
  })
})
