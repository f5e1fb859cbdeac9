import { planLimit } from '../../platform/errors.ts'
import type { AppError } from '../../platform/errors.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { hasTokenPrice, imageMicros } from '../../platform/llm/prices.ts'
import type { Platform } from '../../platform/platform.ts'
import { builtInProviders } from './built-in-providers.ts'
import { creditsLeft, freeCredits } from './credits-store.ts'
import { lockBudget } from './store.ts'

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

/** `creditRate`: minor units for a US dollar of model cost. */
interface PaidModel {
  isOperatorPaid: boolean
  creditRate: number
}

/**
 * Why a model of the operator cannot be called; null where it can, or where the organization pays its provider itself. Calls in flight
 * count with the most that they may cost, so that only the last one may pass the credits. Under the organization's lock; `step`: the caller's own.
 */
export async function creditsMissing(
  tx: OrgTx,
  { isOperatorPaid, creditRate }: PaidModel,
  step: { runId: string; seq: number } | null = null,
): Promise<AppError | null> {
  if (!isOperatorPaid) return null
  await lockBudget(tx)
  if ((await freeCredits(tx, creditRate, step)) > 0) return null
  if ((await creditsLeft(tx, creditRate)) > 0)
    return planLimit('Calls in progress may need all of the prepaid AI credits that are left. Try again when they have ended, or top up.')
  return planLimit('The prepaid AI credits are used up. Top them up, or enter an API key of your own at the model.')
}

/** @throws 409 PLAN_LIMIT without credits for a model of the operator. */
export async function requireCredits(tx: OrgTx, model: PaidModel): Promise<void> {
  const missing = await creditsMissing(tx, model)
  if (missing !== null) throw missing
}
