import { sql } from 'kysely'
import type { Selectable } from 'kysely'
import type { Adapter, AiModelConfig, AiProvider } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { AiModelConfigs, AiProviders } from '../../platform/db/types.gen.ts'

export type ProviderRow = Selectable<AiProviders>
/** Contains `api_key_sealed`: never pass it outside this module. */
export type ConfigRow = Selectable<AiModelConfigs>

/** Read by what needs them alone. */
type UnreadColumn = 'org_id' | 'api_key_sealed' | 'last_failure' | 'last_failure_at' | 'failed_calls'

export type ProviderValues = Omit<AiProvider, 'id' | 'configCount' | 'createdAt' | 'updatedAt'>

const providerColumns = (values: ProviderValues) => ({
  code: values.code,
  name: values.name,
  display_name: values.displayName,
  adapter: values.adapter,
  api_base_url: values.apiBaseUrl,
  api_doc_url: values.apiDocUrl,
  website: values.website,
  icon: values.icon,
  color: values.color,
  is_active: values.isActive,
  supports_streaming: values.supportsStreaming,
  supports_vision: values.supportsVision,
  supports_function_calling: values.supportsFunctionCalling,
  max_tokens_limit: values.maxTokensLimit,
  order_index: values.orderIndex,
})

/** False when the organization has a provider of that code. */
export async function insertProvider(tx: OrgTx, id: string, values: ProviderValues): Promise<boolean> {
  const result = await tx
    .insertInto('ai_providers')
    .values({ org_id: tx.orgId, id, ...providerColumns(values) })
    .onConflict((on) => on.columns(['org_id', 'code']).doNothing())
    .executeTakeFirst()
  return Boolean(result.numInsertedOrUpdatedRows)
}

/** False when another provider of the organization has that code. */
export async function updateProviderRow(tx: OrgTx, id: string, values: ProviderValues, updatedAt: Date): Promise<boolean> {
  const taken = await tx.selectFrom('ai_providers').select('id').where('code', '=', values.code).where('id', '<>', id).executeTakeFirst()
  if (taken) return false
  await tx
    .updateTable('ai_providers')
    .set({ ...providerColumns(values), updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
  return true
}

export async function deleteProvider(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('ai_providers').where('id', '=', id).execute()
}

export const findProvider = (tx: OrgTx, id: string): Promise<ProviderRow | undefined> =>
  tx.selectFrom('ai_providers').selectAll().where('id', '=', id).executeTakeFirst()

/** In display order. Row-level security excludes other organizations. */
export async function listProviders(tx: OrgTx, id?: string): Promise<AiProvider[]> {
  const rows = await tx
    .selectFrom('ai_providers as p')
    .selectAll('p')
    .select((eb) =>
      eb
        .selectFrom('ai_model_configs as c')
        .select(eb.fn.countAll<number>().as('n'))
        .whereRef('c.provider_id', '=', 'p.id')
        .as('config_count'),
    )
    .$if(id !== undefined, (query) => query.where('p.id', '=', id ?? ''))
    .orderBy('p.order_index')
    .orderBy('p.display_name')
    .orderBy('p.id')
    .execute()
  return rows.map((row) => ({ ...toProviderValues(row), ...stamps(row), id: row.id, configCount: row.config_count ?? 0 }))
}

const stamps = (row: { created_at: Date; updated_at: Date }) => ({
  createdAt: row.created_at.toISOString(),
  updatedAt: row.updated_at.toISOString(),
})

export const toProviderValues = (row: ProviderRow): ProviderValues => ({
  code: row.code,
  name: row.name,
  displayName: row.display_name,
  // The column's check constraint allows no other value.
  adapter: row.adapter as Adapter,
  apiBaseUrl: row.api_base_url,
  apiDocUrl: row.api_doc_url,
  website: row.website,
  icon: row.icon,
  color: row.color,
  isActive: row.is_active,
  supportsStreaming: row.supports_streaming,
  supportsVision: row.supports_vision,
  supportsFunctionCalling: row.supports_function_calling,
  maxTokensLimit: row.max_tokens_limit,
  orderIndex: row.order_index,
})

export async function countProviders(tx: OrgTx): Promise<number> {
  const row = await tx
    .selectFrom('ai_providers')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

export interface ConfigValues {
  providerId: string
  modelId: string
  displayName: string
  description: string
  maxTokens: number
  temperature: number
  topP: number | null
  frequencyPenalty: number | null
  fallbackConfigId: string | null
  isDefault: boolean
  isActive: boolean
  monthlyUsageLimit: number | null
  /** What the organization pays its provider; null: the price list says it. */
  inputMicrosPerMillion: number | null
  outputMicrosPerMillion: number | null
  imageMicros: number | null
}
/** Both are null if no key is stored. */
export interface StoredKey {
  sealed: string | null
  preview: string | null
}

const configColumns = (values: ConfigValues) => ({
  provider_id: values.providerId,
  model_id: values.modelId,
  display_name: values.displayName,
  description: values.description,
  max_tokens: values.maxTokens,
  temperature: values.temperature,
  top_p: values.topP,
  frequency_penalty: values.frequencyPenalty,
  fallback_config_id: values.fallbackConfigId,
  is_default: values.isDefault,
  is_active: values.isActive,
  monthly_usage_limit: values.monthlyUsageLimit,
  input_micros_per_million: values.inputMicrosPerMillion,
  output_micros_per_million: values.outputMicrosPerMillion,
  image_micros: values.imageMicros,
})
const keyColumns = (key: StoredKey) => ({ api_key_sealed: key.sealed, api_key_preview: key.preview })

export const toConfigValues = (row: Omit<ConfigRow, UnreadColumn>): ConfigValues => ({
  providerId: row.provider_id,
  modelId: row.model_id,
  displayName: row.display_name,
  description: row.description,
  maxTokens: row.max_tokens,
  temperature: row.temperature,
  topP: row.top_p,
  frequencyPenalty: row.frequency_penalty,
  fallbackConfigId: row.fallback_config_id,
  isDefault: row.is_default,
  isActive: row.is_active,
  monthlyUsageLimit: row.monthly_usage_limit,
  inputMicrosPerMillion: row.input_micros_per_million,
  outputMicrosPerMillion: row.output_micros_per_million,
  imageMicros: row.image_micros,
})

export async function insertConfig(tx: OrgTx, id: string, values: ConfigValues, key: StoredKey): Promise<void> {
  await tx
    .insertInto('ai_model_configs')
    .values({ org_id: tx.orgId, id, ...configColumns(values), ...keyColumns(key) })
    .execute()
}

/** `key` undefined keeps the stored one. */
export async function updateConfigRow(
  tx: OrgTx,
  id: string,
  values: ConfigValues,
  key: StoredKey | undefined,
  updatedAt: Date,
): Promise<void> {
  await tx
    .updateTable('ai_model_configs')
    .set({ ...configColumns(values), ...(key ? keyColumns(key) : {}), updated_at: updatedAt })
    .where('id', '=', id)
    .execute()
}

export async function deleteConfig(tx: OrgTx, id: string): Promise<void> {
  await tx.deleteFrom('ai_model_configs').where('id', '=', id).execute()
}

export const findConfig = (tx: OrgTx, id: string): Promise<ConfigRow | undefined> =>
  tx.selectFrom('ai_model_configs').selectAll().where('id', '=', id).executeTakeFirst()

export const findDefaultConfig = (tx: OrgTx): Promise<ConfigRow | undefined> =>
  tx.selectFrom('ai_model_configs').selectAll().where('is_default', '=', true).executeTakeFirst()

/** Clears the current default before another is set; call under `lockModels`. */
export async function unsetDefault(tx: OrgTx, exceptId: string, updatedAt: Date): Promise<void> {
  await tx
    .updateTable('ai_model_configs')
    .set({ is_default: false, updated_at: updatedAt })
    .where('is_default', '=', true)
    .where('id', '<>', exceptId)
    .execute()
}

/** Clears the keys of a provider's configurations; returns how many had one. */
export async function clearKeys(tx: OrgTx, providerId: string, updatedAt: Date): Promise<number> {
  const result = await tx
    .updateTable('ai_model_configs')
    .set({ ...keyColumns({ sealed: null, preview: null }), updated_at: updatedAt })
    .where('provider_id', '=', providerId)
    .where('api_key_sealed', 'is not', null)
    .executeTakeFirst()
  return Number(result.numUpdatedRows)
}

export async function countConfigs(tx: OrgTx): Promise<number> {
  const row = await tx
    .selectFrom('ai_model_configs')
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow()
  return row.n
}

const configsWithProvider = (tx: OrgTx) =>
  tx
    .selectFrom('ai_model_configs as c')
    .innerJoin('ai_providers as p', (join) => join.onRef('p.org_id', '=', 'c.org_id').onRef('p.id', '=', 'c.provider_id'))

export type ListedConfig = Omit<AiModelConfig, 'currentMonthUsage' | 'failure'>

/** Without the key. The default first, then the oldest first. The caller adds `currentMonthUsage` and `failure`. */
export async function listConfigs(tx: OrgTx, id?: string): Promise<ListedConfig[]> {
  const rows = await configsWithProvider(tx)
    .select([
      'c.id',
      'c.provider_id',
      'c.model_id',
      'c.display_name',
      'c.description',
      'c.api_key_preview',
      'c.max_tokens',
      'c.temperature',
      'c.top_p',
      'c.frequency_penalty',
      'c.fallback_config_id',
    ])
    .select(['c.input_micros_per_million', 'c.output_micros_per_million', 'c.image_micros'])
    .select(['c.is_default', 'c.is_active', 'c.monthly_usage_limit', 'c.created_at', 'c.updated_at'])
    .select([
      'p.code',
      'p.name',
      'p.display_name as provider_display_name',
      'p.icon',
      'p.color',
      'p.adapter',
      'p.is_active as provider_active',
      'p.supports_function_calling',
      'p.supports_vision',
    ])
    .$if(id !== undefined, (query) => query.where('c.id', '=', id ?? ''))
    .orderBy('c.is_default', 'desc')
    .orderBy('c.created_at')
    .orderBy('c.id')
    .execute()
  return rows.map((row) => ({
    ...toConfigValues(row),
    ...stamps(row),
    id: row.id,
    apiKeyPreview: row.api_key_preview,
    provider: {
      id: row.provider_id,
      code: row.code,
      name: row.name,
      displayName: row.provider_display_name,
      icon: row.icon,
      color: row.color,
      adapter: row.adapter as Adapter,
      isActive: row.provider_active,
      supportsFunctionCalling: row.supports_function_calling,
      supportsVision: row.supports_vision,
    },
  }))
}

const callableConfigs = (tx: OrgTx) =>
  configsWithProvider(tx)
    .select(['c.id', 'c.model_id', 'c.display_name', 'c.max_tokens', 'c.monthly_usage_limit', 'c.api_key_sealed'])
    .select(['c.temperature', 'c.top_p', 'c.frequency_penalty', 'c.fallback_config_id'])
    .select(['c.input_micros_per_million', 'c.output_micros_per_million', 'c.image_micros'])
    .select([
      'p.adapter',
      'p.api_base_url',
      'p.max_tokens_limit',
      'p.supports_streaming',
      'p.supports_function_calling',
      'p.supports_vision',
    ])
    .select((eb) => eb.and([eb('c.is_active', '=', true), eb('p.is_active', '=', true)]).as('is_callable'))

export type CallableConfig = NonNullable<Awaited<ReturnType<typeof findServing>>>

/** One configuration with what a call needs, whether or not it may be called. */
export const findCallable = (tx: OrgTx, id: string): Promise<CallableConfig | undefined> =>
  callableConfigs(tx).where('c.id', '=', id).executeTakeFirst()

/** The configuration that each one falls back to, by id. */
export async function readFallbacks(tx: OrgTx): Promise<Map<string, string | null>> {
  const rows = await tx.selectFrom('ai_model_configs').select(['id', 'fallback_config_id']).execute()
  return new Map(rows.map((row) => [row.id, row.fallback_config_id]))
}

/** What serves a model id: active, of an active provider; the default first, then the oldest. */
export const findServing = (tx: OrgTx, modelId: string) =>
  callableConfigs(tx)
    .where('c.model_id', '=', modelId)
    .where('c.is_active', '=', true)
    .where('p.is_active', '=', true)
    .orderBy('c.is_default', 'desc')
    .orderBy('c.created_at')
    .orderBy('c.id')
    .limit(1)
    .executeTakeFirst()

/** What makes images: an active model of a protocol with an endpoint for them, named like one; else the sandbox. */
export const findImageConfig = (tx: OrgTx): Promise<CallableConfig | undefined> =>
  callableConfigs(tx)
    .where('c.is_active', '=', true)
    .where('p.is_active', '=', true)
    .where((eb) =>
      eb.or([
        eb('p.adapter', '=', 'sandbox'),
        eb.and([
          eb('p.adapter', 'in', ['openai', 'openai-compatible']),
          eb('c.model_id', '~*', 'image|dall-e|imagen|flux|stable-?diffusion|sdxl'),
        ]),
      ]),
    )
    .orderBy((eb) => eb('p.adapter', '=', 'sandbox'))
    .orderBy('c.is_default', 'desc')
    .orderBy('c.created_at')
    .limit(1)
    .executeTakeFirst()

/** What makes vectors of texts: active models of protocols with an endpoint for them, named like one. */
export const findEmbeddingConfigs = (tx: OrgTx, id?: string): Promise<CallableConfig[]> =>
  callableConfigs(tx)
    .where('c.is_active', '=', true)
    .where('p.is_active', '=', true)
    .where('p.adapter', 'in', ['openai', 'openai-compatible', 'google'])
    .where('c.model_id', '~*', 'embed|bge-|e5-|gte-|minilm')
    .$if(id !== undefined, (query) => query.where('c.id', '=', id ?? ''))
    .orderBy('c.display_name')
    .orderBy('c.id')
    .execute()

/** Whether a configuration other than `exceptId` currently serves the model id. */
export async function isServed(tx: OrgTx, modelId: string, exceptId?: string): Promise<boolean> {
  const row = await configsWithProvider(tx)
    .select('c.id')
    .where('c.model_id', '=', modelId)
    .where('c.is_active', '=', true)
    .where('p.is_active', '=', true)
    .$if(exceptId !== undefined, (query) => query.where('c.id', '<>', exceptId ?? ''))
    .limit(1)
    .executeTakeFirst()
  return row !== undefined
}

export async function hasConfigOf(tx: OrgTx, modelId: string): Promise<boolean> {
  return (await tx.selectFrom('ai_model_configs').select('id').where('model_id', '=', modelId).limit(1).executeTakeFirst()) !== undefined
}

/** The lock that every call of a model takes before it looks at the budget. */
export async function lockBudget(tx: OrgTx): Promise<void> {
  await sql`select pg_advisory_xact_lock(hashtextextended(${`budget:${tx.orgId}`}, 0))`.execute(tx)
}
