import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { z } from 'zod'
import { productPassagesJson } from '../product-articles.ts'
import type { StoredVector } from './vectors-store.ts'

const Stored = z.object({
  model: z.string(),
  /** By the hash of what was embedded, so that an article that was changed since has no vector. */
  vectors: z.record(z.string(), z.object({ scale: z.number(), bytes: z.base64() })),
})

const file = join(import.meta.dirname, 'product-vectors.json')

export interface ProductPassage {
  article: string
  position: number
  headings: string[]
  passage: string
}

export const productPassages = JSON.parse(productPassagesJson) as ProductPassage[]

/** What is embedded of a passage. */
export const embeddedText = ({ headings, passage }: { headings: readonly string[]; passage: string }): string =>
  `${headings.join('. ')}. ${passage}`

export const hashOf = (passage: ProductPassage): string =>
  createHash('sha256').update(embeddedText(passage)).digest('base64url').slice(0, 16)

let loaded: { model: string; vectors: StoredVector[] } | undefined

/** Vectors of the product's articles by the offline model, made with each release: `node scripts/write-product-vectors.ts`. */
export function readProductVectors(): { model: string; vectors: StoredVector[] } {
  if (loaded) return loaded
  const { model, vectors } = Stored.parse(JSON.parse(readFileSync(file, 'utf8')))
  const found = productPassages.flatMap((passage) => {
    const vector = vectors[hashOf(passage)]
    if (!vector) return []
    const { article, position } = passage
    return [{ article, document: null, position, scale: vector.scale, bytes: Buffer.from(vector.bytes, 'base64') }]
  })
  loaded = { model, vectors: found }
  return loaded
}
