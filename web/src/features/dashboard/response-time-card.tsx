import { Skeleton } from '@mantine/core'
import { formatDuration } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import type { Period } from './api.ts'
import type { Stats } from './use-dashboard.ts'
import styles from '../../ui/styles.module.css'
import classes from './dashboard.module.css'

/** The bars are full at this time (S1 section 9). */
const fullScaleMs = 3000

/** How long a run takes on average, and at its slowest but for one in twenty. */
export function ResponseTimeCard({ stats, period }: { stats: Stats | undefined; period: Period }) {
  const { avgAgentResponseTime = null, p95AgentResponseTime = null } = stats?.performance ?? {}
  return (
    <Card title={t('Response time')} aside={t('last {count} days', { count: period })}>
      <div className={classes.times}>
        <TimeBar label={t('Average')} ms={avgAgentResponseTime} loading={!stats} />
        <TimeBar label={t('95th percentile (p95)')} ms={p95AgentResponseTime} loading={!stats} />
      </div>
      <div className={classes.scale} aria-hidden>
        <span>0</span>
        <span>{formatDuration(fullScaleMs / 2)}</span>
        <span>{formatDuration(fullScaleMs)}</span>
      </div>
    </Card>
  )
}

function TimeBar({ label, ms, loading }: { label: string; ms: number | null; loading: boolean }) {
  const percent = Math.min(100, ((ms ?? 0) / fullScaleMs) * 100)
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
