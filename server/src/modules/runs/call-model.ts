import type { RunEvent, RunStep } from '@imperium/contract/runs.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import { costMicros, priceFor } from '../../platform/llm/prices.ts'
import { retryWaitMs } from '../../platform/signed-http/retry-schedule.ts'
import { estimateTokens, tokensOf } from '../../platform/llm/tokens.ts'
import type { ModelRequest, ModelToolCall, ModelUsage, TranscriptMessage } from '../../platform/llm/types.ts'
import { checkBudgets } from './check-budgets.ts'
import { RunFailure, failureOfModel } from './run-failure.ts'
import { storableJson, storableText } from '../../platform/text/storable.ts'
import type { ModelOutput } from './transcript.ts'
import { offeredTools } from './tools/index.ts'
import type { RunContext, StopReason } from './run-context.ts'
import type { ModelCallResult } from './model-call-result.ts'

/** A provider may ask for any wait; beyond this a run is better failed and shown than kept waiting. */
const mostWaitMs = 10 * 60_000

const textEveryMs = 120
/** Far above the 4,000 tokens that an agent may request: a longer response is a fault and is not stored. */
const textMaxLength = 1_000_000
const argumentsMaxBytes = 256 * 1024

/**
 * One model call as a step: reserved against the budgets, written before the call, streamed, retried after temporary faults (backoff or the
 * provider's delay). @throws RunFailure if it cannot succeed; ModelError of kind `aborted` if the run was stopped.
 */
export async function callModel(context: RunContext, messages: TranscriptMessage[]): Promise<ModelCallResult> {
  const { session, model, version } = context
  const seq = session.steps.filter((step) => step.status !== 'running').length + 1
  const interrupted = session.steps.find((step) => step.seq === seq)
  const request: ModelRequest = {
    ...(version.systemPrompt ? { system: version.systemPrompt } : {}),
    messages,
    tools: offeredTools(version.capabilities),
    temperature: version.temperature,
    maxOutputTokens: Math.min(version.maxTokens, model.maxTokens),
    signal: context.signal,
  }
  const waits = session.platform.config.retryModelMs
  for (let attempt = (interrupted?.attempt ?? 0) + 1, tries = 0; ; attempt++, tries++) {
    const step = await beginCall(context, request, seq, attempt)
    try {
      return await streamCall(context, request, step)
    } catch (error) {
      if (!(error instanceof ModelError) || error.kind === 'aborted' || context.signal.aborted) throw error
      session.platform.metrics.modelCalls.inc({ adapter: model.adapter, outcome: error.kind })
      const { retryAfterMs } = error
      const waitMs = error.retryable && tries < waits.length ? retryWaitMs(waits, tries + 1, { retryAfterMs, mostMs: mostWaitMs }) : null
      const failed: RunStep = {
        ...step,
        status: waitMs === null ? 'failed' : 'running',
        error: error.publicMessage,
        finishedAt: waitMs === null ? now(context) : null,
      }
      await session.commit({ steps: [{ step: failed }] })
      if (waitMs === null || waitMs > context.remainingMs()) throw new RunFailure(failureOfModel(error))
      await context.sleep(waitMs)
    }
  }
}

const now = (context: RunContext): string => context.session.platform.clock.now().toISOString()

async function beginCall(context: RunContext, request: ModelRequest, seq: number, attempt: number): Promise<RunStep> {
  const { session, model } = context
  const step: RunStep = {
    seq,
    kind: 'model_call',
    name: model.modelId,
    status: 'running',
    // Earlier steps contain the transcript; only the last message is new in this call.
    input: {
      messages: request.messages.length,
      last: JSON.parse(JSON.stringify(request.messages.at(-1) ?? null)),
      tools: (request.tools ?? []).map((tool) => tool.name),
    },
    output: null,
    error: null,
    attempt,
    inputTokens: 0,
    outputTokens: 0,
    costMicros: 0,
    startedAt: now(context),
    finishedAt: null,
  }
  const price = priceFor(model.modelId, session.platform.clock.now())
  const most = { inputTokens: mostInputTokens(request), outputTokens: request.maxOutputTokens, cachedTokens: 0 }
  const reservedMicros = model.isSandbox ? 0 : costMicros(most, price).costMicros
  await session.commit({
    steps: [{ step, reservedMicros }],
    events: context.takeFirstEvents(),
    progress: { configId: model.configId },
    also: (tx) => checkBudgets(tx, context, seq, reservedMicros),
  })
  return step
}

/** An upper bound, because a budget relies on it: no tokenizer produces more tokens than bytes; each message adds its own overhead. */
const mostInputTokens = ({ system = '', messages, tools = [] }: ModelRequest): number =>
  Buffer.byteLength(system + JSON.stringify(messages) + JSON.stringify(tools)) + 16 * (messages.length + 1)

async function streamCall(context: RunContext, request: ModelRequest, step: RunStep): Promise<ModelCallResult> {
  const { session, model, spec } = context
  const text = createTextTeller(context, step)
  const output: ModelOutput = { text: '', toolCalls: [], reason: 'stop' }
  let used: ModelUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, estimated: true }
  try {
    for await (const event of session.platform.llm.stream(spec, request)) {
      if (event.type === 'text-delta') {
        output.text += event.text
        if (output.text.length > textMaxLength)
          throw new ModelError('bad_response', { retryable: false, providerMessage: 'The answer is too long.' })
        text.add(event.text)
      } else if (event.type === 'tool-call') {
        output.toolCalls.push(storableCall(event))
      } else {
        output.reason = event.reason
        used = event.usage
      }
    }
  } catch (error) {
    // A provider bills the tokens it has sent: a call stopped for good is metered by what arrived. A call that is handed back is repeated.
    if (context.signal.aborted && context.signal.reason !== ('hand-back' satisfies StopReason)) {
      used = { inputTokens: estimateTokens(request), outputTokens: tokensOf(output.text), cachedTokens: 0, estimated: true }
      session.stoppedCall = resultOf(context, { ...step, status: 'failed', error: 'Stopped' }, { ...output, toolCalls: [] }, used)
    }
    throw error
  } finally {
    await text.settle()
  }
  session.platform.metrics.modelCalls.inc({ adapter: model.adapter, outcome: 'ok' })
  return resultOf(context, { ...step, status: 'completed' }, output, used)
}

/** A call that has ended, as it is to be written: the step, the run's totals and the meter. */
function resultOf(context: RunContext, step: RunStep, output: ModelOutput, used: ModelUsage): ModelCallResult {
  const { session, model } = context
  output.text = storableText(output.text)
  session.platform.metrics.modelTokens.inc({ direction: 'in' }, used.inputTokens)
  session.platform.metrics.modelTokens.inc({ direction: 'out' }, used.outputTokens)
  // A model without a known price counts its tokens at no cost; the sandbox costs nothing whatever its name.
  const price = model.isSandbox ? null : priceFor(model.modelId, session.platform.clock.now())
  const cost = costMicros(used, price).costMicros
  const tokens = { inputTokens: used.inputTokens, outputTokens: used.outputTokens, costMicros: cost }
  return {
    step: { ...step, output: JSON.parse(JSON.stringify(output)), ...tokens, finishedAt: now(context) },
    output,
    progress: {
      inputTokens: session.row.input_tokens + used.inputTokens,
      outputTokens: session.row.output_tokens + used.outputTokens,
      costMicros: session.row.cost_micros + cost,
    },
    usage: { agentId: session.row.agent_id, configId: model.configId, model: session.row.model, modelCalls: 1, ...tokens },
  }
}

function storableCall({ id, name, input, providerData }: ModelToolCall): ModelToolCall {
  if (Buffer.byteLength(JSON.stringify(input)) > argumentsMaxBytes)
    throw new ModelError('bad_response', { providerMessage: 'The arguments of a tool call are too long.' })
  const call = { id: storableText(id), name: storableText(name).slice(0, 200), input: storableJson(input) }
  return providerData ? { ...call, providerData } : call
}

/** Publishes the text while it streams, in batches, so that not every token is a transaction. The rest is written with the step's end. */
function createTextTeller(context: RunContext, step: RunStep) {
  const { session } = context
  let waiting = ''
  let writing: Promise<void> = Promise.resolve()
  let failure: unknown
  const flush = () => {
    // Half of a surrogate pair waits for its other half.
    const end = /[\uD800-\uDBFF]$/.test(waiting) ? waiting.length - 1 : waiting.length
    const delta = storableText(waiting.slice(0, end))
    waiting = waiting.slice(end)
    if (!delta) return
    const event: RunEvent = { type: 'text', seq: step.seq, attempt: step.attempt, delta }
    writing = writing
      .then(() => session.commit({ events: [event] }))
      .catch((error: unknown) => {
        failure ??= error
      })
  }
  const timer = setInterval(flush, textEveryMs)
  return {
    /** @throws the error of an earlier write: a run lost to another worker need not read the rest of the response. */
    add: (delta: string) => {
      if (failure) throw failure
      waiting += delta
    },
    settle: async () => {
      clearInterval(timer)
      await writing
      if (failure) throw failure
    },
  }
}
