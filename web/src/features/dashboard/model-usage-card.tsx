import { Skeleton } from '@mantine/core'
import { IconCpu } from '@tabler/icons-react'
import { formatCompact } from '../../lib/format.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { Donut } from '../../ui/charts/lazy-charts.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import type { Period } from './api.ts'
import type { Charts } from './use-dashboard.ts'
import classes from './dashboard.module.css'

/** Slices with their own colour; the palette has six and the last is for the rest. */
const mostModels = 5

/** Which models the runs of the period used. */
export function ModelUsageCard({ charts, period }: { charts: Charts | undefined; period: Period }) {
  const models = charts?.modelUsage
  const total = models?.reduce((sum, model) => sum + model.count, 0) ?? 0
  return (
    <Card title={t('Model usage')} aside={t('share of runs')} className={classes.narrow}>
      {!models && <DonutSkeleton />}
      {models && total === 0 && (
        <div className={classes.centred} style={{ minHeight: 290 }}>
          <EmptyState
            plain
            icon={IconCpu}
            title={t('No model used in the last {count} days', { count: period })}
            text={t('Used models appear here with their share.')}
          />
        </div>
      )}
      {models && total > 0 && (
        <Donut
          label={t('Model usage')}
          slices={slicesOf(models)}
          total={formatCompact(total)}
          unit={plural(total, { one: 'run', other: 'runs' })}
          fallback={<DonutSkeleton />}
        />
      )}
    </Card>
  )
}

function slicesOf(models: Charts['modelUsage']) {
  const slices = models.map(({ model, count }) => ({ label: model, value: count }))
  if (slices.length <= mostModels + 1) return slices
  const rest = slices.slice(mostModels)
  return [
    ...slices.slice(0, mostModels),
    {
      label: plural(rest.length, { one: '{count} other model', other: '{count} other models' }),
      value: rest.reduce((sum, slice) => sum + slice.value, 0),
    },
  ]
}

function DonutSkeleton() {
  return (
    <div className={classes.donutSkeleton}>
      <Skeleton circle height={150} />
      {[72, 58, 66, 50].map((width) => (
        <Skeleton key={width} height={12} width={`${width}%`} />
      ))}
    </div>
  )
}
