import { valueScale } from '@imperium/contract/kit/value-scale.ts'
import { Skeleton } from '@mantine/core'
import { formatDuration } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import type { Period } from './api.ts'
import type { Stats } from './use-dashboard.ts'
import styles from '../../ui/styles.module.css'
import classes from './dashboard.module.css'

/** The scale ends here, unless a value is above it: bars of two dashboards can be compared as long as runs are quick. */
const leastScaleMs = 3000

/** How long a run takes on average, and at its slowest but for one in twenty. */
export function ResponseTimeCard({ stats, period }: { stats: Stats | undefined; period: Period }) {
  const { avgAgentResponseTime = null, p95AgentResponseTime = null } = stats?.performance ?? {}
  const scaleMs = topOf(Math.max(avgAgentResponseTime ?? 0, p95AgentResponseTime ?? 0))
  return (
    <Card title={t('Response time')} aside={t('last {count} days', { count: period })}>
      <div className={classes.times}>
        <TimeBar label={t('Average')} ms={avgAgentResponseTime} scaleMs={scaleMs} loading={!stats} />
        <TimeBar label={t('95th percentile (p95)')} ms={p95AgentResponseTime} scaleMs={scaleMs} loading={!stats} />
      </div>
      <div className={classes.scale} aria-hidden>
        <span>0</span>
        <span>{formatDuration(scaleMs / 2)}</span>
        <span>{formatDuration(scaleMs)}</span>
      </div>
    </Card>
  )
}

/** A round number at or above the slowest. */
const topOf = (slowestMs: number): number =>
  slowestMs <= leastScaleMs ? leastScaleMs : (valueScale([slowestMs], 1).ticks.at(-1) ?? slowestMs)

interface TimeBarProps {
  label: string
  ms: number | null
  scaleMs: number
  loading: boolean
}

function TimeBar({ label, ms, scaleMs, loading }: TimeBarProps) {
  const percent = ((ms ?? 0) / scaleMs) * 100
  return (
    <div className={classes.time}>
      <span className={styles.muted}>{label}</span>
      <span className={classes.timeValue}>{loading ? <Skeleton height={12} width={52} my={4} /> : formatDuration(ms)}</span>
      <span className={classes.track} aria-hidden>
        <span className={classes.fill} style={{ width: `${percent}%` }} />
      </span>
    </div>
  )
}
