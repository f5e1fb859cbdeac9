import { sql } from 'kysely'
import type { Coupon } from '@imperium/contract/billing/operator.ts'
import type { OrgTx, SystemTx } from '../../../platform/db/database.ts'

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

/** What the organization holds or has used of a coupon; `heldUntil` null: used. */
export const findHold = (tx: OrgTx, code: string) =>
  tx.selectFrom('coupon_holds').select(['order_id as orderId', 'held_until as heldUntil']).where('code', '=', code).executeTakeFirst()

/** Always the first lock, so that those who take and return uses never wait for each other. */
const lockCoupon = (tx: OrgTx | SystemTx, code: string) =>
  tx.selectFrom('coupons').select('code').where('code', '=', code).forNoKeyUpdate().execute()

const countUses = (tx: OrgTx | SystemTx, code: string, change: number) =>
  tx
    .updateTable('coupons')
    .set({ uses: sql<number>`uses + ${change}` })
    .where('code', '=', code)
    .where(sql<boolean>`uses + ${change} between 0 and max_uses`)
    .executeTakeFirst()

/** Takes a use of a coupon until then, or for good; an organization has one at most. False when none is left. */
export async function takeUse(tx: OrgTx, code: string, { orderId, until }: { orderId: string; until: Date | null }): Promise<boolean> {
  await lockCoupon(tx, code)
  const hold = await findHold(tx, code)
  if (hold?.heldUntil === null) return false
  if (!hold && (await countUses(tx, code, 1)).numUpdatedRows === 0n) return false
  await tx
    .insertInto('coupon_holds')
    .values({ org_id: tx.orgId, code, order_id: orderId, held_until: until })
    .onConflict((on) => on.columns(['org_id', 'code']).doUpdateSet({ order_id: orderId, held_until: until }))
    .execute()
  return true
}

/** Returns the use that an order held and did not need. */
export async function returnUse(tx: OrgTx, { id, couponCode }: { id: string; couponCode?: string | null }): Promise<void> {
  if (!couponCode) return
  await lockCoupon(tx, couponCode)
  const { numDeletedRows } = await tx
    .deleteFrom('coupon_holds')
    .where('order_id', '=', id)
    .where('held_until', 'is not', null)
    .executeTakeFirst()
  if (numDeletedRows > 0n) await countUses(tx, couponCode, -1)
}

/** Returns the uses of orders that were not paid in time. */
export async function returnExpiredUses(tx: SystemTx, now: Date): Promise<void> {
  const codes = await tx.selectFrom('coupon_holds').select('code').distinct().where('held_until', '<=', now).orderBy('code').execute()
  for (const { code } of codes) {
    await lockCoupon(tx, code)
    const { numDeletedRows } = await tx
      .deleteFrom('coupon_holds')
      .where('code', '=', code)
      .where('held_until', '<=', now)
      .executeTakeFirst()
    await countUses(tx, code, -Number(numDeletedRows))
  }
}
