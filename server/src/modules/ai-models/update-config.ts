import type { z } from 'zod'
import type { AiModelConfig, UpdateConfigBody } from '@imperium/contract/ai-models.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { assertFresh, fieldConflict, nextStamp } from '../../platform/resources/checks.ts'
import { apiKeyRequired, noKey, sealApiKey } from './api-key.ts'
import { operatorKeyFor, operatorKeyOf } from './operator-keys.ts'
import { checkConfig, checkFallback, providerOf } from './check-config.ts'
import { assertModelUnused } from './model-users.ts'
import { configNotFound, readConfig } from './read-models.ts'
import { findConfig, toConfigValues, unsetDefault, updateConfigRow } from './store.ts'
import type { ConfigRow, ConfigValues, ProviderRow, StoredKey } from './store.ts'

type Change = z.output<typeof UpdateConfigBody>

/** Changes a model; naming it the default takes that from the former one in the same transaction. @throws 404, 409, 422. */
export async function updateConfig(
  platform: Platform,
  tx: OrgTx,
  id: string,
  change: Change,
): Promise<{ before: AiModelConfig; after: AiModelConfig }> {
  await lockNoun(tx, 'ai-models')
  const shownBefore = await readConfig(tx, id)
  const before = await findConfig(tx, id)
  if (!before) throw configNotFound()
  assertFresh(before, change.updatedAt)
  const values = applyChange(toConfigValues(before), change)
  if (before.is_default) assertStaysDefault(values)
  const provider = await providerOf(tx, values.providerId)
  checkConfig(values, provider)
  await checkFallback(tx, id, values.fallbackConfigId)
  if (values.modelId !== before.model_id) await assertModelUnused(platform, tx, { id, modelId: before.model_id })
  const updatedAt = nextStamp(before, platform.clock.now())
  if (values.isDefault && !before.is_default) await unsetDefault(tx, id, updatedAt)
  await updateConfigRow(
    tx,
    id,
    values,
    chooseKey(platform, before, provider, { modelId: values.modelId, apiKey: change.apiKey }),
    updatedAt,
  )
  return { before: shownBefore, after: await readConfig(tx, id) }
}

const applyChange = (before: ConfigValues, change: Change): ConfigValues => ({
  providerId: change.providerId ?? before.providerId,
  modelId: change.modelId ?? before.modelId,
  displayName: change.displayName ?? before.displayName,
  description: change.description ?? before.description,
  maxTokens: change.maxTokens ?? before.maxTokens,
  temperature: change.temperature ?? before.temperature,
  topP: change.topP === undefined ? before.topP : change.topP,
  frequencyPenalty: change.frequencyPenalty === undefined ? before.frequencyPenalty : change.frequencyPenalty,
  fallbackConfigId: change.fallbackConfigId === undefined ? before.fallbackConfigId : change.fallbackConfigId,
  isDefault: change.isDefault ?? before.isDefault,
  isActive: change.isActive ?? before.isActive,
  monthlyUsageLimit: change.monthlyUsageLimit === undefined ? before.monthlyUsageLimit : change.monthlyUsageLimit,
  inputMicrosPerMillion: change.inputMicrosPerMillion === undefined ? before.inputMicrosPerMillion : change.inputMicrosPerMillion,
  outputMicrosPerMillion: change.outputMicrosPerMillion === undefined ? before.outputMicrosPerMillion : change.outputMicrosPerMillion,
  imageMicros: change.imageMicros === undefined ? before.imageMicros : change.imageMicros,
})

function assertStaysDefault(values: ConfigValues): void {
  if (!values.isDefault) throw fieldConflict('isDefault', 'There must be a default model. Make another model the default instead.')
  if (!values.isActive) throw fieldConflict('isActive', 'The default model cannot be deactivated. Make another model the default first.')
}

interface KeyChange {
  modelId: string
  apiKey: string | undefined
}

/** Undefined keeps the stored key, which is bound to its provider and is not sent to another. @throws 422 on `apiKey`. */
function chooseKey(platform: Platform, before: ConfigRow, provider: ProviderRow, change: KeyChange): StoredKey | undefined {
  const { modelId, apiKey } = change
  if (provider.adapter === 'sandbox') return noKey
  if (apiKey) return sealApiKey(platform.keyRing, before.id, apiKey)
  const place = { adapter: provider.adapter, apiBaseUrl: provider.api_base_url }
  const isOperatorKey = operatorKeyFor(platform, place, modelId, 'any') !== null
  if (provider.id === before.provider_id) {
    // The operator's key does not serve a model without a price.
    const losesKey = before.api_key_sealed === null && modelId !== before.model_id && operatorKeyOf(platform, place) !== null
    if (losesKey && !isOperatorKey) throw apiKeyRequired()
    return undefined
  }
  if (isOperatorKey) return noKey
  throw apiKeyRequired()
}
