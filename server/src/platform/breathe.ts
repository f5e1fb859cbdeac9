/** A function for long loops of cheap work: it lets others have the event loop wherever this one has held it for a while. */
export function createBreather(everyMs = 20): () => Promise<void> {
  let last = performance.now()
  return async () => {
    if (performance.now() - last < everyMs) return
    await new Promise((resolve) => setImmediate(resolve))
    last = performance.now()
  }
}
