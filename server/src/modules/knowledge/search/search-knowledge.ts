import { sql } from 'kysely'
import type { ArticleCategory } from '@imperium/contract/knowledge.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { AppError } from '../../../platform/errors.ts'
import { ModelError } from '../../../platform/llm/model-error.ts'
import type { Platform } from '../../../platform/platform.ts'
import { leastSimilarity } from '../passages-store.ts'
import type { SearchScope } from '../passages-store.ts'
import { embedQuestion } from '../vectors/embed-questions.ts'
import type { Embedder } from '../vectors/embed-questions.ts'
import { findActiveIndex, readSettings } from '../vectors/indexes-store.ts'
import { readProductVectors } from '../vectors/product-vectors.ts'
import { onScale, signsOf, similarityOf } from '../vectors/quantize.ts'
import type { Scale } from '../vectors/quantize.ts'
import { findCandidates } from '../vectors/vectors-store.ts'
import type { StoredVector } from '../vectors/vectors-store.ts'
import { isMetByNone, meetsFilter } from './filter-documents.ts'
import type { DocumentCondition } from './filter-documents.ts'
import { fusePassages, vectorWeights } from './fuse-passages.ts'
import type { FusedPassage, SimilarPassage } from './fuse-passages.ts'
import { rerankPassages } from './rerank-passages.ts'
import { searchPassages } from './search-store.ts'

export interface SearchContext {
  orgId: string
  inOrg<T>(work: (tx: OrgTx) => Promise<T>): Promise<T>
  signal(): AbortSignal
}

export interface KnowledgeQuestion {
  q: string
  category?: ArticleCategory | undefined
  collectionId?: string | undefined
  /** On the metadata of documents; all must hold. Articles have none. */
  filter?: readonly DocumentCondition[] | undefined
  limit: number
}

export interface SearchResult {
  passages: FusedPassage[]
  usedVectors: boolean
  usedModel: boolean
  /** Why vectors or the model were not used although the organization wants them. */
  note: Text | null
}

/** Hits of each kind that are put in one order. */
const mostHits = 50
/** A question waits no longer for its vector; full text answers then. */
const mostMs = 8_000

const searchSentences = { late: 'The embedding model did not answer in time.' }

/** Only one category or collection, and what meets the filter; documents and articles of the product are in none of ours. */
function narrow(scope: SearchScope, { category, collectionId, filter = [] }: KnowledgeQuestion): SearchScope {
  const inCollection = collectionId === undefined ? sql`true` : sql`a.collection_id = ${collectionId}::uuid`
  return {
    articles: sql`${scope.articles} and ${inCollection} and ${isMetByNone(filter)} and (${category ?? null}::text is null or a.category = ${category ?? null})`,
    documents: sql`${scope.documents} and ${inCollection} and ${category === undefined} and ${meetsFilter(filter)}`,
    hasProduct: scope.hasProduct && collectionId === undefined && isMetByNone(filter),
  }
}

const compare = (question: Float32Array, vectors: readonly StoredVector[], scale: Scale): SimilarPassage[] =>
  vectors
    .map(({ article, document, position, ...vector }) => ({
      article,
      document,
      position,
      similarity: Math.round(onScale(similarityOf(question, vector), scale) * 10_000) / 10_000,
    }))
    .filter(({ similarity }) => similarity > 0)

const mostSimilar = (similar: readonly SimilarPassage[]): SimilarPassage[] =>
  similar
    .filter(({ similarity }) => similarity >= leastSimilarity)
    .toSorted((a, b) => b.similarity - a.similarity)
    .slice(0, mostHits)

/** What to compare with: the organization's index, and the articles of the product by the offline model. */
async function readPlan(platform: Platform, tx: OrgTx, { hasProduct }: SearchScope) {
  const settings = await readSettings(tx)
  const index = settings.embedding === 'none' ? null : await findActiveIndex(tx)
  const offline: Embedder = { config_id: null, model: platform.offlineEmbedder.model }
  const isProductCompared = hasProduct && settings.embedding !== 'none' && readProductVectors().model === offline.model
  return { settings, index, product: isProductCompared ? offline : null }
}

/**
 * The passages that fit a question, by words and by meaning, best first. Tenant and scope are part of each statement. Without vectors (not
 * wanted, not ready, the provider fails) full text answers alone.
 */
export async function searchKnowledge(
  platform: Platform,
  { orgId, inOrg, signal }: SearchContext,
  allowed: SearchScope,
  question: KnowledgeQuestion,
): Promise<SearchResult> {
  const scope = narrow(allowed, question)
  const { q, category, limit } = question
  const { settings, index, product } = await inOrg((tx) => readPlan(platform, tx, scope))
  let note: Text | null = null
  const until = AbortSignal.any([signal(), AbortSignal.timeout(mostMs)])
  const embed = async (embedder: Embedder | null) => {
    try {
      return embedder && (await embedQuestion(platform, inOrg, { q, orgId, signal: until, ...embedder }))
    } catch (error) {
      signal().throwIfAborted()
      note = until.aborted ? searchSentences.late : textOf(error)
      return null
    }
  }
  const [own, ofProduct] = await Promise.all([embed(index), embed(product)])
  const fused = await inOrg(async (tx) => {
    const similar = [
      ...(own && index && own.length === index.dimensions
        ? compare(own, await findCandidates(tx, scope, { indexId: index.id, passages: index.passages, signs: signsOf(own) }), index)
        : []),
      ...(ofProduct ? compare(ofProduct, readProductVectors().vectors, platform.offlineEmbedder.scale) : []),
    ]
    const also = mostSimilar(similar)
    const found = await searchPassages(tx, scope, { q, category, limit: Math.max(limit, mostHits), also })
    // Without a comparison the scores are those of full text.
    if (similar.length === 0) return found.map((passage) => ({ ...passage, similarity: null }))
    return fusePassages(found, similar, vectorWeights[index?.embedding ?? 'offline'])
  })
  const usedVectors = own !== null || ofProduct !== null
  if (!settings.is_reranked || fused.length < 2) return { passages: fused.slice(0, limit), usedVectors, usedModel: false, note }
  const { passages, failure } = await rerankPassages(platform, { inOrg, signal }, q, fused)
  return { passages: passages.slice(0, limit), usedVectors, usedModel: failure === null, note: failure ?? note }
}

/** What people may read of a failure that full text makes up for. @throws any other error. */
export function textOf(error: unknown): Text {
  if (error instanceof AppError) return error.text
  if (error instanceof ModelError) return error.publicMessage
  throw error
}
