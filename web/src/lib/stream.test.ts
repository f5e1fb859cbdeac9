import { createServer } from 'node:http'
import type { IncomingMessage, ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { notifications } from '@imperium/contract/notifications.ts'
import { stream } from './stream.ts'

type Handler = (request: IncomingMessage, response: ServerResponse, attempt: number) => void
let stop: () => Promise<void>

/** A server that speaks the event-stream protocol on a real socket; the client's relative URLs are pointed at it. */
async function serve(handler: Handler): Promise<void> {
  let attempt = 0
  const server = createServer((request, response) => handler(request, response, attempt++))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const RealRequest = globalThis.Request
  vi.stubGlobal(
    'Request',
    class extends RealRequest {
      constructor(input: string, init?: RequestInit) {
        super(new URL(input, `http://127.0.0.1:${port}`), init)
      }
    },
  )
  stop = async () => {
    server.closeAllConnections()
    await new Promise((resolve) => server.close(resolve))
  }
}

beforeEach(() => {
  vi.stubGlobal('location', { pathname: '/org/acme/dashboard' })
  vi.stubGlobal('localStorage', { getItem: (key: string) => (key === 'authToken' ? 'handle' : null) })
})
afterEach(async () => {
  await stop()
  vi.unstubAllGlobals()
})

const event = (id: number) => `id: ${id}\ndata: {"type":"unread","unread":${id}}\n\n`

/** Reads until `count` events arrived. */
async function read(count: number): Promise<number[]> {
  const seen: number[] = []
  for await (const message of stream(notifications.events, {})) {
    seen.push(message.data.unread)
    if (seen.length === count) break
  }
  return seen
}

test('a cut connection resumes after the last event seen, and a heartbeat is no event', async () => {
  const requested: (string | undefined)[] = []
  await serve((request, response, attempt) => {
    requested.push(request.headers['last-event-id'] as string | undefined)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    if (attempt > 0) return void response.end(`: heartbeat\n\n${event(3)}`)
    response.write(event(1) + event(2))
    setTimeout(() => response.destroy(), 20)
  })
  expect(await read(3)).toEqual([1, 2, 3])
  expect(requested).toEqual([undefined, '2'])
})

test('an event split over chunks and lines with CRLF are read as one', async () => {
  await serve((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.write('id: 7\r\ndata: {"type":"unr')
    setTimeout(() => response.end('ead","unread":7}\r\n\r\n'), 10)
  })
  expect(await read(1)).toEqual([7])
})

test("throws a refusal immediately with the server's message", async () => {
  let calls = 0
  await serve((_request, response) => {
    calls += 1
    response.writeHead(403, { 'content-type': 'application/json' })
    response.end(JSON.stringify({ success: false, error: 'Access denied.', message: 'Access denied.', code: 'forbidden', requestId: '1' }))
  })
  await expect(read(1)).rejects.toMatchObject({ status: 403, message: 'Access denied.' })
  expect(calls).toBe(1)
})

test('the handle and the organization of the address go with the request', async () => {
  const headers: IncomingMessage['headers'][] = []
  await serve((request, response) => {
    headers.push(request.headers)
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    response.end(event(1))
  })
  await read(1)
  expect(headers[0]).toMatchObject({ authorization: 'Bearer handle', 'x-tenant': 'acme', accept: 'text/event-stream' })
})
