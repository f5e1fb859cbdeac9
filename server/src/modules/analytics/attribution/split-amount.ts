import type { AttributionModel } from '@imperium/contract/analytics/attribution.ts'

const dayMs = 86_400_000
/** Of `decay`: a touch so many days earlier counts half. */
const halfLifeDays = 7

/** What each touch counts for, oldest first. */
export function weightsOf(model: AttributionModel, touchedAt: readonly Date[], before: Date): number[] {
  const last = touchedAt.length - 1
  if (model === 'first' || model === 'last') return touchedAt.map((_, at) => Number(at === (model === 'first' ? 0 : last)))
  if (model === 'linear') return touchedAt.map(() => 1)
  return touchedAt.map((at) => 2 ** -((before.getTime() - at.getTime()) / dayMs / halfLifeDays))
}

/**
 * Shares an amount by weights, in whole minor units that add up to it: each share is the difference of two rounded running sums, and the last
 * running sum is the amount itself. An amount taken back is shared as it was given.
 */
export function splitAmount(amount: number, weights: readonly number[]): number[] {
  const whole = weights.reduce((sum, weight) => sum + weight, 0)
  const [size, sign] = [Math.abs(amount), amount < 0 ? -1 : 1]
  let running = 0
  let given = 0
  return weights.map((weight, at) => {
    running += weight
    const reached = at === weights.length - 1 ? size : Math.round((size * running) / whole)
    const share = reached - given
    given = reached
    return share === 0 ? 0 : sign * share
  })
}
