import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { abandon, endRun } from './flow.ts'
import type { Machine } from './machine.ts'
import { writeRow } from './machine.ts'
import { settleByDefault } from '../steps/step-type.ts'
import type { WaitEnd } from '../steps/step-type.ts'
import { fail, finish, hold, repeats, settleWait } from './settle.ts'
import type { Token } from './state.ts'
import { viewFor } from './view.ts'

/** A member's decision about a step with an unknown outcome. */
export interface Decision {
  decision: 'done' | 'again' | 'failed'
  output: Json
}

/** Continues what is due: ends of waits and backoffs, and the time-out of the run itself. */
export function wakeDue(machine: Machine): void {
  const { state, now } = machine
  if (state.ending) return
  if (state.deadline <= now)
    return endRun(machine, { status: 'failed', step: null, error: { code: 'RUN_TIMEOUT', message: 'The run exceeded its time limit' } })
  for (const [key, token] of Object.entries(state.tokens)) {
    if (token.until === null || token.until > now || !(Number(key) in state.tokens)) continue
    if (token.phase === 'backoff') again(machine, Number(key), token)
    else if (token.phase === 'waiting') timeOut(machine, Number(key), token)
  }
}

function again(machine: Machine, id: number, token: Token): void {
  token.phase = 'ready'
  token.until = null
  machine.ready.push(id)
}

function timeOut(machine: Machine, id: number, token: Token): void {
  abandon(machine, token)
  if (token.wait?.kind !== 'time') return endWait(machine, id, token, { timedOut: true })
  const step = machine.program.steps.get(token.step)
  const until = new Date(token.until ?? machine.now).toISOString()
  if (step) settleWait(machine, id, token, step, { kind: 'done', output: { until } })
}

/** The step type decides how the received data becomes the step's result. */
function endWait(machine: Machine, id: number, token: Token, end: WaitEnd): void {
  const step = machine.program.steps.get(token.step)
  if (!step || !token.wait) return
  const { settle } = step.definition
  settleWait(machine, id, token, step, settle ? settle(end) : settleByDefault(end, token.wait))
}

/** Delivers a signal to a waiting token. A token that no longer waits stays unchanged. */
export function takeSignal(machine: Machine, id: number, data: Json): void {
  const token = machine.state.tokens[id]
  if (token?.phase === 'waiting') endWait(machine, id, token, { timedOut: false, data })
}

/** Applies a member's decision about a step with an unknown outcome. */
export function decide(machine: Machine, id: number, { decision, output }: Decision): void {
  const token = machine.state.tokens[id]
  const step = machine.program.steps.get(token?.step ?? '')
  if (token?.phase !== 'held' || !step) return
  if (decision === 'done') return finish(machine, id, token, step, { kind: 'done', output })
  if (decision === 'failed') {
    const error = { code: 'UNKNOWN_OUTCOME', message: 'Unknown outcome, marked as failed by a member' }
    return fail(machine, id, token, step, { ...error, retryable: false })
  }
  token.repeats += 1
  again(machine, id, token)
}

/** Puts back steps that were handed out but not started: the next worker of the run starts them. */
export function releaseUnstarted({ state, ready, changes }: Machine): void {
  for (const { token: id } of changes.calls) {
    const token = state.tokens[id]
    if (token?.phase !== 'called') continue
    token.phase = 'ready'
    ready.push(id)
  }
  changes.calls = []
}

/** After a crash: steps that were in hand are done again, or are unknown. */
export function recover(machine: Machine): void {
  const { state } = machine
  for (const [key, token] of Object.entries(state.tokens)) {
    if (token.phase !== 'called') continue
    const step = machine.program.steps.get(token.step)
    if (!step) continue
    const isEffect = step.definition.kind === 'effect'
    if (token.isDropped) {
      writeRow(machine, token, { status: isEffect ? 'unknown' : 'cancelled', endedAt: machine.now })
      delete state.tokens[Number(key)]
    } else if (!isEffect || repeats(step, readConfig(machine, token))) {
      if (isEffect) token.repeats += 1
      again(machine, Number(key), token)
    } else hold(machine, token, { code: 'UNKNOWN_OUTCOME', message: 'Unknown outcome after a crash' })
  }
}

function readConfig(machine: Machine, token: Token): unknown {
  const step = machine.program.steps.get(token.step)
  try {
    return step?.resolve(viewFor(machine, token))
  } catch {
    // The configuration was readable when the step began: what it read was deleted since, so the step cannot be repeated as it was.
    return undefined
  }
}

/** Cancels the run. Steps in flight are awaited. */
export function cancel(machine: Machine): void {
  endRun(machine, { status: 'cancelled', step: null, error: null })
}
