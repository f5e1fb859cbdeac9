import type { PlanType } from '@imperium/contract/plans.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import type { AuditActor } from '../../../platform/audit/audit.ts'
import { asOrg } from '../../../platform/db/database.ts'
import { conflict, notFound } from '../../../platform/errors.ts'
import type { Platform } from '../../../platform/platform.ts'
import { found } from '../../../platform/resources/checks.ts'
import { currentPlan, lockPlanOf, operatorOrganization, readPlanOf } from '../../organizations/index.ts'
import { lockOrderById, markReceived } from '../order-store.ts'
import { reconcileOrder } from '../reconcile.ts'
import { addOnsOver } from '../subscription/apply-payment.ts'
import { putOnPlan } from '../subscription/put-on-plan.ts'
import { keepNext, keepPaused } from '../subscription/end-subscription.ts'
import { dueAt, firstStage } from '../subscription/life.ts'
import { findSubscription, lockSubscription, saveSubscription } from '../subscription/subscription-store.ts'
import { hasOrganization } from './operator-store.ts'

const dayMs = 86_400_000

/** @throws 404 for every organization but the operator's own: for it none of this exists. */
export async function requireOperator({ db }: Platform, orgId: string): Promise<void> {
  if ((await db.withSystem(operatorOrganization)) !== orgId) throw notFound()
}

/** In the customer's log the operator acts, not a person of another organization. */
export const operatorActor: AuditActor = { kind: 'operator', id: null, name: 'Operator' }

async function requireOrganization({ db }: Platform, orgId: string): Promise<void> {
  if (!(await db.withSystem((tx) => hasOrganization(tx, orgId)))) throw notFound()
}

/** @throws 404; 409 for an order that waits for no transfer. */
export async function confirmTransfer(platform: Platform, orgId: string, orderId: string): Promise<void> {
  await requireOrganization(platform, orgId)
  await platform.db.withOrg(orgId, async (tx) => {
    const order = found(await lockOrderById(tx, orderId))
    if (order.provider !== 'bank' || (order.status !== 'created' && order.status !== 'attempted'))
      throw conflict('This order waits for no transfer.')
    await markReceived(tx, orderId, { at: platform.clock.now(), by: operatorActor.name })
    const target = { kind: 'billing', id: orderId, name: order.receipt }
    await recordAudit(tx, orgId, { actor: operatorActor, action: 'billing.received', target })
  })
  await reconcileOrder(platform, orgId, orderId)
}

/** Gives days to a period; reminders and requests for payment move with its end. @throws 404; 409 without a running period. */
export async function extendPeriod(platform: Platform, orgId: string, days: number): Promise<void> {
  await requireOrganization(platform, orgId)
  await platform.db.withAuth(async (tx) => {
    await lockPlanOf(tx, orgId)
    await asOrg(tx, orgId, async (orgTx) => {
      await lockSubscription(orgTx)
      const row = await findSubscription(orgTx)
      if (!row || row.status === 'ENDED' || row.status === 'PAUSED') throw conflict('There is no running period.')
      const now = platform.clock.now()
      const period = { start: row.start, end: new Date(row.end.getTime() + days * dayMs) }
      const stage = firstStage(period, now)
      const status = period.end > now ? 'ACTIVE' : row.status
      await saveSubscription(orgTx, { ...row, ...period, ...addOnsOver(row, period, now), status, stage, dueAt: dueAt(period, stage) })
      await recordAudit(orgTx, orgId, {
        actor: operatorActor,
        action: 'billing.extend',
        target: { kind: 'billing', id: row.orderId ?? orgId, name: String(days) },
        before: { periodEnd: row.end.toISOString() },
        after: { periodEnd: period.end.toISOString() },
      })
    })
  })
}

/** Puts an organization on the latest version of a plan; FREE ends its paid period. @throws 404. */
export async function setPlan(platform: Platform, orgId: string, planType: PlanType): Promise<void> {
  await requireOrganization(platform, orgId)
  await platform.db.withAuth(async (tx) => {
    await lockPlanOf(tx, orgId)
    const { before, version } = await asOrg(tx, orgId, async (orgTx) => {
      await lockSubscription(orgTx)
      const row = await findSubscription(orgTx)
      if (row) await keepNext(orgTx, row)
      if (row) await keepPaused(orgTx, row)
      if (row && planType === 'FREE') await saveSubscription(orgTx, { ...row, status: 'ENDED', next: null, dueAt: null })
      // The payer agreed to renew the plan that was paid for, not this one.
      else if (row)
        await saveSubscription(orgTx, { ...row, ...(row.paused ? { status: 'ENDED', dueAt: null } : {}), next: null, renewsItself: false })
      return { before: await readPlanOf(orgTx), version: (await currentPlan(orgTx, planType)).version }
    })
    await putOnPlan(platform, tx, orgId, { planType, version, billingCycle: before.billingCycle })
    await asOrg(tx, orgId, (orgTx) =>
      recordAudit(orgTx, orgId, {
        actor: operatorActor,
        action: 'billing.setPlan',
        target: { kind: 'billing', name: planType },
        before,
        after: { planType, version },
      }),
    )
  })
}
