import type { MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import type { AlertCondition, AlertPeriod, AlertStateName, MetricAlert } from '@imperium/contract/analytics/metric-alerts.ts'
import { minorDigits } from '@imperium/contract/kit/field-types/number-types.ts'
import { formatPercent } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import type { StatusTone } from '../../../ui/status-dot.tsx'
import { formatMetric } from '../format-metric.ts'

export const conditionLabels: Record<AlertCondition, string> = {
  above: t('is above'),
  below: t('is below'),
  rises: t('rises by more than'),
  falls: t('falls by more than'),
  missing: t('has no data'),
}
export const alertPeriodLabels: Record<AlertPeriod, string> = { '1d': t('1 day'), '7d': t('7 days'), '30d': t('30 days') }
export const alertStates: Record<AlertStateName, { label: string; tone: StatusTone }> = {
  new: { label: t('Not checked yet'), tone: 'idle' },
  ok: { label: t('Within the limit'), tone: 'ok' },
  firing: { label: t('Firing'), tone: 'bad' },
  missing: { label: t('No value'), tone: 'warn' },
}

export const isChange = (condition: AlertCondition): boolean => condition === 'rises' || condition === 'falls'

/** What the number in the form stands for is multiplied by this: people write dollars, the limit is in millionths. */
export function scaleOf(unit: MetricDefinition['unit'], currency: string | null, condition: AlertCondition): number {
  if (isChange(condition)) return 1
  if (unit === 'usd-micros') return 1_000_000
  return unit === 'money' && currency ? 10 ** minorDigits(currency) : 1
}

/** `Failed runs is above 10, 7 days` */
export function ruleText(alert: Pick<MetricAlert, 'condition' | 'threshold' | 'currency' | 'period'>, metric: MetricDefinition): string {
  const { condition, threshold, currency, period } = alert
  const limit = isChange(condition) ? formatPercent(threshold ?? 0) : formatMetric(threshold, { unit: metric.unit, currency })
  const values = { metric: metric.label, condition: conditionLabels[condition], limit, days: alertPeriodLabels[period] }
  return condition === 'missing' ? t('{metric} {condition}, {days}', values) : t('{metric} {condition} {limit}, {days}', values)
}
