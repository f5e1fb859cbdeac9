import { ActionIcon, Button, Tooltip } from '@mantine/core'
import { IconCopy, IconEdit, IconPlayerPause, IconPlayerPlay, IconTemplate, IconTrash } from '@tabler/icons-react'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { lazy, useEffect, useRef, useState } from 'react'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import { useStream } from '../../../lib/use-stream.ts'
import { t } from '../../../lib/words.ts'
import { Overlays } from '../../../ui/dialog/overlays.tsx'
import { DetailPage, QueryPage } from '../../../ui/page/detail-page.tsx'
import { PageTabs } from '../../../ui/page/page-tabs.tsx'
import { useObjectName } from '../../../ui/page/object-names.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { changeSearch } from '../../../lib/search-params.ts'
import { useGate, useStopGate } from '../../../lib/use-gate.ts'
import { Notes } from '../../notes/index.ts'
import { PublishTemplateDialog } from '../../templates/index.ts'
import { agentsOf } from '../agents-of.ts'
import { campaignQuery, isLive, refetchMs, refreshCampaigns } from '../api.ts'
import { CampaignBanners } from './campaign-banners.tsx'
import { channelLabels, statusTones, statusText, toggleOf } from '../campaign-labels.ts'
import type { CampaignSearch, CampaignTab } from '../campaigns-search.ts'
import { useCampaignActions } from '../use-campaign-actions.ts'

const OverviewTab = lazy(async () => ({ default: (await import('./overview-tab.tsx')).OverviewTab }))
const ContactsTab = lazy(async () => ({ default: (await import('./contacts-tab.tsx')).ContactsTab }))
const MessagesTab = lazy(async () => ({ default: (await import('./messages-tab.tsx')).MessagesTab }))
const AnalyticsTab = lazy(async () => ({ default: (await import('./analytics-tab.tsx')).AnalyticsTab }))
const RecipientStory = lazy(async () => ({ default: (await import('./recipient-story.tsx')).RecipientStory }))

const route = getRouteApi('/org/$orgSlug/campaigns/$campaignId/')
const tabLabels: Record<CampaignTab, string> = {
  overview: t('Overview'),
  contacts: t('Contacts'),
  messages: t('Messages'),
  analytics: t('Analytics'),
  notes: t('Notes'),
}

/** /org/{slug}/campaigns/{id}: the progress and results of a campaign, live. */
export function CampaignPage() {
  const { campaignId } = route.useParams()
  const query = useQuery({
    ...campaignQuery(campaignId),
    // One that runs is followed by its stream.
    refetchInterval: ({ state }) => (state.data && !isLive(state.data) ? refetchMs(state.data) : false),
  })
  useObjectName(campaignId, query.data?.name)
  return (
    <QueryPage query={query} title={t('Campaign')} failed={t('The campaign could not be loaded')}>
      {(campaign) => <LoadedCampaign key={campaign.id} campaign={campaign} />}
    </QueryPage>
  )
}

function LoadedCampaign({ campaign }: { campaign: Campaign }) {
  const search = route.useSearch()
  const navigate = route.useNavigate()
  const { orgSlug } = route.useParams()
  useLiveNumbers(campaign)
  const change = changeSearch<CampaignSearch>(navigate)
  const actions = useCampaignActions({
    onCloned: ({ id }) => void navigate({ to: '/org/$orgSlug/campaigns/$campaignId/edit', params: { orgSlug, campaignId: id } }),
    onDeleted: () => void navigate({ to: '/org/$orgSlug/campaigns', params: { orgSlug } }),
  })
  const { status, channel, description } = campaign
  const [agentName] = agentsOf(campaign)
  const tab = search.tab ?? 'overview'
  return (
    <DetailPage
      title={campaign.name}
      status={<StatusDot tone={statusTones[status]} label={statusText[status]} live={status === 'running'} />}
      facts={[channelLabels[channel], agentName]}
      actions={<PageActions campaign={campaign} actions={actions} />}
      description={description}
    >
      <CampaignBanners campaign={campaign} onTab={(next, filter) => change({ tab: next, status: filter })} />
      <PageTabs
        tabs={tabLabels}
        open={tab}
        onOpen={(next) =>
          change({ tab: next === 'overview' ? undefined : next, status: undefined, reason: undefined, variant: undefined, q: undefined })
        }
      >
        {tab === 'overview' && (
          <OverviewTab
            campaign={campaign}
            sendId={search.send}
            onSend={(send) => change({ send })}
            onStatus={(status) => change({ tab: 'contacts', status })}
          />
        )}
        {tab === 'contacts' && <ContactsTab campaign={campaign} search={search} change={change} />}
        {tab === 'messages' && <MessagesTab campaign={campaign} onContact={(contact) => change({ contact })} />}
        {tab === 'analytics' && (
          <AnalyticsTab
            campaign={campaign}
            sendId={search.send}
            onSend={(send) => change({ send })}
            onReason={(status, reason) => change({ tab: 'contacts', status, reason: reason || undefined })}
          />
        )}
        {tab === 'notes' && <Notes subject="campaign" subjectId={campaign.id} />}
      </PageTabs>
      <Overlays open={search.contact ?? ''}>
        {search.contact && (
          <RecipientStory
            key={search.contact}
            campaignId={campaign.id}
            contactId={search.contact}
            onClose={() => change({ contact: undefined })}
          />
        )}
      </Overlays>
    </DetailPage>
  )
}

function PublishButton({ campaign, refusal }: { campaign: Campaign; refusal: string | undefined }) {
  const [isOpen, setIsOpen] = useState(false)
  return (
    <>
      <Tooltip label={refusal ?? t('Publish as a template')}>
        <ActionIcon
          variant="default"
          size={34}
          aria-label={t('Publish as a template')}
          disabled={refusal !== undefined}
          onClick={() => setIsOpen(true)}
        >
          <IconTemplate size={17} stroke={1.7} aria-hidden />
        </ActionIcon>
      </Tooltip>
      <Overlays open={isOpen ? 'publish' : ''}>
        {isOpen && <PublishTemplateDialog category="campaign" source={campaign} onClose={() => setIsOpen(false)} />}
      </Overlays>
    </>
  )
}

interface PageActionsProps {
  campaign: Campaign
  actions: ReturnType<typeof useCampaignActions>
}

function PageActions({ campaign, actions }: PageActionsProps) {
  const navigate = route.useNavigate()
  const params = route.useParams()
  const writeRefusal = useGate('campaigns:write')
  const toggle = toggleOf(campaign)
  const resumeRefusal = useGate('campaigns:send')
  const pauseRefusal = useStopGate('campaigns:send')
  const toggleRefusal = toggle === 'pause' ? pauseRefusal : resumeRefusal
  const { status } = campaign
  const symbol = { size: 16, stroke: 1.7, 'aria-hidden': true } as const
  const write = { disabled: writeRefusal !== undefined || actions.busy, title: writeRefusal }
  return (
    <>
      <PublishButton campaign={campaign} refusal={writeRefusal} />
      {status !== 'running' && (
        <Button variant="default" leftSection={<IconTrash {...symbol} />} {...write} onClick={() => actions.remove(campaign)}>
          {t('Delete')}
        </Button>
      )}
      <Button variant="default" leftSection={<IconCopy {...symbol} />} {...write} onClick={() => actions.clone(campaign)}>
        {t('Clone')}
      </Button>
      {status !== 'completed' && (
        <Button
          variant={status === 'draft' ? 'filled' : 'default'}
          leftSection={<IconEdit {...symbol} />}
          disabled={writeRefusal !== undefined}
          title={writeRefusal}
          onClick={() => void navigate({ to: '/org/$orgSlug/campaigns/$campaignId/edit', params })}
        >
          {t('Edit')}
        </Button>
      )}
      {toggle && (
        <Button
          variant={toggle === 'pause' ? 'default' : 'filled'}
          leftSection={toggle === 'pause' ? <IconPlayerPause {...symbol} /> : <IconPlayerPlay {...symbol} />}
          disabled={toggleRefusal !== undefined || actions.busy}
          title={toggleRefusal}
          onClick={() => actions.toggle(campaign)}
        >
          {toggle === 'pause' ? t('Pause') : t('Resume')}
        </Button>
      )}
    </>
  )
}

/** Follows the numbers while the campaign runs; what else depends on them is read again now and then. */
function useLiveNumbers(campaign: Campaign): void {
  const client = useQueryClient()
  const { queryKey } = campaignQuery(campaign.id)
  const live = isLive(campaign)
  // Polling may see the end before the stream, which then closes: refetch the lists loaded earlier.
  useEffect(() => (live ? () => refreshReports(client, campaign.id, true) : undefined), [client, campaign.id, live])
  const seen = useRef(campaign.stats)
  useEffect(() => {
    if (seen.current === campaign.stats) return
    seen.current = campaign.stats
    // Later changes are refetched together with the campaign.
    if (!live) refreshReports(client, campaign.id, true)
  }, [client, campaign.id, campaign.stats, live])
  useStream(
    campaignReports.events,
    { params: { id: campaign.id } },
    {
      enabled: live,
      onEvent: ({ status, stats, needsReview, pauseReason, pauseReasonKey }) => {
        client.setQueryData(
          queryKey,
          (now: Campaign | undefined) => now && { ...now, status, stats, needsReview, pauseReason, pauseReasonKey },
        )
        refreshReports(client, campaign.id, status !== 'running')
        if (status === 'running') return false
        void client.invalidateQueries({ queryKey })
        refreshCampaigns(client)
        return true
      },
      onPoll: async () => {
        const read = await client.fetchQuery({ ...campaignQuery(campaign.id), staleTime: 0 })
        refreshReports(client, campaign.id, !isLive(read))
        return !isLive(read)
      },
    },
  )
}

const refreshEveryMs = 2_000
/** The time of each campaign's last report refetch, and a pending refetch for newer events. */
const refreshed = new Map<string, { at: number; later?: ReturnType<typeof setTimeout> }>()

/** Refetches the visible reports of a campaign, throttled; the last event always triggers a refetch. */
function refreshReports(client: ReturnType<typeof useQueryClient>, id: string, isLast: boolean): void {
  const before = refreshed.get(id)
  const waitMs = isLast || !before ? 0 : before.at + refreshEveryMs - Date.now()
  if (waitMs > 0) {
    if (before && !before.later) before.later = setTimeout(() => refreshReports(client, id, true), waitMs)
    return
  }
  clearTimeout(before?.later)
  refreshed.set(id, { at: Date.now() })
  const reports = new Set(['recipients', 'messages', 'analytics', 'sends', 'drafts', 'why'])
  void client.invalidateQueries({
    predicate: ({ queryKey: [module, name, ...rest] }) =>
      module === 'campaigns' && reports.has(String(name)) && JSON.stringify(rest).includes(id),
  })
}
