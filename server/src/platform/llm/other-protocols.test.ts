import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { KEY, ask, closers, failure, openLlm, specOf, withHistory } from './testing/llm-harness.ts'

afterEach(async () => void (await Promise.all(closers.splice(0).map((close) => close()))))

interface Seen {
  url: string
  headers: IncomingMessage['headers']
  body: Record<string, unknown>
}

/** A server that records each request and answers with the given server-sent events. */
const openEvents = async (events: unknown[], named: boolean): Promise<{ url: string; seen: Seen[] }> => {
  const seen: Seen[] = []
  const reply = async (request: IncomingMessage, response: ServerResponse) => {
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
  const server: Server = createServer((request, response) => void reply(request, response))
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

    // Google's signature must be sent back with the call, after our stored transcript.
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

  it('reports a stream that ends early', async () => {
    const server = await openEvents([piece([{ text: 'Ciao ' }])], false)
    expect((await failure(openLlm().call(specOf('google', server.url), ask))).kind).toBe('cut_stream')
  })
})
