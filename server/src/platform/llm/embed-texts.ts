import { ModelError } from './model-error.ts'
import { createEmbeddingModel } from './provider-models.ts'
import { tokensOf } from './tokens.ts'
import type { ModelSpec } from './types.ts'

export interface EmbeddingInput {
  texts: readonly string[]
  /** Some models embed a question otherwise than the text that answers it. */
  kind: 'query' | 'passage'
  signal?: AbortSignal | undefined
}

export interface EmbeddedTexts {
  /** In the order of the texts, all of one length. */
  vectors: number[][]
  inputTokens: number
}

const taskTypes = { query: 'RETRIEVAL_QUERY', passage: 'RETRIEVAL_DOCUMENT' } as const

/** One call of a provider's model for embeddings. @throws ModelError for a reply that is not what was asked for. */
export async function embedTexts(
  spec: ModelSpec,
  { texts, kind }: EmbeddingInput,
  { fetch, signal }: { fetch: typeof globalThis.fetch; signal: AbortSignal },
): Promise<EmbeddedTexts> {
  const model = await createEmbeddingModel(spec, fetch)
  const providerOptions = spec.adapter === 'google' ? { google: { taskType: taskTypes[kind] } } : {}
  const { embeddings, usage } = await model.doEmbed({ values: [...texts], abortSignal: signal, providerOptions })
  const length = embeddings[0]?.length ?? 0
  const isWhole = embeddings.length === texts.length && length > 0 && embeddings.every((vector) => vector.length === length)
  if (!isWhole || !embeddings.every((vector) => vector.every(Number.isFinite)))
    // Billed all the same.
    throw new ModelError('bad_response', {
      providerMessage: 'The vectors are not those of the texts.',
      usage: usage && { inputTokens: usage.tokens, outputTokens: 0, cachedTokens: 0, estimated: false },
    })
  return { vectors: embeddings, inputTokens: usage?.tokens || texts.reduce((sum, text) => sum + tokensOf(text), 0) }
}
