import { Select, Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import type { MetricDefinition } from '@imperium/contract/analytics/analytics.ts'
import { splitPermissions } from '@imperium/contract/analytics/splits.ts'
import type { Split } from '@imperium/contract/analytics/splits.ts'
import { can } from '@imperium/contract/permissions.ts'
import type { Role } from '@imperium/contract/permissions.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import type { AnalyticsSearch } from './analytics-search.ts'
import { metricsQuery } from './api.ts'
import { splitLabels } from './area-labels.ts'
import { keyOfResult } from './format-metric.ts'
import { MetricChart, PartBars } from './metric-chart.tsx'

interface BreakdownCardProps {
  metric: MetricDefinition
  search: AnalyticsSearch
  change: ChangeSearch<AnalyticsSearch>
}

/** Those that say more than the whole, and that the role may read. */
const offered = ({ splits }: MetricDefinition, role: Role): Split[] =>
  splits.filter(
    (split) =>
      split !== 'organization' &&
      split !== 'type' &&
      !(split in splitPermissions && !can(role, splitPermissions[split as keyof typeof splitPermissions])),
  )

/** The parts of the chosen metric; each leads to its page. */
export function BreakdownCard({ metric, search, change }: BreakdownCardProps) {
  const { role } = useOrganization()
  const splits = offered(metric, role)
  const by = splits.find((each) => each === search.by) ?? splits[0]
  if (!by) return null
  return (
    <Card
      title={t('By {part}', { part: splitLabels[by] })}
      aside={
        splits.length > 1 && (
          <Select
            aria-label={t('Break down by')}
            w={140}
            value={by}
            data={splits.map((value) => ({ value, label: splitLabels[value] }))}
            onChange={(next) => change({ by: splits.find((each) => each === next) }, true)}
            allowDeselect={false}
          />
        )
      }
    >
      <Parts metric={metric} by={by} search={search} change={change} />
    </Card>
  )
}

function Parts({ metric, by, search, change }: BreakdownCardProps & { by: Split }) {
  const { period = '30d', compare = 'previous', table } = search
  const { data, error, refetch } = useQuery(metricsQuery({ metrics: [metric.id], period, compare, by }))
  if (error && !data) return <ErrorState error={error} title={t('Analytics could not be loaded')} onRetry={() => void refetch()} />
  if (!data) return <Skeleton height={240} radius="md" />
  if (data.results.every(({ rows }) => rows.length === 0))
    return <EmptyState plain icon={IconChartBar} title={t('No parts in this period')} text={t('There is nothing to break down.')} />
  const open = (place: { day: string } | { key: string }) =>
    'key' in place ? change({ rows: data.from, until: data.to, by, part: place.key }) : undefined
  const onOpen = metric.hasRows ? open : undefined
  return data.results.map((result) =>
    table ? (
      <MetricChart key={keyOfResult(result)} result={result} kind="table" compares={compare !== 'none'} onOpen={onOpen} />
    ) : (
      <PartBars key={keyOfResult(result)} result={result} onOpen={onOpen} />
    ),
  )
}
