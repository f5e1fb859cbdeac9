// Writes the vectors of the articles that ship with the product; needed after each change of one (a test says so).
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { embeddedText, hashOf, productPassages, quantize, toUnit } from '../server/src/modules/knowledge/index.ts'
import { createOfflineEmbedder } from '../server/src/platform/embeddings/offline-embedder.ts'

const embedder = createOfflineEmbedder()
const found = await embedder.embed(productPassages.map((passage) => embeddedText(passage)))
const entries = productPassages.flatMap((passage, index) => {
  const unit = toUnit(found[index] ?? [])
  if (!unit) return []
  const { bytes, scale } = quantize(unit)
  return [[hashOf(passage), { scale, bytes: bytes.toString('base64') }] as const]
})
const file = join(import.meta.dirname, '../server/src/modules/knowledge/vectors/product-vectors.json')
writeFileSync(file, `${JSON.stringify({ model: embedder.model, vectors: Object.fromEntries(entries) }, null, 2)}\n`)
await embedder.close()
