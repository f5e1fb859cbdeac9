import type { Json } from '@imperium/contract/workflows/workflow-definition.ts'
import { parseJson } from '../../../platform/text/exact-json.ts'
import { advance } from '../core/advance.ts'
import { nextWake, noChanges, open, outcomeOf, toText } from '../core/machine.ts'
import type { Call, Changes, Machine, StepRow } from '../core/machine.ts'
import { cancel, decide, releaseUnstarted, takeSignal } from '../core/wake.ts'
import type { Decision } from '../core/wake.ts'
import type { NewRun, RunWrite, StoredRun, Written } from './stored-run.ts'

/** A signal that arrived for a token while it waited. */
export interface TokenSignal {
  token: number
  key: string
  data: Json
}

/** Key of a member's decision about a step with an unknown outcome; no wait has a key like it. */
export const decisionKey = '#decision'

/** A run takes the process for so long at a time: templates and conditions of thousands of steps are many seconds of work. */
const sliceMs = 20

export interface SessionBasis {
  machine: Machine
  version: number
  trigger: StoredRun['trigger']
  parent: StoredRun['parent']
  /** As the history shows it. */
  status: string
  fresh: NewRun | null
  epoch: number
  concurrency: RunWrite['concurrency']
}

/** A run that this process leases: its unwritten changes, and the signals it received. */
export class RunSession {
  readonly machine: Machine
  readonly basis: SessionBasis
  status: string
  fresh: NewRun | null
  isCancelled = false
  isPaused = false
  /** Steps that are being done, by token. */
  readonly inFlight = new Map<number, AbortController>()
  #taken: number[] = []

  constructor(basis: SessionBasis) {
    this.basis = basis
    this.machine = basis.machine
    this.status = basis.status
    this.fresh = basis.fresh
  }

  get orgId(): string {
    return this.machine.facts.orgId
  }
  get runId(): string {
    return this.machine.facts.runId
  }

  /** Delivers signals to their tokens. */
  take(signals: readonly TokenSignal[]): void {
    for (const { token, key, data } of signals) {
      this.#taken.push(token)
      if (key === decisionKey) decide(this.machine, token, data as unknown as Decision)
      else takeSignal(this.machine, token, data)
    }
  }

  /** Advances the run for a limited time; a paused run only takes in results in flight. */
  goOn(now: number, isHalted: boolean): void {
    this.machine.now = Math.max(now, this.machine.now)
    if (this.isCancelled && !this.machine.state.ending) cancel(this.machine)
    if (this.isCancelled || !(this.isPaused || isHalted)) advance(this.machine, performance.now() + sliceMs)
  }

  /** A wait timed out, but its signal may have arrived without this process knowing. */
  mayTimeOut(now: number, isHalted: boolean): boolean {
    const { state } = this.machine
    if (this.fresh || state.ending || this.isCancelled || this.isPaused || isHalted) return false
    const at = Math.max(now, this.machine.now)
    return Object.values(state.tokens).some(
      ({ phase, wait, until }) => phase === 'waiting' && wait?.kind !== 'time' && until !== null && until <= at,
    )
  }

  /** The limited time was used up, and there is more to compute. */
  hasMore(isHalted: boolean): boolean {
    return this.machine.ready.length > 0 && (this.isCancelled || !(this.isPaused || isHalted))
  }

  get hasEnded(): boolean {
    return outcomeOf(this.machine) !== null
  }

  /** Leaves steps that were not started to the next owner of the run. */
  releaseUnstarted(): void {
    releaseUnstarted(this.machine)
  }

  /** Returns a function that restores the run as it is now, any number of times: changes since then were not written. */
  remember(): () => void {
    const { machine } = this
    const { state, ready, changes } = machine
    const text = JSON.stringify(state)
    const kept = { ready: [...ready], taken: [...this.#taken], changes: copyOf(changes) }
    return () => {
      machine.state = parseJson(text) as typeof state
      machine.ready = [...kept.ready]
      machine.changes = copyOf(kept.changes)
      this.#taken = [...kept.taken]
    }
  }

  /** Whether something must be written. */
  get hasChanges(): boolean {
    const { rows, opened, closed, payloads, calls } = this.machine.changes
    return (
      this.fresh !== null ||
      this.#taken.length > 0 ||
      [rows, opened, closed].some(({ size }) => size > 0) ||
      payloads.length + calls.length > 0
    )
  }

  /** Steps with effects in our database only: run in the transaction that writes them. */
  get commitCalls(): readonly Call[] {
    return this.machine.changes.calls.filter((call) => call.step.definition.kind === 'commit')
  }

  /** Takes the changes to write, and the steps that may begin after the write. `owner` null hands the run back. */
  toWrite(owner: string | null): { write: RunWrite; calls: Call[] } {
    const { machine, basis, runId } = this
    const { changes, commitCalls } = { changes: machine.changes, commitCalls: [...this.commitCalls] }
    machine.changes = { ...noChanges(), calls: commitCalls }
    const taken = this.#taken
    this.#taken = []
    const end = this.#end()
    const { facts, state } = machine
    const { version, trigger, parent, epoch, concurrency } = basis
    const write = {
      orgId: facts.orgId,
      runId,
      workflowId: facts.workflowId,
      epoch,
      concurrency,
      taken,
      end,
      fresh: this.fresh,
      stored: {
        state,
        facts,
        version,
        trigger,
        parent,
        status: this.status,
      },
      live: end ? null : this.#live(owner),
      ...partsOf(runId, changes),
    }
    return { write, calls: changes.calls.filter((call) => !commitCalls.includes(call)) }
  }

  #end(): RunWrite['end'] {
    const { machine } = this
    const outcome = outcomeOf(machine)
    if (!outcome) return null
    const output = toText(open(machine, machine.state.output) ?? null)
    // Large values are read from the state.
    return { ...outcome, at: machine.now, output: output.length > 8_192 ? toText(machine.state.output) : output }
  }

  #live(owner: string | null): RunWrite['live'] {
    const { machine } = this
    const wakeAt = new Date(Math.min(nextWake(machine), 8.64e15))
    if (owner !== null) return { status: 'running', dbStatus: 'leased', owner, wakeAt }
    const isWaiting = Object.values(machine.state.tokens).every(({ phase }) => phase !== 'ready' && phase !== 'called')
    return { status: isWaiting ? 'waiting' : 'running', dbStatus: isWaiting ? 'waiting' : 'ready', owner, wakeAt }
  }

  /** After a commit: nothing of the run is new any more. */
  written(write: RunWrite, { pause, cancel: isCancelled }: Written): void {
    this.fresh = null
    this.status = write.end?.status ?? write.live?.status ?? this.status
    this.isPaused = pause
    this.isCancelled ||= isCancelled
  }
}

/** A shallow copy is enough: entries are replaced, never changed. */
const copyOf = ({ rows, calls, opened, closed, abandoned, payloads }: Changes): Changes => ({
  rows: new Map(rows),
  calls: [...calls],
  opened: new Map(opened),
  closed: new Set(closed),
  abandoned: [...abandoned],
  payloads: [...payloads],
})

function partsOf(
  runId: string,
  { rows, payloads, opened, closed, abandoned }: Changes,
): Pick<RunWrite, 'rows' | 'payloads' | 'waits' | 'closed' | 'abandoned'> {
  return {
    rows: [...rows.values()].map((row) => rowText(runId, row)),
    payloads: payloads.map(({ id, text }) => `{"run_id":"${runId}","id":${id},"bytes":${text.length},"data":${text}}`),
    waits: [...opened].map(([token, { wait, until }]) =>
      JSON.stringify({
        run_id: runId,
        token,
        kind: wait.kind,
        key: wait.key,
        match: wait.match ?? null,
        expires_at: until === null ? null : new Date(until),
      }),
    ),
    closed: [...closed],
    abandoned,
  }
}

/** Builds the JSON directly: four of these rows are most of the cost of writing a short run. Ids, types and states need no escaping. */
function rowText(runId: string, row: StepRow): string {
  const { seq, stepId, type, attempt, status, startedAt, endedAt, repeats, costMicros } = row
  const ended = endedAt === null ? 'null' : `"${new Date(Math.max(endedAt, startedAt)).toISOString()}"`
  return `{"run_id":"${runId}","seq":${seq},"step_id":"${stepId}","type":"${type}","scope":"${row.scope}","attempt":${attempt},"status":"${status}","port":${
    row.port === null ? 'null' : `"${row.port}"`
  },"started_at":"${new Date(startedAt).toISOString()}","ended_at":${ended},"identity":${row.identity === null ? 'null' : `"${row.identity}"`},"repeats":${repeats},"cost_micros":${costMicros},"link":${
    row.link === null ? 'null' : JSON.stringify(row.link)
  },"error":${row.error === null ? 'null' : toText(row.error)},"input":${row.input ?? 'null'},"output":${row.output ?? 'null'}}`
}
