import { catalogueModels, modelLimits } from '@imperium/contract/ai-models.ts'
import type { Adapter } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { ModelSettings, ModelSpec } from '../../platform/llm/types.ts'
import type { Platform } from '../../platform/platform.ts'
import { imageMicros, priceFor } from '../../platform/llm/prices.ts'
import { openApiKey } from './api-key.ts'
import { freeTokens } from './spend/model-price.ts'
import type { TokenPrice } from './spend/model-price.ts'
import { operatorKeyFor } from './operator-keys.ts'
import type { ModelUse } from './operator-keys.ts'
import { findCallable, findDefaultConfig, hasConfigOf, findEmbeddingConfigs, findImageConfig, findServing, isServed } from './store.ts'
import type { CallableConfig } from './store.ts'

/** A configuration that can be called. */
export interface CallableModel {
  configId: string
  modelId: string
  adapter: Adapter
  /** Empty for the sandbox. */
  baseUrl: string
  displayName: string
  /** The configuration's, bounded by its provider's. */
  maxTokens: number
  /** What the configuration and the switches of its provider put into each request. */
  settings: ModelSettings
  /** Model calls in a calendar month (UTC); null for no limit. */
  monthlyUsageLimit: number | null
  isSandbox: boolean
  /** Called with a key of the operator: prepaid credits pay for it. */
  isOperatorPaid: boolean
  /** Minor units of credits for a US dollar of its cost. */
  creditRate: number
  /** Of its tokens; null: unknown, and then it is not called. */
  price: TokenPrice | null
  /** Micro-dollars of a picture; null: unknown. */
  imageMicros: number | null
  /**
   * Opens the key: call it right before the model call, and do not store the result.
   * @throws ModelError of kind `auth` if there is no usable key.
   */
  spec(): ModelSpec
}

/** The configuration that serves a model name. */
export interface ResolvedModel extends CallableModel {
  /** What to call, in order, when a call fails: the chain of fallbacks without those that are inactive. */
  fallbacks: CallableModel[]
}

/** The active configuration, of an active provider, that serves a model id: the default first, else the oldest. Null if there is none. */
export async function resolveModel(platform: Platform, tx: OrgTx, modelName: string): Promise<ResolvedModel | null> {
  const row = await findServing(tx, modelName)
  if (!row) return null
  const fallbacks: CallableModel[] = []
  let next = row.fallback_config_id
  for (let count = 0; next !== null && count < modelLimits.fallbacks; count++) {
    const fallback = await findCallable(tx, next)
    if (fallback?.is_callable) fallbacks.push(toCallable(platform, fallback))
    next = fallback?.fallback_config_id ?? null
  }
  return { ...toCallable(platform, row), fallbacks }
}

/** An active configuration of an active provider, by its id; null if it is neither. */
export async function resolveConfig(platform: Platform, tx: OrgTx, configId: string): Promise<CallableModel | null> {
  const row = await findCallable(tx, configId)
  return row?.is_callable ? toCallable(platform, row) : null
}

const toCallable = (platform: Platform, row: CallableConfig, use: ModelUse = 'tokens'): CallableModel => {
  const adapter = row.adapter as Adapter
  const place = { adapter, apiBaseUrl: row.api_base_url }
  const operatorKey = row.api_key_sealed === null ? operatorKeyFor(platform, place, row.model_id, use) : null
  const apiKey = () => operatorKey ?? openApiKey(platform.keyRing, row.id, row.api_key_sealed)
  return {
    configId: row.id,
    modelId: row.model_id,
    adapter,
    baseUrl: row.api_base_url,
    displayName: row.display_name,
    maxTokens: Math.min(row.max_tokens, row.max_tokens_limit ?? row.max_tokens),
    settings: {
      temperature: row.temperature,
      topP: row.top_p ?? undefined,
      frequencyPenalty: row.frequency_penalty ?? undefined,
      isStreaming: row.supports_streaming,
      canCallTools: row.supports_function_calling,
      readsImages: row.supports_vision,
    },
    monthlyUsageLimit: row.monthly_usage_limit,
    isSandbox: adapter === 'sandbox',
    isOperatorPaid: operatorKey !== null,
    creditRate: platform.config.aiCreditRate,
    ...pricesOf(row, { isSandbox: adapter === 'sandbox', isOperatorPaid: operatorKey !== null, at: platform.clock.now() }),
    spec: () =>
      adapter === 'sandbox'
        ? { adapter, modelId: row.model_id }
        : { adapter, modelId: row.model_id, baseUrl: row.api_base_url, apiKey: apiKey() },
  }
}

interface Payer {
  isSandbox: boolean
  isOperatorPaid: boolean
  at: Date
}

/** What the organization says it pays, else the price list. Its own figures do not hold for a key of the operator. */
export function pricesOf(
  row: Pick<CallableConfig, 'model_id' | 'input_micros_per_million' | 'output_micros_per_million' | 'image_micros'>,
  { isSandbox, isOperatorPaid, at }: Payer,
): { price: TokenPrice | null; imageMicros: number | null } {
  if (isSandbox) return { price: freeTokens, imageMicros: 0 }
  const listed = { price: priceFor(row.model_id, at), imageMicros: imageMicros(row.model_id) || null }
  if (isOperatorPaid) return listed
  const { input_micros_per_million: input, output_micros_per_million: output } = row
  // A model that makes vectors has no output.
  const own =
    input === null ? null : { inputMicrosPerMillion: input, outputMicrosPerMillion: output ?? 0, cachedInputMicrosPerMillion: input }
  return { price: own ?? listed.price, imageMicros: row.image_micros ?? listed.imageMicros }
}

/** The configuration that makes images, or null. */
export async function resolveImageModel(platform: Platform, tx: OrgTx): Promise<CallableModel | null> {
  const row = await findImageConfig(tx)
  return row ? toCallable(platform, row, 'images') : null
}

/** The configurations that make vectors of texts, by name; one of them with `id`. */
export async function resolveEmbeddingModels(platform: Platform, tx: OrgTx, id?: string): Promise<CallableModel[]> {
  return (await findEmbeddingConfigs(tx, id)).map((row) => toCallable(platform, row))
}

/** Model id of the organization's default configuration. */
export async function defaultModelName(tx: OrgTx): Promise<string | null> {
  return (await findDefaultConfig(tx))?.model_id ?? null
}

/** Whether a name stands in the catalogue, or any configuration has it. */
export const isModelKnown = async (tx: OrgTx, modelName: string): Promise<boolean> =>
  catalogueModels.some((each) => each === modelName) || hasConfigOf(tx, modelName)

/** Whether `resolveModel` would find a configuration. */
export const isModelConfigured = (tx: OrgTx, modelName: string): Promise<boolean> => isServed(tx, modelName)
