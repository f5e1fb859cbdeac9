import { Button, NumberInput, Select, TextInput } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { operator } from '@imperium/contract/billing/operator.ts'
import type { Coupon } from '@imperium/contract/billing/operator.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { ApiError, mutation, query } from '../../../lib/api.ts'
import { formatDate, formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { Card } from '../../../ui/card.tsx'
import { Notice } from '../../../ui/feedback/notice.tsx'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import styles from '../../../ui/styles.module.css'
import classes from '../billing.module.css'

const paidPlans = ['CONQUEROR', 'EMPEROR', 'OVERLORD'] as const
type PaidPlan = (typeof paidPlans)[number]
const planOf = (value: string | null): PaidPlan | null => paidPlans.find((plan) => plan === value) ?? null
const planChoices = paidPlans.map((plan) => ({ value: plan, label: planNames[plan] }))

/** Coupons and trials, which the operator gives. */
export function Offers() {
  const coupons = useQuery({ ...query(operator.coupons), meta: { silent: true } })
  return (
    <section className={classes.history} aria-label={t('Coupons and trials')}>
      <h2 className={classes.heading}>{t('Coupons and trials')}</h2>
      <div className={classes.pair}>
        <CouponForm />
        <TrialForm />
      </div>
      {coupons.data && coupons.data.length > 0 && (
        <DataTable
          label={t('Coupons')}
          columns={columns}
          rows={coupons.data}
          loading={coupons.isPending}
          rowId={({ code }) => code}
          rowLabel={({ code }) => code}
        />
      )}
    </section>
  )
}

function CouponForm() {
  const [code, setCode] = useState('')
  const [percent, setPercent] = useState<number | string>(20)
  const [plan, setPlan] = useState<string | null>('any')
  const [uses, setUses] = useState<number | string>(100)
  const [days, setDays] = useState<number | string>(30)
  const create = useMutation({
    ...mutation(operator.createCoupon, { silent: true, success: t('The coupon was created'), invalidates: [['operator']] }),
    onSuccess: () => setCode(''),
  })
  const body = { code, percent: Number(percent), planType: planOf(plan), maxUses: Number(uses), days: Number(days) }
  return (
    <Card title={t('New coupon')}>
      <form
        className={classes.credits}
        onSubmit={(event) => {
          event.preventDefault()
          create.mutate({ body })
        }}
      >
        <TextInput
          label={t('Coupon code')}
          value={code}
          onChange={(event) => setCode(event.currentTarget.value.toUpperCase())}
          description={t('3 to 40 letters, digits and hyphens')}
        />
        <div className={classes.twoFields}>
          <NumberInput label={t('Percent off')} min={1} max={100} hideControls value={percent} onChange={setPercent} />
          <Select label={t('Plan')} value={plan} onChange={setPlan} data={[{ value: 'any', label: t('Any plan') }, ...planChoices]} />
          <NumberInput label={t('Uses')} min={1} max={1_000_000} hideControls value={uses} onChange={setUses} />
          <NumberInput label={t('Valid for days')} min={1} max={3_650} hideControls value={days} onChange={setDays} />
        </div>
        {create.error instanceof ApiError && <Notice tone="bad" title={create.error.message} />}
        <div className={styles.buttons}>
          <Button type="submit" variant="default" disabled={code.length < 3} loading={create.isPending}>
            {t('Create coupon')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

function TrialForm() {
  const [slug, setSlug] = useState('')
  const [plan, setPlan] = useState<string | null>('EMPEROR')
  const [days, setDays] = useState<number | string>(14)
  const start = useMutation({
    ...mutation(operator.startTrial, { silent: true, success: t('The trial began'), invalidates: [['operator'], ['billing'], ['auth']] }),
    onSuccess: () => setSlug(''),
  })
  return (
    <Card title={t('New trial')}>
      <form
        className={classes.credits}
        onSubmit={(event) => {
          event.preventDefault()
          start.mutate({ body: { slug, planType: planOf(plan) ?? 'EMPEROR', days: Number(days) } })
        }}
      >
        <TextInput
          label={t('Short name of the organization')}
          value={slug}
          onChange={(event) => setSlug(event.currentTarget.value.trim())}
          description={t('As in its address: /org/short-name')}
        />
        <div className={classes.twoFields}>
          <Select label={t('Plan')} value={plan} onChange={setPlan} data={planChoices} allowDeselect={false} />
          <NumberInput label={t('Days')} min={1} max={90} hideControls value={days} onChange={setDays} />
        </div>
        {start.error instanceof ApiError && <Notice tone="bad" title={start.error.message} />}
        <div className={styles.buttons}>
          <Button type="submit" variant="default" disabled={slug === ''} loading={start.isPending}>
            {t('Start trial')}
          </Button>
        </div>
      </form>
    </Card>
  )
}

const columns: readonly Column<Coupon>[] = [
  { id: 'code', header: t('Coupon code'), width: 'minmax(0, 2fr)', cell: ({ code }) => <span className={classes.number}>{code}</span> },
  { id: 'percent', header: t('Percent off'), width: '96px', cell: ({ percent }) => `${percent} %` },
  { id: 'plan', header: t('Plan'), hideOn: 'phone', cell: ({ planType }) => (planType === null ? t('Any plan') : planNames[planType]) },
  {
    id: 'uses',
    header: t('Uses'),
    width: '112px',
    cell: ({ uses, maxUses }) => t('{used} of {limit}', { used: formatNumber(uses), limit: formatNumber(maxUses) }),
  },
  { id: 'end', header: t('Valid until'), hideOn: 'phone', cell: ({ expiresAt }) => formatDate(expiresAt) },
]
