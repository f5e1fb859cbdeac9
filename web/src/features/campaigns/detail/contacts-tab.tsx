import { IconFilterOff, IconHistoryOff, IconUsers } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
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
import { ListView } from '../../../ui/list/list-view.tsx'
import { useRows } from '../../../ui/list/use-rows.ts'
import type { Rows } from '../../../ui/list/use-rows.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { AskContact } from '../ask-contact.tsx'
import type { CampaignSearch } from '../campaigns-search.ts'
import { MakeSegment } from './make-segment.tsx'
import { OccurrenceSelect } from './overview-tab.tsx'
import { useSends } from '../use-sends.ts'
import { reasonText } from '../../../lib/labels/reason-labels.ts'
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
        <span className={`${styles.truncateBlock} ${classes.personName}`}>{name ?? t('Erased contact')}</span>
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
    cell: ({ address }) => <span className={styles.truncateBlock}>{address || '–'}</span>,
  },
  {
    id: 'status',
    header: t('Status'),
    width: 'minmax(150px, .8fr)',
    hideOn: 'phone',
    cell: ({ status, reason }) => (
      <span className={classes.status}>
        <StatusDot tone={recipientTones[status]} label={recipientLabels[status]} />
        {reason && <span className={`${styles.truncateBlock} ${classes.reason}`}>{reasonText(reason)}</span>}
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
  const list = useRows({
    ...pages(campaignReports.recipients, { params: { id: campaign.id }, query: { ...filter, limit: 100 } }),
    staleTime: 0,
    meta: { silent: true },
  })
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
      <ListView
        icon={IconUsers}
        list={list}
        search={search}
        change={change}
        find={{ label: t('Search name or address') }}
        filters={[
          { key: 'status', label: t('Status'), options: statusOptions },
          { key: 'reason', label: t('Not delivered'), options: reasonOptions(reasons, search.reason) },
          ...(variants.length > 0
            ? [
                {
                  key: 'variant',
                  label: t('Variant'),
                  options: [t('Variant A'), ...variants.map(({ name }) => name)].map((label, at) => ({ value: String(at), label })),
                } as const,
              ]
            : []),
        ]}
        count={countOf(list, { total, isErased: erasedAt !== null, isFiltered })}
        controls={
          sends.length > 1 && (
            <OccurrenceSelect
              occurrences={occurrences}
              value={search.send ?? newest}
              onChange={(send) => change({ send: send === newest ? undefined : send })}
              one
            />
          )
        }
        failed={t('Failed to load the contacts')}
        failedMore={t('More could not be loaded. Try again')}
        empty={erasedAt === null ? none : erasedMessage(erasedAt)}
        noMatch={
          erasedAt === null
            ? { icon: IconFilterOff, title: t('No contacts match'), text: t('Try another search term, or clear the filters.') }
            : { ...erasedMessage(erasedAt), action: null }
        }
        renderRows={(table) => (
          <DataTable
            label={t('Contacts')}
            columns={columnsFor(campaign.channel)}
            rowId={({ contactId }) => contactId}
            rowLabel={({ name, address }) => name ?? address}
            {...table}
            onOpen={({ contactId }) => change({ contact: contactId })}
          />
        )}
      >
        <div className={classes.ask}>
          <AskContact onAsk={(contact) => change({ contact })} />
          {campaign.launchedAt !== null && <MakeSegment campaign={campaign} />}
        </div>
      </ListView>
    </div>
  )
}

const none = { title: t('None yet'), text: t('The audience is prepared when the campaign is launched.') }

const erasedMessage = (at: string) => ({
  icon: IconHistoryOff,
  title: t('Recipients no longer listed'),
  text: t('They were erased on {date}, as the organization keeps campaign history for a limited time. The figures stay.', {
    date: formatDate(at),
  }),
})

/** How many match; of a list that is not read to its end and not filtered, all that the send had. */
function countOf({ rows, table, hasMoreFailed }: Rows<unknown>, send: { total: number; isErased: boolean; isFiltered: boolean }): string {
  if (table.loading || (send.isErased && rows.length === 0)) return ''
  const hasMore = table.hasMore || hasMoreFailed
  if (hasMore && send.isFiltered) return t('More than {count}', { count: rows.length })
  return plural(hasMore ? send.total : rows.length, { one: '{count} contact', other: '{count} contacts' })
}
