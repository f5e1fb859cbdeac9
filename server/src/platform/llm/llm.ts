/**
 * The only way to models. We call the provider packages of the `ai` SDK through `LanguageModel` (`doStream`), not its `streamText`: our
 * runs persist steps and do tools and retries themselves, and its loop costs more CPU (1.45 against 0.31 ms a short call, 50 in parallel).
 */
import { parseJson } from '../text/exact-json.ts'
import { unfence } from '../text/unfence.ts'
import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider'
import { LRUCache } from 'lru-cache'
import { hashTokenHex } from '../crypto/crypto.ts'
import type { HttpOut } from '../http-out/http-out.ts'
import { ModelError, toModelError } from './model-error.ts'
import { estimateTokens, tokensOf } from './tokens.ts'
import { toCallOptions, usualWays } from './prompt.ts'
import type { Ways } from './prompt.ts'
import { embedTexts } from './embed-texts.ts'
import type { EmbeddedTexts, EmbeddingInput } from './embed-texts.ts'
import { createImageModel, createProviderModel, type RemoteAdapter } from './provider-models.ts'
import { drawPlaceholder } from './sandbox/draw-placeholder.ts'
import { createReasoningSplitter } from './split-reasoning.ts'
import type { TextPiece } from './split-reasoning.ts'
import { createSandboxModel } from './sandbox/sandbox-model.ts'
import type {
  FinishReason,
  JsonObject,
  JsonValue,
  ModelEvent,
  ModelRequest,
  ModelResult,
  ModelSpec,
  ModelToolCall,
  ModelUsage,
} from './types.ts'

/** Called through `modules/ai-models/spend/guard.ts` alone, which a test of the architecture holds: each call is reserved and settled. */
export interface Llm {
  /**
   * One model call. Yields text as it arrives, then the tool calls, then `finish`, always last. Throws `ModelError`; when the
   * request's signal aborts, one of kind `aborted`. Never retries: waits belong to the durable run.
   */
  stream(spec: ModelSpec, request: ModelRequest): AsyncIterable<ModelEvent>
  /** The same, collected. If `output` was requested, it holds the parsed response. */
  call(spec: ModelSpec, request: ModelRequest): Promise<ModelResult>
  /** A picture for a description, as the provider sent it: not yet checked. Throws `ModelError`. */
  image(spec: ModelSpec, request: ImageRequest): Promise<Uint8Array>
  /** A vector for each text, in one call. Throws `ModelError`. */
  embed(spec: ModelSpec, input: EmbeddingInput): Promise<EmbeddedTexts>
}

export interface ImageRequest {
  prompt: string
  signal?: AbortSignal | undefined
}

interface LlmOptions {
  httpOut: Pick<HttpOut, 'fetch'>
  /** Pause between the pieces of the sandbox model's responses, so that streaming is visible. 0 in tests. */
  sandboxDelayMs: number
  clock?: () => Date
  /** Bound on a provider's silence, first token included. Default 60 s. */
  idleTimeoutMs?: number
}

const DEFAULT_TIMEOUT_MS = 120_000
const EMBEDDING_TIMEOUT_MS = 60_000
const IMAGE_SIZE = '1024x1024'
const MAX_RESPONSE_BYTES = 20 * 1024 * 1024

/** The SDK's packages pass a URL, text and a signal; they use no other part of the standard fetch. */
const createFetch = (httpOut: Pick<HttpOut, 'fetch'>, idleTimeoutMs: number): typeof globalThis.fetch => {
  // The signal carries the request's own limit; this one only ends requests without a limit.
  const limits = { timeoutMs: 60 * 60_000, idleTimeoutMs, maxBytes: MAX_RESPONSE_BYTES }
  return (input: string | URL | Request, init: RequestInit = {}) => {
    if (input instanceof Request || (init.body && typeof init.body !== 'string')) throw new TypeError('Only plain requests are supported.')
    const { method, headers, body, signal } = init
    return httpOut.fetch(input, {
      method,
      ...(headers ? { headers } : {}),
      body: typeof body === 'string' ? body : null,
      signal,
      ...limits,
    })
  }
}

/**
 * Provider models by their settings. Creating one rebuilds its response schemas, a third of the CPU of a short call. The key is
 * part of the cache key as a hash, and leaves memory ten minutes after its last use.
 */
const createModelCache = (fetch: typeof globalThis.fetch) => {
  const models = new LRUCache<string, LanguageModelV4>({ max: 200, ttl: 10 * 60_000, updateAgeOnGet: true })
  return async (spec: ModelSpec & { adapter: RemoteAdapter }): Promise<LanguageModelV4> => {
    const cacheKey = hashTokenHex(JSON.stringify([spec.adapter, spec.baseUrl, spec.modelId, spec.apiKey]))
    const model = models.get(cacheKey) ?? (await createProviderModel(spec, fetch))
    models.set(cacheKey, model)
    return model
  }
}

/** The caller's signal and the time bound as one signal; `end` releases both. */
const createBound = (signal: AbortSignal | undefined, timeoutMs: number) => {
  const controller = new AbortController()
  const stop = (kind: 'aborted' | 'timeout') => () => controller.abort(new ModelError(kind))
  const onAbort = stop('aborted')
  const timer = setTimeout(stop('timeout'), timeoutMs)
  signal?.addEventListener('abort', onAbort, { once: true })
  if (signal?.aborted) onAbort()
  const end = () => {
    clearTimeout(timer)
    signal?.removeEventListener('abort', onAbort)
  }
  return { signal: controller.signal, end }
}

/** Work that ends with the bound's signal, and whose errors are those of models. */
const withinBound = async <T>(
  { apiKey }: ModelSpec,
  { bound, clock }: { bound: ReturnType<typeof createBound>; clock: () => Date },
  work: (signal: AbortSignal) => Promise<T>,
): Promise<T> => {
  try {
    bound.signal.throwIfAborted()
    return await work(bound.signal)
  } catch (error) {
    const reason: unknown = bound.signal.aborted ? bound.signal.reason : error
    throw toModelError(reason, { apiKey, answering: false, now: clock() })
  } finally {
    bound.end()
  }
}

/** Not of a provider that takes schemas, but not this one. */
const takesNoSchema = (words: string): boolean =>
  /response_format|json_schema|structured output/i.test(words) && !/invalid schema/i.test(words)

/** How the same is asked otherwise after such a refusal, which costs nothing; null where there is no other way. */
function otherWays({ kind, publicMessage }: ModelError, { output, messages }: ModelRequest, ways: Ways): Ways | null {
  if (kind !== 'invalid_request') return null
  if (output && !ways.tellsSchema && takesNoSchema(publicMessage)) return { ...ways, tellsSchema: true }
  const hasAnswers = messages.some(({ role }) => role === 'assistant')
  return hasAnswers && !ways.sendsReasoning && publicMessage.includes('reasoning_content') ? { ...ways, sendsReasoning: true } : null
}

type ToolCallPart = Extract<LanguageModelV4StreamPart, { type: 'tool-call' }>

/** Arguments that are not JSON stay as they came: the model is told of them and corrects them, as it corrects wrong ones. */
const toToolCall = (part: ToolCallPart, finish: string): ModelToolCall => {
  const call: ModelToolCall = { id: part.toolCallId, name: part.toolName, input: {} }
  try {
    if (part.input.trim() !== '') call.input = parseJson(part.input) as JsonValue
  } catch (error) {
    call.input = part.input
    call.malformed = finish === 'length' ? 'they were cut off at the output limit' : `they are not JSON: ${textOfError(error)}`
  }
  return part.providerMetadata ? { ...call, providerData: part.providerMetadata as JsonObject } : call
}

const textOfError = (error: unknown): string => (error instanceof Error ? error.message : String(error)).slice(0, 200)

/** Zero says nothing, where something was asked or written: some gateways send it, or a usage without numbers, in place of none. */
const toUsage = (usage: LanguageModelV4Usage, request: ModelRequest, written: string): ModelUsage => {
  const { total: input, cacheRead } = usage.inputTokens
  const { total: output } = usage.outputTokens
  const isCounted = Boolean(input) && output !== undefined && (output > 0 || written === '')
  return {
    inputTokens: input || estimateTokens(request),
    outputTokens: output || tokensOf(written),
    cachedTokens: cacheRead ?? 0,
    estimated: !isCounted,
  }
}

const toReason = (reason: string, hasCalls: boolean): FinishReason => {
  if (reason === 'length' || reason === 'content-filter') return reason
  // Some gateways report 'stop' although they call tools.
  return hasCalls ? 'tool-calls' : 'stop'
}

/** One response document as the parts of a stream, for providers that do not stream. */
async function* generate(model: LanguageModelV4, options: LanguageModelV4CallOptions): AsyncGenerator<LanguageModelV4StreamPart> {
  const { content, finishReason, usage } = await model.doGenerate(options)
  for (const part of content) {
    if (part.type === 'text') yield { type: 'text-delta', id: '0', delta: part.text }
    else if (part.type === 'reasoning') yield { type: 'reasoning-delta', id: '0', delta: part.text }
    else if (part.type === 'tool-call') yield part
  }
  yield { type: 'finish', finishReason, usage }
}

/** Counts what the model wrote, and keeps whether there is an answer. */
const createWritten = () => {
  const written = { all: '', answer: '' }
  const toEvents = (pieces: readonly TextPiece[]): ModelEvent[] =>
    pieces.map((piece) => {
      if (piece.type === 'was-reasoning') {
        written.answer = ''
        return piece
      }
      written.all += piece.text
      if (piece.type === 'text') written.answer += piece.text
      return { type: piece.type === 'text' ? 'text-delta' : 'reasoning-delta', text: piece.text }
    })
  return { written, toEvents }
}

type FinishPart = Extract<LanguageModelV4StreamPart, { type: 'finish' }>

/**
 * Why the response ended. @throws ModelError for one that is cut or without an answer; with the usage that the provider named, because it
 * bills such a response all the same.
 */
const reasonOf = ({ finishReason }: FinishPart, hasCalls: boolean, answer: string, used: ModelUsage): FinishReason => {
  const usage = used.estimated ? undefined : used
  // A stream that ends without the provider's reason may be incomplete, and so may its tool calls.
  if (finishReason.raw === undefined) throw new ModelError('cut_stream', { usage })
  const reason = toReason(finishReason.unified, hasCalls)
  if (answer.trim() !== '' || hasCalls || reason === 'content-filter') return reason
  if (reason === 'length')
    throw new ModelError('bad_response', { usage, retryable: false, providerMessage: 'The output limit was used up before any text.' })
  throw new ModelError('bad_response', { usage, providerMessage: 'The answer was empty.' })
}

async function* readEvents(parts: AsyncIterable<LanguageModelV4StreamPart>, request: ModelRequest): AsyncGenerator<ModelEvent> {
  const splitter = createReasoningSplitter(request.output !== undefined)
  const { written, toEvents } = createWritten()
  const called: ToolCallPart[] = []
  for await (const part of parts) {
    if (part.type === 'text-delta') yield* toEvents(splitter.add(part.delta))
    else if (part.type === 'reasoning-delta' && part.delta !== '') yield* toEvents([{ type: 'reasoning', text: part.delta }])
    else if (part.type === 'tool-call' && !part.providerExecuted) called.push(part)
    else if (part.type === 'error') throw part.error
    else if (part.type === 'finish') {
      yield* toEvents(splitter.end())
      const toolCalls = called.map((call) => toToolCall(call, part.finishReason.unified))
      const all = written.all + toolCalls.map((call) => JSON.stringify(call.input)).join('')
      const usage = toUsage(part.usage, request, all)
      const reason = reasonOf(part, toolCalls.length > 0, written.answer, usage)
      for (const call of toolCalls) yield { type: 'tool-call', ...call }
      yield { type: 'finish', reason, usage }
      return
    }
  }
  throw new ModelError('cut_stream')
}

const parseOutput = (text: string, usage: ModelUsage): JsonValue => {
  try {
    return JSON.parse(unfence(text))
  } catch {
    throw new ModelError('bad_response', { usage, providerMessage: 'The answer is not the JSON that was asked for.' })
  }
}

/** Creates the client for all models. */
export const createLlm = (options: LlmOptions): Llm => {
  const clock = options.clock ?? (() => new Date())
  const fetch = createFetch(options.httpOut, options.idleTimeoutMs ?? 60_000)
  // A provider paints for a minute before it says anything.
  const patientFetch = createFetch(options.httpOut, DEFAULT_TIMEOUT_MS)
  const cachedModel = createModelCache(fetch)
  const learned = new LRUCache<string, Ways>({ max: 500, ttl: 60 * 60_000 })

  const findModel = async (spec: ModelSpec): Promise<LanguageModelV4> => {
    const { adapter } = spec
    if (adapter === 'sandbox') return createSandboxModel({ modelId: spec.modelId, delayMs: options.sandboxDelayMs, clock })
    return cachedModel({ ...spec, adapter })
  }

  async function* stream(spec: ModelSpec, request: ModelRequest): AsyncGenerator<ModelEvent> {
    const bound = createBound(request.signal, request.timeoutMs ?? DEFAULT_TIMEOUT_MS)
    const asked = [spec.adapter, spec.baseUrl, spec.modelId].join(' ')
    try {
      for (let ways: Ways | null = learned.get(asked) ?? usualWays; ways;) {
        let answering = false
        try {
          bound.signal.throwIfAborted()
          const model = await findModel(spec)
          const callOptions = toCallOptions(request, bound.signal, ways)
          const parts = request.isStreaming === false ? generate(model, callOptions) : (await model.doStream(callOptions)).stream
          for await (const event of readEvents(parts, request)) {
            answering = true
            yield event
          }
          return
        } catch (error) {
          const reason: unknown = bound.signal.aborted ? bound.signal.reason : error
          const failure = toModelError(reason, { apiKey: spec.apiKey, answering, now: clock() })
          ways = answering ? null : otherWays(failure, request, ways)
          if (!ways) throw failure
          learned.set(asked, ways)
        }
      }
    } finally {
      bound.end()
    }
  }

  return {
    stream,
    async image(spec, { prompt, signal }) {
      if (spec.adapter === 'sandbox') return drawPlaceholder(prompt)
      const bound = createBound(signal, DEFAULT_TIMEOUT_MS)
      return withinBound(spec, { bound, clock }, async (abortSignal) => {
        const model = await createImageModel(spec, patientFetch)
        const settings = { aspectRatio: undefined, seed: undefined, files: undefined, mask: undefined, providerOptions: {} }
        const { images } = await model.doGenerate({ prompt, n: 1, size: IMAGE_SIZE, ...settings, abortSignal })
        const [image] = images
        if (image === undefined) throw new ModelError('bad_response', { providerMessage: 'There was no image in the answer.' })
        return typeof image === 'string' ? Buffer.from(image, 'base64') : image
      })
    },
    async embed(spec, input) {
      const bound = createBound(input.signal, EMBEDDING_TIMEOUT_MS)
      return withinBound(spec, { bound, clock }, (abort) => embedTexts(spec, input, { fetch, signal: abort }))
    },
    async call(spec, request) {
      let text = ''
      const toolCalls: ModelToolCall[] = []
      for await (const event of stream(spec, request)) {
        if (event.type === 'text-delta') text += event.text
        else if (event.type === 'was-reasoning') text = ''
        else if (event.type === 'reasoning-delta') continue
        else if (event.type === 'tool-call') {
          const { type: _, ...call } = event
          toolCalls.push(call)
        } else {
          const result = { text, toolCalls, reason: event.reason, usage: event.usage }
          return request.output && toolCalls.length === 0 ? { ...result, output: parseOutput(text, event.usage) } : result
        }
      }
      throw new ModelError('cut_stream')
    },
  }
}
