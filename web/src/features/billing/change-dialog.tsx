import { Button, Modal, Skeleton } from '@mantine/core'
import { useMutation, useQuery } from '@tanstack/react-query'
import { billing } from '@imperium/contract/billing/billing.ts'
import type { BillingCycle, PlanChange } from '@imperium/contract/billing/billing.ts'
import { planNames } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import { ApiError, mutation, query } from '../../lib/api.ts'
import { formatDate, formatNumber, formatStorage } from '../../lib/format.ts'
import { notify } from '../../lib/notify.ts'
import { t } from '../../lib/words.ts'
import { Notice } from '../../ui/feedback/notice.tsx'
import { FactList } from '../../ui/text/fact-list.tsx'
import { changedByPayment } from './api.ts'
import styles from '../../ui/styles.module.css'
import classes from './billing.module.css'
import { formatPrice } from '../../ui/text/format-price.ts'

interface ChangeDialogProps {
  planType: PlanType
  cycle: BillingCycle
  couponCode: string | undefined
  /** Pays at once: only for a larger plan. */
  onPay: () => void
  onClose: () => void
}

/** What a change of plan costs, when it begins, and what it no longer allows; then its confirmation. */
export function ChangeDialog({ planType, cycle, couponCode, onPay, onClose }: ChangeDialogProps) {
  const choice = { planType, billingCycle: cycle } as const
  const { data, error, refetch } = useQuery({
    ...query(billing.previewPlan, { query: { ...choice, ...(couponCode ? { couponCode } : {}) } }),
    meta: { silent: true },
    staleTime: 0,
  })
  const change = useMutation({
    ...mutation(billing.changePlan, { silent: true, invalidates: [...changedByPayment] }),
    onSuccess: () => {
      notify.success(planType === 'FREE' ? t('The subscription ends with its period') : t('The change begins with the next period'))
      onClose()
    },
  })
  const isCancel = planType === 'FREE'
  const title = isCancel ? t('Cancel subscription') : t('Change to {plan}', { plan: planNames[planType] })
  return (
    <Modal opened onClose={onClose} title={title} size={460} closeButtonProps={{ 'aria-label': t('Close') }}>
      <div className={classes.checkout}>
        {error ? (
          <Notice tone="bad" title={error.message} action={<Button onClick={() => void refetch()}>{t('Try again')}</Button>} />
        ) : data ? (
          <Preview change={data} planType={planType} />
        ) : (
          <Skeleton height={120} radius={12} />
        )}
        {change.error instanceof ApiError && <Notice tone="bad" title={change.error.message} />}
        <div className={styles.buttons}>
          <Button variant="default" onClick={onClose}>
            {isCancel ? t('Keep the plan') : t('Cancel')}
          </Button>
          {data &&
            (data.startsAt === null ? (
              <Button onClick={onPay}>{t('Pay {amount}', { amount: formatPrice(data.amount, data.currency) })}</Button>
            ) : (
              <Button onClick={() => change.mutate({ body: choice })} loading={change.isPending}>
                {isCancel ? t('Cancel subscription') : t('Change at the end of the period')}
              </Button>
            ))}
        </div>
      </div>
    </Modal>
  )
}

function Preview({ change, planType }: { change: PlanChange; planType: PlanType }) {
  const { price, discount, credit, amount, currency, startsAt, exceeds } = change
  const names = {
    maxAgents: t('AI agents'),
    maxUsers: t('Users'),
    storageBytes: t('Storage'),
    maxContacts: t('Contacts'),
    retentionDays: t('Days that activity is kept'),
  }
  const show = (limit: keyof typeof names, value: number) => (limit === 'storageBytes' ? formatStorage(value) : formatNumber(value))
  return (
    <>
      <FactList
        facts={[
          planType === 'FREE'
            ? [t('Ends on'), startsAt === null ? t('Now') : formatDate(startsAt)]
            : [t('Begins'), startsAt === null ? t('Now') : formatDate(startsAt)],
          planType !== 'FREE' && [t('Price'), formatPrice(price, currency)],
          discount > 0 && [t('Coupon'), `−${formatPrice(discount, currency)}`],
          credit > 0 && [t('Credit'), `−${formatPrice(credit, currency)}`],
          planType !== 'FREE' && startsAt === null && [t('To pay now'), formatPrice(amount, currency)],
        ]}
      />
      {exceeds.length > 0 && (
        <Notice tone="warn" title={t('You use more than the {plan} plan allows', { plan: planNames[planType] })}>
          <ul className={classes.excess}>
            {exceeds.map(({ limit, used, allowed }) => (
              <li key={limit}>
                {t('{limit}: {used} of {allowed}', { limit: names[limit], used: show(limit, used), allowed: show(limit, allowed) })}
              </li>
            ))}
          </ul>
          {t('Nothing is deleted. Agents above the limit are paused, and nothing can be added until you are below the limits.')}
        </Notice>
      )}
    </>
  )
}
