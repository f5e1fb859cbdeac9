import { message, worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { AppError } from '../../platform/errors.ts'
import { limitOf, monthUsage } from '../../platform/metering/metering.ts'
import { lifting, usedUp } from '../../platform/metering/plan-limits.ts'
import { budgetsOf } from '../agents/index.ts'
import { reserveCall } from '../ai-models/index.ts'
import type { AgentBudget, CallToReserve, ModelCall } from '../ai-models/index.ts'
import type { RunContext } from './run-context.ts'
import { RunFailure } from './run-failure.ts'
import { requestedMicros } from './requested/requested-runs-store.ts'
import { countOpenRuns, usedBy } from './store.ts'

type StepCall = Pick<CallToReserve, 'purpose' | 'model' | 'most'> & { seq: number }

/**
 * Reserves the call of a step against the budgets of the organization, of its agent and of the agents that asked for the run. In the
 * transaction that writes the step, after the fence. @throws RunFailure before a call that could exceed one.
 */
export async function reserveStep(tx: OrgTx, { session, version }: RunContext, { seq, ...wanted }: StepCall): Promise<ModelCall> {
  const { row } = session
  const agentId = row.agent_id
  const others = row.asked_by.filter((id) => id !== agentId)
  const asking = wanted.most.micros > 0 ? await budgetsOf(tx, others) : new Map<string, number>()
  const budgetOf = (id: string, limitMicros: number, scope: AgentBudget['scope']): AgentBudget => ({
    agentId: id,
    limitMicros,
    scope,
    // What was asked for counts to the budgets of those who asked.
    elsewhereMicros: (inner) => requestedMicros(inner, id),
  })
  const own = version.monthlyBudgetMicros
  const reserved = await reserveCall(tx, {
    ...wanted,
    by: { agentId, ...usedBy(row) },
    step: { runId: session.id, seq, askedBy: others },
    budgets: [
      ...(own === null ? [] : [budgetOf(agentId, own, 'agent')]),
      ...[...asking].map(([id, limitMicros]) => budgetOf(id, limitMicros, 'asker')),
    ],
  })
  if ('call' in reserved) return reserved.call
  throw new RunFailure({ code: reserved.code === 'monthly_calls' ? 'usage_limit' : 'budget_exceeded', ...worded(reserved.error.text) })
}

/** What a call costs at most. @throws RunFailure where its price is unknown. */
export function mostCost(cost: () => number): number {
  try {
    return cost()
  } catch (error) {
    if (!(error instanceof AppError)) throw error
    throw new RunFailure({ code: 'model_not_configured', ...worded(error.text) })
  }
}

/** More than run at the same moment: far below the limit, those that have not ended need no count. */
const mostAtOnce = 10_000

/** Before a run is queued: runs that ended this month, and those that have not ended. @throws 429 PLAN_LIMIT */
export async function requireRuns(tx: OrgTx): Promise<void> {
  const limit = await limitOf(tx, 'runs_limit')
  if ((await monthUsage(tx)).runs < limit - mostAtOnce) return
  const open = await countOpenRuns(tx)
  if ((await monthUsage(tx)).runs + open < limit) return
  const plan = lifting('runsPerMonth', limit + 1)
  throw usedUp(
    plan
      ? message('The {runs} agent runs of this month are used up. The {plan} plan allows more.', { runs: limit, plan })
      : message('The {runs} agent runs of this month are used up.', { runs: limit }),
  )
}
