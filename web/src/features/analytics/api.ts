import { analytics } from '@imperium/contract/analytics/analytics.ts'
import type { Comparison, PeriodName } from '@imperium/contract/analytics/analytics.ts'
import type { MetricId } from '@imperium/contract/analytics/metrics.ts'
import type { Split } from '@imperium/contract/analytics/splits.ts'
import { query } from '../../lib/api.ts'

// Failures are shown on the page.
const live = { meta: { silent: true }, staleTime: 30_000 } as const

export const definitionsQuery = { ...query(analytics.metrics), meta: { silent: true }, staleTime: 300_000 } as const

interface Asked {
  metrics: readonly MetricId[]
  period: PeriodName
  compare: Comparison
  by: 'time' | Split
}

export const metricsQuery = ({ metrics, period, compare, by }: Asked) => ({
  ...query(analytics.query, { query: { metrics: metrics.join(','), period, compare, by } }),
  ...live,
})

export interface AskedRows {
  metric: MetricId
  from: string
  to: string
  by?: Split
  key?: string
}

/** The rows behind a number. */
export const rowsQuery = (asked: AskedRows) => ({ ...query(analytics.rows, { query: asked }), ...live })
