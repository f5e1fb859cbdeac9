import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { createHttpOut } from '../http-out/http-out.ts'
import { attemptDelivery, nextAttemptAt } from './attempt-delivery.ts'
import { newSigningSecret, refuseStandard } from './signatures.ts'
import { createSigner } from './signer.ts'

const secret = newSigningSecret()
const sign = createSigner({ secret })
const httpOut = createHttpOut({ allow: ['127.0.0.1'] })
const now = () => new Date()
const kilobyte = 'é'.repeat(512)
let url = ''
let lastCall: { headers: IncomingMessage['headers']; body: Buffer } | undefined
let calls = 0

const replies: Record<string, (response: ServerResponse) => void> = {
  '/200': (response) => response.end('fine'),
  '/204': (response) => response.writeHead(204).end(),
  '/301': (response) => response.writeHead(301, { location: '/200' }).end(),
  '/400': (response) => response.writeHead(400).end('what?'),
  '/404': (response) => response.writeHead(404).end(),
  '/410': (response) => response.writeHead(410).end(),
  '/429': (response) => response.writeHead(429, { 'retry-after': '7200' }).end(),
  '/500': (response) => response.writeHead(500).end('oh'),
  '/cut': (response) => response.socket?.destroy(),
  '/silent': () => undefined,
  '/endless': (response) => {
    const more = () => {
      while (!response.destroyed && response.write(kilobyte));
    }
    response.on('drain', more)
    more()
  },
}
const server = createServer((request, response) => {
  calls += 1
  const chunks: Buffer[] = []
  request.on('data', (chunk: Buffer) => chunks.push(chunk))
  request.on('end', () => {
    lastCall = { headers: request.headers, body: Buffer.concat(chunks) }
    replies[request.url ?? '']?.(response)
  })
})

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
})
afterAll(async () => {
  await httpOut.close()
  server.closeAllConnections()
  server.close()
})

const attempt = (path: string, body = '{"a":1}', isTest = false) =>
  attemptDelivery(
    { id: 'msg_1', url: `${url}${path}`, headers: { 'x-team': 'sales' }, body, isTest },
    { httpOut, sign, now, timeoutMs: 500 },
  )

test.each([
  ['/200', 'delivered', 200, null],
  ['/204', 'delivered', 204, null],
  ['/301', 'failed', 301, null],
  ['/400', 'failed', 400, null],
  ['/404', 'failed', 404, null],
  ['/410', 'gone', 410, null],
  ['/429', 'failed', 429, 7_200_000],
  ['/500', 'failed', 500, null],
  ['/cut', 'failed', null, null],
  ['/silent', 'failed', null, null],
] as const)('a response of %s ends as %s', async (path, outcome, status, retryAfterMs) => {
  const before = calls
  const made = await attempt(path)
  expect(made).toMatchObject({ outcome, status, retryAfterMs })
  expect([made.error === null, made.response === null]).toEqual([status !== null, status === null])
  // One call: a redirect is not followed.
  expect(calls).toBe(before + 1)
})

test('keeps 64 KB of an endless response and ends it', async () => {
  const made = await attempt('/endless')
  expect(made).toMatchObject({ outcome: 'delivered', status: 200 })
  expect(made.response?.body).toBe(`${'é'.repeat(32 * 1024)}\n[Cut here after 64 KB]`)
})

test('a test says so in its headers, and a real delivery does not', async () => {
  await attempt('/200')
  expect(lastCall?.headers['webhook-test']).toBeUndefined()
  await attempt('/200', '{}', true)
  expect(lastCall?.headers['webhook-test']).toBe('true')
})

test('sends the whole body and logs 64 KB of it, without half a character', async () => {
  const body = `"${'é'.repeat(100_000)}"`
  const made = await attempt('/200', body)
  expect(lastCall?.body.toString()).toBe(body)
  expect(made.request.body).toBe(`"${'é'.repeat(32 * 1024 - 1)}`)
})

test('signs each attempt under the same id, with the headers of the customer', async () => {
  for (const path of ['/500', '/200']) {
    const made = await attempt(path)
    const { headers = {}, body = Buffer.alloc(0) } = lastCall ?? {}
    expect(refuseStandard((name) => [headers[name]].flat()[0], body, [secret], now())).toBeNull()
    expect(headers).toMatchObject({ 'webhook-id': 'msg_1', 'x-team': 'sales', 'content-type': 'application/json' })
    expect(made.request.headers['webhook-id']).toBe('msg_1')
  }
})

test('never tries an address again that may not be called', async () => {
  for (const to of ['http://10.0.0.1/', 'not an address', 'file:///etc/passwd']) {
    const made = await attemptDelivery({ id: 'msg_1', url: to, body: '{}' }, { httpOut, sign, now })
    expect([to, made.outcome]).toEqual([to, 'impossible'])
    expect(nextAttemptAt(made, 1)).toBeNull()
  }
})

test('retries seven times over about 28 hours, not before Retry-After, and never after an end', () => {
  const at = new Date('2026-11-24T10:00:00Z')
  const failed = { outcome: 'failed', at, retryAfterMs: null } as const
  const total = (random: number) =>
    [1, 2, 3, 4, 5, 6, 7].reduce(
      (sum, failures) => sum + (nextAttemptAt(failed, failures, { random: () => random })?.getTime() ?? 0) - at.getTime(),
      0,
    )
  expect(total(0.5) / 3_600_000).toBeCloseTo(28.1, 1)
  expect(total(0)).toBeLessThan(total(1))
  expect(nextAttemptAt(failed, 8)).toBeNull()
  expect(nextAttemptAt({ ...failed, retryAfterMs: 7_200_000 }, 1, { random: () => 0 })).toEqual(new Date('2026-11-24T12:00:00Z'))
  for (const outcome of ['delivered', 'gone', 'impossible'] as const) expect(nextAttemptAt({ ...failed, outcome }, 1)).toBeNull()
})
