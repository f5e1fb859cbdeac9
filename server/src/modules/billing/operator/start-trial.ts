import type { PlanType } from '@imperium/contract/plans.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { asOrg } from '../../../platform/db/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { currentPlan, findProfile, lockPlanOf, readPlanOf } from '../../organizations/index.ts'
import { dayOfMonth } from '../period.ts'
import { putOnPlan } from '../subscription/put-on-plan.ts'
import { dueAt, firstStage } from '../subscription/life.ts'
import { isBelow } from '../subscription/quote.ts'
import { findSubscription, saveSubscription } from '../subscription/subscription-store.ts'
import { operatorActor } from './act-as-operator.ts'
import { findBySlug } from './operator-store.ts'

const dayMs = 86_400_000

/** Lets an organization use a larger plan for some days; it ends by itself, and a payment in between goes on from its end. @throws 404, 409. */
export async function startTrial(platform: Platform, slug: string, planType: PlanType, days: number): Promise<void> {
  const orgId = await platform.db.withSystem((tx) => findBySlug(tx, slug))
  if (!orgId) throw notFound()
  await platform.db.withAuth(async (tx) => {
    await lockPlanOf(tx, orgId)
    const version = await asOrg(tx, orgId, async (orgTx) => {
      const before = await readPlanOf(orgTx)
      const row = await findSubscription(orgTx)
      if (row && row.status !== 'ENDED') throw conflict('A period is running. Extend it instead.')
      if (!isBelow(before.planType, planType)) throw conflict('A trial is for a larger plan than the one in force.')
      const now = platform.clock.now()
      const period = { start: now, end: new Date(now.getTime() + days * dayMs) }
      const stage = firstStage(period, now)
      const next = { planType: 'FREE', billingCycle: 'MONTHLY', orderId: null } as const
      const anchorDay = dayOfMonth(now, (await findProfile(orgTx, orgId))?.timeZone ?? 'UTC')
      await saveSubscription(orgTx, {
        ...period,
        orderId: null,
        status: 'ACTIVE',
        value: 0,
        anchorDay,
        next,
        stage,
        dueAt: dueAt(period, stage),
      })
      await recordAudit(orgTx, orgId, {
        actor: operatorActor,
        action: 'billing.trial',
        target: { kind: 'billing', name: planType },
        before,
        after: { planType, periodEnd: period.end.toISOString() },
      })
      return (await currentPlan(orgTx, planType)).version
    })
    await putOnPlan(platform, tx, orgId, { planType, version, billingCycle: 'MONTHLY' })
  })
}
