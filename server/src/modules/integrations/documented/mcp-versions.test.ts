import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { McpServer, createMcpHandler } from '@modelcontextprotocol/server'
import { z } from 'zod'
import type { Connection, IntegrationAction, ToolChange } from '@imperium/contract/integrations.ts'
import type { LeftOutOperation } from '@imperium/contract/integrations/left-out.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'

let t: TestApp
let owner: TestUser
/** Methods that the server of 2025 was asked. */
const asked: string[] = []
/** How that server answers a method that it does not know. */
let unknownStatus = 200
let lackedScope = ''

const modern = createMcpHandler(
  () => {
    const mcp = new McpServer({ name: 'modern', title: 'Modern', version: '1.0.0' })
    mcp.registerTool('echo', { description: 'Says it again.', inputSchema: z.object({ text: z.string() }) }, ({ text }) => ({
      content: [{ type: 'text', text: `Heard ${text}` }],
    }))
    mcp.registerTool(
      'place',
      {
        description: 'Is routed by a header.',
        inputSchema: z.object({ region: z.string().meta({ 'x-mcp-header': 'Region' }), text: z.string() }),
      },
      ({ region, text }) => ({ content: [{ type: 'text', text: `${text} in ${region}` }] }),
    )
    return mcp
  },
  { legacy: 'reject' },
)

/** The last page has an empty cursor, and one tool has no schema. */
const pages = [
  [
    { name: 'first', inputSchema: { type: 'object', properties: { mode: { anyOf: [{ type: 'string' }, { type: 'null' }] } } } },
    { name: 'odd', inputSchema: 'none' },
  ],
  [{ name: 'second', inputSchema: { type: 'object', properties: { a: {} }, additionalProperties: {} } }],
]

function answerLegacy({ id, method, params }: { id?: number; method: string; params?: { cursor?: string } }): [number, object | null] {
  asked.push(method)
  const result = (value: object): [number, object] => [200, { jsonrpc: '2.0', id, result: value }]
  if (id === undefined) return [202, null]
  if (method === 'initialize')
    return result({ protocolVersion: '2025-03-26', capabilities: { tools: {} }, serverInfo: { name: 'Old', version: '1' } })
  if (method === 'tools/list') {
    const page = Number(params?.cursor || 0)
    return result({ tools: pages[page], nextCursor: page + 1 < pages.length ? String(page + 1) : '' })
  }
  if (method === 'tools/call') return result({ content: [{ type: 'text', text: JSON.stringify(params) }] })
  return [unknownStatus, { jsonrpc: '2.0', id, error: { code: -32601, message: 'Method not found' } }]
}

const server = createServer((request, response) => {
  void (async () => {
    const parts: Buffer[] = []
    for await (const part of request) parts.push(part as Buffer)
    const body = Buffer.concat(parts)
    if (request.url?.startsWith('/modern')) {
      const replied = await modern.fetch(
        new Request('http://127.0.0.1/modern', { method: 'POST', headers: request.headers as Record<string, string>, body }),
      )
      return response.writeHead(replied.status, Object.fromEntries(replied.headers)).end(Buffer.from(await replied.arrayBuffer()))
    }
    if (lackedScope !== '' && body.includes('tools/call'))
      return response.writeHead(403, { 'www-authenticate': `Bearer error="insufficient_scope", scope=${lackedScope}` }).end()
    const [status, answer] = answerLegacy(JSON.parse(body.toString()) as Parameters<typeof answerLegacy>[0])
    return response.writeHead(status, { 'content-type': 'application/json' }).end(answer === null ? '' : JSON.stringify(answer))
  })()
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  owner = await t.register()
})
afterAll(async () => {
  await t.close()
  await modern.close()
  server.closeAllConnections()
  server.close()
})

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/integrations/connections${path}`, { token: owner.token, ...(body ? { body } : {}) })

async function connect(path: string): Promise<string> {
  const { port } = server.address() as AddressInfo
  const fields = { apiKey: 'x', serverUrl: `http://127.0.0.1:${port}/${path}` }
  const made = await call<Connection>('POST', '', { connectorId: 'mcp', name: `${path} ${unknownStatus}`, fields })
  expect(made.status, JSON.stringify(made.body)).toBe(201)
  return made.body.data.id
}

async function accept(id: string, ...names: string[]): Promise<string[]> {
  const seen = (await call<ToolChange[]>('GET', `/${id}/tools`)).body.data
  const chosen = seen.filter(({ name }) => names.includes(name)).map(({ name, fingerprint }) => ({ name, fingerprint }))
  expect((await call('POST', `/${id}/tools`, { accept: chosen })).status).toBe(200)
  return (await call<IntegrationAction[]>('GET', `/${id}/actions`)).body.data.map((action) => action.id)
}

test('a server that speaks the protocol of 2026 alone is connected and called', async () => {
  const id = await connect('modern')
  expect(await accept(id, 'echo')).toEqual(['echo'])
  const run = await call<{ output: { text: string } }>('POST', `/${id}/actions/echo`, { input: { text: 'hello' } })
  expect(run.body.data?.output.text, JSON.stringify(run.body)).toBe('Heard hello')
})

// Servers of 2026 refuse a call without the headers that its schema asks for.
test('values that a tool wants in headers are sent in them', async () => {
  const id = await connect('modern?headers')
  expect(await accept(id, 'place')).toEqual(['place'])
  const run = await call<{ output: { text: string } }>('POST', `/${id}/actions/place`, { input: { region: 'Köln', text: 'hello' } })
  expect(run.body.data?.output.text, JSON.stringify(run.body)).toBe('hello in Köln')
})

// Older servers answer the question for their versions in many ways; each is then asked by `initialize`.
test.each([200, 202, 400, 404, 500])('a server of 2025 that answers unknown methods with %i is connected', async (status) => {
  unknownStatus = status
  const id = await connect('legacy')
  expect(await accept(id, 'first')).toEqual(['first'])
})

test('an empty cursor ends the list, and one odd tool is left out and listed', async () => {
  unknownStatus = 201
  asked.length = 0
  const id = await connect('legacy')
  expect(asked.filter((method) => method === 'tools/list')).toHaveLength(2)
  expect((await call<LeftOutOperation[]>('GET', `/${id}/left-out`)).body.data).toEqual([{ name: 'odd', reason: 'tool' }])
  // Nothing is offered before it was accepted, and then it alone.
  expect((await call<IntegrationAction[]>('GET', `/${id}/actions`)).body.data).toEqual([])
  expect(await accept(id, 'second')).toEqual(['second'])
  expect(await accept(id, 'first')).toEqual(['second', 'first'])
  // A tool may take what it does not name.
  const run = await call<{ output: { text: string } }>('POST', `/${id}/actions/second`, { input: { a: null, other_fields: { b: 1 } } })
  expect(JSON.parse(run.body.data.output.text)).toMatchObject({ name: 'second', arguments: { a: null, b: 1 } })
})

test('a scope that the credentials lack is named', async () => {
  unknownStatus = 203
  const id = await connect('legacy')
  await accept(id, 'first')
  for (const scope of ['"files:write"', 'files:write']) {
    lackedScope = scope
    const refused = await call('POST', `/${id}/actions/first`, { input: { mode: 'x' } })
    expect(refused).toMatchObject({ status: 409, body: { message: expect.stringContaining('files:write') as unknown } })
  }
  lackedScope = ''
})
