import { pauseAgainDays, pauseDays } from '@imperium/contract/billing/billing.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { planNames } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import { recordAudit } from '../../../platform/audit/audit.ts'
import { asOrg } from '../../../platform/db/database.ts'
import type { AuthTx, OrgTx } from '../../../platform/db/database.ts'
import { conflict } from '../../../platform/errors.ts'
import type { OrgContext } from '../../../platform/operations/context.ts'
import type { Platform } from '../../../platform/platform.ts'
import { currentPlan, lockPlanOf, readPlanOf } from '../../organizations/index.ts'
import { putOnPlan } from './put-on-plan.ts'
import { dueAt, firstStage } from './life.ts'
import { findSubscription, lockSubscription, saveSubscription } from './subscription-store.ts'
import type { SubscriptionRow } from './subscription-store.ts'

const dayMs = 86_400_000

/** Stops a paid period: the limits of FREE meanwhile, and the rest of the period afterwards. @throws 409 unless a paid period runs. */
export async function pausePlan(platform: Platform, { org, audit }: Omit<OrgContext, 'tx'>): Promise<void> {
  const paused = await platform.db.withAuth(async (tx) => {
    await lockPlanOf(tx, org.id)
    const plan = await asOrg(tx, org.id, (orgTx) => pauseIn(orgTx, platform.clock.now()))
    const { version } = await asOrg(tx, org.id, (orgTx) => currentPlan(orgTx, 'FREE'))
    await putOnPlan(platform, tx, org.id, { planType: 'FREE', version, billingCycle: 'MONTHLY' })
    return plan
  })
  audit({ targetName: planNames[paused] })
}

async function pauseIn(tx: OrgTx, now: Date): Promise<PlanType> {
  await lockSubscription(tx)
  const row = await findSubscription(tx)
  if (row?.status !== 'ACTIVE' || row.end <= now) throw conflict('Only a paid period that runs can be paused.')
  if (row.orderId === null) throw conflict('A trial cannot be paused.')
  if (row.next !== null) throw conflict('Take the change of plan back first.')
  // Else short pauses, one after another, would give service for hardly any of the paid time.
  if (row.resumedAt && now.getTime() - row.resumedAt.getTime() < pauseAgainDays * dayMs)
    throw conflict(message('A subscription can be paused again {days} days after its last pause.', { days: pauseAgainDays }))
  const { planType, version, billingCycle } = await readPlanOf(tx)
  const paused = { at: now, planType, version, billingCycle }
  await saveSubscription(tx, { ...row, status: 'PAUSED', paused, dueAt: new Date(now.getTime() + pauseDays * dayMs) })
  return planType
}

/** Goes on: the period ends later by the time of the pause. @throws 409 for one that is not paused. */
export async function endPause(platform: Platform, { org, audit }: Omit<OrgContext, 'tx'>): Promise<void> {
  const resumed = await platform.db.withAuth((tx) => resumePaused(platform, tx, org.id))
  if (resumed === null) throw conflict('The subscription is not paused.')
  audit({ targetName: planNames[resumed] })
}

/** The longest pause is over: it goes on by itself. */
export async function endLongPause(platform: Platform, tx: AuthTx, orgId: string): Promise<void> {
  const planType = await resumePaused(platform, tx, orgId)
  if (planType === null) return
  const actor = { kind: 'system' as const, id: null, name: 'Payments' }
  const target = { kind: 'billing', id: orgId, name: planNames[planType] }
  await asOrg(tx, orgId, (orgTx) => recordAudit(orgTx, orgId, { actor, action: 'billing.unpause', target }))
}

async function resumePaused(platform: Platform, tx: AuthTx, orgId: string): Promise<PlanType | null> {
  await lockPlanOf(tx, orgId)
  const now = platform.clock.now()
  const plan = await asOrg(tx, orgId, async (orgTx) => {
    await lockSubscription(orgTx)
    const row = await findSubscription(orgTx)
    if (!row?.paused) return null
    await saveSubscription(orgTx, afterPause(row, row.paused.at, now))
    return row.paused
  })
  if (plan) await putOnPlan(platform, tx, orgId, plan)
  return plan?.planType ?? null
}

function afterPause(row: SubscriptionRow, since: Date, now: Date): SubscriptionRow {
  const pausedMs = now.getTime() - since.getTime()
  // Both ends move, so that the unused part of the period stays worth the same.
  const period = { start: new Date(row.start.getTime() + pausedMs), end: new Date(row.end.getTime() + pausedMs) }
  const stage = firstStage(period, now)
  return { ...row, ...period, status: 'ACTIVE', paused: null, resumedAt: now, stage, dueAt: dueAt(period, stage) }
}
