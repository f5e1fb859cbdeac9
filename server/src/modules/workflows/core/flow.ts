import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { addToken, keep, open, turnOf, writeRow } from './machine.ts'
import type { Machine } from './machine.ts'
import type { ProgramStep } from './program.ts'
import type { Ending, Scope, StepError, Token } from './state.ts'

/** Values of turns above this stand apart: the state is written with every commit. */
const turnBytes = 512

export interface Place {
  scope: number | null
  branch?: string
}

/** Removes a token; its wait ends with it. */
export function removeToken(machine: Machine, id: number): void {
  const token = machine.state.tokens[id]
  if (token) closeWait(machine, id, token)
  delete machine.state.tokens[id]
}

export function closeWait({ changes }: Machine, id: number, token: Token): void {
  if (token.wait && token.wait.kind !== 'time' && !changes.opened.delete(id)) changes.closed.add(id)
  token.wait = null
}

/** Remembers a step's output for the templates of later steps. */
export function remember(machine: Machine, scope: number | null, step: string, stored: Json): void {
  const outputs = (machine.state.outputs[turnOf(machine, scope) ?? ''] ??= {})
  outputs[step] = stored
}

/** Goes on from a step by a port: to the next step, into the join of the branch, or nowhere. */
export function leave(machine: Machine, place: Place, step: ProgramStep, port: string, stored: Json): void {
  const target = step.next.get(port)
  if (target === undefined) return endPath(machine, place, stored)
  const scope = place.scope === null ? undefined : machine.state.scopes[place.scope]
  // An edge back to the loop ends the turn as no edge does.
  if (scope?.kind === 'turn' && scope.step === target) return endPath(machine, place, stored)
  const next = machine.program.steps.get(target)
  if (next?.type === 'join' && scope?.kind === 'parallel') return arrive(machine, place, scope, next, stored)
  addToken(machine, target, place.scope, place.branch)
}

function endPath(machine: Machine, { scope: key, branch }: Place, stored: Json): void {
  const scope = key === null ? undefined : machine.state.scopes[key]
  if (key === null || !scope) {
    machine.state.output = stored
    return
  }
  scope.results[scope.kind === 'parallel' ? (branch ?? '') : ''] = stored
  scope.open -= 1
  if (scope.open === 0) closeScope(machine, key, scope)
}

function arrive(machine: Machine, place: Place, scope: Scope, join: ProgramStep, stored: Json): void {
  const { mode } = join.resolve({ read: () => undefined, all: () => ({}) }) as { mode: 'all' | 'any' }
  scope.join = join.id
  scope.results[place.branch ?? ''] = stored
  scope.open -= 1
  if (mode === 'any') dropInside(machine, place.scope ?? 0)
  if (mode === 'any' || scope.open === 0) closeScope(machine, place.scope ?? 0, scope)
}

/** Begins a scope in the place of a token, whose row stays `running` until the scope ends. */
export function openScope(
  machine: Machine,
  token: Token,
  id: number,
  more: Pick<Scope, 'kind'> & Partial<Scope>,
): { key: number; scope: Scope } {
  const key = machine.state.nextScope++
  const scope: Scope = {
    parent: token.scope,
    ...(token.branch === undefined ? {} : { branch: token.branch }),
    step: token.step,
    seq: token.seq,
    began: token.began,
    open: 0,
    results: {},
    ...more,
  }
  machine.state.scopes[key] = scope
  removeToken(machine, id)
  return { key, scope }
}

/** Starts the next turn of a loop. False if there are no more items. */
export function beginTurn(machine: Machine, loop: number, scope: Scope): boolean {
  const items = open(machine, scope.items)
  const index = scope.next ?? 0
  if (!Array.isArray(items) || index >= items.length) return false
  scope.next = index + 1
  scope.open += 1
  const key = machine.state.nextScope++
  const item = keep(machine, items[index] ?? null, turnBytes).stored
  const turn: Scope = {
    kind: 'turn',
    parent: loop,
    step: scope.step,
    seq: scope.seq,
    began: scope.began,
    open: 1,
    index,
    item,
    results: {},
  }
  machine.state.scopes[key] = turn
  const first = machine.program.steps.get(scope.step)?.next.get('each')
  if (first === undefined) endPath(machine, { scope: key }, null)
  else addToken(machine, first, key, undefined)
  return true
}

export function closeScope(machine: Machine, key: number, scope: Scope): void {
  delete machine.state.scopes[key]
  if (scope.kind === 'turn') return closeTurn(machine, key, scope)
  const step = machine.program.steps.get(scope.step)
  if (!step) throw new TypeError(`a scope of the unknown step ${scope.step}`)
  if (scope.kind === 'loop') closeLoop(machine, scope, step)
  else closeParallel(machine, scope, step)
}

function closeTurn(machine: Machine, key: number, turn: Scope): void {
  const { state } = machine
  delete state.outputs[key]
  const loop = state.scopes[turn.parent ?? 0]
  if (!loop) return
  const value = open(machine, turn.results['']) ?? null
  loop.results[turn.index ?? 0] = keep(machine, value, turnBytes).stored
  loop.open -= 1
  beginTurn(machine, turn.parent ?? 0, loop)
  if (loop.open === 0 && state.scopes[turn.parent ?? 0]) closeScope(machine, turn.parent ?? 0, loop)
}

function closeLoop(machine: Machine, loop: Scope, step: ProgramStep): void {
  const count = loop.next ?? 0
  const items = Array.from({ length: count }, (_, index) => open(machine, loop.results[index]) ?? null)
  finishScope(machine, loop, step, 'done', { items, count })
}

function closeParallel(machine: Machine, scope: Scope, step: ProgramStep): void {
  const output = Object.fromEntries(Object.entries(scope.results).map(([branch, value]) => [branch, open(machine, value) ?? null]))
  const join = scope.join === undefined ? undefined : machine.program.steps.get(scope.join)
  if (!join) return finishScope(machine, scope, step, null, output)
  const stored = writeScopeRow(machine, scope, step, output)
  const place = placeOfScope(scope)
  const token: Token = {
    step: join.id,
    phase: 'called',
    attempt: 1,
    failures: 0,
    repeats: 0,
    seq: machine.state.nextSeq++,
    began: machine.now,
    ...place,
    until: null,
    wait: null,
  }
  const kept = keep(machine, output)
  writeRow(machine, token, { status: 'success', port: 'next', endedAt: machine.now, output: kept.text, identity: null })
  remember(machine, scope.parent, step.id, stored)
  remember(machine, scope.parent, join.id, kept.stored)
  leave(machine, place, join, 'next', kept.stored)
}

const placeOfScope = (scope: Scope): Place => ({ scope: scope.parent, ...(scope.branch === undefined ? {} : { branch: scope.branch }) })

/** `port` null: the path ends with it. */
function finishScope(machine: Machine, scope: Scope, step: ProgramStep, port: string | null, output: Json): void {
  const stored = writeScopeRow(machine, scope, step, output)
  remember(machine, scope.parent, step.id, stored)
  if (port === null) endPath(machine, placeOfScope(scope), stored)
  else leave(machine, placeOfScope(scope), step, port, stored)
}

function writeScopeRow(machine: Machine, scope: Scope, step: ProgramStep, output: Json): Json {
  const kept = keep(machine, output)
  const port = scope.kind === 'loop' ? 'done' : null
  writeRow(machine, asToken(scope, step), { status: 'success', port, endedAt: machine.now, output: kept.text, identity: null })
  return kept.stored
}

const asToken = (scope: Scope, step: ProgramStep): Token => ({
  step: step.id,
  ...placeOfScope(scope),
  phase: 'called',
  attempt: 1,
  failures: 0,
  repeats: 0,
  seq: scope.seq,
  began: scope.began,
  until: null,
  wait: null,
})

/** Ends everything that is inside of a scope, not the scope itself. */
export function dropInside(machine: Machine, key: number): void {
  const { scopes, tokens, outputs } = machine.state
  const isInside = (scope: number | null): boolean => {
    let at = scope
    while (at !== null && at !== key) at = scopes[at]?.parent ?? null
    return at === key
  }
  for (const [id, token] of Object.entries(tokens)) if (!token.isDropped && isInside(token.scope)) dropToken(machine, Number(id), token)
  const inner = Object.entries(scopes).filter(([id, scope]) => Number(id) !== key && isInside(scope.parent))
  for (const [id, scope] of inner) {
    dropScopeRow(machine, scope)
    delete outputs[id]
  }
  for (const [id] of inner) delete scopes[Number(id)]
}

function dropScopeRow(machine: Machine, scope: Scope): void {
  const step = machine.program.steps.get(scope.step)
  if (scope.kind !== 'turn' && step) writeRow(machine, asToken(scope, step), { status: 'cancelled', endedAt: machine.now, identity: null })
}

function dropToken(machine: Machine, id: number, token: Token): void {
  const { changes, now } = machine
  const isUndone = changes.calls.some((call) => call.token === id)
  if (token.phase === 'called' && !isUndone) {
    // Its row waits for the result; the scope does not. Where it was is written down already.
    writeRow(machine, token, { status: 'running' })
    token.isDropped = true
    token.scope = null
    return
  }
  if (isUndone) changes.calls = changes.calls.filter((call) => call.token !== id)
  abandon(machine, token)
  if (token.phase === 'called' || token.phase === 'waiting') writeRow(machine, token, { status: 'cancelled', endedAt: now })
  // Before a repeat under the same identity: the first may have arrived.
  else if (token.phase !== 'held' && token.seq > 0)
    writeRow(machine, token, { status: token.repeats > 0 && isEffect(machine, token) ? 'unknown' : 'cancelled', endedAt: now })
  removeToken(machine, id)
}

/** Stops an agent, which would cost money without use. A called workflow continues, unless the run that called it is cancelled. */
export function abandon({ changes, state }: Machine, { wait }: Token): void {
  if (wait?.kind === 'run' || (wait?.kind === 'workflow' && state.ending?.status === 'cancelled'))
    changes.abandoned.push({ kind: wait.kind, id: wait.key })
}

const isEffect = ({ program }: Machine, { step }: Token): boolean => program.steps.get(step)?.definition.kind === 'effect'

/** Ends the run: no step starts any more, and calls in flight are awaited. */
export function endRun(machine: Machine, ending: Ending): void {
  const { state } = machine
  state.ending ??= ending
  for (const [id, token] of Object.entries(state.tokens)) if (!token.isDropped) dropToken(machine, Number(id), token)
  for (const scope of Object.values(state.scopes)) dropScopeRow(machine, scope)
  state.scopes = {}
  machine.ready = []
}

/** A step failed for good without error handling: ends the iteration of a loop that continues on errors, or else the run. */
export function failUp(machine: Machine, token: Token, error: StepError): void {
  let at = token.scope
  while (at !== null) {
    const scope = machine.state.scopes[at]
    const loop = scope?.kind === 'turn' ? machine.state.scopes[scope.parent ?? 0] : undefined
    if (scope && loop?.goesOn) {
      dropInside(machine, at)
      scope.results[''] = { error: { code: error.code, message: error.message } }
      return closeScope(machine, at, scope)
    }
    at = scope?.parent ?? null
  }
  endRun(machine, { status: 'failed', step: token.step, error })
}
