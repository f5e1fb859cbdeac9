/**
 * The built-in offline model: deterministic, labelled, with the `ai` SDK interface of every real one. It parses the user's last text by
 * rules (`choose-action.ts`), calls tools, follows schemas, counts four bytes a token. `read-directives.ts`: its test directives.
 */
import { setTimeout as sleep } from 'node:timers/promises'
import {
  APICallError,
  type LanguageModelV4,
  type LanguageModelV4CallOptions,
  type LanguageModelV4Content,
  type LanguageModelV4Prompt,
  type LanguageModelV4StreamPart,
  type LanguageModelV4Usage,
} from '@ai-sdk/provider'
import { tokensOf } from '../tokens.ts'
import type { JsonObject, JsonValue, ModelTool } from '../types.ts'
import { chooseAction, type SandboxAction } from './choose-action.ts'
import { readDirectives, type SandboxDirectives } from './read-directives.ts'
import { sampleSchema } from './sample-schema.ts'
import type { ToolOutcome } from './write-reply.ts'
import { writerOf } from './written-outputs.ts'

export interface SandboxModelOptions {
  modelId: string
  /** Pause before each piece of text, milliseconds. */
  delayMs: number
  clock: () => Date
}

const PIECE_CHARACTERS = 16

const lastUserIndex = (prompt: LanguageModelV4Prompt): number => prompt.findLastIndex(({ role }) => role === 'user')

const lastUserText = (prompt: LanguageModelV4Prompt): string => {
  const message = prompt[lastUserIndex(prompt)]
  if (message?.role !== 'user') return ''
  return message.content.flatMap((part) => (part.type === 'text' ? [part.text] : [])).join('\n')
}

/** Calls and their results since the user's last text, in order. */
const readOutcomes = (prompt: LanguageModelV4Prompt): ToolOutcome[] => {
  const turn = prompt.slice(lastUserIndex(prompt) + 1)
  const inputs = new Map<string, JsonValue>()
  const outcomes: ToolOutcome[] = []
  for (const message of turn) {
    if (message.role === 'assistant')
      for (const part of message.content) if (part.type === 'tool-call') inputs.set(part.toolCallId, part.input as JsonValue)
    if (message.role !== 'tool') continue
    for (const part of message.content) {
      if (part.type !== 'tool-result') continue
      const { output, toolName: name, toolCallId } = part
      const value: JsonValue = 'value' in output ? (output.value as JsonValue) : (output.reason ?? 'denied')
      outcomes.push({
        name,
        input: inputs.get(toolCallId) ?? {},
        output: value,
        isError: output.type.startsWith('error') || output.type === 'execution-denied',
      })
    }
  }
  return outcomes
}

const readTools = (options: LanguageModelV4CallOptions): ModelTool[] =>
  options.toolChoice?.type === 'none'
    ? []
    : (options.tools ?? []).flatMap((tool) =>
        tool.type === 'function'
          ? [{ name: tool.name, description: tool.description ?? '', inputSchema: tool.inputSchema as JsonObject }]
          : [],
      )

/** A failure as a real provider's package reports it, so that our error mapping handles it alike. */
const failAsDirected = ({ errorStatus, rateLimit }: SandboxDirectives): void => {
  const statusCode = rateLimit ? 429 : errorStatus
  if (statusCode === undefined) return
  throw new APICallError({
    message: `sandbox answered ${statusCode}`,
    url: 'sandbox:',
    requestBodyValues: {},
    statusCode,
    ...(rateLimit ? { responseHeaders: { 'retry-after': '1' } } : {}),
    responseBody: JSON.stringify({ error: { message: `The text asked the sandbox model to fail with ${statusCode}.` } }),
  })
}

const decide = (options: LanguageModelV4CallOptions, directives: SandboxDirectives, now: Date): SandboxAction => {
  const { responseFormat: format } = options
  const outcomes = readOutcomes(options.prompt)
  const action = chooseAction({ directives, tools: readTools(options), outcomes, now })
  if (action.kind === 'call' || format?.type !== 'json') return action
  const write = writerOf(format.name)
  if (write) return { kind: 'text', text: JSON.stringify(write(directives.text)) }
  const value = format.schema ? sampleSchema(format.schema as JsonObject, directives.text) : { answer: action.text }
  return { kind: 'text', text: JSON.stringify(value) }
}

const countUsage = (options: LanguageModelV4CallOptions, written: string): LanguageModelV4Usage => {
  const input = tokensOf(JSON.stringify(options.prompt) + JSON.stringify(options.tools ?? []))
  const output = tokensOf(written)
  return {
    inputTokens: { total: input, noCache: input, cacheRead: 0, cacheWrite: 0 },
    outputTokens: { total: output, text: output, reasoning: 0 },
  }
}

const cutPieces = (text: string): string[] => text.match(new RegExp(`[\\s\\S]{1,${PIECE_CHARACTERS}}`, 'gu')) ?? []

async function* streamParts(options: LanguageModelV4CallOptions, model: SandboxModelOptions): AsyncGenerator<LanguageModelV4StreamPart> {
  const signal = options.abortSignal
  const pause = async (ms: number) => {
    signal?.throwIfAborted()
    if (ms > 0) await sleep(ms, undefined, signal ? { signal } : {})
  }
  const directives = readDirectives(lastUserText(options.prompt))
  const action = decide(options, directives, model.clock())
  yield { type: 'stream-start', warnings: [] }
  await pause(directives.slowMs)
  if (action.kind === 'call') {
    const input = JSON.stringify(action.input)
    // The number of earlier results makes the id unique in a run and stable on a replay.
    const toolCallId = `sandbox-${options.prompt.length}-${action.name}`
    yield { type: 'tool-call', toolCallId, toolName: action.name, input }
    yield { type: 'finish', finishReason: { unified: 'tool-calls', raw: 'tool_calls' }, usage: countUsage(options, input) }
    return
  }
  const limit = (options.maxOutputTokens ?? Infinity) * 4
  const text = action.text.slice(0, limit)
  yield { type: 'text-start', id: '0' }
  for (const [index, delta] of cutPieces(text).entries()) {
    await pause(model.delayMs)
    yield { type: 'text-delta', id: '0', delta }
    // Ends without a finish, as a connection does that is lost in the middle.
    if (directives.cut && index === 2) return
  }
  yield { type: 'text-end', id: '0' }
  const reason = text.length < action.text.length ? ('length' as const) : ('stop' as const)
  yield { type: 'finish', finishReason: { unified: reason, raw: reason }, usage: countUsage(options, text) }
}

/** Creates the sandbox model. */
export const createSandboxModel = (model: SandboxModelOptions): LanguageModelV4 => {
  const start = (options: LanguageModelV4CallOptions) => {
    failAsDirected(readDirectives(lastUserText(options.prompt)))
    return streamParts(options, model)
  }
  return {
    specificationVersion: 'v4',
    provider: 'sandbox',
    modelId: model.modelId,
    supportedUrls: {},
    doStream: async (options) => ({ stream: streamOf(start(options)) }),
    async doGenerate(options) {
      let text = ''
      const calls: LanguageModelV4Content[] = []
      for await (const part of start(options)) {
        if (part.type === 'text-delta') text += part.delta
        else if (part.type === 'tool-call') calls.push(part)
        else if (part.type === 'finish') {
          const content = [...(text ? [{ type: 'text' as const, text }] : []), ...calls]
          return { content, finishReason: part.finishReason, usage: part.usage, warnings: [] }
        }
      }
      throw new APICallError({ message: 'The stream broke off.', url: 'sandbox:', requestBodyValues: {}, isRetryable: true })
    },
  }
}

/** Pulled piece by piece; cancelling ends the source. */
function streamOf<T>(source: AsyncIterable<T>): ReadableStream<T> {
  const pieces = source[Symbol.asyncIterator]()
  return new ReadableStream<T>({
    pull: async (controller) => {
      const { done, value } = await pieces.next()
      if (done) controller.close()
      else controller.enqueue(value)
    },
    cancel: async () => void (await pieces.return?.()),
  })
}
