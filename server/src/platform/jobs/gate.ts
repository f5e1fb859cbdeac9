/** How long a place stays empty after a task that took `tookMs`, while others wait for it. */
type Rest = (tookMs: number) => number

/**
 * A gate that lets `concurrency` tasks run, keeps `maxWaiting` in line, and refuses the rest with what `refuse` makes. With `restMs`, a place
 * that others wait for rests between two tasks: one task alone is as fast as ever, and a flood takes only a share of the machine.
 */
export const createGate = (concurrency: number, maxWaiting: number, refuse: () => Error, restMs?: Rest) => {
  const waiting: (() => void)[] = []
  let running = 0
  // A finished task hands its place to the next one in line instead of giving it back, so no newcomer overtakes.
  const handOn = () => {
    const next = waiting.shift()
    if (next) next()
    else running -= 1
  }
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    const startedAt = performance.now()
    try {
      return await task()
    } finally {
      if (restMs && waiting.length > 0) setTimeout(handOn, restMs(performance.now() - startedAt))
      else handOn()
    }
  }
}
