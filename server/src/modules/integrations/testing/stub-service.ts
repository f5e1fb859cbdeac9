import { createServer } from 'node:http'
import type { IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'
import { createHttpOut } from '../../../platform/http-out/http-out.ts'
import type { Connector } from '../kit/connector.ts'
import type { OpenConnection, Outside } from '../kit/open-connection.ts'
import { runAction, testConnection } from '../kit/run-action.ts'
import { readPoll } from '../kit/read-poll.ts'

/** What a service's documentation says of one call. */
export interface Reply {
  status?: number
  headers?: Record<string, string>
  /** An object is sent as JSON. */
  body?: unknown
}

export interface ReceivedRequest {
  method: string
  /** Address as the connector named it, without its query: `https://slack.com/api/chat.postMessage`. */
  url: string
  query: Record<string, string | string[]>
  headers: Record<string, string>
  /** JSON and forms as objects, text otherwise. */
  body: unknown
}

const original = 'x-original-address'

/** A local server in the place of a service: it keeps what it gets, replies `respond` in turn, the last one for ever. */
export async function startStub() {
  const requests: ReceivedRequest[] = []
  let replies: Reply[] = [{ body: {} }]
  const server = createServer((request, response) => {
    void readRequest(request).then((received) => {
      requests.push(received)
      const { status = 200, headers = {}, body = {} } = (replies.length > 1 ? replies.shift() : replies[0]) ?? {}
      const text = typeof body === 'string' ? body : JSON.stringify(body)
      response.writeHead(status, { 'content-type': typeof body === 'string' ? 'text/plain' : 'application/json', ...headers })
      response.end(text)
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  const httpOut = createHttpOut({ allow: ['127.0.0.1'] })
  const outside: Outside = {
    httpOut: { fetch: throughStub(httpOut.fetch, port) },
    allow: ['127.0.0.1'],
    isHeld: () => false,
    now: () => new Date(),
  }
  return {
    url: `http://127.0.0.1:${port}`,
    port,
    outside,
    /** For an app whose calls of services come here instead. */
    through: (fetch: Outside['httpOut']['fetch']) => throughStub(fetch, port),
    requests,
    /** The last request. */
    last: (): ReceivedRequest => {
      const last = requests.at(-1)
      if (!last) throw new Error('the service was not called')
      return last
    },
    respond: (...next: Reply[]) => {
      replies = next
      requests.length = 0
    },
    close: async () => {
      await httpOut.close()
      server.closeAllConnections()
      server.close()
    },
  }
}
export type Stub = Awaited<ReturnType<typeof startStub>>

/** Sends every request to the stub, which learns for which address it was meant. */
const throughStub =
  (fetch: Outside['httpOut']['fetch'], port: number): Outside['httpOut']['fetch'] =>
  (address, init) => {
    const url = new URL(address)
    const headers = new Headers(init?.headers)
    headers.set(original, url.origin)
    return fetch(new URL(`${url.pathname}${url.search}`, `http://127.0.0.1:${port}`), { ...init, headers })
  }

async function readRequest(request: IncomingMessage): Promise<ReceivedRequest> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  const { [original]: origin, ...headers } = request.headers
  const url = new URL(request.url ?? '', String(origin ?? `http://${request.headers.host}`))
  const query: ReceivedRequest['query'] = {}
  for (const name of new Set(url.searchParams.keys())) {
    const values = url.searchParams.getAll(name)
    query[name] = values.length > 1 ? values : (values[0] ?? '')
  }
  const text = Buffer.concat(chunks).toString()
  const plain = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]))
  return { method: request.method ?? '', url: `${url.origin}${url.pathname}`, query, headers: plain, body: bodyOf(text, plain) }
}

function bodyOf(text: string, headers: Record<string, string>): unknown {
  const type = headers['content-type'] ?? ''
  if (type.includes('json')) return JSON.parse(text)
  return type.includes('form-urlencoded') ? Object.fromEntries(new URLSearchParams(text)) : text
}

/** A connection to the stub. `auth`: which way to connect, the first unless given. */
export const connectionOf = (connector: Connector, fields: Record<string, string>, auth = connector.auth[0]): OpenConnection => {
  if (!auth) throw new Error('the connector has no way to connect')
  return { connector, auth, fields }
}

const signal = () => new AbortController().signal

/** Runs an action of a connector against the stub. */
export const act = (stub: Stub, connection: OpenConnection, name: string, input: object): Promise<unknown> => {
  const action = connection.connector.actions[name]
  if (!action) throw new Error(`${connection.connector.id} has no action ${name}`)
  return runAction(stub.outside, connection, action, input, { identity: 'test-identity', signal: signal() })
}

/** Tests a connection against the stub: the account's name. */
export const check = async (stub: Stub, connection: OpenConnection): Promise<string | null> =>
  (await testConnection(stub.outside, connection, signal())).account

/** Asks once for what is new, after `cursor`. */
export const poll = (stub: Stub, connection: OpenConnection, name: string, input: object = {}, cursor: string | null = null) => {
  const trigger = connection.connector.triggers?.[name]
  if (trigger?.kind !== 'poll') throw new Error(`${connection.connector.id} has no polled trigger ${name}`)
  return readPoll(stub.outside, connection, trigger, { input, cursor, signal: signal() })
}
