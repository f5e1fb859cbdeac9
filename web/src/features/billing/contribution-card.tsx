import { Button, NumberInput } from '@mantine/core'
import { useState } from 'react'
import { contributions } from '@imperium/contract/billing/billing.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import styles from '../../ui/styles.module.css'
import classes from './billing.module.css'
import { formatPrice } from '../../ui/text/format-price.ts'
import type { PaymentFlow } from './use-payment.ts'

/** A gift to the operator: whole rupees, at least one. */
export function ContributionCard({ flow }: { flow: PaymentFlow }) {
  const [amount, setAmount] = useState<number | string>(contributions.usual)
  const rupees = Number(amount)
  const refusal =
    !(rupees >= contributions.least) || amount === ''
      ? t('Minimum contribution amount is ₹1')
      : Number.isInteger(rupees)
        ? ''
        : t('Enter whole rupees')
  const pay = () => flow.start({ planType: 'CONTRIBUTION', billingCycle: 'ONETIME', amount: rupees * 100 }, t('Contribution'))
  return (
    <Card title={t('Contribution')}>
      <p className={styles.textPlain}>
        {t('Support this installation with an amount of your choice. It changes nothing about your plan.')}
      </p>
      <div className={classes.presets} role="group" aria-label={t('Preset amounts')}>
        {contributions.presets.map((preset) => (
          <Button key={preset} variant="default" size="compact-md" aria-pressed={preset === rupees} onClick={() => setAmount(preset)}>
            {formatPrice(preset * 100, 'INR')}
          </Button>
        ))}
      </div>
      <form
        className={classes.custom}
        onSubmit={(event) => {
          event.preventDefault()
          if (refusal === '') pay()
        }}
      >
        <NumberInput
          label={t('Custom amount')}
          prefix="₹"
          thousandSeparator=","
          step={1}
          hideControls
          value={amount}
          onChange={setAmount}
          error={refusal}
        />
        <Button type="submit" variant="default" disabled={refusal !== ''} loading={flow.isStarting}>
          {refusal === '' ? t('Pay {amount}', { amount: formatPrice(rupees * 100, 'INR') }) : t('Pay')}
        </Button>
      </form>
    </Card>
  )
}
