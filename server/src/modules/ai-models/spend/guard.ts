import { unavailable } from '../../../platform/errors.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { EmbeddingInput } from '../../../platform/llm/embed-texts.ts'
import { ModelError } from '../../../platform/llm/model-error.ts'
import type { ModelEvent, ModelRequest, ModelResult, ModelSpec, ModelUsage } from '../../../platform/llm/types.ts'
import { meterAll } from '../../../platform/metering/metering.ts'
import type { UsageEntry } from '../../../platform/metering/metering.ts'
import type { Platform } from '../../../platform/platform.ts'
import { markSent, markUnknown, removeCalls } from './model-calls-store.ts'
import type { CallOutcome, ModelCall } from './model-call.ts'
import { keepAlive } from './open-calls.ts'

/*
 * The only place that calls a model. Each way needs a call that was reserved (`reserve-call.ts`), marks it as sent before the first byte
 * leaves, and is followed by its settlement.
 */

async function send(platform: Platform, call: ModelCall): Promise<void> {
  // The sandbox answers in this process: what is not answered was not billed.
  if (!call.isBilled) return
  if (!(await platform.db.withOrg(call.orgId, (tx) => markSent(tx, call.id))))
    throw unavailable('The call of the model was not made in time. Try again.')
}

/** Streams an answer. The caller settles, with what it writes of it. */
export async function* streamReserved(
  platform: Platform,
  call: ModelCall,
  spec: () => ModelSpec,
  request: ModelRequest,
): AsyncGenerator<ModelEvent> {
  const end = keepAlive(platform, call.id)
  try {
    if (request.signal?.aborted) throw new ModelError('aborted', { mayBeBilled: false })
    const opened = spec()
    await send(platform, call)
    yield* platform.llm.stream(opened, request)
  } finally {
    end()
  }
}

interface Answered<T> {
  value: T
  usage: Used
}
type Used = Pick<ModelUsage, 'inputTokens' | 'outputTokens' | 'cachedTokens'>

interface CallOf<T> {
  spec: () => ModelSpec
  costOf: (usage: Used) => number
  /** Without a signal: the call has a time limit of its own. */
  ask: (spec: ModelSpec) => Promise<Answered<T>>
}

/**
 * Makes the call and settles it, also when the caller no longer waits for the answer: a provider bills it all the same. The caller's signal
 * ends only the wait. @throws ModelError
 */
async function callToItsEnd<T>(platform: Platform, call: ModelCall, of: CallOf<T>, signal: AbortSignal | undefined): Promise<T> {
  const ended = signal?.aborted ? refuseAborted(platform, call) : callAndSettle(platform, call, of)
  if (!signal) return ended
  const gone = Promise.withResolvers<never>()
  const leave = () => {
    gone.reject(new ModelError('aborted'))
    ended.catch((error: unknown) =>
      platform.log.warn({ err: error, callId: call.id }, 'a call of a model failed after its caller had left'),
    )
  }
  signal.addEventListener('abort', leave, { once: true })
  try {
    return await Promise.race([ended, gone.promise])
  } finally {
    signal.removeEventListener('abort', leave)
  }
}

async function refuseAborted(platform: Platform, call: ModelCall): Promise<never> {
  await settle(platform, call, { kind: 'unused' })
  throw new ModelError('aborted')
}

async function callAndSettle<T>(platform: Platform, call: ModelCall, { spec, costOf, ask }: CallOf<T>): Promise<T> {
  const end = keepAlive(platform, call.id)
  let isSent = false
  try {
    const opened = spec()
    await send(platform, call)
    isSent = true
    const { value, usage } = await ask(opened)
    await settle(platform, call, { kind: 'used', usage, costMicros: costOf(usage) })
    return value
  } catch (error) {
    // Any other error is a fault of ours: the call stays as sent, and is metered as one without a reply.
    if (!isSent || error instanceof ModelError) await settle(platform, call, outcomeOfError(call, error, costOf))
    throw error
  } finally {
    end()
  }
}

interface Question {
  spec: () => ModelSpec
  costOf: (usage: Used) => number
}

/** One answer, settled by its cost. @throws ModelError */
export const askReserved = (
  platform: Platform,
  call: ModelCall,
  { request, ...question }: Question & { request: Omit<ModelRequest, 'signal'> },
  signal?: AbortSignal,
): Promise<ModelResult> =>
  callToItsEnd(
    platform,
    call,
    {
      ...question,
      ask: async (spec) => {
        const value = await platform.llm.call(spec, request)
        return { value, usage: value.usage }
      },
    },
    signal,
  )

/** Vectors of texts, settled by their cost. @throws ModelError */
export const embedReserved = (
  platform: Platform,
  call: ModelCall,
  { input, ...question }: Question & { input: Omit<EmbeddingInput, 'signal'> },
  signal?: AbortSignal,
): Promise<number[][]> =>
  callToItsEnd(
    platform,
    call,
    {
      ...question,
      ask: async (spec) => {
        const { vectors, inputTokens } = await platform.llm.embed(spec, input)
        return { value: vectors, usage: { inputTokens, outputTokens: 0, cachedTokens: 0 } }
      },
    },
    signal,
  )

/** A picture, settled by its cost. @throws ModelError */
export const drawReserved = (
  platform: Platform,
  call: ModelCall,
  { prompt, spec, costMicros }: { prompt: string; spec: () => ModelSpec; costMicros: number },
  signal?: AbortSignal,
): Promise<Uint8Array> =>
  callToItsEnd(
    platform,
    call,
    {
      spec,
      costOf: () => costMicros,
      ask: async (opened) => {
        const value = await platform.llm.image(opened, { prompt })
        return { value, usage: { inputTokens: 0, outputTokens: 0, cachedTokens: 0 } }
      },
    },
    signal,
  )

/** What is known of a call that failed: a provider that refused it, or was never reached, bills nothing. */
export function outcomeOfError(call: ModelCall, error: unknown, costOf: (usage: Used) => number): CallOutcome {
  if (!(error instanceof ModelError)) return { kind: 'unused' }
  if (error.usage) return { kind: 'used', usage: error.usage, costMicros: costOf(error.usage) }
  return error.mayBeBilled && call.isBilled ? { kind: 'unknown' } : { kind: 'unused' }
}

/** A reservation that ends, with what is known of its call. */
export interface Settlement {
  call: ModelCall
  outcome: CallOutcome
}

/** Ends reservations, in the transaction of what the calls brought: what was used is metered, and what was charged ahead of it taken back. */
export async function settleIn(tx: OrgTx, settlements: readonly Settlement[]): Promise<void> {
  if (settlements.length === 0) return
  const unknown = settlements.filter(({ outcome }) => outcome.kind === 'unknown').map(({ call }) => call.id)
  const ended = settlements.filter(({ outcome }) => outcome.kind !== 'unknown').map(({ call }) => call.id)
  if (unknown.length > 0) await markUnknown(tx, unknown)
  if (ended.length > 0) await removeCalls(tx, ended)
  await meterAll(
    tx,
    settlements.flatMap(({ call, outcome }) => (outcome.kind === 'used' ? usedBy(call, outcome) : [])),
  )
}

/** The same by itself. */
export const settle = (platform: Pick<Platform, 'db'>, call: ModelCall, outcome: CallOutcome): Promise<void> =>
  platform.db.withOrg(call.orgId, (tx) => settleIn(tx, [{ call, outcome }]))

/** A result that comes too late to be written: the provider's bill counts, and what our own sandbox did does not. */
export const settleLost = (platform: Pick<Platform, 'db'>, { call, outcome }: Settlement): Promise<void> =>
  settle(platform, call, call.isBilled ? outcome : { kind: 'unused' })

const usedBy = (call: ModelCall, { usage, costMicros }: Extract<CallOutcome, { kind: 'used' }>): UsageEntry => ({
  ...call.entry,
  isOperatorPaid: call.isOperatorPaid,
  modelCalls: 1,
  inputTokens: usage.inputTokens,
  outputTokens: usage.outputTokens,
  costMicros,
})
