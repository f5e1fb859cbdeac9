import type { Platform } from '../../../platform/platform.ts'
import type { Drive } from './drive-run.ts'

/** The runs that a worker is working on. */
export class DrivesInHand {
  readonly #log: Platform['log']
  readonly #onLeft: () => void
  readonly #byRun = new Map<string, Drive>()
  readonly #kept = new Set<Promise<void>>()

  /** `onLeft` is called whenever one of them was left or ended. */
  constructor(log: Platform['log'], onLeft: () => void) {
    this.#log = log
    this.#onLeft = onLeft
  }

  get size(): number {
    return this.#byRun.size
  }

  of(runId: string): Drive | undefined {
    return this.#byRun.get(runId)
  }

  [Symbol.iterator](): Iterator<Drive> {
    return this.#byRun.values()
  }

  /** Works on a run and answers when it is left or ended. */
  keep(drive: Drive): Promise<void> {
    const { orgId, runId } = drive.session
    this.#byRun.set(runId, drive)
    const done = drive.run().finally(() => {
      this.#byRun.delete(runId)
      this.#kept.delete(watched)
      this.#onLeft()
    })
    const watched = done.catch((error: unknown) => {
      // The database is away, or a fault of ours: the lease runs out, and the run is taken up again.
      this.#log.error({ err: error, orgId, runId }, 'a run of a workflow was interrupted')
      drive.abandon('lost')
    })
    this.#kept.add(watched)
    return done
  }

  /** Resolves when nothing is in hand any more. */
  async left(): Promise<void> {
    while (this.#kept.size > 0) await Promise.all(this.#kept)
  }
}
