import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Connection } from '@imperium/contract/integrations.ts'
import type { LeftOutOperation } from '@imperium/contract/integrations/left-out.ts'
import { createTestApp } from '../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../testing/test-app.ts'
import { frameworkDocuments } from './testing/framework-documents.ts'
import { madeDocuments } from './testing/made-documents.ts'

let t: TestApp
let owner: TestUser
let origin = ''
/** What is fetched from an address of the server. */
let served = ''
let received: { line: string; type?: string; body?: string; parts?: string[] } | undefined

/** Each part of a form with files, split by the line that its type names. */
function partsOf(type: string, body: string): string[] | undefined {
  const [, boundary] = /^multipart\/form-data; boundary=(\S+)$/.exec(type) ?? []
  if (boundary === undefined) return undefined
  const [before, ...pieces] = body.split(`--${boundary}`)
  expect([before, pieces.pop()]).toEqual(['', '--\r\n'])
  return pieces.map((piece) => {
    const [, head = '', content = ''] = /^\r\n([^]*?)\r\n\r\n([^]*)\r\n$/.exec(piece) ?? []
    const field = (name: string) => new RegExp(`^${name}: (.*)$`, 'im').exec(head.replaceAll('\r', ''))?.[1] ?? ''
    return `${field('Content-Disposition')}|${field('Content-Type')}|${content}`
  })
}

const server = createServer((request, response) => {
  const parts: Buffer[] = []
  request.on('data', (part: Buffer) => parts.push(part))
  request.on('end', () => {
    const body = Buffer.concat(parts).toString()
    const type = request.headers['content-type']
    const line = `${request.method} ${request.url}`
    const form = partsOf(type ?? '', body)
    if (request.url !== '/openapi.json')
      received = { line, ...(form ? { parts: form } : { ...(type ? { type } : {}), ...(body ? { body } : {}) }) }
    response.writeHead(200, { 'content-type': 'application/json' }).end(request.url === '/openapi.json' ? served : '{}')
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  t = await createTestApp({ log: 'error', env: { EGRESS_ALLOW: '127.0.0.1' } })
  owner = await t.register()
})
afterAll(async () => {
  await t.close()
  server.closeAllConnections()
  server.close()
})

const call = <T>(method: string, path: string, body?: object) =>
  t.call<T>(method, `/api/integrations/connections${path}`, { token: owner.token, ...(body ? { body } : {}) })
const connect = (name: string, document: object) =>
  call<Connection>('POST', '', { connectorId: 'openapi', auth: 3, name, fields: {}, document })

// The server behind each document receives, byte for byte, what the document describes.
test.each(Object.entries({ ...frameworkDocuments, ...madeDocuments }))(
  'a document as %s writes it is called as it says',
  async (name, { document, calls, leftOut = [] }) => {
    const made = await connect(name, { text: JSON.stringify(document(origin)) })
    expect(made.status, JSON.stringify(made.body)).toBe(201)
    const { id } = made.body.data
    for (const { action, input, ...sent } of calls) {
      received = undefined
      const { status, body } = await call('POST', `/${id}/actions/${action}`, { input })
      expect(status, JSON.stringify(body)).toBe(200)
      expect(received).toEqual(sent)
    }
    expect((await call<LeftOutOperation[]>('GET', `/${id}/left-out`)).body.data).toEqual(leftOut)
  },
)

// Quotes double the body of a text: the allowed size is that of the document.
test('a document of nearly 8 MiB is taken as text and by address', async () => {
  const small = frameworkDocuments['fastApi']?.document(origin) ?? {}
  const text = JSON.stringify({ ...small, 'x-notes': '"'.repeat(4_100_000) })
  expect(text.length).toBeGreaterThan(7.5 * 1024 * 1024)
  expect((await connect('Large text', { text })).status).toBe(201)
  served = text
  expect((await connect('Large address', { url: `${origin}/openapi.json` })).status).toBe(201)
})
