import { Skeleton } from '@mantine/core'
import { IconChartAreaLine } from '@tabler/icons-react'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { AreaChart } from '../../ui/charts/lazy-charts.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { Period } from './api.ts'
import type { Charts } from './use-dashboard.ts'
import classes from './dashboard.module.css'

interface RunsCardProps {
  charts: Charts | undefined
  total: number | undefined
  period: Period
}

const chartHeight = 290

/** Agent runs a day. */
export function RunsCard({ charts, total, period }: RunsCardProps) {
  const trend = charts?.agentExecutionsTrend
  const none = trend?.every((day) => day.count === 0)
  return (
    <Card
      title={t('Agent runs')}
      aside={total === undefined ? undefined : t('{count} in {days} days', { count: formatNumber(total), days: period })}
      className={classes.wide}
    >
      {!trend && <Skeleton height={chartHeight} radius="md" />}
      {trend && none && (
        <div className={classes.centred} style={{ minHeight: chartHeight }}>
          <EmptyState
            plain
            icon={IconChartAreaLine}
            title={t('No runs in the last {count} days', { count: period })}
            text={t('Each run of an agent is counted here on its day.')}
          />
        </div>
      )}
      {trend && !none && (
        <AreaChart label={t('Agent runs')} height={chartHeight} points={trend.map((day) => ({ date: day.date, value: day.count }))} />
      )}
    </Card>
  )
}
