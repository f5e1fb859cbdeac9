export type AbortReason = 'hand-back' | (string & {})

/** What the work on one leased item knows of its lease, and what it wants to hear. */
export class Hand<News extends object = object> {
  /** Something was asked for that a lost signal would have told; comes with each heartbeat. */
  news: ((news: News) => void) | undefined
  readonly #controller = new AbortController()
  readonly #leaseMs: number
  #endsAt: number
  #isStopping = false
  #onStopping: (() => void) | undefined

  constructor(askedAt: number, leaseMs: number) {
    this.#leaseMs = leaseMs
    this.#endsAt = askedAt + leaseMs
  }

  /** Stop now; its reason says why: `hand-back`, or what was given to `abort`. */
  get signal(): AbortSignal {
    return this.#controller.signal
  }

  abort(reason: AbortReason): void {
    this.#controller.abort(reason)
  }

  /** Calls `listener` when the process stops: begin nothing new. `signal` follows when the grace time is over. */
  whenStopping(listener: () => void): void {
    this.#onStopping = listener
    if (this.#isStopping) listener()
  }

  tellStopping(): void {
    this.#isStopping = true
    this.#onStopping?.()
  }

  /** The lease was extended; `askedAt` is when that was asked for, by the monotonic clock. */
  extend(askedAt: number): void {
    this.#endsAt = Math.max(this.#endsAt, askedAt + this.#leaseMs)
  }

  /** True while the item is surely this process's, whatever the wall clock says: ask before each effect on the outside. */
  isSure(): boolean {
    return performance.now() < this.#endsAt - this.#leaseMs / 10
  }
}
