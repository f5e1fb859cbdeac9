import type { AiModelConfig, AiProvider } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { notFound } from '../../platform/errors.ts'
import { monthModelCallsByConfig } from '../../platform/metering/metering.ts'
import { readFailures } from './failures-store.ts'
import { listConfigs, listProviders } from './store.ts'

/** Configurations as the API shows them, with this month's usage and failures. */
export async function readConfigs(tx: OrgTx, id?: string): Promise<AiModelConfig[]> {
  const configs = await listConfigs(tx, id)
  const calls = await monthModelCallsByConfig(tx)
  const failures = await readFailures(tx)
  return configs.map((config) => ({ ...config, currentMonthUsage: calls.get(config.id) ?? 0, failure: failures.get(config.id) ?? null }))
}

export const configNotFound = () => notFound('AI model not found.')
export const providerNotFound = () => notFound('AI provider not found.')

export async function readConfig(tx: OrgTx, id: string): Promise<AiModelConfig> {
  const [config] = await readConfigs(tx, id)
  if (!config) throw configNotFound()
  return config
}

export async function readProvider(tx: OrgTx, id: string): Promise<AiProvider> {
  const [provider] = await listProviders(tx, id)
  if (!provider) throw providerNotFound()
  return provider
}
