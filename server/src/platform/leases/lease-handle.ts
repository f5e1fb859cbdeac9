export type AbortReason = 'hand-back' | (string & {})

/** The view that the work on one leased item has of its lease. */
export class LeaseHandle<LeaseUpdate extends object = object> {
  /** Called with each heartbeat that reports a request; covers a lost signal. */
  update: ((update: LeaseUpdate) => void) | undefined
  /** Its organization is at rest since a heartbeat: begin nothing new, and hand the item back. */
  isAtRest = false
  readonly #controller = new AbortController()
  readonly #leaseMs: number
  #endsAt: number
  #isStopping = false
  #onStopping: (() => void) | undefined

  constructor(requestedAt: number, leaseMs: number) {
    this.#leaseMs = leaseMs
    this.#endsAt = requestedAt + leaseMs
  }

  /** Aborts when the work must stop; its reason is `handle-back`, or the value given to `abort`. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason: AbortReason): void {
    this.#controller.abort(reason)
  }

  /** Calls `listener` when the process stops: start nothing new. `signal` follows when the grace time is over. */
  whenStopping(listener: () => void): void {
    this.#onStopping = listener
    if (this.#isStopping) listener()
  }

  announceStop(): void {
    this.#isStopping = true
    this.#onStopping?.()
  }

  /** The lease was extended; `askedAt` is the time of that request on the monotonic clock. */
  extend(requestedAt: number): void {
    this.#endsAt = Math.max(this.#endsAt, requestedAt + this.#leaseMs)
  }

  /** True while this process surely holds the lease, whatever the wall clock shows: check before each external effect. */
  isSure(): boolean {
    return performance.now() < this.#endsAt - this.#leaseMs / 10
  }
}
