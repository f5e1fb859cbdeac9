import type { RunEvent, RunStep } from '@imperium/contract/runs.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import { costMicros, priceFor } from '../../platform/llm/prices.ts'
import { waitBeforeRetryMs } from '../../platform/llm/retry.ts'
import { estimateTokens } from '../../platform/llm/tokens.ts'
import type { ModelRequest, ModelUsage, TranscriptMessage } from '../../platform/llm/types.ts'
import type { UsageEntry } from '../../platform/metering.ts'
import { checkBudgets } from './check-budgets.ts'
import { RunFailure, failureOfModel } from './run-failure.ts'
import type { RunProgress } from './store.ts'
import type { ModelOutput } from './transcript.ts'
import { offeredTools } from './tools/index.ts'
import type { RunContext } from './run-context.ts'

/** What a model call leaves to be written: by itself, or together with the end of the run. */
export interface ModelCallResult {
  step: RunStep
  output: ModelOutput
  progress: Omit<RunProgress, 'nextEventSeq'>
  usage: UsageEntry
}

const textEveryMs = 120

/**
 * One model call as a step: reserved against the budgets and written before it is made, streamed, and made again after a fault
 * that may pass (with a growing wait, or as long as the provider asks).
 * @throws RunFailure when it cannot succeed; ModelError of kind `aborted` when the run was told to stop.
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
      const waitMs = error.retryable && tries < waits.length ? waitBeforeRetryMs(tries, waits, error.retryAfterMs) : null
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
    // The whole transcript is in the steps before; what is new to this call is its last message.
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
  const most = { inputTokens: estimateTokens(request), outputTokens: request.maxOutputTokens, cachedTokens: 0, estimated: true }
  const reservedMicros = model.isSandbox ? 0 : costMicros(most, price).costMicros
  await session.commit({
    steps: [{ step, reservedMicros }],
    events: context.takeFirstEvents(),
    progress: { configId: model.configId },
    also: (tx) => checkBudgets(tx, context, seq, reservedMicros),
  })
  return step
}

async function streamCall(context: RunContext, request: ModelRequest, step: RunStep): Promise<ModelCallResult> {
  const { session, model, spec } = context
  const text = createTextTeller(context, step)
  const output: ModelOutput = { text: '', toolCalls: [], reason: 'stop' }
  let used: ModelUsage = { inputTokens: 0, outputTokens: 0, cachedTokens: 0, estimated: true }
  try {
    for await (const event of session.platform.llm.stream(spec, request)) {
      if (event.type === 'text-delta') {
        output.text += event.text
        text.add(event.text)
      } else if (event.type === 'tool-call') {
        const { type: _type, ...call } = event
        output.toolCalls.push(call)
      } else {
        output.reason = event.reason
        used = event.usage
      }
    }
  } finally {
    await text.settle()
  }
  session.platform.metrics.modelCalls.inc({ adapter: model.adapter, outcome: 'ok' })
  session.platform.metrics.modelTokens.inc({ direction: 'in' }, used.inputTokens)
  session.platform.metrics.modelTokens.inc({ direction: 'out' }, used.outputTokens)
  // A model without a known price counts its tokens and costs nothing; the sandbox costs nothing whatever its name.
  const price = model.isSandbox ? null : priceFor(model.modelId, session.platform.clock.now())
  const cost = costMicros(used, price).costMicros
  const tokens = { inputTokens: used.inputTokens, outputTokens: used.outputTokens, costMicros: cost }
  return {
    step: { ...step, status: 'completed', output: JSON.parse(JSON.stringify(output)), ...tokens, finishedAt: now(context) },
    output,
    progress: {
      inputTokens: session.row.input_tokens + used.inputTokens,
      outputTokens: session.row.output_tokens + used.outputTokens,
      costMicros: session.row.cost_micros + cost,
    },
    usage: { agentId: session.row.agent_id, configId: model.configId, model: session.row.model, modelCalls: 1, ...tokens },
  }
}

/** Tells the text as it grows, gathered so that a token is not a transaction. What is left goes with the step that ends the call. */
function createTextTeller(context: RunContext, step: RunStep) {
  const { session } = context
  let waiting = ''
  let writing: Promise<void> = Promise.resolve()
  let failure: unknown
  const flush = () => {
    const delta = waiting
    waiting = ''
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
    add: (delta: string) => {
      waiting += delta
    },
    settle: async () => {
      clearInterval(timer)
      await writing
      if (failure) throw failure
    },
  }
}
