import type { OrgTx } from '../../../platform/db/database.ts'
import { planLimit } from '../../../platform/errors.ts'
import type { AppError } from '../../../platform/errors.ts'
import { lockBudget } from '../store.ts'
import { creditsLeft, freeCredits } from './credits-store.ts'

/** `creditRate`: minor units for a US dollar of model cost. */
interface PaidModel {
  isOperatorPaid: boolean
  creditRate: number
}

/**
 * Why a model of the operator cannot be called; null where it can, or where the organization pays its provider itself. Calls in flight
 * count with the most that they may cost, so that only the last one may pass the credits. Under the organization's lock.
 */
export async function creditsMissing(tx: OrgTx, { isOperatorPaid, creditRate }: PaidModel): Promise<AppError | null> {
  if (!isOperatorPaid) return null
  await lockBudget(tx)
  if ((await freeCredits(tx, creditRate)) > 0) return null
  if ((await creditsLeft(tx, creditRate)) > 0)
    return planLimit('Calls in progress may need all of the prepaid AI credits that are left. Try again when they have ended, or top up.')
  return planLimit('The prepaid AI credits are used up. Top them up, or enter an API key of your own at the model.')
}
