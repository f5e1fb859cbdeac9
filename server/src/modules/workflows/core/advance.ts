import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { message, worded } from '@imperium/contract/kit/message.ts'
import type { Text } from '@imperium/contract/kit/message.ts'
import { TemplateError } from '../../../platform/text/liquid.ts'
import type { StepContext } from '../steps/step-type.ts'
import { beginTurn, closeScope, endRun, leave, openScope, remember, removeToken } from './flow.ts'
import { identityOf, keep, placeOf, toText, writeRow } from './machine.ts'
import type { Machine } from './machine.ts'
import { StepConfigError } from './program.ts'
import type { ProgramStep } from './program.ts'
import { redactConfig } from './redact-config.ts'
import { fail, finish, sampleOf, settleNow } from './settle.ts'
import type { RecordedResult, Token } from './state.ts'
import { viewFor } from './view.ts'
import { wakeDue } from './wake.ts'

/**
 * Advances the run without anything from outside, until every token is handed out, waits or has ended. `changes` holds what is to be done and
 * written. `until`, by `performance.now()`: what is ready then stays ready for the next call.
 */
export function advance(machine: Machine, until = Infinity): void {
  wakeDue(machine)
  while (performance.now() < until) {
    const id = machine.ready.shift()
    if (id === undefined) return
    const token = machine.state.tokens[id]
    if (!token || token.phase !== 'ready' || machine.state.ending) continue
    const step = machine.program.steps.get(token.step)
    if (step) beginStep(machine, id, token, step)
    else
      endRun(machine, {
        status: 'failed',
        step: token.step,
        error: { code: 'UNKNOWN_STEP', ...message('There is no step {step}', { step: token.step }) },
      })
  }
}

export function contextOf({ facts }: Machine, step: ProgramStep, token: Token, id: number): StepContext {
  return {
    orgId: facts.orgId,
    runId: facts.runId,
    workflowId: facts.workflowId,
    workflowName: facts.workflowName,
    stepId: step.id,
    stepName: step.name,
    identity: `${facts.runId}-${token.seq}`,
    attempt: token.attempt,
    token: id,
    now: new Date(token.began),
    isTest: facts.isTest,
    startedByUser: facts.startedByUser,
    startedByKey: facts.startedByKey ?? null,
    startedBy: facts.startedBy,
    depth: facts.depth,
  }
}

function beginStep(machine: Machine, id: number, token: Token, step: ProgramStep): void {
  const { state } = machine
  if (state.nextSeq > workflowLimits.executions) {
    const error = {
      code: 'TOO_MANY_STEPS',
      ...message('A run has at most {max} steps; each turn of a loop counts', { max: workflowLimits.executions }),
    }
    return endRun(machine, { status: 'failed', step: step.id, error })
  }
  if (state.keptBytes > workflowLimits.runBytes) {
    const error = { code: 'RUN_TOO_LARGE', ...message('A run keeps at most {max} MB', { max: workflowLimits.runBytes / 1024 / 1024 }) }
    return endRun(machine, { status: 'failed', step: step.id, error })
  }
  // A repeat under the same identity keeps its row and its time.
  if (token.seq === 0) {
    token.seq = state.nextSeq++
    token.began = machine.now
  }
  const { kind, about } = step.definition
  if (about.isTrigger) return finishTrigger(machine, id, token, step)
  if (kind !== 'control') {
    const key = `${step.id}@${placeOf(machine, token)}`
    const recorded = Object.hasOwn(machine.recorded, key) ? machine.recorded[key] : undefined
    if (recorded) return reuse(machine, id, token, step, recorded)
    const touches = kind === 'effect' || kind === 'commit'
    if (touches && state.isReplay)
      return fail(machine, id, token, step, { code: 'NOT_RECORDED', message: 'The replayed run did not get this far', retryable: false })
    if (touches && state.isSample) return finish(machine, id, token, step, sampleOf(step))
  }
  let config: unknown
  try {
    config = step.resolve(viewFor(machine, token))
  } catch (error) {
    if (!(error instanceof TemplateError || error instanceof StepConfigError)) throw error
    const code = error instanceof StepConfigError ? 'INVALID_CONFIG' : error.kind === 'missing' ? 'MISSING_VALUE' : 'TEMPLATE'
    return fail(machine, id, token, step, { code, message: error.message, retryable: false })
  }
  if (kind === 'control') control(machine, id, token, step, config)
  else run(machine, id, token, step, config)
}

/** Puts out what the run was given, which is written down already. */
function finishTrigger(machine: Machine, id: number, token: Token, step: ProgramStep): void {
  const { state, now, input } = machine
  writeRow(machine, token, { status: 'success', port: 'next', endedAt: now, output: input ?? toText(state.trigger), identity: null })
  remember(machine, token.scope, step.id, state.trigger)
  removeToken(machine, id)
  if (state.endsAfter !== step.id) return leave(machine, token, step, 'next', state.trigger)
  state.output = state.trigger
  endRun(machine, { status: 'success', step: null, error: null })
}

function reuse(machine: Machine, id: number, token: Token, step: ProgramStep, recorded: RecordedResult): void {
  writeRow(machine, token, { status: 'reused', identity: null })
  if (recorded.error) return fail(machine, id, token, step, { ...recorded.error, retryable: false })
  finish(machine, id, token, step, { kind: 'done', output: recorded.output, port: recorded.port }, 'reused')
}

function run(machine: Machine, id: number, token: Token, step: ProgramStep, config: unknown): void {
  const { definition } = step
  const input = definition.kind === 'pure' ? null : keep(machine, redactConfig(config)).text
  if (definition.kind === 'pure') {
    settleNow(machine, id, token, step, () => definition.run(config, contextOf(machine, step, token, id)))
    return
  }
  token.phase = 'called'
  writeRow(machine, token, { status: 'running', input, endedAt: null, error: null })
  const { seq, attempt, began } = token
  machine.changes.calls.push({ token: id, step, config, seq, attempt, identity: identityOf(machine, seq), began })
}

interface LoopConfig {
  items: Json
  mode: 'serial' | 'parallel'
  limit: number
  maxItems: number
  onItemError: 'stop' | 'continue'
}

function control(machine: Machine, id: number, token: Token, step: ProgramStep, config: unknown): void {
  switch (step.type) {
    case 'loop':
      return beginLoop(machine, id, token, step, config as LoopConfig)
    case 'parallel':
      return beginBranches(machine, id, token, step, config as { branches: { name: string }[] })
    case 'stop':
      return stop(machine, id, token, step, config as { status: 'success' | 'failed'; output: Json; message: string })
    default:
      // A join outside of branches has nothing to wait for.
      return finish(machine, id, token, step, { kind: 'done', output: null })
  }
}

function beginLoop(machine: Machine, id: number, token: Token, step: ProgramStep, config: LoopConfig): void {
  const { items, mode, limit, maxItems, onItemError } = config
  const failed = (code: string, text: Text) => fail(machine, id, token, step, { code, ...worded(text), retryable: false })
  if (!Array.isArray(items)) return failed('NOT_A_LIST', 'The loop needs a list of items')
  if (items.length > maxItems)
    return failed(
      'LIST_TOO_LONG',
      message('The list has {count} items, and this loop takes at most {max}', { count: items.length, max: maxItems }),
    )
  writeRow(machine, token, { status: 'running', input: keep(machine, { ...config, items: items.length }).text, identity: null })
  const turns = mode === 'parallel' ? limit : 1
  const kept = keep(machine, items, 256)
  const body = step.next.get('each')
  const { key, scope } = openScope(machine, token, id, {
    kind: 'loop',
    items: kept.stored,
    // Nothing is done with the items: their turns would cost time and count as no execution of any step.
    next: body === undefined || body === step.id ? items.length : 0,
    limit: turns,
    goesOn: onItemError === 'continue',
  })
  for (let turn = 0; turn < turns; turn++) if (!beginTurn(machine, key, scope)) break
  if (scope.open === 0 && machine.state.scopes[key]) closeScope(machine, key, scope)
}

function beginBranches(
  machine: Machine,
  id: number,
  token: Token,
  step: ProgramStep,
  { branches }: { branches: { name: string }[] },
): void {
  writeRow(machine, token, { status: 'running', identity: null })
  const { key, scope } = openScope(machine, token, id, { kind: 'parallel', open: branches.length })
  for (const { name } of branches) {
    if (machine.state.scopes[key] !== scope) return
    leave(machine, { scope: key, branch: name }, step, name, null)
  }
}

function stop(
  machine: Machine,
  id: number,
  token: Token,
  step: ProgramStep,
  { status, output, message }: { status: 'success' | 'failed'; output: Json; message: string },
): void {
  const kept = keep(machine, output)
  const error = status === 'failed' ? { code: 'STOPPED', message: message || 'The workflow stopped here' } : null
  writeRow(machine, token, {
    status: status === 'failed' ? 'failed' : 'success',
    endedAt: machine.now,
    output: kept.text,
    error,
    identity: null,
  })
  machine.state.output = kept.stored
  removeToken(machine, id)
  endRun(machine, { status, step: status === 'failed' ? step.id : null, error })
}
