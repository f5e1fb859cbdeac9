import type { Adapter } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { ModelSpec } from '../../platform/llm/types.ts'
import type { Platform } from '../../platform/platform.ts'
import { openApiKey } from './api-key.ts'
import { findDefaultConfig, findServing, isServed } from './store.ts'

/** The configuration that serves a model name. */
export interface ResolvedModel {
  configId: string
  modelId: string
  adapter: Adapter
  /** Empty for the sandbox. */
  baseUrl: string
  displayName: string
  /** The configuration's, bounded by its provider's. */
  maxTokens: number
  /** Model calls in a calendar month (UTC); null for no limit. */
  monthlyUsageLimit: number | null
  isSandbox: boolean
  /**
   * Opens the key: call it right before the model call, and do not store the result.
   * @throws ModelError of kind `auth` if there is no usable key.
   */
  spec(): ModelSpec
}

/** The active configuration, of an active provider, that serves a model id: the default first, else the oldest. Null if there is none. */
export async function resolveModel(platform: Platform, tx: OrgTx, modelName: string): Promise<ResolvedModel | null> {
  const row = await findServing(tx, modelName)
  if (!row) return null
  const adapter = row.adapter as Adapter
  return {
    configId: row.id,
    modelId: row.model_id,
    adapter,
    baseUrl: row.api_base_url,
    displayName: row.display_name,
    maxTokens: Math.min(row.max_tokens, row.max_tokens_limit ?? row.max_tokens),
    monthlyUsageLimit: row.monthly_usage_limit,
    isSandbox: adapter === 'sandbox',
    spec: () =>
      adapter === 'sandbox'
        ? { adapter, modelId: row.model_id }
        : { adapter, modelId: row.model_id, baseUrl: row.api_base_url, apiKey: openApiKey(platform.keyRing, row.id, row.api_key_sealed) },
  }
}

/** Model id of the organization's default configuration. */
export async function defaultModelName(tx: OrgTx): Promise<string | null> {
  return (await findDefaultConfig(tx))?.model_id ?? null
}

/** Whether `resolveModel` would find a configuration. */
export const isModelConfigured = (tx: OrgTx, modelName: string): Promise<boolean> => isServed(tx, modelName)
