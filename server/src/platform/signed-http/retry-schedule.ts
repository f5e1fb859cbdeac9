/** Longest `Retry-After` we believe. */
const mostRetryAfterMs = 24 * 3_600_000

/** Reads `Retry-After`: seconds, or a date of HTTP. Milliseconds from `now`; null for anything else. */
export function parseRetryAfterMs(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (text === '') return null
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(0, Math.ceil(ms)), mostRetryAfterMs) : null
}

interface WaitOptions {
  /** What the other side asked for: never less than that. */
  retryAfterMs?: number | null | undefined
  mostMs?: number
  random?: () => number
}

/**
 * How long to wait before the next try: `waitsMs[failures - 1]`, the last one again and again, with up to a fifth added at random, so that what
 * failed together does not come back together.
 */
export function retryWaitMs(
  waitsMs: readonly number[],
  failures: number,
  { retryAfterMs, mostMs = Infinity, random = Math.random }: WaitOptions = {},
): number {
  const base = waitsMs[Math.min(Math.max(0, failures - 1), waitsMs.length - 1)] ?? 0
  const asked = Math.max(base, retryAfterMs ?? 0)
  return Math.min(mostMs, Math.round(asked * (1 + random() * 0.2)))
}
