import { addOnCatalogue, addOnNames } from '@imperium/contract/billing/add-ons.ts'
import type { AddOnName } from '@imperium/contract/billing/add-ons.ts'
import type { PlanLimits } from '@imperium/contract/plans.ts'
import { asOrg } from '../../../platform/db/database.ts'
import type { AuthTx, OrgTx } from '../../../platform/db/database.ts'
import { raiseLimits } from '../../organizations/index.ts'
import { findSubscription } from '../subscription/subscription-store.ts'
import { addQuantity, dropAddOns, listAddOns, setInForce, takeQuantity } from './add-on-store.ts'

/** What add-ons add to the limits of a plan. */
export function raisedBy(quantities: readonly { addOn: AddOnName; quantity: number }[]): Partial<Record<keyof PlanLimits, number>> {
  const raised: Partial<Record<keyof PlanLimits, number>> = {}
  for (const { addOn, quantity } of quantities) {
    const { limit, step } = addOnCatalogue[addOn]
    raised[limit] = (raised[limit] ?? 0) + quantity * step
  }
  return raised
}

export const raise = (tx: AuthTx, orgId: string, quantities: readonly { addOn: AddOnName; quantity: number }[], sign: 1 | -1) =>
  raiseLimits(tx, orgId, raisedBy(quantities), sign)

/** Changes the plan with the limits of add-ons set aside: they end with a paid plan, rest in a pause, and are on top of any other plan. */
export async function withAddOns(tx: AuthTx, orgId: string, becomesFree: boolean, change: () => Promise<void>): Promise<void> {
  const inForce = (await asOrg(tx, orgId, listAddOns)).filter((each) => each.inForce)
  await raise(tx, orgId, inForce, -1)
  await change()
  if (!becomesFree) {
    await asOrg(tx, orgId, (orgTx) => setInForce(orgTx, true))
    return raise(tx, orgId, await asOrg(tx, orgId, listAddOns), 1)
  }
  await asOrg(tx, orgId, async (orgTx) => {
    const isPaused = (await findSubscription(orgTx))?.status === 'PAUSED'
    await (isPaused ? setInForce(orgTx, false) : dropAddOns(orgTx))
  })
}

/** A period was paid with add-ons that went meanwhile: they are given again. */
export async function restoreAddOns(tx: AuthTx, orgId: string, paidFor: Partial<Record<AddOnName, number>>): Promise<void> {
  const missing = await asOrg(tx, orgId, async (orgTx: OrgTx) => {
    const rows = await listAddOns(orgTx)
    const added = addOnNames.flatMap((addOn) => {
      const quantity = (paidFor[addOn] ?? 0) - (rows.find((row) => row.addOn === addOn)?.quantity ?? 0)
      return quantity > 0 ? [{ addOn, quantity }] : []
    })
    for (const { addOn, quantity } of added) await addQuantity(orgTx, addOn, quantity)
    return added
  })
  await raise(tx, orgId, missing, 1)
}

/** A period has ended: what was reduced for the next one goes. */
export async function reduceAddOns(tx: AuthTx, orgId: string): Promise<void> {
  const reduced = await asOrg(tx, orgId, async (orgTx: OrgTx) => {
    const gone: { addOn: AddOnName; quantity: number }[] = []
    for (const { addOn, quantity, nextQuantity, inForce } of await listAddOns(orgTx)) {
      if (!inForce || nextQuantity === quantity) continue
      gone.push({ addOn, quantity: await takeQuantity(orgTx, addOn, quantity - nextQuantity) })
    }
    return gone
  })
  await raise(tx, orgId, reduced, -1)
}
