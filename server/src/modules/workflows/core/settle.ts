import type { Json, StepStatus } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { message } from '@imperium/contract/kit/message.ts'
import type { StepResult } from '../steps/step-type.ts'
import { closeWait, endRun, failUp, leave, remember, removeToken } from './flow.ts'
import { keep, toText, writeRow } from './machine.ts'
import type { Machine } from './machine.ts'
import type { ProgramStep } from './program.ts'
import type { StepError, Token } from './state.ts'

type Done = Extract<StepResult, { kind: 'done' }>
type Failed = Omit<Extract<StepResult, { kind: 'failed' }>, 'kind'>

const longestBackoffMs = 3_600_000

/** What a step with an effect puts out in a test that does nothing real. */
export const sampleOf = (step: ProgramStep) => ({
  kind: 'done' as const,
  output: step.definition.about.sample,
  port: step.definition.about.ports[0]?.port ?? 'next',
})

/** Takes in what a step that was handed out came to. A token that is no more (its branch was cancelled before it began) is left alone. */
export function settle(machine: Machine, id: number, result: StepResult, config?: unknown): void {
  const token = machine.state.tokens[id]
  if (token?.phase !== 'called') return
  const step = machine.program.steps.get(token.step)
  if (!step) return
  if (token.isDropped) return settleDropped(machine, id, token, result)
  apply(machine, id, token, step, result, config)
}

/** The same for a step that runs at once. */
export function settleNow(machine: Machine, id: number, token: Token, step: ProgramStep, run: () => StepResult): void {
  apply(machine, id, token, step, run(), undefined)
}

function apply(machine: Machine, id: number, token: Token, step: ProgramStep, result: StepResult, config: unknown): void {
  if (result.kind === 'failed') return fail(machine, id, token, step, result, config)
  if (result.kind === 'done') return finish(machine, id, token, step, result)
  if (machine.state.isSample) return finish(machine, id, token, step, sampleOf(step))
  const { wait, link = null } = result
  token.phase = 'waiting'
  token.until = wait.until?.getTime() ?? null
  const { until: _until, output: _output, ...what } = wait
  token.wait = what
  if (wait.kind !== 'time') machine.changes.opened.set(id, { wait: what, until: token.until })
  const output = wait.output === undefined ? null : keep(machine, wait.output).text
  writeRow(machine, token, { status: 'waiting', endedAt: null, link, output })
}

/** The end of a wait is the step's result, never another wait. */
export function settleWait(machine: Machine, id: number, token: Token, step: ProgramStep, result: StepResult): void {
  if (result.kind === 'done') finish(machine, id, token, step, result)
  else if (result.kind === 'failed') fail(machine, id, token, step, result)
  else fail(machine, id, token, step, { code: 'INTERNAL', message: 'The step would wait again', retryable: false })
}

/** A step is done: its output is stored, and the token continues. */
export function finish(machine: Machine, id: number, token: Token, step: ProgramStep, done: Done, status: StepStatus = 'success'): void {
  const { state } = machine
  const port = done.port ?? 'next'
  const output = keepOutput(machine, done.output)
  if (!output)
    return fail(machine, id, token, step, {
      code: 'OUTPUT_TOO_LARGE',
      ...message('A step can output at most {max} KB', { max: workflowLimits.outputBytes / 1024 }),
      retryable: false,
    })
  if (step.type === 'set') setVariables(machine, done.output)
  if (step.type === 'respond' && !state.response) state.response = done.output as unknown as typeof state.response
  const costMicros = done.costMicros ?? 0
  state.costMicros += costMicros
  const identity = step.definition.kind === 'effect' ? {} : { identity: null }
  const link = done.link ? { link: done.link } : {}
  const shown = done.isSkipped && status === 'success' ? 'skipped' : status
  writeRow(machine, token, { status: shown, port, endedAt: machine.now, output: output.text, costMicros, ...identity, ...link })
  remember(machine, token.scope, step.id, output.stored)
  removeToken(machine, id)
  if (state.endsAfter === step.id) {
    state.output = output.stored
    return endRun(machine, { status: 'success', step: null, error: null })
  }
  leave(machine, token, step, port, output.stored)
}

function keepOutput(machine: Machine, output: Json): { stored: Json; text: string } | null {
  const before = machine.changes.payloads.length
  const kept = keep(machine, output)
  if (kept.bytes <= workflowLimits.outputBytes) return kept
  machine.changes.payloads.length = before
  return null
}

function setVariables(machine: Machine, values: Json): void {
  if (typeof values !== 'object' || values === null || Array.isArray(values)) return
  for (const [name, value] of Object.entries(values)) machine.state.vars[name] = keep(machine, value).stored
}

const errorOf = ({ code, message: english, key, values }: Failed): StepError => ({
  code,
  message: english.slice(0, 2000),
  ...(key === undefined ? {} : { key, values }),
})

/** A step failed: it is retried, held for a member, or it failed for good. */
export function fail(machine: Machine, id: number, token: Token, step: ProgramStep, failed: Failed, config?: unknown): void {
  const { retryable, unknown: isUnknown = false } = failed
  const error = errorOf(failed)
  token.failures += 1
  closeWait(machine, id, token)
  if (isUnknown && !repeats(step, config)) return hold(machine, token, error)
  const output = failed.output === undefined ? {} : { output: keep(machine, failed.output).text }
  if (retryable && token.failures < step.retry.attempts) {
    const backoff = Math.min(step.retry.delaySeconds * 1_000 * 2 ** (token.failures - 1), longestBackoffMs)
    token.phase = 'backoff'
    token.until = machine.now + Math.max(backoff, Math.min(failed.retryAfterMs ?? 0, longestBackoffMs))
    if (isUnknown) token.repeats += 1
    writeRow(machine, token, { status: isUnknown ? 'running' : 'failed', endedAt: isUnknown ? null : machine.now, error, ...output })
    if (!isUnknown) {
      token.attempt += 1
      token.seq = 0
    }
    return
  }
  const outcome: Json = { error: { code: error.code, message: error.message } }
  const row = writeRow(machine, token, { status: 'failed', endedAt: machine.now, error, ...output })
  removeToken(machine, id)
  if (step.onError === 'stop') return failUp(machine, token, error)
  row.port = step.onError === 'branch' ? 'error' : 'next'
  row.output ??= toText(outcome)
  remember(machine, token.scope, step.id, outcome)
  leave(machine, token, step, row.port, outcome)
}

/** Whether a copy under the same identity does no harm. */
export function repeats({ definition }: ProgramStep, config: unknown): boolean {
  return definition.kind === 'effect' && config !== undefined && definition.whenUnknown(config) === 'repeat'
}

/** Unknown outcome: the run waits for a member. */
export function hold(machine: Machine, token: Token, error: StepError): void {
  token.phase = 'held'
  token.until = null
  writeRow(machine, token, { status: 'unknown', endedAt: machine.now, error })
}

/** The branch went on without it; the history still learns what came of it. */
function settleDropped(machine: Machine, id: number, token: Token, result: StepResult): void {
  if (result.kind === 'done') {
    const output = keepOutput(machine, result.output)
    machine.state.costMicros += result.costMicros ?? 0
    const costMicros = result.costMicros ?? 0
    writeRow(machine, token, {
      status: 'success',
      endedAt: machine.now,
      output: output?.text ?? null,
      costMicros,
      link: result.link ?? null,
    })
  } else if (result.kind === 'failed') {
    const error = errorOf(result)
    writeRow(machine, token, { status: result.unknown ? 'unknown' : 'failed', endedAt: machine.now, error })
  } else writeRow(machine, token, { status: 'cancelled', endedAt: machine.now })
  removeToken(machine, id)
}
