import { LRUCache } from 'lru-cache'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { Platform } from '../../../platform/platform.ts'
import { embedByModel } from '../../ai-models/index.ts'
import type { IndexModel } from './indexes-store.ts'
import { toUnit } from './quantize.ts'

type InOrg = <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>

/** A model that embeds: the offline one, or a configuration of the organization. */
export type Embedder = Pick<IndexModel, 'config_id' | 'model'>

/** Vectors of texts by the model of an index. @throws ModelError, AppError. */
export async function embedTexts(
  platform: Platform,
  inOrg: InOrg,
  { config_id: configId, model }: Embedder,
  { texts, kind, signal }: { texts: readonly string[]; kind: 'query' | 'passage'; signal?: AbortSignal | undefined },
): Promise<ArrayLike<number>[]> {
  if (configId === null) return platform.offlineEmbedder.embed(texts, { isUrgent: kind === 'query', signal })
  return embedByModel(platform, { inOrg }, { configId, modelId: model }, { texts, kind, signal })
}

/** Questions are asked again: by paging, by typing, by several agents. Each process keeps some of their vectors. */
const questions = new LRUCache<string, Float32Array>({ max: 1_000, ttl: 10 * 60_000 })

/** The vector of a question, or null for one without any meaning to the model. @throws ModelError, AppError. */
export async function embedQuestion(
  platform: Platform,
  inOrg: InOrg,
  { q, orgId, signal, ...embedder }: Embedder & { q: string; orgId: string; signal?: AbortSignal | undefined },
): Promise<Float32Array | null> {
  const key = JSON.stringify([embedder.config_id === null ? null : orgId, embedder.config_id, embedder.model, q])
  const known = questions.get(key)
  if (known) return known
  const [vector = []] = await embedTexts(platform, inOrg, embedder, { texts: [q], kind: 'query', signal })
  const unit = toUnit(vector)
  if (unit) questions.set(key, unit)
  return unit
}
