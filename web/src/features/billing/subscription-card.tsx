import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { billing } from '@imperium/contract/billing/billing.ts'
import type { Subscription } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { mutation } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { changedByPayment } from './api.ts'
import classes from './billing.module.css'
import { formatPrice } from '../../ui/text/format-price.ts'

interface SubscriptionCardProps {
  subscription: Subscription
  /** Undefined: this person cannot change the plan. */
  onCancel: (() => void) | undefined
  onChange: () => void
}

/** The plan in force, what follows it and when, and the ways to change that. */
export function SubscriptionCard({ subscription, onCancel, onChange }: SubscriptionCardProps) {
  const { planType, billingCycle, status, next } = subscription
  const resume = useMutation(mutation(billing.resume, { success: t('The plan goes on'), invalidates: [...changedByPayment] }))
  const { paused } = subscription
  const pause = useMutation(mutation(billing.pause, { success: t('The subscription is paused'), invalidates: [...changedByPayment] }))
  const unpause = useMutation(mutation(billing.unpause, { success: t('The plan goes on'), invalidates: [...changedByPayment] }))
  const renewal = useMutation(
    mutation(billing.setRenewal, { success: t('The plan no longer renews automatically'), invalidates: [...changedByPayment] }),
  )
  const canPause = status === 'ACTIVE' && next === null && planType !== 'FREE'
  const isRunning = status === 'ACTIVE' || status === 'PAST_DUE'
  const canResume = next !== null && !next.isPaid
  return (
    <Card title={t('Current plan')}>
      <div className={classes.inForce}>
        <p className={classes.price}>
          {planNames[planType]}
          {paused && <span className={classes.badge}>{t('{plan} paused', { plan: planNames[paused.planType] })}</span>}
          {status === 'PAST_DUE' && <span className={classes.badge}>{t('Payment due')}</span>}
        </p>
        <FactList facts={[[t('Billing cycle'), billingCycle === 'YEARLY' ? t('Yearly') : t('Monthly')], ...factsOf(subscription)]} />
        {onCancel && (
          <div className={classes.presets}>
            <Button variant="default" onClick={onChange}>
              {t('Change plan')}
            </Button>
            {isRunning && canResume && (
              <Button variant="default" onClick={() => resume.mutate({})} loading={resume.isPending}>
                {next.planType === 'FREE' ? t('Resume') : t('Keep the plan')}
              </Button>
            )}
            {canPause && (
              <Button variant="default" onClick={() => pause.mutate({})} loading={pause.isPending}>
                {t('Pause||subscription')}
              </Button>
            )}
            {paused && (
              <Button onClick={() => unpause.mutate({})} loading={unpause.isPending}>
                {t('Let {plan} go on', { plan: planNames[paused.planType] })}
              </Button>
            )}
            {isRunning && subscription.renewsItself && (
              <Button variant="default" onClick={() => renewal.mutate({ body: { renewsItself: false } })} loading={renewal.isPending}>
                {t('Stop automatic renewal')}
              </Button>
            )}
            {isRunning && next === null && planType !== 'FREE' && (
              <Button variant="subtle" color="gray" onClick={onCancel}>
                {t('Cancel subscription')}
              </Button>
            )}
          </div>
        )}
      </div>
    </Card>
  )
}

function factsOf({
  status,
  paused,
  periodStart,
  periodEnd,
  graceEndsAt,
  next,
  renewalAmount,
  currency,
  credit,
  renewsItself,
}: Subscription) {
  const amount = renewalAmount === null ? '' : formatPrice(renewalAmount, currency)
  const isEnding = next?.planType === 'FREE'
  return [
    periodStart !== null && ([status === 'ENDED' ? t('Paid from') : t('Paid since'), formatDate(periodStart)] as const),
    periodEnd !== null && paused === null && ([isEnding ? t('Ends on') : t('Paid until'), formatDate(periodEnd)] as const),
    paused !== null && ([t('Paused since'), formatDate(paused.since)] as const),
    paused !== null && ([t('Goes on by itself'), formatDate(paused.untilAtLatest)] as const),
    graceEndsAt !== null && ([t('Pay by'), formatDate(graceEndsAt)] as const),
    next !== null &&
      !isEnding &&
      ([
        t('Then'),
        `${planNames[next.planType]}, ${next.billingCycle === 'YEARLY' ? t('Yearly') : t('Monthly')}${next.isPaid ? ` · ${t('Paid')}` : ''}`,
      ] as const),
    amount !== '' && ([t('Next payment'), amount] as const),
    renewsItself && !isEnding && ([t('Renewal'), t('Automatic')] as const),
    credit > 0 && ([t('Credit'), formatPrice(credit, currency)] as const),
  ]
}
