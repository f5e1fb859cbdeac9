import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, planLimit, unavailable } from '../../platform/errors.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import { costMicros, priceFor } from '../../platform/llm/prices.ts'
import type { JsonObject, JsonValue, ModelRequest } from '../../platform/llm/types.ts'
import { tokensUsedUp } from '../../platform/metering/plan-limits.ts'
import type { Platform } from '../../platform/platform.ts'
import { defaultModelName, resolveModel } from './resolve-model.ts'
import type { ResolvedModel } from './resolve-model.ts'
import { reserveBudget, settleCall } from './reserve-budget.ts'
import type { Reservation } from './reserve-budget.ts'

/** What a caller without a transaction of its own offers. */
export interface AskContext {
  inOrg<T>(work: (tx: OrgTx) => Promise<T>): Promise<T>
  signal(): AbortSignal
}

export interface Question {
  system: string
  text: string
  /** The response is JSON of this schema; the sandbox model knows it by its name. */
  output: { name: string; schema: JsonObject }
}

export interface StructuredReply {
  /** Undefined: the model gave no JSON. */
  output: JsonValue | undefined
  model: string
  isSandbox: boolean
  costMicros: number
}

const timeoutMs = 45_000
const mostOutputTokens = 2_000

/**
 * One structured answer of the organization's default model, reserved against the budgets and metered.
 * @throws 409 where there is no model or its budget is used up, 503 where the model fails.
 */
export async function askDefaultModel(platform: Platform, context: AskContext, question: Question): Promise<StructuredReply> {
  const { model, request, reservation } = await context.inOrg(async (tx) => {
    const resolved = await findModel(platform, tx)
    const requested = requestOf(question, resolved, context.signal())
    return { model: resolved, request: requested, reservation: await reserve(platform, tx, resolved, requested) }
  })
  try {
    const result = await platform.llm.call(model.spec(), request)
    const price = model.isSandbox ? null : priceFor(model.modelId, platform.clock.now())
    const cost = costMicros(result.usage, price).costMicros
    const { inputTokens, outputTokens } = result.usage
    const usage = { modelCalls: 1, inputTokens, outputTokens, costMicros: cost }
    await context.inOrg((tx) => settleCall(tx, model, reservation, usage))
    return { output: result.output, model: model.displayName, isSandbox: model.isSandbox, costMicros: cost }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    await context.inOrg((tx) => settleCall(tx, model, reservation))
    throw unavailable(error.publicMessage, error)
  }
}

async function findModel(platform: Platform, tx: OrgTx): Promise<ResolvedModel> {
  const name = await defaultModelName(tx)
  const model = name === null ? null : await resolveModel(platform, tx, name)
  if (!model) throw conflict('Choose a default AI model in the settings first.')
  return model
}

const requestOf = ({ system, text, output }: Question, model: ResolvedModel, signal: AbortSignal): ModelRequest => ({
  system,
  messages: [{ role: 'user', text }],
  temperature: 0,
  isStreaming: model.settings.isStreaming,
  maxOutputTokens: Math.min(mostOutputTokens, model.maxTokens),
  timeoutMs,
  signal,
  output,
})

/** @throws 409 */
async function reserve(platform: Platform, tx: OrgTx, model: ResolvedModel, request: ModelRequest): Promise<Reservation> {
  const usedUp = await tokensUsedUp(tx)
  if (usedUp !== null) throw planLimit(usedUp)
  const bytes = Buffer.byteLength(`${request.system ?? ''}${JSON.stringify(request.messages)}${JSON.stringify(request.output)}`)
  const most = { inputTokens: bytes, outputTokens: request.maxOutputTokens, cachedTokens: 0 }
  return reserveBudget(
    platform,
    tx,
    model,
    model.isSandbox ? 0 : costMicros(most, priceFor(model.modelId, platform.clock.now())).costMicros,
  )
}
