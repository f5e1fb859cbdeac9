import { planNames } from '@imperium/contract/plans.ts'
import { conflict } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readPlanOf } from '../../organizations/index.ts'
import { openProvider } from '../providers/choose-provider.ts'
import { findSubscription, lockSubscription, saveSubscription } from '../subscription/subscription-store.ts'
import { mandatePayment } from './automatic-store.ts'
import { paysAlone } from './pay-automatically.ts'

/** Ends the automatic renewal, or begins it with a way of payment that is kept already. @throws 409 without a period or such a way. */
export async function setRenewal(platform: Platform, { tx, audit }: OrgContext, renewsItself: boolean): Promise<void> {
  await lockSubscription(tx)
  const row = await findSubscription(tx)
  if (!row || row.status === 'ENDED') throw conflict('There is no running period.')
  if (renewsItself) {
    if (!paysAlone(platform)) throw conflict('The payment provider cannot pay without a person.')
    const { payAgain, name } = openProvider(platform)
    if (!payAgain && (await mandatePayment(tx, name, 'SUBSCRIPTION')) === null)
      throw conflict('No way of payment is kept. Choose automatic renewal with your next payment.')
  }
  await saveSubscription(tx, { ...row, renewsItself })
  const { planType } = await readPlanOf(tx)
  audit({ targetName: planNames[planType], before: { renewsItself: row.renewsItself }, after: { renewsItself } })
}
