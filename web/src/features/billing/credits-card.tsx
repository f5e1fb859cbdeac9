import { Button, NumberInput, Switch } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { creditAmounts, credits } from '@imperium/contract/billing/credits.ts'
import type { AiCredits } from '@imperium/contract/billing/credits.ts'
import { ApiError, mutation } from '../../lib/api.ts'
import { formatDate } from '../../lib/format.ts'
import { t } from '../../lib/words.ts'
import { Card } from '../../ui/card.tsx'
import { ErrorState } from '../../ui/feedback/error-state.tsx'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { creditsQuery } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './billing.module.css'
import { formatPrice } from '../../ui/text/format-price.ts'
import type { PaymentFlow } from './use-payment.ts'

/** Prepaid AI credits: the balance, a top-up, and what happens when they run low. Nothing where the operator sells none. */
export function CreditsCard({ flow }: { flow: PaymentFlow | undefined }) {
  const { data, error, refetch } = useQuery(creditsQuery)
  if (error) return <ErrorState error={error} title={t('AI credits could not be loaded')} onRetry={() => void refetch()} />
  if (!data || (!data.isOffered && data.balance === 0)) return null
  const { balance, currency, expiring, spentThisMonth, marginPercent, perDollar } = data
  return (
    <Card title={t('AI credits')}>
      <p className={styles.textPlain}>
        {t(
          'Credits pay what AI models cost, before anything else. A US dollar of model cost takes {amount}, with {percent} % of your plan included.',
          {
            amount: formatPrice(Math.round((perDollar * (100 + marginPercent)) / 100), currency),
            percent: marginPercent,
          },
        )}
      </p>
      <div className={classes.facts}>
        <FactList
          facts={[
            [t('Balance'), formatPrice(balance, currency)],
            [t('Spent this month'), formatPrice(spentThisMonth, currency)],
            expiring !== null && [
              t('Expires next'),
              t('{amount} on {date}', { amount: formatPrice(expiring.amount, currency), date: formatDate(expiring.at) }),
            ],
          ]}
        />
      </div>
      {balance < 0 && <Notice tone="warn" title={t('Models cost more than there was. The next top-up pays the difference first.')} />}
      {data.automaticFailure && <Notice tone="warn" title={failureLabels[data.automaticFailure]} />}
      {flow && data.isOffered && <TopUp flow={flow} />}
      {flow && data.isOffered && <LowBalance key={`${data.lowAt} ${data.automatic?.amount}`} data={data} />}
    </Card>
  )
}

const failureLabels = {
  cap: t('The last automatic top-up was not made: its monthly cap is reached.'),
  mandate: t('The last automatic top-up was not made: no card is kept. Top up once.'),
  refused: t('The payment provider refused the last automatic top-up. It is tried again tomorrow.'),
} as const

function TopUp({ flow }: { flow: PaymentFlow }) {
  const [amount, setAmount] = useState<number | string>(creditAmounts.presets[1])
  const rupees = Number(amount)
  const refusal = refusalOf(amount)
  return (
    <form
      className={classes.credits}
      onSubmit={(event) => {
        event.preventDefault()
        if (refusal === '') flow.start({ planType: 'CREDITS', billingCycle: 'ONETIME', amount: rupees * 100 }, t('AI credits'))
      }}
    >
      <div className={classes.presets} role="group" aria-label={t('Amounts of a top-up')}>
        {creditAmounts.presets.map((preset) => (
          <Button key={preset} variant="default" size="compact-md" aria-pressed={preset === rupees} onClick={() => setAmount(preset)}>
            {formatPrice(preset * 100, 'INR')}
          </Button>
        ))}
      </div>
      <div className={classes.custom}>
        <RupeesInput label={t('Amount')} value={amount} onChange={setAmount} error={refusal} />
        <Button type="submit" variant="default" disabled={refusal !== ''} loading={flow.isStarting}>
          {t('Top up')}
        </Button>
      </div>
    </form>
  )
}

const refusalOf = (amount: number | string): string => {
  const rupees = Number(amount)
  if (amount === '' || !(rupees >= creditAmounts.least)) return t('At least ₹100')
  if (rupees > creditAmounts.most) return t('At most ₹10,00,000')
  return Number.isInteger(rupees) ? '' : t('Enter whole rupees')
}

interface RupeesInputProps {
  label: string
  value: number | string
  onChange: (value: number | string) => void
  error: string
}

const RupeesInput = (props: RupeesInputProps) => <NumberInput prefix="₹" thousandSeparator="," step={1} hideControls {...props} />

/** When the owner is told, and what is bought by itself then. */
function LowBalance({ data }: { data: AiCredits }) {
  const { lowAt, automatic, canBeAutomatic } = data
  const [isTold, setTold] = useState(lowAt !== null)
  const [low, setLow] = useState<number | string>((lowAt ?? 50_000) / 100)
  const [buys, setBuys] = useState(automatic !== null)
  const [amount, setAmount] = useState<number | string>((automatic?.amount ?? 100_000) / 100)
  const [cap, setCap] = useState<number | string>((automatic?.monthlyCap ?? 500_000) / 100)
  const save = useMutation(mutation(credits.settings, { silent: true, success: t('Settings saved'), invalidates: [['credits']] }))
  const isAutomatic = isTold && buys && canBeAutomatic
  const capRefusal = refusalOf(cap) || (Number(cap) < Number(amount) ? t('At least the amount of one top-up') : '')
  const isRefused = (isTold && refusalOf(low) !== '') || (isAutomatic && (refusalOf(amount) !== '' || capRefusal !== ''))
  const body = {
    lowAt: isTold ? Number(low) * 100 : null,
    automatic: isAutomatic ? { amount: Number(amount) * 100, monthlyCap: Number(cap) * 100 } : null,
  }
  return (
    <form
      className={classes.credits}
      onSubmit={(event) => {
        event.preventDefault()
        if (!isRefused) save.mutate({ body })
      }}
    >
      <Switch label={t('Tell me when credits are low')} checked={isTold} onChange={(event) => setTold(event.currentTarget.checked)} />
      {isTold && <RupeesInput label={t('Below')} value={low} onChange={setLow} error={refusalOf(low)} />}
      {isTold && canBeAutomatic && (
        <Switch label={t('Top up automatically then')} checked={buys} onChange={(event) => setBuys(event.currentTarget.checked)} />
      )}
      {isAutomatic && (
        <div className={classes.twoFields}>
          <RupeesInput label={t('Amount of each top-up')} value={amount} onChange={setAmount} error={refusalOf(amount)} />
          <RupeesInput label={t('At most in a month')} value={cap} onChange={setCap} error={capRefusal} />
        </div>
      )}
      {isAutomatic && data.needsCard && (
        <p className={styles.textPlain}>{t('The card of your next top-up is kept at the payment provider for automatic ones.')}</p>
      )}
      {isTold && !canBeAutomatic && (
        <p className={styles.textPlain}>{t('The payment provider of this installation cannot top up by itself.')}</p>
      )}
      {save.error instanceof ApiError && <Notice tone="bad" title={save.error.message} />}
      <div className={styles.buttons}>
        <Button type="submit" variant="default" disabled={isRefused} loading={save.isPending}>
          {t('Save')}
        </Button>
      </div>
    </form>
  )
}
