import { Button } from '@mantine/core'
import { IconFilterOff, IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { campaignStatuses } from '@imperium/contract/campaigns/campaigns.ts'
import { channels } from '@imperium/contract/contacts/reach.ts'
import { formatDecimal, formatNumber } from '../../../lib/format.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorBoundary } from '../../../ui/feedback/error-boundary.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { Page } from '../../../ui/page/page.tsx'
import { ReturnFocus } from '../../../ui/dialog/return-focus.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { withoutBlanks } from '../../../lib/search-params.ts'
import { campaignStatsQuery, campaignsQuery, filterOf, lookAgainAtAny } from '../api.ts'
import { BulkCampaigns } from './bulk-campaigns.tsx'
import { CampaignCard, CardSkeletons } from './campaign-card.tsx'
import { channelWords, statusWords } from '../campaign-words.ts'
import type { CampaignsSearch } from '../campaigns-search.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'
import { useGate } from '../use-gate.ts'
import classes from './campaigns.module.css'

const CreateCampaignDialog = lazy(async () => ({ default: (await import('./create-campaign-dialog.tsx')).CreateCampaignDialog }))
const route = getRouteApi('/org/$orgSlug/campaigns/')
const statusOptions = campaignStatuses.map((status) => ({ value: status, label: statusWords[status] }))
const channelOptions = channels.map((channel) => ({ value: channel, label: channelWords[channel] }))

type Change = (next: { [K in keyof CampaignsSearch]?: CampaignsSearch[K] | undefined }, replace?: boolean) => void

/** /org/{slug}/campaigns: all campaigns; those that run are shown as they go. */
export function CampaignsPage() {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const change: Change = (next, replace = false) =>
    void navigate({ search: (now) => withoutBlanks<CampaignsSearch>({ ...now, ...next }), replace, resetScroll: false })
  const list = useInfiniteQuery({
    ...campaignsQuery(search),
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => lookAgainAtAny(state.data?.pages.flatMap((page) => page.rows) ?? []),
  })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const actions = useCampaignActions()
  const selection = useSelection(JSON.stringify(filterOf(search)))
  const toggle = (id: string) => (selection.ids.has(id) ? selection.drop(id) : selection.set(new Set([...selection.ids, id])))
  const refusal = useGate('campaigns:write')
  const mayCreate = useCan('campaigns:write')
  const isFiltered = Object.keys(filterOf(search)).length > 0
  return (
    <Page
      title={t('Campaigns')}
      subtitle={t('Reach contacts by email, SMS, WhatsApp and webhook, once each, with their consent.')}
      actions={
        <Button
          leftSection={<IconPlus size={16} stroke={1.8} aria-hidden />}
          onClick={() => change({ create: true })}
          disabled={refusal !== undefined}
          title={refusal}
        >
          {t('Create Campaign')}
        </Button>
      }
    >
      <Summary againMs={lookAgainAtAny(rows)} />
      <Filters search={search} change={change} shown={rows.length} hasMore={list.hasNextPage} loading={list.isPending} />
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Failed to load campaigns')} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && rows.length === 0 && <NoCampaigns isFiltered={isFiltered} change={change} refusal={refusal} />}
      {list.isPending && <CardSkeletons />}
      {rows.length > 0 && (
        <ul className={classes.cards} aria-label={t('Campaigns')}>
          {rows.map((campaign) => (
            <li key={campaign.id}>
              <CampaignCard
                campaign={campaign}
                actions={actions}
                selected={selection.ids.has(campaign.id)}
                onToggle={() => toggle(campaign.id)}
              />
            </li>
          ))}
        </ul>
      )}
      <BulkCampaigns rows={rows} selection={selection} />
      {list.hasNextPage && (
        <Button variant="default" className={classes.more} loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>
          {t('Load more')}
        </Button>
      )}
      {search.create && mayCreate && <ReturnFocus />}
      <ErrorBoundary resetKey={String(search.create)}>
        <Suspense fallback={null}>
          {search.create && mayCreate && (
            <CreateCampaignDialog
              refusal={refusal}
              importId={search.importId}
              segmentId={search.segment}
              onClose={() => change({ create: undefined, importId: undefined, segment: undefined }, true)}
            />
          )}
        </Suspense>
      </ErrorBoundary>
    </Page>
  )
}

/** The four cards; counted on the server over the whole organization. */
function Summary({ againMs }: { againMs: number | false }) {
  const { data, isError } = useQuery({ ...campaignStatsQuery, refetchInterval: againMs })
  const figure = (value: number | undefined) => (value === undefined && isError ? '–' : formatNumber(value ?? 0))
  return (
    <StatStrip
      label={t('Campaigns in figures')}
      loading={!data && !isError}
      stats={[
        { label: t('Total Campaigns'), value: figure(data?.total) },
        { label: t('Active Campaigns'), value: figure(data?.active), hint: data && t('Scheduled and running') },
        { label: t('Sent Today'), value: figure(data?.sentToday), hint: data && t('In the time zone of the organization') },
        {
          label: t('Response Rate'),
          ...(typeof data?.responseRate === 'number' ? { value: formatDecimal(data.responseRate, 1), unit: '%' } : { value: '–' }),
          hint: data && (data.responseRate === null ? t('Nothing sent yet') : t('Response rate')),
        },
      ]}
    />
  )
}

interface FiltersProps {
  search: CampaignsSearch
  change: Change
  shown: number
  hasMore: boolean
  loading: boolean
}

function Filters({ search, change, shown, hasMore, loading }: FiltersProps) {
  const count = plural(shown, { one: '{count} campaign', other: '{count} campaigns' })
  return (
    <FilterBar
      search={search.q ?? ''}
      onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
      searchLabel={t('Search campaigns')}
      filters={[
        {
          label: t('Status'),
          value: search.status ?? null,
          options: statusOptions,
          onChange: (next) => change({ status: campaignStatuses.find((each) => each === next) }),
        },
        {
          label: t('Channel'),
          value: search.channel ?? null,
          options: channelOptions,
          onChange: (next) => change({ channel: channels.find((each) => each === next) }),
        },
      ]}
      count={loading ? '' : hasMore ? t('{count} shown', { count }) : count}
    />
  )
}

/** Stands where the cards would be, with the specification's words. */
function NoCampaigns({ isFiltered, change, refusal }: { isFiltered: boolean; change: Change; refusal: string | undefined }) {
  if (isFiltered)
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('No campaigns found')}
        text={t('Try adjusting your filters')}
        action={
          <Button variant="default" onClick={() => change({ q: undefined, status: undefined, channel: undefined })}>
            {t('Clear filters')}
          </Button>
        }
      />
    )
  return (
    <EmptyState
      icon={IconSpeakerphone}
      title={t('No campaigns found')}
      text={refusal ?? t('Get started by creating your first campaign')}
      action={
        !refusal && (
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => change({ create: true })}>
            {t('Create your first campaign')}
          </Button>
        )
      }
    />
  )
}
