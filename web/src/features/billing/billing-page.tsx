import { Button, Loader, SegmentedControl, Skeleton } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { Link, getRouteApi } from '@tanstack/react-router'
import { Suspense, lazy, useRef, useState } from 'react'
import type { BillingCycle, Plan, Subscription } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import { useGate } from '../../lib/use-gate.ts'
import { useCan } from '../../lib/use-session.ts'
import { useOrgTarget } from '../../ui/page/org-link.tsx'
import { t } from '../../lib/words.ts'
import { Overlays } from '../../ui/dialog/overlays.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { Page } from '../../ui/page/page.tsx'
import { plansQuery, subscriptionQuery } from './api.ts'
import classes from './billing.module.css'
import { ContributionCard } from './contribution-card.tsx'
import { DueNotice, isPaymentNear } from './due-notice.tsx'
import { OfferNotice } from './offer-notice.tsx'
import { PaymentChoices } from './payment-choices.tsx'
import { PlanCards } from './plan-cards.tsx'
import { SubscriptionCard } from './subscription-card.tsx'
import { UsageCard } from './usage-card.tsx'
import { useArrival } from './use-arrival.ts'
import { usePayment } from './use-payment.ts'
import type { PaymentFlow } from './use-payment.ts'

const route = getRouteApi('/org/$orgSlug/settings/billing')

const HistoryCard = lazy(async () => ({ default: (await import('./history-card.tsx')).HistoryCard }))
const BankDialog = lazy(async () => ({ default: (await import('./bank-dialog.tsx')).BankDialog }))
const AddOnsCard = lazy(async () => ({ default: (await import('./add-ons-card.tsx')).AddOnsCard }))
const CreditsCard = lazy(async () => ({ default: (await import('./credits-card.tsx')).CreditsCard }))
const ChangeDialog = lazy(async () => ({ default: (await import('./change-dialog.tsx')).ChangeDialog }))
const SandboxDialog = lazy(async () => ({ default: (await import('./sandbox-dialog.tsx')).SandboxDialog }))

/** /org/{slug}/settings/billing: plan, usage, plans to choose from, contribution, history. Only the owner pays. */
export function BillingPage() {
  const plans = useQuery(plansQuery)
  const subscription = useQuery(subscriptionQuery)
  const manages = useCan('organizations:update')
  const failed = plans.error ?? subscription.error
  const retry = () => void Promise.all([plans.refetch(), subscription.refetch()])
  return (
    <Page
      title={t('Billing & Subscription')}
      subtitle={t('Your plan, what of it is used, and what was paid.')}
      actions={subscription.data?.isOperator && manages && <OperatorLink />}
    >
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
  const [change, setChange] = useState<{ planType: PlanType; cycle: BillingCycle } | null>(null)
  const [coupon, setCoupon] = useState('')
  const [renewsItself, setRenewsItself] = useState(false)
  const couponCode = coupon.trim() || undefined
  const plansHeading = useRef<HTMLHeadingElement>(null)
  const showPlans = () => plansHeading.current?.scrollIntoView({ behavior: 'smooth' })
  const flow = usePayment(subscription.provider)
  const isWaiting = useReturn(isOwner, flow)
  const mayPay = isOwner && refusal === undefined && subscription.provider !== null
  const isDue = mayPay && isPaymentNear(subscription)
  const follows = subscription.next ?? { planType: subscription.planType, billingCycle: subscription.billingCycle }
  const pay = (planType: PlanType, billingCycle: BillingCycle) =>
    flow.start(
      { planType, billingCycle, ...(couponCode ? { couponCode } : {}), ...(renewsItself ? { renewsItself } : {}) },
      planNames[planType],
    )
  // A running period is changed at its end, or pays for a part of a larger plan: both are shown first.
  const isShownFirst = (planType: PlanType) =>
    (subscription.status === 'ACTIVE' || subscription.status === 'PAST_DUE') &&
    (planType !== subscription.planType || cycle !== subscription.billingCycle)
  return (
    <div className={classes.stack}>
      {isDue && (
        <DueNotice
          subscription={subscription}
          isBusy={flow.isStarting || isWaiting}
          onPay={() => pay(follows.planType, follows.billingCycle)}
        />
      )}
      {subscription.offer && <OfferNotice offer={subscription.offer} onShow={showPlans} />}
      {isWaiting && (
        <p className={classes.waiting} role="status">
          <Loader size={16} aria-hidden />
          {t('Waiting for the payment to arrive. You can leave this page: it counts when it arrives.')}
        </p>
      )}
      <Hints isOwner={isOwner} refusal={refusal} provider={subscription.provider} />
      <div className={classes.pair}>
        <SubscriptionCard
          subscription={subscription}
          onCancel={mayPay ? () => setChange({ planType: 'FREE', cycle: 'MONTHLY' }) : undefined}
          onChange={showPlans}
        />
        <UsageCard subscription={subscription} />
      </div>
      <section className={classes.stack} aria-label={t('Plans')}>
        <div className={classes.bar}>
          <h2 className={classes.heading} ref={plansHeading}>
            {t('Plans')}
          </h2>
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
          isBusy={flow.isStarting || isWaiting}
          hasPayment={isDue}
          onChoose={
            mayPay && subscription.status !== 'PAUSED'
              ? ({ planType }) => (isShownFirst(planType) ? setChange({ planType, cycle }) : pay(planType, cycle))
              : undefined
          }
        />
      </section>
      {mayPay && subscription.status !== 'PAUSED' && (
        <PaymentChoices
          coupon={coupon}
          onCoupon={setCoupon}
          renewsItself={subscription.canRenewItself && !subscription.renewsItself ? renewsItself : undefined}
          onRenewsItself={setRenewsItself}
        />
      )}
      <Suspense fallback={null}>
        {mayPay && subscription.status === 'ACTIVE' && <AddOnsCard flow={flow} />}
        <CreditsCard flow={mayPay ? flow : undefined} />
      </Suspense>
      {mayPay && <ContributionCard flow={flow} />}
      {isOwner && (
        <Suspense fallback={<Skeleton height={240} radius="lg" />}>
          <HistoryCard />
        </Suspense>
      )}
      <Overlays open={change ? `${change.planType} ${change.cycle}` : (flow.open?.order.orderId ?? '')}>
        {change && (
          <ChangeDialog
            {...change}
            couponCode={couponCode}
            onClose={() => setChange(null)}
            onPay={() => {
              setChange(null)
              pay(change.planType, change.cycle)
            }}
          />
        )}
        {flow.open &&
          (flow.open.order.bankDetails ? (
            <BankDialog payment={flow.open} lines={flow.open.order.bankDetails} onClose={flow.close} />
          ) : (
            <SandboxDialog key={flow.open.order.orderId} payment={flow.open} flow={flow} />
          ))}
      </Overlays>
    </div>
  )
}

/** Back from the provider's page: the payment arrives by its report. */
function useReturn(isOwner: boolean, flow: PaymentFlow): boolean {
  const { paid } = route.useSearch()
  const navigate = route.useNavigate()
  return useArrival(paid ?? '', isOwner && paid !== undefined, (record) => {
    flow.settled(record)
    void navigate({ search: {}, replace: true })
  })
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

function OperatorLink() {
  const target = useOrgTarget('settings/operator')
  return (
    <Button variant="default" component={Link} {...target}>
      {t('All subscriptions')}
    </Button>
  )
}
