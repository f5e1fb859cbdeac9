import { sql } from 'kysely'
import type { KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { Platform } from '../../../platform/platform.ts'
import { toPassage } from '../passages-store.ts'
import { answeringSimilarity } from './fuse-passages.ts'
import type { FusedPassage } from './fuse-passages.ts'
import { searchKnowledge } from './search-knowledge.ts'
import type { SearchContext } from './search-knowledge.ts'

const readableBy = {
  members: ['organization', 'agents', 'public'],
  automations: ['agents', 'public'],
  visitors: ['public'],
}

/** What an agent may read of the knowledge base. */
export interface AgentReader {
  /** The collections that it was granted, and `product` for the articles of the product. What is in no collection is open to it anyway. */
  collections: readonly string[]
  /** Who reads the answer. Strangers can cause a run without a person: it sees what was written for agents or for everyone. */
  audience: keyof typeof readableBy
}

/** Below this share of the question's words a passage is no answer, unless its meaning is near. */
const leastCoverage = 0.6
/** Of which the answers are taken. */
const mostLooked = 50

export const isNearEnough = ({ coverage, similarity }: FusedPassage): boolean =>
  coverage >= leastCoverage || (similarity ?? 0) >= answeringSimilarity

/** The passages that may answer the question, best first; none below the threshold. */
export async function searchForAgent(
  platform: Platform,
  context: SearchContext,
  { collections, audience }: AgentReader,
  { question, limit }: { question: string; limit: number },
): Promise<KnowledgePassage[]> {
  const ids = collections.filter((id) => id !== 'product')
  const isOpen = sql`a.visibility = any(${readableBy[audience]}::text[]) and (a.collection_id is null or a.collection_id = any(${ids}::uuid[]))`
  const scope = { articles: isOpen, documents: isOpen, hasProduct: collections.includes('product') }
  const { passages } = await searchKnowledge(platform, context, scope, { q: question, limit: mostLooked })
  return passages
    .filter(isNearEnough)
    .slice(0, limit)
    .map((passage) => toPassage(passage, passage.similarity))
}
