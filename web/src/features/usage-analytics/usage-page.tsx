import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartBar, IconDownload, IconRefresh } from '@tabler/icons-react'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { can } from '@imperium/contract/permissions.ts'
import { partPermissions, usagePeriods } from '@imperium/contract/usage-analytics.ts'
import type { UsageDashboard, UsagePart, UsagePeriod } from '@imperium/contract/usage-analytics.ts'
import { formatCompact, formatNumber } from '../../lib/format.ts'
import { useOrganization } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { AreaChart, Donut } from '../../ui/charts/lazy-charts.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { StatStrip } from '../../ui/list/stat-strip.tsx'
import { PageTabs } from '../../ui/page/page-tabs.tsx'
import { Page } from '../../ui/page/page.tsx'
import { exportMutation, usageQuery } from './api.ts'
import { ModelPanel } from './model-panel.tsx'
import type { UsageSearch } from './usage-search.ts'
import { UnknownCalls } from '../ai-models/index.ts'
import classes from './usage.module.css'

const ModelTable = lazy(async () => ({ default: (await import('./model-table.tsx')).ModelTable }))
const SpendingCard = lazy(async () => ({ default: (await import('./spending-card.tsx')).SpendingCard }))
const BreakdownTable = lazy(async () => ({ default: (await import('./breakdown-table.tsx')).BreakdownTable }))

const from = '/org/$orgSlug/settings/analytics'
const periodLabels: Record<UsagePeriod, string> = { '7d': t('7 days'), '30d': t('30 days'), '90d': t('90 days') }
const partLabels: Record<UsagePart, string> = {
  model: t('Models'),
  agent: t('Agents'),
  campaign: t('Campaigns'),
  workflow: t('Workflows'),
  key: t('API Keys'),
  member: t('Members'),
}
const chartHeight = 260
/** Slices of the ring: as many as the palette has colours. */
const topModels = 6

/** /org/{slug}/settings/analytics: what was used, when, and by what. */
export function UsagePage() {
  const search = useSearch({ from })
  const navigate = useNavigate({ from })
  const client = useQueryClient()
  const period = search.period ?? '30d'
  const by = search.by ?? 'model'
  const usage = useQuery({ ...usageQuery(period), placeholderData: (previous) => previous })
  const exporting = useMutation(exportMutation)
  const change = (next: UsageSearch) => void navigate({ search: next })
  return (
    <Page
      title={t('Usage Analytics')}
      subtitle={t('Model calls, tokens and cost, and what used them')}
      actions={
        <>
          <SegmentedControl
            aria-label={t('Period')}
            value={period}
            data={usagePeriods.map((value) => ({ value, label: periodLabels[value] }))}
            onChange={(next) => change({ ...(search.by ? { by: search.by } : {}), ...(next === '30d' ? {} : { period: next }) })}
          />
          <Button
            variant="default"
            leftSection={<IconRefresh size={16} stroke={1.7} aria-hidden />}
            loading={usage.isFetching && !usage.isPending}
            onClick={() => void client.invalidateQueries({ queryKey: ['usage-analytics'] })}
          >
            {t('Refresh')}
          </Button>
          <Button
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.7} aria-hidden />}
            loading={exporting.isPending}
            onClick={() => exporting.mutate({ period, by })}
          >
            {t('Export CSV')}
          </Button>
        </>
      }
    >
      {usage.isError && !usage.data ? (
        <ErrorState error={usage.error} title={t('Failed to load usage')} onRetry={() => void usage.refetch()} />
      ) : (
        <div className={classes.stack} data-changing={usage.isPlaceholderData || undefined} aria-busy={usage.isPlaceholderData}>
          <Overview usage={usage.data} />
          <Charts usage={usage.data} />
          <Parts usage={usage.data} search={search} change={change} />
          <Suspense fallback={<Skeleton height={160} radius="lg" />}>
            <SpendingCard credits={usage.data?.credits} />
          </Suspense>
          <Suspense fallback={null}>
            <UnknownCalls />
          </Suspense>
        </div>
      )}
      <ModelPanel
        model={usage.data?.usageByModel.find(({ configId, modelId }) => `${configId}:${modelId}` === search.model)}
        period={periodLabels[period]}
        onClose={() => change(search.period ? { period: search.period } : {})}
      />
    </Page>
  )
}

function Overview({ usage }: { usage: UsageDashboard | undefined }) {
  const calls = usage?.chartData.map(({ count }) => count) ?? []
  const average = Math.round(calls.reduce((sum, count) => sum + count, 0) / Math.max(1, calls.length))
  return (
    <StatStrip
      label={t('Usage')}
      loading={!usage}
      stats={[
        {
          label: t('Total API Calls'),
          value: formatNumber(usage?.overview.totalApiCalls ?? 0),
          hint: t('Average daily usage: {count}', { count: formatNumber(average) }),
          trend: calls,
        },
        {
          label: t('Active Models'),
          value: formatNumber(usage?.overview.activeModels ?? 0),
          path: 'settings/ai-models',
          hint: t('Ready to be called'),
        },
        {
          label: t('Total Models'),
          value: formatNumber(usage?.overview.totalModels ?? 0),
          path: 'settings/ai-models',
          hint: t('Configured in this organization'),
        },
      ]}
    />
  )
}

function Charts({ usage }: { usage: UsageDashboard | undefined }) {
  const total = usage?.overview.totalApiCalls ?? 0
  return (
    <div className={classes.charts}>
      <Card title={t('Usage Trend')} aside={usage && t('Days of {timeZone}', { timeZone: usage.timeZone.replaceAll('_', ' ') })}>
        {!usage && <Skeleton height={chartHeight} radius="md" />}
        {usage && total === 0 && <NoUsage />}
        {usage && total > 0 && (
          <AreaChart
            label={t('Model calls')}
            height={chartHeight}
            points={usage.chartData.map(({ date, count }) => ({ date, value: count }))}
          />
        )}
      </Card>
      <Card title={t('Usage by Model')} aside={t('Top {count}', { count: topModels })}>
        {!usage && <Skeleton height={chartHeight} radius="md" />}
        {usage && total === 0 && <NoUsage />}
        {usage && total > 0 && (
          <Donut
            label={t('Usage by Model')}
            slices={usage.usageByModel.slice(0, topModels).map(({ modelName, apiCalls }) => ({ label: modelName, value: apiCalls }))}
            total={formatCompact(total)}
            unit={plural(total, { one: 'call', other: 'calls' })}
            fallback={<Skeleton height={chartHeight} radius="md" />}
          />
        )}
      </Card>
    </div>
  )
}

interface PartsProps {
  usage: UsageDashboard | undefined
  search: UsageSearch
  change: (next: UsageSearch) => void
}

/** Usage by model and by everything else that the caller may read. */
function Parts({ usage, search, change }: PartsProps) {
  const { role } = useOrganization()
  const keep = search.period ? { period: search.period } : {}
  const tabs = Object.fromEntries(Object.entries(partLabels).filter(([part]) => can(role, partPermissions[part as UsagePart]))) as Record<
    UsagePart,
    string
  >
  const open = search.by && tabs[search.by] ? search.by : 'model'
  return (
    <Card title={t('Model Usage')}>
      <PageTabs tabs={tabs} open={open} onOpen={(by) => change(by === 'model' ? keep : { ...keep, by })}>
        <Suspense fallback={<Skeleton height={320} radius="lg" />}>
          {open === 'model' ? (
            <ModelTable usage={usage} onOpen={(model) => change({ ...keep, model })} empty={<NoUsage />} />
          ) : (
            <BreakdownTable by={open} label={tabs[open]} period={search.period ?? '30d'} empty={<NoUsage />} />
          )}
        </Suspense>
      </PageTabs>
    </Card>
  )
}

const NoUsage = () => (
  <EmptyState
    plain
    icon={IconChartBar}
    title={t('No usage data available for this period')}
    text={t('Each call of a model is counted here.')}
  />
)
