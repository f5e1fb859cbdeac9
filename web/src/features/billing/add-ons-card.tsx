import { Button, NumberInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { addOns, mostAddOns } from '@imperium/contract/billing/add-ons.ts'
import type { AddOn } from '@imperium/contract/billing/add-ons.ts'
import { mutation } from '../../lib/api.ts'
import { formatNumber } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { formatPrice } from '../../ui/text/format-price.ts'
import { addOnsQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './billing.module.css'
import type { PaymentFlow } from './use-payment.ts'

const labels = {
  SEATS: t('Additional members'),
  CONTACTS: t('Packs of 100,000 contacts'),
  MESSAGES: t('Packs of 500,000 messages a month'),
  RUNS: t('Packs of 100,000 runs a month'),
  STORAGE: t('Packs of 100 GB of storage'),
} as const

/** Add-on seats and packs of a running paid plan; nothing without one. */
export function AddOnsCard({ flow }: { flow: PaymentFlow }) {
  const { data, error, refetch } = useQuery(addOnsQuery)
  if (error) return <ErrorState error={error} title={t('Add-ons could not be loaded')} onRetry={() => void refetch()} />
  if (!data || data.length === 0) return null
  return (
    <Card title={t('Add-ons')}>
      <p className={styles.textPlain}>
        {t('More than the plan has, without changing the plan. You pay for the rest of the period now, and with each renewal.')}
      </p>
      <ul className={classes.addOns}>
        {data.map((row) => (
          <AddOnRow key={`${row.addOn} ${row.quantity} ${row.nextQuantity}`} row={row} flow={flow} />
        ))}
      </ul>
    </Card>
  )
}

function AddOnRow({ row, flow }: { row: AddOn; flow: PaymentFlow }) {
  const { addOn, quantity, nextQuantity, price, priceNow, currency } = row
  const [wished, setWished] = useState<number | string>(nextQuantity)
  const keep = useMutation(mutation(addOns.keep, { success: t('Saved for the next period'), invalidates: [['add-ons'], ['billing']] }))
  const count = Number(wished)
  const isRefused = wished === '' || !Number.isInteger(count) || count < 0 || count > mostAddOns
  const more = count - quantity
  return (
    <li>
      <div>
        <p className={classes.addOnName}>{labels[addOn]}</p>
        <p className={styles.textPlain}>
          {t('{price} each a period, {now} now', { price: formatPrice(price, currency), now: formatPrice(priceNow, currency) })}
          {nextQuantity < quantity && ` · ${t('{count} until the end of the period', { count: formatNumber(quantity) })}`}
        </p>
      </div>
      <NumberInput aria-label={labels[addOn]} min={0} max={mostAddOns} value={wished} onChange={setWished} />
      {more > 0 ? (
        <Button
          variant="default"
          disabled={isRefused}
          loading={flow.isStarting}
          aria-label={t('Buy {name}', { name: labels[addOn] })}
          onClick={() => flow.start({ planType: 'ADD_ON', billingCycle: 'ONETIME', addOn, quantity: more }, labels[addOn])}
        >
          {t('Buy {count}', { count: formatNumber(more) })}
        </Button>
      ) : (
        <Button
          variant="default"
          disabled={isRefused || count === nextQuantity}
          loading={keep.isPending}
          aria-label={t('Save {name}', { name: labels[addOn] })}
          onClick={() => keep.mutate({ body: { addOn, nextQuantity: count } })}
        >
          {t('Save')}
        </Button>
      )}
    </li>
  )
}
