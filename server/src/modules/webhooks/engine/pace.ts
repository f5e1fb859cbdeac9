/** Spaces the calls of one webhook evenly, on the monotonic clock. */
export class Pace {
  #nextAt = 0
  #perSecond: number | null = null

  set(perSecond: number | null): void {
    this.#perSecond = perSecond
  }

  /** Takes the next place: 0, or the milliseconds until it is free, when it is not taken. */
  take(nowMs: number = performance.now()): number {
    if (this.#perSecond === null) return 0
    if (nowMs < this.#nextAt) return this.#nextAt - nowMs
    this.#nextAt = Math.max(nowMs, this.#nextAt + 1_000 / this.#perSecond)
    if (this.#nextAt === nowMs) this.#nextAt += 1_000 / this.#perSecond
    return 0
  }
}
