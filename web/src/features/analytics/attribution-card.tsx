import { NumberInput, SegmentedControl, Skeleton } from '@mantine/core'
import { IconChartBar } from '@tabler/icons-react'
import { useQuery } from '@tanstack/react-query'
import { lazy } from 'react'
import { attributionDays, attributionModels, creditKinds } from '@imperium/contract/analytics/attribution.ts'
import type { Attribution, AttributionModel, Credit } from '@imperium/contract/analytics/attribution.ts'
import type { ChangeSearch } from '../../lib/search-params.ts'
import { useCan } from '../../lib/use-session.ts'
import { plural, t } from '../../lib/words.ts'
import { BarList } from '../../ui/charts/bar-list.tsx'
import { Card } from '../../ui/card.tsx'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { EmptyState } from '../../ui/feedback/empty-state.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { OrgLink } from '../../ui/page/org-link.tsx'
import type { AnalyticsSearch } from './analytics-search.ts'
import { attributionQuery, creditedQuery } from './api.ts'
import { formatMetric } from './format-metric.ts'
import styles from '../../ui/styles.module.css'
import classes from './analytics.module.css'

const RowsPanel = lazy(async () => ({ default: (await import('./rows-panel.tsx')).RowsPanel }))

const modelLabels: Record<AttributionModel, string> = {
  first: t('First touch'),
  last: t('Last touch'),
  linear: t('Linear'),
  decay: t('Time decay'),
}

interface CardProps {
  search: AnalyticsSearch
  change: ChangeSearch<AnalyticsSearch>
}

/** What the revenue of the period is credited to. In each currency the rows add up to the revenue. */
export function AttributionCard({ search, change }: CardProps) {
  const { model = 'linear', days = attributionDays.usual, period = '30d', credit } = search
  const maySee = useCan('revenue:read')
  const asked = { model, days, period }
  const { data, error, refetch } = useQuery({ ...attributionQuery(asked), enabled: maySee, placeholderData: (previous) => previous })
  const opened = data && credit ? findCredit(data, credit) : undefined
  if (!maySee) return null
  return (
    <Card
      title={t('Attribution')}
      aside={
        <div className={styles.row}>
          <SegmentedControl
            aria-label={t('Model||attribution')}
            value={model}
            data={attributionModels.map((value) => ({ value, label: modelLabels[value] }))}
            onChange={(next) => change({ model: attributionModels.find((each) => each === next && each !== 'linear') }, true)}
          />
          <DaysInput label={t('Days before')} days={days} change={change} />
        </div>
      }
    >
      {error && !data && <ErrorState error={error} title={t('Attribution could not be loaded')} onRetry={() => void refetch()} />}
      {!error && !data && <Skeleton height={160} radius="md" />}
      {data?.currencies.length === 0 && (
        <EmptyState plain icon={IconChartBar} title={t('No revenue in this period')} text={t('Invoices and credit notes appear here.')} />
      )}
      {data?.currencies.map((each) => (
        <Credits key={each.currency} {...each} onOpen={(next) => change({ credit: next }, true)} />
      ))}
      <p className={classes.about}>
        {t('Clicks and answers of people, and answers of agents, in the days before an invoice. Each currency adds up to its revenue.')}
      </p>
      <Overlays open={opened ? 'credit' : ''}>
        {data && opened && (
          <RowsPanel
            title={opened.label}
            from={data.from}
            to={data.to}
            unit="money"
            source={creditedQuery({ ...asked, currency: opened.currency, kind: opened.kind, key: opened.key })}
            onClose={() => change({ credit: undefined }, true)}
          />
        )}
      </Overlays>
    </Card>
  )
}

/** Days that a touch may lie back, or that a funnel takes. */
export function DaysInput({ label, days, change }: { label: string; days: number; change: ChangeSearch<AnalyticsSearch> }) {
  return (
    <NumberInput
      aria-label={label}
      w={110}
      min={attributionDays.fewest}
      max={attributionDays.most}
      clampBehavior="strict"
      allowDecimal={false}
      suffix={` ${t('days||unit')}`}
      value={days}
      onChange={(next) =>
        typeof next === 'number' &&
        next >= attributionDays.fewest &&
        change({ days: next === attributionDays.usual ? undefined : next }, true)
      }
    />
  )
}

const placeOf = (currency: string, { kind, key }: Pick<Credit, 'kind' | 'key'>): string => `${currency} ${kind} ${key}`

function findCredit({ currencies }: Attribution, place: string) {
  const [currency, kind] = place.split(' ')
  if (!creditKinds.some((each) => each === kind)) return undefined
  const found = currencies.find((each) => each.currency === currency)?.credits.find((credit) => placeOf(currency ?? '', credit) === place)
  return found && currency ? { ...found, currency } : undefined
}

function Credits({ currency, total, credits, onOpen }: Attribution['currencies'][number] & { onOpen: (place: string) => void }) {
  const largest = Math.max(...credits.map(({ amount }) => Math.abs(amount)), 1)
  return (
    <div className={styles.stack}>
      <p className={styles.textPlain}>
        {t('{amount} in {currency}', { amount: formatMetric(total, { unit: 'money', currency }), currency })}
      </p>
      <BarList
        label={t('Credits in {currency}', { currency })}
        bars={credits.map((credit) => ({
          id: placeOf(currency, credit),
          label: credit.path === null ? credit.label : <OrgLink path={credit.path}>{credit.label}</OrgLink>,
          percent: (Math.max(0, credit.amount) / largest) * 100,
          detail: plural(credit.documents, { one: '{count} document', other: '{count} documents' }),
          value: formatMetric(credit.amount, { unit: 'money', currency }),
          ...(credit.key === '*' ? {} : { onOpen: () => onOpen(placeOf(currency, credit)) }),
        }))}
      />
    </div>
  )
}
