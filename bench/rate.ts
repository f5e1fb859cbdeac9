/** Calls `work` with 0 to `times` - 1, with `inFlight` concurrent calls. Returns calls per second. */
export async function rateOf(times: number, inFlight: number, work: (index: number) => Promise<void>): Promise<number> {
  let next = 0
  const startedAt = performance.now()
  const loop = async () => {
    for (let index = next++; index < times; index = next++) await work(index)
  }
  await Promise.all(Array.from({ length: inFlight }, loop))
  return (times * 1_000) / (performance.now() - startedAt)
}
