import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { createTestApp } from '../../../../testing/test-app.ts'
import type { TestApp, TestUser } from '../../../../testing/test-app.ts'
import { isBoundTo } from '../../credentials/credential-hosts.ts'
import { runStep, typeOf } from '../test-steps.ts'

interface Seen {
  method: string
  url: string
  headers: IncomingMessage['headers']
  body: string
}
let t: TestApp
let owner: TestUser
const seen: Seen[] = []
let reply: (request: Seen, response: ServerResponse) => void
const ports: number[] = []
const servers = [0, 1].map(() =>
  createServer((request, response) => {
    let body = ''
    request.on('data', (part: Buffer) => (body += part.toString()))
    request.on('end', () => {
      const what = { method: request.method ?? '', url: request.url ?? '', headers: request.headers, body }
      seen.push(what)
      reply(what, response)
    })
  }),
)

beforeAll(async () => {
  t = await createTestApp({ env: { EGRESS_ALLOW: '127.0.0.1' }, log: 'error' })
  owner = await t.register()
  for (const server of servers) {
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
    ports.push((server.address() as AddressInfo).port)
  }
})
afterAll(async () => {
  for (const server of servers) {
    server.closeAllConnections()
    server.close()
  }
  await t.close()
})
beforeEach(() => {
  reply = (_request, response) => response.writeHead(200, { 'content-type': 'application/json' }).end('{"ok":true}')
})
afterEach(() => void seen.splice(0))

const at = (path = '/', server = 0) => `http://127.0.0.1:${ports[server]}${path}`
const ask = (config: Parameters<typeof runStep>[1], identity = 'run/1') =>
  runStep('http', config, { platform: t.platform, orgId: owner.orgId, identity })
test('reads the body by its charset, and keeps what is no text as base64', async () => {
  const answers: Record<string, [string, string]> = {
    '/latin1': ['application/json; charset=iso-8859-1', '7b2263697479223a224bf66c6e227d'],
    '/sjis': ['text/csv; charset=Shift_JIS', '2296bc914f222c22938c8b9e22'],
    '/silent': ['text/plain', '4bf66c6e'],
    '/picture': ['image/png', '89504e47'],
    '/unknown': ['text/plain', 'c5ecb5fe'],
  }
  reply = ({ url }, response) => {
    const [type = '', hex = ''] = answers[url] ?? []
    response.writeHead(200, { 'content-type': type }).end(Buffer.from(hex, 'hex'))
  }
  const bodies = ['/latin1', '/sjis', '/silent', '/picture'].map((path) => ask({ method: 'GET', url: at(path) }))
  expect((await Promise.all(bodies)).map((each) => 'output' in each && (each.output as { body: unknown }).body)).toEqual([
    { city: 'Köln' },
    '"名前","東京"',
    'Köln',
    'iVBORw==',
  ])
  expect(await ask({ method: 'GET', url: at('/unknown') })).toMatchObject({ kind: 'failed', code: 'UNREADABLE_TEXT', retryable: false })
})

const store = async (body: object) => {
  const made = await t.call<{ id: string }>('POST', '/api/workflow-credentials', {
    token: owner.token,
    body: { name: `C${Math.random()}`, kind: 'bearer', field: '', hosts: [`127.0.0.1:${ports[0]}`], secret: 'very-secret-value', ...body },
  })
  expect(made.status).toBe(201)
  return made.body.data.id
}

test('sends method, query, headers, body and its identity, and reads JSON', async () => {
  const result = await ask({
    method: 'POST',
    url: at('/leads?a=1'),
    query: [{ name: 'b', value: 'c d' }],
    headers: [{ name: 'X-Kind', value: 'lead' }],
    bodyType: 'json',
    json: { email: 'ada@example.com', score: 7 },
  })
  expect(result).toMatchObject({ kind: 'done', output: { status: 200, body: { ok: true } } })
  expect(seen[0]).toMatchObject({ method: 'POST', url: '/leads?a=1&b=c+d', body: '{"email":"ada@example.com","score":7}' })
  expect(seen[0]?.headers).toMatchObject({ 'x-kind': 'lead', 'content-type': 'application/json', 'idempotency-key': 'run/1' })
})

test('sends form and text bodies and reads a text response', async () => {
  reply = (_request, response) => response.writeHead(200, { 'content-type': 'text/plain', 'set-cookie': 'a=b' }).end('fine')
  const result = await ask({ method: 'PUT', url: at(), bodyType: 'form', form: [{ name: 'a', value: 1 }] })
  expect(result).toMatchObject({ kind: 'done', output: { body: 'fine' } })
  expect(result).not.toHaveProperty('output.headers.set-cookie')
  await ask({ method: 'PATCH', url: at(), bodyType: 'text', text: 'words' })
  expect(seen.map(({ body }) => body)).toEqual(['a=1', 'words'])
})

describe('responses', () => {
  test.each([
    [404, 'HTTP_404', false],
    [422, 'HTTP_422', false],
    [429, 'HTTP_429', true],
    [500, 'HTTP_500', true],
    [503, 'HTTP_503', true],
  ])('%i fails as %s, to be tried again: %s', async (status, code, retryable) => {
    reply = (_request, response) => response.writeHead(status, { 'retry-after': '7' }).end('{}')
    const result = await ask({ url: at() })
    expect(result).toMatchObject({ kind: 'failed', code, retryable, output: { status } })
    expect('retryAfterMs' in result ? result.retryAfterMs : null).toBe(retryable ? 7000 : null)
  })
  test('expected statuses are successes', async () => {
    reply = (_request, response) => response.writeHead(404).end()
    expect(await ask({ url: at(), expect: '200-299, 404' })).toMatchObject({ kind: 'done', output: { status: 404 } })
  })
  test('what should be JSON and is none fails', async () => {
    reply = (_request, response) => response.end('<html>')
    expect(await ask({ url: at(), response: 'json' })).toMatchObject({ kind: 'failed', code: 'INVALID_JSON', retryable: false })
    // Nested too deeply to be serialized.
    reply = (_request, response) =>
      response.writeHead(200, { 'content-type': 'application/json' }).end('['.repeat(9_000) + ']'.repeat(9_000))
    expect(await ask({ url: at() })).toMatchObject({ kind: 'failed', code: 'INVALID_JSON', output: { body: expect.any(String) } })
  })
})

describe('unknown outcomes', () => {
  beforeEach(() => {
    reply = (_request, response) => response.destroy()
  })
  test('holds a POST that may have arrived, retries a GET, and allows a step to override this', async () => {
    expect(await ask({ method: 'POST', url: at() })).toMatchObject({ kind: 'failed', unknown: true, retryable: false })
    const again = await ask({ method: 'GET', url: at() })
    expect(again).toMatchObject({ kind: 'failed', retryable: true })
    expect(again).not.toHaveProperty('unknown')
    expect(await ask({ method: 'POST', url: at(), whenUnknown: 'repeat' })).toMatchObject({ retryable: true })
    const type = typeOf('http')
    if (type.kind !== 'effect') throw new Error('it touches the world')
    const policy = (config: object) => type.whenUnknown(type.config.parse({ url: at(), ...config }))
    expect([policy({ method: 'DELETE' }), policy({ method: 'PATCH' }), policy({ method: 'GET', whenUnknown: 'hold' })]).toEqual([
      'repeat',
      'hold',
      'hold',
    ])
  })
  test('what surely did not arrive is tried again', async () => {
    expect(await ask({ method: 'POST', url: 'http://127.0.0.1:1/' })).toMatchObject({ code: 'CONNECT_FAILED', retryable: true })
  })
})

test('rejects private and invalid addresses', async () => {
  expect(await ask({ url: 'http://10.0.0.1/' })).toMatchObject({ kind: 'failed', code: 'BLOCKED_ADDRESS', retryable: false })
  expect(await ask({ url: 'http://169.254.169.254/latest' })).toMatchObject({ code: 'BLOCKED_ADDRESS' })
  expect(await ask({ url: 'file:///etc/passwd' })).toMatchObject({ code: 'INVALID_URL' })
  expect(await ask({ url: 'nonsense' })).toMatchObject({ code: 'INVALID_URL' })
  reply = (_request, response) => response.writeHead(302, { location: 'http://10.0.0.1/' }).end()
  expect(await ask({ url: at() })).toMatchObject({ code: 'BLOCKED_ADDRESS' })
})

test('headers of the connection and secrets are no headers of a step', () => {
  const { config } = typeOf('http')
  for (const name of ['Authorization', 'Cookie', 'Host', 'Content-Length', 'Idempotency-Key', 'Proxy-Authorization', 'a:b'])
    expect(config.safeParse({ url: at(), headers: [{ name, value: 'x' }] }).success).toBe(false)
})

describe('credentials', () => {
  test('are sent to their hosts only, in the form of their kind, and removed from an echoed response', async () => {
    reply = (request, response) => response.end(`${JSON.stringify(request.headers)} ${request.url}`)
    const results = [
      await ask({ url: at(), credential: await store({ kind: 'bearer' }) }),
      await ask({ url: at(), credential: await store({ kind: 'basic', field: 'user', secret: 'päss-wörd' }) }),
      await ask({ url: at(), credential: await store({ kind: 'header', field: 'X-Api-Key' }) }),
      await ask({ url: at(), credential: await store({ kind: 'query', field: 'key', secret: 'query secret' }) }),
    ]
    expect(seen[0]?.headers.authorization).toBe('Bearer very-secret-value')
    expect(seen[1]?.headers.authorization).toBe(`Basic ${Buffer.from('user:päss-wörd').toString('base64')}`)
    expect(seen[2]?.headers['x-api-key']).toBe('very-secret-value')
    expect(seen[3]?.url).toBe('/?key=query+secret')
    expect(JSON.stringify(results)).not.toMatch(/very-secret|query.secret|p.ss-w.rd|dXNlcjpw/)
  })
  test('are not sent to another host, neither at first nor by a redirect', async () => {
    const credential = await store({})
    expect(await ask({ url: at('/', 1), credential })).toMatchObject({ kind: 'failed', code: 'CREDENTIAL_HOST', retryable: false })
    expect(seen).toEqual([])
    reply = (request, response) =>
      request.url === '/away' ? response.writeHead(307, { location: at('/there', 1) }).end() : response.end('there')
    const headers = [{ name: 'X-Own', value: 'meant for the first' }]
    expect(await ask({ url: at('/away'), credential, headers })).toMatchObject({ kind: 'done', output: { body: 'there' } })
    expect(seen[0]?.headers).toMatchObject({ authorization: 'Bearer very-secret-value', 'x-own': 'meant for the first' })
    expect(seen[1]?.headers).not.toHaveProperty('authorization')
    expect(seen[1]?.headers).not.toHaveProperty('x-own')
  })
  test('fail the step when they are deleted', async () => {
    expect(await ask({ url: at(), credential: '0198c0de-0000-7000-8000-000000000009' })).toMatchObject({ code: 'NO_CREDENTIAL' })
  })
  test.each([
    ['https://api.example.com/x', ['api.example.com'], true],
    ['http://api.example.com/x', ['api.example.com'], false],
    ['https://api.example.com:8443/x', ['api.example.com'], false],
    ['https://api.example.com:8443/x', ['api.example.com:8443'], true],
    ['http://crm.internal/x', ['crm.internal:80'], true],
    ['https://a.b.example.com', ['*.example.com'], true],
    ['https://example.com', ['*.example.com'], false],
    ['https://evilexample.com', ['*.example.com'], false],
    ['https://api.example.com.evil.test', ['api.example.com'], false],
    ['https://API.EXAMPLE.COM./', ['api.example.com'], true],
    ['https://other.test', ['api.example.com', 'other.test'], true],
  ])('%s with %j: %s', (url, hosts, expected) => {
    expect(isBoundTo(hosts, new URL(url))).toBe(expected)
  })
})
