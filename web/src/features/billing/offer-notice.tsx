import { Button } from '@mantine/core'
import type { Subscription } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { formatPrice } from '../../ui/text/format-price.ts'

interface OfferNoticeProps {
  offer: NonNullable<Subscription['offer']>
  onShow: () => void
}

/** What the operator offers this organization; its limits stand among the plans. */
export function OfferNotice({ offer: { planType, price, currency, validUntil }, onShow }: OfferNoticeProps) {
  return (
    <Notice
      tone="info"
      title={t('You have an offer for the {plan} plan: {amount} a month', {
        plan: planNames[planType],
        amount: formatPrice(price, currency),
      })}
      action={
        <Button variant="default" onClick={onShow}>
          {t('See the offer')}
        </Button>
      }
    >
      {t('Valid until {date}. Pay for the plan to accept it.', { date: formatDate(validUntil) })}
    </Notice>
  )
}
