/** How long a place stays empty after a task that took `tookMs`, while others wait for it. */
type Pause = (tookMs: number) => number

/**
 * A gate that runs `concurrency` tasks, queues `maxWaiting`, and rejects the rest with the error of `refuse`. With `pauseMs`, a contended
 * slot pauses between two tasks: a single task is not slowed, and a flood uses only a share of the machine.
 */
export const createGate = (concurrency: number | (() => number), maxWaiting: number, refuse: () => Error, pauseMs?: Pause) => {
  const places = typeof concurrency === 'number' ? () => concurrency : concurrency
  const waiting: (() => void)[] = []
  let running = 0
  const fill = () => {
    while (running < places() && waiting.length > 0) {
      running += 1
      waiting.shift()?.()
    }
  }
  const leave = () => {
    running -= 1
    fill()
  }
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= places() && waiting.length >= maxWaiting) throw refuse()
    await new Promise<void>((resolve) => {
      waiting.push(resolve)
      fill()
    })
    const startedAt = performance.now()
    try {
      return await task()
    } finally {
      const rest = pauseMs && waiting.length > 0 ? pauseMs(performance.now() - startedAt) : 0
      if (rest > 0) setTimeout(leave, rest)
      else leave()
    }
  }
}
