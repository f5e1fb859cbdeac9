/**
 * A local server with OpenAI's chat-completions protocol, for tests, the end-to-end journey and the bench. It can be slow, limit, fail,
 * break off and send invalid data. Run alone (`node fake-openai-server.ts 8080`) it serves as a model for manual tests.
 */
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'

export interface FakeReply {
  /** Text of the response; default: `Hello from the fake model.` */
  text?: string
  toolCalls?: { id?: string; name: string; arguments: unknown }[]
  /** Tokens as reported; `null` leaves usage out. Default: counted at four characters a token. */
  usage?: { prompt: number; completion: number; cached?: number } | null
  finishReason?: string | null
  /** Milliseconds before the headers. */
  delayMs?: number
  /** Milliseconds before each piece of the stream. */
  chunkDelayMs?: number
  /** Pieces the text is streamed in. Default 4. */
  pieces?: number
  /** Answers with this status and an OpenAI error body instead. */
  status?: number
  headers?: Record<string, string>
  errorBody?: unknown
  /** Destroys the connection after so many events of the stream. */
  cutAfterEvents?: number
  /** Ends the stream cleanly but without a finish, after so many events. */
  endAfterEvents?: number
  /** Replaces the event of that number by this line. */
  malformed?: { atEvent: number; line: string }
  /** Sends an error object inside the stream as the event with that number. */
  streamError?: { atEvent: number; error: unknown }
}

export interface FakeRequest {
  path: string
  /** What follows the path's question mark, or ''. */
  query: string
  headers: IncomingHttpHeaders
  /** The parsed body; null for a GET. */
  body: FakeRequestBody | null
}

export interface FakeRequestBody {
  model: string
  stream?: boolean
  messages: { role: string; content?: unknown; tool_calls?: unknown[]; tool_call_id?: string }[]
  tools?: unknown[]
  [key: string]: unknown
}

export interface FakeOpenAiOptions {
  /** The reply to each chat request; the number counts them from 0. An array is used up in order, its last entry repeats. */
  script?: FakeReply | FakeReply[] | ((request: FakeRequest, index: number) => FakeReply)
  models?: string[]
  /** The vector of a text for embeddings, or a status to answer with. */
  embed?: (text: string) => number[] | { status: number }
  port?: number
  /** Keeps no requests, for the bench. `count` still counts. */
  forget?: boolean
}

export interface FakeOpenAi {
  /** Base URL, ending in /v1. */
  url: string
  requests: FakeRequest[]
  /** Chat requests so far. */
  count(): number
  /** Number of chat responses in flight. */
  open(): number
  close(): Promise<void>
}

const readBody = async (request: IncomingMessage): Promise<FakeRequestBody | null> => {
  const pieces: Buffer[] = []
  for await (const piece of request) pieces.push(piece as Buffer)
  return pieces.length > 0 ? (JSON.parse(Buffer.concat(pieces).toString()) as FakeRequestBody) : null
}

const sendJson = (response: ServerResponse, status: number, body: unknown, headers: Record<string, string> = {}) => {
  response.writeHead(status, { 'content-type': 'application/json', ...headers }).end(JSON.stringify(body))
}

const tokens = (value: unknown) => Math.ceil(JSON.stringify(value).length / 4)

const usageOf = (reply: FakeReply, body: FakeRequestBody, text: string) => {
  if (reply.usage === null) return null
  const { prompt, completion, cached } = reply.usage ?? { prompt: tokens(body.messages), completion: tokens(text), cached: 0 }
  return {
    prompt_tokens: prompt,
    completion_tokens: completion,
    total_tokens: prompt + completion,
    prompt_tokens_details: { cached_tokens: cached ?? 0 },
  }
}

const cutText = (text: string, pieces: number): string[] => {
  const size = Math.max(1, Math.ceil(text.length / pieces))
  return Array.from({ length: Math.ceil(text.length / size) }, (_, index) => text.slice(index * size, (index + 1) * size))
}

const toolCallsOf = (reply: FakeReply) =>
  (reply.toolCalls ?? []).map((call, index) => ({
    index,
    id: call.id ?? `call_${index}`,
    type: 'function',
    function: { name: call.name, arguments: typeof call.arguments === 'string' ? call.arguments : JSON.stringify(call.arguments) },
  }))

const textOf = (reply: FakeReply): string => reply.text ?? (reply.toolCalls ? '' : 'Hello from the fake model.')
const finishOf = (reply: FakeReply) => (reply.finishReason === undefined ? (reply.toolCalls ? 'tool_calls' : 'stop') : reply.finishReason)

const eventsOf = (reply: FakeReply, body: FakeRequestBody): string[] => {
  const base = { id: 'chatcmpl-fake', object: 'chat.completion.chunk', created: 1_700_000_000, model: body.model }
  const event = (delta: unknown, finish: string | null = null) =>
    JSON.stringify({ ...base, choices: [{ index: 0, delta, finish_reason: finish }] })
  const text = textOf(reply)
  const usage = usageOf(reply, body, text)
  // Arguments come in two halves, as the real service streams them.
  const calls = toolCallsOf(reply).flatMap((call) => {
    const half = Math.ceil(call.function.arguments.length / 2)
    const first = { ...call, function: { name: call.function.name, arguments: call.function.arguments.slice(0, half) } }
    return [first, { index: call.index, function: { arguments: call.function.arguments.slice(half) } }]
  })
  return [
    event({ role: 'assistant', content: '' }),
    ...cutText(text, reply.pieces ?? 4).map((content) => event({ content })),
    ...calls.map((call) => event({ tool_calls: [call] })),
    event({}, finishOf(reply)),
    ...(usage ? [JSON.stringify({ ...base, choices: [], usage })] : []),
    '[DONE]',
  ]
}

const sendStream = async (response: ServerResponse, reply: FakeReply, body: FakeRequestBody) => {
  response.writeHead(200, { 'content-type': 'text/event-stream', ...reply.headers })
  for (const [index, event] of eventsOf(reply, body).entries()) {
    if (reply.cutAfterEvents === index) {
      // A short wait, so that written data is sent before the connection dies.
      await sleep(5)
      return void response.socket?.destroy()
    }
    if (reply.endAfterEvents === index) break
    if (reply.chunkDelayMs) await sleep(reply.chunkDelayMs)
    if (response.destroyed) return
    if (reply.malformed?.atEvent === index) response.write(`${reply.malformed.line}\n\n`)
    else if (reply.streamError?.atEvent === index) response.write(`data: ${JSON.stringify({ error: reply.streamError.error })}\n\n`)
    else response.write(`data: ${event}\n\n`)
  }
  response.end()
}

const sendWhole = (response: ServerResponse, reply: FakeReply, body: FakeRequestBody) => {
  const calls = toolCallsOf(reply)
  const message = { role: 'assistant', content: textOf(reply), ...(calls.length > 0 ? { tool_calls: calls } : {}) }
  const choices = [{ index: 0, message, finish_reason: finishOf(reply) }]
  sendJson(response, 200, {
    id: 'chatcmpl-fake',
    object: 'chat.completion',
    created: 1_700_000_000,
    model: body.model,
    choices,
    usage: usageOf(reply, body, textOf(reply)),
  })
}

const sendVectors = (response: ServerResponse, embed: NonNullable<FakeOpenAiOptions['embed']>, { model, input }: FakeRequestBody) => {
  const texts = [input].flat().map(String)
  const vectors = texts.map((text) => embed(text))
  const refusal = vectors.find((vector) => 'status' in vector)
  if (refusal && 'status' in refusal)
    return sendJson(response, refusal.status, { error: { message: `The fake answers ${refusal.status}.`, type: 'fake_error', code: null } })
  const data = vectors.map((embedding, index) => ({ object: 'embedding', index, embedding }))
  sendJson(response, 200, { object: 'list', model, data, usage: { prompt_tokens: tokens(texts), total_tokens: tokens(texts) } })
}

const pickReply = (script: FakeOpenAiOptions['script'], request: FakeRequest, index: number): FakeReply => {
  if (typeof script === 'function') return script(request, index)
  if (Array.isArray(script)) return script[Math.min(index, script.length - 1)] ?? {}
  return script ?? {}
}

/** Starts the server on 127.0.0.1 and a free port (or `port`). */
export const startFakeOpenAi = async (options: FakeOpenAiOptions = {}): Promise<FakeOpenAi> => {
  const requests: FakeRequest[] = []
  let chats = 0
  let answering = 0

  const result = async (incoming: IncomingMessage, response: ServerResponse) => {
    const [path = '/', query = ''] = (incoming.url ?? '/').split('?', 2)
    const body = await readBody(incoming)
    const request = { path, query, headers: incoming.headers, body }
    if (!options.forget) requests.push(request)
    if (path === '/v1/models') {
      const data = (options.models ?? ['fake-model']).map((id) => ({ id, object: 'model', owned_by: 'fake' }))
      return sendJson(response, 200, { object: 'list', data })
    }
    if (path === '/v1/embeddings' && options.embed && body) return sendVectors(response, options.embed, body)
    if (path !== '/v1/chat/completions' || !body)
      return sendJson(response, 404, { error: { message: `Unknown path ${path}`, type: 'invalid_request_error' } })
    answering += 1
    response.once('close', () => (answering -= 1))
    const reply = pickReply(options.script, request, chats++)
    if (reply.delayMs) await sleep(reply.delayMs)
    if (reply.status !== undefined) {
      const error = reply.errorBody ?? { error: { message: `The fake answers ${reply.status}.`, type: 'fake_error', code: null } }
      return sendJson(response, reply.status, error, reply.headers)
    }
    return body.stream ? sendStream(response, reply, body) : sendWhole(response, reply, body)
  }

  const server = createServer((incoming, response) => {
    result(incoming, response).catch((error: unknown) =>
      response.headersSent ? response.destroy() : sendJson(response, 500, { error: { message: String(error) } }),
    )
  })
  await new Promise<void>((resolve, reject) => server.once('error', reject).listen(options.port ?? 0, '127.0.0.1', resolve))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}/v1`,
    requests,
    count: () => chats,
    open: () => answering,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}

if (import.meta.main) {
  const { url } = await startFakeOpenAi({ port: Number(process.argv[2] ?? 0), forget: true, script: { chunkDelayMs: 50, pieces: 8 } })
  process.stdout.write(`${url}\n`)
}
