import { SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import { operator } from '@imperium/contract/billing/operator.ts'
import type { OperatorOverview } from '@imperium/contract/billing/operator.ts'
import { query } from '../../../lib/api.ts'
import { formatDate, formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { ErrorState } from '../../../ui/feedback/error-state.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { Page } from '../../../ui/page/page.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../billing.module.css'
import { formatPrice } from '../../../ui/text/format-price.ts'
import { GstMenu } from './gst-menu.tsx'
import { PaymentsTable } from './payments-table.tsx'
import { SubscriptionsTable } from './subscriptions-table.tsx'

const CustomOffers = lazy(async () => ({ default: (await import('./custom-offers.tsx')).CustomOffers }))
const Offers = lazy(async () => ({ default: (await import('./offers.tsx')).Offers }))

type State = 'all' | 'paid' | 'open' | 'failed'
const silent = { meta: { silent: true } } as const

/** /org/{slug}/settings/operator: subscriptions and payments of all organizations, for the operator's own organization. */
export function OperatorPage() {
  const [state, setState] = useState<State>('all')
  const overview = useQuery({ ...query(operator.overview), ...silent })
  const subscriptions = useQuery({ ...query(operator.subscriptions), ...silent })
  const payments = useQuery({ ...query(operator.payments, { query: { state } }), ...silent })
  const failed = overview.error ?? subscriptions.error ?? payments.error
  const retry = () => void Promise.all([overview.refetch(), subscriptions.refetch(), payments.refetch()])
  return (
    <Page
      title={t('Subscriptions and payments')}
      subtitle={t('All organizations of this installation. Every change is recorded.')}
      actions={<GstMenu />}
    >
      {failed ? (
        <ErrorState error={failed} title={t('Subscriptions and payments could not be loaded')} onRetry={retry} />
      ) : (
        <div className={classes.stack}>
          {overview.data && overview.data.failedLookUps.length > 0 && <LookUpNotice lookUps={overview.data.failedLookUps} />}
          {overview.data ? <Figures overview={overview.data} /> : <Skeleton height={96} radius={12} />}
          <section className={classes.history} aria-label={t('Subscriptions')}>
            <h2 className={classes.heading}>{t('Subscriptions')}</h2>
            {subscriptions.data?.length === 0 ? (
              <p className={styles.textPlain}>{t('No organization has paid for a plan yet.')}</p>
            ) : (
              <SubscriptionsTable rows={subscriptions.data ?? []} loading={subscriptions.isPending} />
            )}
          </section>
          <Suspense fallback={<Skeleton height={240} radius={12} />}>
            <Offers />
            <CustomOffers />
          </Suspense>
          <section className={classes.history} aria-label={t('Payments')}>
            <div className={classes.bar}>
              <h2 className={classes.heading}>{t('Payments')}</h2>
              <SegmentedControl
                aria-label={t('State of payments')}
                value={state}
                onChange={(value) => setState(value)}
                data={[
                  { value: 'all', label: t('All') },
                  { value: 'paid', label: t('Paid') },
                  { value: 'open', label: t('Open||state') },
                  { value: 'failed', label: t('Failed') },
                ]}
              />
            </div>
            {payments.data?.length === 0 ? (
              <p className={styles.textPlain}>{t('No payments yet')}</p>
            ) : (
              <PaymentsTable rows={payments.data ?? []} loading={payments.isPending} />
            )}
          </section>
        </div>
      )}
    </Page>
  )
}

const providers = { razorpay: 'Razorpay', stripe: 'Stripe', sandbox: t('Sandbox') } as const

/** Payments that may have arrived where nothing can be asked any more. */
function LookUpNotice({ lookUps }: { lookUps: OperatorOverview['failedLookUps'] }) {
  return (
    <Notice tone="warn" title={t('Some payments cannot be looked up')}>
      <ul className={classes.excess}>
        {lookUps.map(({ organization, provider, since, open }) => (
          <li key={`${organization} ${provider} ${since}`}>
            {organization === null || since === null
              ? t('{provider}: {count} open orders, but its keys are not set here. Set them, or look there.', {
                  provider: providers[provider],
                  count: formatNumber(open),
                })
              : t('{name}, {provider}: the key is refused since {date}, with {count} open checkouts. The organization must look there.', {
                  name: organization,
                  provider: providers[provider],
                  date: formatDate(since),
                  count: formatNumber(open),
                })}
          </li>
        ))}
      </ul>
    </Notice>
  )
}

function Figures({ overview }: { overview: OperatorOverview }) {
  const { currency, mrr, paying, pastDue, ended, contributions, failedPayments, refunds } = overview
  const figures = [
    [t('Monthly recurring revenue'), formatPrice(mrr, currency)],
    [t('Paying organizations'), formatNumber(paying)],
    [t('Payment due'), formatNumber(pastDue)],
    [t('Ended in 30 days'), formatNumber(ended)],
    [t('Contributions in 30 days'), formatPrice(contributions, currency)],
    [t('Failed payments in 30 days'), formatNumber(failedPayments)],
    [t('Refunds in 30 days'), formatPrice(refunds, currency)],
  ] as const
  return (
    <Card>
      <dl className={classes.figures}>
        {figures.map(([label, value]) => (
          <div key={label}>
            <dt>{label}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </Card>
  )
}
