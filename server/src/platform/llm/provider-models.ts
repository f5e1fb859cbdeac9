import type { EmbeddingModelV4, ImageModelV4, LanguageModelV4 } from '@ai-sdk/provider'
import { ModelError } from './model-error.ts'
import type { ModelAdapter, ModelSpec } from './types.ts'

export type RemoteAdapter = Exclude<ModelAdapter, 'sandbox'>

/** Always passed: without a value the packages read OPENAI_BASE_URL and keys from this process's environment. */
const DEFAULT_BASE_URLS: Record<RemoteAdapter, string | undefined> = {
  openai: 'https://api.openai.com/v1',
  anthropic: 'https://api.anthropic.com/v1',
  google: 'https://generativelanguage.googleapis.com/v1beta',
  'openai-compatible': undefined,
}

/**
 * Any server with chat completions. A query in the base URL is kept on every call; `?api-version=` marks an Azure-style gateway,
 * which takes its key in `api-key` instead of `Authorization`.
 */
const createCompatible = async ({ apiKey }: ModelSpec, baseURL: string, fetch: typeof globalThis.fetch) => {
  const { createOpenAICompatible } = await import('@ai-sdk/openai-compatible')
  const [address = '', query = ''] = baseURL.split('?', 2)
  const queryParams = Object.fromEntries(new URLSearchParams(query))
  const key = !apiKey ? {} : 'api-version' in queryParams ? { headers: { 'api-key': apiKey } } : { apiKey }
  const settings = { name: 'compatible', baseURL: address, queryParams, includeUsage: true, supportsStructuredOutputs: true, fetch }
  return createOpenAICompatible({ ...settings, ...key })
}

const needKey = (apiKey: string | undefined): string => {
  if (apiKey) return apiKey
  throw new ModelError('auth', { providerMessage: 'No API key is configured.' })
}

/**
 * The provider package's model for a spec, with every request through `fetch`. Throws `ModelError` without a key or address.
 * Packages are loaded on first use: together they are 10 MB, and most installations use one of them.
 */
export const createProviderModel = async (
  spec: ModelSpec & { adapter: RemoteAdapter },
  fetch: typeof globalThis.fetch,
): Promise<LanguageModelV4> => {
  const baseURL = spec.baseUrl || DEFAULT_BASE_URLS[spec.adapter]
  if (!baseURL) throw new ModelError('invalid_request', { providerMessage: 'No base URL is configured.' })
  switch (spec.adapter) {
    case 'openai':
      // Chat completions, not the newer responses API: it is what every gateway in front of OpenAI speaks too.
      return (await import('@ai-sdk/openai')).createOpenAI({ baseURL, apiKey: needKey(spec.apiKey), fetch }).chat(spec.modelId)
    case 'anthropic':
      return (await import('@ai-sdk/anthropic')).createAnthropic({ baseURL, apiKey: needKey(spec.apiKey), fetch })(spec.modelId)
    case 'google':
      return (await import('@ai-sdk/google')).createGoogle({ baseURL, apiKey: needKey(spec.apiKey), fetch })(spec.modelId)
    case 'openai-compatible':
      return (await createCompatible(spec, baseURL, fetch))(spec.modelId)
  }
}

/** The same for images. Only the two protocols of OpenAI have an endpoint for them here. */
export const createImageModel = async (spec: ModelSpec, fetch: typeof globalThis.fetch): Promise<ImageModelV4> => {
  if (spec.adapter === 'openai') {
    const baseURL = spec.baseUrl || (DEFAULT_BASE_URLS.openai ?? '')
    return (await import('@ai-sdk/openai')).createOpenAI({ baseURL, apiKey: needKey(spec.apiKey), fetch }).image(spec.modelId)
  }
  if (spec.adapter !== 'openai-compatible' || !spec.baseUrl)
    throw new ModelError('invalid_request', { providerMessage: 'This provider makes no images.' })
  return (await createCompatible(spec, spec.baseUrl, fetch)).imageModel(spec.modelId)
}

/** The same for vectors of texts; Anthropic has no endpoint for them. */
export const createEmbeddingModel = async (spec: ModelSpec, fetch: typeof globalThis.fetch): Promise<EmbeddingModelV4> => {
  const { adapter, modelId, apiKey } = spec
  if (adapter === 'openai') {
    const baseURL = spec.baseUrl || (DEFAULT_BASE_URLS.openai ?? '')
    return (await import('@ai-sdk/openai')).createOpenAI({ baseURL, apiKey: needKey(apiKey), fetch }).embeddingModel(modelId)
  }
  if (adapter === 'google') {
    const baseURL = spec.baseUrl || (DEFAULT_BASE_URLS.google ?? '')
    return (await import('@ai-sdk/google')).createGoogle({ baseURL, apiKey: needKey(apiKey), fetch }).embeddingModel(modelId)
  }
  if (adapter !== 'openai-compatible' || !spec.baseUrl)
    throw new ModelError('invalid_request', { providerMessage: 'This provider has no embeddings.' })
  return (await createCompatible(spec, spec.baseUrl, fetch)).embeddingModel(modelId)
}
