import { Button, Select } from '@mantine/core'
import { Suspense, lazy } from 'react'
import type { Campaign, RecipientStatus, SendStats } from '@imperium/contract/campaigns/campaigns.ts'
import type { Channel } from '@imperium/contract/contacts/reach.ts'
import { formatDecimal, formatMicros, formatMoment, formatNumber } from '../../../lib/format.ts'
import { t, translateMessage } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { FactList } from '../../../ui/text/fact-list.tsx'
import { StatStrip } from '../../../ui/list/stat-strip.tsx'
import { BelongsTo } from '../../hierarchy/index.ts'
import { agentsOf } from '../agents-of.ts'
import { Progress } from '../list/campaign-card.tsx'
import { Waits } from './waits.tsx'
import { scheduleText } from '../campaign-labels.ts'
import { recipientLabels } from '../recipient-labels.ts'
import { useSends } from '../use-sends.ts'
import type { Sends } from '../use-sends.ts'
import { isReported } from './channel-reports.ts'
import styles from '../../../ui/styles.module.css'
import classes from './campaign.module.css'

const TemplateCard = lazy(async () => ({ default: (await import('./template-card.tsx')).TemplateCard }))
const WinnerCard = lazy(async () => ({ default: (await import('./winner-card.tsx')).WinnerCard }))

interface OverviewTabProps {
  campaign: Campaign
  sendId: string | undefined
  onSend: (sendId: string | undefined) => void
  /** Shows the recipients with this status. */
  onStatus: (status: RecipientStatus) => void
}

/** Totals, how it is set up, and its message. */
export function OverviewTab({ campaign, sendId, onSend, onStatus }: OverviewTabProps) {
  // Deferrals do not change the campaign's own numbers, so the sends of a running campaign are polled separately.
  const occurrences = useSends(campaign.id, { sendId, refetchMs: campaign.status === 'running' && 15_000 })
  const { sends } = occurrences
  const chosen = sends.find(({ id }) => id === sendId)
  const stats = chosen?.stats ?? campaign.stats
  const newest = sends[0]
  return (
    <div className={styles.stack}>
      {sends.length > 1 && <OccurrenceSelect occurrences={occurrences} value={sendId} onChange={onSend} />}
      <Totals stats={stats} />
      <Card title={t('Progress')} aside={newest && newest.status === 'building' ? t('The audience is being prepared') : undefined}>
        <Progress stats={stats} name={campaign.name} />
        {campaign.status === 'running' && (
          <Waits sends={chosen ? [chosen] : sends} throttlePerMinute={campaign.definition.throttlePerMinute} />
        )}
        {/* The contacts are those of one occurrence. */}
        <Counts stats={stats} channel={campaign.channel} onStatus={chosen || sends.length === 1 ? onStatus : null} />
      </Card>
      {newest && (chosen ?? newest).ab && (
        <Suspense fallback={null}>
          <WinnerCard campaign={campaign} send={chosen ?? newest} />
        </Suspense>
      )}
      <div className={classes.columns}>
        <Configuration campaign={campaign} />
        <Suspense fallback={null}>
          <TemplateCard campaign={campaign} />
        </Suspense>
      </div>
    </div>
  )
}

function Totals({ stats }: { stats: SendStats }) {
  const rate = (value: number | null) => (value === null ? { value: '–' } : { value: formatDecimal(value, 1), unit: '%' })
  return (
    <StatStrip
      label={t('Totals')}
      stats={[
        { label: t('Recipients'), value: formatNumber(stats.total), hint: t('{count} skipped', { count: formatNumber(stats.skipped) }) },
        { label: t('Sent'), value: formatNumber(stats.sent), hint: t('{count} to go', { count: formatNumber(stats.queued) }) },
        { label: t('Delivery rate'), ...rate(stats.deliveryRate), hint: t('{count} delivered', { count: formatNumber(stats.delivered) }) },
        { label: t('Response rate'), ...rate(stats.responseRate), hint: t('{count} responded', { count: formatNumber(stats.responded) }) },
      ]}
    />
  )
}

const counted = [
  'delivered',
  'opened',
  'clicked',
  'responded',
  'bounced',
  'complained',
  'unsubscribed',
  'failed',
  'skipped',
  'held',
] as const

/** Delivery counts; each figure links to its recipients. */
function Counts({ stats, channel, onStatus }: { stats: SendStats; channel: Channel; onStatus: OverviewTabProps['onStatus'] | null }) {
  const shown = counted.filter((status) => stats[status] > 0 || isReported(channel, status))
  return (
    <dl className={classes.counts}>
      {shown.map((status) => (
        <div key={status}>
          <dt>{recipientLabels[status]}</dt>
          <dd>
            {onStatus && stats[status] > 0 ? (
              <button
                type="button"
                className={classes.countButton}
                aria-label={t('Show contacts: {status}, {count}', { status: recipientLabels[status], count: formatNumber(stats[status]) })}
                onClick={() => onStatus(status)}
              >
                {formatNumber(stats[status])}
              </button>
            ) : (
              formatNumber(stats[status])
            )}
          </dd>
        </div>
      ))}
      <div>
        <dt>{t('Duplicates')}</dt>
        <dd>{formatNumber(stats.repeats)}</dd>
      </div>
      <div>
        <dt>{t('Cost')}</dt>
        <dd>{formatMicros(stats.costMicros)}</dd>
      </div>
    </dl>
  )
}

interface OccurrenceSelectProps {
  /** One of them always holds: no sum of all. */
  one?: boolean
  occurrences: Sends
  value: string | undefined
  onChange: (sendId: string | undefined) => void
}

const all = 'all'

/** One occurrence of a recurring campaign, or all of them together. */
export function OccurrenceSelect({ occurrences, value, onChange, one = false }: OccurrenceSelectProps) {
  const { sends, hasMore, loadingMore, loadMore } = occurrences
  return (
    <div className={styles.row}>
      <Select
        className={classes.occurrence ?? ''}
        aria-label={t('Occurrence')}
        data={[
          ...(one ? [] : [{ value: all, label: t('All occurrences') }]),
          ...sends.map(({ id, step, startedAt }) => ({
            value: id,
            label: t('{step}: {moment}', { step, moment: formatMoment(startedAt) }),
          })),
        ]}
        value={value ?? all}
        onChange={(next) => onChange(next === all || next === null ? undefined : next)}
        allowDeselect={false}
      />
      {hasMore && (
        <Button variant="default" size="xs" loading={loadingMore} onClick={loadMore} aria-label={t('Load earlier occurrences')}>
          {t('Load more')}
        </Button>
      )}
    </div>
  )
}

function Configuration({ campaign }: { campaign: Campaign }) {
  const { definition, audienceSummary, audienceSummaryKey, writerName, version, createdBy, createdAt, launchedAt, completedAt, nextAt } =
    campaign
  const { window, throttlePerMinute, tracking, ab, agent, guard } = definition
  const yes = (value: boolean) => (value ? t('On') : t('Off'))
  const rows: [label: string, value: string][] = [
    [t('Audience'), translateMessage({ message: audienceSummary, ...audienceSummaryKey }) || t('No audience yet')],
    [t('Schedule'), scheduleText(definition.schedule)],
    ...(nextAt ? [[t('Next'), formatMoment(nextAt)] satisfies [string, string]] : []),
    [t('AI agent'), agentsOf(campaign).join(', ') || t('None')],
    ...(agent
      ? [
          [
            t('Personal messages'),
            [writerName ?? [], t('{amount} budget', { amount: formatMicros(agent.budgetMicros) })].flat().join(' · '),
          ] satisfies [string, string],
        ]
      : []),
    [
      t('Send window'),
      window ? t('{from} to {until}, in the time zone of each recipient', { from: window.from, until: window.until }) : t('Any time'),
    ],
    [
      t('Throttle'),
      throttlePerMinute === null ? t('As fast as the account allows') : t('{count} a minute', { count: formatNumber(throttlePerMinute) }),
    ],
    ...(campaign.channel === 'webhook'
      ? []
      : [
          [
            t('Tracking'),
            campaign.channel === 'email'
              ? t('Opens: {opens}, clicks: {clicks}', { opens: yes(tracking.opens), clicks: yes(tracking.clicks) })
              : t('Clicks: {clicks}', { clicks: yes(tracking.clicks) }),
          ] satisfies [string, string],
        ]),
    [t('Variants'), ab ? formatNumber(ab.variants.length + 1) : t('One message for all')],
    [
      t('Guard'),
      t('Pauses at {complaints} % complaints, or {bounces} % bounces or failures', {
        complaints: guard.complaintPercent,
        bounces: guard.bouncePercent,
      }),
    ],
    [t('Version'), String(version)],
    [t('Created'), t('{moment} by {name}', { moment: formatMoment(createdAt), name: createdBy })],
    ...(launchedAt ? [[t('Launched'), formatMoment(launchedAt)] satisfies [string, string]] : []),
    ...(completedAt ? [[t('Completed||moment'), formatMoment(completedAt)] satisfies [string, string]] : []),
  ]
  return (
    <Card title={t('Configuration')}>
      <FactList facts={rows} />
      <Suspense fallback={null}>
        <BelongsTo kind="campaign" id={campaign.id} name={campaign.name} />
      </Suspense>
    </Card>
  )
}
