import type { SalesExpense } from '@imperium/contract/sales/sales-expenses.ts'
import { t } from '../../../lib/words.ts'
import { DataTable } from '../../../ui/list/data-table.tsx'
import type { Column } from '../../../ui/list/data-table.tsx'
import type { Rows } from '../../../ui/list/use-rows.ts'
import { StatusDot } from '../../../ui/status-dot.tsx'
import { Day, Named } from '../documents/document-columns.tsx'
import { expenseLabels, formatMoney } from '../sales-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

const columns: readonly Column<SalesExpense>[] = [
  {
    id: 'supplier',
    header: t('Supplier'),
    width: 'minmax(0, 1.4fr)',
    cell: ({ supplier, status }) => <Named name={supplier} {...expenseLabels[status]} />,
  },
  {
    id: 'number',
    header: t('Number'),
    width: 'minmax(0, 1fr)',
    hideOn: 'phone',
    cell: ({ number }) => <span className={styles.truncate}>{number}</span>,
  },
  { id: 'date', header: t('Date'), width: '128px', hideOn: 'tablet', cell: ({ date }) => <Day date={date} /> },
  { id: 'due', header: t('Due date'), width: '128px', hideOn: 'tablet', cell: ({ dueDate }) => <Day date={dueDate} /> },
  {
    id: 'amount',
    header: t('Amount'),
    width: '150px',
    align: 'end',
    cell: ({ amount, currency }) => <span className={classes.end}>{formatMoney(amount, currency)}</span>,
  },
  { id: 'status', header: t('Status'), width: '130px', hideOn: 'phone', cell: ({ status }) => <StatusDot {...expenseLabels[status]} /> },
]

export function ExpensesTable({ onOpen, ...table }: Rows<SalesExpense>['table'] & { onOpen: (row: SalesExpense) => void }) {
  return (
    <DataTable
      label={t('Expenses')}
      columns={columns}
      rowId={({ id }) => id}
      rowLabel={({ supplier, number }) => `${supplier} ${number}`}
      onOpen={onOpen}
      {...table}
    />
  )
}
