import { message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { conflict } from '../../platform/errors.ts'
import { meter, monthUsage, organizationBudget } from '../../platform/metering/metering.ts'
import { requireCredits } from './operator-keys.ts'
import type { CallableModel } from './resolve-model.ts'
import { lockBudget } from './store.ts'

/**
 * Meters the most that a call may cost before it is made, so that calls at the same moment cannot pass the budget together; the caller
 * gives back what it did not cost. Returns what was metered. @throws 409
 */
export async function reserveBudget(tx: OrgTx, model: CallableModel, mostMicros: number): Promise<number> {
  await requireCredits(tx, model)
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
  await meter(tx, { configId: model.configId, model: model.modelId, isOperatorPaid: model.isOperatorPaid, costMicros: mostMicros })
  return mostMicros
}
