import type { AlertCondition, AlertStateName } from '@imperium/contract/analytics/metric-alerts.ts'

export interface AlertRule {
  condition: AlertCondition
  threshold: number | null
  recovery: number | null
  needed: number
  of: number
}

export interface AlertState {
  state: AlertStateName
  isFiring: boolean
  /** Of the last checks with a value, newest last: past the limit or not. */
  checks: readonly boolean[]
}

export interface CheckedValue {
  value: number | null
  /** Percent against the days before. */
  change: number | null
}

/** What the limit is about: the value, or its change. */
const subjectOf = ({ condition }: AlertRule, { value, change }: CheckedValue): number | null =>
  condition === 'rises' || condition === 'falls' ? change : value

/** Past the limit upwards for `above` and `rises`, downwards for the others. A fall is a change of minus the limit or less. */
function isPast({ condition }: AlertRule, subject: number, limit: number): boolean {
  if (condition === 'above') return subject > limit
  if (condition === 'rises') return subject > Math.abs(limit)
  return condition === 'falls' ? subject < -Math.abs(limit) : subject < limit
}

/**
 * The next state after a check. Where there is no value the alert is missing: it fires nothing, resolves nothing and counts as no check. It fires
 * when enough of the last checks are past the limit. It resolves when too few are and the value is back within the recovery limit.
 */
export function nextState(rule: AlertRule, before: AlertState, checked: CheckedValue): AlertState {
  const { condition, threshold, recovery, needed, of } = rule
  const subject = subjectOf(rule, checked)
  if (condition !== 'missing' && subject === null) return { ...before, state: 'missing' }
  const isBreach = condition === 'missing' ? (checked.value ?? 0) === 0 : isPast(rule, subject ?? 0, threshold ?? 0)
  const checks = [...before.checks, isBreach].slice(-of)
  const isReached = checks.filter(Boolean).length >= needed
  const hasRecovered = recovery === null || condition === 'missing' || !isPast(rule, subject ?? 0, recovery)
  const isFiring = isReached || (before.isFiring && !hasRecovered)
  return { state: isFiring ? 'firing' : 'ok', isFiring, checks }
}

/** Whether an hour lies in the quiet hours, which may pass midnight. */
export const isQuietHour = (hour: number, from: number, to: number): boolean =>
  from === to ? false : from < to ? hour >= from && hour < to : hour >= from || hour < to
