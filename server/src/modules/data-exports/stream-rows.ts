/** A stream was ended by its reader: the writer stops. */
class EndedError extends Error {}

/**
 * What `write` puts, one item after another, read while `write` is still at work: a transaction stays open for as long as its rows are read, and
 * one item at a time is in memory. A reader that stops ends the writer. @throws what `write` throws
 */
export async function* streamOf<T>(write: (put: (item: T) => Promise<void>) => Promise<void>): AsyncGenerator<T> {
  let offered: { item: T; taken: () => void; ended: (error: Error) => void } | null = null
  let wake: () => void = () => undefined
  let isOver = false
  let isEnded = false
  const put = (item: T) =>
    new Promise<void>((taken, ended) => {
      if (isEnded) return ended(new EndedError())
      offered = { item, taken, ended }
      wake()
    })
  const done = write(put).finally(() => {
    isOver = true
    wake()
  })
  // The reader awaits it at the end; until then a failure is no unhandled one.
  done.catch(() => undefined)
  try {
    for (;;) {
      if (!offered && !isOver) await new Promise<void>((resolve) => (wake = resolve))
      const next = offered as { item: T; taken: () => void } | null
      if (!next) break
      offered = null
      yield next.item
      next.taken()
    }
    await done
  } finally {
    isEnded = true
    ;(offered as { ended: (error: Error) => void } | null)?.ended(new EndedError())
  }
}
