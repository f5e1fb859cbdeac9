/** Periodic work on one process at a time (the one that leads the schedule). */
export interface Tick {
  name: string
  everyMs: number
  run: () => Promise<unknown>
  /** Runs on every worker and scheduler, whoever leads; it must be safe to run in many at once. */
  everywhere?: true
  /** Runs in a restored copy too: it changes nothing outside of the database. */
  whileHeld?: true
}
