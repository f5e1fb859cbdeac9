import type { SalesOrder } from '@imperium/contract/sales/sales-orders.ts'
import { formatFullDay, formatNumber } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Rows } from '../../../ui/list/use-rows.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { formatMoney, orderLabels } from '../sales-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

const columns: readonly Column<SalesOrder>[] = [
  {
    id: 'number',
    header: t('Order ID'),
    width: 'minmax(132px, 1fr)',
    cell: ({ number }) => <span className={classes.number}>{number}</span>,
  },
  {
    id: 'customer',
    header: t('Customer'),
    width: 'minmax(0, 1.4fr)',
    hideOn: 'phone',
    cell: ({ customer }) => <span className={styles.truncate}>{customer}</span>,
  },
  {
    id: 'date',
    header: t('Date'),
    width: '128px',
    hideOn: 'tablet',
    cell: ({ date }) => <span className={styles.muted}>{formatFullDay(date)}</span>,
  },
  { id: 'items', header: t('Items'), width: '80px', align: 'end', hideOn: 'tablet', cell: ({ items }) => formatNumber(items) },
  {
    id: 'amount',
    header: t('Amount'),
    width: '150px',
    align: 'end',
    cell: ({ amount, currency }) => <span className={classes.end}>{formatMoney(amount, currency)}</span>,
  },
  { id: 'status', header: t('Status'), width: '130px', hideOn: 'phone', cell: ({ status }) => <StatusDot {...orderLabels[status]} /> },
]

export function OrdersTable({ onOpen, ...table }: Rows<SalesOrder>['table'] & { onOpen: (order: SalesOrder) => void }) {
  return (
    <DataTable
      label={t('Sales Orders')}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ number, customer }) => `${number} ${customer}`}
      onOpen={onOpen}
      {...table}
    />
  )
}
