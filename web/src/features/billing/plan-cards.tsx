import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { BillingCycle, Plan, Subscription } from '@imperium/contract/billing/billing.ts'
import { planTypes } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import { formatCompact, formatDate, formatNumber, formatStorage } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { plural, t } from '../../lib/words.ts'
import styles from '../../ui/styles.module.css'
import classes from './billing.module.css'
import { formatPrice } from '../../ui/text/format-price.ts'

interface PlanCardsProps {
  plans: readonly Plan[]
  subscription: Subscription
  cycle: BillingCycle
  /** Undefined: this person cannot pay here. */
  onChoose: ((plan: Plan) => void) | undefined
  isBusy: boolean
  /** A payment is asked for above: no plan is offered first. */
  hasPayment: boolean
}

const rank = (plan: PlanType): number => planTypes.indexOf(plan)

/** The plans side by side; what the operator offers comes first, else the one above the present one. */
export function PlanCards({ plans, subscription, cycle, onChoose, isBusy, hasPayment }: PlanCardsProps) {
  const { offer } = subscription
  const offered = offer && plans.find(({ planType }) => planType === offer.planType)
  const larger = plans.find(({ planType, price }) => rank(planType) > rank(subscription.planType) && price !== null)
  const next = hasPayment ? undefined : (offered ?? larger)
  return (
    <ul className={classes.plans}>
      {plans.map((catalogued) => {
        const plan = withOffer(catalogued, subscription)
        const isCurrent = plan.planType === subscription.planType
        return (
          <li key={plan.id} className={classes.plan} data-current={isCurrent || undefined}>
            <h3 className={classes.planName}>
              {plan.name}
              {isCurrent && <span className={classes.badge}>{t('Current')}</span>}
            </h3>
            <Price plan={plan} cycle={cycle} />
            {offer && plan.planType === offer.planType && (
              <p className={styles.textPlain}>{t('Offered to you until {date}', { date: formatDate(offer.validUntil) })}</p>
            )}
            <ul className={classes.features}>
              {featuresOf(plan).map((feature) => (
                <li key={feature}>
                  <IconCheck size={15} stroke={2} aria-hidden />
                  {feature}
                </li>
              ))}
            </ul>
            {onChoose && (
              <Choice
                plan={plan}
                subscription={subscription}
                cycle={cycle}
                isFirst={plan.planType === next?.planType}
                onChoose={() => onChoose(plan)}
                isBusy={isBusy}
              />
            )}
          </li>
        )
      })}
    </ul>
  )
}

/** The operator's offer in the place of the catalogue's plan. */
function withOffer(plan: Plan, { offer }: Subscription): Plan {
  if (offer?.planType !== plan.planType) return plan
  const { price, yearlyPrice, currency, limits } = offer
  return { ...plan, price, yearlyPrice, currency, limits }
}

function Price({ plan, cycle }: { plan: Plan; cycle: BillingCycle }) {
  const price = cycle === 'YEARLY' ? plan.yearlyPrice : plan.price
  if (price === null) return <p className={classes.price}>{t('Custom')}</p>
  return (
    <p className={classes.price}>
      {formatPrice(price, plan.currency)}
      {price > 0 && <span className={classes.per}>{cycle === 'YEARLY' ? t('a year') : t('a month')}</span>}
    </p>
  )
}

interface ChoiceProps {
  plan: Plan
  subscription: Subscription
  cycle: BillingCycle
  isFirst: boolean
  onChoose: () => void
  isBusy: boolean
}

function Choice({ plan, subscription, cycle, isFirst, onChoose, isBusy }: ChoiceProps) {
  const { name, planType, price } = plan
  const isCurrent = planType === subscription.planType
  if (planType === 'FREE' && isCurrent)
    return (
      <Button variant="default" onClick={() => notify.info(t('You are already on the free plan'))}>
        {t('Free plan')}
      </Button>
    )
  if (price === null)
    return (
      <Button variant="default" onClick={() => notify.info(t('Please contact sales for custom enterprise pricing'))}>
        {t('Contact sales')}
      </Button>
    )
  const { status, billingCycle, next } = subscription
  const isRunning = status === 'ACTIVE' || status === 'PAST_DUE'
  const isSmaller = rank(planType) < rank(subscription.planType)
  if (isSmaller && (!isRunning || next?.isPaid)) return <p className={styles.textPlain}>{t('Included in your plan')}</p>
  if (isRunning && next?.planType === planType && (planType === 'FREE' || next.billingCycle === cycle))
    return <p className={styles.textPlain}>{t('Begins at the end of the period')}</p>
  if (isCurrent && isRunning && next?.isPaid) return null
  const [word, label] = labelOf(name, { isSmaller, isCurrent, isSwitch: isCurrent && isRunning && cycle !== billingCycle, cycle })
  return (
    <Button variant={isFirst ? 'filled' : 'default'} onClick={onChoose} loading={isBusy} aria-label={label}>
      {word}
    </Button>
  )
}

interface ChoiceKind {
  isSmaller: boolean
  isCurrent: boolean
  isSwitch: boolean
  cycle: BillingCycle
}

/** The word on the button, and its name where that alone does not say which plan. */
function labelOf(plan: string, { isSmaller, isCurrent, isSwitch, cycle }: ChoiceKind): [string, string] {
  if (isSmaller) return [t('Downgrade'), t('Downgrade to {plan}', { plan })]
  if (isSwitch) {
    const word = cycle === 'YEARLY' ? t('Switch to yearly') : t('Switch to monthly')
    return [word, word]
  }
  return isCurrent ? [t('Renew'), t('Renew {plan}', { plan })] : [t('Upgrade'), t('Upgrade to {plan}', { plan })]
}

const featuresOf = ({ limits }: Plan): string[] => [
  t('{count} AI agents', { count: formatNumber(limits.maxAgents) }),
  plural(limits.maxUsers, { one: '{count} user', other: '{count} users' }),
  t('{amount} of storage', { amount: formatStorage(limits.storageBytes) }),
  t('{count} API calls a month', { count: formatCompact(limits.apiCallsPerMonth) }),
  t('{count} messages a month', { count: formatCompact(limits.messagesPerMonth) }),
  t('Up to {count} contacts', { count: formatCompact(limits.maxContacts) }),
  t('{count} agent runs a month', { count: formatCompact(limits.runsPerMonth) }),
  t('{count} workflow runs a month', { count: formatCompact(limits.workflowRunsPerMonth) }),
  t('{count} model tokens a month', { count: formatCompact(limits.tokensPerMonth) }),
  t('{days} days of activity', { days: limits.retentionDays }),
]
