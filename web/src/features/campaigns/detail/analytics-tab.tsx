import { SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { campaignReports } from '@imperium/contract/campaigns/campaign-report-operations.ts'
import type { CampaignAnalytics } from '@imperium/contract/campaigns/campaign-reports.ts'
import type { Campaign } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { query } from '../../../lib/api.ts'
import { formatDecimal, formatNumber } from '../../../lib/format.ts'
import { plural, t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { BarList } from '../../../ui/charts/bar-list.tsx'
import { EmptyState } from '../../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { rateText } from '../campaign-labels.ts'
import { OccurrenceSelect } from './overview-tab.tsx'
import { useSends } from '../use-sends.ts'
import { reasonText } from '../../../lib/labels/reason-labels.ts'
import { recipientLabels } from '../recipient-labels.ts'
import { SeriesChart } from './series-chart.tsx'
import { isReported } from './channel-reports.ts'
import styles from '../../../ui/styles.module.css'
import classes from './campaign.module.css'

interface AnalyticsTabProps {
  campaign: Campaign
  sendId: string | undefined
  onSend: (sendId: string | undefined) => void
  /** Shows the recipients with this reason. */
  onReason: (status: string, reason: string) => void
}

const refetchMs = 5_000
const of = (part: number, whole: number) => (whole === 0 ? null : Math.round((part / whole) * 1000) / 10)

/** Campaign results: rates, over time, by variant, by link, and the reasons for skipped recipients. */
export function AnalyticsTab({ campaign, sendId, onSend, onReason }: AnalyticsTabProps) {
  const [bucket, setBucket] = useState<'hour' | 'day' | null>(null)
  const occurrences = useSends(campaign.id, { sendId })
  const { sends } = occurrences
  const analytics = useQuery({
    ...query(campaignReports.analytics, {
      params: { id: campaign.id },
      query: { ...(sendId ? { sendId } : {}), ...(bucket ? { bucket } : {}) },
    }),
    placeholderData: keepPreviousData,
    staleTime: 0,
    refetchInterval: campaign.status === 'running' ? refetchMs : false,
    meta: { silent: true },
  })
  const { data } = analytics
  if (analytics.isError && !data)
    return <ErrorState error={analytics.error} title={t('Failed to load the figures')} onRetry={() => void analytics.refetch()} />
  if (!data) return <Skeleton height={420} radius={12} />
  if (data.stats.total === 0)
    return <EmptyState icon={IconChartBar} title={t('No figures yet')} text={t('They start with the first sent message.')} />
  return (
    <div className={styles.stack}>
      {sends.length > 1 && <OccurrenceSelect occurrences={occurrences} value={sendId} onChange={onSend} />}
      <Rates data={data} channel={campaign.channel} />
      <Card
        title={t('Over time')}
        aside={
          <SegmentedControl
            aria-label={t('Step||of the chart')}
            value={bucket ?? data.bucket}
            onChange={(next) => setBucket(next === 'day' ? 'day' : 'hour')}
            data={[
              { value: 'hour', label: t('Hours') },
              { value: 'day', label: t('Days') },
            ]}
          />
        }
      >
        <SeriesChart series={data.series} channel={campaign.channel} bucket={data.bucket} timeZone={data.timeZone} />
      </Card>
      {data.variants.length > 1 && <Variants variants={data.variants} channel={campaign.channel} />}
      <div className={classes.columns}>
        <Links links={data.links} />
        {/* The contacts are those of one occurrence. */}
        <Reasons reasons={data.reasons} onReason={sendId !== undefined || sends.length === 1 ? onReason : null} />
      </div>
    </div>
  )
}

function Rates({ data: { stats }, channel }: { data: CampaignAnalytics; channel: Channel }) {
  const rate = (value: number | null) => (value === null ? { value: '–' } : { value: formatDecimal(value, 1), unit: '%' })
  const untold = { value: '–', hint: t('Not reported on this channel') }
  return (
    <StatStrip
      label={t('Rates')}
      stats={[
        { label: t('Delivery rate'), ...rate(stats.deliveryRate), hint: t('Delivered of sent') },
        isReported(channel, 'opened')
          ? { label: t('Open rate'), ...rate(of(stats.opened, stats.sent)), hint: t('People, without machines') }
          : { label: t('Open rate'), ...untold },
        isReported(channel, 'clicked')
          ? { label: t('Click rate'), ...rate(of(stats.clicked, stats.sent)), hint: t('People, without scanners') }
          : { label: t('Click rate'), ...untold },
        { label: t('Response rate'), ...rate(stats.responseRate), hint: t('Response rate') },
      ]}
    />
  )
}

function Variants({ variants, channel }: Pick<CampaignAnalytics, 'variants'> & { channel: Channel }) {
  const events = (['opened', 'clicked', 'responded'] as const).filter((each) => isReported(channel, each))
  return (
    <Card title={t('By variant')}>
      <div className={classes.scroll} tabIndex={0} role="region" aria-label={t('By variant')}>
        <table className={classes.table}>
          <thead>
            <tr>
              {[t('Variant'), t('Recipients'), t('Sent'), ...events.map((each) => recipientLabels[each]), t('Response rate')].map(
                (head) => (
                  <th key={head} scope="col">
                    {head}
                  </th>
                ),
              )}
            </tr>
          </thead>
          <tbody>
            {variants.map((row, at) => (
              <tr key={at}>
                <th scope="row">{row.variant === 0 ? t('Variant A') : row.name}</th>
                <td>{formatNumber(row.total)}</td>
                <td>{formatNumber(row.sent)}</td>
                {events.map((each) => (
                  <td key={each}>{share(row[each], row.sent)}</td>
                ))}
                <td>{rateText(row.responseRate)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </Card>
  )
}

const share = (part: number, whole: number) => (
  <>
    {formatNumber(part)} <span className={styles.muted}>{rateText(of(part, whole))}</span>
  </>
)

function Links({ links }: Pick<CampaignAnalytics, 'links'>) {
  const most = Math.max(1, ...links.map(({ clicks }) => clicks))
  return (
    <Card title={t('By link')}>
      {links.length === 0 ? (
        <p className={styles.textPlain}>{t('No clicks yet.')}</p>
      ) : (
        <BarList
          label={t('By link')}
          bars={links.slice(0, 20).map(({ url, clicks, people }) => ({
            id: url,
            label: url.includes('agent_link') ? (
              t('Links in what the agent wrote')
            ) : (
              <span title={url}>{url.replace(/^https?:\/\//, '')}</span>
            ),
            percent: (clicks / most) * 100,
            detail: plural(people, { one: '{count} person', other: '{count} people' }),
            value: formatNumber(clicks),
          }))}
        />
      )}
    </Card>
  )
}

interface ReasonsProps extends Pick<CampaignAnalytics, 'reasons'> {
  onReason: AnalyticsTabProps['onReason'] | null
}

function Reasons({ reasons, onReason }: ReasonsProps) {
  const most = Math.max(1, ...reasons.map(({ count }) => count))
  return (
    <Card title={t('Not delivered')}>
      {reasons.length === 0 ? (
        <p className={styles.textPlain}>{t('No contacts were skipped, and nothing bounced.')}</p>
      ) : (
        <BarList
          label={t('Not delivered')}
          bars={reasons.map(({ status, reason, count }) => ({
            id: `${status}${reason}`,
            label: onReason ? (
              <button type="button" className={classes.linkButton} onClick={() => onReason(status, reason)}>
                {reasonText(reason) || recipientLabels[status]}
              </button>
            ) : (
              reasonText(reason) || recipientLabels[status]
            ),
            percent: (count / most) * 100,
            detail: recipientLabels[status],
            value: formatNumber(count),
          }))}
        />
      )}
    </Card>
  )
}
