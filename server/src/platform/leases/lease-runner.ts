import type { SystemTx } from '../db/database.ts'
import { heldError } from '../installation/held-error.ts'
import { createWakeup } from '../events/wakeup.ts'
import { zeroId } from '../ids.ts'
import { nameWorker } from '../jobs/worker-name.ts'
import type { Platform } from '../platform.ts'
import { LeaseHandle } from './lease-handle.ts'
import { claimDue, claimOne, expireLeases, extendLeases, nextDueMs, releaseLeases, rowsDue } from './lease-store.ts'
import type { Claimed } from './lease-store.ts'
import { LeaseLostError } from './lease-table.ts'
import type { KeyColumns, KeyOf, Lease, LeaseTable } from './lease-table.ts'

/** Interval of polling for due items in case signals are lost. */
const pollEveryMs = 1_000
/** A due item that could not be claimed is leased or locked by another process: wait before asking again. */
const lockedMs = 100
const mostAtOnce = 500
/** Between the end of an item and the next poll: ends come in groups, and one poll serves all of them. */
const gatherMs = 5
/** Work that neither ends nor reacts to the stop signal is left to another process after this time. */
const lastWaitMs = 3_000

export interface RunnerOptions<K extends KeyColumns, Row extends object, LeaseUpdate extends object> {
  platform: Pick<Platform, 'db' | 'live' | 'log' | 'clock' | 'hold'>
  table: LeaseTable<K, Row, LeaseUpdate>
  /** Items in this process at a time, and of one organization. */
  slots: number
  perOrganization?: number
  /**
   * Processes one item. Resolves with nothing when the module wrote the next state of the row (behind the fence), or with the
   * milliseconds until the item is due again. Throwing is a failure.
   */
  run: (item: Claimed<K, Row>, handle: LeaseHandle<LeaseUpdate>) => Promise<void | number>
  /** Reads what else the items need into their rows, many at a time, in the transaction that claims them. */
  load?: (tx: SystemTx, items: readonly Claimed<K, Row>[]) => Promise<void>
  /** A failed item is due again after this time. Without it its lease ends, and the reaper decides. */
  retryMs?: number
  /** Rows are due by the clock of the process instead of the database's. */
  byClock?: boolean
  owner?: string
  beatEveryMs?: number
}

interface LeasedItem<K extends KeyColumns, LeaseUpdate extends object> {
  lease: Lease<K>
  handle: LeaseHandle<LeaseUpdate>
  done: Promise<void>
}

/**
 * Processes the due rows of a table concurrently, in any number of processes: claims them fairly between organizations, extends their
 * leases, and hands back unfinished ones. See docs/architecture.md, "Leases".
 */
export class LeaseRunner<K extends KeyColumns, Row extends object, LeaseUpdate extends object = object> {
  readonly owner: string
  readonly #options: RunnerOptions<K, Row, LeaseUpdate>
  readonly #perOrganization: number
  readonly #inFlight = new Map<string, LeasedItem<K, LeaseUpdate>>()
  readonly #ofOrganization = new Map<string, number>()
  /** Leases with a failure that could not be written: a later heartbeat writes it. */
  #unwritten: Lease<K>[] = []
  readonly #ended = new AbortController()
  readonly #wakeup = createWakeup(this.#ended.signal)
  readonly #beating: NodeJS.Timeout
  readonly #offs: (() => void)[] = []
  #looping: Promise<void> | undefined
  #isStopping = false
  /** Below this many items in flight it polls again; Infinity while slots are free. */
  #resumeBelow = Infinity
  #fairAfter: string | null = null
  #isGathering = false

  constructor(options: RunnerOptions<K, Row, LeaseUpdate>) {
    const { table, owner = nameWorker(), beatEveryMs = table.leaseMs / 4, slots, perOrganization = slots } = options
    this.#options = options
    this.owner = owner
    this.#perOrganization = perOrganization
    this.#beating = setInterval(() => void this.#beat(), beatEveryMs).unref()
  }

  /** Starts polling for due items. Without it only items passed to it are processed. */
  begin(): void {
    const { platform, table } = this.#options
    this.#offs.push(
      platform.live.on(rowsDue, (message) => message.table === table.table && this.notify()),
      platform.live.onGap(() => this.notify()),
      platform.hold.onChange((isOn) => (isOn ? this.#handBackAll() : this.notify())),
    )
    this.#looping = this.#loop()
  }

  get size(): number {
    return this.#inFlight.size
  }

  get isStopping(): boolean {
    return this.#isStopping
  }

  /** What this process has of the item in hand. */
  find(key: KeyOf<K>): LeaseHandle<LeaseUpdate> | undefined {
    return this.#inFlight.get(idOf(key))?.handle
  }

  *hands(): Iterable<LeaseHandle<LeaseUpdate>> {
    for (const { handle } of this.#inFlight.values()) yield handle
  }

  /** Signals that an item may be due. */
  notify(): void {
    this.#wakeup.notify()
  }

  /** Claims and processes one item out of turn. False when it cannot be claimed. */
  async take(orgId: string, key: KeyOf<K>): Promise<boolean> {
    const { platform, table, load } = this.#options
    if (platform.hold.isOn()) return false
    const requestedAt = performance.now()
    const item = await platform.db.withSystem(async (tx) => {
      const claimed = await claimOne(tx, table, { orgId, key, owner: this.owner })
      if (claimed) await load?.(tx, [claimed])
      return claimed
    })
    if (item) this.#work(item, requestedAt)
    return item !== null
  }

  /**
   * Processes an item that the caller wrote as leased by this owner, requested at `askedAt` on the monotonic clock. @throws the error of
   * `run`, after the item is handed back
   */
  hold(
    lease: Lease<K>,
    run: (handle: LeaseHandle<LeaseUpdate>) => Promise<void | number>,
    requestedAt: number = performance.now(),
  ): Promise<void> {
    return this.#keep(lease, requestedAt, this.#options.platform.hold.isOn() ? refuseHeld : run)
  }

  /** A copy that turns out to be restored while it works: what is in hand waits with the rest. */
  #handBackAll(): void {
    for (const handle of this.hands()) handle.abort('hand-back')
  }

  #notifySoon(): void {
    if (this.#isGathering) return
    this.#isGathering = true
    setTimeout(() => {
      this.#isGathering = false
      this.notify()
    }, gatherMs).unref()
  }

  /** Stops claiming, waits for items in flight, and hands back those that do not end in this time. */
  async stop(graceMs: number): Promise<void> {
    this.#isStopping = true
    this.notify()
    for (const handle of this.hands()) handle.announceStop()
    await Promise.race([this.#finished(), wait(graceMs)])
    for (const handle of this.hands()) handle.abort('hand-back')
    await Promise.race([this.#finished(), wait(lastWaitMs)])
    const left = [...this.#inFlight.values()].map(({ lease }) => lease)
    if (left.length > 0) await this.#release(left, 0).catch((error: unknown) => this.#warn(error, 'leases could not be handed back'))
    clearInterval(this.#beating)
    for (const off of this.#offs) off()
    this.#ended.abort()
    this.#wakeup.close()
  }

  async #finished(): Promise<void> {
    await this.#looping
    while (this.#inFlight.size > 0) await Promise.all([...this.#inFlight.values()].map(({ done }) => done))
  }

  async #loop(): Promise<void> {
    while (!this.#isStopping) {
      let waitMs: number | null = pollEveryMs
      try {
        waitMs = await this.#look()
      } catch (error) {
        this.#warn(error, 'due items could not be claimed')
      }
      if (waitMs !== null) await this.#wakeup.next(waitMs)
    }
  }

  /** Claims due items. Returns the milliseconds until the next poll unless signalled; null when more may be due. */
  async #look(): Promise<number | null> {
    const { platform, table, slots } = this.#options
    if (platform.hold.isOn()) return pollEveryMs
    if (this.size >= slots) {
      this.#resumeBelow = slots > mostAtOnce ? slots / 2 : slots
      return pollEveryMs
    }
    if (await this.#claim()) return null
    const full = [...this.#ofOrganization].filter(([, count]) => count >= this.#perOrganization).map(([orgId]) => orgId)
    if (full.length > 0) this.#resumeBelow = this.size
    const ms = await platform.db.withSystem((tx) => nextDueMs(tx, table, full, this.#now()))
    if (ms === null) return pollEveryMs
    return ms > 0 ? Math.min(pollEveryMs, Math.max(5, ms)) : lockedMs
  }

  /** Claims due items. True when more may be due. */
  async #claim(): Promise<boolean> {
    const { platform, table, slots, load } = this.#options
    const most = Math.min(mostAtOnce, slots - this.size)
    const inFlight = this.#ofOrganization
    // Claims the oldest of all only when no organization can exceed its limit by it, because they may all belong to one.
    const isFree = this.#perOrganization - Math.max(0, ...inFlight.values()) >= most
    const fairAfter = this.#fairAfter ?? (isFree ? null : zeroId)
    const requestedAt = performance.now()
    const request = { owner: this.owner, now: this.#now(), most, fairAfter, perOrganization: this.#perOrganization, inFlight }
    const { items, nextAfter } = await platform.db.withSystem(async (tx) => {
      const claimed = await claimDue(tx, table, request)
      if (claimed.items.length > 0) await load?.(tx, claimed.items)
      return claimed
    })
    if (this.#isStopping && items.length > 0) await this.#release(items, 0)
    else for (const item of items) this.#work(item, requestedAt)
    const wasFair = this.#fairAfter !== null
    this.#fairAfter = fairAfter === null && items.length === most ? zeroId : nextAfter
    return fairAfter === null ? items.length === most : items.length > 0 || wasFair
  }

  #work(item: Claimed<K, Row>, requestedAt: number): void {
    this.#keep(item, requestedAt, (handle) => this.#options.run(item, handle)).catch(() => undefined)
  }

  #keep(lease: Lease<K>, requestedAt: number, run: (handle: LeaseHandle<LeaseUpdate>) => Promise<void | number>): Promise<void> {
    const handle = new LeaseHandle<LeaseUpdate>(requestedAt, this.#options.table.leaseMs)
    if (this.#isStopping) handle.announceStop()
    const id = idOf(lease.key)
    const { orgId } = lease
    this.#ofOrganization.set(orgId, (this.#ofOrganization.get(orgId) ?? 0) + 1)
    const work = this.#settle(lease, run(handle)).finally(() => {
      if (this.#inFlight.get(id)?.handle === handle) this.#inFlight.delete(id)
      const left = (this.#ofOrganization.get(orgId) ?? 1) - 1
      if (left > 0) this.#ofOrganization.set(orgId, left)
      else this.#ofOrganization.delete(orgId)
      if (this.size >= this.#resumeBelow) return
      this.#resumeBelow = Infinity
      this.#notifySoon()
    })
    this.#inFlight.set(id, { lease, handle, done: work.catch(() => undefined) })
    return work
  }

  async #settle(lease: Lease<K>, work: Promise<void | number>): Promise<void> {
    try {
      const againInMs = await work
      if (againInMs !== undefined) await this.#release([lease], againInMs)
    } catch (error) {
      if (error instanceof LeaseLostError) return this.#warn(error, 'another worker has taken an item over', lease)
      this.#options.platform.log.error({ err: error, ...this.#about(lease) }, 'work on a leased item failed')
      await this.#leave([lease]).catch((cause: unknown) => {
        this.#unwritten.push(lease)
        this.#warn(cause, 'a lease could not be ended', lease)
      })
      throw error
    }
  }

  /** Ends the leases of items at which work failed. */
  async #leave(leases: readonly Lease<K>[]): Promise<void> {
    const { platform, table, retryMs } = this.#options
    if (retryMs !== undefined) return this.#release(leases, retryMs)
    await platform.db.withSystem((tx) => expireLeases(tx, table, leases))
  }

  async #release(leases: readonly Lease<K>[], ms: number): Promise<void> {
    const { platform, table } = this.#options
    await platform.db.withSystem((tx) => releaseLeases(tx, table, leases, ms, this.#now()))
  }

  /** Extends the leases of items in flight, and reports requests with a lost signal. */
  async #beat(): Promise<void> {
    const { platform, table } = this.#options
    try {
      const unwritten = this.#unwritten.splice(0)
      if (unwritten.length > 0) await this.#leave(unwritten).catch(() => this.#unwritten.push(...unwritten))
      if (this.size === 0) return
      const requestedAt = performance.now()
      const leases = [...this.#inFlight.values()].map(({ lease }) => lease)
      const kept = await platform.db.withSystem((tx) => extendLeases(tx, table, this.owner, leases))
      for (const { key, epoch, update, isAtRest } of kept) {
        const mine = this.#inFlight.get(idOf(key))
        if (mine?.lease.epoch !== epoch) continue
        mine.handle.extend(requestedAt)
        mine.handle.isAtRest = isAtRest
        mine.handle.update?.(update)
      }
    } catch (error) {
      this.#warn(error, 'leases could not be extended')
    }
  }

  #now(): Date | undefined {
    return this.#options.byClock ? this.#options.platform.clock.now() : undefined
  }

  #about(lease?: Lease<K>): object {
    return { table: this.#options.table.table, ...(lease ? { orgId: lease.orgId, ...lease.key } : {}) }
  }

  #warn(error: unknown, message: string, lease?: Lease<K>): void {
    this.#options.platform.log.warn({ err: error, ...this.#about(lease) }, message)
  }
}

/** Its row waits: the lease ends, and the item is taken when the hold ends. */
const refuseHeld = (): Promise<number> => Promise.reject(heldError())

const idOf = (key: object): string => Object.values(key).join('/')
const wait = (ms: number): Promise<void> => new Promise((resolve) => setTimeout(resolve, ms).unref())
