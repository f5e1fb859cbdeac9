/** Longest `Retry-After` we believe. */
const mostRetryAfterMs = 24 * 3_600_000

/** Parses `Retry-After`: seconds, or an HTTP date. Milliseconds from `now`; null for anything else. */
export function parseRetryAfterMs(header: string | null | undefined, now: Date): number | null {
  const text = header?.trim() ?? ''
  if (text === '') return null
  const ms = /^\d+(\.\d+)?$/.test(text) ? Number(text) * 1_000 : Date.parse(text) - now.getTime()
  return Number.isFinite(ms) ? Math.min(Math.max(0, Math.ceil(ms)), mostRetryAfterMs) : null
}

interface WaitOptions {
  /** The wait that the receiver asked for, used as the minimum. */
  retryAfterMs?: number | null | undefined
  mostMs?: number
  random?: () => number
}

/**
 * Delay before the next attempt: `waitsMs[failures - 1]`, then always the last one, plus a jitter of up to a fifth, so that
 * calls that failed together do not retry together.
 */
export function retryWaitMs(
  waitsMs: readonly number[],
  failures: number,
  { retryAfterMs, mostMs = Infinity, random = Math.random }: WaitOptions = {},
): number {
  const base = waitsMs[Math.min(Math.max(0, failures - 1), waitsMs.length - 1)] ?? 0
  const request = Math.max(base, retryAfterMs ?? 0)
  return Math.min(mostMs, Math.round(request * (1 + random() * 0.2)))
}
