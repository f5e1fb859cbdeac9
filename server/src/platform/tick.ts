/** Periodic work on one process at a time (the one that leads the schedule). */
export interface Tick {
  name: string
  everyMs: number
  run: () => Promise<unknown>
}
