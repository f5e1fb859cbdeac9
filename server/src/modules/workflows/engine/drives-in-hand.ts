import type { Platform } from '../../../platform/platform.ts'
import type { Drive } from './drive-run.ts'

interface DriveWatcher {
  /** One of them was left or ended. */
  onLeft: () => void
  /** One of them could not be written, and nobody here works on it any more. */
  onDropped: (run: { runId: string; epoch: number }) => void
}

/** The runs that a worker is working on. */
export class DrivesInHand {
  readonly #log: Platform['log']
  readonly #watcher: DriveWatcher
  readonly #byRun = new Map<string, Drive>()
  readonly #kept = new Set<Promise<void>>()

  constructor(log: Platform['log'], watcher: DriveWatcher) {
    this.#log = log
    this.#watcher = watcher
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
      this.#watcher.onLeft()
    })
    const watched = done.catch((error: unknown) => {
      // The database is away, or a fault of ours: whoever has room takes the run up again.
      this.#log.error({ err: error, orgId, runId }, 'a run of a workflow was interrupted')
      drive.abandon('lost')
      this.#watcher.onDropped({ runId, epoch: drive.session.basis.epoch })
    })
    this.#kept.add(watched)
    return done
  }

  /** Resolves when nothing is in hand any more. */
  async left(): Promise<void> {
    while (this.#kept.size > 0) await Promise.all(this.#kept)
  }
}
