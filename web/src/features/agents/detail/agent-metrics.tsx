import { SegmentedControl } from '@mantine/core'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { periods } from '@imperium/contract/runs.ts'
import { formatCompact, formatDuration, formatMicros, formatNumber, formatPercent } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { AreaChart } from '../../../ui/charts/lazy-charts.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { metricsQuery } from '../api.ts'
import type { AgentMetricsData } from '../api.ts'
import type { AgentsView } from '../use-agents-view.ts'
import styles from '../../../ui/styles.module.css'
import classes from './panel.module.css'

const periodLabels = { '7d': t('7 days'), '30d': t('30 days'), '90d': t('90 days') } as const

const figuresOf = (metrics: AgentMetricsData | undefined) => [
  { label: t('Runs'), value: formatNumber(metrics?.runs ?? 0) },
  { label: t('Success rate'), value: formatPercent(metrics?.successRate ?? null) },
  { label: t('Response, p95'), value: formatDuration(metrics?.p95LatencyMs ?? null) },
  { label: t('Failed'), value: formatNumber(metrics?.failed ?? 0) },
  { label: t('Tokens'), value: formatCompact((metrics?.inputTokens ?? 0) + (metrics?.outputTokens ?? 0)) },
  { label: t('Cost'), value: formatMicros(metrics?.costMicros ?? 0) },
]

/** Runs, latency, tokens and cost of the agent over a period. */
export function AgentMetrics({ id, view: { search, change } }: { id: string; view: AgentsView }) {
  const period = search.period ?? '7d'
  const metrics = useQuery({ ...metricsQuery(id, period), placeholderData: keepPreviousData })
  return (
    <section className={styles.stack10} aria-labelledby="agent-metrics">
      <div className={classes.sectionHead}>
        <h3 id="agent-metrics" className={styles.heading}>
          {t('Performance')}
        </h3>
        <SegmentedControl
          aria-label={t('Period')}
          value={period}
          onChange={(next) => change({ period: periods.find((each) => each === next && each !== '7d') }, true)}
          data={periods.map((each) => ({ value: each, label: periodLabels[each] }))}
        />
      </div>
      {metrics.isError && !metrics.data ? (
        <ErrorState plain error={metrics.error} title={t('Figures could not be loaded')} onRetry={() => void metrics.refetch()} />
      ) : (
        <>
          <StatStrip compact label={t('Performance')} loading={metrics.isPending} stats={figuresOf(metrics.data)} />
          <div className={classes.trend}>
            <AreaChart
              label={t('Agent runs')}
              height={150}
              points={(metrics.data?.trend ?? []).map((day) => ({ date: day.date, value: day.runs }))}
            />
          </div>
        </>
      )}
    </section>
  )
}
