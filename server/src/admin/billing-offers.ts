import { userInfo } from 'node:os'
import { sql } from 'kysely'
import { CouponCode } from '@imperium/contract/billing/coupon-code.ts'
import { planTypes } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import type { SystemTx } from '../platform/db/database.ts'
import { StartError } from '../platform/start-error.ts'
import { readCount } from './billing.ts'
import type { Call, Command } from './command.ts'
import { withDatabase } from './open-database.ts'
import { setOrganization } from './organizations-set.ts'

const plans = ['CONQUEROR', 'EMPEROR', 'OVERLORD']
const dayMs = 86_400_000

function readPlan(flags: Call['flags']): string | null {
  if (flags['plan'] === undefined) return null
  const plan = String(flags['plan']).toUpperCase()
  if (!plans.includes(plan)) throw new StartError(`"${flags['plan']}" is no plan. Plans: ${plans.join(', ')}.`, { exitCode: 2 })
  return plan
}

export const billingCoupon: Command = {
  name: 'billing coupon',
  usage: '<code> --percent N [--plan PLAN] [--uses N] [--days N]',
  summary: 'Creates a coupon: a part off one payment for a plan, once for each organization. Valid for 30 days and 100 uses unless said.',
  options: { percent: { type: 'string' }, plan: { type: 'string' }, uses: { type: 'string' }, days: { type: 'string' } },
  operands: 1,
  run: async ({ config, operands, flags, print }) => {
    const code = CouponCode.safeParse(operands[0])
    if (!code.success) throw new StartError('A code has 3 to 40 letters, digits and hyphens.', { exitCode: 2 })
    const percent = readCount(flags, 'percent', 100)
    if (percent === undefined) throw new StartError('Say how much: --percent N.', { exitCode: 2 })
    const row = {
      code: code.data,
      percent,
      plan_type: readPlan(flags),
      max_uses: readCount(flags, 'uses', 1_000_000) ?? 100,
      expires_at: new Date(Date.now() + (readCount(flags, 'days', 3_650) ?? 30) * dayMs),
      created_by: userInfo().username,
    }
    const made = await withDatabase(config, (db) =>
      db.withSystem((tx) =>
        tx
          .insertInto('coupons')
          .values(row)
          .onConflict((on) => on.doNothing())
          .executeTakeFirst(),
      ),
    )
    if (!made.numInsertedOrUpdatedRows) throw new StartError(`There is a coupon ${row.code}.`)
    print(`${row.code}: ${percent} % off, until ${row.expires_at.toISOString().slice(0, 10)}.`)
  },
}

export const billingTrial: Command = {
  name: 'billing trial',
  usage: '<slug> --plan PLAN [--days N]',
  summary: 'Lets an organization use a larger plan for 14 days, or as many as said; then the limits of the Free plan apply.',
  options: { plan: { type: 'string' }, days: { type: 'string' } },
  operands: 1,
  run: async ({ config, operands, flags, print }) => {
    const plan = readPlan(flags)
    if (plan === null) throw new StartError('Say which plan: --plan PLAN.', { exitCode: 2 })
    const days = readCount(flags, 'days', 90) ?? 14
    const end = await withDatabase(config, (db) => db.withSystem((tx) => insertTrial(tx, operands[0] ?? '', plan, days)))
    print(`${plan} until ${end.toISOString().slice(0, 10)}.`)
  },
}

/** Plan and limits as by `organizations set`, with a period that nothing was paid for. */
async function insertTrial(tx: SystemTx, slug: string, plan: string, days: number): Promise<Date> {
  const { rows } = await sql<{ id: string; plan_type: string; status: string | null }>`
    select o.id, o.plan_type, s.status from auth.organizations o left join app.subscriptions s on s.org_id = o.id where o.slug = ${slug}`.execute(
    tx,
  )
  const found = rows[0]
  if (found?.status && found.status !== 'ENDED') throw new StartError('A period is running. Extend it instead: billing extend.')
  if (found && planTypes.indexOf(found.plan_type as PlanType) >= planTypes.indexOf(plan as PlanType))
    throw new StartError('A trial is for a larger plan than the one in force.')
  await setOrganization(tx, slug, { plan_type: plan })
  const now = new Date()
  const end = new Date(now.getTime() + days * dayMs)
  const period = {
    order_id: null,
    period_start: now,
    period_end: end,
    status: 'ACTIVE',
    value: 0,
    anchor_day: now.getUTCDate(),
    next_plan_type: 'FREE',
    next_billing_cycle: 'MONTHLY',
    next_order_id: null,
    stage: 2,
    due_at: end,
  }
  await sql`delete from app.subscriptions where org_id = ${found?.id ?? ''}`.execute(tx)
  await tx
    .insertInto('subscriptions')
    .values({ org_id: found?.id ?? '', ...period })
    .execute()
  return end
}
