import { SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Suspense, lazy, useState } from 'react'
import type { BillingCycle, Plan, Subscription } from '@imperium/contract/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { formatDate } from '../../lib/format.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { plansQuery, subscriptionQuery } from './api.ts'
import classes from './billing.module.css'
import { ContributionCard } from './contribution-card.tsx'
import { PlanCards } from './plan-cards.tsx'
import { UsageCard } from './usage-card.tsx'
import { usePayment } from './use-payment.ts'

const HistoryCard = lazy(async () => ({ default: (await import('./history-card.tsx')).HistoryCard }))
const SandboxDialog = lazy(async () => ({ default: (await import('./sandbox-dialog.tsx')).SandboxDialog }))

/** /org/{slug}/settings/billing: plan, usage, plans to choose from, contribution, history. Only the owner pays. */
export function BillingPage() {
  const plans = useQuery(plansQuery)
  const subscription = useQuery(subscriptionQuery)
  const failed = plans.error ?? subscription.error
  const retry = () => void Promise.all([plans.refetch(), subscription.refetch()])
  return (
    <Page title={t('Billing & Subscription')} subtitle={t('Your plan, what of it is used, and what was paid.')}>
      {failed ? (
        <ErrorState error={failed} title={t('Billing could not be loaded')} onRetry={retry} />
      ) : plans.data && subscription.data ? (
        <Billing plans={plans.data} subscription={subscription.data} />
      ) : (
        <div className={classes.stack} aria-busy>
          <Skeleton height={140} radius={12} />
          <Skeleton height={340} radius={12} />
        </div>
      )}
    </Page>
  )
}

function Billing({ plans, subscription }: { plans: readonly Plan[]; subscription: Subscription }) {
  const isOwner = useCan('billing:manage')
  const refusal = useGate('billing:manage')
  const [cycle, setCycle] = useState<BillingCycle>(subscription.billingCycle)
  const flow = usePayment(subscription.provider)
  const mayPay = isOwner && refusal === undefined && subscription.provider !== null
  return (
    <div className={classes.stack}>
      <Hints isOwner={isOwner} refusal={refusal} provider={subscription.provider} />
      <div className={classes.pair}>
        <PlanInForce subscription={subscription} />
        <UsageCard subscription={subscription} />
      </div>
      <section className={classes.stack} aria-label={t('Plans')}>
        <div className={classes.bar}>
          <h2 className={classes.heading}>{t('Plans')}</h2>
          <SegmentedControl
            aria-label={t('Billing cycle')}
            value={cycle}
            onChange={(value) => setCycle(value === 'YEARLY' ? 'YEARLY' : 'MONTHLY')}
            data={[
              { value: 'MONTHLY', label: t('Monthly') },
              { value: 'YEARLY', label: t('Yearly (-20%)') },
            ]}
          />
        </div>
        <PlanCards
          plans={plans}
          subscription={subscription}
          cycle={cycle}
          isBusy={flow.isStarting}
          onChoose={mayPay ? ({ planType, name }) => flow.start({ planType, billingCycle: cycle }, name) : undefined}
        />
      </section>
      {mayPay && <ContributionCard flow={flow} />}
      {isOwner && (
        <Suspense fallback={<Skeleton height={240} radius="lg" />}>
          <HistoryCard />
        </Suspense>
      )}
      <Overlays open={flow.open?.order.orderId ?? ''}>
        {flow.open && <SandboxDialog key={flow.open.order.orderId} payment={flow.open} flow={flow} />}
      </Overlays>
    </div>
  )
}

interface HintsProps {
  isOwner: boolean
  refusal: string | undefined
  provider: Subscription['provider']
}

function Hints({ isOwner, refusal, provider }: HintsProps) {
  if (!isOwner) return <Notice tone="info" title={t('Only the owner of the organization can change the plan and pay.')} />
  if (refusal !== undefined) return <Notice tone="warn" title={refusal} />
  if (provider === null) return <Notice tone="info" title={t('Nothing can be paid in this installation. Its operator changes plans.')} />
  if (provider === 'sandbox')
    return <Notice tone="info" title={t('Payments go to the sandbox: no money moves, and plans change as if they were paid.')} />
  return null
}

function PlanInForce({ subscription }: { subscription: Subscription }) {
  const { planType, billingCycle, periodStart, periodEnd } = subscription
  return (
    <Card title={t('Current plan')}>
      <p className={classes.price}>{planNames[planType]}</p>
      <FactList
        facts={[
          [t('Billing cycle'), billingCycle === 'YEARLY' ? t('Yearly') : t('Monthly')],
          periodStart !== null && [t('Paid since'), formatDate(periodStart)],
          periodEnd !== null && [t('Paid until'), formatDate(periodEnd)],
        ]}
      />
    </Card>
  )
}
