/** Shared by the model tests: a client for local servers, a request with a history, and texts that an error must never contain. */
import { expect } from 'vitest'
import { createHttpOut, type HttpOut } from '../../http-out/http-out.ts'
import { createLlm, type Llm } from '../llm.ts'
import { ModelError } from '../model-error.ts'
import type { ModelAdapter, ModelRequest, ModelSpec } from '../types.ts'
import { type FakeOpenAi, type FakeOpenAiOptions, startFakeOpenAi } from './fake-openai-server.ts'

export const KEY = 'sk-test-0123456789abcdef'
const now = new Date('2026-01-01T12:00:00Z')
/** Closed after each test by the test file's own hook. */
export const closers: (() => Promise<unknown>)[] = []

const createHttp = (allow: string[] = ['127.0.0.1']): HttpOut => {
  const http = createHttpOut({ allow })
  closers.push(() => http.close())
  return http
}

export const openLlm = (options: { allow?: string[]; idleTimeoutMs?: number } = {}): Llm =>
  createLlm({ httpOut: createHttp(options.allow), sandboxDelayMs: 0, clock: () => now, idleTimeoutMs: options.idleTimeoutMs ?? 5000 })

export const openFake = async (script?: FakeOpenAiOptions['script']): Promise<FakeOpenAi> => {
  const fake = await startFakeOpenAi(script ? { script } : {})
  closers.push(fake.close)
  return fake
}

export const specOf = (adapter: ModelAdapter, baseUrl: string): ModelSpec => ({ adapter, baseUrl, apiKey: KEY, modelId: 'fake-model' })
export const ask: ModelRequest = { messages: [{ role: 'user', text: 'Hi' }], maxOutputTokens: 100, temperature: 0.5 }

export const failure = async (work: Promise<unknown>): Promise<ModelError> => {
  const error: unknown = await work.then(
    () => undefined,
    (reason: unknown) => reason,
  )
  if (!(error instanceof ModelError)) throw new Error(`Expected a ModelError, got ${String(error)}`)
  expect(JSON.stringify([error.message, error.publicMessage, error.stack, error])).not.toContain(KEY)
  return error
}

export const weatherTool = {
  name: 'weather',
  description: 'The weather of a city',
  inputSchema: { type: 'object', properties: { city: { type: 'string' } }, required: ['city'], additionalProperties: false },
}

export const withHistory: ModelRequest = {
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
