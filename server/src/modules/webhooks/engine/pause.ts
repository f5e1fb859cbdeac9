import type { DeliveryAttempt } from '../../../platform/signed-http/attempt-delivery.ts'

const hourMs = 3_600_000
/** From so many failures in a row on the webhook gets fewer calls at a time; later it is left alone and requested one at a time. */
const slowFrom = 5
const openFrom = 50
const longOpenFrom = 100
const slowInFlight = 4
const [shortPauseMs, longPauseMs] = [30_000, 300_000]

/** Most calls at a time. */
export const boundFor = (failuresInRow: number, usual: number): number =>
  failuresInRow >= openFrom ? 1 : failuresInRow >= slowFrom ? Math.min(slowInFlight, usual) : usual

/** How long a webhook is left alone after this attempt; 0: not at all. */
export function pauseMsAfter({ outcome, status, retryAfterMs }: DeliveryAttempt, failuresInRow: number): number {
  const requested = retryAfterMs !== null && (status === 429 || status === 503) ? Math.min(retryAfterMs, hourMs) : 0
  if (outcome === 'delivered' || failuresInRow < openFrom) return requested
  return Math.max(requested, failuresInRow < longOpenFrom ? shortPauseMs : longPauseMs)
}
