import type { MetricResult } from '@imperium/contract/analytics/analytics.ts'
import { formatCompact, formatMicros, formatNumber, formatPercent } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { formatPrice } from '../../ui/text/format-price.ts'

type Valued = Pick<MetricResult, 'unit' | 'currency'>

/** A value of a metric in its unit; a dash where there is none. */
export function formatMetric(value: number | null, { unit, currency }: Valued): string {
  if (value === null) return '–'
  if (unit === 'percent') return formatPercent(value)
  if (unit === 'milliseconds') return t('{count} ms', { count: formatNumber(value) })
  if (unit === 'usd-micros') return formatMicros(value)
  return unit === 'money' && currency !== null ? formatPrice(value, currency) : formatNumber(value)
}

/** The same for the axis of a chart. */
export function formatTick(value: number, { unit }: Valued): string {
  if (unit === 'usd-micros') return formatCompact(value / 1_000_000)
  if (unit === 'money') return formatCompact(value / 100)
  return unit === 'percent' ? formatPercent(value) : formatCompact(value)
}

/** Several currencies of one metric are told apart by their code. */
export const nameOfResult = ({ label, currency }: Pick<MetricResult, 'label' | 'currency'>): string =>
  currency === null ? label : `${label} (${currency})`

/** Tells results apart. */
export const keyOfResult = ({ metric, currency }: Pick<MetricResult, 'metric' | 'currency'>): string => `${metric} ${currency ?? ''}`
