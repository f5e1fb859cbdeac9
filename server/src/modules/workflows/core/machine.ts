import type { Json, StepStatus } from '@imperium/contract/workflows/workflow-definition.ts'
import { workflowLimits } from '@imperium/contract/workflows/workflow-definition.ts'
import { hasValues, parseJson } from '../../../platform/text/exact-json.ts'
import { storableText } from '../../../platform/text/storable.ts'
import type { StepLink } from '../steps/step-type.ts'
import type { Program, ProgramStep } from './program.ts'
import { isMark } from './state.ts'
import type { Ending, PayloadMark, RecordedResult, RunState, StepError, Token, TokenWait } from './state.ts'

/** What a run is told about itself. */
export interface RunFacts {
  orgId: string
  runId: string
  workflowId: string
  workflowName: string
  organizationName: string
  isTest: boolean
  startedBy: string
  startedByUser: string | null
  /** Missing in runs that were stored before keys were. */
  startedByKey?: { id: string; userId: string } | null
  /** 0; of a run that another workflow's run called, one more than that one's. */
  depth: number
}

/** A row of the history as it is to be written. Texts are JSON. */
export interface StepRow {
  seq: number
  stepId: string
  type: string
  scope: string
  attempt: number
  status: StepStatus
  port: string | null
  startedAt: number
  endedAt: number | null
  /** Null: leaves what is stored. */
  input: string | null
  output: string | null
  error: StepError | null
  identity: string | null
  repeats: number
  link: StepLink | null
  costMicros: number
}

/** A step that the engine has to do. */
export interface Call {
  token: number
  step: ProgramStep
  config: unknown
  seq: number
  attempt: number
  identity: string
  began: number
}

/** What was begun for a step that waits for its end no longer: the run of an agent, or of another workflow. */
export interface Abandoned {
  kind: 'run' | 'workflow'
  id: string
}

/** What changed since the last commit. */
export interface Changes {
  rows: Map<number, StepRow>
  calls: Call[]
  opened: Map<number, { wait: TokenWait; until: number | null }>
  closed: Set<number>
  abandoned: Abandoned[]
  /** Signals that were taken up, by token. */
  payloads: { id: number; text: string }[]
}

export const noChanges = (): Changes => ({ rows: new Map(), calls: [], opened: new Map(), closed: new Set(), abandoned: [], payloads: [] })

/** A run in hand: its state, what it is run by, and what changed since it was last written. */
export interface Machine {
  program: Program
  state: RunState
  facts: RunFacts
  now: number
  /** Values behind the marks of the state. */
  payloads: Map<number, Json>
  ready: number[]
  recorded: Record<string, RecordedResult>
  changes: Changes
  /** JSON of what the run was given, or of its mark, where it is at hand. */
  input: string | null
}

/** A run as it was stored, or as it begins. Payloads are those that the state has marks of. */
export function loadMachine(program: Program, state: RunState, facts: RunFacts, now: number, payloads = new Map<number, Json>()): Machine {
  const ready = Object.entries(state.tokens).flatMap(([id, token]) => (token.phase === 'ready' ? [Number(id)] : []))
  const machine: Machine = { program, state, facts, now, payloads, ready, recorded: {}, changes: noChanges(), input: null }
  machine.recorded = (open(machine, state.recorded) ?? {}) as unknown as Record<string, RecordedResult>
  return machine
}

export interface StartOptions {
  trigger: Json
  now: number
  deadline: number
  recorded?: Record<string, RecordedResult>
  isReplay?: boolean
  isSample?: boolean
  endsAfter?: string | null
}

/** A run before its first step. */
export function begin(program: Program, facts: RunFacts, options: StartOptions): Machine {
  const { trigger, now, deadline, recorded, isReplay = false, isSample = false, endsAfter = null } = options
  const state: RunState = {
    tokens: {},
    scopes: {},
    outputs: {},
    vars: {},
    trigger: null,
    recorded: null,
    response: null,
    output: null,
    ending: null,
    nextToken: 1,
    nextScope: 1,
    nextSeq: 1,
    nextPayload: 1,
    keptBytes: 0,
    costMicros: 0,
    isReplay,
    isSample,
    endsAfter,
    startedAt: now,
    deadline,
  }
  const machine = loadMachine(program, state, facts, now)
  const kept = keep(machine, trigger)
  state.trigger = kept.stored
  machine.input = kept.text
  if (recorded && Object.keys(recorded).length > 0) {
    state.recorded = keep(machine, recorded as unknown as Json).stored
    machine.recorded = recorded
  }
  // What it was given is bounded by itself.
  state.keptBytes = 0
  addToken(machine, program.trigger.id, null, undefined)
  return machine
}

/** Puts a token on a step. */
export function addToken(machine: Machine, step: string, scope: number | null, branch: string | undefined): void {
  const id = machine.state.nextToken++
  const token: Token = {
    step,
    scope,
    ...(branch === undefined ? {} : { branch }),
    phase: 'ready',
    attempt: 1,
    failures: 0,
    repeats: 0,
    seq: 0,
    began: 0,
    until: null,
    wait: null,
  }
  machine.state.tokens[id] = token
  machine.ready.push(id)
}

/** Text of JSON as PostgreSQL can keep it: NUL and halves of surrogate pairs become U+FFFD. */
export function toText(value: Json | StepError): string {
  const text = JSON.stringify(value)
  return /\\u(0000|d[89a-f])/i.test(text) ? JSON.stringify(storableTexts(parseJson(text))) : text
}

/** Names of fields keep what they are: what cannot be stored is refused where it comes in. */
function storableTexts(value: unknown): unknown {
  if (typeof value === 'string') return storableText(value)
  if (Array.isArray(value)) return value.map(storableTexts)
  return hasValues(value) ? Object.fromEntries(Object.entries(value).map(([name, each]) => [name, storableTexts(each)])) : value
}

/** What the state and a row hold of a value: itself, or a mark where it is large. */
export function keep(
  machine: Machine,
  value: Json,
  most: number = workflowLimits.inlineBytes,
): { stored: Json; text: string; bytes: number } {
  const text = toText(value ?? null)
  machine.state.keptBytes += text.length
  // What looks like one of our marks is not read as one.
  if (text.length <= most && !isMark(value)) return { stored: value ?? null, text, bytes: text.length }
  const id = machine.state.nextPayload++
  machine.payloads.set(id, value)
  machine.changes.payloads.push({ id, text })
  const mark = { $payload: id, bytes: text.length } satisfies PayloadMark
  return { stored: mark, text: JSON.stringify(mark), bytes: text.length }
}

/** The value behind what the state holds. */
export function open(machine: Machine, stored: Json | undefined): Json | undefined {
  return isMark(stored) ? machine.payloads.get(stored.$payload) : stored
}

/** In which turn of which loop and which branch something is: `each_lead[2]/both.left`, '' outside. */
export function placeOf({ state }: Machine, { scope, branch }: { scope: number | null; branch?: string }): string {
  const parts: string[] = []
  let [at, way] = [scope, branch]
  while (at !== null) {
    const found = state.scopes[at]
    if (!found) break
    if (found.kind === 'turn') parts.unshift(`${found.step}[${found.index ?? 0}]`)
    if (found.kind === 'parallel') parts.unshift(`${found.step}.${way ?? ''}`)
    way = found.branch
    at = found.parent
  }
  return parts.join('/')
}

/** The turn whose outputs a place sees first; null outside of loops. */
export function turnOf({ state }: Machine, scope: number | null): number | null {
  let at = scope
  while (at !== null) {
    const found = state.scopes[at]
    if (!found || found.kind === 'turn') return found ? at : null
    at = found.parent
  }
  return null
}

export const identityOf = ({ facts }: Machine, seq: number): string => `${facts.runId}-${seq}`

/** The row of a token's execution, to be written with what is given. */
export function writeRow(machine: Machine, token: Token, change: Partial<StepRow> & { status: StepStatus }): StepRow {
  const known = machine.changes.rows.get(token.seq)
  const row: StepRow = {
    seq: token.seq,
    stepId: token.step,
    type: machine.program.steps.get(token.step)?.type ?? '',
    scope: known?.scope ?? placeOf(machine, token),
    attempt: token.attempt,
    port: null,
    startedAt: token.began,
    endedAt: null,
    input: null,
    output: null,
    error: null,
    identity: identityOf(machine, token.seq),
    repeats: token.repeats,
    link: null,
    costMicros: 0,
    ...known,
    ...change,
  }
  machine.changes.rows.set(token.seq, row)
  return row
}

/** What the run came to; null while it goes on. */
export function outcomeOf({ state }: Machine): Ending | null {
  for (const _ in state.tokens) return null
  return state.ending ?? { status: 'success', step: null, error: null }
}

/** When a run that nothing comes for goes on by itself, in milliseconds. */
export function nextWake({ state }: Machine): number {
  let at = state.deadline
  for (const token of Object.values(state.tokens)) {
    if (token.phase === 'ready') return 0
    if ((token.phase === 'waiting' || token.phase === 'backoff') && token.until !== null && token.until < at) at = token.until
  }
  return at
}
