import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { meter, meterAll, monthUsage, organizationBudget } from '../../platform/metering/metering.ts'
import type { UsageEntry } from '../../platform/metering/metering.ts'
import type { Platform } from '../../platform/platform.ts'
import { holdCredits, releaseCredits } from './credits-store.ts'
import { requireCredits } from './operator-keys.ts'
import type { CallableModel } from './resolve-model.ts'
import { lockBudget } from './store.ts'

/** Longer than any call takes. */
const heldMs = 10 * 60_000

/** What a call may cost at most, until it is settled. */
export interface Reservation {
  /** Metered ahead against the budget. */
  micros: number
  /** Of prepaid credits. */
  holdId: string | null
}

/**
 * Reserves the most that a call may cost before it is made, so that calls at the same moment cannot pass the budget or the credits
 * together; `settleCall` gives back what it did not cost. @throws 409
 */
export async function reserveBudget({ clock }: Pick<Platform, 'clock'>, tx: OrgTx, model: CallableModel, mostMicros: number) {
  await requireCredits(tx, model)
  const now = clock.now()
  const until = new Date(now.getTime() + heldMs)
  const holdId = model.isOperatorPaid && mostMicros > 0 ? await holdCredits(tx, mostMicros, { now, until }) : null
  const reservation: Reservation = { micros: await meterAhead(tx, model, mostMicros), holdId }
  return reservation
}

/** Gives the reservation back and meters what the call used; without usage it was not made. */
export async function settleCall(
  tx: OrgTx,
  { configId, modelId: model, isOperatorPaid }: CallableModel,
  { micros, holdId }: Reservation,
  usage?: UsageEntry,
): Promise<void> {
  if (holdId !== null) await releaseCredits(tx, holdId)
  await meterAll(tx, [
    ...(micros > 0 ? [{ configId, model, costMicros: -micros }] : []),
    ...(usage ? [{ configId, model, isOperatorPaid, ...usage }] : []),
  ])
}

async function meterAhead(tx: OrgTx, model: CallableModel, mostMicros: number): Promise<number> {
  const budget = mostMicros > 0 ? await organizationBudget(tx) : null
  if (budget === null && model.monthlyUsageLimit === null) return 0
  await lockBudget(tx)
  if (model.monthlyUsageLimit !== null) {
    const { modelCalls } = await monthUsage(tx, { configId: model.configId })
    if (modelCalls >= model.monthlyUsageLimit)
      throw conflict(
        message('The monthly limit of {max} calls of {model} is reached.', { max: model.monthlyUsageLimit, model: model.displayName }),
      )
  }
  if (budget === null) return 0
  const used = (await monthUsage(tx)).costMicros
  if (used + mostMicros > budget) throw conflict('The monthly AI budget of the organization would be exceeded.')
  await meter(tx, { configId: model.configId, model: model.modelId, costMicros: mostMicros })
  return mostMicros
}
