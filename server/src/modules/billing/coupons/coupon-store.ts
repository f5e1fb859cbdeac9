import { sql } from 'kysely'
import type { Coupon } from '@imperium/contract/billing/operator.ts'
import type { AuthTx, OrgTx, SystemTx } from '../../../platform/db/database.ts'

const shown = 200

export interface CouponRow extends Omit<Coupon, 'expiresAt'> {
  expiresAt: Date
}

const columns = ['code', 'percent', 'plan_type as planType', 'max_uses as maxUses', 'uses', 'expires_at as expiresAt'] as const
// The table's own check holds the plan to the words of the contract.
const toCoupon = (row: unknown): CouponRow => row as CouponRow

export async function findCoupon(tx: OrgTx, code: string): Promise<CouponRow | undefined> {
  const row = await tx.selectFrom('coupons').select(columns).where('code', '=', code).executeTakeFirst()
  return row && toCoupon(row)
}

export async function listCoupons(tx: SystemTx): Promise<CouponRow[]> {
  return (await tx.selectFrom('coupons').select(columns).orderBy('created_at', 'desc').limit(shown).execute()).map(toCoupon)
}

/** False when the code is taken. */
export async function insertCoupon(tx: SystemTx, coupon: Omit<CouponRow, 'uses'>, createdBy: string): Promise<boolean> {
  const result = await tx
    .insertInto('coupons')
    .values({
      code: coupon.code,
      percent: coupon.percent,
      plan_type: coupon.planType,
      max_uses: coupon.maxUses,
      expires_at: coupon.expiresAt,
      created_by: createdBy,
    })
    .onConflict((on) => on.doNothing())
    .executeTakeFirst()
  return Boolean(result.numInsertedOrUpdatedRows)
}

/** Whether a paid order of this organization has used the coupon. */
export async function isCouponUsed(tx: OrgTx, code: string): Promise<boolean> {
  const row = await tx
    .selectFrom('payment_orders')
    .select('id')
    .where('coupon_code', '=', code)
    .where('status', '=', 'activated')
    .executeTakeFirst()
  return row !== undefined
}

export async function countUse(tx: AuthTx, code: string): Promise<void> {
  await tx
    .updateTable('coupons')
    .set({ uses: sql<number>`uses + 1` })
    .where('code', '=', code)
    .execute()
}
