/** Messages between the platform and a model. A transcript is plain JSON, because steps of a run are stored. */

export type JsonValue = string | number | boolean | null | JsonValue[] | { [key: string]: JsonValue }
export type JsonObject = { [key: string]: JsonValue }

export type ModelAdapter = 'sandbox' | 'openai' | 'anthropic' | 'google' | 'openai-compatible'

/** The model, its URL and its key. The key is plain here: never log or store a `ModelSpec`. */
export interface ModelSpec {
  adapter: ModelAdapter
  modelId: string
  /** Default: the provider's own address. Needed for `openai-compatible`. */
  baseUrl?: string | undefined
  apiKey?: string | undefined
}

export interface ModelToolCall {
  id: string
  name: string
  input: JsonValue
  /** Why these are no arguments: `input` is then the text as it came. */
  malformed?: string
  /** Data that the provider expects with the call in the next request (Google's thought signatures). Opaque to us. */
  providerData?: JsonObject
}

export type TranscriptMessage =
  /** `images`: ids, for the images of the request. */
  | { role: 'user'; text: string; images?: string[] }
  /** `reasoning`: what it thought, which only some providers ask back. */
  | { role: 'assistant'; text: string; reasoning?: string; toolCalls: ModelToolCall[] }
  | { role: 'tool'; toolCallId: string; toolName: string; output: JsonValue; isError?: boolean }

export interface ModelImage {
  mediaType: 'image/jpeg'
  bytes: Uint8Array
}

export interface ModelTool {
  name: string
  description: string
  /** JSON schema of the input, an object. */
  inputSchema: JsonObject
}

/** What a model configuration and its provider put into each request. */
export interface ModelSettings {
  temperature: number
  /** Undefined: not sent, so the provider's default holds. */
  topP: number | undefined
  frequencyPenalty: number | undefined
  /** False: the response is requested as one document. */
  isStreaming: boolean
  /** False: no tools are offered. */
  canCallTools: boolean
  /** False: images of messages are not sent. */
  readsImages: boolean
}

export interface ModelRequest {
  system?: string | undefined
  messages: TranscriptMessage[]
  /** Of the messages, by id. A message says in its text how many of its images are missing here. */
  images?: ReadonlyMap<string, ModelImage>
  tools?: ModelTool[]
  temperature?: number | undefined
  topP?: number | undefined
  frequencyPenalty?: number | undefined
  /** False: the response is requested as one document. Default true. */
  isStreaming?: boolean
  maxOutputTokens: number
  signal?: AbortSignal | undefined
  /** Bound on the whole call. Default 120 s. */
  timeoutMs?: number
  /** The response must be JSON of this schema. */
  output?: { name: string; schema: JsonObject } | undefined
}

export interface ModelUsage {
  inputTokens: number
  outputTokens: number
  /** The part of `inputTokens` that the provider read from its cache. */
  cachedTokens: number
  /** True when the provider gave no counts and ours are estimated at four bytes a token. */
  estimated: boolean
}

export type FinishReason = 'stop' | 'length' | 'tool-calls' | 'content-filter'

export type ModelEvent =
  | { type: 'text-delta'; text: string }
  /** What the model thought before or between its text: not part of the answer. */
  | { type: 'reasoning-delta'; text: string }
  /** The text so far was reasoning. */
  | { type: 'was-reasoning' }
  | ({ type: 'tool-call' } & ModelToolCall)
  | { type: 'finish'; reason: FinishReason; usage: ModelUsage }

export interface ModelResult {
  text: string
  toolCalls: ModelToolCall[]
  reason: FinishReason
  usage: ModelUsage
  /** The parsed response when `output` was requested. */
  output?: JsonValue
}
