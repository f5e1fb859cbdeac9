import { billingEvents } from '@imperium/contract/events/billing.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { planNames, planThatLifts } from '@imperium/contract/plans.ts'
import { recordAudit } from '../../platform/audit/audit.ts'
import { acrossNodes } from '../../platform/db/across-nodes.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { planLimit } from '../../platform/errors.ts'
import type { AppError } from '../../platform/errors.ts'
import { onEvent } from '../../platform/events/events.ts'
import type { Platform } from '../../platform/platform.ts'
import { lockAgentCount, lockAgents, setStatus } from './store.ts'
import { activeBeyond, countActive } from './plan-store.ts'

/** A smaller plan: the agents that were changed last stay active, the others are paused. None is deleted. */
export const pauseAgentsBeyondPlan = (platform: Platform) =>
  onEvent({
    event: billingEvents.planReduced,
    name: 'agents.pauseBeyondPlan',
    worksAtRest: 'only pauses',
    run: ({ orgId, payload: { planType, maxAgents } }) =>
      platform.db.withOrg(orgId, async (tx) => {
        const beyond = await activeBeyond(tx, maxAgents)
        if (beyond.length === 0) return
        const found = await lockAgents(tx, beyond)
        await setStatus(
          tx,
          found.map(({ id }) => id),
          'PAUSED',
        )
        const actor = { kind: 'system' as const, id: null, name: 'Payments' }
        for (const { id, name, status } of found)
          await recordAudit(tx, orgId, {
            actor,
            action: 'agents.pausedByPlan',
            target: { kind: 'agents', id, name },
            before: { status },
            after: { status: 'PAUSED', reason: `The ${planNames[planType]} plan allows ${maxAgents} agents.` },
          })
      }),
  })

/** @throws 409 PLAN_LIMIT where `more` agents could not be active under the plan. */
export async function requireActiveQuota(tx: OrgTx, maxAgents: number, more: number): Promise<void> {
  await lockAgentCount(tx)
  if ((await acrossNodes(tx, () => countActive(tx))) + more > maxAgents) throw agentsUsedUp(maxAgents)
}

export function agentsUsedUp(maxAgents: number): AppError {
  const plan = planThatLifts('maxAgents', maxAgents + 1)
  const values = { agents: maxAgents }
  return planLimit(
    plan
      ? message('Your plan allows {agents} agents. The {plan} plan allows more.', { ...values, plan: planNames[plan] })
      : message('Your plan allows {agents} agents.', values),
  )
}
