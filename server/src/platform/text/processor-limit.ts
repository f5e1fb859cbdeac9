/**
 * Processor time that work on the event loop may take. Other work on the machine, which lengthens the time of the clock, does not count.
 */
export class ProcessorLimit {
  readonly #mostMs: number
  readonly #beganAt = performance.now()
  readonly #began = process.threadCpuUsage()

  constructor(mostMs: number) {
    this.#mostMs = mostMs
  }

  /** The clock is asked first: the processor cannot have worked longer than it says. */
  isOver(now = performance.now()): boolean {
    if (now - this.#beganAt <= this.#mostMs) return false
    const { user, system } = process.threadCpuUsage(this.#began)
    return (user + system) / 1_000 > this.#mostMs
  }
}
