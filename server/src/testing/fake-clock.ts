import type { Clock } from '../platform/clock.ts'

/** A clock with an adjustable offset to the real one. */
export interface FakeClock extends Clock {
  advance(ms: number): void
}

export function createFakeClock(): FakeClock {
  let ahead = 0
  return {
    now: () => new Date(Date.now() + ahead),
    advance: (ms) => {
      ahead += ms
    },
  }
}
