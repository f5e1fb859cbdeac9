import { Button } from '@mantine/core'
import { IconFilterOff, IconPlus, IconSpeakerphone } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy } from 'react'
import { campaignStatuses } from '@imperium/contract/campaigns/campaigns.ts'
import { channels } from '@imperium/contract/contacts/reach.ts'
import { formatDate, formatDecimal, formatNumber } from '../../../lib/format.ts'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate } from '../../../lib/use-gate.ts'
import { useCan } from '../../../lib/use-session.ts'
import { plural, t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { EmptyPreview } from '../../../ui/feedback/empty-preview.tsx'
import { CardList } from '../../../ui/list/card-list.tsx'
import { ListPage } from '../../../ui/list/list-page.tsx'
import type { StatStripProps } from '../../../ui/list/stat-strip.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import { useSelection } from '../../../ui/list/use-selection.ts'
import { campaignStatsQuery, campaignsQuery, filterOf, refetchMsOfAny } from '../api.ts'
import { CampaignCard } from './campaign-card.tsx'
import { channelLabels, statusText } from '../campaign-labels.ts'
import type { CampaignsSearch } from '../campaigns-search.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'

// Loaded when the first campaign is selected.
const BulkCampaigns = lazy(async () => ({ default: (await import('./bulk-campaigns.tsx')).BulkCampaigns }))
const CreateCampaignDialog = lazy(async () => ({ default: (await import('./create-campaign-dialog.tsx')).CreateCampaignDialog }))
const route = getRouteApi('/org/$orgSlug/campaigns/')
const statusOptions = campaignStatuses.map((status) => ({ value: status, label: statusText[status] }))
const channelOptions = channels.map((channel) => ({ value: channel, label: channelLabels[channel] }))

/** Only a link sets it, such as a figure of the dashboard. */
const sentSinceFilter = (sentSince: string) => ({
  key: 'sentSince' as const,
  label: t('Sent since'),
  options: [{ value: sentSince, label: t('Sent since {date}', { date: formatDate(sentSince) }) }],
})

const cardSize = { widthPx: 350, heightPx: 318 }

/** /org/{slug}/campaigns: all campaigns; those that run are shown as they go. */
export function CampaignsPage() {
  const search = route.useSearch()
  const change = changeSearch<CampaignsSearch>(route.useNavigate())
  const list = useRows({
    ...campaignsQuery(search),
    refetchInterval: ({ state }) => refetchMsOfAny(state.data?.pages.flatMap((page) => page.rows) ?? []),
  })
  const { rows } = list
  const actions = useCampaignActions()
  const selection = useSelection(JSON.stringify(filterOf(search)))
  const refusal = useGate('campaigns:write')
  const isCreating = useCan('campaigns:write') && search.create
  const count = plural(rows.length, { one: '{count} campaign', other: '{count} campaigns' })
  return (
    <ListPage
      title={t('Campaigns')}
      subtitle={t('Reach contacts by email, SMS, WhatsApp and webhook, once each, with their consent.')}
      icon={IconSpeakerphone}
      stats={useFigures(refetchMsOfAny(rows))}
      list={list}
      search={search}
      change={change}
      find={{ label: t('Search campaigns') }}
      filters={[
        { key: 'status', label: t('Status'), options: statusOptions },
        { key: 'channel', label: t('Channel'), options: channelOptions },
        ...(search.sentSince ? [sentSinceFilter(search.sentSince)] : []),
      ]}
      count={list.table.loading ? '' : list.total === null ? t('{count} shown', { count }) : count}
      failed={t('Failed to load campaigns')}
      create={{ label: t('Create Campaign'), refusal }}
      empty={{
        title: t('No campaigns found'),
        text: refusal ?? t('Get started by creating your first campaign'),
        preview: (
          <EmptyPreview
            kind="cards"
            icon={IconSpeakerphone}
            items={[
              { title: t('Spring offers'), value: statusText.completed },
              { title: t('Welcome to the newsletter'), value: statusText.running },
              { title: t('Invitation to the open day'), value: statusText.scheduled },
            ]}
          />
        ),
        action: !refusal && (
          <Button variant="default" leftSection={<IconPlus size={16} stroke={1.7} aria-hidden />} onClick={() => change({ create: true })}>
            {t('Create your first campaign')}
          </Button>
        ),
      }}
      noMatch={{ icon: IconFilterOff, title: t('No campaigns found'), text: t('Try adjusting your filters') }}
      renderRows={() => (
        <CardList
          list={list}
          label={t('Campaigns')}
          size={cardSize}
          rowId={({ id }) => id}
          renderCard={(campaign) => (
            <CampaignCard
              campaign={campaign}
              actions={actions}
              selected={selection.ids.has(campaign.id)}
              onToggle={() => selection.toggle(campaign.id)}
            />
          )}
        />
      )}
    >
      <Suspense fallback={null}>{selection.ids.size > 0 && <BulkCampaigns rows={rows} selection={selection} />}</Suspense>
      <Overlays open={isCreating ? 'create' : ''}>
        {isCreating && (
          <CreateCampaignDialog
            refusal={refusal}
            importId={search.importId}
            segmentId={search.segment}
            onClose={() => change({ create: undefined, importId: undefined, segment: undefined }, true)}
          />
        )}
      </Overlays>
    </ListPage>
  )
}

/** The four cards; counted on the server over the whole organization. */
function useFigures(againMs: number | false): StatStripProps {
  const { data, isError } = useQuery({ ...campaignStatsQuery, refetchInterval: againMs })
  const figure = (value: number | undefined) => (value === undefined && isError ? '–' : formatNumber(value ?? 0))
  return {
    label: t('Campaigns in figures'),
    loading: !data && !isError,
    stats: [
      { label: t('Total Campaigns'), value: figure(data?.total) },
      { label: t('Active Campaigns'), value: figure(data?.active), hint: data && t('Scheduled and running') },
      { label: t('Sent Today'), value: figure(data?.sentToday), hint: data && t('In the time zone of the organization') },
      {
        label: t('Response Rate'),
        ...(typeof data?.responseRate === 'number' ? { value: formatDecimal(data.responseRate, 1), unit: '%' } : { value: '–' }),
        hint: data && (data.responseRate === null ? t('Nothing sent yet') : t('Response rate')),
      },
    ],
  }
}
