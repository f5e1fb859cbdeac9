/** A provider may ask for any wait; beyond this a run is better failed and shown than kept waiting. */
const MAX_WAIT_MS = 10 * 60_000

/**
 * How long to wait before the next try: `waitsMs[attempt]` (the last one repeats) with up to a fifth added at random, so that many
 * runs that failed together do not return together; never less than the provider's own Retry-After, and at most ten minutes.
 * `attempt` counts the failures so far less one: 0 after the first.
 */
export const waitBeforeRetryMs = (
  attempt: number,
  waitsMs: readonly number[],
  retryAfterMs?: number,
  random: () => number = Math.random,
): number => {
  const base = waitsMs[Math.min(Math.max(0, attempt), waitsMs.length - 1)] ?? 0
  const asked = Math.max(base, retryAfterMs ?? 0)
  return Math.min(MAX_WAIT_MS, Math.round(asked * (1 + random() * 0.2)))
}

/** Reads a Retry-After header: seconds or an HTTP date. Milliseconds from `now`, undefined when absent or unreadable. */
export const parseRetryAfterMs = (header: string | undefined, now: Date): number | undefined => {
  if (header === undefined) return undefined
  const text = header.trim()
  if (/^\d+(\.\d+)?$/.test(text)) return Math.round(Number(text) * 1000)
  const at = Date.parse(text)
  return Number.isNaN(at) ? undefined : Math.max(0, at - now.getTime())
}
