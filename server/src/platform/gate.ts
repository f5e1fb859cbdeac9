/** A gate that lets `concurrency` tasks run, keeps `maxWaiting` in line, and refuses the rest with what `refuse` makes. */
export const createGate = (concurrency: number, maxWaiting: number, refuse: () => Error) => {
  const waiting: (() => void)[] = []
  let running = 0
  return async <T>(task: () => Promise<T>): Promise<T> => {
    if (running >= concurrency) {
      if (waiting.length >= maxWaiting) throw refuse()
      await new Promise<void>((resolve) => waiting.push(resolve))
    } else running += 1
    try {
      return await task()
    } finally {
      // A finished task hands its place to the next one in line instead of giving it back, so no newcomer overtakes.
      const next = waiting.shift()
      if (next) next()
      else running -= 1
    }
  }
}
