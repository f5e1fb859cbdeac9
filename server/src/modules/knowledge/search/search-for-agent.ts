import { sql } from 'kysely'
import type { KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { Platform } from '../../../platform/platform.ts'
import { toPassage } from '../passages-store.ts'
import type { DocumentCondition } from './filter-documents.ts'
import { answeringSimilarity } from './fuse-passages.ts'
import type { FusedPassage } from './fuse-passages.ts'
import { leastCoverage } from './search-store.ts'
import { searchKnowledge } from './search-knowledge.ts'
import type { SearchContext } from './search-knowledge.ts'

const readableBy = {
  members: ['organization', 'agents', 'public'],
  automations: ['agents', 'public'],
  'channel-contacts': ['public'],
  visitors: ['public'],
}
/** In a collection whose owner said so, contacts are answered from all that is not for chosen roles. */
const readableForContacts = ['organization', 'agents', 'public']

/** What an agent may read of the knowledge base. */
export interface AgentReader {
  /** The collections that it was granted, and `product` for the articles of the product. What is in no collection is open to it anyway. */
  collections: readonly string[]
  /** Who reads the answer. Strangers can cause a run without a person: it sees what was written for agents or for everyone. */
  audience: keyof typeof readableBy
  /** Conditions on the metadata of documents. */
  filter?: readonly DocumentCondition[]
}

/** Of which the answers are taken. */
const mostLooked = 50

export const isNearEnough = ({ coverage, similarity }: FusedPassage): boolean =>
  coverage >= leastCoverage || (similarity ?? 0) >= answeringSimilarity

/** The passages that may answer the question, best first; none below the threshold. */
export async function searchForAgent(
  platform: Platform,
  context: SearchContext,
  { collections, audience, filter }: AgentReader,
  { question, limit }: { question: string; limit: number },
): Promise<KnowledgePassage[]> {
  const ids = collections.filter((id) => id !== 'product')
  const isGranted = sql`a.collection_id = any(${ids}::uuid[])`
  const isForContacts = sql`(a.visibility = any(${readableForContacts}::text[]) and ${isGranted} and exists (
    select from app.knowledge_collections c where c.id = a.collection_id and c.answers_contacts))`
  const isReadable = sql`(a.visibility = any(${readableBy[audience]}::text[]) and (a.collection_id is null or ${isGranted}))`
  const isOpen = audience === 'channel-contacts' ? sql`(${isReadable} or ${isForContacts})` : isReadable
  const scope = { articles: isOpen, documents: isOpen, hasProduct: collections.includes('product') }
  const { passages } = await searchKnowledge(platform, context, scope, { q: question, filter, limit: mostLooked })
  return passages
    .filter(isNearEnough)
    .slice(0, limit)
    .map((passage) => toPassage(passage, passage.similarity))
}
