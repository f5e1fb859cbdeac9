import { Button, Menu } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { operator } from '@imperium/contract/billing/operator.ts'
import type { OperatorSubscription } from '@imperium/contract/billing/operator.ts'
import { planNames, planTypes } from '@imperium/contract/plans.ts'
import type { PlanType } from '@imperium/contract/plans.ts'
import { mutation } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import classes from '../billing.module.css'

const states = { ACTIVE: t('Active'), PAST_DUE: t('Payment due'), PAUSED: t('Paused'), ENDED: t('Ended') } as const
const extension = 7

export function SubscriptionsTable({ rows, loading }: { rows: readonly OperatorSubscription[]; loading: boolean }) {
  return (
    <DataTable
      label={t('Subscriptions')}
      columns={columns}
      rows={rows}
      loading={loading}
      rowId={({ id }) => id}
      rowLabel={({ name }) => name}
    />
  )
}

function Actions({ row }: { row: OperatorSubscription }) {
  const { id, name, status, planType } = row
  const invalidates = [['operator'], ['billing'], ['auth']] as const
  const extend = useMutation(mutation(operator.extend, { success: t('The period was extended'), invalidates: [...invalidates] }))
  const setPlan = useMutation(mutation(operator.setPlan, { success: t('The plan was changed'), invalidates: [...invalidates] }))
  async function choose(plan: PlanType): Promise<void> {
    const message = t('The limits of the {plan} plan apply to {name} at once. No payment is made or given back.', {
      plan: planNames[plan],
      name,
    })
    const title = t('Change to {plan}', { plan: planNames[plan] })
    if (await confirm({ title, message, action: t('Change plan'), danger: planTypes.indexOf(plan) < planTypes.indexOf(planType) }))
      setPlan.mutate({ params: { id }, body: { planType: plan } })
  }
  return (
    <Menu position="bottom-end">
      <Menu.Target>
        <Button
          variant="default"
          size="compact-md"
          aria-label={t('Change {name}', { name })}
          loading={extend.isPending || setPlan.isPending}
        >
          {t('Change')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        {status !== 'ENDED' && (
          <Menu.Item onClick={() => extend.mutate({ params: { id }, body: { days: extension } })}>
            {t('Extend by {days} days', { days: extension })}
          </Menu.Item>
        )}
        {planTypes
          .filter((plan) => plan !== planType)
          .map((plan) => (
            <Menu.Item key={plan} onClick={() => void choose(plan)}>
              {t('Change to {plan}', { plan: planNames[plan] })}
            </Menu.Item>
          ))}
      </Menu.Dropdown>
    </Menu>
  )
}

const columns: readonly Column<OperatorSubscription>[] = [
  {
    id: 'name',
    header: t('Organization'),
    width: 'minmax(0, 2fr)',
    cell: ({ name, planType, billingCycle }) => (
      <span className={classes.payment}>
        <span>{name}</span>
        <span className={classes.number}>
          {planNames[planType]} · {billingCycle === 'YEARLY' ? t('Yearly') : t('Monthly')}
        </span>
      </span>
    ),
  },
  {
    id: 'status',
    header: t('Status'),
    width: '112px',
    cell: ({ status }) => (
      <span className={classes.status} data-status={status === 'ACTIVE' ? 'PAID' : status === 'PAST_DUE' ? 'FAILED' : undefined}>
        {states[status]}
      </span>
    ),
  },
  { id: 'end', header: t('Paid until'), hideOn: 'phone', cell: ({ periodEnd }) => formatDate(periodEnd) },
  {
    id: 'next',
    header: t('Then'),
    hideOn: 'phone',
    cell: ({ nextPlanType }) => (nextPlanType === null ? '' : planNames[nextPlanType]),
  },
  { id: 'actions', header: t('Actions'), width: '104px', align: 'end', interactive: true, cell: (row) => <Actions row={row} /> },
]
