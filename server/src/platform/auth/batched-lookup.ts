interface Waiting<T> {
  resolve: (found: T | undefined) => void
  reject: (error: unknown) => void
}

/**
 * Looks up hashes in batches: one query at a time, and later requests join the next one. A flood of unknown tokens uses one
 * connection, and a valid token waits for one or two queries.
 */
export function createBatchedLookup<T>(find: (hashes: readonly Buffer[]) => Promise<ReadonlyMap<string, T>>, maxHashes = 500) {
  const waiting = new Map<string, { hash: Buffer; asked: Waiting<T>[] }>()
  let isRunning = false

  const takeBatch = () => {
    const batch = new Map([...waiting].slice(0, maxHashes))
    for (const key of batch.keys()) waiting.delete(key)
    return batch
  }
  const run = async () => {
    isRunning = true
    // Requests that were read in the same turn of the event loop share the first query.
    await new Promise(setImmediate)
    while (waiting.size > 0) {
      const batch = takeBatch()
      try {
        const found = await find([...batch.values()].map(({ hash }) => hash))
        for (const [key, { asked: request }] of batch) for (const { resolve } of request) resolve(found.get(key))
      } catch (error) {
        for (const { asked: request } of batch.values()) for (const { reject } of request) reject(error)
      }
    }
    isRunning = false
  }
  return (hash: Buffer): Promise<T | undefined> =>
    new Promise((resolve, reject) => {
      const key = hash.toString('base64url')
      const known = waiting.get(key)
      if (known) known.asked.push({ resolve, reject })
      else waiting.set(key, { hash, asked: [{ resolve, reject }] })
      if (!isRunning) void run()
    })
}
