import { attributionDays, attributionModels } from '@imperium/contract/analytics/attribution.ts'
import type { AttributionModel } from '@imperium/contract/analytics/attribution.ts'
import { comparisons, periods } from '@imperium/contract/analytics/analytics.ts'
import type { Comparison, PeriodName } from '@imperium/contract/analytics/analytics.ts'
import { metricAreas, splits } from '@imperium/contract/analytics/splits.ts'
import type { MetricArea, Split } from '@imperium/contract/analytics/splits.ts'
import { flagOf, oneOf, textOf, withoutBlanks } from '../../lib/search-params.ts'

/** The page's state in the URL; defaults are left out. */
export interface AnalyticsSearch {
  tab?: MetricArea
  /** 30 days unless given. */
  period?: PeriodName
  /** The period before unless given. */
  compare?: Comparison
  /** The metric of the large chart; one that the page does not know is passed over. */
  metric?: string
  /** What it is broken down by. */
  by?: Split
  /** The chart as a table. */
  table?: true
  /** The rows behind a number are open: from this day to that, of this part of the metric. */
  rows?: string
  until?: string
  part?: string
  /** The alerts are open: `list`, `new` with its form, or the id of one. */
  alert?: string
  /** The saved views are open. */
  views?: true
  /** How revenue is credited; `linear` unless given. */
  model?: AttributionModel
  /** Days that a touch, or a step of the funnel, may lie back; 30 unless given. */
  days?: number
  /** The documents behind a credit are open: currency, kind and key of it. */
  credit?: string
  /** The steps of the funnel, separated by commas. */
  steps?: string
}

export const parseAnalyticsSearch = (search: Record<string, unknown>): AnalyticsSearch =>
  withoutBlanks<AnalyticsSearch>({
    tab: oneOf(metricAreas, search['tab']),
    period: oneOf(periods, search['period']),
    compare: oneOf(comparisons, search['compare']),
    metric: textOf(search['metric'], 60),
    by: oneOf(splits, search['by']),
    table: flagOf(search['table']),
    rows: dayOf(search['rows']),
    until: dayOf(search['until']),
    part: textOf(search['part']),
    alert: textOf(search['alert'], 40),
    views: flagOf(search['views']),
    model: oneOf(attributionModels, search['model']),
    days: daysOf(search['days']),
    credit: textOf(search['credit'], 330),
    steps: textOf(search['steps']),
  })

const daysOf = (value: unknown): number | undefined => {
  const days = Number(textOf(value, 3))
  return days >= attributionDays.fewest && days <= attributionDays.most ? Math.floor(days) : undefined
}

const dayOf = (value: unknown): string | undefined => {
  const text = textOf(value, 10)
  return text && /^\d{4}-\d{2}-\d{2}$/.test(text) ? text : undefined
}
