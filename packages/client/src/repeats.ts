import type { OperationRoute } from './core.ts'
import type { ImperiumError } from './error.ts'

const firstWaitMs = 250
const longestWaitMs = 10_000
/** Who is asked to wait longer than this is told so, instead of seeming to hang. */
const longestRetryAfterSeconds = 60

/**
 * A repeat must do no harm: reads, and writes under an idempotency key, after anything that may pass. Other writes only where the server says
 * that it did nothing: too many requests, or overloaded with a time to come back.
 */
export function isWorthRepeating(route: OperationRoute, error: ImperiumError): boolean {
  const { status } = error
  if (status === 429 || (status === 503 && error.retryAfterSeconds !== null)) return true
  if (status === 409) return error.code === 'IDEMPOTENCY_IN_PROGRESS'
  const isSafe = route.method !== 'POST' && route.method !== 'PATCH'
  return (isSafe || route.idempotent === true) && (status === 0 || status === 408 || status >= 500)
}

/** Milliseconds before the next attempt: twice as long each time, somewhere in its upper half, or as long as the server says. Null: too long. */
export function waitBefore(attempts: number, retryAfterSeconds: number | null, random: () => number = Math.random): number | null {
  if (retryAfterSeconds !== null && retryAfterSeconds > longestRetryAfterSeconds) return null
  const longest = Math.min(longestWaitMs, firstWaitMs * 2 ** (attempts - 1))
  const wait = longest * (0.5 + random() / 2)
  return retryAfterSeconds === null ? wait : retryAfterSeconds * 1000 + wait
}
