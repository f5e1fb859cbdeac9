import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { testConnector } from '../../testing/connector-cases.ts'
import { act, connectionOf, startStub } from '../../testing/stub-service.ts'
import type { Stub } from '../../testing/stub-service.ts'
import { brave } from './brave.ts'
import { searxng } from './searxng.ts'
import { tavily } from './tavily.ts'
import { webSearchJson } from './web-search-json.ts'
import { webSearchSandbox } from './web-search-sandbox.ts'

let stub: Stub
beforeAll(async () => {
  stub = await startStub()
})
afterAll(() => stub.close())

const output = { results: [{ title: 'Axolotl news', url: 'https://a.example/1', snippet: 'New tanks' }] }
const input = { query: 'axolotl' }

describe('Brave Search', () => {
  const body = { web: { results: [{ title: '<b>Axolotl</b> news', url: 'https://a.example/1', description: 'New\n tanks' }] } }
  const sent = 'GET https://api.search.brave.com/res/v1/web/search'
  testConnector(() => stub, {
    connector: brave,
    fields: { apiKey: 'brave-key' },
    check: { answer: { body }, account: null, sent },
    refused: { status: 422, body: { error: { detail: 'The provided subscription token is invalid.' } }, message: '422: The provided' },
    actions: {
      search: {
        input,
        answers: [{ body }],
        output,
        sent,
        query: { q: 'axolotl', count: '5' },
        headers: { 'x-subscription-token': 'brave-key' },
      },
    },
  })
})

describe('Tavily', () => {
  const body = { results: [{ title: 'Axolotl news', url: 'https://a.example/1', content: 'New tanks', score: 0.9 }] }
  testConnector(() => stub, {
    connector: tavily,
    fields: { apiKey: 'tvly-key' },
    check: { answer: { body: {} }, account: null, sent: 'GET https://api.tavily.com/usage' },
    refused: { status: 401, body: { detail: { error: 'Unauthorized: missing or invalid API key.' } }, message: '401: Unauthorized' },
    actions: {
      search: {
        input: { ...input, limit: 3 },
        answers: [{ body }],
        output,
        sent: 'POST https://api.tavily.com/search',
        body: { query: 'axolotl', max_results: 3 },
        headers: { authorization: 'Bearer tvly-key' },
      },
    },
  })
})

describe('SearXNG', () => {
  const other = [{ title: 'x', url: 'javascript:alert(1)' }, { title: 'no address' }, { title: 'x', url: 'https://u:p@a.example' }]
  const body = { results: [...other, { title: 'Axolotl news', url: 'https://a.example/1', content: 'New tanks' }] }
  const sent = 'GET https://search.acme.example/search'
  testConnector(() => stub, {
    connector: searxng,
    fields: { baseUrl: 'https://search.acme.example/' },
    check: { answer: { body }, account: null, sent },
    refused: { status: 403, body: '<h1>403 Forbidden</h1>', message: '403:' },
    actions: { search: { input, answers: [{ body }], output, sent, query: { q: 'axolotl', format: 'json' } } },
  })
})

describe('Web search (JSON)', () => {
  const body = { data: { items: [{ name: 'Axolotl news', link: 'https://a.example/1', text: 'New tanks' }] } }
  const sent = 'GET https://find.acme.example/api'
  testConnector(() => stub, {
    connector: webSearchJson,
    fields: {
      address: 'https://find.acme.example/api?format=json',
      parameter: 'question',
      list: 'data.items',
      title: 'name',
      url: 'link',
      snippet: 'text',
    },
    check: { answer: { body }, account: null, sent },
    refused: { body: 'Hello', message: 'did not answer with JSON' },
    actions: { search: { input, answers: [{ body }], output, sent, query: { question: 'axolotl', format: 'json' } } },
  })
})

test('the sandbox answers the same invented results for the same question, and says so', async () => {
  const connection = connectionOf(webSearchSandbox, {})
  const find = (query: string) => act(stub, connection, 'search', { query, limit: 2 })
  const first = await find('axolotl tanks')
  expect(first).toMatchObject({ isSandbox: true, results: [{ title: '[Sandbox] Overview: axolotl tanks' }, {}] })
  expect(await find('axolotl tanks')).toEqual(first)
  expect(await find('other')).not.toEqual(first)
})
