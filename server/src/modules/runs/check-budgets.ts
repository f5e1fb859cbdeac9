import { sql } from 'kysely'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../platform/db/database.ts'
import { limitOf, monthUsage, organizationBudget } from '../../platform/metering/metering.ts'
import { lifting, tokensUsedUp, usedUp } from '../../platform/metering/plan-limits.ts'
import { budgetsOf } from '../agents/index.ts'
import { creditsMissing } from '../ai-models/index.ts'
import type { CallableModel } from '../ai-models/index.ts'
import type { RunContext } from './run-context.ts'
import { RunFailure } from './run-failure.ts'
import { requestedMicros } from './requested/requested-runs-store.ts'
import { countOpenCalls, countOpenRuns, reservedMicros } from './store.ts'

/** A call before it is made; `mostMicros`: what it may cost at most. */
interface ReservedCall {
  seq: number
  model: CallableModel
  mostMicros: number
}

const dollars = (micros: number) => ({ dollars: micros / 1_000_000 })

/** @throws RunFailure when the plan's model tokens of this month are used up, or the credits that pay for the model. */
export async function checkTokens(tx: OrgTx, step: { runId: string; seq: number }, model: CallableModel): Promise<void> {
  const text = await tokensUsedUp(tx)
  if (text !== null) throw new RunFailure({ code: 'budget_exceeded', ...text })
  const missing = await creditsMissing(tx, model, step)
  if (missing !== null) throw new RunFailure({ code: 'budget_exceeded', ...worded(missing.text) })
}

/** Whether a call can meet a limit: one that costs nothing, of a model without a monthly limit, cannot. */
export const isBudgeted = (model: CallableModel, mostMicros: number): boolean => mostMicros > 0 || model.monthlyUsageLimit !== null

/**
 * Stops the run before a call that could exceed a budget: spent this month (UTC) + maximum of calls in flight + maximum of this call. Under
 * the organization's lock; reads calls in flight first, so a call that ends meanwhile counts twice, not zero times. @throws RunFailure
 */
export async function checkBudgets(tx: OrgTx, context: RunContext, { seq, model, mostMicros }: ReservedCall): Promise<void> {
  const { session, version } = context
  const step = { runId: session.id, seq }
  const orgBudget = mostMicros > 0 ? await organizationBudget(tx) : null
  const agentBudget = mostMicros > 0 ? version.monthlyBudgetMicros : null
  const agentId = session.row.agent_id
  // What was asked for counts to the budgets of those who asked.
  const askers =
    mostMicros > 0
      ? await budgetsOf(
          tx,
          session.row.asked_by.filter((id) => id !== agentId),
        )
      : new Map<string, number>()
  if (orgBudget === null && agentBudget === null && model.monthlyUsageLimit === null && askers.size === 0) return
  await sql`select pg_advisory_xact_lock(hashtextextended(${`budget:${tx.orgId}`}, 0))`.execute(tx)
  if (model.monthlyUsageLimit !== null) {
    const inHand = await countOpenCalls(tx, step, model.configId)
    const { modelCalls } = await monthUsage(tx, { configId: model.configId })
    if (modelCalls + inHand >= model.monthlyUsageLimit) {
      throw new RunFailure({
        code: 'usage_limit',
        ...message('The monthly limit of {max} calls of {model} is reached.', { max: model.monthlyUsageLimit, model: model.displayName }),
      })
    }
  }
  if (orgBudget !== null) {
    const inUse = await reservedMicros(tx, step, null)
    requireBelow(orgBudget, 'organization', inUse + (await monthUsage(tx)).costMicros, mostMicros)
  }
  if (agentBudget !== null) requireBelow(agentBudget, 'agent', await usedByAgent(tx, step, agentId), mostMicros)
  for (const [id, budget] of askers) requireBelow(budget, 'asker', await usedByAgent(tx, step, id), mostMicros)
}

/** What an agent spent this month and may still spend: itself, and by the agents it asked. */
async function usedByAgent(tx: OrgTx, step: { runId: string; seq: number }, agentId: string): Promise<number> {
  const inUse = await reservedMicros(tx, step, agentId)
  return inUse + (await monthUsage(tx, { agentId })).costMicros + (await requestedMicros(tx, agentId, step))
}

function requireBelow(limit: number, scope: 'organization' | 'agent' | 'asker', used: number, most: number): void {
  if (used + most <= limit) return
  const values = { limit: dollars(limit), used: dollars(used), cost: dollars(most) }
  throw new RunFailure({ code: 'budget_exceeded', ...sentences[scope](values) })
}

type Amounts = Record<'limit' | 'used' | 'cost', ReturnType<typeof dollars>>

const sentences = {
  agent: (values: Amounts) =>
    message("This agent's monthly budget of {limit} would be exceeded: {used} used or in use, and this call may cost {cost}.", values),
  asker: (values: Amounts) =>
    message(
      'The monthly budget of {limit} of the agent that asked would be exceeded: {used} used or in use, and this call may cost {cost}.',
      values,
    ),
  organization: (values: Amounts) =>
    message(
      'The monthly AI budget of the organization of {limit} would be exceeded: {used} used or in use, and this call may cost {cost}.',
      values,
    ),
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
