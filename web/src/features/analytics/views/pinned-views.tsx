import { ActionIcon, Skeleton } from '@mantine/core'
import { IconArrowLeft, IconArrowRight, IconPinnedOff } from '@tabler/icons-react'
import { useMutation, useQuery } from '@tanstack/react-query'
import { factsOf } from '@imperium/contract/analytics/metrics.ts'
import type { MetricView } from '@imperium/contract/analytics/metric-views.ts'
import { t } from '../../../lib/words.ts'
import { Sparkline } from '../../../ui/charts/lazy-charts.tsx'
import { Card } from '../../../ui/card.tsx'
import { OrgLink } from '../../../ui/page/org-link.tsx'
import { Delta } from '../../../ui/text/delta.tsx'
import { metricsQuery } from '../api.ts'
import { periodLabels } from '../area-labels.ts'
import { formatMetric, keyOfResult, nameOfResult } from '../format-metric.ts'
import { pinMutation, viewsQuery } from './api.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../analytics.module.css'

/** The reader's pinned views, in the reader's own order. Nothing without one. */
export function PinnedViews() {
  const { data } = useQuery(viewsQuery)
  const pin = useMutation(pinMutation)
  const pinned = (data ?? [])
    .filter(({ position }) => position !== null)
    .toSorted((one, other) => (one.position ?? 0) - (other.position ?? 0))
  if (pinned.length === 0) return null
  const arrange = (ids: readonly string[]) => pin.mutate({ body: { ids: [...ids] } })
  const ids = pinned.map(({ id }) => id)
  const moved = (at: number, by: number) => ids.with(at, ids[at + by] ?? '').with(at + by, ids[at] ?? '')
  return (
    <section aria-label={t('Pinned views')} className={classes.pins}>
      {pinned.map((view, at) => (
        <Card
          key={view.id}
          title={view.name}
          aside={
            <span className={styles.row}>
              <ActionIcon
                aria-label={t('Move left: {name}', { name: view.name })}
                disabled={at === 0 || pin.isPending}
                onClick={() => arrange(moved(at, -1))}
              >
                <IconArrowLeft size={15} stroke={1.7} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={t('Move right: {name}', { name: view.name })}
                disabled={at === ids.length - 1 || pin.isPending}
                onClick={() => arrange(moved(at, 1))}
              >
                <IconArrowRight size={15} stroke={1.7} aria-hidden />
              </ActionIcon>
              <ActionIcon
                aria-label={t('Unpin: {name}', { name: view.name })}
                disabled={pin.isPending}
                onClick={() => arrange(ids.filter((id) => id !== view.id))}
              >
                <IconPinnedOff size={15} stroke={1.7} aria-hidden />
              </ActionIcon>
            </span>
          }
        >
          <PinnedFigures view={view} />
        </Card>
      ))}
    </section>
  )
}

/** Below the organization, the analytics page as the view says it. */
const pathOfView = ({ metric, period, by, compare, isTable }: MetricView): string =>
  `analytics?${new URLSearchParams({
    tab: factsOf(metric).area,
    metric,
    ...(period === '30d' ? {} : { period }),
    ...(by === 'time' ? {} : { by }),
    ...(compare === 'previous' ? {} : { compare }),
    ...(isTable ? { table: 'true' } : {}),
  }).toString()}`

function PinnedFigures({ view }: { view: MetricView }) {
  const { metric, period, compare } = view
  const { data, error } = useQuery(metricsQuery({ metrics: [metric], period, compare, by: 'time' }))
  if (error && !data) return <p className={styles.hint}>{t('The figures could not be loaded')}</p>
  if (!data) return <Skeleton height={58} radius="md" />
  if (data.results.length === 0) return <p className={styles.hint}>{t('Nothing to count yet')}</p>
  return data.results.map((result) => (
    <div key={keyOfResult(result)} className={classes.pin}>
      <span>
        <OrgLink path={pathOfView(view)} className={classes.pinValue}>
          {formatMetric(result.value, result)}
        </OrgLink>
        <span className={styles.hint}>
          {nameOfResult(result)}, {periodLabels[period]}
          {result.change !== null && <Delta value={result.change} period={t('vs before')} goodWhen={result.goodWhen ?? 'up'} />}
        </span>
      </span>
      <Sparkline values={result.points.map(({ value }) => value).filter((value) => value !== null)} />
    </div>
  ))
}
