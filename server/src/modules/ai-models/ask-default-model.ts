import type { OrgTx } from '../../platform/db/database.ts'
import { conflict, unavailable } from '../../platform/errors.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import type { JsonObject, JsonValue, ModelRequest } from '../../platform/llm/types.ts'
import type { Platform } from '../../platform/platform.ts'
import type { UsedBy } from '../../platform/metering/metering.ts'
import { defaultModelName, resolveConfig, resolveModel } from './resolve-model.ts'
import type { CallableModel } from './resolve-model.ts'
import { askReserved } from './spend/guard.ts'
import { costOfTokens } from './spend/model-price.ts'
import type { ModelCall } from './spend/model-call.ts'
import { requireCall } from './spend/reserve-call.ts'

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
  /** 2,000 unless given; the model's own limit bounds it. */
  mostOutputTokens?: number
  /** 45 s unless given. */
  timeoutMs?: number
  /** Besides the model, what the call is metered to. */
  by?: UsedBy
}

export interface StructuredReply {
  /** Undefined: the model gave no JSON. */
  output: JsonValue | undefined
  model: string
  isSandbox: boolean
  costMicros: number
}

const usualTimeoutMs = 45_000
const usualOutputTokens = 2_000

/**
 * One structured answer of the organization's default model, reserved and settled by the guard: a caller who leaves leaves the call to its
 * end. @throws 409 where there is no model, no price or its budget is used up, 503 where the model fails.
 */
export const askDefaultModel = (platform: Platform, context: AskContext, question: Question): Promise<StructuredReply> =>
  ask(platform, context, question, (tx) => findDefault(platform, tx))

/** The same of a chosen configuration. @throws 409 where it is gone or inactive, too */
export const askConfig = (platform: Platform, context: AskContext, configId: string, question: Question): Promise<StructuredReply> =>
  ask(platform, context, question, async (tx) => {
    const model = await resolveConfig(platform, tx, configId)
    if (!model) throw conflict('The AI model is no longer active. Choose another one.')
    return model
  })

async function ask(
  platform: Platform,
  context: AskContext,
  question: Question,
  find: (tx: OrgTx) => Promise<CallableModel>,
): Promise<StructuredReply> {
  const { model, request, call } = await context.inOrg(async (tx) => {
    const resolved = await find(tx)
    const requested = requestOf(question, resolved)
    return { model: resolved, request: requested, call: await reserve(tx, resolved, requested, question.by) }
  })
  try {
    const asked = { spec: () => model.spec(), request, costOf: costOfTokens.bind(null, model) }
    const { output, usage } = await askReserved(platform, call, asked, context.signal())
    return { output, model: model.displayName, isSandbox: model.isSandbox, costMicros: costOfTokens(model, usage) }
  } catch (error) {
    if (!(error instanceof ModelError)) throw error
    throw unavailable(error.publicMessage, error)
  }
}

async function findDefault(platform: Platform, tx: OrgTx): Promise<CallableModel> {
  const name = await defaultModelName(tx)
  const model = name === null ? null : await resolveModel(platform, tx, name)
  if (!model) throw conflict('Choose a default AI model in the settings first.')
  return model
}

const requestOf = (
  { system, text, output, mostOutputTokens = usualOutputTokens, timeoutMs = usualTimeoutMs }: Question,
  model: CallableModel,
): ModelRequest => ({
  system,
  messages: [{ role: 'user', text }],
  temperature: 0,
  isStreaming: model.settings.isStreaming,
  maxOutputTokens: Math.min(mostOutputTokens, model.maxTokens),
  timeoutMs,
  output,
})

/** @throws 409 */
async function reserve(tx: OrgTx, model: CallableModel, request: ModelRequest, by: UsedBy = {}): Promise<ModelCall> {
  const inputTokens = Buffer.byteLength(`${request.system ?? ''}${JSON.stringify(request.messages)}${JSON.stringify(request.output)}`)
  const most = { inputTokens, outputTokens: request.maxOutputTokens, cachedTokens: 0 }
  return requireCall(tx, { purpose: 'question', model, by, most: { ...most, micros: costOfTokens(model, most) } })
}
