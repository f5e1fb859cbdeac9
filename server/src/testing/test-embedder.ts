import { createHash } from 'node:crypto'
import type { OfflineEmbedder } from '../platform/embeddings/offline-embedder.ts'

const dimensions = 256
/** Words with one meaning. */
const meanings = [
  ['hound', 'dog', 'puppy'],
  ['refund', 'repayment', 'reimburse'],
  ['automobile', 'vehicle', 'carriage'],
]

const stemOf = (word: string): string => {
  const stem = word.replace(/(s|ed|ing)$/, '')
  return meanings.find((same) => same.includes(stem))?.[0] ?? stem
}

/** A direction for each word, always the same: texts are similar when they share words, or words with one meaning. */
const directionOf = (word: string): number[] => {
  const bits = createHash('sha256').update(stemOf(word)).digest()
  return Array.from({ length: dimensions }, (_, at) => (((bits[at >> 3] ?? 0) >> (at & 7)) & 1) * 2 - 1)
}

export function testVector(text: string): number[] {
  const sum = Array.from({ length: dimensions }, () => 0)
  for (const word of text.toLowerCase().match(/\p{L}{4,}/gu) ?? [])
    directionOf(word).forEach((value, at) => (sum[at] = (sum[at] ?? 0) + value))
  return sum
}

/** Stands in for the offline model, whose 30 MB no test loads that is not about it. */
export const testEmbedder = (delayMs = 0): OfflineEmbedder => ({
  model: 'test-words',
  dimensions,
  scale: { related: 0.5, unrelated: 0.1 },
  embed: async (texts, { signal } = {}) => {
    if (delayMs > 0) await new Promise((resolve) => setTimeout(resolve, delayMs))
    signal?.throwIfAborted()
    return texts.map((text) => Float32Array.from(testVector(text)))
  },
  close: async () => undefined,
})
