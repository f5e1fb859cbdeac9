import { Checkbox, TextInput } from '@mantine/core'
import { t } from '../../lib/words.ts'
import classes from './billing.module.css'

interface PaymentChoicesProps {
  coupon: string
  onCoupon: (coupon: string) => void
  /** Undefined: the provider cannot renew by itself, or does. */
  renewsItself: boolean | undefined
  onRenewsItself: (renewsItself: boolean) => void
}

/** What goes with the next payment for a plan. */
export function PaymentChoices({ coupon, onCoupon, renewsItself, onRenewsItself }: PaymentChoicesProps) {
  return (
    <div className={classes.choicesOfPayment}>
      <TextInput
        className={classes.coupon}
        label={t('Coupon code')}
        description={t('Takes a part off your next payment for a plan')}
        value={coupon}
        maxLength={40}
        onChange={(event) => onCoupon(event.currentTarget.value)}
      />
      {renewsItself !== undefined && (
        <Checkbox
          label={t('Renew automatically')}
          description={t('The payment provider keeps the way of your next payment for a plan, and each renewal is charged to it.')}
          checked={renewsItself}
          onChange={(event) => onRenewsItself(event.currentTarget.checked)}
        />
      )}
    </div>
  )
}
