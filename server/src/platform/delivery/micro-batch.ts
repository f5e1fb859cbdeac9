interface MicroBatchOptions {
  /** How long the first item waits for others. */
  gatherMs: number
  /** A full batch is written without waiting longer. */
  maxItems: number
}

/**
 * Collects items of one moment and writes them together. `add` settles when the batch with the item was written, or throws the error
 * of writing it. Batches are written one after another.
 */
export const createMicroBatch = <T>(write: (items: readonly T[]) => Promise<void>, { gatherMs, maxItems }: MicroBatchOptions) => {
  interface Waiting {
    item: T
    resolve: () => void
    reject: (error: unknown) => void
  }
  let waiting: Waiting[] = []
  let timer: NodeJS.Timeout | undefined
  let writing: Promise<void> = Promise.resolve()

  const writeBatch = async (batch: readonly Waiting[]): Promise<void> => {
    try {
      await write(batch.map(({ item }) => item))
      for (const { resolve } of batch) resolve()
    } catch (error) {
      for (const { reject } of batch) reject(error)
    }
  }
  const flush = () => {
    clearTimeout(timer)
    timer = undefined
    const batch = waiting
    waiting = []
    writing = writing.then(() => writeBatch(batch))
  }
  return {
    add: (item: T): Promise<void> =>
      new Promise((resolve, reject) => {
        waiting.push({ item, resolve, reject })
        if (waiting.length >= maxItems) flush()
        else timer ??= setTimeout(flush, gatherMs)
      }),
  }
}
