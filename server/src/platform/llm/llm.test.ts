import { getEventListeners } from 'node:events'
import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { createHttpOut, type HttpOut } from '../http-out/http-out.ts'
import { createLlm, type Llm } from './llm.ts'
import { ModelError } from './model-error.ts'
import { type FakeOpenAi, type FakeOpenAiOptions, type FakeReply, startFakeOpenAi } from './testing/fake-openai-server.ts'
import type { ModelAdapter, ModelEvent, ModelRequest, ModelSpec } from './types.ts'

const KEY = 'sk-test-0123456789abcdef'
const now = new Date('2026-01-01T12:00:00Z')
const closers: (() => Promise<unknown>)[] = []

const openDoor = (allow: string[] = ['127.0.0.1']): HttpOut => {
  const door = createHttpOut({ allow })
  closers.push(() => door.close())
  return door
}

const openLlm = (options: { allow?: string[]; idleTimeoutMs?: number } = {}): Llm =>
  createLlm({ httpOut: openDoor(options.allow), sandboxDelayMs: 0, clock: () => now, idleTimeoutMs: options.idleTimeoutMs ?? 5000 })

const openFake = async (script?: FakeOpenAiOptions['script']): Promise<FakeOpenAi> => {
  const fake = await startFakeOpenAi(script ? { script } : {})
  closers.push(fake.close)
  return fake
}

const specOf = (adapter: ModelAdapter, baseUrl: string): ModelSpec => ({ adapter, baseUrl, apiKey: KEY, modelId: 'fake-model' })
const ask: ModelRequest = { messages: [{ role: 'user', text: 'Hi' }], maxOutputTokens: 100, temperature: 0.5 }

const collect = async (events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> => Array.fromAsync(events)

const failure = async (work: Promise<unknown>): Promise<ModelError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ModelError)) throw new Error(`Expected a ModelError, got ${String(error)}`)
  expect(JSON.stringify([error.message, error.publicMessage, error.stack, error])).not.toContain(KEY)
  return error
}

afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))))

const weatherTool = {
  name: 'weather',
  description: 'The weather of a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
}

const withHistory: ModelRequest = {
  ...ask,
  system: 'Be brief.',
  tools: [weatherTool],
  messages: [
    { role: 'user', text: 'Weather in Rome and Oslo?' },
    {
      role: 'assistant',
      text: 'Looking.',
      toolCalls: [
        { id: 'a', name: 'weather', input: { city: 'Rome' } },
        { id: 'b', name: 'weather', input: { city: 'Oslo' } },
      ],
    },
    { role: 'tool', toolCallId: 'a', toolName: 'weather', output: { degrees: 20 } },
    { role: 'tool', toolCallId: 'b', toolName: 'weather', output: 'no such city', isError: true },
  ],
}

describe.each<ModelAdapter>(['openai', 'openai-compatible'])('%s over the chat-completions protocol', (adapter) => {
  it('streams text and reports usage', async () => {
    const fake = await openFake({ text: 'Good morning to you', usage: { prompt: 12, completion: 5, cached: 4 } })
    const events = await collect(openLlm().stream(specOf(adapter, fake.url), ask))
    expect(events.filter(({ type }) => type === 'text-delta').length).toBeGreaterThan(1)
    expect(events.map((event) => (event.type === 'text-delta' ? event.text : '')).join('')).toBe('Good morning to you')
    expect(events.at(-1)).toEqual({
      type: 'finish',
      reason: 'stop',
      usage: { inputTokens: 12, outputTokens: 5, cachedTokens: 4, estimated: false },
    })
  })

  it('sends the key only in the Authorization header, and the whole transcript', async () => {
    const fake = await openFake()
    await openLlm().call(specOf(adapter, fake.url), withHistory)
    const [request] = fake.requests
    expect(request?.path).toBe('/v1/chat/completions')
    expect(request?.headers.authorization).toBe(`Bearer ${KEY}`)
    expect(JSON.stringify([request?.body, { ...request?.headers, authorization: '' }])).not.toContain(KEY)
    expect(request?.body).toMatchObject({ model: 'fake-model', stream: true, temperature: 0.5, max_tokens: 100, tool_choice: 'auto' })
    expect(request?.body?.messages.map(({ role }) => role)).toEqual(['system', 'user', 'assistant', 'tool', 'tool'])
    expect(request?.body?.messages[2]?.tool_calls).toHaveLength(2)
    expect(request?.body?.messages[3]).toMatchObject({ tool_call_id: 'a', content: '{"degrees":20}' })
    expect(request?.body?.tools).toEqual([
      { type: 'function', function: expect.objectContaining({ name: 'weather', parameters: weatherTool.inputSchema }) as unknown },
    ])
  })

  it('returns tool calls after the text, with parsed input', async () => {
    const fake = await openFake({ text: 'Let me look.', toolCalls: [{ id: 'x', name: 'weather', arguments: { city: 'Rome' } }] })
    const result = await openLlm().call(specOf(adapter, fake.url), withHistory)
    expect(result).toMatchObject({
      text: 'Let me look.',
      reason: 'tool-calls',
      toolCalls: [{ id: 'x', name: 'weather', input: { city: 'Rome' } }],
    })
  })

  it('asks for JSON of a schema and parses it', async () => {
    const fake = await openFake({ text: '{"score":4}' })
    const schema = { type: 'object', properties: { score: { type: 'integer' } }, required: ['score'], additionalProperties: false }
    const result = await openLlm().call(specOf(adapter, fake.url), { ...ask, output: { name: 'rating', schema } })
    expect(result.output).toEqual({ score: 4 })
    expect(fake.requests[0]?.body).toMatchObject({ response_format: { type: 'json_schema', json_schema: { name: 'rating', schema } } })
    const bad = await openFake({ text: 'four' })
    expect((await failure(openLlm().call(specOf(adapter, bad.url), { ...ask, output: { name: 'rating', schema } }))).kind).toBe(
      'bad_response',
    )
  })

  it('counts tokens itself where the provider does not', async () => {
    const fake = await openFake({ text: 'x'.repeat(40), usage: null })
    const { usage } = await openLlm().call(specOf(adapter, fake.url), ask)
    expect(usage).toMatchObject({ outputTokens: 10, estimated: true })
    expect(usage.inputTokens).toBeGreaterThan(0)
  })

  const faults: [string, FakeReply, Partial<ModelError>][] = [
    ['401', { status: 401, errorBody: { error: { message: `Incorrect API key provided: ${KEY}.` } } }, { kind: 'auth', retryable: false }],
    ['403', { status: 403 }, { kind: 'auth', retryable: false }],
    ['404', { status: 404 }, { kind: 'not_found', retryable: false }],
    ['400', { status: 400 }, { kind: 'invalid_request', retryable: false }],
    [
      'context',
      { status: 400, errorBody: { error: { message: 'too long', code: 'context_length_exceeded' } } },
      { kind: 'context_length', retryable: false },
    ],
    ['413', { status: 413 }, { kind: 'context_length', retryable: false }],
    ['429 seconds', { status: 429, headers: { 'retry-after': '7' } }, { kind: 'rate_limited', retryable: true, retryAfterMs: 7000 }],
    [
      '429 date',
      { status: 429, headers: { 'retry-after': 'Thu, 01 Jan 2026 12:00:30 GMT' } },
      { kind: 'rate_limited', retryAfterMs: 30_000 },
    ],
    [
      '429 quota',
      { status: 429, errorBody: { error: { message: 'x', code: 'insufficient_quota' } } },
      { kind: 'rate_limited', retryable: false },
    ],
    ['500', { status: 500 }, { kind: 'overloaded', retryable: true }],
    ['502 in HTML', { status: 502, errorBody: '<html>' }, { kind: 'overloaded', retryable: true }],
    ['503', { status: 503, headers: { 'retry-after': '2' } }, { kind: 'overloaded', retryAfterMs: 2000 }],
    ['529', { status: 529 }, { kind: 'overloaded', retryable: true }],
    ['redirect', { status: 302, headers: { location: 'http://127.0.0.1:1/' } }, { kind: 'bad_response' }],
    ['cut before the text', { cutAfterEvents: 0 }, { kind: 'network', retryable: true }],
    ['cut in the text', { cutAfterEvents: 3 }, { kind: 'cut_stream', retryable: true }],
    ['ended without a finish', { endAfterEvents: 3 }, { kind: 'cut_stream', retryable: true }],
    ['half a tool call', { toolCalls: [{ name: 'weather', arguments: { city: 'Rome' } }], endAfterEvents: 2 }, { kind: 'cut_stream' }],
    ['malformed chunk', { malformed: { atEvent: 2, line: 'data: {"choices": [' } }, { kind: 'bad_response', retryable: true }],
    ['chunk of another shape', { malformed: { atEvent: 2, line: 'data: {"choices": 7}' } }, { kind: 'bad_response' }],
    ['error inside the stream', { streamError: { atEvent: 2, error: { message: 'busy', type: 'server_error' } } }, { kind: 'overloaded' }],
    ['empty answer', { text: '' }, { kind: 'bad_response', retryable: true }],
    ['all tokens used', { text: '', finishReason: 'length' }, { kind: 'bad_response', retryable: false }],
    ['tool input that is no JSON', { toolCalls: [{ name: 'weather', arguments: '{"city": Rome' }] }, { kind: 'bad_response' }],
  ]

  it.each(faults)('maps %s', async (_, reply, expected) => {
    const fake = await openFake(reply)
    expect(await failure(collect(openLlm().stream(specOf(adapter, fake.url), ask)))).toMatchObject(expected)
    // Never a second try of the SDK's own: waits and repeats belong to the run.
    expect(fake.count()).toBe(1)
  })

  it('repeats the words of the provider, without the key', async () => {
    const fake = await openFake({
      status: 401,
      errorBody: { error: { message: `Incorrect API key provided: ${KEY}. And sk-proj-abc***wxyz.` } },
    })
    const error = await failure(collect(openLlm().stream(specOf(adapter, fake.url), ask)))
    expect(error.publicMessage).toBe(
      'The model provider refused the API key. Check it under AI Models. It said: Incorrect API key provided: [key]. And [key]',
    )
  })

  it('hides a key of any form', async () => {
    const apiKey = 'Zm9v+YmFy/c2VjcmV0'
    const fake = await openFake({ status: 400, errorBody: { error: { message: `Bad header ${apiKey} in ${encodeURIComponent(apiKey)}` } } })
    const error = await failure(collect(openLlm().stream({ ...specOf(adapter, fake.url), apiKey }, ask)))
    expect(error.publicMessage).toBe('The model provider refused the request. It said: Bad header [key] in [key]')
  })

  it('leaves nothing on the signal of a finished call', async () => {
    const fake = await openFake()
    const { signal } = new AbortController()
    await openLlm().call(specOf(adapter, fake.url), { ...ask, signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('bounds the time, also of a silent stream, and tells a cancelled call', async () => {
    const slow = await openFake({ delayMs: 400 })
    expect((await failure(collect(openLlm().stream(specOf(adapter, slow.url), { ...ask, timeoutMs: 60 })))).kind).toBe('timeout')
    const stalled = await openFake({ chunkDelayMs: 300 })
    expect((await failure(collect(openLlm({ idleTimeoutMs: 60 }).stream(specOf(adapter, stalled.url), ask)))).kind).toBe('timeout')
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const error = await failure(collect(openLlm().stream(specOf(adapter, slow.url), { ...ask, signal: controller.signal })))
    expect(error).toMatchObject({ kind: 'aborted', retryable: false })
  })

  it('tells an address that is blocked, unknown or silent', async () => {
    const fake = await openFake()
    expect((await failure(collect(openLlm({ allow: [] }).stream(specOf(adapter, fake.url), ask)))).kind).toBe('blocked_address')
    expect(fake.requests).toHaveLength(0)
    expect((await failure(collect(openLlm().stream(specOf(adapter, 'http://127.0.0.1:1/v1'), ask)))).kind).toBe('network')
    expect((await failure(collect(openLlm().stream(specOf(adapter, `${fake.url}/wrong`), ask)))).kind).toBe('not_found')
  })
})

describe('keys and addresses', () => {
  it('never falls back to a key or address of this process', async () => {
    const fake = await openFake()
    process.env['OPENAI_API_KEY'] = 'sk-of-the-operator'
    process.env['OPENAI_BASE_URL'] = fake.url
    try {
      const bare: ModelSpec = { adapter: 'openai', modelId: 'x' }
      expect((await failure(collect(openLlm().stream(bare, ask)))).kind).toBe('auth')
      await openLlm().call({ adapter: 'openai-compatible', modelId: 'x', baseUrl: fake.url }, ask)
      expect(fake.requests).toHaveLength(1)
      expect(fake.requests[0]?.headers).not.toHaveProperty('authorization')
      expect((await failure(collect(openLlm().stream({ adapter: 'openai-compatible', modelId: 'x' }, ask)))).kind).toBe('invalid_request')
    } finally {
      delete process.env['OPENAI_API_KEY']
      delete process.env['OPENAI_BASE_URL']
    }
  })

  it('speaks to an Azure-style gateway', async () => {
    const fake = await openFake()
    await openLlm().call(specOf('openai-compatible', `${fake.url}?api-version=2024-10-21`), ask)
    expect(fake.requests[0]).toMatchObject({ path: '/v1/chat/completions', query: 'api-version=2024-10-21', headers: { 'api-key': KEY } })
    expect(fake.requests[0]?.headers).not.toHaveProperty('authorization')
  })

  it('hangs up on the provider when the reader stops', async () => {
    const fake = await openFake({ text: 'x'.repeat(400), pieces: 400, chunkDelayMs: 10 })
    for await (const event of openLlm().stream(specOf('openai-compatible', fake.url), ask)) {
      expect(event.type).toBe('text-delta')
      break
    }
    await expect.poll(() => fake.open(), { timeout: 1000 }).toBe(0)
  })

  it('keeps 50 calls at the same time apart', async () => {
    const fake = await openFake((request) => ({ text: `Echo ${JSON.stringify(request.body?.messages.at(-1)?.content)}`, chunkDelayMs: 1 }))
    const llm = openLlm()
    const texts = await Promise.all(
      Array.from({ length: 50 }, async (_, index) => {
        const { text } = await llm.call(specOf('openai-compatible', fake.url), {
          ...ask,
          messages: [{ role: 'user', text: `number ${index}!` }],
        })
        return text
      }),
    )
    for (const [index, text] of texts.entries()) expect(text).toContain(`number ${index}!`)
  })
})

interface Seen {
  url: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** A server that keeps each request and answers with the given server-sent events. */
const openEvents = async (events: unknown[], named: boolean): Promise<{ url: string; seen: Seen[] }> => {
  const seen: Seen[] = []
  const answer = async (request: IncomingMessage, response: ServerResponse) => {
    let text = ''
    for await (const piece of request) text += String(piece)
    seen.push({ url: request.url ?? '', headers: request.headers, body: JSON.parse(text) as Record<string, unknown> })
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    for (const event of events) {
      const name = named ? `event: ${(event as { type: string }).type}\n` : ''
      response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
    }
    response.end()
  }
  const server: Server = createServer((request, response) => void answer(request, response))
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  closers.push(async () => {
    server.closeAllConnections()
    server.close()
  })
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/v1`, seen }
}

describe('anthropic', () => {
  const start = {
    type: 'message_start',
    message: {
      id: 'm',
      model: 'claude',
      type: 'message',
      role: 'assistant',
      content: [],
      usage: { input_tokens: 9, cache_read_input_tokens: 3, output_tokens: 1 },
    },
  }
  const text = [
    { type: 'content_block_start', index: 0, content_block: { type: 'text', text: '' } },
    { type: 'content_block_delta', index: 0, delta: { type: 'text_delta', text: 'Ciao' } },
    { type: 'content_block_stop', index: 0 },
  ]
  const call = [
    { type: 'content_block_start', index: 1, content_block: { type: 'tool_use', id: 't1', name: 'weather', input: {} } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '{"city":' } },
    { type: 'content_block_delta', index: 1, delta: { type: 'input_json_delta', partial_json: '"Rome"}' } },
    { type: 'content_block_stop', index: 1 },
  ]
  const end = [
    { type: 'message_delta', delta: { stop_reason: 'tool_use', stop_sequence: null }, usage: { output_tokens: 7 } },
    { type: 'message_stop' },
  ]

  it('speaks the messages protocol', async () => {
    const server = await openEvents([start, ...text, ...call, ...end], true)
    const result = await openLlm().call(specOf('anthropic', server.url), withHistory)
    expect(result).toMatchObject({
      text: 'Ciao',
      reason: 'tool-calls',
      toolCalls: [{ id: 't1', name: 'weather', input: { city: 'Rome' } }],
      usage: { inputTokens: 12, outputTokens: 7, cachedTokens: 3, estimated: false },
    })
    const [seen] = server.seen
    expect(seen?.url).toBe('/v1/messages')
    expect(seen?.headers['x-api-key']).toBe(KEY)
    expect(seen?.body).toMatchObject({ model: 'fake-model', max_tokens: 100, stream: true, temperature: 0.5 })
    expect(seen?.body['system']).toEqual([{ type: 'text', text: 'Be brief.' }])
    const messages = seen?.body['messages'] as { role: string; content: { type: string }[] }[]
    expect(messages.map(({ role, content }) => [role, content.map(({ type }) => type)])).toEqual([
      ['user', ['text']],
      ['assistant', ['text', 'tool_use', 'tool_use']],
      ['user', ['tool_result', 'tool_result']],
    ])
  })

  it('maps an overloaded event and a stream that ends early', async () => {
    const overloaded = await openEvents(
      [start, ...text, { type: 'error', error: { type: 'overloaded_error', message: 'Overloaded' } }],
      true,
    )
    expect(await failure(openLlm().call(specOf('anthropic', overloaded.url), ask))).toMatchObject({ kind: 'overloaded', retryable: true })
    const cut = await openEvents([start, ...text], true)
    expect((await failure(openLlm().call(specOf('anthropic', cut.url), ask))).kind).toBe('cut_stream')
  })
})

describe('google', () => {
  const usageMetadata = { promptTokenCount: 11, candidatesTokenCount: 6, totalTokenCount: 17 }
  const piece = (parts: unknown[], finishReason?: string) => ({
    candidates: [{ content: { role: 'model', parts }, ...(finishReason ? { finishReason } : {}) }],
    usageMetadata,
  })

  it('speaks the generateContent protocol', async () => {
    const call = { functionCall: { name: 'weather', args: { city: 'Rome' } }, thoughtSignature: 'c2lnbmVk' }
    const server = await openEvents([piece([{ text: 'Ciao ' }]), piece([{ text: 'Roma' }]), piece([call], 'STOP')], false)
    const result = await openLlm().call(specOf('google', server.url), withHistory)
    expect(result).toMatchObject({
      text: 'Ciao Roma',
      reason: 'tool-calls',
      toolCalls: [{ name: 'weather', input: { city: 'Rome' } }],
      usage: { inputTokens: 11, outputTokens: 6, estimated: false },
    })
    const [seen] = server.seen
    expect(seen?.url).toBe('/v1/models/fake-model:streamGenerateContent?alt=sse')
    expect(seen?.headers['x-goog-api-key']).toBe(KEY)
    expect(seen?.body).toMatchObject({
      generationConfig: { maxOutputTokens: 100, temperature: 0.5 },
      systemInstruction: { parts: [{ text: 'Be brief.' }] },
    })

    // What Google signed must come back with the call, through our stored transcript.
    const stored = JSON.parse(JSON.stringify(result.toolCalls)) as typeof result.toolCalls
    await openLlm().call(specOf('google', server.url), {
      ...ask,
      messages: [
        ...ask.messages,
        { role: 'assistant', text: '', toolCalls: stored },
        { role: 'tool', toolCallId: stored[0]?.id ?? '', toolName: 'weather', output: 1 },
      ],
    })
    expect(JSON.stringify(server.seen[1]?.body)).toContain('c2lnbmVk')
  })

  it('tells a stream that ends early', async () => {
    const server = await openEvents([piece([{ text: 'Ciao ' }])], false)
    expect((await failure(openLlm().call(specOf('google', server.url), ask))).kind).toBe('cut_stream')
  })
})
