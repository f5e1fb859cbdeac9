import { message } from '@imperium/contract/kit/message.ts'
import type { Message } from '@imperium/contract/kit/message.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { conflict, planLimit } from '../../../platform/errors.ts'
import type { AppError } from '../../../platform/errors.ts'
import { newId } from '../../../platform/ids.ts'
import { limitOf, monthUsage, organizationBudget } from '../../../platform/metering/metering.ts'
import type { UsageEntry } from '../../../platform/metering/metering.ts'
import { tokensUsedUp } from '../../../platform/metering/plan-limits.ts'
import type { CallableModel } from '../resolve-model.ts'
import { lockBudget } from '../store.ts'
import { creditsMissing } from './credits-missing.ts'
import { callsInFlight, insertCall, replaceCallsOfStep } from './model-calls-store.ts'
import type { CallPurpose, CallingStep, ModelCall, MostUsed } from './model-call.ts'
import type { PricedModel } from './model-price.ts'
import { thisProcess } from './open-calls.ts'

export type RefusalCode = 'budget' | 'monthly_calls'

/** Why a call is not made. */
export interface Refusal {
  code: RefusalCode
  error: AppError
}

/** A budget besides that of the organization: of the agent that runs, or of those that asked it. */
export interface AgentBudget {
  agentId: string
  limitMicros: number
  scope: 'agent' | 'asker'
  /** What it spent in other ways than by its own calls. */
  elsewhereMicros: (tx: OrgTx) => Promise<number>
}

export type ReservableModel = PricedModel &
  Pick<CallableModel, 'configId' | 'modelId' | 'monthlyUsageLimit' | 'isSandbox' | 'isOperatorPaid' | 'creditRate'>

export interface CallToReserve {
  purpose: CallPurpose
  model: ReservableModel
  most: MostUsed
  /** What it is metered to, beside the model. */
  by?: UsageEntry
  step?: CallingStep
  budgets?: readonly AgentBudget[]
}

/**
 * Writes a call down before it is made, so that calls at the same moment cannot pass a budget, the credits or the plan's tokens together.
 * In the transaction of what makes it; nothing is sent before that is committed.
 */
export async function reserveCall(
  tx: OrgTx,
  { purpose, model, most, by = {}, step, budgets = [] }: CallToReserve,
): Promise<{ call: ModelCall } | Refusal> {
  if (step) await replaceCallsOfStep(tx, step)
  const refusal = await findRefusal(tx, { model, most, budgets })
  if (refusal !== null) return refusal
  const { configId, modelId, isSandbox, isOperatorPaid } = model
  const call: ModelCall = {
    id: newId(),
    orgId: tx.orgId,
    purpose,
    isBilled: !isSandbox,
    isOperatorPaid,
    most,
    entry: { ...by, configId, model: modelId },
    step: step ?? null,
  }
  await insertCall(tx, thisProcess, call)
  return { call }
}

type Checked = Required<Pick<CallToReserve, 'model' | 'most' | 'budgets'>>

async function findRefusal(tx: OrgTx, { model, most, budgets }: Checked): Promise<Refusal | null> {
  const noTokens = await tokensMissing(tx, most)
  if (noTokens !== null) return { code: 'budget', error: noTokens }
  const noCredits = await creditsMissing(tx, model)
  if (noCredits !== null) return { code: 'budget', error: noCredits }
  const isCostly = most.micros > 0
  const budget = isCostly ? await organizationBudget(tx) : null
  if (budget === null && model.monthlyUsageLimit === null && (budgets.length === 0 || !isCostly)) return null
  await lockBudget(tx)
  if (model.monthlyUsageLimit !== null) {
    const { calls } = await callsInFlight(tx, { configId: model.configId })
    const { modelCalls } = await monthUsage(tx, { configId: model.configId })
    if (modelCalls + calls >= model.monthlyUsageLimit) {
      const values = { max: model.monthlyUsageLimit, model: model.displayName }
      return { code: 'monthly_calls', error: conflict(message('The monthly limit of {max} calls of {model} is reached.', values)) }
    }
  }
  if (!isCostly) return null
  if (budget !== null) {
    const text = exceeded(budget, 'organization', await spentBy(tx), most.micros)
    if (text !== null) return { code: 'budget', error: conflict(text) }
  }
  for (const { agentId, limitMicros, scope, elsewhereMicros } of budgets) {
    const text = exceeded(limitMicros, scope, (await spentBy(tx, agentId)) + (await elsewhereMicros(tx)), most.micros)
    if (text !== null) return { code: 'budget', error: conflict(text) }
  }
  return null
}

/** Calls in flight are read first, so that one that ends meanwhile counts twice and not zero times. */
async function spentBy(tx: OrgTx, agentId?: string): Promise<number> {
  const scope = agentId === undefined ? {} : { agentId }
  const { costMicros } = await callsInFlight(tx, scope)
  return costMicros + (await monthUsage(tx, scope)).costMicros
}

/** Far from the limit, calls at the same moment cannot pass it together. */
const mostTogether = 200

/** Why the plan allows no call; with those in flight, only the last one may pass its limit. */
async function tokensMissing(tx: OrgTx, most: MostUsed): Promise<AppError | null> {
  const usedUp = await tokensUsedUp(tx)
  if (usedUp !== null) return planLimit(usedUp)
  const limit = await limitOf(tx, 'tokens_limit')
  const left = async () => limit - (await callsInFlight(tx)).tokens - (await monthUsage(tx)).tokens
  if ((await left()) > mostTogether * (most.inputTokens + most.outputTokens)) return null
  await lockBudget(tx)
  if ((await left()) > 0) return null
  return planLimit('Calls in progress may need all of the model tokens that are left this month. Try again when they have ended.')
}

const dollars = (micros: number) => ({ dollars: micros / 1_000_000 })
type Amounts = Record<'limit' | 'used' | 'cost', ReturnType<typeof dollars>>

function exceeded(limit: number, scope: keyof typeof sentences, used: number, most: number): Message | null {
  if (used + most <= limit) return null
  return sentences[scope]({ limit: dollars(limit), used: dollars(used), cost: dollars(most) })
}

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

/** The same. @throws 409 */
export async function requireCall(tx: OrgTx, wanted: CallToReserve): Promise<ModelCall> {
  const reserved = await reserveCall(tx, wanted)
  if ('error' in reserved) throw reserved.error
  return reserved.call
}
