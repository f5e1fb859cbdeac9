import { Button } from '@mantine/core'
import { IconCheck } from '@tabler/icons-react'
import type { BillingCycle, Plan, Subscription } from '@imperium/contract/billing.ts'
import { planTypes } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import { formatCompact, formatNumber, formatStorage } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import classes from './billing.module.css'
import { formatPrice } from './format-price.ts'

interface PlanCardsProps {
  plans: readonly Plan[]
  subscription: Subscription
  cycle: BillingCycle
  /** Undefined: this person cannot pay here. */
  onChoose: ((plan: Plan) => void) | undefined
  isBusy: boolean
}

const rank = (plan: PlanType): number => planTypes.indexOf(plan)

/** The plans side by side; the one above the present one is offered first. */
export function PlanCards({ plans, subscription, cycle, onChoose, isBusy }: PlanCardsProps) {
  const next = plans.find(({ planType, price }) => rank(planType) > rank(subscription.planType) && price !== null)
  return (
    <ul className={classes.plans}>
      {plans.map((plan) => {
        const isCurrent = plan.planType === subscription.planType
        return (
          <li key={plan.id} className={classes.plan} data-current={isCurrent || undefined}>
            <h3 className={classes.planName}>
              {plan.name}
              {isCurrent && <span className={classes.badge}>{t('Current')}</span>}
            </h3>
            <Price plan={plan} cycle={cycle} />
            <ul className={classes.features}>
              {featuresOf(plan).map((feature) => (
                <li key={feature}>
                  <IconCheck size={15} stroke={2} aria-hidden />
                  {feature}
                </li>
              ))}
            </ul>
            {onChoose && (
              <Choice plan={plan} subscription={subscription} isFirst={plan === next} onChoose={() => onChoose(plan)} isBusy={isBusy} />
            )}
          </li>
        )
      })}
    </ul>
  )
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
  isFirst: boolean
  onChoose: () => void
  isBusy: boolean
}

function Choice({ plan, subscription, isFirst, onChoose, isBusy }: ChoiceProps) {
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
  if (rank(planType) < rank(subscription.planType)) return <p className={classes.included}>{t('Included in your plan')}</p>
  return (
    <Button
      variant={isFirst ? 'filled' : 'default'}
      onClick={onChoose}
      loading={isBusy}
      aria-label={isCurrent ? t('Renew {plan}', { plan: name }) : t('Upgrade to {plan}', { plan: name })}
    >
      {isCurrent ? t('Renew') : t('Upgrade')}
    </Button>
  )
}

const featuresOf = ({ limits }: Plan): string[] => [
  t('{count} AI agents', { count: formatNumber(limits.maxAgents) }),
  t('{count} users', { count: formatNumber(limits.maxUsers) }),
  t('{amount} of storage', { amount: formatStorage(limits.storageBytes) }),
  t('{count} API calls a month', { count: formatCompact(limits.apiCallsPerMonth) }),
  t('{count} messages a month', { count: formatCompact(limits.messagesPerMonth) }),
]
