import { sql } from 'kysely'
import type { KnowledgePassage } from '@imperium/contract/knowledge.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { strengthOf, toPassage } from '../passages-store.ts'
import { readSettings } from '../vectors/indexes-store.ts'
import type { DocumentCondition } from './filter-documents.ts'
import type { FusedPassage } from './fuse-passages.ts'
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
export const mostLooked = 50

/** How strong passages must be for an agent, in per cent, and how many it gets. */
interface Retrieval {
  leastStrength: number
  passages: number
}
export interface RetrievalSettings extends Retrieval {
  /** Collections that differ. */
  collections: ReadonlyMap<string, Partial<Retrieval>>
}

/** What the organization set, and its collections. */
export async function readRetrieval(tx: OrgTx): Promise<RetrievalSettings> {
  const { least_strength: leastStrength, passages } = await readSettings(tx)
  const rows = await tx
    .selectFrom('knowledge_collections')
    .select(['id', 'least_strength', 'passages'])
    .where((of) => of.or([of('least_strength', 'is not', null), of('passages', 'is not', null)]))
    .execute()
  const collections = new Map(
    rows.map((row) => [
      row.id,
      {
        ...(row.least_strength === null ? {} : { leastStrength: row.least_strength }),
        ...(row.passages === null ? {} : { passages: row.passages }),
      },
    ]),
  )
  return { leastStrength, passages, collections }
}

export const percentOf = ({ coverage, similarity }: Pick<FusedPassage, 'coverage' | 'similarity'>): number =>
  Math.round(100 * strengthOf(coverage, similarity))

/** The passages that an agent gets, in their order: strong enough for their collection, and no more of it and of all than is set. */
export function passagesForAgent<P extends FusedPassage>(found: readonly P[], settings: RetrievalSettings): P[] {
  const taken = new Map<string, number>()
  const strong = found.filter((passage) => {
    const own = passage.collectionId === null ? undefined : settings.collections.get(passage.collectionId)
    if (percentOf(passage) < (own?.leastStrength ?? settings.leastStrength)) return false
    if (passage.collectionId === null || own?.passages === undefined) return true
    const count = (taken.get(passage.collectionId) ?? 0) + 1
    taken.set(passage.collectionId, count)
    return count <= own.passages
  })
  const most = Math.max(settings.passages, ...strong.map(({ collectionId }) => settings.collections.get(collectionId ?? '')?.passages ?? 0))
  return strong.slice(0, most)
}

/** The passages that may answer the question, best first; none below the threshold. */
export async function searchForAgent(
  platform: Platform,
  context: SearchContext,
  { collections, audience, filter }: AgentReader,
  question: string,
): Promise<KnowledgePassage[]> {
  const ids = collections.filter((id) => id !== 'product')
  const isGranted = sql`a.collection_id = any(${ids}::uuid[])`
  const isForContacts = sql`(a.visibility = any(${readableForContacts}::text[]) and ${isGranted} and exists (
    select from app.knowledge_collections c where c.id = a.collection_id and c.answers_contacts))`
  const isReadable = sql`(a.visibility = any(${readableBy[audience]}::text[]) and (a.collection_id is null or ${isGranted}))`
  const isOpen = audience === 'channel-contacts' ? sql`(${isReadable} or ${isForContacts})` : isReadable
  const scope = { articles: isOpen, documents: isOpen, hasProduct: collections.includes('product') }
  const settings = await context.inOrg(readRetrieval)
  const { passages } = await searchKnowledge(platform, context, scope, { q: question, filter, limit: mostLooked })
  return passagesForAgent(passages, settings).map((passage) => toPassage(passage))
}
