import type { Currency } from '@imperium/contract/sales/sales-documents.ts'
import { formatFullDay } from '../../../lib/format.ts'
import { t } from '../../../lib/words.ts'
import type { Column } from '../../../ui/list/data-table.tsx'
import { StatusDot } from '../../../ui/status-dot.tsx'
import type { StatusTone } from '../../../ui/status-dot.tsx'
import { formatMoney } from '../sales-labels.ts'
import styles from '../../../ui/styles.module.css'
import classes from '../sales.module.css'

interface Listed<Status extends string> {
  number: string
  customer: string
  date: string
  amount: number
  currency: Currency
  status: Status
}

/** Columns that every list of documents has; `more` stand before the amount. */
export const documentColumns = <Status extends string, Row extends Listed<Status>>(
  numberHeader: string,
  labels: Readonly<Record<Status, { label: string; tone: StatusTone }>>,
  more: readonly Column<Row>[],
): readonly Column<Row>[] => [
  {
    id: 'number',
    header: numberHeader,
    width: 'minmax(132px, 1fr)',
    cell: ({ number, status }) => <Named name={number} {...labels[status]} />,
  },
  {
    id: 'customer',
    header: t('Customer'),
    width: 'minmax(0, 1.4fr)',
    hideOn: 'phone',
    cell: ({ customer }) => <span className={styles.truncate}>{customer}</span>,
  },
  { id: 'date', header: t('Date'), width: '128px', hideOn: 'tablet', cell: ({ date }) => <Day date={date} /> },
  ...more,
  {
    id: 'amount',
    header: t('Amount'),
    width: '150px',
    align: 'end',
    cell: ({ amount, currency }) => <span className={classes.end}>{formatMoney(amount, currency)}</span>,
  },
  { id: 'status', header: t('Status'), width: '130px', hideOn: 'phone', cell: ({ status }) => <StatusDot {...labels[status]} /> },
]

export const Day = ({ date }: { date: string | null }) => <span className={styles.muted}>{date === null ? '–' : formatFullDay(date)}</span>

/** What a row is named by; on phones, where the column of the status has no room, the status below it. */
export const Named = ({ name, ...status }: { name: string; label: string; tone: StatusTone }) => (
  <span className={classes.number}>
    {name}
    <span className={classes.phoneOnly}>
      <StatusDot {...status} />
    </span>
  </span>
)
