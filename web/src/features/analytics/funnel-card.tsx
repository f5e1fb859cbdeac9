import { MultiSelect, Skeleton } from '@mantine/core'
import { IconFilter } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { attributionDays, funnelSteps } from '@imperium/contract/analytics/attribution.ts'
import type { Funnel, FunnelStep } from '@imperium/contract/analytics/attribution.ts'
import { formatNumber, formatPercent } from '../../lib/format.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { t } from '../../lib/words.ts'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { Card } from '../../ui/card.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import type { AnalyticsSearch } from './analytics-search.ts'
import { funnelQuery } from './api.ts'
import { DaysInput } from './attribution-card.tsx'
import styles from '../../ui/styles.module.css'
import classes from './analytics.module.css'

const stepLabels: Record<FunnelStep, string> = {
  sent: t('Sent'),
  delivered: t('Delivered'),
  opened: t('Opened'),
  clicked: t('Clicked'),
  responded: t('Responded'),
  invoiced: t('Invoiced'),
}
const usual: readonly FunnelStep[] = ['sent', 'delivered', 'clicked', 'responded']

/** In their order, with the first one; the usual ones for what is no funnel. */
function stepsOf(text: string | undefined): readonly FunnelStep[] {
  const chosen = funnelSteps.filter((step) => step === 'sent' || (text ?? '').split(',').includes(step))
  return text === undefined || chosen.length < 2 ? usual : chosen
}

interface CardProps {
  search: AnalyticsSearch
  change: ChangeSearch<AnalyticsSearch>
}

/** How many contacts went from step to step. */
export function FunnelCard({ search, change }: CardProps) {
  const { days = attributionDays.usual, period = '30d' } = search
  const steps = stepsOf(search.steps)
  const { data, error, refetch } = useQuery({
    ...funnelQuery({ steps: steps.join(','), days, period }),
    placeholderData: (previous) => previous,
  })
  return (
    <Card
      title={t('Funnel')}
      aside={
        <div className={styles.row}>
          <MultiSelect
            aria-label={t('Steps')}
            data={funnelSteps.slice(1).map((value) => ({ value, label: stepLabels[value] }))}
            value={steps.slice(1)}
            onChange={(next) =>
              change({ steps: next.length === 0 ? undefined : funnelSteps.filter((step) => next.includes(step)).join(',') }, true)
            }
          />
          <DaysInput label={t('Within days')} days={days} change={change} />
        </div>
      }
    >
      {error && !data && <ErrorState error={error} title={t('The funnel could not be loaded')} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={160} radius="md" />}
      {data && data.steps[0]?.people === 0 && (
        <EmptyState plain icon={IconFilter} title={t('No messages in this period')} text={t('Contacts who get a message appear here.')} />
      )}
      {data && data.steps[0]?.people !== 0 && <Steps funnel={data} />}
      <p className={classes.about}>
        {t(
          'Contacts whose first message went out in the period, each once. A step counts behind the one before it. Opens and clicks of machines do not count.',
        )}
      </p>
    </Card>
  )
}

const Steps = ({ funnel }: { funnel: Funnel }) => (
  <BarList
    label={t('Funnel')}
    bars={funnel.steps.map(({ step, people, ofFirst, ofPrevious }) => ({
      id: step,
      label: stepLabels[step],
      percent: ofFirst ?? 0,
      detail: ofPrevious === null ? '' : t('{percent} of the step before', { percent: formatPercent(ofPrevious) }),
      value: `${formatNumber(people)} · ${formatPercent(ofFirst ?? 0)}`,
    }))}
  />
)
