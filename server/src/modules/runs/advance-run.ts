import type { Agent, GrantedTool } from '@imperium/contract/agents.ts'
import type { RunDraft, RunEvent } from '@imperium/contract/runs.ts'
import { message } from '@imperium/contract/kit/message.ts'
import { ModelError } from '../../platform/llm/model-error.ts'
import { isSuspended } from '../organizations/index.ts'
import { isRepair, outputChecks } from './outputs/check-output.ts'
import type { CheckedOutput } from './outputs/check-output.ts'
import { callModel } from './call-model.ts'
import { callTool } from './call-tool.ts'
import { finishRun } from './finish-run.ts'
import type { RunContext } from './run-context.ts'
import type { ModelCallResult } from './model-call-result.ts'
import { RunFailure, failureOfModel } from './run-failure.ts'
import { RunLostError } from './run-session.ts'
import type { RunSession } from './run-session.ts'
import type { RunRow } from './store.ts'
import { answersIn, nextAct } from './transcript.ts'

/** A run that crashes its workers must not be retried forever. */
const maxRecoveries = 8

/** Below the number of steps that is read back for a run: one response may request any number of tool calls. */
const maxSteps = 150

/**
 * Works on a claimed run until it ends, is handed back (false) or is lost to another worker. The reason of `stop` is a StopReason.
 * @returns true if nothing is left to do for it.
 */
export async function advanceRun(session: RunSession, stop: AbortSignal): Promise<boolean> {
  const { platform } = session
  const deadline = new AbortController()
  const until = platform.clock.now().getTime() + platform.config.runTimeoutMs - workedMs(session)
  const remainingMs = () => until - platform.clock.now().getTime()
  const timer = setTimeout(() => deadline.abort('timeout'), Math.max(0, remainingMs()))
  const signal = AbortSignal.any([stop, deadline.signal])
  try {
    const { visitor } = session.basis
    if (session.row.cancel_requested_at || visitor?.stop === 'cancelled') return await end(session, 'cancelled')
    if (visitor?.stop === 'budget')
      throw new RunFailure({ code: 'budget_exceeded', message: 'The budget of this chat for today is used up.' })
    if (session.row.recoveries > maxRecoveries)
      throw new RunFailure({
        code: 'internal',
        ...message('The run was interrupted {count} times and was given up.', { count: session.row.recoveries }),
      })
    return await work(prepare(session, signal, remainingMs))
  } catch (error) {
    if (error instanceof RunLostError) return true
    if (error instanceof RunFailure) return await end(session, 'failed', error)
    if (stop.aborted && stop.reason === 'cancel') return await end(session, 'cancelled')
    if (stop.aborted) return false
    if (deadline.signal.aborted)
      return await end(
        session,
        'failed',
        new RunFailure({
          code: 'timeout',
          ...message('The run took longer than {seconds} seconds.', { seconds: platform.config.runTimeoutMs / 1_000 }),
        }),
      )
    if (error instanceof ModelError) return await end(session, 'failed', new RunFailure(failureOfModel(error)))
    throw error
  } finally {
    clearTimeout(timer)
  }
}

/** Time that earlier workers spent on finished steps. Time without a worker, such as a restart, does not count. */
const workedMs = ({ steps }: RunSession): number =>
  steps.reduce((sum, { startedAt, finishedAt }) => sum + (finishedAt ? Date.parse(finishedAt) - Date.parse(startedAt) : 0), 0)

async function end(session: RunSession, status: 'cancelled' | 'failed', failure?: RunFailure): Promise<true> {
  try {
    const call = session.stoppedCall
    // The text streamed before the stop stays readable.
    const output = call?.output.text ? { output: call.output.text } : {}
    await finishRun(session, status, { ...output, ...(call ? { call } : {}), ...(failure ? { error: failure.error } : {}) })
  } catch (error) {
    if (!(error instanceof RunLostError)) throw error
  }
  return true
}

function prepare(session: RunSession, signal: AbortSignal, remainingMs: () => number): RunContext {
  const { platform, row } = session
  const { version, model } = session.basis
  if (!version || version.deleted_at) throw new RunFailure({ code: 'agent_deleted', message: 'The agent was deleted.' })
  if (!model)
    throw new RunFailure({
      code: 'model_not_configured',
      ...message('No active AI model configuration serves "{model}". Configure it in Settings, AI Models.', { model: row.model }),
    })
  const first: RunEvent[] = [{ type: 'status', status: 'running', at: platform.clock.now().toISOString() }]
  return {
    session,
    model,
    version: {
      ...configOf(row, version),
      monthlyBudgetMicros: version.monthly_budget_micros,
    },
    signal,
    remainingMs,
    sleep: (ms) => sleep(ms, signal),
    drainFirstEvents: () => first.splice(0),
  }
}

/** The agent's version, or the unsaved settings that the run tries. */
function configOf(row: RunRow, version: NonNullable<RunSession['basis']['version']>): Omit<RunContext['version'], 'monthlyBudgetMicros'> {
  const draft = row.draft as RunDraft | null
  // A draft of an earlier version has no schema.
  if (draft) return { ...draft, outputSchema: draft.outputSchema ?? null }
  const { system_prompt: systemPrompt, temperature, max_tokens: maxTokens, capabilities, output_schema: schema } = version
  return {
    systemPrompt,
    temperature,
    maxTokens,
    capabilities: capabilities as GrantedTool[],
    outputSchema: (schema ?? null) as Agent['outputSchema'],
  }
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = () => {
      clearTimeout(timer)
      reject(new ModelError('aborted'))
    }
    if (signal.aborted) return reject(new ModelError('aborted'))
    const timer = setTimeout(() => {
      signal.removeEventListener('abort', stop)
      resolve()
    }, ms)
    signal.addEventListener('abort', stop, { once: true })
  })
}

/** False where its organization came to rest between two steps: the run is handed back, and goes on later. */
async function work(context: RunContext): Promise<boolean> {
  const { session, signal } = context
  const { runMaxModelCalls } = session.platform.config
  const { check, known } = outputChecks(context.version.outputSchema)
  for (let steps = 0; ; steps += 1) {
    if (signal.aborted) throw new ModelError('aborted')
    for (const text of answersIn(session.steps)) await check(text)
    const next = nextAct({ input: session.row.input, images: session.row.input_images }, session.steps, session.basis.turns, known)
    if (session.steps.length >= maxSteps)
      throw new RunFailure({ code: 'too_many_steps', ...message('The agent made {count} steps without finishing.', { count: maxSteps }) })
    if (next.act === 'finish') return finishWith(session, await check(next.text), next.text)
    // The claim has asked it for the first one.
    if (steps > 0 && (await session.platform.db.withOrg(session.orgId, isSuspended))) return false
    if (next.act === 'call-tool') {
      await callTool(context, next.call, next.seq)
      continue
    }
    if (session.steps.filter((step) => step.kind === 'model_call' && step.status !== 'running').length >= runMaxModelCalls) {
      throw new RunFailure({
        code: 'too_many_steps',
        ...message('The agent made {count} model calls without finishing.', { count: runMaxModelCalls }),
      })
    }
    const call = await callModel(context, next.messages)
    const { text, toolCalls } = call.output
    const checked = toolCalls.length === 0 ? await check(text) : null
    // Without tool calls this was the last one: its result and the end of the run are one transaction. A wrong answer is repaired once.
    if (checked && (checked.problem === null || isRepair(next.messages))) return finishWith(session, checked, text, call)
    await session.commit({ steps: [{ step: call.step }], progress: call.progress, settles: [call.settles] })
  }
}

/** Ends the run with its answer, which must match the agent's output schema. */
async function finishWith(session: RunSession, { problem, value }: CheckedOutput, text: string, call?: ModelCallResult): Promise<true> {
  const ended = { output: text, ...(call ? { call } : {}) }
  if (problem === null) {
    await finishRun(session, 'completed', { ...ended, ...(value === undefined ? {} : { result: value }) })
    return true
  }
  const error = { code: 'output_invalid' as const, ...message('The answer does not match the output schema: {problem}', { problem }) }
  await finishRun(session, 'failed', { ...ended, error })
  return true
}
