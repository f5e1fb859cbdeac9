import { z } from 'zod'
import { Id, Timestamp, required } from '../kit/fields.ts'
import { messageKey } from '../kit/message-fields.ts'
import { get, operations, post, put } from '../kit/operations.ts'
import { KnowledgePassage } from '../knowledge.ts'
import { Filter } from './metadata.ts'
import { LeastStrength, PassageCount, retrievalDefaults } from './retrieval.ts'

/** `none`: full text only; `offline`: the model that ships with the product, for English; `model`: one of the organization's AI models. */
export const embeddings = ['none', 'offline', 'model'] as const
export const indexStatuses = ['building', 'ready', 'waiting', 'failed'] as const

export const VectorIndex = z
  .object({
    embedding: z.enum(['offline', 'model']),
    /** The id of the model that made its vectors. */
    model: z.string(),
    status: z.enum(indexStatuses),
    /** Why it waits or failed, and what to do. */
    error: z.object({ message: z.string(), ...messageKey }).nullable(),
    /** Passages with a vector, and all that get one. */
    done: z.int(),
    total: z.int(),
    /** When it was complete for the last time. */
    finishedAt: Timestamp.nullable(),
  })
  .meta({ id: 'KnowledgeVectorIndex' })
export type VectorIndex = z.infer<typeof VectorIndex>

export const KnowledgeIndex = z
  .object({
    embedding: z.enum(embeddings),
    configId: Id.nullable(),
    /** The default AI model puts the best passages into order. */
    isReranked: z.boolean(),
    /** How strong a passage must be for an agent to get it, in per cent, and how many it gets; collections may differ. */
    leastStrength: z.int(),
    passages: z.int(),
    /** AI models that can embed. */
    models: z.array(z.object({ id: Id, name: z.string(), modelId: z.string() })),
    /** Searched now; null while there is none. */
    active: VectorIndex.nullable(),
    /** Built beside it; takes its place when it is complete. */
    next: VectorIndex.nullable(),
    /** Passages that only full text finds, because the offline embedding knows English only. */
    withoutVectors: z.int(),
  })
  .meta({ id: 'KnowledgeIndex' })
export type KnowledgeIndex = z.infer<typeof KnowledgeIndex>

export const KnowledgeIndexBody = z
  .strictObject({
    embedding: z.enum(embeddings),
    /** For `model`. */
    configId: Id.nullable().default(null),
    isReranked: z.boolean().default(false),
    leastStrength: LeastStrength.default(retrievalDefaults.leastStrength),
    passages: PassageCount.default(retrievalDefaults.passages),
  })
  .refine(({ embedding, configId }) => (embedding === 'model') === (configId !== null), {
    path: ['configId'],
    error: 'Choose an AI model for embeddings',
  })
export type KnowledgeIndexBody = z.infer<typeof KnowledgeIndexBody>

export const SearchTrial = z
  .object({
    passages: z.array(KnowledgePassage.extend({ isAnswer: z.boolean() })).max(20),
    /** Whether vectors were compared, and an AI model ordered the passages. */
    usedVectors: z.boolean(),
    usedModel: z.boolean(),
    /** Why one of them was not used. */
    note: z.object({ message: z.string(), ...messageKey }).nullable(),
  })
  .meta({ id: 'KnowledgeSearchTrial' })
export type SearchTrial = z.infer<typeof SearchTrial>

export const knowledgeIndex = operations(
  'knowledge-index',
  { read: 'knowledge:write', write: 'knowledge:manage' },
  {
    read: get('/knowledge/index', 'Read how the knowledge base is searched, and the progress of its index', { reply: KnowledgeIndex }),
    update: put('/knowledge/index', 'Choose the embedding of the knowledge base, and whether results are re-ranked', {
      body: KnowledgeIndexBody,
      reply: KnowledgeIndex,
    }),
    rebuild: post('/knowledge/index/rebuild', 'Embed all passages again, beside the index that is searched meanwhile', {
      reply: KnowledgeIndex,
      errors: [409],
      rate: { max: 20, perSeconds: 3600 },
    }),
    trySearch: get('/knowledge/index/search', 'Search as an agent would, with the reasons of each passage', {
      query: z.strictObject({ q: required(500, 'Enter a question'), filter: Filter.optional() }),
      reply: SearchTrial,
      transaction: false,
    }),
  },
)
