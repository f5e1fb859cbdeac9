import { sql } from 'kysely'
import type { KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { searchPassages, toPassage } from './passages-store.ts'

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

/** Below this share of the question's words a passage is no answer. */
const leastCoverage = 0.6

/** The passages that may answer the question, best first; none below the threshold. */
export async function searchForAgent(
  tx: OrgTx,
  { collections, audience }: AgentReader,
  question: string,
  limit: number,
): Promise<KnowledgePassage[]> {
  const ids = collections.filter((id) => id !== 'product')
  const isOpen = sql`a.visibility = any(${readableBy[audience]}::text[]) and (a.collection_id is null or a.collection_id = any(${ids}::uuid[]))`
  const scope = { articles: isOpen, documents: isOpen, hasProduct: collections.includes('product') }
  const rows = await searchPassages(tx, scope, { q: question, limit })
  return rows.filter(({ coverage }) => coverage >= leastCoverage).map(toPassage)
}
