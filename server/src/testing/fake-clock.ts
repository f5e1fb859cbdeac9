import type { Clock } from '../platform/clock.ts'

/** A clock with an adjustable offset to the real one. */
export interface FakeClock extends Clock {
  advance(ms: number): void
  /** Runs `work` while only `advance` moves the clock: for what depends on the second, under any load. */
  whileStopped<T>(work: () => Promise<T>): Promise<T>
}

export function createFakeClock(): FakeClock {
  let ahead = 0
  let stoppedAt: number | undefined
  return {
    now: () => new Date((stoppedAt ?? Date.now()) + ahead),
    advance: (ms) => {
      ahead += ms
    },
    whileStopped: async (work) => {
      const at = Date.now()
      stoppedAt = at
      try {
        return await work()
      } finally {
        stoppedAt = undefined
        // The clock goes on from where it stood.
        ahead -= Date.now() - at
      }
    },
  }
}
