import { Button, NumberInput, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { planOffers } from '@imperium/contract/billing/plan-offers.ts'
import type { OperatorOffer } from '@imperium/contract/billing/plan-offers.ts'
import { planLimits } from '@imperium/contract/plans.ts'
import type { PlanLimits } from '@imperium/contract/plans.ts'
import { ApiError, mutation, query } from '../../../lib/api.ts'
import { formatDate, formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import { formatPrice } from '../../../ui/text/format-price.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../billing.module.css'

const stateLabels = { open: t('Open||state'), accepted: t('Accepted'), withdrawn: t('Withdrawn'), expired: t('Expired') } as const
const invalidates = [['plan-offers'], ['billing']] as const

/** Offers of the largest plan at a price and limits of their own. */
export function CustomOffers() {
  const offers = useQuery({ ...query(planOffers.list), meta: { silent: true } })
  return (
    <section className={classes.history} aria-label={t('Custom offers')}>
      <h2 className={classes.heading}>{t('Custom offers')}</h2>
      <OfferForm />
      {offers.data && offers.data.length > 0 && (
        <DataTable
          label={t('Custom offers')}
          columns={columns}
          rows={offers.data}
          loading={offers.isPending}
          rowId={({ id }) => id}
          rowLabel={({ organization }) => organization}
        />
      )}
    </section>
  )
}

const gib = 1024 ** 3
/** Storage is entered in gigabytes. */
const unitOf = (limit: keyof PlanLimits): number => (limit === 'storageBytes' ? gib : 1)

const limitLabels: Readonly<Record<keyof PlanLimits, string>> = {
  maxAgents: t('AI agents'),
  maxUsers: t('Members'),
  storageBytes: t('Storage (GB)'),
  maxContacts: t('Contacts'),
  messagesPerMonth: t('Messages a month'),
  runsPerMonth: t('Agent runs a month'),
  workflowRunsPerMonth: t('Workflow runs a month'),
  tokensPerMonth: t('Model tokens a month'),
  apiCallsPerMonth: t('API calls a month'),
  retentionDays: t('Days of activity'),
}
// The keys of the record above.
const limitNames = Object.keys(limitLabels) as (keyof PlanLimits)[]

const numberOf = (value: number | string): number | undefined => (value === '' ? undefined : Number(value))

function OfferForm() {
  const [slug, setSlug] = useState('')
  const [price, setPrice] = useState<number | string>(50_000)
  const [days, setDays] = useState<number | string>(30)
  const [given, setGiven] = useState<Partial<Record<keyof PlanLimits, number | string>>>({})
  const create = useMutation({
    ...mutation(planOffers.create, { silent: true, success: t('The offer was made'), invalidates: [...invalidates] }),
    onSuccess: () => {
      setSlug('')
      setGiven({})
    },
  })
  const limits = Object.fromEntries(
    limitNames.flatMap((limit) => {
      const value = numberOf(given[limit] ?? '')
      return value ? [[limit, value * unitOf(limit)]] : []
    }),
  )
  return (
    <Card title={t('New offer')}>
      <form
        className={classes.credits}
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ body: { slug, monthlyPrice: Math.round(Number(price) * 100), days: Number(days), limits } })
        }}
      >
        <TextInput
          label={t('Short name of the organization')}
          value={slug}
          onChange={(event) => setSlug(event.currentTarget.value.trim())}
          description={t('As in its address: /org/short-name')}
        />
        <div className={classes.twoFields}>
          <NumberInput label={t('Price a month (₹)')} min={1} hideControls value={price} onChange={setPrice} />
          <NumberInput label={t('Valid for days')} min={1} max={365} hideControls value={days} onChange={setDays} />
        </div>
        <fieldset className={classes.limits}>
          <legend>{t('Limits')}</legend>
          <p className={styles.textPlain}>{t('What is left empty is as in the Overlord plan.')}</p>
          <div className={classes.twoFields}>
            {limitNames.map((limit) => (
              <NumberInput
                key={limit}
                label={limitLabels[limit]}
                min={1}
                {...(limit === 'retentionDays' ? { max: planLimits.OVERLORD.retentionDays } : {})}
                allowDecimal={false}
                hideControls
                thousandSeparator=","
                placeholder={formatNumber(planLimits.OVERLORD[limit] / unitOf(limit))}
                value={given[limit] ?? ''}
                onChange={(value) => setGiven({ ...given, [limit]: value })}
              />
            ))}
          </div>
        </fieldset>
        {create.error instanceof ApiError && <Notice tone="bad" title={create.error.message} />}
        <div className={styles.buttons}>
          <Button type="submit" variant="default" disabled={slug === '' || Number(price) < 1} loading={create.isPending}>
            {t('Make offer')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function WithdrawButton({ id, organization }: OperatorOffer) {
  const withdraw = useMutation(mutation(planOffers.withdraw, { success: t('The offer was withdrawn'), invalidates: [...invalidates] }))
  return (
    <Button
      size="compact-sm"
      variant="default"
      aria-label={t('Withdraw the offer to {name}', { name: organization })}
      loading={withdraw.isPending}
      onClick={() => withdraw.mutate({ params: { id } })}
    >
      {t('Withdraw')}
    </Button>
  )
}

const columns: readonly Column<OperatorOffer>[] = [
  { id: 'organization', header: t('Organization'), width: 'minmax(0, 2fr)', cell: ({ organization }) => organization },
  {
    id: 'price',
    header: t('Price a month (₹)'),
    width: 'minmax(80px, 136px)',
    cell: ({ monthlyPrice, currency }) => formatPrice(monthlyPrice, currency),
  },
  { id: 'status', header: t('Status'), hideOn: 'phone', cell: ({ status }) => stateLabels[status] },
  { id: 'end', header: t('Valid until'), hideOn: 'phone', cell: ({ validUntil }) => formatDate(validUntil) },
  {
    id: 'act',
    header: t('Actions'),
    width: '104px',
    align: 'end',
    interactive: true,
    cell: (offer) => offer.status === 'open' && <WithdrawButton {...offer} />,
  },
]
