import { Skeleton } from '@mantine/core'
import type { ReactNode } from 'react'
import type { DashboardWork } from '@imperium/contract/dashboard.ts'
import { formatMicros, formatNumber, formatPercent } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import { Delta } from '../../ui/text/delta.tsx'
import type { Period } from './api.ts'
import classes from './dashboard.module.css'

interface WorkCardsProps {
  work: DashboardWork | undefined
  period: Period
}

/** Campaigns, workflows and conversations; each figure leads to the rows that it counts. */
export function WorkCards({ work, period }: WorkCardsProps) {
  const inPeriod = t('last {count} days', { count: period })
  return (
    <div className={classes.trio}>
      <Card title={t('Campaigns')} aside={inPeriod}>
        <Head path={`campaigns?sentSince=${work?.from ?? ''}`} value={work?.campaigns.sent} label={t('Messages sent')}>
          {work && <Delta value={work.campaigns.sentGrowth} period={t('vs previous period')} />}
        </Head>
        <dl className={classes.facts}>
          <Fact label={t('Running campaigns')} path="campaigns?status=running" value={work && formatNumber(work.campaigns.running)} />
          <Fact label={t('Scheduled campaigns')} path="campaigns?status=scheduled" value={work && formatNumber(work.campaigns.scheduled)} />
          <Fact
            label={t('Opened')}
            path={`campaigns?sentSince=${work?.from ?? ''}`}
            value={work && shareOf(work.campaigns.opened, work.campaigns)}
          />
          <Fact
            label={t('Clicked')}
            path={`campaigns?sentSince=${work?.from ?? ''}`}
            value={work && shareOf(work.campaigns.clicked, work.campaigns)}
          />
          <Fact
            label={t('Cost of messages')}
            path={`campaigns?sentSince=${work?.from ?? ''}`}
            value={work && formatMicros(work.campaigns.costMicros)}
          />
        </dl>
      </Card>
      <Card title={t('Workflows')} aside={inPeriod}>
        <Head path={runsPath(work)} value={work?.workflows.runs} label={t('Runs')}>
          {work && <Delta value={work.workflows.runsGrowth} period={t('vs previous period')} />}
        </Head>
        <dl className={classes.facts}>
          <Fact label={t('Active workflows')} path="workflows?status=active" value={work && formatNumber(work.workflows.active)} />
          <Fact label={t('Failed runs')} path={`${runsPath(work)}&run=failed`} value={work && formatNumber(work.workflows.failed)} />
          <Fact label={t('Success rate')} path={`${runsPath(work)}&run=ended`} value={work && percentText(work.workflows.successRate)} />
          <Fact label={t('Cost of agents in runs')} path={runsPath(work)} value={work && formatMicros(work.workflows.costMicros)} />
        </dl>
      </Card>
      <Card title={t('Conversations')} aside={inPeriod}>
        <Head path="messages?state=all" value={work?.conversations.received} label={t('Messages received')}>
          {work && <Delta value={work.conversations.receivedGrowth} period={t('vs previous period')} />}
        </Head>
        <dl className={classes.facts}>
          <Fact label={t('Open||conversations')} path="messages" value={work && formatNumber(work.conversations.open)} />
          <Fact label={t('Unread')} path="messages?show=unread" value={work && formatNumber(work.conversations.unread)} />
          <Fact label={t('Unassigned')} path="messages?show=nobody" value={work && formatNumber(work.conversations.unassigned)} />
        </dl>
      </Card>
    </div>
  )
}

const runsPath = (work: DashboardWork | undefined): string => `workflows?tab=history&since=${work?.from ?? ''}`

const percentText = (rate: number | null): string => (rate === null ? '–' : formatPercent(rate))
const shareOf = (part: number, { sent }: { sent: number }): string =>
  sent === 0 ? '–' : `${formatNumber(part)} (${formatPercent(Math.round((1_000 * part) / sent) / 10)})`

function Head({ path, value, label, children }: { path: string; value: number | undefined; label: string; children: ReactNode }) {
  if (value === undefined) return <Skeleton height={26} width={130} my={4} />
  return (
    <p className={classes.workHead}>
      <OrgLink path={path} className={classes.figureLink}>
        <span className={classes.figure}>{formatNumber(value)}</span> <span className={classes.caption}>{label}</span>
      </OrgLink>
      <span className={classes.caption}>{children}</span>
    </p>
  )
}

function Fact({ label, path, value }: { label: string; path: string; value: string | undefined }) {
  return (
    <div className={classes.fact}>
      <dt>{label}</dt>
      <dd>
        {value === undefined ? (
          <Skeleton height={12} width={40} />
        ) : (
          <OrgLink path={path} className={classes.quiet}>
            {value}
          </OrgLink>
        )}
      </dd>
    </div>
  )
}
