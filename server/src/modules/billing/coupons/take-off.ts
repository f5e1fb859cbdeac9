import type { PlanType } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import { findCoupon, isCouponUsed } from './coupon-store.ts'

/** What a coupon takes off a price, so that at least `least` stays to be paid. @throws 409 for one that does not count here. */
export async function discountOf(
  tx: OrgTx,
  code: string,
  { planType, price, least, now }: { planType: PlanType; price: number; least: number; now: Date },
): Promise<number> {
  const coupon = await findCoupon(tx, code)
  if (!coupon || coupon.expiresAt <= now || coupon.uses >= coupon.maxUses) throw conflict('This coupon is not valid.')
  if (coupon.planType !== null && coupon.planType !== planType) throw conflict('This coupon is for another plan.')
  if (await isCouponUsed(tx, code)) throw conflict('This organization has used the coupon.')
  return Math.min(Math.floor((price * coupon.percent) / 100), price - least)
}
