import type { Text } from '@imperium/contract/kit/message.ts'
import { createBreather } from '../../../platform/breathe.ts'
import type { OrgTx } from '../../../platform/db/database.ts'
import { idBefore, zeroId } from '../../../platform/ids.ts'
import type { LeaseHandle } from '../../../platform/leases/lease-handle.ts'
import type { Log } from '../../../platform/log.ts'
import { ChunkLostError } from './chunk-store.ts'
import type { ChunkKey } from './chunk-store.ts'
import type { CommonFault, FaultWatch } from './faults.ts'
import type { MessageSlots } from './message-slots.ts'
import type { EngineParts, Outlet, SendFacts } from './parts.ts'
import { composeMessage, prepareBatch, stillReachable } from './prepare.ts'
import type { Candidate, Ready } from './prepare.ts'
import { change, settle } from './settle.ts'
import type { Change } from './settle.ts'
import { pauseAccount } from './tokens.ts'
import type { TokenBucket } from './tokens.ts'
import type { Window, Written } from './write-window.ts'

/** Recipients checked ahead. */
const batchSize = 100
/** Of these, so many messages are rendered and signed while the previous window is in flight. */
const writtenAhead = 30
/** Rendered without a pause: limits how long this process blocks other requests. */
const writtenAtOnce = 3
/** No longer than this: one message may take a long time by its template. */
const heldMs = 20
/** A check is valid for this long: a contact that opts out before it gets nothing. */
const freshMs = 2_000
/** After this time a chunk makes room for others of its queue. */
const longestMs = 120_000
/** A wait for tokens up to this is waited for; a longer one gives the chunk back. */
const patienceMs = 300

interface Waiting extends Candidate {
  written?: Promise<Ready | Change>
}

export interface FlowNeeds {
  withTx: <T>(work: (tx: OrgTx) => Promise<T>) => Promise<T>
  parts: EngineParts
  facts: SendFacts
  key: ChunkKey
  outlet: Outlet
  slots: MessageSlots
  tokenBucket: TokenBucket
  faults: FaultWatch
  retryMs: readonly number[]
  /** Its lease: every write extends it. */
  lease: Pick<LeaseHandle, 'extend' | 'isSure'>
  now: () => Date
  log: Log
  /** Writes a window with all its changes and marks in one transaction. @throws ChunkLostError */
  write: (window: Pick<Window, 'changes' | 'marks'>) => Promise<Written>
  afterWritten: (written: Written) => Promise<void>
}

/**
 * Why a chunk ended early, and for how long: `stopped` by the process, `paused` by a member or the system, `pausing` at a rate limit.
 * `fault`: what a member must fix before the send can continue.
 */
export interface FlowEnd {
  why: 'through' | 'stopped' | 'paused' | 'resting'
  waitMs: number
  fault?: CommonFault
}

/**
 * Sends one leased chunk as a sliding window: one transaction settles finished messages and marks the next, while others are in flight.
 * It marks no more than the slot has room for, which bounds the unknown outcomes after a crash.
 */
export class ChunkFlow {
  readonly #needs: FlowNeeds
  readonly #candidates: Waiting[] = []
  #changes: Change[] = []
  /** Of the changes, how many free a place. */
  #landed = 0
  #flying = 0
  #cursor: string | null = zeroId
  #preparing: Promise<void> | undefined
  #end: FlowEnd | undefined
  #wakeup: (() => void) | undefined
  #isRung = false
  /** While waiting for more messages to settle, the flow wakes only after this many. */
  #quorum = 0
  #isWritingAhead = false
  #writeMs = 0
  #accepted = false
  #pausing: Promise<void> | undefined
  #fault: CommonFault | undefined
  readonly #beganAt = performance.now()

  constructor(needs: FlowNeeds) {
    this.#needs = needs
  }

  /** Takes nothing new; messages in flight are finished and written. A repeated call does not wake the flow, so that it cannot loop. */
  stop(why: 'stopped' | 'paused' | 'resting', waitMs = 0): void {
    if (this.#end) return
    this.#end = { why, waitMs }
    this.#notify()
  }

  /** Resolves when nothing is in flight and all outcomes are written. @throws ChunkLostError */
  async run(): Promise<FlowEnd> {
    try {
      while (await this.#step());
      await this.#pausing
      const end = this.#end ?? { why: 'through', waitMs: 0 }
      return this.#fault ? { ...end, fault: this.#fault } : end
    } finally {
      // Messages of a lost chunk are still in flight here and count until they settle.
      while (this.#flying > 0) await this.#pause()
      await this.#preparing
    }
  }

  /** False if nothing is left to do. */
  async #step(): Promise<boolean> {
    this.#isRung = false
    this.#lookAhead()
    await this.#gather()
    const marks = await this.#next()
    if (this.#changes.length > 0 || marks.length > 0) await this.#write(marks)
    else if (this.#flying === 0 && (this.#end || this.#isEmpty())) return false
    else await this.#pause()
    return true
  }

  /**
   * A transaction costs about the same for ten messages as for one: after the first outcome it waits for more, at most as long as the last
   * transaction took.
   */
  async #gather(): Promise<void> {
    if (this.#landed === 0) return
    const until = performance.now() + Math.min(10, Math.max(1, this.#writeMs))
    this.#quorum = this.#landed + this.#flying
    while (this.#flying > 0 && performance.now() < until) await this.#pause(Math.max(1, until - performance.now()))
    this.#quorum = 0
  }

  /** No recipient of the chunk is due any more. */
  #isEmpty(): boolean {
    return this.#cursor === null && !this.#preparing && this.#candidates.length === 0
  }

  #notify(): void {
    this.#isRung = true
    this.#wakeup?.()
  }

  /** Waits for a change. The timeout makes sure that the lease is checked even if no message settles. */
  async #pause(mostMs = 1_000): Promise<void> {
    if (this.#isRung) {
      this.#isRung = false
      return
    }
    const rung = new Promise<void>((resolve) => (this.#wakeup = resolve))
    const timer = setTimeout(() => this.#notify(), mostMs)
    await Promise.race([rung, this.#needs.slots.changed()])
    clearTimeout(timer)
    this.#wakeup = undefined
    this.#isRung = false
  }

  #lookAhead(): void {
    if (this.#preparing || this.#cursor === null || this.#end || this.#candidates.length > batchSize / 2) return
    const { withTx, parts, facts, key, now } = this.#needs
    const after = this.#cursor
    this.#preparing = withTx((tx) => prepareBatch(tx, parts, facts, key, { after, limit: batchSize, now: now() }))
      .then(
        ({ candidates, changes, last }) => {
          this.#cursor = last
          this.#candidates.push(...candidates)
          this.#changes.push(...changes)
        },
        (error: unknown) => this.#fail(error),
      )
      .finally(() => {
        this.#preparing = undefined
        this.#notify()
      })
  }

  /** The next messages that may go out, written; those that cannot be written are skipped. */
  async #next(): Promise<Ready[]> {
    if (performance.now() - this.#beganAt > longestMs) this.stop('stopped')
    if (!this.#needs.lease.isSure()) this.stop('stopped')
    if (this.#end || this.#isEmpty()) {
      this.#needs.slots.pause()
      return []
    }
    const free = this.#needs.slots.free(this.#landed)
    const ready: Ready[] = []
    const breathe = createBreather(heldMs)
    while (ready.length < free) {
      const candidate = this.#candidates[0]
      if (!candidate || this.#end) break
      if (performance.now() - candidate.checkedAt > freshMs) {
        this.#checkAnewFrom(candidate)
        break
      }
      if (!this.#needs.tokenBucket.isFree && !(await this.#mayGo(candidate))) continue
      this.#candidates.shift()
      const composed = await (candidate.written ?? this.#compose(candidate))
      if ('message' in composed) ready.push(composed)
      else this.#changes.push(composed)
      await breathe()
    }
    void this.#writeAhead()
    return ready
  }

  async #compose({ written: _written, ...candidate }: Waiting): Promise<Ready | Change> {
    const { outlet } = this.#needs
    const composed = await composeMessage(outlet, candidate)
    if ('message' in composed) outlet.prepare?.(composed.message)
    return composed
  }

  /** A few at a time, to keep the event loop responsive. */
  async #writeAhead(): Promise<void> {
    if (this.#isWritingAhead) return
    this.#isWritingAhead = true
    for (;;) {
      const next = this.#candidates.slice(0, writtenAhead).filter((each) => !each.written)
      if (next.length === 0 || this.#end) break
      const until = performance.now() + heldMs
      for (const candidate of next.slice(0, writtenAtOnce)) {
        if (performance.now() > until) break
        candidate.written = this.#compose(candidate)
        // The error is handled when the candidate's turn comes.
        candidate.written.catch(() => undefined)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#isWritingAhead = false
  }

  /** Drops what was checked, from this candidate on: its check is too old, so it is made anew. */
  #checkAnewFrom({ contactId }: Candidate): void {
    // A check in flight would leave a gap before its own results.
    if (this.#preparing) return
    this.#candidates.length = 0
    this.#cursor = idBefore(contactId)
  }

  /**
   * Takes tokens for the candidate. At the domain's limit only the candidate waits; at the limit of the send or account the whole chunk
   * waits.
   */
  async #mayGo({ contactId, addressee }: Candidate): Promise<boolean> {
    const { tokenBucket } = this.#needs
    const domain = addressee.contact.email?.split('@')[1] ?? ''
    const { taken, waitMs, isDomain } = await tokenBucket.take(domain, 1)
    if (taken > 0) return true
    if (isDomain) {
      this.#candidates.shift()
      this.#changes.push(change(contactId, { was: 'queued', status: 'queued', reason: 'domain_rate', delayMs: waitMs }))
    } else if (waitMs <= patienceMs) await new Promise((resolve) => setTimeout(resolve, waitMs))
    else this.stop('resting', waitMs)
    return false
  }

  async #write(marks: readonly Ready[]): Promise<void> {
    const { slots, write, afterWritten } = this.#needs
    const changes = this.#changes
    const landed = this.#landed
    this.#changes = []
    this.#landed = 0
    slots.take(marks.length)
    const requestedAt = performance.now()
    const lines = marks.map(({ contactId, copies, addressee, message, shortened }) => ({
      contactId,
      copies,
      variant: addressee.variant,
      address: message.to,
      code: shortened?.code,
    }))
    let written: Written
    try {
      written = await this.#persist(() => write({ changes, marks: lines }))
    } catch (error) {
      slots.give(marks.length)
      throw error
    }
    this.#writeMs = performance.now() - requestedAt
    this.#needs.lease.extend(requestedAt)
    slots.give(landed)
    const go = marks
      .filter((each) => written.marked.has(each.contactId))
      .map((each) => (each.shortened && written.clashing.has(each.contactId) ? { ...each, message: each.shortened.straight() } : each))
    slots.give(marks.length - go.length)
    await afterWritten(written)
    // The chunk is taken again immediately, with the current campaign settings.
    if (written.sendStatus === 'changed') this.stop('stopped')
    else if (written.sendStatus !== 'sending' && written.sendStatus !== 'testing') this.stop('paused')
    const wanted = await this.#stillWanted(go)
    // The write may have finished after the lease ended.
    const leaving = new Set(this.#needs.lease.isSure() ? wanted : [])
    if (leaving.size < go.length) this.#requeue(go.filter((each) => !leaving.has(each)))
    for (const each of leaving) this.#launch(each)
  }

  /** If the write took long (a lock, a database outage), checks the recipients again: a contact may have opted out meanwhile. */
  async #stillWanted(marked: readonly Ready[]): Promise<readonly Ready[]> {
    const { withTx, parts, facts } = this.#needs
    if (marked.every(({ checkedAt }) => performance.now() - checkedAt <= freshMs)) return marked
    try {
      return await withTx((tx) => stillReachable(tx, parts, facts, marked))
    } catch (error) {
      this.#fail(error)
      return []
    }
  }

  /** Marked and not sent: queued as before. */
  #requeue(marked: readonly Ready[]): void {
    this.stop('stopped')
    this.#landed += marked.length
    this.#changes.push(...marked.map(({ contactId }) => change(contactId, { was: 'sending', status: 'queued' })))
  }

  /** Retries through a database outage: messages in flight must be recorded, and the epoch decides whether they still may be. */
  async #persist<T>(write: () => Promise<T>): Promise<T> {
    for (let tries = 0; ; tries++) {
      try {
        return await write()
      } catch (error) {
        if (error instanceof ChunkLostError || tries >= 60) throw error
        this.#needs.log.warn({ err: error, sendId: this.#needs.key.sendId }, 'outcomes of messages could not be written, trying again')
        await new Promise((resolve) => setTimeout(resolve, Math.min(1_000, 50 * 2 ** tries)))
      }
    }
  }

  #launch(ready: Ready): void {
    this.#flying += 1
    const { outlet, log, retryMs, now, key, faults } = this.#needs
    void outlet
      .send(ready.message)
      .catch((error: unknown) => {
        log.error({ err: error, sendId: key.sendId, contactId: ready.contactId }, 'a message failed by a fault of ours')
        return { kind: 'unknown', response: error instanceof Error ? error.message : String(error) } as const
      })
      .then((outcome) => {
        const { unknownPolicy, acceptanceDelivers } = outlet.account
        const fault = faults.note(ready.contactId, outcome)
        const settled = settle(ready, outcome, { unknownPolicy, acceptanceDelivers, retryMs, now: now(), isCommonFault: fault !== null })
        this.#accepted ||= outcome.kind === 'accepted'
        this.#changes.push(settled.change)
        this.#landed += 1
        this.#flying -= 1
        if (fault) this.#stopForFault(fault)
        if (settled.pauseMs !== undefined) this.#pauseFor(settled.pauseMs)
        if (settled.unreachable !== undefined) this.#unreachable(settled.unreachable)
        if (this.#landed >= this.#quorum) this.#notify()
      })
  }

  /** Every other message would fail too: messages in flight finish, and the send waits for a member. */
  #stopForFault(fault: CommonFault): void {
    this.#fault = fault
    this.stop('paused')
  }

  /** The provider asked to slow down: the account pauses, for all workers. */
  #pauseFor(ms: number): void {
    this.stop('resting', ms)
    const { withTx, outlet } = this.#needs
    this.#pausing ??= withTx((tx) => pauseAccount(tx, outlet.account, ms, this.#accepted)).then(
      (pauseMs) => this.#lengthen(pauseMs),
      (error: unknown) => this.#fail(error),
    )
  }

  /** The server is unreachable: reported to the circuit breaker once, and the whole chunk is retried. */
  #unreachable(reason: Text): void {
    const again = 5_000
    this.stop('resting', again)
    const { withTx, outlet, parts, now } = this.#needs
    this.#pausing ??= withTx((tx) => parts.reportHealth(tx, outlet.account.id, { ok: false, reason })).then(
      (until) => this.#lengthen(until ? until.getTime() - now().getTime() : again),
      (error: unknown) => this.#fail(error),
    )
  }

  #lengthen(waitMs: number): void {
    if (this.#end) this.#end.waitMs = Math.max(0, waitMs)
    this.#notify()
  }

  /** Messages in flight finish; the rest waits briefly. */
  #fail(error: unknown): void {
    this.#needs.log.warn({ err: error, sendId: this.#needs.key.sendId }, 'sending was interrupted')
    this.stop('stopped', 2_000)
  }
}
