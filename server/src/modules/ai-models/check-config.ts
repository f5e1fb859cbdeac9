import { messages, modelLimits } from '@imperium/contract/ai-models.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { invalid } from '../../platform/errors.ts'
import { findProvider, readFallbacks } from './store.ts'
import type { ConfigValues, ProviderRow } from './store.ts'

/** @throws 422 if the organization has no such provider. */
export async function providerOf(tx: OrgTx, providerId: string): Promise<ProviderRow> {
  const provider = await findProvider(tx, providerId)
  if (!provider) throw invalid([{ path: 'providerId', message: messages.providerNotFound }])
  return provider
}

/** Rules that hold for every configuration, new or changed. @throws 422. */
export function checkConfig(values: ConfigValues, provider: ProviderRow): void {
  // Under another model's name the sandbox would be shown and priced as that model.
  if (provider.adapter === 'sandbox' && !/^sandbox(-.+)?$/.test(values.modelId))
    throw invalid([{ path: 'modelId', message: 'The sandbox serves the model ID "sandbox", or one that begins with "sandbox-"' }])
  if (!values.isDefault) return
  if (!values.isActive) throw invalid([{ path: 'isActive', message: 'The default model must be active' }])
  if (!provider.is_active) throw invalid([{ path: 'providerId', message: "The default model's provider must be active" }])
}

/** @throws 422 if the fallback does not exist, leads back to the configuration, or makes a chain longer than one call may try. */
export async function checkFallback(tx: OrgTx, id: string, fallbackId: string | null): Promise<void> {
  if (fallbackId === null) return
  const fallbacks = await readFallbacks(tx)
  if (fallbackId !== id && !fallbacks.has(fallbackId))
    throw invalid([{ path: 'fallbackConfigId', message: 'The fallback model does not exist' }])
  fallbacks.set(id, fallbackId)
  for (const start of fallbacks.keys()) {
    let length = 0
    for (let next = fallbacks.get(start) ?? null; next !== null; next = fallbacks.get(next) ?? null, length++) {
      if (next === start)
        throw invalid([{ path: 'fallbackConfigId', message: 'A model cannot fall back to itself, directly or through others' }])
      if (length >= modelLimits.fallbacks)
        throw invalid([
          { path: 'fallbackConfigId', ...message('A fallback chain can have at most {max} models', { max: modelLimits.fallbacks }) },
        ])
    }
  }
}
