import { Button } from '@mantine/core'
import type { Subscription } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatPrice } from '../../ui/text/format-price.ts'

const noticeMs = 7 * 86_400_000

/** The period ends within a week, or has ended unpaid. */
export const isPaymentNear = ({ status, periodEnd, renewalAmount, renewsItself }: Subscription): boolean =>
  renewalAmount !== null &&
  (status === 'PAST_DUE' || (status === 'ACTIVE' && !renewsItself && periodEnd !== null && Date.parse(periodEnd) - Date.now() < noticeMs))

interface DueNoticeProps {
  subscription: Subscription
  isBusy: boolean
  onPay: () => void
}

/** Asks for the payment of the next period. */
export function DueNotice({ subscription, isBusy, onPay }: DueNoticeProps) {
  const { planType, next, periodEnd, graceEndsAt, renewalAmount, currency } = subscription
  const plan = planNames[next?.planType ?? planType]
  const amount = formatPrice(renewalAmount ?? 0, currency)
  return (
    <Notice
      tone={graceEndsAt === null ? 'info' : 'warn'}
      title={
        graceEndsAt === null
          ? t('Your {plan} plan renews on {date}', { plan, date: formatDate(periodEnd ?? '') })
          : t('The payment for your {plan} plan is due', { plan })
      }
      action={
        <Button onClick={onPay} loading={isBusy}>
          {t('Pay {amount}', { amount })}
        </Button>
      }
    >
      {graceEndsAt === null
        ? t('Pay for the next period now to keep the plan.')
        : t('The plan stays until {date}. After that, the limits of the Free plan apply.', { date: formatDate(graceEndsAt) })}
    </Notice>
  )
}
