import { catalogueModels, providerDefaults } from '@imperium/contract/ai-models.ts'
import type { CatalogueModel } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { priceFor } from '../../platform/llm/prices.ts'
import { builtInProviders } from './built-in-providers.ts'
import { listConfigs } from './store.ts'
import type { ListedConfig } from './store.ts'

type CatalogueName = (typeof catalogueModels)[number]

const catalogueEntries: Record<CatalogueName, { displayName: string; providerCode: string }> = {
  'gpt-4': { displayName: 'GPT-4', providerCode: 'openai' },
  'gpt-3.5-turbo': { displayName: 'GPT-3.5 Turbo', providerCode: 'openai' },
  'claude-3-opus': { displayName: 'Claude 3 Opus', providerCode: 'anthropic' },
  'claude-3-sonnet': { displayName: 'Claude 3 Sonnet', providerCode: 'anthropic' },
  'gemini-pro': { displayName: 'Gemini Pro', providerCode: 'google' },
  'gemini-ultra': { displayName: 'Gemini Ultra', providerCode: 'google' },
}

/** Every model id that an agent may name, without duplicates: configured ones first (serving ones at the top), then the rest. */
export async function listCatalogue(tx: OrgTx, at: Date): Promise<CatalogueModel[]> {
  const byModel = new Map<string, ListedConfig>()
  // `listConfigs` has the default first, then the oldest: the order in which configurations serve.
  for (const config of await listConfigs(tx)) {
    const known = byModel.get(config.modelId)
    if (!known || (!serves(known) && serves(config))) byModel.set(config.modelId, config)
  }
  const rest = catalogueModels.filter((modelId) => !byModel.has(modelId))
  return [...[...byModel.values()].map((config) => configuredEntry(config, at)), ...rest.map((modelId) => unconfiguredEntry(modelId, at))]
}

const serves = (config: ListedConfig) => config.isActive && config.provider.isActive

function configuredEntry(config: ListedConfig, at: Date): CatalogueModel {
  const isSandbox = config.provider.adapter === 'sandbox'
  return {
    modelId: config.modelId,
    displayName: config.displayName,
    provider: config.provider.displayName,
    providerIcon: config.provider.icon,
    providerColor: config.provider.color,
    configId: serves(config) ? config.id : null,
    isActive: serves(config),
    isDefault: config.isDefault,
    isSandbox,
    canCallTools: config.provider.supportsFunctionCalling,
    readsImages: config.provider.supportsVision,
    ...pricesOf(isSandbox ? 'sandbox' : config.modelId, at),
  }
}

function unconfiguredEntry(modelId: CatalogueName, at: Date): CatalogueModel {
  const { displayName, providerCode } = catalogueEntries[modelId]
  const provider = builtInProviders.find((each) => each.code === providerCode)
  return {
    modelId,
    displayName,
    provider: provider?.displayName ?? providerCode,
    providerIcon: provider?.icon ?? providerDefaults.icon,
    providerColor: provider?.color ?? providerDefaults.color,
    configId: null,
    isActive: false,
    isDefault: false,
    isSandbox: false,
    canCallTools: provider?.supportsFunctionCalling ?? true,
    readsImages: provider?.supportsVision ?? false,
    ...pricesOf(modelId, at),
  }
}

function pricesOf(modelId: string, at: Date) {
  const price = priceFor(modelId, at)
  return {
    inputMicrosPerMillion: price?.inputMicrosPerMillion ?? null,
    outputMicrosPerMillion: price?.outputMicrosPerMillion ?? null,
    contextTokens: price?.contextTokens || null,
  }
}
