import type { FailedAttempt, RunEvent, RunStep } from '@imperium/contract/runs.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import { AppError } from '../../platform/errors.ts'
import { retryWaitMs } from '../../platform/signed-http/retry-schedule.ts'
import { estimateTokens, tokensOf } from '../../platform/llm/tokens.ts'
import type { JsonValue, ModelRequest, ModelTool, ModelToolCall, ModelUsage, TranscriptMessage } from '../../platform/llm/types.ts'
import { mostCost, reserveStep } from './check-budgets.ts'
import { costOfTokens, noteFailedCall, outcomeOfError, settleLost, streamReserved } from '../ai-models/index.ts'
import type { CallOutcome, CallableModel, ModelCall } from '../ai-models/index.ts'
import { RunFailure, failureOfModel } from './run-failure.ts'
import { parseJson } from '../../platform/text/exact-json.ts'
import { storableJson, storableText } from '../../platform/text/storable.ts'
import type { ModelOutput } from './transcript.ts'
import { renderPrompt } from './prompts/render-prompt.ts'
import { readImages } from './inputs/read-images.ts'
import { offeredTools, rulesOfTools } from './tools/index.ts'
import type { RunContext, StopReason } from './run-context.ts'
import type { ModelCallResult } from './model-call-result.ts'

/** A provider may ask for any wait; beyond this a run is better failed and shown than kept waiting. */
const mostWaitMs = 10 * 60_000

const textEveryMs = 120
/** The first text is shown at once; an answer that is complete by then needs no write of its own. */
const firstTextAfterMs = 10
/** Far above the 4,000 tokens that an agent may request: a longer response is a fault and is not stored. */
const textMaxLength = 1_000_000
const argumentsMaxBytes = 256 * 1024
/** What is kept of the model's reasoning, for the details of a run. */
const reasoningMaxLength = 50_000

/**
 * One model call as a step: reserved, written before the call, streamed, retried after temporary faults. Fallback models are tried at once, before
 * any wait. @throws RunFailure if it cannot succeed; ModelError of kind `aborted` if the run was stopped.
 */
export async function callModel(context: RunContext, messages: TranscriptMessage[]): Promise<ModelCallResult> {
  const { session, model } = context
  const seq = session.steps.filter((step) => step.status !== 'running').length + 1
  const interrupted = session.steps.find((step) => step.seq === seq)
  const candidates = [model, ...model.fallbacks]
  const waits = session.platform.config.retryModelMs
  const tools = await offeredTools(session, context.version.capabilities)
  // The round's first temporary fault decides how long to wait before the next round.
  let temporary: ModelError | null = null
  let firstEvents = context.drainFirstEvents()
  let failedAttempts = attemptsOf(interrupted)
  for (let attempt = (interrupted?.attempt ?? 0) + 1, tries = 0, index = 0; ; attempt++) {
    const target = candidates[index] ?? model
    const call: Call = { target, request: await requestFor(context, target, messages, tools) }
    let begun: BegunCall | null = null
    try {
      begun = await beginCall(context, call, { seq, attempt, firstEvents, failedAttempts })
      firstEvents = []
      return await streamCall(context, call, begun)
    } catch (error) {
      const isLast = index === candidates.length - 1
      if (error instanceof RunFailure && ['usage_limit', 'model_not_configured'].includes(error.error.code) && !isLast) {
        index++
        continue
      }
      if (!(error instanceof ModelError) || error.kind === 'aborted' || context.signal.aborted || !begun) throw error
      session.platform.metrics.modelCalls.inc({ adapter: target.adapter, outcome: error.kind })
      if (error.retryable) temporary ??= error
      const { retryAfterMs } = temporary ?? {}
      const waitMs =
        isLast && temporary && tries < waits.length ? retryWaitMs(waits, tries + 1, { retryAfterMs, mostMs: mostWaitMs }) : null
      const isOver = isLast && (waitMs === null || waitMs > context.remainingMs())
      const { progress, settles, used } = failedCall(context, call, begun, error)
      failedAttempts = [...failedAttempts, { attempt, model: target.modelId, error: error.publicMessage, at: now(context) }]
      const failed: RunStep = {
        ...begun.step,
        ...used,
        input: inputOf(call, failedAttempts),
        status: isOver ? 'failed' : 'running',
        error: error.publicMessage,
        finishedAt: isOver ? now(context) : null,
      }
      await session.commit({
        steps: [{ step: failed }],
        progress,
        settles,
        also: (tx) => noteFailedCall(tx, target.configId, error.publicMessage),
      })
      if (isOver) throw new RunFailure(failureOfModel(error))
      if (waitMs === null) index++
      else {
        index = 0
        tries++
        temporary = null
        await context.sleep(waitMs)
      }
    }
  }
}

/** A model and the request that is made of it. */
interface Call {
  target: CallableModel
  request: ModelRequest
}

async function requestFor(
  { version, signal, session }: RunContext,
  { settings, maxTokens }: CallableModel,
  messages: TranscriptMessage[],
  tools: ModelTool[],
): Promise<ModelRequest> {
  const { topP, frequencyPenalty, isStreaming, canCallTools, readsImages } = settings
  const rules = canCallTools ? rulesOfTools(version.capabilities) : ''
  // Not every server behind an OpenAI protocol takes a schema: the prompt names it, too.
  const form =
    version.outputSchema === null
      ? ''
      : `Your final answer is one JSON object of this schema, without any other text:\n${JSON.stringify(version.outputSchema)}`
  const system = [renderPrompt(version.systemPrompt, session), rules, session.basis.visitor?.rules, form].filter(Boolean).join('\n\n')
  return {
    ...(system ? { system } : {}),
    messages,
    images: readsImages ? await readImages(session, messages) : new Map(),
    tools: canCallTools ? tools : [],
    temperature: version.temperature ?? settings.temperature,
    topP,
    frequencyPenalty,
    isStreaming,
    maxOutputTokens: Math.min(version.maxTokens, maxTokens),
    ...(version.outputSchema === null ? {} : { output: { name: 'answer', schema: version.outputSchema } }),
    signal,
  }
}

const now = (context: RunContext): string => context.session.platform.clock.now().toISOString()

/** A step with the reservation of its call. */
interface BegunCall {
  step: RunStep
  reserved: ModelCall
}

interface Begin {
  seq: number
  attempt: number
  firstEvents: RunEvent[]
  failedAttempts: FailedAttempt[]
}

/** Earlier steps contain the transcript; only the last message is new in this call. */
const inputOf = ({ request }: Call, failedAttempts: FailedAttempt[]): RunStep['input'] => ({
  messages: request.messages.length,
  last: parseJson(JSON.stringify(request.messages.at(-1) ?? null)) as JsonValue,
  tools: (request.tools ?? []).map((tool) => tool.name),
  ...(failedAttempts.length > 0 ? { failedAttempts } : {}),
})

/** Those of a worker that was interrupted in this call. */
function attemptsOf(interrupted: RunStep | undefined): FailedAttempt[] {
  const { failedAttempts } = (interrupted?.input ?? {}) as { failedAttempts?: FailedAttempt[] }
  return failedAttempts ?? []
}

async function beginCall(context: RunContext, call: Call, { seq, attempt, firstEvents, failedAttempts }: Begin): Promise<BegunCall> {
  const { session } = context
  const { target: model, request } = call
  const step: RunStep = {
    seq,
    kind: 'model_call',
    name: model.modelId,
    status: 'running',
    input: inputOf(call, failedAttempts),
    output: null,
    error: null,
    attempt,
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
    startedAt: now(context),
    finishedAt: null,
  }
  const most = { inputTokens: mostInputTokens(request), outputTokens: request.maxOutputTokens, cachedTokens: 0 }
  const micros = mostCost(() => costOfTokens(model, most))
  let reserved: ModelCall | undefined
  await session.commit({
    steps: [{ step }],
    events: firstEvents,
    progress: { configId: model.configId },
    also: async (tx) => {
      reserved = await reserveStep(tx, context, { seq, purpose: 'run', model, most: { ...most, micros } })
    },
  })
  if (!reserved) throw new Error('a step was written without its reservation')
  return { step, reserved }
}

/** What the model that counts most (GPT-4o mini: 2,833, and 5,667 for each of six tiles) takes for an image of our size. */
const mostImageTokens = 37_000

/** An upper bound, because a budget relies on it: no tokenizer produces more tokens than bytes; each message adds its own overhead. */
const mostInputTokens = ({ system = '', messages, images, tools = [], output }: ModelRequest): number =>
  Buffer.byteLength(system + JSON.stringify(messages) + JSON.stringify(tools) + JSON.stringify(output ?? null)) +
  16 * (messages.length + 1) +
  (images?.size ?? 0) * mostImageTokens

async function streamCall(context: RunContext, call: Call, begun: BegunCall): Promise<ModelCallResult> {
  const { session } = context
  const { target: model, request } = call
  const text = createTextStreamer(context, begun.step)
  const output: ModelOutput = { text: '', toolCalls: [], reason: 'stop' }
  let reasoning = ''
  let used: ModelUsage | null = null
  try {
    try {
      for await (const event of streamReserved(session.platform, begun.reserved, () => model.spec(), request)) {
        if (event.type === 'text-delta') {
          output.text += event.text
          if (output.text.length > textMaxLength)
            throw new ModelError('bad_response', { retryable: false, providerMessage: 'The answer is too long.' })
          text.add(event.text)
        } else if (event.type === 'reasoning-delta') {
          reasoning += event.text.slice(0, reasoningMaxLength - reasoning.length)
        } else if (event.type === 'was-reasoning') {
          reasoning += output.text.slice(0, reasoningMaxLength - reasoning.length)
          output.text = ''
          text.startOver()
        } else if (event.type === 'tool-call') {
          output.toolCalls.push(storableCall(event))
        } else {
          output.reason = event.reason
          used = event.usage
        }
      }
    } finally {
      await text.settle()
    }
  } catch (error) {
    if (reasoning) output.reasoning = storableText(reasoning)
    await endStopped(context, call, begun, { output, used, error })
    throw error
  }
  if (reasoning) output.reasoning = storableText(reasoning)
  session.platform.metrics.modelCalls.inc({ adapter: model.adapter, outcome: 'ok' })
  return resultOf(context, { begun, output }, usedUp(model, used ?? estimated(request, output)))
}

const estimated = (request: ModelRequest, { text, reasoning = '' }: ModelOutput): ModelUsage => ({
  inputTokens: estimateTokens(request),
  outputTokens: tokensOf(reasoning + text),
  cachedTokens: 0,
  estimated: true,
})

const usedUp = (model: CallableModel, usage: ModelUsage): CallOutcome => ({ kind: 'used', usage, costMicros: costOfTokens(model, usage) })

/** Settles a call that the end of the run, a hand-over or another worker stopped; other faults are settled with the failed step. */
async function endStopped(
  context: RunContext,
  call: Call,
  begun: BegunCall,
  { output, used, error }: { output: ModelOutput; used: ModelUsage | null; error: unknown },
): Promise<void> {
  const { session, signal } = context
  if (error instanceof ModelError && !signal.aborted) return
  const outcome = stoppedOutcome(call, begun.reserved, { output, used, error })
  if (signal.aborted && signal.reason !== ('hand-back' satisfies StopReason)) {
    const step: RunStep = { ...begun.step, status: 'failed', error: 'Stopped' }
    session.stoppedCall = resultOf(context, { begun: { ...begun, step }, output: { ...output, toolCalls: [] } }, outcome)
    return
  }
  await settleLost(session.platform, { call: begun.reserved, outcome })
}

/** A provider bills the tokens it has sent. Where none arrived, nothing is known. */
function stoppedOutcome(
  { target, request }: Call,
  reserved: ModelCall,
  { output, used, error }: { output: ModelOutput; used: ModelUsage | null; error: unknown },
): CallOutcome {
  if (used) return usedUp(target, used)
  if (output.text !== '' || output.reasoning || output.toolCalls.length > 0) return usedUp(target, estimated(request, output))
  const isSent = error instanceof ModelError ? error.mayBeBilled : !(error instanceof AppError)
  if (!isSent) return { kind: 'unused' }
  return reserved.isBilled ? { kind: 'unknown' } : usedUp(target, estimated(request, output))
}

const noTokens = { inputTokens: 0, outputTokens: 0, costMicros: 0 }

function tokensOfOutcome(outcome: CallOutcome) {
  if (outcome.kind !== 'used') return noTokens
  const { inputTokens, outputTokens } = outcome.usage
  return { inputTokens, outputTokens, costMicros: outcome.costMicros }
}

/** The run's totals with what a call used. */
const totalsWith = ({ session: { row } }: RunContext, used: typeof noTokens) => ({
  inputTokens: row.input_tokens + used.inputTokens,
  outputTokens: row.output_tokens + used.outputTokens,
  costMicros: row.cost_micros + used.costMicros,
})

/** What a call that failed used nevertheless, as it is to be written with its step. */
function failedCall(context: RunContext, { target }: Call, { reserved }: BegunCall, error: ModelError) {
  const outcome = outcomeOfError(reserved, error, costOfTokens.bind(null, target))
  const used = tokensOfOutcome(outcome)
  return { settles: [{ call: reserved, outcome }], used, progress: totalsWith(context, used) }
}

/** A call that has ended, as it is to be written: the step, the run's totals and the meter. */
function resultOf(
  context: RunContext,
  { begun: { step, reserved }, output }: { begun: BegunCall; output: ModelOutput },
  outcome: CallOutcome,
): ModelCallResult {
  const { metrics } = context.session.platform
  output.text = storableText(output.text)
  const used = tokensOfOutcome(outcome)
  metrics.modelTokens.inc({ direction: 'in' }, used.inputTokens)
  metrics.modelTokens.inc({ direction: 'out' }, used.outputTokens)
  const status = step.status === 'running' ? 'completed' : step.status
  return {
    step: { ...step, status, output: parseJson(JSON.stringify(output)) as JsonValue, ...used, finishedAt: now(context) },
    output,
    progress: totalsWith(context, used),
    settles: { call: reserved, outcome },
  }
}

function storableCall({ id, name, input, malformed, providerData }: ModelToolCall): ModelToolCall {
  const isTooLong = Buffer.byteLength(JSON.stringify(input)) > argumentsMaxBytes
  const kept = isTooLong ? JSON.stringify(input).slice(0, 1_000) : input
  const problem = isTooLong ? `they are longer than ${argumentsMaxBytes / 1024} KB` : malformed
  const call = { id: storableText(id), name: storableText(name).slice(0, 200), input: storableJson(kept) }
  return { ...call, ...(problem === undefined ? {} : { malformed: storableText(problem) }), ...(providerData ? { providerData } : {}) }
}

/** Publishes the text while it streams, in batches, so that not every token is a transaction. The rest is written with the step's end. */
function createTextStreamer(context: RunContext, step: RunStep) {
  const { session } = context
  let waiting = ''
  let { attempt } = step
  let writing: Promise<void> = Promise.resolve()
  let failure: unknown
  let timer: NodeJS.Timeout | undefined
  let flushedAt = Number.NEGATIVE_INFINITY
  const flush = () => {
    timer = undefined
    flushedAt = performance.now()
    // Half of a surrogate pair waits for its other half.
    const end = /[\uD800-\uDBFF]$/.test(waiting) ? waiting.length - 1 : waiting.length
    const delta = storableText(waiting.slice(0, end))
    waiting = waiting.slice(end)
    if (!delta) return
    const event: RunEvent = { type: 'text', seq: step.seq, attempt, delta }
    writing = writing
      .then(() => session.commit({ events: [event] }))
      .catch((error: unknown) => {
        failure ??= error
      })
  }
  return {
    /** @throws the error of an earlier write: a run lost to another worker need not read the rest of the response. */
    add: (delta: string) => {
      if (failure) throw failure
      waiting += delta
      timer ??= setTimeout(flush, Math.max(firstTextAfterMs, flushedAt + textEveryMs - performance.now()))
    },
    /** Readers discard the text of an earlier attempt. */
    startOver: () => {
      waiting = ''
      attempt++
    },
    settle: async () => {
      clearTimeout(timer)
      await writing
      if (failure) throw failure
    },
  }
}
