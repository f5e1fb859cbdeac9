import { createAnthropic } from '@ai-sdk/anthropic'
import { createGoogle } from '@ai-sdk/google'
import { createOpenAI } from '@ai-sdk/openai'
import { createOpenAICompatible } from '@ai-sdk/openai-compatible'
import type { LanguageModelV4 } from '@ai-sdk/provider'
import { ModelError } from './model-error.ts'
import type { ModelAdapter, ModelSpec } from './types.ts'

export type RemoteAdapter = Exclude<ModelAdapter, 'sandbox'>

/** Always given, never left to the packages: without a value they read OPENAI_BASE_URL and keys from this process's environment. */
const DEFAULT_BASE_URLS: Record<RemoteAdapter, string | undefined> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': undefined,
}

/** The base URL that a spec is served from; undefined for `openai-compatible` without one. */
export const baseUrlOf = (adapter: RemoteAdapter, baseUrl?: string): string | undefined => baseUrl || DEFAULT_BASE_URLS[adapter]

const needKey = (apiKey: string | undefined): string => {
  if (apiKey) return apiKey
  throw new ModelError('auth', { providerMessage: 'No API key is configured.' })
}

/** The provider package's model for a spec, with every request going through `fetch`. Throws `ModelError` where key or address is missing. */
export const createProviderModel = (spec: ModelSpec & { adapter: RemoteAdapter }, fetch: typeof globalThis.fetch): LanguageModelV4 => {
  const baseURL = baseUrlOf(spec.adapter, spec.baseUrl)
  if (!baseURL) throw new ModelError('invalid_request', { providerMessage: 'No base URL is configured.' })
  switch (spec.adapter) {
    case 'openai':
      // Chat completions, not the newer responses API: it is what every gateway in front of OpenAI speaks too.
      return createOpenAI({ baseURL, apiKey: needKey(spec.apiKey), fetch }).chat(spec.modelId)
    case 'anthropic':
      return createAnthropic({ baseURL, apiKey: needKey(spec.apiKey), fetch })(spec.modelId)
    case 'google':
      return createGoogle({ baseURL, apiKey: needKey(spec.apiKey), fetch })(spec.modelId)
    case 'openai-compatible': {
      const settings = { name: 'compatible', baseURL, includeUsage: true, supportsStructuredOutputs: true, fetch }
      return createOpenAICompatible(spec.apiKey ? { ...settings, apiKey: spec.apiKey } : settings)(spec.modelId)
    }
  }
}
