import { getEventListeners } from 'node:events'
import { afterEach, describe, expect, it } from 'vitest'
import type { ModelError } from './model-error.ts'
import type { FakeReply, FakeRequestBody } from './testing/fake-openai-server.ts'
import { KEY, ask, closers, failure, openFake, openLlm, specOf, weatherTool, withHistory } from './testing/llm-harness.ts'
import type { ModelAdapter, ModelEvent, ModelSpec } from './types.ts'

afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))))

const collect = async (events: AsyncIterable<ModelEvent>): Promise<ModelEvent[]> => Array.fromAsync(events)

// DeepSeek in its thinking mode refuses a history without it; Groq and Mistral refuse one with it.
it('sends reasoning back to a provider that asks for it, and to no other', async () => {
  const message = 'The `reasoning_content` in the thinking mode must be passed back to the API.'
  const thoughtsIn = (body: FakeRequestBody | null) =>
    body?.messages.map((each) => (each as { reasoning_content?: string }).reasoning_content)
  const hasThoughts = (body: FakeRequestBody | null) => thoughtsIn(body)?.includes('Two cities.')
  const deepSeek = await openFake(({ body }) =>
    hasThoughts(body) ? { text: 'Sunny.' } : { status: 400, errorBody: { error: { message } } },
  )
  const other = await openFake({ text: 'Sunny.' })
  const messages = withHistory.messages.map((each) => (each.role === 'assistant' ? { ...each, reasoning: 'Two cities.' } : each))
  const llm = openLlm()
  for (const fake of [deepSeek, deepSeek, other])
    expect((await llm.call(specOf('openai-compatible', fake.url), { ...withHistory, messages })).text).toBe('Sunny.')
  expect(deepSeek.requests.map(({ body }) => hasThoughts(body))).toEqual([false, true, true])
  expect(other.requests.map(({ body }) => hasThoughts(body))).toEqual([false])
})

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

  it('sends top P and frequency penalty if they are set, and no tools if there are none', async () => {
    const fake = await openFake()
    await openLlm().call(specOf(adapter, fake.url), { ...ask, topP: 0.8, frequencyPenalty: 0.4, tools: [] })
    expect(fake.requests[0]?.body).toMatchObject({ top_p: 0.8, frequency_penalty: 0.4 })
    expect(fake.requests[0]?.body).not.toHaveProperty('tools')
    await openLlm().call(specOf(adapter, fake.url), ask)
    expect(fake.requests[1]?.body).not.toHaveProperty('top_p')
    expect(fake.requests[1]?.body).not.toHaveProperty('frequency_penalty')
  })

  it('requests one document if streaming is off, with text, tool calls and usage', async () => {
    const fake = await openFake({
      text: 'Let me look.',
      toolCalls: [{ id: 'x', name: 'weather', arguments: { city: 'Rome' } }],
      usage: { prompt: 12, completion: 5 },
    })
    const result = await openLlm().call(specOf(adapter, fake.url), { ...withHistory, isStreaming: false })
    expect(fake.requests[0]?.body?.stream).not.toBe(true)
    expect(result).toMatchObject({
      text: 'Let me look.',
      reason: 'tool-calls',
      toolCalls: [{ id: 'x', name: 'weather', input: { city: 'Rome' } }],
      usage: { inputTokens: 12, outputTokens: 5 },
    })
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

  it('requests JSON of a schema and parses it', async () => {
    const fake = await openFake({ text: '{"score":4}' })
    const schema = { type: 'object', properties: { score: { type: 'integer' } }, required: ['score'], additionalProperties: false }
    const result = await openLlm().call(specOf(adapter, fake.url), { ...ask, output: { name: 'rating', schema } })
    expect(result.output).toEqual({ score: 4 })
    // Servers that take no schema write a fence around it.
    const fenced = await openFake({ text: '```json\n{"score":4}\n```' })
    expect((await openLlm().call(specOf(adapter, fenced.url), { ...ask, output: { name: 'rating', schema } })).output).toEqual({ score: 4 })
    expect(fake.requests[0]?.body).toMatchObject({
      response_format: { type: 'json_schema', json_schema: { name: 'rating', schema, strict: false } },
    })
    const bad = await openFake({ text: 'four' })
    expect((await failure(openLlm().call(specOf(adapter, bad.url), { ...ask, output: { name: 'rating', schema } }))).kind).toBe(
      'bad_response',
    )
  })

  // DeepSeek takes JSON, but no schema.
  it('tells the schema in the prompt where the provider takes none, and remembers that', async () => {
    const schema = { type: 'object', properties: { score: { type: 'integer' } }, required: ['score'] }
    const formOf = ({ body }: { body: FakeRequestBody | null }) => (body?.['response_format'] as { type: string } | undefined)?.type
    const errorBody = { error: { message: 'This response_format type is unavailable now', type: 'invalid_request_error' } }
    const fake = await openFake((request) => (formOf(request) === 'json_schema' ? { status: 400, errorBody } : { text: '{"score":4}' }))
    const llm = openLlm()
    const rated = () => llm.call(specOf(adapter, fake.url), { ...ask, output: { name: 'rating', schema } })
    expect([(await rated()).output, (await rated()).output]).toEqual([{ score: 4 }, { score: 4 }])
    expect(fake.requests.map(formOf)).toEqual(['json_schema', 'json_object', 'json_object'])
    expect(JSON.stringify(fake.requests[2]?.body?.messages[0])).toContain('"score')
  })

  it('counts tokens itself when the provider does not', async () => {
    for (const said of [null, { prompt: 0, completion: 0 }]) {
      const fake = await openFake({ text: 'x'.repeat(40), usage: said })
      const { usage } = await openLlm().call(specOf(adapter, fake.url), ask)
      expect(usage).toMatchObject({ outputTokens: 10, estimated: true })
      expect(usage.inputTokens).toBeGreaterThan(0)
    }
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
  ]

  it.each(faults)('maps %s', async (_, reply, expected) => {
    const fake = await openFake(reply)
    expect(await failure(collect(openLlm().stream(specOf(adapter, fake.url), ask)))).toMatchObject(expected)
    // The SDK must not retry: waits and retries belong to the run.
    expect(fake.count()).toBe(1)
  })

  it('keeps tool input that is no JSON as it came, with the reason', async () => {
    const fake = await openFake({ toolCalls: [{ name: 'weather', arguments: '{"city": Rome' }] })
    const { toolCalls } = await openLlm().call(specOf(adapter, fake.url), ask)
    expect(toolCalls).toMatchObject([{ input: '{"city": Rome', malformed: expect.stringContaining('not JSON') as unknown }])
  })

  it("passes on the provider's message without the key", async () => {
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

  it('leaves no listener on the signal of a finished call', async () => {
    const fake = await openFake()
    const { signal } = new AbortController()
    await openLlm().call(specOf(adapter, fake.url), { ...ask, signal })
    expect(getEventListeners(signal, 'abort')).toHaveLength(0)
  })

  it('limits the time, also of a silent stream, and reports a cancelled call', async () => {
    const slow = await openFake({ delayMs: 400 })
    expect((await failure(collect(openLlm().stream(specOf(adapter, slow.url), { ...ask, timeoutMs: 60 })))).kind).toBe('timeout')
    const stalled = await openFake({ chunkDelayMs: 300 })
    expect((await failure(collect(openLlm({ idleTimeoutMs: 60 }).stream(specOf(adapter, stalled.url), ask)))).kind).toBe('timeout')
    const controller = new AbortController()
    setTimeout(() => controller.abort(), 50)
    const error = await failure(collect(openLlm().stream(specOf(adapter, slow.url), { ...ask, signal: controller.signal })))
    expect(error).toMatchObject({ kind: 'aborted', retryable: false })
  })

  it('reports an address that is blocked, unknown or silent', async () => {
    const fake = await openFake()
    expect((await failure(collect(openLlm({ allow: [] }).stream(specOf(adapter, fake.url), ask)))).kind).toBe('blocked_address')
    expect(fake.requests).toHaveLength(0)
    expect((await failure(collect(openLlm().stream(specOf(adapter, 'http://127.0.0.1:1/v1'), ask)))).kind).toBe('network')
    expect((await failure(collect(openLlm().stream(specOf(adapter, `${fake.url}/wrong`), ask)))).kind).toBe('not_found')
  })
})

describe('keys and addresses', () => {
  it('never falls back to a key or address from the environment', async () => {
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
    await expect.poll(() => fake.open(), { timeout: 25_000 }).toBe(0)
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
