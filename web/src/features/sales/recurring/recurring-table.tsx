import type { RecurringInvoice } from '@imperium/contract/sales/sales-recurring.ts'
import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Rows } from '../../../ui/list/use-rows.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Day, Named } from '../documents/document-columns.tsx'
import { formatMoney, recurringLabels, repeatText } from '../sales-labels.ts'
import classes from '../sales.module.css'

const columns: readonly Column<RecurringInvoice>[] = [
  {
    id: 'customer',
    header: t('Customer'),
    width: 'minmax(0, 1.4fr)',
    cell: ({ customer, status }) => <Named name={customer} {...recurringLabels[status]} />,
  },
  { id: 'every', header: t('Repeats'), width: '150px', hideOn: 'tablet', cell: repeatText },
  { id: 'next', header: t('Next invoice'), width: '140px', hideOn: 'phone', cell: ({ nextOn }) => <Day date={nextOn} /> },
  {
    id: 'amount',
    header: t('Amount'),
    width: '150px',
    align: 'end',
    cell: ({ amount, currency }) => <span className={classes.end}>{formatMoney(amount, currency)}</span>,
  },
  { id: 'status', header: t('Status'), width: '120px', hideOn: 'phone', cell: ({ status }) => <StatusDot {...recurringLabels[status]} /> },
]

export function RecurringTable({ onOpen, ...table }: Rows<RecurringInvoice>['table'] & { onOpen: (row: RecurringInvoice) => void }) {
  return (
    <DataTable
      label={t('Recurring Invoices')}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ customer }) => customer}
      onOpen={onOpen}
      {...table}
    />
  )
}
