import { Button, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { IconAlertTriangle, IconWorld } from '@tabler/icons-react'
import { useNavigate, useSearch } from '@tanstack/react-router'
import { Suspense, lazy, useState } from 'react'
import { useUser } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Page } from '../../ui/page/page.tsx'
import { PinnedViews } from '../analytics/index.ts'
import { DemoBanner, DemoCard, GettingStarted, demoQuery, hasChecklist, onboardingQuery } from '../onboarding/index.ts'
import { periods } from './api.ts'
import { greetingAt } from './greeting.ts'
import { OverviewStrip } from './overview-strip.tsx'
import type { Period } from './api.ts'
import { toPeriod } from './search.ts'
import { failureText, useDashboard } from './use-dashboard.ts'
import { WorkCards } from './work-cards.tsx'
import styles from '../../ui/styles.module.css'
import classes from './dashboard.module.css'

// Below the first screen. Loaded while the figures are read; `lazy` reports a failure where they are shown.
const loadDetailCards = () => import('./detail-cards.tsx')
loadDetailCards().catch((error: unknown) => console.debug('The cards are not preloaded', error))
const DetailCards = lazy(async () => ({ default: (await loadDetailCards()).DetailCards }))

/** /org/{slug}/dashboard: what the organization's agents, campaigns, workflows and conversations did and cost. */
export function DashboardPage() {
  const { firstName } = useUser()
  const [greeting] = useState(() => greetingAt(new Date().getHours()))
  const period = toPeriod(useSearch({ from: '/org/$orgSlug/dashboard' }))
  const { stats, charts, work, activity, changing, error, retry } = useDashboard(period)
  const onboarding = useQuery(onboardingQuery)
  const demo = useQuery(demoQuery)
  const isNew = stats.data?.overview.totalAgents === 0 && stats.data.usage.agentExecutionsThisMonth === 0
  // Both may put a panel above the figures, which must not push them down.
  const isSettled = !onboarding.isPending && !demo.isPending && (stats.data !== undefined || stats.isError)
  const nothingLoaded = error !== null && !stats.data && !charts.data && !activity.data && !work.data
  return (
    <Page
      title={t('{greeting}, {name}', { greeting, name: firstName })}
      documentTitle={t('Dashboard')}
      subtitle={t('What your agents, campaigns and workflows did, and what it cost.')}
      actions={
        <>
          <TimeZoneNote timeZone={stats.data?.timeZone} />
          <PeriodControl />
        </>
      }
    >
      {nothingLoaded && <ErrorState error={error} title={failureText} onRetry={retry} />}
      {!nothingLoaded && !isSettled && <Skeleton height={720} radius="lg" />}
      {!nothingLoaded && isSettled && (
        <Suspense fallback={<Skeleton height={720} radius="lg" />}>
          {error !== null && <FailureBanner onRetry={retry} />}
          {demo.data && demo.data.status !== 'none' && <DemoBanner />}
          <div className={classes.grid} data-changing={changing || undefined} aria-busy={changing}>
            {hasChecklist(onboarding.data) && (
              <div className={classes.full}>
                <GettingStarted />
              </div>
            )}
            {isNew && demo.data?.status === 'none' && (
              <div className={classes.full}>
                <DemoCard />
              </div>
            )}
            <div className={classes.full}>
              <OverviewStrip stats={stats.data} charts={charts.data} from={work.data?.from} />
            </div>
            <div className={classes.pinned}>
              <Suspense fallback={null}>
                <PinnedViews />
              </Suspense>
            </div>
            <div className={classes.full}>
              <WorkCards work={work.data} period={period} />
            </div>
            <DetailCards stats={stats.data} charts={charts.data} activity={activity.data} period={period} isNew={isNew} />
          </div>
        </Suspense>
      )}
    </Page>
  )
}

const periodLabels: Record<Period, string> = { '7': t('7 days'), '30': t('30 days'), '90': t('90 days') }

function PeriodControl() {
  const navigate = useNavigate({ from: '/org/$orgSlug/dashboard' })
  const period = toPeriod(useSearch({ from: '/org/$orgSlug/dashboard' }))
  return (
    <SegmentedControl
      aria-label={t('Period')}
      value={period}
      data={periods.map((days) => ({ value: days, label: periodLabels[days] }))}
      onChange={(days) => void navigate({ search: days === '30' ? { days: 30 } : days === '90' ? { days: 90 } : {} })}
    />
  )
}

/** The time zone in which the charts' days start. */
function TimeZoneNote({ timeZone }: { timeZone: string | undefined }) {
  if (!timeZone) return null
  return (
    <span
      className={classes.zone}
      title={t('Days and months begin at midnight in {timeZone}, the time zone of the organization.', { timeZone })}
    >
      <IconWorld size={15} stroke={1.7} aria-hidden />
      <span className={styles.srOnly}>{t('Time zone:')} </span>
      {timeZone.replaceAll('_', ' ')}
    </span>
  )
}

/** Part of the page could not be loaded or refreshed: the data may be old. */
function FailureBanner({ onRetry }: { onRetry: () => void }) {
  return (
    <div className={classes.banner} role="alert">
      <IconAlertTriangle size={16} stroke={1.7} aria-hidden />
      <span className={classes.bannerText}>{t('{failure}. What is shown may be out of date.', { failure: failureText })}</span>
      <Button variant="default" size="compact-sm" onClick={onRetry}>
        {t('Try again')}
      </Button>
    </div>
  )
}
