import { planNames } from '@imperium/contract/plans.ts'
import { conflict, forbidden } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { readPlanOf } from '../../organizations/index.ts'
import { findSubscription, lockSubscription, saveSubscription } from '../subscription/subscription-store.ts'
import { paysAlone } from './pay-automatically.ts'
import { renewalWay } from './renewal-way.ts'

/** Ends the automatic renewal, or begins it with a way of payment that is kept already. @throws 409 without a period or such a way; 403 begun while suspended. */
export async function setRenewal(platform: Platform, { tx, org, audit }: OrgContext, renewsItself: boolean): Promise<void> {
  if (renewsItself && org.status === 'SUSPENDED')
    throw forbidden('This organization is suspended and can only be read.', 'ORGANIZATION_SUSPENDED')
  await lockSubscription(tx)
  const row = await findSubscription(tx)
  if (!row || row.status === 'ENDED') throw conflict('There is no running period.')
  if (renewsItself) {
    if (!paysAlone(platform)) throw conflict('The payment provider cannot pay without a person.')
    if ((await renewalWay(platform, tx, { ...row, renewsItself })) === undefined)
      throw conflict('No way of payment is kept. Choose automatic renewal with your next payment.')
  }
  await saveSubscription(tx, { ...row, renewsItself })
  const { planType } = await readPlanOf(tx)
  audit({ targetName: planNames[planType], before: { renewsItself: row.renewsItself }, after: { renewsItself } })
}
