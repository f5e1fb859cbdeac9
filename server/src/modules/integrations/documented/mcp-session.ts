import { randomUUID } from 'node:crypto'
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import { message } from '@imperium/contract/kit/message.ts'
import type { ConnectorContext } from '../kit/request.ts'
import { hasExactNumbers, parseJson, replaceExactNumbers } from '../../../platform/text/exact-json.ts'
import { numberOf } from '../../../platform/text/exact-number.ts'
import { ServiceError, isRefused } from '../kit/service-error.ts'
import { isNode, nodeOf } from './read-references.ts'

/** Gives the numbers of an answer all their digits back. */
type ReadExact = (value: unknown) => unknown

/** One session with an MCP server over streamable HTTP, through the kit: its credentials, limits and egress guard. @throws ServiceError */
export async function withMcp<T>(context: ConnectorContext, work: (client: Client, exact: ReadExact) => Promise<T>): Promise<T> {
  const mark = `digits ${randomUUID()} `
  const client = new Client({ name: 'Imperium', version: '1' }, { versionNegotiation: { mode: 'auto' } })
  let refused: ServiceError | undefined
  const fetchThroughKit = async (_url: string | URL, init: RequestInit = {}): Promise<Response> => {
    // The stream of notifications is not read: a session lives as long as one call.
    if ((init.method ?? 'GET') === 'GET') return new Response(null, { status: 405 })
    try {
      const response = await send(context, init, mark)
      await assertMatches(init.body, response)
      return response
    } catch (error) {
      if (!(error instanceof ServiceError)) throw error
      // Servers of the older versions know no such question, and answer it in many ways: they are asked by `initialize` then.
      if (isProbe(init.body) && !isRefused(error)) return new Response(error.message, { status: 404 })
      // The protocol itself uses other refusals, such as that of a version.
      if (error.status >= 400 && error.status < 500 && !isRefused(error)) return new Response(error.message, { status: error.status })
      refused = error
      throw error
    }
  }
  try {
    await client.connect(new StreamableHTTPClientTransport(new URL('http://mcp.invalid/'), { fetch: fetchThroughKit }))
    return await work(client, (value) => withoutMarks(value, mark))
  } catch (error) {
    if (refused) throw refused
    if (error instanceof ServiceError) throw error
    const reason = error instanceof Error ? error.message.slice(0, 300) : ''
    throw new ServiceError(message('The MCP server answered with an error: {reason}', { reason }), { cause: error })
  } finally {
    await client.close().catch(() => undefined)
  }
}

function withoutMarks(value: unknown, mark: string): unknown {
  if (typeof value === 'string') return value.startsWith(mark) ? numberOf(value.slice(mark.length)) : value
  if (Array.isArray(value)) return value.map((each) => withoutMarks(each, mark))
  return isNode(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, withoutMarks(each, mark)])) : value
}

const isCall = (sent: unknown): boolean => typeof sent === 'string' && nodeOf(parsed(sent))['method'] === 'tools/call'
const shownText = (body: unknown): string | null => (body === null || typeof body === 'string' ? body : JSON.stringify(body))

/** The package reads numbers as JavaScript does: in results of tools, those that it would round travel as text. */
const markedText = (body: unknown, mark: string): string =>
  typeof body === 'string' ? markEvents(body, mark) : JSON.stringify(replaceExactNumbers(body, ({ digits }) => `${mark}${digits}`))

/** The same in the events of a stream: each has its JSON in one line of data. */
const markEvents = (text: string, mark: string): string =>
  text.replaceAll(/^(data: ?)(\{.*\})[ \t]*$/gm, (line, head: string, data: string) => {
    const value = parsed(data)
    return hasExactNumbers(value) ? head + JSON.stringify(replaceExactNumbers(value, ({ digits }) => `${mark}${digits}`)) : line
  })

async function send(context: ConnectorContext, init: RequestInit, mark: string): Promise<Response> {
  const headers = Object.fromEntries([...new Headers(init.headers).entries()].filter(([name]) => name !== 'content-type'))
  const method = init.method === 'DELETE' ? 'DELETE' : 'POST'
  const text = typeof init.body === 'string' ? { text: { body: init.body, contentType: 'application/json' } } : {}
  const { status, headers: answered, body } = await context.send({ method, path: '', headers, ...text })
  const shown = body === null || !isCall(init.body) ? shownText(body) : markedText(body, mark)
  const isEmpty = status === 202 || status === 204
  return new Response(isEmpty ? null : shown, { status, headers: new Headers([...answered.entries()].filter(([name]) => isKept(name))) })
}

/** A message with another id answers nothing that was asked: waiting for the right one would last for a minute. @throws ServiceError */
async function assertMatches(sent: unknown, response: Response): Promise<void> {
  const request: unknown = typeof sent === 'string' ? JSON.parse(sent) : null
  const id = isNode(request) && typeof request['method'] === 'string' ? request['id'] : undefined
  // 202 is for what expects no answer: a stream that might bring one later is not read.
  if (id === undefined || !response.ok) return
  const text = await response.clone().text()
  const parts = (response.headers.get('content-type') ?? '').includes('event-stream')
    ? text.split(/\r?\n\r?\n/).map((event) =>
        event
          .split(/\r?\n/)
          .flatMap((line) => (line.startsWith('data:') ? [line.slice(5)] : []))
          .join('\n'),
      )
    : [text]
  const messages = parts.flatMap((part) => listed(parsed(part)))
  if (!messages.some((each) => isNode(each) && each['id'] === id && each['method'] === undefined))
    throw new ServiceError('The MCP server did not answer what it was asked')
}

/** The question for the versions of a server, the first one of the protocol of 2026. */
const isProbe = (sent: unknown): boolean => typeof sent === 'string' && nodeOf(parsed(sent))['method'] === 'server/discover'

const listed = (value: unknown): readonly unknown[] => (Array.isArray(value) ? (value as readonly unknown[]) : [value])

function parsed(text: string): unknown {
  try {
    return parseJson(text)
  } catch {
    return null
  }
}

const isKept = (name: string): boolean => name === 'content-type' || name.startsWith('mcp-')
