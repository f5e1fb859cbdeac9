import { Button } from '@mantine/core'
import { IconFilterOff, IconHistoryOff, IconUsers } from '@tabler/icons-react'
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { CampaignAnalytics, CampaignRecipient } from '@imperium/contract/campaigns/campaign-reports.ts'
import { recipientStatuses } from '@imperium/contract/campaigns/campaigns.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { pages, query } from '../../../lib/api.ts'
import { formatDate, formatMoment } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { FilterBar } from '../../../ui/list/filter-bar.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { AskContact } from '../ask-contact.tsx'
import type { CampaignSearch } from '../campaigns-search.ts'
import { MakeSegment } from './make-segment.tsx'
import { OccurrenceSelect } from './overview-tab.tsx'
import { useSends } from '../use-sends.ts'
import { reasonText } from '../../../lib/reason-labels.ts'
import type { ChangeSearch } from '../../../lib/search-params.ts'
import { recipientTones, recipientLabels } from '../recipient-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from './campaign.module.css'

const statusOptions = recipientStatuses.map((status) => ({ value: status, label: recipientLabels[status] }))
const moment = (at: string | null) => <span className={styles.muted}>{at === null ? '–' : formatMoment(at)}</span>

const later = (at: string) => <span className={styles.muted}>{t('From {moment}', { moment: formatMoment(at) })}</span>
/** Why; of what waits first of all until when, as the end of a line may be cut off. */
const whyText = (status: CampaignRecipient['status'], reason: string, nextAt: string | null): string =>
  status === 'queued' && nextAt !== null
    ? t('Until {moment}: {why}', { why: reasonText(reason), moment: formatMoment(nextAt) })
    : reasonText(reason)

const columnsFor = (channel: Channel): readonly Column<CampaignRecipient>[] => [
  {
    id: 'name',
    header: t('Name'),
    cell: ({ name, address, status, reason, nextAt }) => (
      <span className={classes.person}>
        <span className={classes.personName}>{name ?? t('Erased contact')}</span>
        <span className={classes.personPhone}>
          <StatusDot tone={recipientTones[status]} label={recipientLabels[status]} />
          {reason ? whyText(status, reason, nextAt) : address}
        </span>
      </span>
    ),
  },
  {
    id: 'address',
    header: channel === 'email' ? t('Email') : t('Address'),
    width: 'minmax(0, 1.15fr)',
    hideOn: 'phone',
    cell: ({ address }) => <span className={classes.cut}>{address || '–'}</span>,
  },
  {
    id: 'status',
    header: t('Status'),
    width: 'minmax(150px, .8fr)',
    hideOn: 'phone',
    cell: ({ status, reason }) => (
      <span className={classes.status}>
        <StatusDot tone={recipientTones[status]} label={recipientLabels[status]} />
        {reason && <span className={classes.reason}>{reasonText(reason)}</span>}
      </span>
    ),
  },
  {
    id: 'sent',
    header: t('Sent at'),
    width: '224px',
    hideOn: 'tablet',
    cell: ({ sentAt, ...row }) => (row.status === 'queued' && row.nextAt ? later(row.nextAt) : moment(sentAt)),
  },
  { id: 'responded', header: t('Responded at'), width: '206px', hideOn: 'tablet', cell: ({ respondedAt }) => moment(respondedAt) },
]

/** The reasons that there are, and the one that is chosen. */
function reasonOptions(reasons: CampaignAnalytics['reasons'] = [], chosen?: string) {
  const names = new Set([...reasons.map(({ reason }) => reason).filter(Boolean), ...(chosen ? [chosen] : [])])
  return [...names].map((value) => ({ value, label: reasonText(value) }))
}

interface ContactsTabProps {
  campaign: Campaign
  search: CampaignSearch
  change: ChangeSearch<CampaignSearch>
}

/** All recipients of the campaign with their delivery state. A row opens the explanation of its delivery. */
export function ContactsTab({ campaign, search, change }: ContactsTabProps) {
  const occurrences = useSends(campaign.id, { sendId: search.send })
  const { sends } = occurrences
  const variants = campaign.definition.ab?.variants ?? []
  const status = recipientStatuses.find((each) => each === search.status)
  const filter = {
    ...(search.send ? { sendId: search.send } : {}),
    ...(status ? { status } : {}),
    ...(search.reason ? { reason: search.reason } : {}),
    ...(/^[0-4]$/.test(search.variant ?? '') ? { variant: Number(search.variant) } : {}),
    ...(search.q ? { q: search.q } : {}),
  }
  const list = useInfiniteQuery({
    ...pages(campaignReports.recipients, { params: { id: campaign.id }, query: { ...filter, limit: 100 } }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    meta: { silent: true },
  })
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? []
  const isFiltered = [status, search.q, search.reason, search.variant].some((each) => each !== undefined)
  const reasons = useQuery({
    ...query(campaignReports.analytics, { params: { id: campaign.id }, query: search.send ? { sendId: search.send } : {} }),
    meta: { silent: true },
  }).data?.reasons
  const newest = sends[0]?.id
  const shown = sends.find(({ id }) => id === (search.send ?? newest))
  const erasedAt = shown?.recipientsErasedAt ?? null
  const total = (shown ?? campaign).stats.total
  return (
    <div className={styles.stack}>
      <FilterBar
        search={search.q ?? ''}
        onSearch={(q) => change({ q: q.trim() === '' ? undefined : q }, true)}
        searchLabel={t('Search name or address')}
        filters={[
          {
            label: t('Status'),
            value: status ?? null,
            options: statusOptions,
            onChange: (next) => change({ status: recipientStatuses.find((each) => each === next) }),
          },
          {
            label: t('Not delivered'),
            value: search.reason ?? null,
            options: reasonOptions(reasons, search.reason),
            onChange: (next) => change({ reason: next ?? undefined }),
          },
          ...(variants.length > 0
            ? [
                {
                  label: t('Variant'),
                  value: search.variant ?? null,
                  options: [t('Variant A'), ...variants.map(({ name }) => name)].map((label, at) => ({ value: String(at), label })),
                  onChange: (next: string | null) => change({ variant: next ?? undefined }),
                },
              ]
            : []),
        ]}
        count={
          list.isPending || (erasedAt !== null && rows.length === 0)
            ? ''
            : list.hasNextPage
              ? isFiltered
                ? t('More than {count}', { count: rows.length })
                : plural(total, { one: '{count} contact', other: '{count} contacts' })
              : plural(rows.length, { one: '{count} contact', other: '{count} contacts' })
        }
      >
        {sends.length > 1 && (
          <OccurrenceSelect
            occurrences={occurrences}
            value={search.send ?? newest}
            onChange={(send) => change({ send: send === newest ? undefined : send })}
            one
          />
        )}
      </FilterBar>
      <div className={classes.ask}>
        <AskContact onAsk={(contact) => change({ contact })} />
        {campaign.launchedAt !== null && <MakeSegment campaign={campaign} />}
      </div>
      {list.isError && rows.length === 0 && (
        <ErrorState error={list.error} title={t('Failed to load the contacts')} onRetry={() => void list.refetch()} />
      )}
      {list.isSuccess && rows.length === 0 && <NoContacts isFiltered={isFiltered} erasedAt={erasedAt} change={change} />}
      {(list.isPending || rows.length > 0) && (
        <DataTable
          label={t('Contacts')}
          columns={columnsFor(campaign.channel)}
          rows={rows}
          rowId={({ contactId }) => contactId}
          rowLabel={({ name, address }) => name ?? address}
          loading={list.isPending}
          hasMore={list.hasNextPage && !list.isFetchNextPageError}
          loadingMore={list.isFetchingNextPage}
          onLoadMore={() => void list.fetchNextPage()}
          onOpen={({ contactId }) => change({ contact: contactId })}
        />
      )}
    </div>
  )
}

function NoContacts({
  isFiltered,
  erasedAt,
  change,
}: {
  isFiltered: boolean
  erasedAt: string | null
  change: ChangeSearch<CampaignSearch>
}) {
  if (erasedAt !== null)
    return (
      <EmptyState
        icon={IconHistoryOff}
        title={t('Recipients no longer listed')}
        text={t('They were erased on {date}, as the organization keeps campaign history for a limited time. The figures stay.', {
          date: formatDate(erasedAt),
        })}
      />
    )
  if (isFiltered)
    return (
      <EmptyState
        icon={IconFilterOff}
        title={t('No contacts match')}
        text={t('Try another search term, or clear the filters.')}
        action={
          <Button variant="default" onClick={() => change({ q: undefined, status: undefined, reason: undefined, variant: undefined })}>
            {t('Clear filters')}
          </Button>
        }
      />
    )
  return <EmptyState icon={IconUsers} title={t('None yet')} text={t('The audience is prepared when the campaign is launched.')} />
}
