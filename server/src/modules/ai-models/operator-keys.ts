import { hasTokenPrice, imageMicros } from '../../platform/llm/prices.ts'
import type { Platform } from '../../platform/platform.ts'
import { builtInProviders } from './built-in-providers.ts'

interface Place {
  adapter: string
  apiBaseUrl: string
}

/** The operator's key for a built-in provider at its own address: it is sent nowhere else. Null: the organization needs one. */
export function operatorKeyOf({ config }: Pick<Platform, 'config'>, { adapter, apiBaseUrl }: Place): string | null {
  const provider = builtInProviders.find((each) => each.apiBaseUrl === apiBaseUrl && each.adapter === adapter)
  if (!provider || config.operatorModelKeys === undefined) return null
  for (const pair of config.operatorModelKeys.split(/[;\n]/)) {
    const [code = '', ...key] = pair.split('=')
    if (code.trim() === provider.code) return key.join('=').trim() || null
  }
  return null
}

/** What a model is used for: its tokens or its pictures need a price. `any`: one of both. */
export type ModelUse = 'tokens' | 'images' | 'any'

/** The operator's key for one model. Null also for a model without a known price: calls of it would cost the organization nothing. */
export function operatorKeyFor(platform: Pick<Platform, 'config' | 'clock'>, place: Place, modelId: string, use: ModelUse): string | null {
  const isPriced = (use !== 'images' && hasTokenPrice(modelId, platform.clock.now())) || (use !== 'tokens' && imageMicros(modelId) > 0)
  return isPriced ? operatorKeyOf(platform, place) : null
}
