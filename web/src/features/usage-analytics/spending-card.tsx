import { Button, NumberInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { usageAnalytics } from '@imperium/contract/usage-analytics.ts'
import type { UsageDashboard } from '@imperium/contract/usage-analytics.ts'
import { mutation } from '../../lib/api.ts'
import { formatMicros } from '../../lib/format.ts'
import { formatPrice } from '../../ui/text/format-price.ts'
import { useCan } from '../../lib/use-session.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { alertQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './usage.module.css'

const most = 1_000_000

/** What is left of the AI credits, and the cost of a month at which the owners are told. */
export function SpendingCard({ credits }: { credits: UsageDashboard['credits'] | undefined }) {
  const { data } = useQuery(alertQuery)
  const mayChange = useCan('agents:write')
  if (!data) return null
  return (
    <Card title={t('Spending')}>
      <div className={styles.stackWide}>
        <FactList
          facts={[
            credits && [t('AI credits left'), formatPrice(credits.balance, credits.currency)],
            credits && [t('Credits spent this month'), formatPrice(credits.spentThisMonth, credits.currency)],
            !mayChange && [t('The owners are told at'), data.amountMicros === null ? t('Never') : formatMicros(data.amountMicros)],
          ]}
        />
        {mayChange && <AlertForm key={data.amountMicros} amountMicros={data.amountMicros} />}
      </div>
    </Card>
  )
}

function AlertForm({ amountMicros }: { amountMicros: number | null }) {
  const [amount, setAmount] = useState<number | string>(amountMicros === null ? '' : amountMicros / 1_000_000)
  const save = useMutation(mutation(usageAnalytics.setAlert, { success: t('Alert saved'), invalidates: [['usage-analytics']] }))
  const dollars = Number(amount)
  const refusal = amount === '' || (dollars >= 1 && dollars <= most) ? '' : dollars > most ? t('At most $1,000,000') : t('At least $1')
  return (
    <form
      className={classes.alert}
      onSubmit={(event) => {
        event.preventDefault()
        if (refusal === '') save.mutate({ body: { amountMicros: amount === '' ? null : Math.round(dollars * 1_000_000) } })
      }}
    >
      <NumberInput
        label={t('Tell the owners when models cost this much in a month')}
        description={t('Empty: never')}
        prefix="$"
        thousandSeparator=","
        decimalScale={2}
        hideControls
        value={amount}
        onChange={setAmount}
        error={refusal}
      />
      <Button type="submit" variant="default" disabled={refusal !== ''} loading={save.isPending}>
        {t('Save')}
      </Button>
    </form>
  )
}
