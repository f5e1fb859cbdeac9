import { Button } from '@mantine/core'
import { useMutation } from '@tanstack/react-query'
import { operator } from '@imperium/contract/billing/operator.ts'
import type { OperatorPayment } from '@imperium/contract/billing/operator.ts'
import { planNames } from '@imperium/contract/plans.ts'
import { mutation } from '../../../lib/api.ts'
import { formatDate } from '../../../lib/format.ts'
import { useIsPhone } from '../../../lib/use-is-phone.ts'
import { t } from '../../../lib/words.ts'
import { confirm } from '../../../ui/dialog/confirm.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import classes from '../billing.module.css'
import { formatPrice } from '../../../ui/text/format-price.ts'

const states = { created: t('Open'), attempted: t('Open'), paid: t('Credited'), activated: t('Paid'), failed: t('Failed') } as const

export function PaymentsTable({ rows, loading }: { rows: readonly OperatorPayment[]; loading: boolean }) {
  return (
    <DataTable
      label={t('Payments')}
      columns={columns}
      rows={rows}
      loading={loading}
      rowId={({ id }) => id}
      rowLabel={({ receipt }) => receipt}
    />
  )
}

function Actions({ row }: { row: OperatorPayment }) {
  const { id, organizationId, organization, amount, refunded, currency, status, provider } = row
  const invalidates = [['operator'], ['billing'], ['auth']] as const
  const refund = useMutation(mutation(operator.refund, { success: t('The refund was started'), invalidates: [...invalidates] }))
  const received = useMutation(
    mutation(operator.confirmTransfer, { success: t('The transfer was confirmed'), invalidates: [...invalidates] }),
  )
  const left = formatPrice(amount - refunded, currency)
  async function giveBack(): Promise<void> {
    const message = t('{organization} gets {amount} back. A paid plan ends at once, and a credit note is issued.', {
      organization,
      amount: left,
    })
    if (await confirm({ title: t('Refund payment'), message, action: t('Refund') }))
      refund.mutate({ params: { id }, body: { organizationId, reason: t('By the operator') } })
  }
  async function confirmArrival(): Promise<void> {
    const message = t('{amount} of {organization} arrived on your account. What was ordered begins at once.', {
      organization,
      amount: left,
    })
    if (await confirm({ title: t('Confirm transfer'), message, action: t('Confirm transfer'), danger: false }))
      received.mutate({ params: { id }, body: { organizationId } })
  }
  if ((status === 'activated' || status === 'paid') && refunded < amount)
    return (
      <Button variant="default" size="compact-md" onClick={() => void giveBack()} loading={refund.isPending}>
        {t('Refund')}
      </Button>
    )
  if (provider === 'bank' && status === 'created')
    return (
      <Button variant="default" size="compact-md" onClick={() => void confirmArrival()} loading={received.isPending}>
        {t('Arrived')}
      </Button>
    )
  return null
}

type Settled = Pick<OperatorPayment, 'status' | 'refunded' | 'amount'>

const Status = ({ status, refunded, amount }: Settled) => (
  <span className={classes.status} data-status={status === 'activated' ? 'PAID' : status === 'failed' ? 'FAILED' : undefined}>
    {refunded === amount ? t('Refunded') : states[status]}
  </span>
)

/** There is no column for it. */
function StatusOnPhone(payment: Settled) {
  if (!useIsPhone()) return null
  return (
    <>
      <Status {...payment} />
      {' · '}
    </>
  )
}

const columns: readonly Column<OperatorPayment>[] = [
  {
    id: 'organization',
    header: t('Organization'),
    width: 'minmax(0, 2fr)',
    cell: ({ organization, planType, purpose, receipt, provider, ...payment }) => (
      <span className={classes.payment}>
        <span>{organization}</span>
        <span className={classes.number}>
          <StatusOnPhone {...payment} />
          {purpose === 'ADD_ON'
            ? t('Add-on')
            : purpose === 'CREDITS'
              ? t('AI credits')
              : planType === null
                ? t('Contribution')
                : planNames[planType]}{' '}
          · {receipt} · {provider}
        </span>
      </span>
    ),
  },
  { id: 'date', header: t('Date'), hideOn: 'phone', cell: ({ createdAt }) => formatDate(createdAt) },
  { id: 'amount', header: t('Amount'), align: 'end', width: '112px', cell: ({ amount, currency }) => formatPrice(amount, currency) },
  {
    id: 'status',
    header: t('Status'),
    width: '92px',
    hideOn: 'phone',
    cell: (payment) => <Status {...payment} />,
  },
  { id: 'failure', header: t('Reason'), hideOn: 'phone', cell: ({ failure }) => failure ?? '' },
  { id: 'actions', header: t('Actions'), width: '104px', align: 'end', interactive: true, cell: (row) => <Actions row={row} /> },
]
