import { Button, SegmentedControl, Select, Skeleton } from '@mantine/core'
import { IconBell, IconBookmark, IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { periods } from '@imperium/contract/analytics/analytics.ts'
import type { MetricAnswer, MetricDefinition, MetricResult } from '@imperium/contract/analytics/analytics.ts'
import { factsOf } from '@imperium/contract/analytics/metrics.ts'
import { metricAreas, splits } from '@imperium/contract/analytics/splits.ts'
import type { MetricArea } from '@imperium/contract/analytics/splits.ts'
import { formatDay, formatMoment } from '../../lib/format.ts'
import { changeSearch } from '../../lib/search-params.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { Page } from '../../ui/page/page.tsx'
import { Delta } from '../../ui/text/delta.tsx'
import { areaLabels, comparisonLabels, headlines, periodLabels } from './area-labels.ts'
import { definitionsQuery, metricsQuery, rowsQuery } from './api.ts'
import type { AnalyticsSearch } from './analytics-search.ts'
import { BreakdownCard } from './breakdown-card.tsx'
import { formatMetric, keyOfResult, nameOfResult } from './format-metric.ts'
import { MetricChart } from './metric-chart.tsx'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import styles from '../../ui/styles.module.css'
import classes from './analytics.module.css'

const AlertsPanel = lazy(async () => ({ default: (await import('./alerts/alerts-panel.tsx')).AlertsPanel }))
const ViewsPanel = lazy(async () => ({ default: (await import('./views/views-panel.tsx')).ViewsPanel }))
const AskBar = lazy(async () => ({ default: (await import('./ask-bar.tsx')).AskBar }))
const AttributionCard = lazy(async () => ({ default: (await import('./attribution-card.tsx')).AttributionCard }))
const FunnelCard = lazy(async () => ({ default: (await import('./funnel-card.tsx')).FunnelCard }))
const GoalsCard = lazy(async () => ({ default: (await import('./goals/goals-card.tsx')).GoalsCard }))
const RowsPanel = lazy(async () => ({ default: (await import('./rows-panel.tsx')).RowsPanel }))
const route = getRouteApi('/org/$orgSlug/analytics')
/** /org/{slug}/analytics: every metric of the organization, by area. */
export function AnalyticsPage() {
  const search = route.useSearch()
  const change = changeSearch<AnalyticsSearch>(route.useNavigate())
  const { period = '30d', compare = 'previous' } = search
  const definitions = useQuery(definitionsQuery)
  const areas = metricAreas.filter(
    (area) => (area !== 'users' || search.tab === 'users') && (definitions.data ?? []).some((each) => each.area === area),
  )
  const tab = areas.find((area) => area === search.tab) ?? areas[0]
  return (
    <Page
      title={t('Analytics')}
      subtitle={t('What agents, campaigns and automations brought and cost. Every number says what it counts.')}
      actions={
        <div className={styles.row}>
          <SegmentedControl
            aria-label={t('Period')}
            value={period}
            data={periods.map((value) => ({ value, label: periodLabels[value] }))}
            onChange={(next) => change({ period: next === '30d' ? undefined : next })}
          />
          <Select
            className={classes.compare ?? ''}
            aria-label={t('Comparison')}
            value={compare}
            data={Object.entries(comparisonLabels).map(([value, label]) => ({ value, label }))}
            onChange={(next) => change({ compare: next === 'year' || next === 'none' ? next : undefined })}
            allowDeselect={false}
          />
          <Button
            variant="default"
            leftSection={<IconBell size={16} stroke={1.7} aria-hidden />}
            onClick={() => change({ alert: 'list' }, true)}
          >
            {t('Alerts')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconBookmark size={16} stroke={1.7} aria-hidden />}
            onClick={() => change({ views: true }, true)}
          >
            {t('Saved views')}
          </Button>
        </div>
      }
    >
      {definitions.isError && !definitions.data && (
        <ErrorState error={definitions.error} title={t('Analytics could not be loaded')} onRetry={() => void definitions.refetch()} />
      )}
      <Suspense fallback={<Skeleton height={36} radius={8} aria-busy />}>
        <AskBar change={change} />
      </Suspense>
      {tab && definitions.data && (
        <PageTabs
          tabs={Object.fromEntries(areas.map((area) => [area, areaLabels[area]])) as Record<MetricArea, string>}
          open={tab}
          onOpen={(next) => change({ tab: next === areas[0] ? undefined : next, metric: undefined, by: undefined })}
        >
          <Area key={tab} area={tab} definitions={definitions.data} search={search} change={change} />
        </PageTabs>
      )}
      <Overlays open={definitions.data && search.alert ? 'alerts' : ''}>
        {definitions.data && search.alert && (
          <AlertsPanel
            open={search.alert}
            definitions={definitions.data}
            metric={definitions.data.find(({ id }) => id === search.metric)}
            onOpen={(alert) => change({ alert }, true)}
          />
        )}
      </Overlays>
      <Overlays open={definitions.data && search.views ? 'views' : ''}>
        {definitions.data && search.views && (
          <ViewsPanel
            shown={shownOf(search, tab, definitions.data)}
            labelOf={(metric) => definitions.data.find(({ id }) => id === metric)?.label ?? metric}
            onOpen={({ metric, period: of, compare: against, by, isTable }) =>
              change({
                views: undefined,
                tab: factsOf(metric).area,
                metric,
                period: of === '30d' ? undefined : of,
                compare: against === 'previous' ? undefined : against,
                by: by === 'time' ? undefined : by,
                table: isTable || undefined,
              })
            }
            onClose={() => change({ views: undefined }, true)}
          />
        )}
      </Overlays>
    </Page>
  )
}

/** The headlines among them, in the order of the headlines. */
const headlinesOf = <T,>(all: readonly T[], idOf: (each: T) => string): T[] =>
  headlines.flatMap((id) => all.filter((each) => idOf(each) === id))

/** The metric of the large chart: the chosen one, else the first headline of the area. */
const chosenOf = (own: readonly MetricDefinition[], search: AnalyticsSearch): MetricDefinition | undefined =>
  own.find(({ id }) => id === search.metric) ?? headlinesOf(own, ({ id }) => id)[0] ?? own[0]

function shownOf(search: AnalyticsSearch, tab: MetricArea | undefined, definitions: readonly MetricDefinition[]) {
  const metric = chosenOf(
    definitions.filter(({ area }) => area === tab),
    search,
  )
  const { period = '30d', compare = 'previous', table = false } = search
  const by = splits.find((each) => each === search.by) ?? ('time' as const)
  return metric && { metric: metric.id, period, compare, by, isTable: table }
}

interface AreaProps {
  area: MetricArea
  definitions: readonly MetricDefinition[]
  search: AnalyticsSearch
  change: ChangeSearch<AnalyticsSearch>
}

function Area({ area, definitions, search, change }: AreaProps) {
  const { period = '30d', compare = 'previous' } = search
  const own = definitions.filter((each) => each.area === area)
  const { data, error, isPlaceholderData, refetch } = useQuery({
    ...metricsQuery({ metrics: own.map(({ id }) => id), period, compare, by: 'time' }),
    placeholderData: (previous) => previous,
  })
  if (error && !data) return <ErrorState error={error} title={t('Analytics could not be loaded')} onRetry={() => void refetch()} />
  const metric = chosenOf(own, search)
  const shown = data?.results.filter((result) => result.metric === metric?.id) ?? []
  return (
    <div className={classes.stack} data-changing={isPlaceholderData || undefined} aria-busy={isPlaceholderData || !data}>
      <Headlines area={area} own={own} answer={data} />
      {data && data.results.length === 0 && <Nothing />}
      {metric && (data === undefined || data.results.length > 0) && (
        <div className={classes.charts}>
          <Card title={metric.label} aside={<ChartControls own={own} metric={metric} isTable={search.table === true} change={change} />}>
            {shown.map((result) => (
              <MetricChart
                key={keyOfResult(result)}
                result={result}
                kind={search.table ? 'table' : 'line'}
                compares={compare !== 'none'}
                onOpen={metric.hasRows ? (place) => change(openedRows(place, result, data)) : undefined}
              />
            ))}
            {data && shown.length === 0 && <Nothing />}
            <About metric={metric} answer={data} />
          </Card>
          <BreakdownCard metric={metric} search={search} change={change} />
        </div>
      )}
      <Suspense fallback={<Skeleton height={180} radius={12} aria-busy />}>
        <GoalsCard own={own} />
        {area === 'revenue' && <AttributionCard search={search} change={change} />}
        {area === 'campaigns' && <FunnelCard search={search} change={change} />}
      </Suspense>
      <Overlays open={metric?.hasRows && search.rows && search.until ? search.rows : ''}>
        {metric?.hasRows && search.rows && search.until && (
          <RowsPanel
            title={metric.label}
            from={search.rows}
            to={search.until}
            // A ratio has no sum; its rows are those that it is divided by.
            unit={metric.additivity === 'ratio' ? 'count' : metric.unit}
            source={rowsQuery({
              metric: metric.id,
              from: search.rows,
              to: search.until,
              ...(search.part !== undefined && search.by ? { by: search.by, key: search.part } : {}),
            })}
            onClose={() => change({ rows: undefined, until: undefined, part: undefined }, true)}
          />
        )}
      </Overlays>
    </div>
  )
}

/** The days of a point: up to the next one, or to the end of the period. */
function openedRows(
  place: { day: string } | { key: string },
  { points }: MetricResult,
  answer: MetricAnswer | undefined,
): Partial<AnalyticsSearch> {
  if (!('day' in place) || !answer) return {}
  const next = points[points.findIndex(({ date }) => date === place.day) + 1]
  return { rows: place.day, until: next ? dayBefore(next.date) : answer.to }
}

const dayBefore = (date: string): string => new Date(Date.parse(`${date}T00:00:00Z`) - 86_400_000).toISOString().slice(0, 10)

function Headlines({ area, own, answer }: { area: MetricArea; own: readonly MetricDefinition[]; answer: MetricAnswer | undefined }) {
  if (answer && answer.results.length === 0) return null
  return (
    <StatStrip
      label={areaLabels[area]}
      loading={!answer}
      stats={
        answer
          ? headlinesOf(answer.results, ({ metric }) => metric).map(statOf)
          : headlinesOf(own, ({ id }) => id).map(({ label }) => ({ label, value: null }))
      }
    />
  )
}

const statOf = (result: MetricResult) => ({
  label: nameOfResult(result),
  value: formatMetric(result.value, result),
  ...(result.path === null ? {} : { path: result.path }),
  hint: result.change === null ? undefined : <Delta value={result.change} period={t('vs before')} goodWhen={result.goodWhen ?? 'up'} />,
  trend: result.points.map(({ value }) => value).filter((value) => value !== null),
})

interface ControlsProps {
  own: readonly MetricDefinition[]
  metric: MetricDefinition
  isTable: boolean
  change: ChangeSearch<AnalyticsSearch>
}

function ChartControls({ own, metric, isTable, change }: ControlsProps) {
  return (
    <div className={styles.row}>
      <Select
        aria-label={t('Metric')}
        value={metric.id}
        data={own.map(({ id, label }) => ({ value: id, label }))}
        onChange={(next) => change({ metric: own.find(({ id }) => id === next)?.id, by: undefined }, true)}
        allowDeselect={false}
      />
      <SegmentedControl
        aria-label={t('View')}
        value={isTable ? 'table' : 'chart'}
        data={[
          { value: 'chart', label: t('Chart') },
          { value: 'table', label: t('Table') },
        ]}
        onChange={(next) => change({ table: next === 'table' ? true : undefined }, true)}
      />
    </div>
  )
}

/** What the number is, as of when, and by which version of its definition. */
function About({ metric, answer }: { metric: MetricDefinition; answer: MetricAnswer | undefined }) {
  return (
    <p className={classes.about}>
      {metric.text}{' '}
      {answer &&
        t('{from} to {to}, days of {timeZone}, as of {moment}. Definition {version}.', {
          from: formatDay(answer.from),
          to: formatDay(answer.to),
          timeZone: answer.timeZone.replaceAll('_', ' '),
          moment: formatMoment(answer.asOf),
          version: metric.version,
        })}
    </p>
  )
}

const Nothing = () => (
  <EmptyState
    plain
    icon={IconChartBar}
    title={t('Nothing to count yet')}
    text={t('Numbers appear here as soon as there is something to count.')}
  />
)
