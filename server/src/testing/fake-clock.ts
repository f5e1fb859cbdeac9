import type { Clock } from '../platform/clock.ts'

/** A clock that stands beside the real one and is moved by hand. */
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
