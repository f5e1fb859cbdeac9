import type {
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
  LanguageModelV4Prompt,
} from '@ai-sdk/provider'
import { hasValues } from '../text/exact-json.ts'
import type { JsonValue, ModelImage, ModelRequest, TranscriptMessage } from './types.ts'

type UserMessage = Extract<TranscriptMessage, { role: 'user' }>

function toUserMessage({ text, images = [] }: UserMessage, known: ReadonlyMap<string, ModelImage> | undefined): LanguageModelV4Message {
  const found = images.flatMap((id) => known?.get(id) ?? [])
  const missing = images.length - found.length
  const note = missing === 0 ? '' : `\n\n[${missing} attached ${missing === 1 ? 'image is' : 'images are'} not shown to you.]`
  const files = found.map(({ mediaType, bytes }) => ({ type: 'file' as const, mediaType, data: { type: 'data' as const, data: bytes } }))
  return { role: 'user', content: [{ type: 'text', text: text + note }, ...files] }
}

/**
 * Arguments as they go into the history. The packages replace a text that is no object by an empty object, or send it as it is to providers
 * that take only objects; the model then cannot see what it wrote wrong.
 */
const toArguments = (input: JsonValue): JsonValue => (hasValues(input) && !Array.isArray(input) ? input : { malformed_arguments: input })

/** Providers refuse a history with other names, which models make up (`multi_tool_use.parallel`); so the run would end in place of the call. */
const toToolName = (name: string): string => name.replaceAll(/[^\w-]/g, '_').slice(0, 64) || 'unnamed'

/** How a request is put to a provider that refuses the usual way. */
export interface Ways {
  /** The schema of the answer stands in the prompt, and JSON without a schema is asked for (DeepSeek). */
  tellsSchema: boolean
  /** What the model thought is sent back (DeepSeek, in its thinking mode); others refuse that (Groq, Mistral). */
  sendsReasoning: boolean
}
export const usualWays: Ways = { tellsSchema: false, sendsReasoning: false }

const toMessage = (message: TranscriptMessage, { images }: ModelRequest, { sendsReasoning }: Ways): LanguageModelV4Message => {
  if (message.role === 'user') return toUserMessage(message, images)
  if (message.role === 'tool') {
    const output = { type: message.isError ? ('error-json' as const) : ('json' as const), value: message.output }
    return {
      role: 'tool',
      content: [{ type: 'tool-result', toolCallId: message.toolCallId, toolName: toToolName(message.toolName), output }],
    }
  }
  const calls = message.toolCalls.map(({ id, name, input, providerData }) => ({
    type: 'tool-call' as const,
    toolCallId: id,
    toolName: toToolName(name),
    input: toArguments(input),
    ...(providerData ? { providerOptions: providerData as Record<string, Record<string, never>> } : {}),
  }))
  // The field must be there, also where nothing was thought; the package leaves an empty one out.
  const thought = sendsReasoning ? [{ type: 'reasoning' as const, text: message.reasoning || ' ' }] : []
  return { role: 'assistant', content: [...thought, ...(message.text ? [{ type: 'text' as const, text: message.text }] : []), ...calls] }
}

function systemOf({ system = '', output }: ModelRequest, { tellsSchema }: Ways): string {
  const schema = output && tellsSchema ? JSON.stringify(output.schema) : ''
  return system.includes(schema)
    ? system
    : `${system}\n\nAnswer with one JSON object of this schema, without any other text:\n${schema}`.trim()
}

/** Results of parallel calls belong in one message; our transcript keeps one entry each. */
const toPrompt = (request: ModelRequest, ways: Ways): LanguageModelV4Prompt => {
  const system = systemOf(request, ways)
  const prompt: LanguageModelV4Prompt = system ? [{ role: 'system', content: system }] : []
  for (const message of request.messages.map((each) => toMessage(each, request, ways))) {
    const last = prompt.at(-1)
    if (message.role === 'tool' && last?.role === 'tool') last.content.push(...message.content)
    else prompt.push(message)
  }
  return prompt
}

/**
 * OpenAI's strict form requires every property and refuses schemas with optional ones; the packages ask for it by default. `compatible` is the
 * name that `provider-models.ts` gives its provider.
 */
const looseSchemas = { openai: { strictJsonSchema: false }, compatible: { strictJsonSchema: false } }

/** Our request as the provider packages' call options. */
export const toCallOptions = (request: ModelRequest, signal: AbortSignal, ways = usualWays): LanguageModelV4CallOptions => {
  const tools = (request.tools ?? []).map(({ name, description, inputSchema }): LanguageModelV4FunctionTool => ({
    type: 'function',
    name,
    description,
    inputSchema,
  }))
  return {
    prompt: toPrompt(request, ways),
    maxOutputTokens: request.maxOutputTokens,
    ...(request.temperature === undefined ? {} : { temperature: request.temperature }),
    ...(request.topP === undefined ? {} : { topP: request.topP }),
    ...(request.frequencyPenalty === undefined ? {} : { frequencyPenalty: request.frequencyPenalty }),
    ...(tools.length > 0 ? { tools, toolChoice: { type: 'auto' as const } } : {}),
    ...(request.output
      ? { responseFormat: { type: 'json' as const, ...(ways.tellsSchema ? {} : request.output) }, providerOptions: looseSchemas }
      : {}),
    abortSignal: signal,
  }
}
