import type { OrgTx } from '../../../platform/db/database.ts'
import { idBefore, zeroId } from '../../../platform/ids.ts'
import type { Hand } from '../../../platform/leases/hand.ts'
import type { Log } from '../../../platform/log.ts'
import { ChunkLostError } from './chunk-store.ts'
import type { ChunkKey } from './chunk-store.ts'
import type { CommonFault, FaultWatch } from './faults.ts'
import type { Seat } from './flights.ts'
import type { EngineParts, Outlet, SendFacts } from './parts.ts'
import { composeMessage, prepareBatch, stillReachable } from './prepare.ts'
import type { Candidate, Ready } from './prepare.ts'
import { change, settle } from './settle.ts'
import type { Change } from './settle.ts'
import { restAccount } from './tokens.ts'
import type { Purse } from './tokens.ts'
import type { Window, Written } from './write-window.ts'

/** Looked at so far ahead. */
const batchSize = 100
/** Of those, so many are written, and signed, while the window before them is on its way. */
const writtenAhead = 30
/** As many are written without a pause: whoever waits for an answer of this process waits for no more than that. */
const writtenAtOnce = 3
/** A check is good for so long: whoever withdrew before it gets nothing. */
const freshMs = 2_000
/** After this a chunk makes room for others of its queue. */
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
  seat: Seat
  purse: Purse
  faults: FaultWatch
  retryMs: readonly number[]
  /** Its lease: every write extends it. */
  hand: Pick<Hand, 'extend' | 'isSure'>
  now: () => Date
  log: Log
  /** Writes a window, and what belongs to it, or nothing. @throws ChunkLostError */
  write: (window: Pick<Window, 'changes' | 'marks'>) => Promise<Written>
  afterWritten: (written: Written) => Promise<void>
}

/**
 * Why a chunk was left before its end, and for how long: `stopped` by the process, `paused` by somebody, or because nobody may send now.
 * `fault`: what somebody has to mend before the send may go on.
 */
export interface FlowEnd {
  why: 'through' | 'stopped' | 'paused' | 'resting'
  waitMs: number
  fault?: CommonFault
}

/**
 * Sends one leased chunk. Messages that have come back are written in the same transaction that marks the next ones, while others are
 * on their way: the window slides. At most as many as the seat has room for are marked and not yet settled, so that a crash can hide the
 * outcome of no more.
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
  #bell: (() => void) | undefined
  #isRung = false
  /** While more are waited for, so many have to have landed before anybody is woken for it. */
  #quorum = 0
  #isWritingAhead = false
  #writeMs = 0
  #accepted = false
  #resting: Promise<void> | undefined
  #fault: CommonFault | undefined
  readonly #beganAt = performance.now()

  constructor(needs: FlowNeeds) {
    this.#needs = needs
  }

  /** Takes nothing new; what is on its way is finished and written. Said again it wakes nobody: whoever does so at every step would never rest. */
  stop(why: 'stopped' | 'paused' | 'resting', waitMs = 0): void {
    if (this.#end) return
    this.#end = { why, waitMs }
    this.#ring()
  }

  /** Resolves when nothing is in flight and all is written. @throws ChunkLostError */
  async run(): Promise<FlowEnd> {
    try {
      while (await this.#step());
      await this.#resting
      const end = this.#end ?? { why: 'through', waitMs: 0 }
      return this.#fault ? { ...end, fault: this.#fault } : end
    } finally {
      // What another worker has taken over is still on its way from here, and takes room until it has landed.
      while (this.#flying > 0) await this.#rest()
      await this.#preparing
    }
  }

  /** False when there is nothing more to do. */
  async #step(): Promise<boolean> {
    this.#isRung = false
    this.#lookAhead()
    await this.#gather()
    const marks = await this.#next()
    if (this.#changes.length > 0 || marks.length > 0) await this.#write(marks)
    else if (this.#flying === 0 && (this.#end || this.#isEmpty())) return false
    else await this.#rest()
    return true
  }

  /**
   * A transaction costs about the same for ten messages as for one: with some back, the others are waited for, up to as long as the last
   * transaction took.
   */
  async #gather(): Promise<void> {
    if (this.#landed === 0) return
    const until = performance.now() + Math.min(10, Math.max(1, this.#writeMs))
    this.#quorum = this.#landed + this.#flying
    while (this.#flying > 0 && performance.now() < until) await this.#rest(Math.max(1, until - performance.now()))
    this.#quorum = 0
  }

  /** Nobody of the chunk is left whose turn it is. */
  #isEmpty(): boolean {
    return this.#cursor === null && !this.#preparing && this.#candidates.length === 0
  }

  #ring(): void {
    this.#isRung = true
    this.#bell?.()
  }

  /** Until something has changed. The lease is looked at now and then, should nothing ever come back. */
  async #rest(mostMs = 1_000): Promise<void> {
    if (this.#isRung) {
      this.#isRung = false
      return
    }
    const rung = new Promise<void>((resolve) => (this.#bell = resolve))
    const timer = setTimeout(() => this.#ring(), mostMs)
    await Promise.race([rung, this.#needs.seat.changed()])
    clearTimeout(timer)
    this.#bell = undefined
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
        this.#ring()
      })
  }

  /** The next messages that may go out, written; those that cannot be written are skipped. */
  async #next(): Promise<Ready[]> {
    if (performance.now() - this.#beganAt > longestMs) this.stop('stopped')
    if (!this.#needs.hand.isSure()) this.stop('stopped')
    if (this.#end || this.#isEmpty()) {
      this.#needs.seat.rest()
      return []
    }
    const room = this.#needs.seat.room(this.#landed)
    const ready: Ready[] = []
    while (ready.length < room) {
      const candidate = this.#candidates[0]
      if (!candidate || this.#end) break
      if (performance.now() - candidate.checkedAt > freshMs) {
        this.#lookAgain(candidate)
        break
      }
      if (!this.#needs.purse.isFree && !(await this.#mayGo(candidate))) continue
      this.#candidates.shift()
      const composed = await (candidate.written ?? this.#compose(candidate))
      if ('message' in composed) ready.push(composed)
      else this.#changes.push(composed)
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

  /** A few at a time: the event loop belongs to others too. */
  async #writeAhead(): Promise<void> {
    if (this.#isWritingAhead) return
    this.#isWritingAhead = true
    for (;;) {
      const next = this.#candidates.slice(0, writtenAhead).filter((each) => !each.written)
      if (next.length === 0 || this.#end) break
      for (const candidate of next.slice(0, writtenAtOnce)) {
        candidate.written = this.#compose(candidate)
        // Told when its turn comes.
        candidate.written.catch(() => undefined)
      }
      await new Promise((resolve) => setImmediate(resolve))
    }
    this.#isWritingAhead = false
  }

  /** What was checked too long ago is looked at once more, from the first of them on. */
  #lookAgain({ contactId }: Candidate): void {
    // A look ahead that is under way would put its own behind a gap.
    if (this.#preparing) return
    this.#candidates.length = 0
    this.#cursor = idBefore(contactId)
  }

  /** Tokens for the candidate. Where its domain is at its bound it waits by itself; where the send or the account is, all do. */
  async #mayGo({ contactId, addressee }: Candidate): Promise<boolean> {
    const { purse } = this.#needs
    const domain = addressee.contact.email?.split('@')[1] ?? ''
    const { taken, waitMs, isDomain } = await purse.take(domain, 1)
    if (taken > 0) return true
    if (isDomain) {
      this.#candidates.shift()
      this.#changes.push(change(contactId, { was: 'queued', status: 'queued', reason: 'domain_rate', delayMs: waitMs }))
    } else if (waitMs <= patienceMs) await new Promise((resolve) => setTimeout(resolve, waitMs))
    else this.stop('resting', waitMs)
    return false
  }

  async #write(marks: readonly Ready[]): Promise<void> {
    const { seat, write, afterWritten } = this.#needs
    const changes = this.#changes
    const landed = this.#landed
    this.#changes = []
    this.#landed = 0
    seat.take(marks.length)
    const askedAt = performance.now()
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
      seat.give(marks.length)
      throw error
    }
    this.#writeMs = performance.now() - askedAt
    this.#needs.hand.extend(askedAt)
    seat.give(landed)
    const go = marks
      .filter((each) => written.marked.has(each.contactId))
      .map((each) => (each.shortened && written.clashing.has(each.contactId) ? { ...each, message: each.shortened.straight() } : each))
    seat.give(marks.length - go.length)
    await afterWritten(written)
    // Taken again at once, by what the campaign says now.
    if (written.sendStatus === 'changed') this.stop('stopped')
    else if (written.sendStatus !== 'sending' && written.sendStatus !== 'testing') this.stop('paused')
    const wanted = await this.#stillWanted(go)
    // The answer may have come too late.
    const leaving = new Set(this.#needs.hand.isSure() ? wanted : [])
    if (leaving.size < go.length) this.#takeBack(go.filter((each) => !leaving.has(each)))
    for (const each of leaving) this.#launch(each)
  }

  /** Where the write took so long (a lock, a database that was away) that somebody may have withdrawn meanwhile, they are looked at once more. */
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
  #takeBack(marked: readonly Ready[]): void {
    this.stop('stopped')
    this.#landed += marked.length
    this.#changes.push(...marked.map(({ contactId }) => change(contactId, { was: 'sending', status: 'queued' })))
  }

  /** A database that is away comes back: what is on its way must be written, and the epoch says whether it still may be. */
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
        if (settled.restMs !== undefined) this.#restFor(settled.restMs)
        if (settled.unreachable !== undefined) this.#unreachable(settled.unreachable)
        if (this.#landed >= this.#quorum) this.#ring()
      })
  }

  /** Everybody else would be refused as well: what is on its way is finished, and the send waits for somebody. */
  #stopForFault(fault: CommonFault): void {
    this.#fault = fault
    this.stop('paused')
  }

  /** The provider asked to slow down: the account rests, for all workers. */
  #restFor(ms: number): void {
    this.stop('resting', ms)
    const { withTx, outlet } = this.#needs
    this.#resting ??= withTx((tx) => restAccount(tx, outlet.account, ms, this.#accepted)).then(
      (restMs) => this.#lengthen(restMs),
      (error: unknown) => this.#fail(error),
    )
  }

  /** Nobody is there: told to the breaker once, and the whole chunk comes again. */
  #unreachable(reason: string): void {
    const again = 5_000
    this.stop('resting', again)
    const { withTx, outlet, parts, now } = this.#needs
    this.#resting ??= withTx((tx) => parts.reportHealth(tx, outlet.account.id, { ok: false, reason })).then(
      (until) => this.#lengthen(until ? until.getTime() - now().getTime() : again),
      (error: unknown) => this.#fail(error),
    )
  }

  #lengthen(waitMs: number): void {
    if (this.#end) this.#end.waitMs = Math.max(0, waitMs)
    this.#ring()
  }

  /** What is in flight is finished; the rest waits a little. */
  #fail(error: unknown): void {
    this.#needs.log.warn({ err: error, sendId: this.#needs.key.sendId }, 'sending was interrupted')
    this.stop('stopped', 2_000)
  }
}
