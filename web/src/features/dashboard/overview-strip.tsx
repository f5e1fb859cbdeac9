import { formatDecimal, formatMicros, formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Delta } from '../../ui/text/delta.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import type { Stat } from '../../ui/list/stat-strip.tsx'
import type { Charts, Stats } from './use-dashboard.ts'

interface OverviewStripProps {
  stats: Stats | undefined
  charts: Charts | undefined
  /** The first moment of the period: the filter of the runs behind the figures. */
  from: string | undefined
}

const labels = [t('Active agents'), t('Runs'), t('Success rate'), t('Response time'), t('Cost')]

/** The figures of the period, each against the period of the same length before it. */
export function OverviewStrip({ stats, charts, from }: OverviewStripProps) {
  return (
    <StatStrip
      label={t('Overview')}
      loading={!stats}
      stats={stats ? overview(stats, charts, `agents/runs?since=${from ?? ''}`) : labels.map((label) => ({ label, value: null }))}
    />
  )
}

function overview({ overview: counts, growth, usage, performance }: Stats, charts: Charts | undefined, runs: string): Stat[] {
  const trend = charts?.agentExecutionsTrend ?? []
  const rate = performance.avgSuccessRate
  const latency = performance.avgAgentResponseTime
  return [
    {
      label: t('Active agents'),
      path: 'agents?status=ACTIVE',
      value: formatNumber(counts.activeAgents),
      unit: ` / ${formatNumber(counts.totalAgents)}`,
      hint: <Growth value={growth.agentsGrowth} />,
    },
    {
      label: t('Runs'),
      path: runs,
      value: formatNumber(usage.agentExecutionsInPeriod),
      hint: <Growth value={growth.executionsGrowth} />,
      trend: usage.agentExecutionsInPeriod > 0 ? trend.map((day) => day.count) : undefined,
    },
    {
      label: t('Success rate'),
      path: `${runs}&status=ended`,
      value: rate === null ? '–' : formatDecimal(rate, 1),
      ...(rate === null ? {} : { unit: '%' }),
      hint: <Growth value={growth.successRateGrowth} />,
      trend: measured(trend.map((day) => day.successRate)),
    },
    {
      label: t('Response time'),
      path: runs,
      value: latency === null ? '–' : formatNumber(latency),
      ...(latency === null ? {} : { unit: t('ms') }),
      hint: <Growth value={growth.responseTimeGrowth} goodWhen="down" />,
      trend: measured(trend.map((day) => day.avgLatencyMs)),
    },
    {
      label: t('Cost'),
      path: runs,
      value: formatMicros(performance.costInPeriodMicros),
      hint: <Growth value={growth.costGrowth} goodWhen="down" />,
    },
  ]
}

/** Days without a finished run have no rate and no time; the line joins those that have. */
const measured = (values: readonly (number | null)[]): number[] => values.filter((value) => value !== null)

function Growth({ value, goodWhen = 'up' }: { value: number | null; goodWhen?: 'up' | 'down' }) {
  return value === null ? null : <Delta value={value} period={t('vs previous period')} goodWhen={goodWhen} />
}
