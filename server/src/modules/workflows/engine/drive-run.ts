import { sql } from 'kysely'
import type { OrgTx } from '../../../platform/db/database.ts'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import type { Platform } from '../../../platform/platform.ts'
import { contextOf } from '../core/advance.ts'
import { nextWake } from '../core/machine.ts'
import type { Call } from '../core/machine.ts'
import { settle } from '../core/settle.ts'
import type { StepResult } from '../steps/step-type.ts'
import type { LeaseUpdate } from './live-runs-store.ts'
import { inTransaction } from '../../../platform/db/group-commit.ts'
import type { Committer } from './committer.ts'
import { lockKey } from './concurrency-store.ts'
import type { RunSession, TokenSignal } from './run-session.ts'
import type { RunWrite, Written } from './stored-run.ts'
import { lockAndAcknowledgeSignals, acknowledgeSignals } from './acknowledge-signals.ts'
import { writeRuns } from './write-runs-store.ts'

/** A step that only computes is waited for this long before the run is written without its result. */
const patienceMs = 50
/** Time that steps in flight of a cancelled run may still take. */
const cancelGraceMs = 5_000
/** Longer timers are waited for in the database. */
const longestTimerMs = 60_000
/** Error code of a step that meets the suspension before this worker knows of it: no failure; the run continues with its organization. */
const suspended = 'ORGANIZATION_SUSPENDED'

export type StopReason = 'stop' | 'lost' | 'cancel'

/** Result of a write: the steps that may begin now, and whether the lease was handed back. */
interface Outcome extends Written {
  begin: readonly Call[]
  isLeft: boolean
}

/** Why a run is looked at again, and with which data. */
interface PendingUpdates {
  settled: { call: Call; result: StepResult }[]
  signals: TokenSignal[]
}

/** The parts of a process that works on runs. */
export interface DriveNeeds {
  platform: Platform
  committer: Committer
  /** Null in a process that only starts runs. */
  owner: string | null
  /** After each commit. */
  onWritten: (session: RunSession, isFirst: boolean, written: Written) => void
}

/** Drives one run in this process. */
export class Drive {
  readonly session: RunSession
  readonly #needs: DriveNeeds
  #update: PendingUpdates = { settled: [], signals: [] }
  #isSignalled = false
  #wake: (() => void) | undefined
  #isLost = false
  #isSuspendedNow = false
  #isStopping = false
  #lease: LeaseHandle<LeaseUpdate> | undefined

  constructor(needs: DriveNeeds, session: RunSession, signals: readonly TokenSignal[] = []) {
    this.#needs = needs
    this.session = session
    this.#update.signals.push(...signals)
  }

  /** Nothing more begins, and the run is handed back when nothing is in flight: its organization is suspended, or the process stops. */
  #isHalted(): boolean {
    return this.#isSuspendedNow || this.#isStopping
  }

  #listen(lease: LeaseHandle<LeaseUpdate>): void {
    this.#lease = lease
    lease.update = ({ cancel_requested: cancel, pause_requested: pause, signalled, is_suspended: isSuspended = this.#isSuspendedNow }) => {
      if (!cancel && !pause && !signalled && isSuspended === this.#isSuspendedNow) return
      this.#isSignalled ||= signalled
      this.#isSuspendedNow = isSuspended
      if (cancel && !this.session.isCancelled) setTimeout(() => this.#abortCalls('cancel'), cancelGraceMs).unref()
      this.session.isCancelled ||= cancel
      this.session.isPaused ||= pause
      this.#wake?.()
    }
    lease.whenStopping(() => {
      this.#isStopping = true
      this.#wake?.()
    })
    if (lease.signal.aborted) this.#abandon('stop')
    lease.signal.addEventListener('abort', () => this.#abandon('stop'), { once: true })
  }

  /** Abandons the steps in flight; the next owner of the run handles their outcome. */
  #abandon(reason: 'stop' | 'lost'): void {
    this.#isLost = true
    this.#abortCalls(reason)
    this.#wake?.()
  }

  #abortCalls(reason: StopReason): void {
    for (const controller of this.session.inFlight.values()) controller.abort(reason)
  }

  /** Drives the run until it ends, parks, or is lost to another worker. @throws when it could not be written. */
  async run(lease?: LeaseHandle<LeaseUpdate>): Promise<void | number> {
    if (lease) this.#listen(lease)
    try {
      await this.#run()
      // Hands back an abandoned run; changes nothing when it was handed back or ended before.
      if (lease?.signal.aborted) return 0
    } catch (error) {
      // The database is away, or a fault of ours: the run is taken up again.
      this.#abandon('lost')
      throw error
    }
  }

  async #run(): Promise<void> {
    const { session } = this
    const { platform } = this.#needs
    while (!this.#isLost) {
      await this.#applyUpdates()
      const now = platform.clock.now().getTime()
      const mayTimeOut = session.mayTimeOut(now, this.#isHalted())
      if (!mayTimeOut && !(await this.#goOn(now))) continue
      const isFirst = session.fresh !== null
      const single = this.#isHalted() ? undefined : session.commitCalls[0]
      const outcome = mayTimeOut ? await this.#writeTimeOut(now) : single ? await this.#writeWith(single) : await this.#write()
      this.#needs.onWritten(session, isFirst, outcome)
      if (outcome.isLost || outcome.repeatOf || outcome.isLeft) return
      for (const call of outcome.begin) void this.#begin(call)
      this.#isSignalled ||= outcome.signalled
      if (session.commitCalls.length === 0) await this.#next()
    }
  }

  /** Advances the run until something must be written. False when it must be looked at again first. */
  async #goOn(now: number): Promise<boolean> {
    const { session } = this
    session.goOn(now, this.#isHalted())
    if (session.hasMore(this.#isHalted())) {
      await new Promise((resolve) => setImmediate(resolve))
      return false
    }
    if (await this.#compute()) return false
    if (this.#isLost) return false
    if (session.hasChanges || session.inFlight.size === 0) return true
    await this.#next()
    return false
  }

  /** The only place that takes signals, between two writes: signals taken during a write would wait unnoticed. */
  async #applyUpdates(): Promise<void> {
    const { session } = this
    const { platform } = this.#needs
    if (this.#isSignalled) {
      this.#isSignalled = false
      this.#update.signals.push(...(await acknowledgeSignals(platform, session)))
    }
    const { settled, signals } = this.#update
    this.#update = { settled: [], signals: [] }
    session.machine.now = Math.max(session.machine.now, platform.clock.now().getTime())
    for (const { call, result } of settled) settle(session.machine, call.token, result, call.config)
    session.take(signals)
  }

  /** Runs pure steps before anything is written. True when they ran and the run can advance. */
  async #compute(): Promise<boolean> {
    const { session } = this
    const { changes } = session.machine
    const computing = changes.calls.filter((call) => call.step.definition.kind === 'compute')
    if (computing.length === 0 || computing.length < changes.calls.length || session.inFlight.size > 0) return false
    const done = Promise.all(computing.map((call) => this.#begin(call)))
    changes.calls = []
    const isDone = await Promise.race([done.then(() => true), new Promise<false>((resolve) => setTimeout(resolve, patienceMs, false))])
    return isDone && !this.#isLost
  }

  /** Owner of the run after this write; null when nothing of it is to be done now. */
  #ownerAfter(): string | null {
    const { session } = this
    const isBusy = session.inFlight.size > 0 || session.machine.changes.calls.length > 0 || session.hasMore(this.#isHalted())
    return isBusy && !session.hasEnded ? this.#needs.owner : null
  }

  #toWrite(): { write: RunWrite; begin: Call[]; isLeft: boolean } {
    if (this.#isHalted()) this.session.releaseUnstarted()
    const owner = this.#ownerAfter()
    const { write, calls } = this.session.toWrite(owner)
    return { write, begin: calls, isLeft: owner === null }
  }

  async #write(): Promise<Outcome> {
    const { session } = this
    const { write, begin, isLeft } = this.#toWrite()
    const { platform, committer } = this.#needs
    // A transaction that ends a run with a concurrency key locks that key first, and shares its commit with no other run.
    const written =
      write.concurrency && write.end
        ? await inTransaction(platform.db, session.orgId, async (tx) => onlyOf(await writeRuns(platform, tx, [write])))
        : await committer.write(write)
    session.written(write, written)
    return { ...written, begin, isLeft }
  }

  /** A retry after a deadlock repeats the advance of the run from its state before the write. */
  #inTransaction<T>(work: (tx: OrgTx) => Promise<T>): Promise<T> {
    const { session } = this
    return inTransaction(this.#needs.platform.db, session.orgId, work, session.remember())
  }

  /** Ends waits that timed out, except those with a signal: nothing can signal the run while its row is locked. */
  async #writeTimeOut(now: number): Promise<Outcome> {
    const { session } = this
    const { platform } = this.#needs
    const outcome = await this.#inTransaction(async (tx) => {
      const { concurrency } = session.basis
      // Before the run, as everywhere: it may end here.
      if (concurrency) await lockKey(tx, session.machine.facts.workflowId, concurrency.key)
      const signals = await lockAndAcknowledgeSignals(tx, session)
      if (!signals) return null
      session.take(signals)
      session.goOn(now, this.#isHalted())
      const { write, begin, isLeft } = this.#toWrite()
      return { write, begin, isLeft, written: onlyOf(await writeRuns(platform, tx, [write])) }
    })
    if (!outcome) return lost
    session.written(outcome.write, outcome.written)
    return { ...outcome.written, begin: outcome.begin, isLeft: outcome.isLeft }
  }

  /** Runs a step with effects in our database only, in the transaction that writes its result. */
  async #writeWith(call: Call): Promise<Outcome> {
    const { session } = this
    const { platform } = this.#needs
    const isFresh = session.fresh !== null
    try {
      const outcome = await this.#inTransaction(async (tx) => {
        if (!isFresh && !(await this.#holds(tx))) return null
        if (isFresh && session.basis.concurrency === null && (await isKnownStart(tx, session))) {
          const { write, begin, isLeft } = this.#toWrite()
          return { write, begin, isLeft, written: onlyOf(await writeRuns(platform, tx, [write])) }
        }
        const result = await this.#runCommit(tx, call)
        if (result.kind === 'failed') throw new StepFailed(result)
        this.#settle(call, result)
        const { write, begin, isLeft } = this.#toWrite()
        return { write, begin, isLeft, written: onlyOf(await writeRuns(platform, tx, [write])) }
      })
      if (!outcome) return lost
      session.written(outcome.write, outcome.written)
      return { ...outcome.written, begin: outcome.begin, isLeft: outcome.isLeft }
    } catch (error) {
      if (error instanceof StepFailed && error.result.code === suspended) {
        this.#isSuspendedNow = true
        return this.#write()
      }
      if (error instanceof StepFailed) {
        this.#settle(call, error.result)
        return this.#write()
      }
      if (!(error instanceof StepFault)) throw error
      platform.log.error({ err: error.cause, runId: session.runId, step: call.step.id }, 'a step failed unexpectedly')
      this.#settle(call, internalFailure)
      return this.#write()
    }
  }

  #settle(call: Call, result: StepResult): void {
    const { machine } = this.session
    machine.changes.calls = machine.changes.calls.filter((each) => each !== call)
    settle(machine, call.token, result, call.config)
    // Uses the previous time: no wait may end here while its signals are unread.
    this.session.goOn(machine.now, this.#isHalted())
  }

  async #holds(tx: OrgTx): Promise<boolean> {
    const row = await tx
      .selectFrom('workflow_live')
      .select('status')
      .where('run_id', '=', this.session.runId)
      .where('epoch', '=', this.session.basis.epoch)
      .forUpdate()
      .executeTakeFirst()
    return row?.status === 'leased'
  }

  async #runCommit(tx: OrgTx, call: Call): Promise<StepResult> {
    const { definition } = call.step
    const token = this.session.machine.state.tokens[call.token]
    if (definition.kind !== 'commit' || !token) throw new TypeError(`${call.step.id} is no step of the database`)
    try {
      return await definition.run(this.#needs.platform, tx, call.config, contextOf(this.session.machine, call.step, token, call.token))
    } catch (cause) {
      throw new StepFault(`the step ${call.step.id} threw`, { cause })
    }
  }

  /** Starts a step that runs outside of our transactions. */
  async #begin(call: Call): Promise<void> {
    const { session } = this
    const token = session.machine.state.tokens[call.token]
    if (!token) return
    const controller = new AbortController()
    session.inFlight.set(call.token, controller)
    const result = await this.#do(call, contextOf(session.machine, call.step, token, call.token), controller.signal)
    session.inFlight.delete(call.token)
    if (!this.#isLost) this.#update.settled.push({ call, result })
    this.#wake?.()
  }

  async #do({ step: { definition, id }, config }: Call, context: ReturnType<typeof contextOf>, signal: AbortSignal): Promise<StepResult> {
    const { platform } = this.#needs
    try {
      if (definition.kind === 'compute') return await definition.run(config, context, signal)
      if (definition.kind !== 'effect') return internalFailure
      // A process that stood still may have lost the lease: its effects would be done twice.
      if (!this.#lease?.isSure()) {
        this.#abandon('lost')
        return internalFailure
      }
      return await definition.run(platform, config, context, signal)
    } catch (error) {
      if (!signal.aborted) platform.log.error({ err: error, runId: context.runId, step: id }, 'a step failed unexpectedly')
      return { ...internalFailure, unknown: definition.kind === 'effect' }
    }
  }

  /** Waits for a result, a signal, or the next due time of the run. */
  async #next(): Promise<void> {
    const { settled, signals } = this.#update
    if (settled.length + signals.length > 0 || this.#isSignalled || this.#isLost) return
    const { session } = this
    const isHalted = session.machine.state.ending !== null || session.isPaused || this.#isHalted()
    const due = isHalted ? Infinity : nextWake(session.machine)
    const wait = Math.max(0, Math.min(longestTimerMs, due - this.#needs.platform.clock.now().getTime()))
    await new Promise<void>((resolve) => {
      const timer = setTimeout(resolve, wait)
      this.#wake = () => {
        clearTimeout(timer)
        resolve()
      }
    })
    this.#wake = undefined
  }
}

/** A known start key must not start a second run. */
async function isKnownStart(tx: OrgTx, { fresh, machine }: RunSession): Promise<boolean> {
  if (!fresh?.startKey) return false
  const { facts } = machine
  // A concurrent start with the same key waits here.
  await sql`select pg_advisory_xact_lock(hashtextextended(${`${facts.workflowId} ${fresh.startKey}`}, 1))`.execute(tx)
  const row = await tx
    .selectFrom('workflow_starts')
    .select('run_id')
    .where('workflow_id', '=', facts.workflowId)
    .where('key', '=', fresh.startKey)
    .executeTakeFirst()
  return row !== undefined
}

const onlyOf = (written: Map<string, Written>): Written => {
  const [first] = written.values()
  if (!first) throw new TypeError('nothing was written')
  return first
}

class StepFault extends Error {
  override readonly name = 'StepFault'
}

/** Rolls back what a step wrote before it failed; the database may have aborted the transaction already. */
class StepFailed extends Error {
  override readonly name = 'StepFailed'
  readonly result: Extract<StepResult, { kind: 'failed' }>

  constructor(result: Extract<StepResult, { kind: 'failed' }>) {
    super('the step failed')
    this.result = result
  }
}

const internalFailure = { kind: 'failed', code: 'INTERNAL', message: 'The step failed unexpectedly', retryable: true } as const
const lost: Outcome = { isLost: true, repeatOf: null, cancel: false, pause: false, signalled: false, begin: [], isLeft: true }
