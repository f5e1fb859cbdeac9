import { attribution, funnels } from '@imperium/contract/analytics/attribution.ts'
import type { AttributionModel, CreditKind } from '@imperium/contract/analytics/attribution.ts'
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

interface AskedAttribution {
  model: AttributionModel
  days: number
  period: PeriodName
}

export const attributionQuery = (asked: AskedAttribution) => ({ ...query(attribution.read, { query: asked }), ...live })

/** The documents behind a credit. */
export const creditedQuery = (asked: AskedAttribution & { currency: string; kind: CreditKind; key: string }) => ({
  ...query(attribution.rows, { query: asked }),
  ...live,
})

export const funnelQuery = (asked: { steps: string; days: number; period: PeriodName }) => ({
  ...query(funnels.read, { query: asked }),
  ...live,
})
