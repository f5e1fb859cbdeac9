import { knowledgeIndex } from '@imperium/contract/knowledge/knowledge-index.ts'
import type { KnowledgeIndex, KnowledgeIndexBody } from '@imperium/contract/knowledge/knowledge-index.ts'
import { worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, invalid } from '../../../platform/errors.ts'
import { bindOperations } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { resolveEmbeddingModels } from '../../ai-models/index.ts'
import { scopeOfReader, toPassage } from '../passages-store.ts'
import { readFilter } from '../search/filter-documents.ts'
import { passagesForAgent, readRetrieval } from '../search/search-for-agent.ts'
import { searchKnowledge } from '../search/search-knowledge.ts'
import {
  countOtherLanguages,
  describeIndex,
  dropIndexes,
  listIndexes,
  readSettings,
  resumeIndexes,
  startIndex,
  writeSettings,
} from './indexes-store.ts'
import type { IndexModel } from './indexes-store.ts'

const mostShown = 10

async function show(platform: Platform, tx: OrgTx): Promise<KnowledgeIndex> {
  const { embedding, config_id: configId, is_reranked: isReranked, least_strength: leastStrength, passages } = await readSettings(tx)
  const indexes = await listIndexes(tx)
  const active = indexes.find((index) => index.is_active)
  const next = indexes.find((index) => !index.is_active)
  const models = await resolveEmbeddingModels(platform, tx)
  return {
    embedding,
    configId,
    isReranked,
    leastStrength,
    passages,
    models: models.map((model) => ({ id: model.configId, name: model.displayName, modelId: model.modelId })),
    active: active ? await describeIndex(tx, active) : null,
    next: next ? await describeIndex(tx, next) : null,
    withoutVectors: embedding === 'offline' ? await countOtherLanguages(tx) : 0,
  }
}

/** The model that the settings name. @throws 422 for one that cannot embed. */
async function modelOf(
  platform: Platform,
  tx: OrgTx,
  { embedding, configId }: Pick<KnowledgeIndexBody, 'embedding' | 'configId'>,
): Promise<IndexModel | null> {
  if (embedding === 'none') return null
  if (embedding === 'offline') return { embedding, config_id: null, model: platform.offlineEmbedder.model }
  const [model] = configId ? await resolveEmbeddingModels(platform, tx, configId) : []
  if (!model) throw invalid([{ path: 'configId', message: 'This AI model cannot embed texts, or is not active' }])
  return { embedding, config_id: model.configId, model: model.modelId }
}

/** Starts an index for a model unless one of it is there: vectors of the former one are searched until it is complete. */
async function choose(platform: Platform, tx: OrgTx, body: KnowledgeIndexBody): Promise<void> {
  const model = await modelOf(platform, tx, body)
  await writeSettings(tx, body, platform.clock.now())
  if (!model) return dropIndexes(tx, 'all')
  const indexes = await listIndexes(tx)
  const isOf = (index: IndexModel | Omit<IndexModel, 'embedding'>) => index.config_id === model.config_id && index.model === model.model
  const next = indexes.find((index) => !index.is_active)
  if (indexes.some((index) => index.is_active && isOf(index))) return dropIndexes(tx, 'next')
  if (!next || !isOf(next)) await startIndex(tx, model)
}

export const indexOperations = (platform: Platform) =>
  bindOperations(knowledgeIndex, {
    read: (_, { tx }) => show(platform, tx),
    update: async ({ body }, { tx, org, audit }) => {
      const { embedding, config_id: configId, is_reranked: isReranked, least_strength: leastStrength, passages } = await readSettings(tx)
      await choose(platform, tx, body)
      audit({ targetName: org.name, before: { embedding, configId, isReranked, leastStrength, passages }, after: body })
      return show(platform, tx)
    },
    rebuild: async (_, { tx, org, audit }) => {
      const { embedding, config_id: configId } = await readSettings(tx)
      const model = await modelOf(platform, tx, { embedding, configId })
      if (!model) throw conflict('Full text only: there are no vectors to index.')
      const indexes = await listIndexes(tx)
      // What failed goes on where it stopped; what is complete is made again.
      if (indexes.some(({ status }) => status === 'failed' || status === 'waiting')) await resumeIndexes(tx)
      else await startIndex(tx, model)
      audit({ targetName: org.name, after: { model: model.model } })
      return show(platform, tx)
    },
    trySearch: async ({ query }, { org, inOrg, signal, role, may }) => {
      const scope = scopeOfReader({ role, mayWrite: may('knowledge:write') })
      const question = { q: query.q, filter: readFilter(query.filter), limit: mostShown }
      const settings = await inOrg(readRetrieval)
      const { passages, note, ...used } = await searchKnowledge(platform, { orgId: org.id, inOrg, signal }, scope, question)
      const given = new Set(passagesForAgent(passages, settings))
      return {
        ...used,
        note: note === null ? null : worded(note),
        passages: passages.map((passage) => ({ ...toPassage(passage), isAnswer: given.has(passage) })),
      }
    },
  })
