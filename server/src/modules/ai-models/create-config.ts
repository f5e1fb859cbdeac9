import type { z } from 'zod'
import type { AiModelConfig, CreateConfigBody } from '@imperium/contract/ai-models.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { newId } from '../../platform/ids.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockNoun } from '../../platform/resources/lock-noun.ts'
import { apiKeyRequired, noKey, sealApiKey } from './api-key.ts'
import { operatorKeyFor } from './operator-keys.ts'
import { checkConfig, checkFallback, providerOf } from './check-config.ts'
import { readConfig } from './read-models.ts'
import { countConfigs, findDefaultConfig, insertConfig, unsetDefault } from './store.ts'

export const maxConfigs = 200

/** Adds a model; the first of an organization is its default. @throws 422 on a field, 409 at the most an organization can have. */
export async function createConfig(platform: Platform, tx: OrgTx, body: z.output<typeof CreateConfigBody>): Promise<AiModelConfig> {
  await lockNoun(tx, 'ai-models')
  const { apiKey, ...fields } = body
  const provider = await providerOf(tx, fields.providerId)
  const needsKey = provider.adapter !== 'sandbox'
  const place = { adapter: provider.adapter, apiBaseUrl: provider.api_base_url }
  const isOperatorKey = operatorKeyFor(platform, place, fields.modelId, 'any') !== null
  if (needsKey && !apiKey && !isOperatorKey) throw apiKeyRequired()
  if ((await countConfigs(tx)) >= maxConfigs)
    throw conflict(message('An organization can have at most {max} AI models.', { max: maxConfigs }))
  const values = { ...fields, isDefault: fields.isDefault || !(await findDefaultConfig(tx)) }
  checkConfig(values, provider)
  const id = newId()
  await checkFallback(tx, id, values.fallbackConfigId)
  if (values.isDefault) await unsetDefault(tx, id, platform.clock.now())
  await insertConfig(tx, id, values, needsKey && apiKey ? sealApiKey(platform.keyRing, id, apiKey) : noKey)
  return readConfig(tx, id)
}
