import type { AnnouncedLimit } from '@imperium/contract/events/billing.ts'
import { announcedLimits, billingEvents } from '@imperium/contract/events/billing.ts'
import { planThatLifts } from '@imperium/contract/plans.ts'
import type { PlanLimits } from '@imperium/contract/plans.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { eachOrganization } from '../../../platform/each-organization.ts'
import { messagesOfMonth, monthUsage } from '../../../platform/metering/metering.ts'
import type { Platform } from '../../../platform/platform.ts'
import { limitsOf, listInUse } from '../../organizations/index.ts'
import { countMonthRuns } from '../../workflows/index.ts'
import { heldBy } from '../subscription/change-plan.ts'
import { noteLimit } from './limit-store.ts'

/** Tells of limits that are nearly or wholly used, in all organizations; each level once a month. */
export const announceLimits = (platform: Platform): Promise<void> =>
  eachOrganization(platform, listInUse, (orgId) => announceLimitsOf(platform, orgId), 'limits could not be looked at')

export async function announceLimitsOf(platform: Platform, orgId: string): Promise<void> {
  const now = platform.clock.now()
  await platform.db.withOrg(orgId, async (tx) => {
    const limits = await limitsOf(tx)
    const used = { ...(await usedOf(tx, now)), workflowRunsPerMonth: await countMonthRuns(tx, now, limits.workflowRunsPerMonth) }
    for (const limit of announcedLimits) {
      const level = levelOf(used[limit], limits[limit])
      if (level === null || !(await noteLimit(tx, { limit, level, month: now.toISOString().slice(0, 7) }))) continue
      const lifts = planThatLifts(limit, limits[limit] + 1) ?? 'OVERLORD'
      await platform.events.emit(tx, billingEvents.limit, { limit, level, used: used[limit], allowed: limits[limit], lifts })
    }
  })
}

const levelOf = (used: number, limit: number): 80 | 100 | null => (used >= limit ? 100 : used >= limit * 0.8 ? 80 : null)

async function usedOf(tx: OrgTx, now: Date): Promise<Pick<PlanLimits, Exclude<AnnouncedLimit, 'workflowRunsPerMonth'>>> {
  const held = await heldBy(tx, now)
  const { apiCalls, runs, tokens } = await monthUsage(tx)
  const { used } = await messagesOfMonth(tx)
  return { ...held, apiCallsPerMonth: apiCalls, messagesPerMonth: used, runsPerMonth: runs, tokensPerMonth: tokens }
}
