import type { PlanType } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { findCoupon, findHold } from './coupon-store.ts'

/** What a coupon takes off a price, so that at least `least` stays to be paid. @throws 409 for one that does not count here. */
export async function discountOf(
  tx: OrgTx,
  code: string,
  { planType, price, least, now }: { planType: PlanType; price: number; least: number; now: Date },
): Promise<number> {
  const coupon = await findCoupon(tx, code)
  const hold = await findHold(tx, code)
  const isLeft = coupon !== undefined && (hold !== undefined || coupon.uses < coupon.maxUses)
  if (!coupon || coupon.expiresAt <= now || !isLeft) throw conflict('This coupon is not valid.')
  if (coupon.planType !== null && coupon.planType !== planType) throw conflict('This coupon is for another plan.')
  if (hold?.heldUntil === null) throw conflict('This organization has used the coupon.')
  return Math.min(Math.floor((price * coupon.percent) / 100), price - least)
}
